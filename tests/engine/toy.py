"""The toy game of `toys/toy_pebbles` as tests of the engine use it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import companion.games
from companion.engine.edition import Edition
from companion.engine.store import Store
from companion.engine.table import Table

GAME_ID = "toy-pebbles"
TOYS = str(Path(__file__).parent / "toys")


def installed() -> Iterator[None]:
    """Let the game stand among the real ones; a module-wide fixture of every test file that plays it."""
    with pytest.MonkeyPatch.context() as patch:
        install(patch)
        yield


def install(patch: pytest.MonkeyPatch) -> None:
    """Let the game be found as `companion.games.toy_pebbles`."""
    patch.setattr(companion.games, "__path__", [*companion.games.__path__, TOYS])
    patch.setitem(companion.games.PACKAGES, GAME_ID, "toy_pebbles")


def rules() -> Any:
    """Return the module with the rules."""
    from companion.games.toy_pebbles import rules as module

    return module


def game(edition: str = "practice", version: int = 1) -> Any:
    """Return the game, bound to the practice edition or to an unknown box.

    Args:
        edition: "practice" or "our-box".
        version: of the rules; version 2 forbids leaving, version 3 lets a taken pebble count double coins.
    """
    return {1: rules().GAME, 2: _strict(), 3: _other()}[version](Edition.load(GAME_ID, edition), None)


def bind(game_id: str, cards: str) -> Any:
    """Bind the rules as they are (version 1) to saved cards."""
    return rules().GAME(Edition.from_json(game_id, cards), None)


def bind_version(version: int) -> Any:
    """Return what binds another version of the rules."""
    return lambda game_id, cards: type(game(version=version))(Edition.from_json(game_id, cards), None)


def clock() -> Any:
    """Return a clock that moves on by a second each time it is asked."""
    ticks = count()
    return lambda: f"2026-11-29T20:{(tick := next(ticks)) // 60 % 60:02d}:{tick % 60:02d}+00:00"


def start(store: Store | None = None, edition: str = "practice", **rest: Any) -> Table:
    """Set up a table of two."""
    rest.setdefault("players", ["Ana", "Bo"])
    rest.setdefault("seed", 7)
    rest.setdefault("clock", clock())
    return Table.start(game(edition), rest.pop("players"), store=store, **rest)


def load(store: Store, table_id: str, version: int = 1) -> Table:
    """Open a saved table under some version of the rules."""
    return Table.load(store, table_id, bind if version == 1 else bind_version(version), clock())


def _strict() -> Any:
    module = rules()

    class NoLeaving(module.PebbleGame):  # type: ignore[name-defined,misc]
        rules_version = 2

        def check(self, state: Any, move: Any) -> Any:
            if isinstance(move, module.Leave):
                return module.no("Nobody may leave a pebble any more.", "toy.no-leaving")
            return super().check(state, move)

    return NoLeaving


def _other() -> Any:
    module = rules()

    class RicherShouts(module.PebbleGame):  # type: ignore[name-defined,misc]
        rules_version = 3

        def apply(self, state: Any, move: Any) -> Any:
            after = super().apply(state, move)
            if isinstance(move, module.Shout):
                return super().apply(after, module.Coins(move.by, 1))
            return after

    return RicherShouts
