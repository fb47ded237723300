"""Companion: follows a physical board game and answers, exactly and with the rule that says so.

>>> import companion
>>> table = companion.open_table("four-keys", players=["Ana", "Bo"], seed=7, store=":memory:")
>>> bool(table.check("order bo ana"))
True
>>> table.actor
'TABLE'
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from companion.engine.errors import (
    AmbiguousError,
    CompanionError,
    EditionError,
    EditionIncompleteError,
    IllegalMoveError,
    MisfitError,
    SaveError,
    StaleError,
    TooFewCardsError,
    UnknownCardError,
    UnknownNameError,
    UnreadableError,
)

if TYPE_CHECKING:
    from typing import TypeAlias

    from companion.engine.edition import Edition
    from companion.engine.game import Game
    from companion.engine.header import Listing
    from companion.engine.store import Store
    from companion.engine.table import Table

    Cards: TypeAlias = str | os.PathLike[str] | Edition
    Place: TypeAlias = str | os.PathLike[str] | Store | None

__all__ = [
    "AmbiguousError",
    "CompanionError",
    "EditionError",
    "EditionIncompleteError",
    "IllegalMoveError",
    "MisfitError",
    "SaveError",
    "StaleError",
    "TooFewCardsError",
    "UnknownCardError",
    "UnknownNameError",
    "UnreadableError",
    "game",
    "games",
    "import_table",
    "load_table",
    "open_table",
    "tables",
]


def __getattr__(name: str) -> Any:
    """Import the games when they are first asked for: `companion.games()` names them."""
    if name == "games":
        return import_module("companion.games")
    raise AttributeError(f"module 'companion' has no attribute {name!r}")


def game(game_id: str, edition: Cards = "practice") -> Game:
    """Return the rules of a game, bound to the cards of one box.

    Args:
        game_id: "four-keys" or "four-doors".
        edition: the name of an edition ("practice", "our-box"), the path of one, or one that is loaded already.

    Raises:
        UnknownNameError: no such game or edition.
        EditionError: the edition does not fit the box; every complaint at once.
    """
    from companion.engine import rulebook
    from companion.engine.edition import Edition
    from companion.games import game_class

    rules = game_class(game_id)
    cards = edition if isinstance(edition, Edition) else Edition.load(game_id, edition)
    return rules(cards, rulebook.load(game_id))


def open_table(
    game_id: str,
    players: Sequence[str],
    edition: Cards = "practice",
    seed: int | None = None,
    store: Place = None,
    depth: str = "full",
    **house_rules: Any,
) -> Table:
    """Set a new table up.

    Args:
        game_id: "four-keys" or "four-doors".
        players: names, in seating order, clockwise. Each gets a handle for the notation: "D'Ark" is `dark`.
        edition: as for `game`.
        seed: start of the chance of a practice game; by default a new one.
        store: where it is kept: a `Store`, the path of one, ":memory:" for nowhere; by default the user's own.
        depth: "light" or "full", or what else the game offers.
        house_rules: switches of the digest, by name, and other settings of the game.

    Raises:
        CompanionError: a wrong number of players, an option that does not exist, or an edition that does not fit.
        SaveError: it cannot be written.
    """
    from companion.engine.table import Table

    options = {"depth": depth, **house_rules}
    return Table.start(game(game_id, edition), players, options, _store(store), seed)


def load_table(table_id: str, store: Place = None) -> Table:
    """Open a saved table. One that the rules of today cannot follow to its end opens read-only, and says so.

    Raises:
        UnknownNameError: there is no such table.
        SaveError: its description is damaged, or it cannot be set up.
    """
    from companion.engine.table import Table

    return Table.load(_store(store), table_id, _bind)


def import_table(text: str | bytes, store: Place = None) -> Table:
    """Save a table that `Table.export` wrote, and open it. It keeps its id where that is free.

    Raises:
        SaveError: the text is no such table, or it cannot be written; nothing was saved.
        CompanionError: its game, its cards or its house rules are none that Companion knows; nothing was saved.
    """
    from companion.engine.header import from_text

    kept = _store(store)
    header, entries = from_text(text)
    # A table that could never be opened is not taken in: it would only stand in the list.
    _bind(header.game, header.edition).setup(header.players, header.options)
    return load_table(kept.create(header, entries).id, kept)


def tables(store: Place = None, archived: bool = False) -> tuple[Listing, ...]:
    """List the saved tables, the one entered last first.

    Args:
        store: as for `open_table`.
        archived: whether those that were put away are listed too.
    """
    return _store(store).tables(archived)


def _bind(game_id: str, cards: str) -> Game:
    from companion.engine.edition import Edition

    return game(game_id, Edition.from_json(game_id, cards))


def _store(place: Place) -> Store:
    """Return the store at a place. One is opened for each file, so that tables of one process share it."""
    from companion.engine.store import Store, store_at

    return place if isinstance(place, Store) else store_at(place)
