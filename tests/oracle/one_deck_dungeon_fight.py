"""A fight counted the slow way: every ordered roll, every black die that can be made, every die on every box.

Dice are pairs (colour, value). Nothing is sorted away or cut short; what is remembered is only what the same dice led
to before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

from companion.games.one_deck_dungeon.boxes import Box
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.wording import spell_effect

Die = tuple[str, int]
Hand = tuple[Die, ...]


def rolls(fight: Fight) -> Iterator[tuple[Hand, tuple[int, int]]]:
    """Yield the dice that lie there after each ordered roll, and what time and damage the faces cost."""
    colours = [colour for colour, many in zip("SAMH", fight.pool.counts(), strict=True) for _ in range(many)]
    rules = words(fight)
    for values in product(range(1, 7), repeat=len(colours)):
        dice = list(zip(colours, values, strict=True))
        if "discard 13" in rules:
            dice = [die for die in dice if die[1] not in (1, 3)]
        if "discard 1" in rules:
            dice = [die for die in dice if die[1] != 1]
        if "discard 2" in rules:
            dice = [die for die in dice if die[1] != 2]
        if "discard 1 H" in rules:
            dice = [die for die in dice if die != ("H", 1)]
        if "weaken H 1" in rules:
            dice = [(colour, value - (colour == "H")) for colour, value in dice]
        struck = (values.count(1) * ("toll 1t per 1" in rules), values.count(6) * ("toll 1h per 6" in rules))
        yield tuple(sorted(die for die in dice if die[1] > 0)), struck


@cache
def words(fight: Fight) -> set[str]:
    """Return the rules and wards of a fight as words."""
    return {spell_effect(effect) for effect in (*fight.rules, *fight.wards)}


def may_lie(die: Die, box: Box, fight: Fight) -> bool:
    """Return whether a die may lie on a box."""
    if die[0] == "H":
        return not ("bar H" in words(fight) and box.skull)
    return box.colour in ("G", die[0])


def fills(dice: Hand, box: Box, fight: Fight) -> bool:
    """Return whether just these dice cover a box."""
    if not all(may_lie(die, box, fight) for die in dice):
        return False
    if box.wide:
        return sum(value for _, value in dice) >= box.target
    copies = 2 if "twice" in words(fight) and box.skull else 1
    return len(dice) == copies and all(value >= box.target for _, value in dice)


def without(dice: Hand, used: Hand) -> Hand:
    """Return the dice that are left."""
    left = Counter(dice)
    left.subtract(Counter(used))
    return tuple(sorted(left.elements()))


class Slow:
    """One fight, counted out."""

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self.boxes = fight.boxes + tuple(box for row in fight.rows for box in row)
        self.armor = [box.armor or ("harden S" in words(fight) and box.colour == "S") for box in self.boxes]
        self.joined = 3 if "black 3" in words(fight) else 2
        self.laid = cache(self._laid)
        self.made = cache(self._made)

    def _laid(self, dice: Hand, at: int) -> frozenset[frozenset[int]]:
        """Return the sets of boxes, from number `at` on, that these dice cover as they are."""
        if at == len(self.boxes):
            return frozenset([frozenset()])
        found = set(self.laid(dice, at + 1))
        for many in range(1, len(dice) + 1):
            for used in set(combinations(dice, many)):
                if fills(used, self.boxes[at], self.fight):
                    found |= {sets | {at} for sets in self.laid(without(dice, used), at + 1)}
        return frozenset(found)

    def _made(self, dice: Hand) -> frozenset[frozenset[int]]:
        """Return the sets of boxes that these dice cover, black ones being made first."""
        found = set(self.laid(dice, 0))
        if self.fight.supply >= 0 and sum(colour == "H" for colour, _ in dice) >= self.fight.supply:
            return frozenset(found)
        for used in set(combinations(dice, self.joined)):
            black = ("H", min(value for _, value in used))
            found |= self.made(tuple(sorted((*without(dice, used), black))))
        return frozenset(found)

    def sets(self, dice: Hand) -> list[frozenset[int]]:
        """Return the sets of covered boxes that armor allows."""
        walls = {at for at, armor in enumerate(self.armor) if armor}
        return [found for found in self.made(dice) if walls <= found or found <= walls]

    def loss(self, covered: frozenset[int], struck: tuple[int, int]) -> tuple[int, int, int, bool]:
        """Return damage, time, poison, and whether the card is won."""
        rules, tokens = words(self.fight), self.fight.tokens
        left = [box for at, box in enumerate(self.boxes) if at not in covered]
        damage, time, poison = sum(b.damage for b in left), sum(b.time for b in left), sum(b.poison for b in left)
        if "extra 2t if open" in rules and left:
            time += 2
        if "extra 1h if 1h" in rules and damage:
            damage += 1
        if "extra 1h if 3t" in rules and time >= 3:
            damage += 1
        if "convert 1h into 1t" in rules and damage == 1:
            damage, time = 0, time + 1
        if "prevent 2t" in rules:
            time = max(0, time - 2)
        if "halve" in rules:
            damage -= damage // 2
        elif "prevent 1h" in rules:
            damage = max(0, damage - 1)
        while tokens >= 0 and poison > tokens:
            poison, damage = poison - 1, damage + 1
        broken = all(at in covered for at, armor in enumerate(self.armor) if armor)
        paid = self.fight.paid
        return damage + paid.damage + struck[1], time + paid.time + struck[0], poison, broken or "survive" not in rules

    def key(self, loss: tuple[int, int, int, bool], preference: str) -> tuple[int, ...]:
        """Return how bad a loss is."""
        damage, time, poison, won = loss
        bearable = sum(hearts - 1 for hearts in self.fight.hearts)
        fall = bool(self.fight.hearts) and damage > bearable
        return {
            "stay alive": (fall, damage + poison, time, damage, not won),
            "fewest wounds": (damage, poison, time, not won),
            "save time": (fall, time, damage, poison, not won),
        }[preference]

    def law(self, preference: str) -> Counter[tuple[int, int, int, bool]]:
        """Return how many ordered rolls lead to each loss."""
        out: Counter[tuple[int, int, int, bool]] = Counter()
        for (dice, struck), many in Counter(rolls(self.fight)).items():
            losses = [self.loss(covered, struck) for covered in self.sets(dice)]
            out[min(losses, key=lambda loss: self.key(loss, preference))] += many
        return out

    def full(self) -> int:
        """Return in how many ordered rolls every box can be covered."""
        everything = frozenset(range(len(self.boxes)))
        return sum(many for (dice, _), many in Counter(rolls(self.fight)).items() if everything in self.sets(dice))
