"""Follow a game of One Deck Dungeon in tests: shorthand in, positions out; a refused step fails with its reason."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.engine.edition import Edition
from companion.engine.game import NOBODY, TABLE, Move, Seat
from companion.engine.rulebook import read
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.course import consequences
from companion.games.one_deck_dungeon.rooms import boxes
from companion.games.one_deck_dungeon.rules import OneDeckDungeon
from companion.games.one_deck_dungeon.state import Fight, Hero, Position
from companion.games.one_deck_dungeon.turns import settle
from tests.following import Following

NAMES = ("ana", "bo", "cy", "di")
DIGEST = Path(__file__).resolve().parents[3] / "seeds" / "one_deck_dungeon.toml"


@cache
def practice() -> OneDeckDungeon:
    """The game with the practice cards: the core set, and a Forest that is made up."""
    return OneDeckDungeon(Edition.load("one-deck-dungeon", "practice"), read(DIGEST))


@cache
def core() -> OneDeckDungeon:
    """The game with the core set; nobody knows the cards of its Forest."""
    return OneDeckDungeon(Edition.load("one-deck-dungeon", "core"), read(DIGEST))


@cache
def blank_box() -> OneDeckDungeon:
    """The game with a box that nobody has read: the core set, and what is told of the Forest without its cards."""
    return OneDeckDungeon(Edition.blank("one-deck-dungeon"), read(DIGEST))


class Follower(Following[OneDeckDungeon, Position]):
    """A game being followed by shorthand."""

    def legal(self) -> list[str]:
        """The moves that drive the game on."""
        return [self.game.spell(move, self.state) for move in self.game.legal(self.state)]

    def asides(self) -> list[str]:
        """What else may be done."""
        return [self.game.spell(move, self.state) for move in self.game.asides(self.state)]

    def set_hero(self, handle: str, **fields: Any) -> Follower:
        """Change a hero by hand."""
        self.state = self.state.with_hero(replace(self.hero(handle), **fields))
        return self

    def give(self, handle: str, *ids: str, edge: str = "skills") -> Follower:
        """Give a hero cards of the deck by their ids, as skills or as items."""
        for id in ids:
            card = self.game.cards.ids[id]
            self.set(unseen=self.state.unseen.remove(card), down=self.state.down - 1)
            self.set_hero(handle, **{edge: (*getattr(self.hero(handle), edge), card)})
        return self

    @property
    def fight(self) -> Fight:
        """The encounters that are going on."""
        assert self.state.fight is not None
        return self.state.fight

    @property
    def boxes(self) -> list[str]:
        """The boxes of the present encounter."""
        return [str(box) for box in boxes(self.game.cat, self.state, self.fight)]

    @property
    def dice(self) -> str:
        """The dice that lie free."""
        return " ".join(map(str, self.fight.dice))

    @property
    def pool(self) -> str:
        """The dice that are about to be rolled: owner, colour and number."""
        throw = self.fight.tasks[0].throw
        assert throw is not None
        return " ".join(f"{owner or '+'}:{n}{colour}" for owner, colour, n in throw.dice)

    @property
    def costs(self) -> str:
        """What the encounter would cost if it were settled now."""
        return str(consequences(self.game.cat, self.state, self.fight))

    def hero(self, handle: str) -> Hero:
        """A hero."""
        return self.state.hero(handle)

    def hearts(self) -> str:
        """The damage of all heroes."""
        return " ".join(str(hero.damage) for hero in self.state.heroes)


def begin(
    people: str = "ana=warrior",
    *,
    dungeon: str = "",
    floor: int = 1,
    game: OneDeckDungeon | None = None,
    **options: Any,
) -> Follower:
    """Begin a game at its first turn.

    Args:
        people: seats with their heroes: "ana=warrior bo=rogue".
        dungeon: "" for one that nobody told, without boxes and rules.
        floor: where the party stands.
        game: by default with the practice cards.
        options: as for the setup.
    """
    game = game or practice()
    pairs = [word.partition("=")[::2] for word in people.split()]
    state = game.setup([Seat(name, name.title()) for name, _ in pairs], options)
    for name, card in pairs:
        state = state.with_hero(replace(state.hero(name), card=card))
    state = replace(state, pending=(), dungeon=dungeon, floor=floor, step="boss" if floor == 4 else "setup")
    follower = Follower(game, settle(game.cat, state))
    follower.follow()
    return follower


FOUR = "ana=warrior bo=rogue cy=mage di=archer"


def meet(cards: str, people: str = "ana=warrior", **options: Any) -> Follower:
    """Come to an open door.

    Args:
        cards: what lies behind it: "goblin-a", or two of them.
        people, options: as for `begin`.
    """
    follower = begin(people, **options)
    follower.play("explore; enter 1")
    for card in cards.split():
        follower.play(f"card #{card}")
    return follower


def room(cards: str, people: str = "ana=warrior", **options: Any) -> Follower:
    """Begin an encounter: for four heroes Ana and Bo with the first card, then Cy and Di with the second."""
    follower = meet(cards, people, **options)
    return follower.play("fight ana+bo 1 | cy+di 2" if follower.state.four else "fight")


def boss(people: str = "ana=warrior", *, dungeon: str, **options: Any) -> Follower:
    """Stand before the boss of a dungeon, with the first round begun."""
    follower = begin(people, dungeon=dungeon, floor=4, **options)
    return follower.play("fight ana+bo | cy+di") if follower.state.four else follower


def random_game(
    seed: int,
    n: int = 2,
    *,
    game: OneDeckDungeon | None = None,
    skip: float = 0.0,
    free: float = 0.0,
    nurse: float = 0.0,
    **options: Any,
) -> list[tuple[Position, Move]]:
    """Play a whole game at random. Ends with the final position.

    Args:
        seed, n: chance, and how many heroes.
        game: by default with the practice cards.
        skip: how often a reveal is left untold.
        free: how often an aside is played instead.
        nurse: how often somebody takes all damage off a hero, so that the game goes deeper.
        options: as for the setup.
    """
    game = game or practice()
    rng = Random(seed)
    state = game.setup([Seat(name, name.title()) for name in NAMES[:n]], options)
    history = []
    while (actor := game.actor(state)) != NOBODY:
        asides = list(game.asides(state)) if rng.random() < free else []
        hurt = [hero.handle for hero in state.heroes if hero.damage] if rng.random() < nurse else []
        if hurt and state.step != "setup":
            move: Move = m.Set("damage", 0, hurt[0])
        elif asides:
            move = rng.choice(asides)
        elif actor == TABLE and rng.random() >= skip:
            move = game.chances(state).sample(rng)
        elif actor != TABLE and rng.random() < nurse:
            move = game.policy("greedy")(game, state, rng)
        else:
            move = rng.choice(list(game.legal(state)))
        history.append((state, move))
        state = game.apply(state, move)
    return [*history, (state, Move())]
