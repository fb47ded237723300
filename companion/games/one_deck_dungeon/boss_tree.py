"""A round against a boss with every skill, by going through the game tree after each roll.

The moments are those of `playing`; here each is told by the choices that it leaves, so that they serve for every
position of the fight. What a skill rolls is luck between two moments.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.abilities import Cost, Effect
from companion.games.one_deck_dungeon.boss_law import Blow, Law, Luck, Outcomes, luck_of, worthwhile
from companion.games.one_deck_dungeon.boxes import COLOURS, Box
from companion.games.one_deck_dungeon.odds import Meeting
from companion.games.one_deck_dungeon.playing import Playing, Rolled, TooLargeError, changed, ranked, together
from companion.games.one_deck_dungeon.playing import Standing as Moment
from companion.games.one_deck_dungeon.tools import choices, in_order, less, meant

MOMENTS = 150_000
"""Moments that are gone through at most."""

Choices = tuple[frozenset[Blow], frozenset[Luck]]
"""What a moment leaves to be chosen: blows, and what may be rolled."""


class Tree(Law):
    """The law of a round in which every skill counts.

    Args:
        found: the group before the boss.
        bearable: damage beyond which blows are not told apart.
        keen: whether more hits are never worse.

    Raises:
        TooLargeError: there are more moments than `MOMENTS`.
    """

    def __init__(self, found: Meeting, bearable: int, keen: bool = False) -> None:
        super().__init__(found.fight, keen)
        moments = _Moments(self, found, bearable)
        for moment, weight in moments.starts.items():
            self.begins(self.number(*moments.choices(moment)), weight)


class _Moments(Playing):
    """The moments of a round, each told by its choices.

    Args:
        law: where they are numbered.
        found, bearable: as for `Tree`.
    """

    def __init__(self, law: Law, found: Meeting, bearable: int) -> None:
        super().__init__(found.fight, found.dice, found.tools, len(found.fighters), 0, MOMENTS)
        self.to, self.bearable = law, bearable
        self.skulls = sum(box.skull for box in found.fight.all_boxes)
        self._left: dict[Moment, Choices] = {}
        self._outcomes: dict[tuple[object, ...], tuple[Outcomes, list[str]]] = {}

    def choices(self, moment: Moment) -> Choices:
        """Return what a moment leaves to be chosen.

        Raises:
            TooLargeError: more than `MOMENTS` were gone through.
        """
        found = self._left.get(moment)
        if found is None:
            self.looked += 1
            if self.looked > self.limit:
                raise TooLargeError
            found = self._left[moment] = self._event(moment) if moment.queue else self._decision(moment)
        return found

    def _decision(self, moment: Moment) -> Choices:
        blows, lucks = set(self._finished(moment)), set[Luck]()
        if moment.used != (1 << len(self.tools)) - 1:
            for after in self.after(moment):
                more, rolled = self.choices(after)
                blows |= more
                lucks |= rolled
        return worthwhile(blows, self.to.keen), frozenset(lucks)

    def _event(self, moment: Moment) -> Choices:
        """Return what the first effect that waits leaves to be chosen."""
        (owner, effect), *more = moment.queue
        rest = replace(moment, queue=tuple(more))
        match effect:
            case a.Roll():
                whose = meant(owner, effect.owner, self.heroes)
                if whose is None:
                    return self.choices(rest)
                pool = zip(COLOURS, effect.pool.counts(), strict=True)
                return self._luck(rest, tuple((self._owner(whose, c), c, n) for c, n in pool if n))
            case a.Gain():
                return self.choices(replace(rest, hand=self._gained(rest.hand, owner, effect)))
            case a.Lose(cost=cost):
                return self.choices(replace(rest, lost=rest.lost.plus(cost)))
            case a.Prevent() | a.Halve() | a.Convert():
                return self.choices(replace(rest, wards=tuple(sorted((*rest.wards, effect), key=repr))))
            case a.Add() | a.Set() | a.Reroll() | a.Recolour() | a.Trade():
                return self._picked(rest, owner, effect)
        return self.choices(rest)

    def _picked(self, rest: Moment, owner: int, effect: a.Add | a.Set | a.Reroll | a.Recolour | a.Trade) -> Choices:
        """Return what an effect leaves to be chosen that somebody chooses dice for."""
        blows, lucks = set[Blow](), set[Luck]()
        for dice in choices(rest.hand, effect.which, meant(owner, effect.which.owner, self.heroes)):
            left = replace(rest, hand=less(rest.hand, dice))
            if isinstance(effect, a.Reroll):
                more, rolled = self._luck(left, tuple((mine, colour, 1) for mine, colour, _, _ in dice))
            else:
                hand = in_order([*left.hand, *(changed(effect, die) for die in dice)])
                more, rolled = self.choices(replace(left, hand=hand))
            blows |= more
            lucks |= rolled
        return worthwhile(blows, self.to.keen), frozenset(lucks)

    def _luck(self, rest: Moment, dice: Rolled) -> Choices:
        """Return what dice leave to be chosen before they fall: nothing but to see where they lead."""
        if not dice:
            return self.choices(rest)
        weights: dict[int, int] = {}
        for hand, lost, weight in self.thrown(together(dice)):
            after = replace(rest, hand=in_order([*rest.hand, *hand]), lost=rest.lost.plus(lost))
            number = self.to.number(*self.choices(after))
            weights[number] = weights.get(number, 0) + weight
        if len(weights) == 1:
            node = self.to.nodes[next(iter(weights))]
            return node.blows, node.lucks
        return frozenset(), frozenset((luck_of(weights),))

    # ------------------------------------------------------------------------------------------------------- the end

    def _finished(self, moment: Moment) -> set[Blow]:
        """Return the blows that can be had if nothing else is done."""
        armor = tuple(die[2] for die in moment.hand if die[3] == "armor")
        found = set[Blow]()
        for boxes in self._armored(armor) if armor else (self._boxes,):
            outcomes, colours = self._told(moment.wards, replace(moment.lost, time=0), boxes)
            found |= outcomes.blows(ranked(outcomes.grid, colours, moment.hand))
        return found

    def _told(self, wards: tuple[Effect, ...], lost: Cost, boxes: tuple[Box, ...]) -> tuple[Outcomes, list[str]]:
        key = (wards, lost, boxes)
        if key not in self._outcomes:
            plan = self._plan(wards, lost, boxes)
            colours = [COLOURS[kind.colour] if kind.colour >= 0 else "" for kind in plan.kinds]
            self._outcomes[key] = Outcomes(plan, self.bearable, self.skulls), colours
        return self._outcomes[key]
