"""Follow a game of Shadowgate in tests: shorthand in, positions out; a refused step fails with its reason."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.engine.edition import Edition
from companion.engine.game import NOBODY, TABLE, Move, Seat
from companion.engine.rulebook import read
from companion.games.shadowgate.cards import BOSS_LIFE, BossCard, EnergyCard
from companion.games.shadowgate.course import begin_turn
from companion.games.shadowgate.decks import take
from companion.games.shadowgate.notation import parse_card
from companion.games.shadowgate.rules import Shadowgate
from companion.games.shadowgate.state import Card, Player, Position, Space
from companion.games.shadowgate.traits import for_quest
from tests.following import Following

NAMES = ("ana", "bo", "cy", "dee")
DIGEST = Path(__file__).resolve().parents[3] / "seeds" / "shadowgate.toml"


@cache
def practice() -> Shadowgate:
    """The game with the practice cards."""
    return Shadowgate(Edition.load("shadowgate", "practice"), read(DIGEST))


@cache
def blank_box() -> Shadowgate:
    """The game with a box of which only the rulebook's own facts are known."""
    return Shadowgate(Edition.blank("shadowgate"), read(DIGEST))


def card(text: str, deck: str = "") -> Card:
    """Return a practice card by its id, or one made up of what a text tells."""
    if text.startswith("#"):
        return practice().language.ids[text[1:].lower()]
    return parse_card(text, deck)


class Follower(Following[Shadowgate, Position]):
    """A game being followed by shorthand."""

    def mat(self, seat: str, **fields: Any) -> Follower:
        """Change a mat by hand."""
        self.state = self.state.with_player(replace(self.state.player(seat), **fields))
        return self

    def give(self, seat: str, *ids: str, slot: int = 0) -> Follower:
        """Draw cards by id out of their decks into an Inventory, or into a slot (1 to 4)."""
        for text in ids:
            wanted = card(text)
            self.state, told = take(self.state, _deck(wanted), wanted)
            player = self.state.player(seat)
            if not slot:
                player = replace(player, inventory=(*player.inventory, told))
            else:
                slots = list(player.slots)
                slots[slot - 1] = (*slots[slot - 1], told)
                player = replace(player, slots=tuple(slots))
            self.state = self.state.with_player(player)
        return self

    def player(self, seat: str = "ana") -> Player:
        """A seat."""
        return self.state.player(seat)

    def names(self, seat: str = "ana") -> list[str | None]:
        """What an Inventory holds."""
        return [item.name for item in self.player(seat).inventory]

    def traits(self, seat: str = "ana") -> tuple[int, int, int]:
        """What the traits of a seat count in a quest."""
        return for_quest(self.game.box, self.state, self.player(seat))

    def points(self, seat: str = "ana") -> int:
        """The certain points of a seat."""
        return next(sheet.points for sheet in self.game.score(self.state) if sheet.seat == seat)


def _deck(wanted: Card) -> str:
    from companion.games.shadowgate.decks import deck_of

    return deck_of(wanted)


def begin(n: int = 2, *, game: Shadowgate | None = None, **options: Any) -> Follower:
    """Begin a game for n players, before anything is told."""
    game = game or practice()
    return Follower(game, game.setup([Seat(name, name.title()) for name in NAMES[:n]], options))


def lay(
    people: str = "ana=jair bo=katalia", *quests: str, game: Shadowgate | None = None, turn: str = "ana", **options: Any
) -> Follower:
    """Begin in the first turn, with some quests face up.

    Args:
        people: seats with their characters.
        quests: what lies on the spaces from the first: an id (taken from its deck), a made-up card, or "" for none;
            on the others lie quests that nobody told.
        game: by default with the practice cards.
        turn: whose turn it is; "ana" began.
        options: house rules and the like.
    """
    game = game or practice()
    pairs = [word.partition("=")[::2] for word in people.split()]
    state = game.setup([Seat(name, name.title()) for name, _ in pairs], options)
    state = begin_turn(replace(state, due=(), first=pairs[0][0]), turn, 1)
    for name, character in pairs:
        state = state.with_player(replace(state.player(name), character=character))
    for space, text in enumerate((*quests, *["?"] * (len(state.spaces) - len(quests))), start=1):
        if text:
            quest = card(text, "I")
            if text[0] in "#?":
                state, quest = take(state, quest.deck, quest)  # type: ignore[union-attr]
            state = state.with_quest(space, quest)  # type: ignore[arg-type]
    return Follower(game, state)


def fight(
    people: str = "ana=jair bo=katalia",
    *,
    boss: str = "#behemoth",
    energy: str = "#energy-4",
    life: int = BOSS_LIFE,
    game: Shadowgate | None = None,
    **options: Any,
) -> Follower:
    """Begin in the Final Quest, with the boss and an Energy card on the table."""
    follower = lay(people, game=game, **options)
    state = replace(follower.state, life=life, torch=0, spaces=(Space(),) * 4, unlocked=True, barrier=True)
    one = card(boss)
    assert isinstance(one, BossCard)
    state, told = take(state, "boss", one)
    state = replace(state, boss=told)
    if energy:
        other = card(energy)
        assert isinstance(other, EnergyCard)
        state, active = take(state, "energy", other)
        state = replace(state, energy=active)
    return Follower(follower.game, state)


def random_game(
    seed: int,
    n: int = 2,
    *,
    game: Shadowgate | None = None,
    skip: float = 0.0,
    free: float = 0.0,
    player: str = "random",
    cap: int = 1500,
    **options: Any,
) -> list[tuple[Position, Move]]:
    """Play a whole game by chance, or its first `cap` moves. Ends with the last position.

    Args:
        seed, n: chance, and how many play.
        game: by default with the practice cards.
        skip: how often a reveal is chosen from all that may be told, `?` included, instead of by its chance.
        free: how often an aside is played instead.
        player: the policy of all seats.
        cap: the most moves; without it a random game need not end.
        options: as for the setup.
    """
    game = game or practice()
    rng = Random(seed)
    state = game.setup([Seat(name, name.title()) for name in NAMES[:n]], options)
    history = []
    while (actor := game.actor(state)) != NOBODY and len(history) < cap:
        asides = list(game.asides(state)) if rng.random() < free else []
        if asides:
            move = rng.choice(asides)
        elif actor == TABLE and rng.random() < skip:
            move = rng.choice(list(game.legal(state)))
        else:
            move = game.policy(player)(game, state, rng)
        history.append((state, move))
        state = game.apply(state, move)
    return [*history, (state, Move())]
