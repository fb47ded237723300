"""Follow a game in tests: shorthand in, positions out; a refused step fails with its reason."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any, Generic, Self, TypeVar

from msgspec.structs import replace

from companion.engine.game import Game, Move, Verdict

G = TypeVar("G", bound=Game)
P = TypeVar("P")

LONGEST = 18
"""The most words of a refusal."""


class Following(Generic[G, P]):
    """A game being followed by shorthand."""

    def __init__(self, game: G, state: P) -> None:
        self.game = game
        self.state = state

    def check(self, text: str) -> Verdict:
        """Judge one step."""
        return self.game.check(self.state, self.game.parse(text, self.state))

    def follow(self) -> None:
        """Play what plays itself."""
        while (forced := self.game.automatic(self.state)) is not None:
            self.state = self.game.apply(self.state, forced)

    def play(self, text: str) -> Self:
        """Play steps parted by semicolons, with what follows by itself."""
        for step in text.split(";"):
            move = self.game.parse(step.strip(), self.state)
            verdict = self.game.check(self.state, move)
            assert verdict.legal, f"{step.strip()}: {verdict.reason}"
            self.state = self.game.apply(self.state, move)
            self.follow()
        return self

    def refused(self, text: str, *clauses: str) -> str:
        """Expect a refusal that cites these clauses; return its sentence."""
        verdict = self.check(text)
        assert not verdict.legal, f"{text} was allowed"
        short = {clause.removeprefix(f"{self.game.id}.") for clause in verdict.clauses}
        assert set(clauses) <= short, (clauses, short, verdict.reason)
        assert all(clause in self.game.rulebook for clause in verdict.clauses)
        assert len(verdict.reason.split()) <= LONGEST, verdict.reason
        return verdict.reason

    def warned(self, text: str, clause: str) -> str:
        """Expect a yes with a word of caution."""
        verdict = self.check(text)
        assert verdict.legal
        assert not verdict.needs
        assert f"{self.game.id}.{clause}" in verdict.clauses
        return verdict.reason

    def doubted(self, text: str) -> str:
        """Expect that the table's word is taken; return the sentence."""
        verdict = self.check(text)
        assert verdict.cannot_tell, verdict
        return verdict.reason

    def offers(self, text: str) -> bool:
        """Say whether a step is among the moves and the asides."""
        move = self.game.parse(text, self.state)
        return move in {*self.game.legal(self.state), *self.game.asides(self.state)}

    def set(self, **fields: Any) -> Self:
        """Change the position by hand."""
        self.state = replace(self.state, **fields)
        return self

    @property
    def actor(self) -> str:
        """Who drives the game on."""
        return self.game.actor(self.state)


def legal_is_checked(game: Game, state: Any, universe: Iterable[Move], most: int = 3000) -> None:
    """Hold that `legal` and `asides` offer exactly what `check` allows; `most`: so many of the first are looked at."""
    offered = {*islice(game.legal(state), most), *game.asides(state)}
    for move in offered:
        assert game.check(state, move).legal, (game.spell(move, state), game.check(state, move).reason)
    for move in universe:
        verdict = game.check(state, move)
        if verdict.legal and not verdict.needs:
            assert game.parse(game.spell(move, state), state) in offered, game.spell(move, state)


def refusals_are_short_and_cite(game: Game, state: Any, universe: Iterable[Move]) -> None:
    """Hold that every refusal is one short sentence and names clauses of the digest."""
    for move in universe:
        verdict = game.check(state, move)
        if not verdict.legal:
            assert verdict.clauses
            assert all(clause in game.rulebook for clause in verdict.clauses), verdict
            assert len(verdict.reason.split()) <= LONGEST, verdict.reason
            assert verdict.reason[-1] == "."


def shorthand_gives_back(game: Game, state: Any, most: int = 3000) -> None:
    """Hold that every move can be spelled, read again in any case, and told as a sentence."""
    for move in (*islice(game.legal(state), most), *game.asides(state)):
        text = game.spell(move, state)
        assert game.parse(text, state) == move, text
        assert game.parse(text.upper(), state) == move, text
        assert game.describe(move, state).endswith(".")
