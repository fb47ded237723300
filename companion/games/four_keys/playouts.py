"""Games played on from a position in the compact form, with the unseen cards drawn by lot.

Nothing here knows in which order the cards lie: every playout draws its own order from the cards that nobody has seen.
Everybody takes the card, and lays it where, the quick estimate of `gains` likes best.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import inf
from random import Random
from typing import NamedTuple, TypeAlias

from companion.games.four_keys.dungeon import FULL
from companion.games.four_keys.gains import Gains, gains_of
from companion.games.four_keys.outlook import Outlook
from companion.games.four_keys.plan import Piece, PieceMaker, Plan, plan_of
from companion.games.four_keys.scoring import SCORING_OPTIONS
from companion.games.four_keys.state import Position, card_words, is_acolyte, seat_of, top_card

Tile: TypeAlias = tuple[int, bool]
"""A tile on a line: the number of its seat, and whether it is the Acolyte."""
Stack: TypeAlias = list[Piece]
"""Cards of one pile, the top last."""


NO_CARD = Piece((), None)
"""What an Acolyte takes where it takes no card."""


class Scene(NamedTuple):
    """A position in compact form, at the turn of the first tile in `order`.

    Args:
        plans: every seat's dungeon.
        order: the tiles still to act in this round.
        choice: the tile on each space of the Choice Line.
        tops: the open cards; None where nobody told.
        unseen: for each pile the cards that may lie under the top.
        below: how many cards lie there, an untold top counted.
        outlook: what is to come.
        collects: whether an Acolyte's turn takes a card.
    """

    plans: tuple[Plan, ...]
    order: tuple[Tile, ...]
    choice: tuple[Tile | None, ...]
    tops: tuple[Piece | None, ...]
    unseen: tuple[tuple[Piece, ...], ...]
    below: tuple[int, ...]
    outlook: Outlook
    collects: bool

    @property
    def mover(self) -> int:
        """The number of the seat that acts."""
        return self.order[0][0]

    @property
    def tiles(self) -> int:
        """How many tiles play."""
        return len(self.order) + sum(tile is not None for tile in self.choice)

    def stacks(self, random: Random, cards: int) -> list[Stack]:
        """Draw what lies on each pile: its open top, and under it so many cards by lot."""
        out = []
        for top, unseen, below in zip(self.tops, self.unseen, self.below, strict=True):
            drawn = random.sample(unseen, min(cards, below, len(unseen)))
            out.append([*drawn, top] if top is not None else drawn)
        return out


def rules_of(state: Position) -> dict[str, bool]:
    """Return the house rules that the score depends on."""
    return {name: getattr(state.rules, name) for name in SCORING_OPTIONS}


def scene_of(state: Position, make: PieceMaker) -> Scene:
    """Return a position in compact form. The order in which unseen cards are listed does not matter."""
    number = {player.handle: i for i, player in enumerate(state.players)}

    def tile(name: str) -> Tile:
        return number[seat_of(name)], is_acolyte(name)

    tops = [top_card(pile) for pile in state.piles]
    unseen = [tuple(map(make, sorted(pile.unseen, key=card_words))) for pile in state.piles]
    doors = Counter(piece.door for i in (0, 2) for piece in unseen[i] if piece.door is not None)
    rules = rules_of(state)
    return Scene(
        tuple(plan_of(player.dungeon, rules) for player in state.players),
        tuple(map(tile, state.order)),
        tuple(tile(name) if name else None for name in state.choice),
        tuple(None if card is None else make(card) for card in tops),
        tuple(unseen),
        tuple(pile.down - (card is not None) for pile, card in zip(state.piles, tops, strict=True)),
        Outlook(rules, list(doors.items())),
        state.rules.acolyte_collects,
    )


class Playout:
    """One game played on.

    Args:
        scene: where it starts.
        stacks: what lies on each pile, see `Scene.stacks`; used up.
    """

    def __init__(self, scene: Scene, stacks: Sequence[Stack]) -> None:
        self.outlook = scene.outlook
        self.collects = scene.collects
        self.plans = list(scene.plans)
        self.order = list(scene.order)
        self.choice = list(scene.choice)
        self.stacks = [stack[:] for stack in stacks]
        if not self.order:
            self._slide()

    def renew(self) -> None:
        """Let the tile that acts pay for new tops."""
        seat = self.order[0][0]
        self.plans[seat] = self.plans[seat].paying(1)
        for stack in self.stacks:
            if stack:
                stack.pop()

    def take(self, pile: int, push: int | None, plan: Plan) -> None:
        """Let the tile that acts take a card, with the dungeon after it was laid."""
        tile = self.order.pop(0)
        if push is not None:
            self.choice[push] = self.choice[pile]
        self.choice[pile] = tile
        if self.stacks[pile]:
            self.stacks[pile].pop()
        self.plans[tile[0]] = plan
        if not self.order:
            self._slide()

    def _slide(self) -> None:
        """Begin the next round."""
        self.order = [tile for tile in self.choice if tile is not None]
        self.choice = [None] * len(self.choice)

    def take_best(self, pile: int, push: int | None) -> None:
        """Let the tile that acts take whatever lies on a pile, if it takes a card, and lay it best."""
        seat, acolyte = self.order[0]
        plan = self.plans[seat]
        if acolyte and not self.collects:
            self.stacks[pile].append(NO_CARD)
        elif self.stacks[pile]:
            _, plan = gains_of(self.outlook, plan).best(self.stacks[pile][-1])
        self.take(pile, push, plan)

    def play(self, turns: int) -> None:
        """Play so many turns, or to the end."""
        for _ in range(turns):
            seat, acolyte = self.order[0]
            plan = self.plans[seat]
            if plan.count >= FULL:
                return
            if acolyte and not self.collects:
                self.take_best(self.choice.index(None), None)
                continue
            found = self._best(gains_of(self.outlook, plan))
            if found is None:
                return
            self.take(found[0], None, found[1])

    def _best(self, gains: Gains) -> tuple[int, Plan] | None:
        """Return the pile with the best card for a dungeon, and the dungeon after it; free spaces only."""
        most, best = -inf, None
        for pile, stack in enumerate(self.stacks):
            if stack and self.choice[pile] is None:
                gain, after = gains.best(stack[-1])
                if gain > most:
                    most, best = gain, (pile, after)
        return best

    def expected(self) -> list[float]:
        """Return what every seat can be expected to end with."""
        return [self.outlook.expected(plan) for plan in self.plans]


def margin(worths: Sequence[float], seat: int) -> float:
    """Return the points of a seat less those of its best rival."""
    return worths[seat] - max((worth for i, worth in enumerate(worths) if i != seat), default=0.0)


__all__ = ["Playout", "Scene", "margin", "rules_of", "scene_of"]
