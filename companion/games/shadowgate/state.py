"""The position of a game of Shadowgate: frozen values, and what can be read off them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from companion.engine.game import State
from companion.engine.piles import Multiset
from companion.engine.seats import find, put
from companion.games.shadowgate.cards import (
    BossCard,
    EnergyCard,
    ItemCard,
    PuzzleCard,
    QuestCard,
    RiddleCard,
    StaffCard,
)

MODES = ("beginner", "standard", "competition")
"""The three modes (shadowgate.modes)."""
DEPTHS = ("light", "full")
"""How much is followed: a ledger of traits, quests, XP, deaths and the torch; or everything."""
STARTING_ITEMS = 2
"""Items dealt to everybody, but in Competition (shadowgate.setup.items)."""
SLOTS = 4
"""Equipped Item slots of a mat."""
DECKS = ("I", "II", "III", "item", "puzzle", "staff", "riddle", "energy", "boss")
"""The face-down decks."""

UNEQUIP, EQUIP, ACTION, CYCLED, RESOLVE = "unequip", "equip", "action", "cycled", "resolve"
PHASES = (UNEQUIP, EQUIP, ACTION, CYCLED, RESOLVE)
"""How far a turn is: what comes earlier is closed, what comes later may be entered at once (shadowgate.turn.phases)."""

Card: TypeAlias = QuestCard | ItemCard | PuzzleCard | StaffCard | RiddleCard | EnergyCard | BossCard
"""Every card that moves about."""
Gear: TypeAlias = ItemCard | PuzzleCard | StaffCard
"""What lies in an Inventory."""
Three: TypeAlias = tuple[int, int, int]
"""A number for each trait (Strength, Resourceful, Mental), or for each element (ice, fire, wind)."""

NONE: Three = (0, 0, 0)


class HouseRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """The six readings that tables are likeliest to dispute.

    Args:
        general_from_inventory: a General item pays from the Inventory (shadowgate.cost.general).
        clamp_before_dice: no trait counts less than 0 before dice are added (shadowgate.traits.floor).
        torch_penalty_scope: the torch's penalty counts only while the marker is on red (shadowgate.torch.scope).
        dice_divide_freely: the total of the two dice is divided at will (shadowgate.cost.divide).
        skulls_of_three: any two skulls of three dice make an attack fail (shadowgate.attack.which-skulls).
        setup_event_resolves: an event dealt in the setup is resolved, not replaced (shadowgate.setup.event).
    """

    general_from_inventory: bool = True
    clamp_before_dice: bool = True
    torch_penalty_scope: bool = True
    dice_divide_freely: bool = True
    skulls_of_three: bool = False
    setup_event_resolves: bool = True


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat with its mat.

    Args:
        handle, name: who sits there.
        character: name of the character, "" while nobody has told.
        inventory: the cards in the Inventory, in the order they came.
        slots: the cards in each Equipped Item slot; several Staff items share one.
        full: whether the Character token shows its fully equipped side.
        plus, curses: +1 and -1 Trait tokens of each trait.
        magic: Magic tokens of each element.
        done: what lies on the Completed Quests space.
        deaths: Death cards.
        out: whether a fifth Death card has ended the game for this seat.
        extra: what each trait stands above all that is followed, None where nobody told how it stands.
        xp: experience points told without a card.
        spent: what may be used once a game and has been.
        spoils, late_deaths: what came in the fight of a tie-break, where no points matter any more.
    """

    handle: str
    name: str
    character: str = ""
    inventory: tuple[Gear, ...] = ()
    slots: tuple[tuple[Gear, ...], ...] = ((), (), (), ())
    full: bool = False
    plus: Three = NONE
    curses: Three = NONE
    magic: Three = NONE
    done: tuple[Card, ...] = ()
    deaths: int = 0
    out: bool = False
    extra: tuple[int | None, int | None, int | None] = (None, None, None)
    xp: int = 0
    spent: tuple[str, ...] = ()
    spoils: tuple[Card, ...] = ()
    late_deaths: int = 0

    @property
    def equipped(self) -> tuple[Gear, ...]:
        """Return the equipped cards, slot by slot."""
        return sum(self.slots, ())

    @property
    def filled(self) -> bool:
        """Whether every slot holds a card."""
        return all(self.slots)


class Deck(msgspec.Struct, frozen=True, omit_defaults=True):
    """A face-down deck.

    Args:
        down: how many cards lie in it.
        unseen: every card of this deck that is not wholly told, wherever it lies, but for those of `bottom`.
        bottom: the cards known to lie at its bottom, the next one to come first; they count in `down`.
    """

    down: int
    unseen: Multiset[Card]
    bottom: tuple[Card, ...] = ()


class Space(msgspec.Struct, frozen=True, omit_defaults=True):
    """An Active Quest space: its card, None while it is empty."""

    card: QuestCard | None = None


class Position(State, frozen=True, tag="shadowgate", tag_field="game", omit_defaults=True):
    """A whole position.

    Args:
        players: in seating order.
        rules: house rules of this table.
        depth, mode: one of `DEPTHS`, and of `MODES`.
        decks: the decks in the order of `DECKS`.
        spaces: the Active Quest spaces.
        discard: the discard space, oldest first; Death cards there are only counted.
        lost_deaths: Death cards on the discard space.
        opened: the Quest decks without a Lock token.
        barrier: whether the Great Barrier has been revealed.
        torch: where the Torch marker is on its track; 0 once it marks the life of the boss.
        penalty: trait of the token beside the Torch track, "?" for one that nobody named, "" for none.
        reddened: whether the marker has moved to a red number this turn.
        step: "setup", "turn" or "over".
        phase: how far the turn is, one of `PHASES`.
        first, active: the seat that began, and the one whose turn it is.
        turn, round: 1 for the first.
        due: what is settled or told next, the first of them first; see `course`.
        attempt: number of the quest space that is attempted, 0 for none.
        attack: trait of the attack that is being rolled, "" for none.
        dice: black faces rolled in this attempt.
        bonus: symbols of the Quest Bonus that may still be paid.
        boosts: what items and abilities add until the end of the turn: to each trait, and to rolls.
        used: what may be used once a turn and has been.
        traded: whether the active seat has traded this turn.
        unlocked: whether the Final Quest is unlocked.
        waits: seats that still have their last full turn to come.
        extra: whether this is such a turn.
        life: of the boss; -1 before the Final Quest.
        boss: the Final Quest card that is fought.
        gone: events that have left the board.
        energy: the Active Energy card.
        riddle: the riddle that lies face up.
        tied: the seats that fight the tie-break.
        killer: who moved the life of a boss to 0 last.
        ended: "", "boss", "tie" or "defeat".
    """

    players: tuple[Player, ...]
    rules: HouseRules
    depth: str
    mode: str
    decks: tuple[Deck, ...]
    spaces: tuple[Space, ...]
    discard: tuple[Gear, ...] = ()
    lost_deaths: int = 0
    opened: tuple[str, ...] = ("I",)
    barrier: bool = False
    torch: int = 10
    penalty: str = ""
    reddened: bool = False
    step: str = "setup"
    phase: str = UNEQUIP
    first: str = ""
    active: str = ""
    turn: int = 1
    round: int = 1
    due: tuple[str, ...] = ()
    attempt: int = 0
    attack: str = ""
    dice: tuple[str, ...] = ()
    bonus: tuple[str, ...] = ()
    boosts: tuple[int, int, int, int] = (0, 0, 0, 0)
    used: tuple[str, ...] = ()
    traded: bool = False
    unlocked: bool = False
    waits: tuple[str, ...] = ()
    extra: bool = False
    life: int = -1
    boss: BossCard | None = None
    gone: tuple[QuestCard, ...] = ()
    energy: EnergyCard | None = None
    riddle: RiddleCard | None = None
    tied: tuple[str, ...] = ()
    killer: str = ""
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

    def deck(self, name: str) -> Deck:
        """Return a deck by its name in `DECKS`."""
        return self.decks[DECKS.index(name)]

    def with_deck(self, name: str, deck: Deck) -> Position:
        """Return the position with another deck in that place."""
        at = DECKS.index(name)
        return replace(self, decks=(*self.decks[:at], deck, *self.decks[at + 1 :]))

    @property
    def full(self) -> bool:
        """Whether mats, items and tokens are followed."""
        return self.depth == "full"

    @property
    def final(self) -> bool:
        """Whether the Final Quest has begun."""
        return self.life >= 0

    @property
    def token(self) -> list[str]:
        """The words of what is due first, empty where nothing is."""
        return self.due[0].split() if self.due else []

    @property
    def alive(self) -> tuple[Player, ...]:
        """The seats that still play."""
        return tuple(player for player in self.players if not player.out)

    @property
    def revealing(self) -> bool:
        """Whether quests may still be revealed (shadowgate.final.no-reveals)."""
        return not self.extra and not self.final

    def open_decks(self) -> tuple[str, ...]:
        """Return the Quest decks from which a card may be drawn: no lock, and not empty."""
        return tuple(name for name in self.opened if self.deck(name).down)

    def quest(self, space: int) -> QuestCard | None:
        """Return the card on an Active Quest space (1 is the first), None where there is none."""
        return self.spaces[space - 1].card if 1 <= space <= len(self.spaces) else None

    def with_quest(self, space: int, card: QuestCard | None) -> Position:
        """Return the position with another card, or none, on an Active Quest space."""
        at = space - 1
        return replace(self, spaces=(*self.spaces[:at], Space(card), *self.spaces[at + 1 :]))

    def in_order(self, start: str) -> tuple[Player, ...]:
        """Return the seats clockwise from one of them."""
        handles = [player.handle for player in self.players]
        at = handles.index(start) if start in handles else 0
        return self.players[at:] + self.players[:at]

    def fighters(self) -> tuple[Player, ...]:
        """Return the seats that take turns: everybody alive, in a tie-break only who is tied."""
        return tuple(p for p in self.alive if not self.tied or p.handle in self.tied)

    def next_seat(self) -> str:
        """Return the next seat that takes a turn, "" where there is none."""
        fighters = {player.handle for player in self.fighters()}
        order = self.in_order(self.active)
        return next((p.handle for p in (*order[1:], order[0]) if p.handle in fighters), "")

    def ends_round(self) -> bool:
        """Say whether the active seat is the last of the round (shadowgate.torch.round, shadowgate.torch.last-out)."""
        order = [player.handle for player in self.in_order(self.first)]
        later = order[order.index(self.active) + 1 :]
        return not any(player.handle in later for player in self.alive)


def outside(state: Position) -> Iterator[tuple[str, Card]]:
    """Yield place and card of every card that lies in no deck, told or not.

    Places are "quest.2", "bo.3" (Inventory), "bo.slot2", "bo.done1", "bo.spoils1", "discard.4", "riddle", "energy",
    "boss" and "gone.1".
    """
    for n, space in enumerate(state.spaces, start=1):
        if space.card is not None:
            yield f"quest.{n}", space.card
    for player in state.players:
        yield from ((f"{player.handle}.{n}", card) for n, card in enumerate(player.inventory, start=1))
        for slot, cards in enumerate(player.slots, start=1):
            yield from ((f"{player.handle}.slot{slot}", card) for card in cards)
        yield from ((f"{player.handle}.done{n}", card) for n, card in enumerate(player.done, start=1))
        yield from ((f"{player.handle}.spoils{n}", card) for n, card in enumerate(player.spoils, start=1))
    yield from ((f"discard.{n}", card) for n, card in enumerate(state.discard, start=1))
    for name in ("riddle", "energy", "boss"):
        if (card := getattr(state, name)) is not None:
            yield name, card
    yield from ((f"gone.{n}", card) for n, card in enumerate(state.gone, start=1))
