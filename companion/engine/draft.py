"""Entries in the making: what somebody enters, with all that follows by itself, until it is written as a whole."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.engine.errors import CompanionError, IllegalMoveError, UnreadableError
from companion.engine.game import Game, Move, Verdict
from companion.engine.journal import Correction, Entry, Kind, Moment, encode, enforce, fingerprint

MOST_FOLLOWERS = 1000
"""More moves in a row than any game plays by itself; beyond it the rules run in a circle."""


class Draft:
    """Entries that will be written together, or not at all.

    Args:
        moment: the position that they are entered on.
        seq: the number of the last entry before them.
        by: who enters them.
        at: when.

    Attributes:
        joins: the entry that began the step to which what is entered next belongs; 0: each is a step of its own.
    """

    def __init__(self, moment: Moment, seq: int, by: str = "", at: str = "") -> None:
        self.moment = moment
        self.seq = seq
        self.by, self.at = by, at
        self.joins = 0
        self.entries: list[Entry] = []
        self.moments: dict[int, Moment] = {}

    @property
    def game(self) -> Game:
        """Return the game as it is known at this point."""
        return self.moment.game

    @property
    def state(self) -> Any:
        """Return the position at this point."""
        return self.moment.state

    @property
    def next_seq(self) -> int:
        """Return the number that the next entry gets."""
        return self.seq + len(self.entries) + 1

    def add(self, kind: Kind, text: str, data: str, moment: Moment, group: int | None = None) -> Entry:
        """Append one entry that leads to `moment`; `group` is set for what follows by itself."""
        seq = self.next_seq
        auto = group is not None
        hash = fingerprint(moment.state)
        part_of = group if auto else self.joins
        entry = Entry(seq, kind, text, data, self.by, self.at, auto, part_of or 0, hash)
        self.entries.append(entry)
        self.moments[seq] = self.moment = moment
        return entry

    def read(self, what: str | Move) -> Move:
        """Return the move that a text means here.

        Raises:
            UnreadableError, AmbiguousError, UnknownCardError: as `Game.parse`.
        """
        return what if isinstance(what, Move) else self.game.parse(what, self.state)

    def play(self, what: str | Move, kind: Kind | None = None) -> Verdict:
        """Add a move that the rules allow, and what follows from it.

        Returns:
            Yes, or cannot tell.

        Raises:
            IllegalMoveError: they do not; nothing has been added.
        """
        move = self.read(what)
        verdict = self.game.check(self.state, move)
        if not verdict:
            raise IllegalMoveError(what if isinstance(what, str) else self.spell(move), verdict)
        kind = kind or ("observe" if type(move).observation else "play")
        self._move(kind, move, self._kept(move), self.game.apply(self.state, move))
        return verdict

    def force(self, what: str | Move) -> None:
        """Add a move that did happen, whatever the rules say of it; one that they allow is simply played.

        Raises:
            CompanionError: nobody can say what the move would mean here.
        """
        move = self.read(what)
        if self.game.check(self.state, move):
            self.play(move)
            return
        text = self.spell(move)
        state = enforce(self.game, self.state, move)
        if state is None:
            raise CompanionError(
                f"What {text!r} leads to cannot be worked out from here; correct the position to how it lies now."
            )
        correction = Correction(msgspec.Raw(encode(state)), msgspec.Raw(self._kept(move)))
        self._move("correct", move, encode(correction), state)

    def correct(self, state: Any, note: str = "") -> None:
        """Add a whole position, and what follows from it."""
        text = f"correct: {note}" if note else "correct"
        entry = self.add("correct", text, encode(Correction(msgspec.Raw(encode(state)))), Moment(self.game, state))
        self.settle(entry.seq)

    def _move(self, kind: Kind, move: Move, data: str, state: Any) -> None:
        before = self.state
        entry = self.add(kind, self.spell(move), data, Moment(self.game, state))
        self.learn(before, move, entry.seq)
        self.settle(entry.seq)

    def _kept(self, move: Move) -> str:
        """Return a move as it is kept: with its seat named, so that it stays that seat's when the past is changed."""
        return encode(self.game.named(move, self.state))

    def spell(self, move: Move) -> str:
        """Return a move in normal form, as it is entered at this point."""
        return self.game.spell(move, self.state)

    def learn(self, before: Any, move: Move, group: int) -> None:
        """Add the cards that a move told and the edition did not know, if the box has room for them."""
        known = learned(self.game, before, move)
        if known is not None:
            cards, game = known
            self.add("learn", f"learn {len(cards)}", encode(cards), Moment(game, self.state), group)

    def settle(self, group: int) -> None:
        """Add the moves that play themselves."""
        for _ in range(MOST_FOLLOWERS):
            move = self.game.automatic(self.state)
            if move is None:
                return
            self.follow(move, group)
        raise RuntimeError(f"{self.game.title} plays by itself without end")

    def follow(self, move: Move, group: int) -> None:
        """Add one move that plays itself, and what it teaches."""
        before = self.state
        after = Moment(self.game, self.game.apply(before, move))
        self.add("play", self.spell(move), encode(move), after, group)
        self.learn(before, move, group)


def learned(game: Game, before: Any, move: Move) -> tuple[list[Any], Game] | None:
    """Return the cards (JSON values) that a move teaches and the game that knows them; None where there are none.

    A card that the box has no room for stays in the position, on the table's word, but is not learned.
    """
    cards = list(msgspec.to_builtins(game.learns(before, move)))
    if not cards:
        return None
    try:
        return cards, game.with_cards(cards)
    except CompanionError:
        return None


def steps(text: str) -> list[str]:
    """Split a line at its semicolons.

    Raises:
        UnreadableError: there is nothing on it.
    """
    found = [step.strip() for step in text.split(";")]
    if not any(found):
        raise UnreadableError(text, "a move, or several with a semicolon between them")
    return [step for step in found if step]
