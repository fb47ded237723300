"""Named ways to play: `random`, and `greedy`, which takes what is worth most at once.

The greedy player is fair: a door that is still closed counts at its chance of opening, and whatever rests on the final
frame by the share of the frames in which it comes out well. It looks one card ahead, pushes where that is worth the
gold, and renews only when no open card would gain it anything. It does not look at what it leaves to the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import comb
from random import Random

from companion.engine.game import TABLE, Game, Move, Policy
from companion.engine.policies import at_random, named
from companion.games.four_keys.bitboard import FIELD, IN_LINE
from companion.games.four_keys.cards import SHAPES, Key
from companion.games.four_keys.evaluation import Chance, points
from companion.games.four_keys.moves import Place, Point, Renew, Take
from companion.games.four_keys.plan import PieceMaker, Plan, layings, plan_of
from companion.games.four_keys.reach import shown
from companion.games.four_keys.state import Position, top_card
from companion.games.four_keys.weights import LINE_CELLS


def policy(name: str) -> Policy:
    """Return a named policy.

    Raises:
        UnknownNameError: there is no such policy.
    """
    return named(POLICIES, name)


def greedy(game: Game, state: Position, rng: Random) -> Move:
    """Return the move that is worth most at once, closed doors at their chance."""
    if game.actor(state) == TABLE or not state.followed:
        return at_random(game, state, rng)
    mind = Greedy(state)
    legal = list(game.legal(state))
    if isinstance(legal[0], Place | Point):
        return max(legal, key=lambda move: mind.after(game, move))
    takes = [(mind.gain(move), move) for move in legal if isinstance(move, Take)]
    gain, move = max(takes, key=lambda pair: pair[0])
    renew = next((move for move in legal if isinstance(move, Renew)), None)
    return renew if renew is not None and gain <= 0 else move


POLICIES: Mapping[str, Policy] = {"random": at_random, "greedy": greedy}


class Greedy:
    """What a position is worth to the seat that moves, one card ahead."""

    def __init__(self, state: Position) -> None:
        self.state = state
        self.rules = {name: getattr(state.rules, name) for name in ("multiplicity", "compass_tile", "compass_cycles")}
        self.chance = chance_by_unseen(state)
        self.plan = plan_of(state.player(state.mover).dungeon, self.rules)
        self.now = points(self.plan, self.rules, self.chance)
        self.piece = PieceMaker(self.rules)

    def gain(self, move: Take) -> float:
        """Return what taking a pile's card brings if it is placed best; nothing where it is not told."""
        source = move.pile if move.source is None else move.source
        plan = self.plan.paying(move.push is not None)
        card = top_card(self.state.piles[source])
        if card is None:
            return points(plan, self.rules, self.chance) - self.now
        placed = (points(after, self.rules, self.chance) for _, _, after in layings(plan, self.piece(card)))
        return max(placed) - self.now

    def after(self, game: Game, move: Move) -> float:
        """Return what the dungeon is worth after a move."""
        seat = self.state.mover
        dungeon = game.apply(self.state, move).player(seat).dungeon
        return points(plan_of(dungeon, self.rules), self.rules, self.chance)


def chance_by_unseen(state: Position) -> Chance:
    """Return the chance that a closed door opens, reckoned simply.

    Each space left in its row and column gets a Key with chance one half; a Key helps with a symbol as often as unseen
    Keys show it on either side; different symbols are taken as independent.
    """
    keys = [(kind, n) for i in (1, 3) for kind, n in state.piles[i].unseen.pairs if isinstance(kind, Key)]
    there = max(1, sum(n for _, n in keys))
    shares = tuple(sum(n for kind, n in keys if shown(kind, shape)) / there / 2 for shape in SHAPES)

    def chance(plan: Plan, at: int, needs: int, here: int) -> float:
        spaces = min(plan.to_come, LINE_CELLS - (IN_LINE[at] & plan.occupied).bit_count())
        found = 1.0
        for i, share in enumerate(shares):
            lacking = (needs >> 8 * i & FIELD) - (here >> 8 * i & FIELD)
            if lacking > 0:
                found *= at_least(spaces, share, lacking)
        return found

    return chance


@lru_cache(maxsize=4096)
def at_least(trials: int, share: float, wanted: int) -> float:
    """Return the chance of at least so many hits in independent trials."""
    return sum(comb(trials, k) * share**k * (1 - share) ** (trials - k) for k in range(wanted, trials + 1))
