"""The position of a game of The Four Doors: frozen values, and what can be read off them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from companion.engine.game import State
from companion.engine.piles import Multiset
from companion.engine.seats import find, put
from companion.engine.told import best
from companion.games.four_doors.cards import UNTOLD, PlayerCard
from companion.games.four_doors.tower import BEACON, Tower, Track

HAND_LIMIT = 5
"""Player cards in a hand (four-doors.hand-limit.five)."""
SETUP_SHADOWS = 9
"""Shadow cards beside the doors at the start (four-doors.setup.nine-shadows)."""
HAND_SIZES = {1: 4, 2: 3, 3: 3, 4: 2, 5: 2}
"""Players to cards in a starting hand (four-doors.setup.hands)."""
ACTIONS = 3
"""Actions of a turn (four-doors.turn.actions)."""
DEPTHS = ("light", "sides", "full")
"""How much is followed: shadows; also the marks of drawn cards; everything."""

Pile = Multiset[PlayerCard]


class HouseRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """The six readings that tables are likeliest to dispute.

    Args:
        give_on_beacon: cards may be given and passed on the Beacon (four-doors.actions.give-on-beacon).
        wanderer_overflow: the solo Wanderer discards a shadow for a full side, too (four-doors.solo.wanderer-overflow).
        relic_windows: relic powers keep to the times of spells (four-doors.relics.windows).
        oil_stacks: several uses of the Oil add up (four-doors.relics.oil-stacks).
        lumen_over_limit: the Lumen Stone may be paid while over the limit (four-doors.hand-limit.lumen).
        lumen_consent: the Lumen Stone asks before it moves another's pawn (four-doors.relics.lumen-consent).
    """

    give_on_beacon: bool = False
    wanderer_overflow: bool = True
    relic_windows: bool = True
    oil_stacks: bool = True
    lumen_over_limit: bool = True
    lumen_consent: bool = False


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat.

    Args:
        handle, name: who sits there.
        adventurer: name of the adventurer, "" while nobody has told.
        at: where the pawn stands: a door, the Beacon, "" where that is not told or it is displaced.
        hand: the Player cards; one that is not wholly told is still among the unseen cards.
        relics: the doors whose Relic cards lie here.
    """

    handle: str
    name: str
    adventurer: str = ""
    at: str = ""
    hand: Pile = Multiset()
    relics: tuple[str, ...] = ()


class Position(State, frozen=True, tag="four-doors", tag_field="game", omit_defaults=True):
    """A whole position.

    Args:
        players: in seating order.
        rules: house rules of this table.
        depth: how much is followed, one of `DEPTHS`.
        hidden: whether hands are held so that only their owner sees them.
        tower: the doors with their shadows.
        track: the Shadow Level.
        unseen: every card of the 48 that is not wholly told, wherever it lies, and the face-down pile.
        down: cards in the draw pile; where hands are not followed, at most so many, as nobody says who searched.
        top: the cards known to lie on top of the draw pile, the next one first; they count in `down`.
        discard, hollow: the Player cards there.
        step: "setup", "act", "draw" (between the two cards of Draw 2), "fall", or "over".
        active: the seat whose turn it is.
        left: actions that it still has.
        drawn: Shadow cards that this Shadows Fall has drawn.
        ward: how many fewer the next Shadows Fall draws.
        to_draw: cards that `drawer` still has to draw.
        drawer: the seat that draws.
        pending: what the setup still asks: "doors", "shadows", "adventurer ana", "deal ana", "first".
        due: what somebody must settle first: "stand bo purple green" (a displaced pawn and the places above and below),
            "limit bo" (over the hand limit).
        dispel: sides of the door that the Illuminant has just entered where a Shadow card may go.
        turn: 1 for the first.
        reshuffles: how often the discard pile has been shuffled.
        mixed: whether cards that nobody had told lay outside the pile at the last reshuffle; they are counted as if
            they might be in it.
        ended: "", "won", "door", "cards" or "skull".
    """

    players: tuple[Player, ...]
    rules: HouseRules
    depth: str
    tower: Tower
    track: Track
    unseen: Pile
    down: int
    hidden: bool = False
    top: tuple[PlayerCard, ...] = ()
    discard: Pile = Multiset()
    hollow: Pile = Multiset()
    step: str = "setup"
    active: str = ""
    left: int = 0
    drawn: int = 0
    ward: int = 0
    to_draw: int = 0
    drawer: str = ""
    pending: tuple[str, ...] = ()
    due: tuple[str, ...] = ()
    dispel: tuple[str, ...] = ()
    turn: int = 1
    reshuffles: int = 0
    mixed: bool = False
    ended: str = ""

    def player(self, handle: str) -> Player:
        """Return the seat with this handle.

        Raises:
            UnknownNameError: no such seat.
        """
        return find(self.players, handle)

    def with_player(self, player: Player) -> Position:
        """Return the position with this seat in the place of the one of its handle."""
        return replace(self, players=put(self.players, player))

    @property
    def full(self) -> bool:
        """Whether hands and piles are followed."""
        return self.depth == "full"

    @property
    def solo(self) -> bool:
        """Whether this is the game for one."""
        return len(self.players) == 1

    @property
    def bound(self) -> int:
        """Cards that this Shadows Fall, or the next one, draws in all at the level of now."""
        return max(0, self.track.rate - self.ward)

    @property
    def falling(self) -> int:
        """Shadow cards still to come in this Shadows Fall, as long as the level stays."""
        return max(0, self.bound - self.drawn) if self.step == "fall" else 0

    @property
    def laid(self) -> int:
        """Shadow cards that lie beside doors, unnamed ones included."""
        return sum(len(door.left) + len(door.right) for door in self.tower.doors) + self.tower.loose

    @property
    def pile_empty(self) -> bool:
        """Whether the draw pile is empty for certain, so that it is shuffled anew before the next draw."""
        return self.down == 0

    def next_seat(self) -> str:
        """Return the seat to the left of the one whose turn it is."""
        handles = [player.handle for player in self.players]
        return handles[(handles.index(self.active) + 1) % len(handles)]

    def in_turn(self) -> tuple[Player, ...]:
        """Return the seats in turn order, from the one whose turn it is."""
        handles = [player.handle for player in self.players]
        at = handles.index(self.active) if self.active in handles else 0
        return self.players[at:] + self.players[:at]

    def all_found(self) -> bool:
        """Say whether all four relics have been found."""
        return len(self.tower.found) == len(self.tower.names) > 0

    def assembled(self) -> bool:
        """Say whether every pawn stands on the Beacon."""
        return all(player.at == BEACON for player in self.players)

    def outside(self) -> Iterator[tuple[str, PlayerCard]]:
        """Yield place and card of every Player card that lies outside the draw pile, named or not.

        Places are "shadow", "bo" (a hand), "discard" and "hollow".
        """
        for door in self.tower.doors:
            yield from (("shadow", card) for card in door.shadows)
        yield from (("shadow", UNTOLD) for _ in range(self.tower.loose))
        for player in self.players:
            yield from ((player.handle, card) for card in player.hand)
        yield from (("discard", card) for card in self.discard)
        yield from (("hollow", card) for card in self.hollow)


def patterns(state: Position) -> list[PlayerCard]:
    """Return the partly told cards, wherever they lie; they are still among the unseen cards."""
    return [card for _, card in state.outside() if not card.known and card != UNTOLD] + [
        card for card in state.top if not card.known and card != UNTOLD
    ]


def best_match(cards: Pile, wanted: PlayerCard) -> PlayerCard | None:
    """Return the card that a told one is: itself, else the best-told one that it may be, else None."""
    if wanted in cards:
        return wanted
    return best((card for card in cards.kinds() if not card.known), wanted)


def merged(one: PlayerCard, other: PlayerCard) -> PlayerCard:
    """Return a card with everything that two tellings of it say."""
    told = {
        name: getattr(one, name) if getattr(one, name) is not None else getattr(other, name)
        for name in one.__struct_fields__
    }
    return PlayerCard(**told)


def put_all(cards: Pile, more: Iterable[PlayerCard]) -> Pile:
    """Return a heap with more cards on it."""
    for card in more:
        cards = cards.add(card)
    return cards
