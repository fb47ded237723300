"""Perft: the number of move sequences to depth n from fixed positions (tests/perft/*.perft)."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from companion.engine.game import Game, Seat
from tests.playthrough import NAMES, bound


@dataclass
class Stanza:
    """One position and the counts that are known for it."""

    id: str
    game: str = ""
    players: int = 2
    steps: list[str] = field(default_factory=list)
    counts: list[tuple[int, int]] = field(default_factory=list)


def stanzas(path: Path) -> list[Stanza]:
    """Read a file of stanzas."""
    found: list[Stanza] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "id":
            found.append(Stanza(rest))
        elif word == "game":
            found[-1].game = rest
        elif word == "players":
            found[-1].players = int(rest)
        elif word == "steps":
            found[-1].steps = [step.strip() for step in rest.split(";")]
        elif word == "perft":
            depth, count = rest.split()
            found[-1].counts.append((int(depth), int(count)))
    return found


def perft(game: Game, state: Any, depth: int) -> int:
    """Count the sequences of the actors' moves."""
    moves = list(game.legal(state))
    return len(moves) if depth == 1 else sum(perft(game, game.apply(state, move), depth - 1) for move in moves)


ALL = [stanza for path in sorted((Path(__file__).parent / "perft").glob("*.perft")) for stanza in stanzas(path)]


@pytest.mark.parametrize("stanza", ALL, ids=lambda stanza: stanza.id)
def test_perft(stanza: Stanza) -> None:
    game = bound(stanza.game)
    state = game.setup([Seat(name, name.title()) for name in NAMES[: stanza.players]], {})
    for step in stanza.steps:
        move = game.parse(step, state)
        verdict = game.check(state, move)
        assert verdict, f"{step}: {verdict.reason}"
        state = game.apply(state, move)
    for depth, count in stanza.counts:
        split = {
            game.spell(m, state): perft(game, game.apply(state, m), depth - 1) if depth > 1 else 1
            for m in game.legal(state)
        }
        assert sum(split.values()) == count, (depth, split)
