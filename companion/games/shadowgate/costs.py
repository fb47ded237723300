"""Meeting the cost of a quest: what is short, what dice must make up for, and what may be discarded for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

from companion.games.shadowgate.box import Box
from companion.games.shadowgate.cards import ItemCard, PuzzleCard, QuestCard, StaffCard, quest_cost
from companion.games.shadowgate.quests import Lack, lack
from companion.games.shadowgate.state import Gear, Player, Position
from companion.games.shadowgate.traits import for_quest, roll_boost, told
from companion.games.shadowgate.vocabulary import BY_HAND, ELEMENTS, TRAITS, Need, Way

STAFF_SYMBOLS = ("relic", "staff")
"""What a Staff item counts as."""


class Payment(NamedTuple):
    """What is discarded: cards and tokens, each in the order of `sorted_cards` and of the elements."""

    cards: tuple[Gear, ...]
    tokens: tuple[str, ...]


def value(face: str) -> int:
    """Return what a face counts: skulls and staffs are 0 (shadowgate.dice.skull)."""
    return int(face) if face.isdecimal() else 0


def lacking(box: Box, state: Position, player: Player, way: Way) -> Lack:
    """Return how much each trait is short of one way to meet a quest."""
    return lack(way, for_quest(box, state, player))


def deficit(box: Box, state: Position, player: Player, card: QuestCard) -> int:
    """Return the least that dice must make up for, summed over the traits, of all ways to meet a quest."""
    return min(sum(lacking(box, state, player, way)) for way in quest_cost(card))


def traits_told(box: Box, state: Position, player: Player, card: QuestCard) -> bool:
    """Say whether the traits that a quest asks for, and its cost, are told."""
    asked = {TRAITS.index(need.what) for way in quest_cost(card) for need in way if need.kind == "trait"}
    return card.cost is not None and all(told(box, player, trait) for trait in asked)


def covered(box: Box, state: Position, player: Player, short: Sequence[int]) -> bool:
    """Say whether the dice rolled so far make up for what is short (shadowgate.cost.divide)."""
    if not any(short):
        return True
    if not state.dice:
        return False
    more = roll_boost(box, state, player)
    if state.rules.dice_divide_freely:
        return sum(map(value, state.dice)) + more >= sum(short)
    return any(_fits(parts, short) for parts in _dealt([*map(value, state.dice), more], len(short)))


def _dealt(parts: Sequence[int], traits: int) -> Iterator[list[int]]:
    """Yield the sums of each trait when every part goes whole to one of them."""
    if not parts:
        yield [0] * traits
        return
    for sums in _dealt(parts[1:], traits):
        for at in range(traits):
            yield [*sums[:at], sums[at] + parts[0], *sums[at + 1 :]]


def _fits(parts: Sequence[int], short: Sequence[int]) -> bool:
    return all(part >= lack for part, lack in zip(parts, short, strict=True))


def by_hand(way: Way) -> bool:
    """Say whether the table judges a part of this way."""
    return any(need.kind == BY_HAND for need in way)


def extras(way: Way) -> tuple[Need, ...]:
    """Return the parts of a way that are paid with cards and tokens."""
    return tuple(need for need in way if need.kind in ("token", "item", "puzzle"))


# ------------------------------------------------------------------------------------------------------------ payments


def shows(card: Gear, symbol: str) -> bool | None:
    """Say whether a card counts as a type or a category, None where nobody has told (shadowgate.items.wild)."""
    if isinstance(card, StaffCard):
        return symbol in STAFF_SYMBOLS
    if not isinstance(card, ItemCard):
        return False
    if card.types is None or (card.categories is None and symbol not in card.types):
        return None
    return symbol in card.types or symbol in (card.categories or ())


def is_general(card: Gear) -> bool | None:
    """Say whether a card is a General item, None where nobody has told."""
    return isinstance(card, ItemCard) and ("general" in card.types if card.types is not None else None)


def purse(state: Position, player: Player, need: Need) -> list[Gear]:
    """Return the cards that may pay one symbol of a need, untold ones included (shadowgate.cost.equipped)."""
    if need.kind == "puzzle":
        puzzles = [card for card in player.inventory if isinstance(card, PuzzleCard)]
        return [card for card in puzzles if need.what == "puzzle" or card.name in (None, need.what)]
    found = [card for card in player.equipped if shows(card, need.what) is not False]
    if state.rules.general_from_inventory and need.what == "general":
        found += [card for card in player.inventory if is_general(card) is not False]
    return found


def payments(state: Position, player: Player, way: Way) -> list[Payment]:
    """Return every different payment for a way; empty where it cannot be paid."""
    found: dict[Payment, None] = {}
    for cards in _cards(state, player, [need for need in extras(way) if need.kind != "token"]):
        for tokens in _tokens(player, [need for need in extras(way) if need.kind == "token"]):
            found[Payment(sorted_cards(cards), tokens)] = None
    return list(found)


def sorted_cards(cards: Sequence[Gear]) -> tuple[Gear, ...]:
    """Return cards in their one order."""
    return tuple(sorted(cards, key=repr))


def _cards(state: Position, player: Player, needs: Sequence[Need]) -> Iterator[list[Gear]]:
    """Yield every choice of different cards, one for each symbol."""
    symbols = [need for need in needs for _ in range(need.n)]
    held = Counter(player.inventory) + Counter(player.equipped)

    def choose(left: Sequence[Need], taken: list[Gear]) -> Iterator[list[Gear]]:
        if not left:
            yield taken
            return
        for card in dict.fromkeys(purse(state, player, left[0])):
            if taken.count(card) < held[card]:
                yield from choose(left[1:], [*taken, card])

    return choose(symbols, [])


def _tokens(player: Player, needs: Sequence[Need]) -> Iterator[tuple[str, ...]]:
    """Yield every choice of Magic tokens."""
    fixed = Counter({need.what: need.n for need in needs if need.what != "token"})
    free = sum(need.n for need in needs if need.what == "token")
    for more in combinations_with_replacement(ELEMENTS, free):
        chosen = fixed + Counter(more)
        if all(chosen[element] <= player.magic[at] for at, element in enumerate(ELEMENTS)):
            yield tuple(element for element in ELEMENTS for _ in range(chosen[element]))


# -------------------------------------------------------------------------------------------------------------- stages


class Stage(NamedTuple):
    """How far an attempt is.

    Args:
        name: "won", "lost", "roll" (dice are rolled), "pay" (the player chooses) or "judge" (the table says).
        payments: what may be paid, where the player chooses.
        open: whether a roll may still help.
    """

    name: str
    payments: tuple[Payment, ...] = ()
    open: bool = False


def stage(box: Box, state: Position) -> Stage:
    """Return how far the attempt is that is under way (shadowgate.cost)."""
    player, card = state.player(state.active), state.quest(state.attempt)
    assert card is not None
    if not traits_told(box, state, player, card):
        return Stage("judge")
    ways = quest_cost(card)
    short = [lacking(box, state, player, way) for way in ways]
    met = [way for way, lack in zip(ways, short, strict=True) if covered(box, state, player, lack)]
    may_roll = not state.dice and len(met) < len(ways)
    return _judged(state, player, met, may_roll, box.black is not None)


def _judged(state: Position, player: Player, met: Sequence[Way], may_roll: bool, faces: bool) -> Stage:
    roll = Stage("roll") if faces else Stage("judge", open=True)
    if not state.full:
        # Items are not followed, so that the table says whether they were there; a roll settles the rest.
        return Stage("won") if met and state.dice else Stage("judge") if met else roll if may_roll else Stage("lost")
    if any(not extras(way) and not by_hand(way) for way in met):
        return Stage("won")
    paid = dict.fromkeys(payment for way in met if not by_hand(way) for payment in payments(state, player, way))
    if paid:
        return Stage("pay", tuple(paid), may_roll)
    if any(by_hand(way) for way in met):
        return Stage("judge", open=may_roll)
    return roll if may_roll else Stage("lost")
