"""What hearts, time, cards and levels are worth to a party, in hearts: rules of thumb, tuned by playing games.

A heart is dearer the fewer are left, potions counted. A card of time is a share of the next encounter, at the stairs a
share of a heart. A card won is dice in all fights to come; it is dearer to a party that has fewer than those that win.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import msgspec

from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.losses import Loss, falls
from companion.games.one_deck_dungeon.party import health
from companion.games.one_deck_dungeon.state import BOSS_FLOOR, Position

FALL = Fraction(14)
"""Hearts that a hero who falls counts: the game is lost."""
DEARER = Fraction(3, 2)
"""A heart counts so much more where it is the last that can be lost, half of it where it is the last but one."""
TIME = Fraction(2, 9)
"""A card of time."""
TOKENS = 3
"""Time at the stairs that costs a heart."""
WON = (Fraction(4), Fraction(7, 2), Fraction(3), Fraction(0))
"""A card won on each floor."""
PACE, HURRY = Fraction(11, 2), Fraction(2, 5)
"""Cards that are won on a floor, and what each that is missing makes a card dearer."""
XP_A_CARD = Fraction(126, 44)
"""XP of an encounter card on average."""
FLED = Fraction(-1, 2)
"""Having fled: the door stays in the way."""
TOKEN = Fraction(5, 2)
"""A potion token."""
POISON = Fraction(1)
"""A poison token."""
A_TURN = 2
"""Time that each turn costs."""
FIGHTS = (5.5, 5.5, 4.0)
"""Encounters of a whole floor, about."""
ROUNDS = 4.0
"""What the boss counts for, in encounters."""
CARDS = 44
"""Cards of the deck of one set."""
BEARABLE = 8
"""Hearts that can be lost where nobody has told."""


class Stakes(msgspec.Struct, frozen=True):
    """What outcomes are worth.

    Args:
        won: a card.
        down: cards in the deck: time beyond them goes to the stairs.
        spare: hearts that the weakest hero can lose.
        potions: potion tokens, each as good as a heart to spare.
    """

    won: Fraction = WON[0]
    down: int = CARDS
    spare: int = BEARABLE
    potions: int = 0

    def heart(self, left: int) -> Fraction:
        """Return what losing one heart costs of so many that can be lost."""
        return 1 + DEARER / max(1, left + self.potions)

    def hearts(self, lost: int, bearable: int) -> Fraction:
        """Return what it costs to lose so many hearts of so many that can be lost."""
        return sum((self.heart(bearable - n) for n in range(min(lost, bearable))), Fraction(0))

    def time(self, cards: int) -> Fraction:
        """Return what it costs to lose so much time."""
        deck = min(cards, self.down)
        return TIME * deck + Fraction(cards - deck, TOKENS) * self.heart(self.spare)

    def worth(self, fight: Fight, loss: Loss) -> Fraction:
        """Return what an outcome of a fight is worth, the card won included."""
        bearable = fight.bearable if fight.bearable is not None else BEARABLE
        cost = self.hearts(loss.damage, bearable) + self.time(loss.time) + POISON * loss.poison
        return (self.won if loss.loot else Fraction(0)) - cost - FALL * falls(fight, loss)

    def judge(self, fight: Fight) -> Callable[[Loss, int, int], float]:
        """Return what tells the worth of an outcome, roundly and at once."""
        known: dict[Loss, float] = {}

        def worth(loss: Loss, hits: int, missed: int) -> float:
            if loss not in known:
                known[loss] = float(self.worth(fight, loss))
            return known[loss]

        return worth


def stakes_of(cat: Catalogue, state: Position) -> Stakes:
    """Return what outcomes are worth in a position."""
    won = WON[min(state.floor, BOSS_FLOOR) - 1] + HURRY * max(Fraction(0), behind(cat, state))
    left = [(health(cat, state, hero) or BEARABLE) - hero.damage - 1 for hero in state.heroes]
    return Stakes(won, state.down, min(left), state.potions)


def behind(cat: Catalogue, state: Position) -> Fraction:
    """Return how many cards a party that wins has more by now; below 0 if it has fewer."""
    if state.at_boss:
        return Fraction(0)
    whole = (CARDS - PACE * (state.floor - 1)) * state.sets
    past = 1 - min(Fraction(1), state.down / whole)
    needed = PACE * (state.floor - 1 + past) * state.sets
    levels = (cat.levels.get(n) for n in range(1, state.level))
    spent = sum((card.xp or 0) * state.sets for card in levels if card is not None)
    held = sum(len(hero.items) + len(hero.skills) for hero in state.heroes) + len(state.tucked)
    return needed - held - (spent + state.xp) / XP_A_CARD


def fights_left(state: Position) -> float:
    """Return about how many encounters still come, the boss counted as some."""
    floor = min(state.floor, BOSS_FLOOR)
    if floor == BOSS_FLOOR:
        return ROUNDS
    here = min(1.0, state.down / (CARDS * state.sets)) * FIGHTS[floor - 1]
    closed = sum(not door.open for door in state.doors)
    return here + 0.7 * closed + sum(FIGHTS[floor:]) + ROUNDS
