"""What questions are asked with: heroes, a card, a way and numbers out of their parameters, and the fight they mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from companion.engine.errors import CompanionError, UnknownNameError, UnreadableError
from companion.engine.game import number_in
from companion.games.one_deck_dungeon import odds
from companion.games.one_deck_dungeon.abilities import PERIL
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.gaining import with_all_stored
from companion.games.one_deck_dungeon.notation import read_group
from companion.games.one_deck_dungeon.odds import Meeting
from companion.games.one_deck_dungeon.options import rolling
from companion.games.one_deck_dungeon.state import UNTOLD, Door, Face, Position
from companion.games.one_deck_dungeon.telling import people, stored_words

USUAL = {"k": "1", "n": "1", "rooms": "1", "turns": "5", "rolls": "3", "time": "2", "card": "1", "option": "1"}
"""Parameters that may be left out."""
MOST = 99
"""The largest number that a question takes."""


class Asked(NamedTuple):
    """A question with what it is asked of.

    Args:
        cat: the cards.
        state: the position.
        params: the parameters, as text.
        text: the question in words; "" where nobody has put it in words.
    """

    cat: Catalogue
    state: Position
    params: Mapping[str, str]
    text: str = ""

    def number(self, name: str) -> int:
        """Return a parameter that is a whole number.

        Raises:
            UnreadableError: it is none, or too large.
        """
        return number_in(self.params, name, USUAL.get(name, ""), MOST)

    def word(self, name: str, words: tuple[str, ...]) -> str:
        """Return a parameter that is one of some words; the first of them where it is left out.

        Raises:
            UnknownNameError: it is another.
        """
        text = self.params.get(name) or words[0]
        if text not in words:
            raise UnknownNameError(name, text, words)
        return text

    @property
    def group(self) -> tuple[str, ...]:
        """Return the heroes that are asked about: those named, else those who fight now, else all.

        Raises:
            UnknownNameError: there is no such hero.
        """
        if self.params.get("group"):
            return read_group(self.params["group"], self.state)
        return self.state.fight.part.heroes if self.state.fight is not None else self.state.handles

    @property
    def who(self) -> str:
        """Return those heroes as people say them."""
        return people(self.state, self.group)

    @property
    def face(self) -> Face:
        """Return the card that is asked about; `Face()` stands for the boss.

        Raises:
            CompanionError: no card lies open.
            UnreadableError: the door has no such card.
        """
        state = self.state
        if state.at_boss:
            return Face()
        if state.fight is not None:
            return state.fight.part.card
        door = self._door
        if not 1 <= self.number("card") <= len(door.cards):
            raise UnreadableError(self.params.get("card", ""), f"a card of that door, 1 to {len(door.cards)}")
        return door.cards[self.number("card") - 1]

    @property
    def _door(self) -> Door:
        state = self.state
        first = next((n for n, door in enumerate(state.doors, 1) if door.open), 0)
        usual = state.opening + 1 if state.step == "meet" else first
        number = self.number("door") if self.params.get("door") else usual
        if not 1 <= number <= len(state.doors) or not state.doors[number - 1].open:
            raise CompanionError("No card lies open there: open a door first.")
        return state.doors[number - 1]

    @property
    def option(self) -> int:
        """Return the way through a peril that is asked about: the one chosen, else the one named, else the first."""
        state = self.state
        if state.fight is not None and state.fight.part.option:
            return state.fight.part.option
        foe = self.cat.foe(self.face) if not state.at_boss else None
        return self.number("option") if foe is not None and foe.kind == PERIL else 0

    @property
    def meeting(self) -> Meeting:
        """Return what the heroes have before them: the roll that waits, or the card as if it were fought now.

        Before an encounter has begun stored dice count: the rules let them be used. Once it has, what is used is told.

        Raises:
            CompanionError: there is no such fight, or some of its dice are rolled.
            EditionIncompleteError: nobody has told what the card asks for, or the dice of a hero.
        """
        bare = self.bare
        return bare if self._begun else with_all_stored(self.cat, self.state, self.group, bare)

    @property
    def _begun(self) -> bool:
        return self.state.fight is not None and self.state.fight.begun

    @property
    def bare(self) -> Meeting:
        """Return what the heroes have before them with no stored die that is not used yet.

        Raises:
            CompanionError: there is no such fight, or some of its dice are rolled.
            EditionIncompleteError: nobody has told what the card asks for, or the dice of a hero.
        """
        state = self.state
        if state.fight is None:
            return odds.meeting(self.cat, state, self.group, self.face, self.option)
        if not (plain(state) or begins(state)):
            raise CompanionError("No encounter is about to be rolled that can be followed die by die.")
        return odds.under_way(self.cat, state, self.option)

    @property
    def stored(self) -> tuple[str, ...]:
        """Return in words which stored dice are counted, as something that is assumed; nothing where none are."""
        if self._begun or self.state.at_boss:
            return ()
        return tuple(stored_words(self.cat, self.state, self.group))

    def with_doors(self, many: int) -> Asked:
        """Return the question as if so many doors lay open, that of the fight included."""
        state = self.state
        other = Door((UNTOLD,) * (2 if state.four else 1), open=True)
        here = () if state.fight is not None else (self._door,)
        state = replace(state, doors=(*here, *(other,) * (many - 1)), opening=0)
        params = {name: value for name, value in self.params.items() if name != "door"}
        return self._replace(state=state, params=params)


def begins(state: Position) -> bool:
    """Say whether an encounter is chosen and its dice are followed, but it has not begun."""
    fight = state.fight
    return fight is not None and state.step == "fight" and not fight.begun and not fight.untold


def plain(state: Position) -> bool:
    """Say whether the roll of the encounter itself waits, and all of it."""
    fight = state.fight
    if fight is None or not rolling(state):
        return False
    (*first, last) = fight.tasks
    return not first and last.throw is not None and last.throw.main and not last.rolled and not fight.dice
