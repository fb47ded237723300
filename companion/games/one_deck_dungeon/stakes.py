"""What hearts, time, cards and levels are worth to a party, in hearts: rules of thumb, tuned by playing games.

A heart is dearer the fewer are left. A card of time is a share of the next encounter, or at the stairs a share of a
heart. A card won is dice in all fights to come.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.losses import Loss, falls
from companion.games.one_deck_dungeon.party import health
from companion.games.one_deck_dungeon.state import BOSS_FLOOR, Position

FALL = 14.0
"""Hearts that a hero who falls counts: the game is lost."""
DEARER = 1.5
"""A heart counts so much more where it is the last that can be lost, half of it where it is the last but one."""
TIME = 0.22
"""A card of time."""
TOKENS = 3
"""Time at the stairs that costs a heart."""
WON = (4.0, 3.5, 3.0, 0.0)
"""A card won on each floor."""
PACE, HURRY = 5.5, 0.4
"""Cards that are won on a floor, and what each that is missing makes a card dearer."""
XP_A_CARD = 2.9
FLED = -0.5
"""Having fled: the door stays in the way."""
TOKEN = 2.5
"""A potion token."""
POISON = 0.8
"""A poison token."""
A_TURN = 2
"""Time that each turn costs."""
FIGHTS = (5.5, 5.5, 4.0)
"""Encounters of a whole floor, about."""
ROUNDS = 4.0
"""What the boss counts for, in encounters."""
PER_DIE = 0.35
"""What a die more saves in an encounter."""


class Stakes:
    """What outcomes are worth in a position.

    Args:
        cat: the cards.
        state: the position.
    """

    def __init__(self, cat: Catalogue, state: Position) -> None:
        self.cat, self.state = cat, state
        self.won = WON[min(state.floor, BOSS_FLOOR) - 1] + HURRY * max(0.0, self.behind())

    def behind(self) -> float:
        """Return how many cards a party that wins has more by now, for each hero pair."""
        state = self.state
        if state.at_boss:
            return 0.0
        past = 1.0 - min(1.0, state.down / ((44 - 6 * (state.floor - 1)) * state.sets))
        needed = PACE * (state.floor - 1 + past) * state.sets
        spent = sum((card.xp or 0) * state.sets for n in range(1, state.level) if (card := self.cat.levels.get(n)))
        held = sum(len(hero.items) + len(hero.skills) for hero in state.heroes) + len(state.tucked)
        return needed - held - (spent + state.xp) / XP_A_CARD

    def heart(self, left: float) -> float:
        """Return what losing one heart costs of so many that can be lost, potions among them."""
        return 1.0 + DEARER / max(1.0, left)

    def hearts(self, lost: int, bearable: int) -> float:
        """Return what it costs to lose so many hearts of so many that can be lost."""
        spare = self.state.potions
        return sum(self.heart(bearable - n + spare) for n in range(lost))

    def time(self, cards: int) -> float:
        """Return what it costs to lose so much time."""
        deck = min(cards, self.state.down)
        return TIME * deck + (cards - deck) / TOKENS * self.heart(self.spare)

    @property
    def spare(self) -> int:
        """Return the hearts that the weakest hero can lose."""
        left = [(health(self.cat, self.state, hero) or 5) - hero.damage - 1 for hero in self.state.heroes]
        return min(left)

    def judge(self, fight: Fight) -> Callable[[Loss, int, int], float]:
        """Return what an outcome of a fight is worth, the card won included."""
        bearable = fight.bearable if fight.bearable is not None else 8

        def worth(loss: Loss, hits: int, missed: int) -> float:
            cost = self.hearts(min(loss.damage, bearable), bearable) + self.time(loss.time) + POISON * loss.poison
            return (self.won if loss.loot else 0.0) - cost - FALL * falls(fight, loss)

        return worth

    def fights(self) -> float:
        """Return about how many encounters still come, the boss counted as some."""
        floor = min(self.state.floor, 4)
        if floor == 4:
            return ROUNDS
        whole = 40.0 * self.state.sets
        here = min(1.0, self.state.down / whole) * FIGHTS[floor - 1]
        closed = sum(not door.open for door in self.state.doors)
        return here + 0.7 * closed + sum(FIGHTS[floor:]) + ROUNDS
