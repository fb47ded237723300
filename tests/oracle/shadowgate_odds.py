"""Chances of Shadowgate by going through every face, every order and every course: slow, and checked by hand.

Nothing here uses the game's own reckoning. Dice are lists of faces; a face is a number as text, "skull" or "staff".
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import Any, TypeVar

T = TypeVar("T")
Faces = Sequence[str]


def pips(face: str) -> int:
    return int(face) if face.isdecimal() else 0


# -------------------------------------------------------------------------------------------------------------- quests


def ways_to_split(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to hand a total out in whole numbers."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in ways_to_split(total - first, parts - 1):
            yield (first, *rest)


def meets(traits: Sequence[int], needs: Sequence[int], total: int) -> bool:
    """Try every way to divide the total of the dice among the traits."""
    return any(
        all(not need or value + share >= need for value, share, need in zip(traits, split, needs, strict=True))
        for split in ways_to_split(total, len(traits))
    )


def meets_whole(traits: Sequence[int], needs: Sequence[int], dice: Sequence[int]) -> bool:
    """Try every way to give each die whole to one trait."""
    for places in product(range(len(traits)), repeat=len(dice)):
        raised = list(traits)
        for die, place in zip(dice, places, strict=True):
            raised[place] += die
        if all(value >= need for value, need in zip(raised, needs, strict=True) if need):
            return True
    return False


def quest_chance(traits: Sequence[int], ways: Sequence[Sequence[int]], black: Faces, boost: int = 0) -> Fraction:
    """Roll every pair of black dice against several ways to meet a quest."""
    rolls = [max(0, pips(one) + pips(other) + boost) for one, other in product(black, repeat=2)]
    return Fraction(sum(any(meets(traits, needs, total) for needs in ways) for total in rolls), len(rolls))


def quest_chance_whole(traits: Sequence[int], ways: Sequence[Sequence[int]], black: Faces) -> Fraction:
    rolls = [[pips(one), pips(other)] for one, other in product(black, repeat=2)]
    return Fraction(sum(any(meets_whole(traits, needs, dice) for needs in ways) for dice in rolls), len(rolls))


# --------------------------------------------------------------------------------------------------------------- torch


def burn(position: int, steps: int) -> tuple[int, int]:
    """Move the torch step by step; return where it stands and how often it lit the skull."""
    skulls = 0
    for _ in range(steps):
        if position == 1:
            skulls += 1
            position = 5
        else:
            position -= 1
    return position, skulls


def skull_counts(position: int, seats: int, fails: Fraction, rounds: int) -> dict[int, Fraction]:
    """Let every turn fail or not, in every way."""
    law: dict[int, Fraction] = defaultdict(Fraction)
    for course in product((True, False), repeat=seats * rounds):
        here, skulls, chance = position, 0, Fraction(1)
        for turn, failed in enumerate(course, start=1):
            chance *= fails if failed else 1 - fails
            here, lit = burn(here, int(failed) + (turn % seats == 0))
            skulls += lit
        law[skulls] += chance
    return dict(law)


def curse_counts(red: Faces, curses: int, stock: Mapping[str, int]) -> dict[tuple[int, ...], Fraction]:
    """Roll the red die in every way, taking tokens while there are any."""
    law: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for rolls in product(red, repeat=curses):
        taken = Counter[str]()
        for face in rolls:
            if taken[face] < stock[face]:
                taken[face] += 1
        law[tuple(taken[name] for name in stock)] += Fraction(1, len(red) ** curses)
    return dict(law)


# --------------------------------------------------------------------------------------------------------------- decks


def final_by(cards: Sequence[Any], draws: int, left: int, met: Fraction) -> Fraction:
    """Deal a deck in every order: is the Barrier among the first draws, and are all Staff items gone?

    Args:
        cards: "barrier", or how many Staff items a card brings.
        draws: cards drawn.
        left: Staff items on the board.
        met: chance that a quest which brings some is met.
    """
    orders = list(permutations(cards))
    total = Fraction(0)
    for order in orders:
        seen = order[:draws]
        if "barrier" in cards and "barrier" not in seen:
            continue
        brings = [card for card in seen if card != "barrier" and card]
        for wins in product((True, False), repeat=len(brings)):
            chance = Fraction(1)
            for won in wins:
                chance *= met if won else 1 - met
            if sum(card for card, won in zip(brings, wins, strict=True) if won) >= left:
                total += chance
    return total / len(orders)


# ---------------------------------------------------------------------------------------------------------------- boss


def attack_rolls(trait: int, black: Faces, blue: Faces | None, boost: int, of_three: bool) -> list[tuple[int, bool]]:
    """Return score and "failed" of every roll, each as likely."""
    rolls = []
    for one, other, third in product(black, black, blue or ["0"]):
        skulls = [one, other, third].count("skull") if of_three else [one, other].count("skull")
        failed = skulls >= 2
        score = 0 if failed else max(0, max(0, trait) + pips(one) + pips(other) + pips(third) + boost)
        rolls.append((score, failed))
    return rolls


Rolls = Callable[[int, int], list[tuple[int, bool]]]
"""Of a seat and how many Energy cards have gone: its rolls."""


def crossed(reds: Sequence[int], old: int, new: int) -> int:
    return sum(1 for red in reds if new <= red < old)


def solve_linear(matrix: list[list[Fraction]], right: list[Fraction]) -> list[Fraction]:
    """Solve a linear system by elimination, in fractions."""
    size = len(matrix)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(size):
        pivot = next(j for j in range(i, size) if rows[j][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [cell / rows[i][i] for cell in rows[i]]
        for j in range(size):
            if j != i and rows[j][i]:
                factor = rows[j][i]
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [row[-1] for row in rows]


Gain = Callable[[int, int, int, bool], int]
"""Of a life total, a seat, a score and "failed": what that roll brings."""


def rota(life: int, seats: int, first: int, rolls: Rolls, reds: Sequence[int], gain: Gain) -> Fraction:
    """Return what a whole fight brings on average: one equation for each life total and seat, all solved at once.

    Args:
        life: of the boss.
        seats: how many attack in turn.
        first: who begins.
        rolls: of a seat and the Energy cards gone.
        reds: red spaces below the life total.
        gain: what a roll brings.
    """
    states = [(left, seat) for left in range(1, life + 1) for seat in range(seats)]
    number = {state: i for i, state in enumerate(states)}
    matrix = [[Fraction(int(i == j)) for j in range(len(states))] for i in range(len(states))]
    right = [Fraction(0)] * len(states)
    for (left, seat), i in number.items():
        outcomes = rolls(seat, crossed(reds, life, left))
        for score, failed in outcomes:
            right[i] += Fraction(gain(left, seat, score, failed), len(outcomes))
            after = (max(0, left - score), (seat + 1) % seats)
            if after[0]:
                matrix[i][number[after]] -= Fraction(1, len(outcomes))
    return solve_linear(matrix, right)[number[life, first]]


End = tuple[int | None, tuple[int, ...], tuple[int, ...]]
"""Who landed it, the XP gained and the Death cards taken by each seat."""


def whole_fights(
    life: int,
    first: int,
    rolls: Rolls,
    reds: Sequence[int],
    fight: Mapping[str, Any],
    misses: int,
) -> dict[End, Fraction]:
    """Go through every course of a fight in which no more than so many attacks come to nothing.

    Args:
        life: of the boss.
        first: who begins.
        rolls: of a seat and the Energy cards gone.
        reds: red spaces below the life total.
        fight: `deaths` and `spared` of each seat, `energy` (XP in order, the last goes on), `action` (Death cards),
            `competition`.
        misses: attacks that leave the marker where it is; in Competition only those without a Death card.
    """
    law: dict[End, Fraction] = defaultdict(Fraction)
    seats, start = len(fight["deaths"]), life

    def alive(deaths: Sequence[int], seat: int) -> bool:
        return not fight["competition"] or deaths[seat] < 5

    def goes_on(left: int, seat: int, xp: list[int], deaths: list[int], missed: int, chance: Fraction) -> None:
        for step in range(1, seats + 1):
            other = (seat + step) % seats
            if alive(deaths, other):
                attack(left, other, xp, deaths, missed, chance)
                return
        law[None, tuple(xp), tuple(deaths)] += chance

    def attack(left: int, seat: int, xp: list[int], deaths: list[int], missed: int, chance: Fraction) -> None:
        gone = crossed(reds, start, left)
        outcomes = Counter(rolls(seat, gone))
        total = sum(outcomes.values())
        for (score, failed), count in outcomes.items():
            part = chance * count / total
            now, after = list(deaths), max(0, left - score)
            if failed:
                now[seat] += 1
            lost = missed + (not score and not (failed and fight["competition"]))
            if lost > misses:
                continue
            red = crossed(reds, left, after)
            won = list(xp)
            for n in range(gone, gone + red):
                won[seat] += fight["energy"][min(n, len(fight["energy"]) - 1)]
            if not after:
                law[seat, tuple(won), tuple(now)] += part
            elif red and fight["action"]:
                act(after, seat, won, now, lost, part)
            else:
                goes_on(after, seat, won, now, lost, part)

    def act(left: int, seat: int, xp: list[int], deaths: list[int], missed: int, chance: Fraction) -> None:
        for hits in product((True, False), repeat=seats):
            part, now = chance, list(deaths)
            for other, hit in enumerate(hits):
                part *= 1 - fight["spared"][other] if hit else fight["spared"][other]
                if hit and alive(now, other):
                    now[other] += fight["action"] if not fight["competition"] else min(fight["action"], 5 - now[other])
            if part:
                goes_on(left, seat, xp, now, missed, part)

    attack(life, first, [0] * seats, list(fight["deaths"]), 0, Fraction(1))
    whole = sum(law.values())
    return {end: chance / whole for end, chance in law.items()}
