"""The games: one package each, with the same rooms in every one.

The package can be called: `companion.games()` names the games, and `companion.games.four_keys` is one of them.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from companion.engine.errors import UnknownNameError

if TYPE_CHECKING:
    from companion.engine.game import Game

PACKAGES = {
    "four-keys": "four_keys",
    "four-doors": "four_doors",
    "one-deck-dungeon": "one_deck_dungeon",
    "shadowgate": "shadowgate",
}
"""Game id to the package that holds it. Packages are imported when first asked for, so that a page opens fast."""


class _Callable(ModuleType):
    """A module that answers when it is called: a function of this name would be hidden by the package."""

    def __call__(self) -> tuple[tuple[str, str], ...]:
        """Return the id and the title of every game."""
        return titles()


sys.modules[__name__].__class__ = _Callable


def titles() -> tuple[tuple[str, str], ...]:
    """Return the id and the title of every game."""
    return tuple((game_id, game_class(game_id).title) for game_id in PACKAGES)


def game_class(game_id: str) -> type[Game]:
    """Return the class that knows the rules of a game.

    Raises:
        UnknownNameError: no such game.
    """
    rules: type[Game] = import_module(f"companion.games.{_package(game_id)}.rules").GAME
    return rules


def _package(game_id: str) -> str:
    if game_id not in PACKAGES:
        raise UnknownNameError("game", game_id, tuple(PACKAGES))
    return PACKAGES[game_id]
