"""What one physical box says beside its cards: tracks, dice, mats; and how many tokens lie on the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.edition import Edition
from companion.engine.piles import Multiset
from companion.games.shadowgate.cards import (
    MAGIC_TOKENS,
    TRAIT_TOKENS,
    Board,
    BossCard,
    Character,
    Die,
    EnergyCard,
    ItemCard,
    PuzzleCard,
    QuestCard,
    RiddleCard,
    StaffCard,
)
from companion.games.shadowgate.decks import deck_of
from companion.games.shadowgate.state import DECKS, SLOTS, Card, Player, Position
from companion.games.shadowgate.vocabulary import ELEMENTS, TRAITS, Ability, ability

SPACES = 4
"""Active Quest spaces where nobody has told how many the board has."""
NUMBERS = tuple(str(n) for n in range(10))
"""What a die may show where its faces are not told, beside skulls."""


@dataclass(frozen=True)
class Box:
    """The static data of a box, made of its edition.

    Args:
        board: the Game board.
        black, blue: the faces of those dice; None while any of them is not told.
        red: the faces of the red die; each trait alike where they are not told.
        people: the mats by the name of their character.
        decks: deck name to its cards.
    """

    board: Board
    black: tuple[str, ...] | None
    blue: tuple[str, ...] | None
    red: tuple[str, ...]
    people: Mapping[str, Character]
    decks: Mapping[str, Multiset[Card]]

    @property
    def spaces(self) -> int:
        """How many Active Quest spaces there are."""
        return self.board.quest_spaces or SPACES

    def character(self, player: Player) -> Character | None:
        """Return the mat of a seat, None while nobody has told it."""
        return self.people.get(player.character)

    def slots(self, player: Player) -> tuple[str | None, ...]:
        """Return the type of each Equipped Item slot of a seat, None for one that is not told."""
        mat = self.character(player)
        return mat.slots if mat is not None and mat.slots is not None else (None,) * SLOTS

    def ability(self, player: Player, full: bool) -> Ability | None:
        """Return what a character can do, None while nobody has told the character; `full`: once fully equipped."""
        mat = self.character(player)
        return None if mat is None else ability(mat.full if full else mat.ability)

    def is_red(self, number: int) -> bool | None:
        """Say whether a number of the Torch track is red, None where nobody has told."""
        return None if self.board.red_torch is None else number in self.board.red_torch


def box_of(edition: Edition) -> Box:
    """Read the box out of its edition."""
    board = next(card for card in edition.cards if isinstance(card, Board))
    faces = {card.colour: card.faces for card in edition.cards if isinstance(card, Die)}
    people = {card.name: card for card in edition.cards if isinstance(card, Character)}
    cards: dict[str, list[Card]] = {name: [] for name in DECKS}
    for card in edition.cards:
        if isinstance(card, QuestCard | ItemCard | PuzzleCard | StaffCard | RiddleCard | EnergyCard | BossCard):
            cards[deck_of(card)].append(card)
    decks = {name: Multiset.of(found) for name, found in cards.items()}
    red = _faces(faces.get("red")) or TRAITS
    return Box(board, _faces(faces.get("black")), _faces(faces.get("blue")), red, people, decks)


def _faces(told: tuple[str | None, ...] | None) -> tuple[str, ...] | None:
    if not told or None in told:
        return None
    return tuple(face for face in told if face is not None)


def supply(state: Position, what: str) -> int:
    """Return how many tokens of a trait or an element lie on the board (shadowgate.tokens.limited).

    Trait tokens have two sides, so bonuses, curses and the torch's penalty come from one stack.
    """
    if what in ELEMENTS:
        at = ELEMENTS.index(what)
        return max(0, MAGIC_TOKENS - sum(player.magic[at] for player in state.players))
    at = TRAITS.index(what)
    used = sum(player.plus[at] + player.curses[at] for player in state.players)
    return max(0, TRAIT_TOKENS - used - (state.penalty == what))


def kinds(choice: str) -> tuple[str, ...]:
    """Return the kinds of tokens that a word of an effect lets one choose from: "trait" or "token"."""
    return TRAITS if choice == "trait" else ELEMENTS
