"""Follow a game of 4 KEYS in tests: shorthand in, positions out; a refused step fails the test with its reason."""

from __future__ import annotations

from functools import cache
from random import Random

from companion.engine.edition import Edition
from companion.engine.game import NOBODY, TABLE, Move, Seat
from companion.engine.rulebook import load
from companion.games.four_keys.cards import SCHEMA
from companion.games.four_keys.dungeon import Dungeon
from companion.games.four_keys.rules import FourKeys
from companion.games.four_keys.state import Position
from tests.following import Following

NAMES = ("ana", "bo", "cy", "dee")


@cache
def practice() -> FourKeys:
    """The game with the practice cards."""
    return FourKeys(Edition.load("four-keys", "practice"), load("four-keys"))


@cache
def blank_box() -> FourKeys:
    """The game with a box of which only the rulebook's own facts are known."""
    pairs = SCHEMA.blank()
    cards, ids = tuple(card for _, card in pairs), tuple(name for name, _ in pairs)
    return FourKeys(Edition("four-keys", "blank", "Blank", False, cards, ids), load("four-keys"))


class Follower(Following[FourKeys, Position]):
    """A game being followed by shorthand."""

    def dungeon(self, seat: str) -> Dungeon:
        """The dungeon of a seat."""
        return self.state.player(seat).dungeon

    def gold(self, seat: str) -> int:
        """The gold on a seat's tile."""
        gold = self.dungeon(seat).gold
        assert gold is not None
        return gold

    def piles(self) -> list[int]:
        """How many cards each pile holds."""
        return [pile.down for pile in self.state.piles]

    def put(self, seat: str, text: str) -> None:
        """Lay a dungeon before a seat, whatever the piles say."""
        gold = self.dungeon(seat).gold
        dungeon = Dungeon.parse(text)
        self.state = self.state.with_dungeon(seat, Dungeon(dungeon.cells, gold, dungeon.frame))


def follow(n: int = 2, *, game: FourKeys | None = None, order: str = "", **options: object) -> Follower:
    """Begin a game for n players; with `order` the line is told and everything else stays untold."""
    game = game or practice()
    follower = Follower(game, game.setup([Seat(name, name.title()) for name in NAMES[:n]], options))
    if order:
        follower.play(f"order {order}")
    return follower


def random_game(
    seed: int, n: int = 2, *, game: FourKeys | None = None, skip: float = 0.0, **options: object
) -> list[tuple[Position, Move]]:
    """Play a whole game at random; each reveal is left untold with probability `skip`. Ends with the final position."""
    game = game or practice()
    rng = Random(seed)
    state = game.setup([Seat(name, name.title()) for name in NAMES[:n]], options)
    history = []
    while (actor := game.actor(state)) != NOBODY:
        if actor == TABLE and rng.random() >= skip:
            move = game.chances(state).sample(rng)
        else:
            move = rng.choice(list(game.legal(state)))
        history.append((state, move))
        state = game.apply(state, move)
    return [*history, (state, Move())]
