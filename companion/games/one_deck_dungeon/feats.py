"""Feats that roll black dice before the encounter: what a gamble and what dropping dice come to."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import msgspec

from companion.engine.odds import Table
from companion.games.one_deck_dungeon.abilities import Cost
from companion.games.one_deck_dungeon.boxes import Pool
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.fight import Encounter, Throws
from companion.games.one_deck_dungeon.losses import WOUNDS, Loss
from companion.games.one_deck_dungeon.rolls import Faces, Roll


def gambled(fight: Fight, many: int, risk: Cost, face: int = 1, preference: str = WOUNDS) -> Table[Loss]:
    """Return the law of a fight with black dice of which none should show a face (Daring Gamble).

    Args:
        fight: the fight without them.
        many: dice rolled.
        risk: what is lost at once if any of them shows the face.
        face: that face.
        preference: one of `losses.PREFERENCES`.
    """
    spared = _with_black(fight, many, (face,)).law(preference)
    paying = msgspec.structs.replace(fight, paid=fight.paid.plus(risk))
    out = dict(spared.items())
    for loss, weight in _with_black(paying, many, ()).law(preference).items():
        out[loss] = out.get(loss, 0) + weight
    for loss, weight in _with_black(paying, many, (face,)).law(preference).items():
        out[loss] -= weight
    return Table(out)


def _with_black(fight: Fight, many: int, never: Iterable[int]) -> Encounter:
    """Return a fight with more black dice, counting only rolls in which they show none of some faces."""
    plain = Encounter(_more_black(fight, many))
    faces = plain.plan.faces[3]
    lucky = Faces(tuple(0 if value in never else 1 for value in range(1, 7)), faces.becomes)
    laws = (*plain.laws[:3], ((fight.pool.heroic, faces), (many, lucky)))
    return Encounter(plain.fight, laws)


def _more_black(fight: Fight, many: int) -> Fight:
    strength, agility, magic, heroic = fight.pool.counts()
    return msgspec.structs.replace(fight, pool=Pool(strength, agility, magic, heroic + many))


class Dropping(Encounter):
    """A fight with black dice of which some are dropped before anything else happens (Eagle Eye).

    The lowest are dropped: a higher black die is never worse outside boss fights, in which there are no feats.

    Args:
        fight: the fight without them.
        many: dice rolled.
        drop: how many of them are dropped.
        cost: what the feat costs, paid at once.
    """

    def __init__(self, fight: Fight, many: int, drop: int, cost: Cost) -> None:
        self.many, self.drop = many, drop
        paid = msgspec.structs.replace(fight, paid=fight.paid.plus(cost))
        super().__init__(_more_black(paid, many))

    def throws(self, colour: int) -> Throws:
        """Return the rolls of a colour; of the black dice of the feat only those that are kept."""
        if colour != 3:
            return super().throws(colour)
        faces, marks = self.plan.faces[3], self.plan.marks
        laws = self.laws
        self.laws = (*laws[:3], ((self.fight.pool.heroic - self.many, faces),))
        base = super().throws(3)
        self.laws = laws
        found: dict[Roll, int] = {}
        for values in product(range(1, 7), repeat=self.many):
            kept = sorted(values, key=lambda value: (faces.becomes[value - 1], -marks[value - 1]))[self.drop :]
            dice = [faces.becomes[value - 1] for value in kept if faces.becomes[value - 1]]
            for roll, weight in base.items():
                joined = Roll(
                    tuple(sorted((*roll.dice, *dice), reverse=True)),
                    roll.tally + sum(marks[value - 1] for value in kept),
                )
                found[joined] = found.get(joined, 0) + weight
        return found
