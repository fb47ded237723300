"""Chance in the place of the table: reveals drawn by lot in a practice game, repeatable from the seed of the table."""

from __future__ import annotations

import random
from collections.abc import Container

from companion.engine.draft import Draft
from companion.engine.game import TABLE
from companion.engine.journal import fingerprint


def deal(draft: Draft, seed: int, line: int, most: int, asks: Container[str]) -> int:
    """Add the reveals that are due, drawn by lot, to a draft: one step, undone and redone together.

    Args:
        draft: where they are added.
        seed: of the table.
        line: how many steps are in force before the draft. A draw depends on it and on the position, so that taking it
            back and drawing again gives the same.
        most: how many reveals at most; 0 for all, until somebody has to decide.
        asks: what a tap means (`Prompt.expects`) where people say what they see, and chance waits.

    Returns:
        How many there were.
    """
    turned, first = 0, draft.next_seq
    while _due(draft, asks) and not 0 < most <= turned:
        rng = random.Random(f"{seed}/{line + len(draft.entries)}/{fingerprint(draft.state)}")
        draft.play(draft.game.chances(draft.state).sample(rng))
        draft.joins, turned = first, turned + 1
    return turned


def _due(draft: Draft, asks: Container[str]) -> bool:
    game, state = draft.moment
    return game.actor(state) == TABLE and game.prompt(state).expects not in asks
