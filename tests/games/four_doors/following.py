"""Follow a game of The Four Doors in tests: shorthand in, positions out; a refused step fails with its reason."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from msgspec.structs import replace

from companion.engine.edition import Edition
from companion.engine.game import NOBODY, TABLE, Move, Seat
from companion.engine.rulebook import read
from companion.games.four_doors.cards import PlayerCard
from companion.games.four_doors.painting import paint
from companion.games.four_doors.rules import FourDoors
from companion.games.four_doors.state import Player, Position
from companion.games.four_doors.tower import Door
from companion.games.four_doors.turns import begin_turn
from tests.following import Following

NAMES = ("ana", "bo", "cy", "dee", "eve")
DIGEST = Path(__file__).resolve().parents[3] / "seeds" / "four_doors.toml"
PLAIN = "purple / green / blue / gold / rates [2],2,3,3"
"""An empty tower."""


@cache
def practice() -> FourDoors:
    """The game with the practice cards."""
    return FourDoors(Edition.load("four-doors", "practice"), read(DIGEST))


@cache
def blank_box() -> FourDoors:
    """The game with a box of which only the rulebook's own facts are known."""
    return FourDoors(Edition.blank("four-doors"), read(DIGEST))


class Deck:
    """The practice cards, given out by what they show; none twice."""

    def __init__(self) -> None:
        self.left = dict(practice().language.ids)

    def take(
        self, *, relic: str = "", spell: str = "", lamp: str = "", dark: str = "", at: str = "", side: str = ""
    ) -> str:
        """Return the id of a card that shows all this, and no lantern of `dark`."""
        for name, card in self.left.items():
            assert card.lanterns is not None
            wrong = (lamp and lamp not in card.lanterns) or (dark and dark in card.lanterns)
            shown = relic in ("", card.relic) and spell in ("", card.spell)
            if shown and not wrong and at in ("", card.door) and side in ("", card.side):
                del self.left[name]
                return f"#{name}"
        raise AssertionError("no such practice card")

    def relics(self, relic: str, n: int) -> str:
        """Return the ids of several cards of a relic, as a heap of a tower text."""
        return "+".join(self.take(relic=relic) for _ in range(n))


class Follower(Following[FourDoors, Position]):
    """A game being followed by shorthand."""

    def player(self, seat: str) -> Player:
        """A seat."""
        return self.state.player(seat)

    def hand(self, seat: str) -> int:
        """How many cards a seat holds."""
        return len(self.player(seat).hand)

    def door(self, name: str) -> Door:
        """A door that stands."""
        return self.state.tower[name]

    def counts(self, name: str) -> tuple[int, int]:
        """How many shadows lie left and right of a door."""
        return len(self.door(name).left), len(self.door(name).right)


def card(text: str) -> PlayerCard:
    """Return a practice card by its id."""
    return practice().language.ids[text.removeprefix("#")]


def lay(
    text: str = PLAIN, people: str = "ana", *, game: FourDoors | None = None, step: str = "act", **options: object
) -> Follower:
    """Begin with a tower on the table, in full.

    Args:
        text: the tower.
        people: seats with their adventurers: "ana=wanderer bo".
        game: by default with the practice cards.
        step: "act", or "fall" for the moment before the first shadow.
        options: house rules and the like.
    """
    game = game or practice()
    pairs = [word.partition("=")[::2] for word in people.split()]
    state = paint(game, text, [Seat(name, name.title()) for name, _ in pairs], {"depth": "full", **options})
    for name, adventurer in pairs:
        state = state.with_player(replace(state.player(name), adventurer=adventurer))
    state = begin_turn(state, pairs[0][0], 1)
    return Follower(game, replace(state, step="fall", left=0) if step == "fall" else state)


def begin(n: int = 2, *, game: FourDoors | None = None, **options: object) -> Follower:
    """Begin a game for n players, before anything is told."""
    game = game or practice()
    return Follower(game, game.setup([Seat(name, name.title()) for name in NAMES[:n]], options))


def dealt(n: int = 2, *, first: str = "ana", **options: object) -> Follower:
    """Begin a game whose doors, shadows, hands and adventurers nobody has told, but for the marks: one a side and a
    second on Purple left."""
    follower = begin(n, **options)
    follower.play("doors purple green blue gold")
    for name in ("purple", "green", "blue", "gold"):
        follower.play(f"shadow {name} left; shadow {name} right")
    follower.play("shadow purple left")
    if follower.state.full:
        adventurers = ("bestower", "illuminant", "placeshifter", "shadowbinder", "summoner")
        for name, adventurer in zip(NAMES[:n], adventurers, strict=False):
            follower.play(f"adventurer {name} {adventurer}")
        while follower.state.pending[0].startswith("deal"):
            follower.play("draw ?")
        follower.play(f"first {first}")
    return follower


def random_game(
    seed: int, n: int = 2, *, game: FourDoors | None = None, skip: float = 0.0, free: float = 0.0, **options: object
) -> list[tuple[Position, Move]]:
    """Play a whole game at random. Ends with the final position.

    Args:
        seed, n: chance, and how many play.
        game: by default with the practice cards.
        skip: how often a reveal is left untold.
        free: how often somebody plays an aside instead.
        options: as for the setup.
    """
    game = game or practice()
    rng = Random(seed)
    state = game.setup([Seat(name, name.title()) for name in NAMES[:n]], options)
    history = []
    while (actor := game.actor(state)) != NOBODY:
        asides = list(game.asides(state)) if rng.random() < free else []
        if asides:
            move = rng.choice(asides)
        elif actor == TABLE and rng.random() >= skip:
            move = game.chances(state).sample(rng)
        else:
            move = rng.choice(list(game.legal(state)))
        history.append((state, move))
        state = game.apply(state, move)
    return [*history, (state, Move())]
