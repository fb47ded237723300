"""Shadows that fall on a tower, by dealing the cards in every way: slow, and simple enough to be checked by hand.

The unseen cards are laid in every way into the places where something is told in part or not at all; what is left is
the pile. Then every order of drawing is gone through, card by card, with the rules of closing doors written out anew.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations

from companion.games.four_doors.cards import UNTOLD, PlayerCard
from companion.games.four_doors.state import Position

Card = tuple[str, str]


@dataclass
class Stack:
    """A door: what lies on each side, and what has become of it."""

    left: int
    right: int
    half: bool
    found: bool
    became: str = ""
    gone: bool = False
    came: Counter[str] = field(default_factory=Counter)


@dataclass
class Game:
    """A table at which nobody does anything but draw."""

    doors: dict[str, Stack]
    top: list[Card | None]
    pile: list[Card]
    discard: list[Card]
    elsewhere: list[Card]
    level: int
    drawing: list[str]
    drawn: int
    ward: int
    falls: int
    turn: int = 0
    held: dict[str, int] = field(default_factory=dict)
    hands: list[Card] = field(default_factory=list)
    lost: str = ""


@dataclass(frozen=True)
class Ended:
    """What came of it: statuses and arrivals by door, what lost the game, the space of the level pawn."""

    became: tuple[tuple[str, str], ...]
    came: tuple[tuple[str, str, int], ...]
    lost: str
    level: int

    def of(self, door: str) -> str:
        return dict(self.became)[door]

    def arrivals(self, door: str, side: str) -> int:
        return next((n for name, where, n in self.came if (name, where) == (door, side)), 0)


def endings(state: Position, falls: int = 1, only: str = "") -> dict[Ended, Fraction]:
    """Return how the next falls may end, with the chances; `only` leaves every other door out."""
    found: dict[Ended, Fraction] = defaultdict(Fraction)
    for chance, game in dealt(state, falls, only):
        for share, end in played(state, game):
            found[ended(end)] += chance * share
    whole = sum(found.values())
    return {end: chance / whole for end, chance in found.items()}


def ended(game: Game) -> Ended:
    became = tuple((name, door.became) for name, door in game.doors.items())
    came = tuple((name, side, n) for name, door in game.doors.items() for side, n in sorted(door.came.items()))
    return Ended(became, came, game.lost, game.level)


# ------------------------------------------------------------------------------------------------------------- dealing


def dealt(state: Position, falls: int, only: str) -> Iterator[tuple[Fraction, Game]]:
    """Yield every way in which the unseen cards may lie, those ruled out by the game still going on left out."""
    cards = list(state.unseen)
    places = [(where, told) for where, told in state.outside() if not told.known]
    places += [(f"top {n}", told) for n, told in enumerate(state.top) if not told.known and told != UNTOLD]
    down = state.down - sum(told != UNTOLD for told in state.top)
    seen: Counter[tuple[tuple[Card, ...], ...]] = Counter()
    arranged: dict[tuple[tuple[Card, ...], ...], Game] = {}
    for order in permutations(cards, len(places) + down):
        placed = list(zip(places, order, strict=False))
        if all(told.fits(card) for (_, told), card in placed):
            game = laid(state, falls, only, placed, list(order[len(places) :]))
            rest = list(cards)
            for card in order:
                rest.remove(card)
            game.elsewhere += [mark(card) for card in rest]
            loose = [mark(card) for (where, told), card in placed if where == "shadow" and told == UNTOLD]
            key = (tuple(loose), *map(tuple, map(sorted, (game.pile, game.discard, game.elsewhere))), tuple(game.top))
            seen[key] += 1
            arranged[key] = game
    for key, game in arranged.items():
        for card in key[0]:
            if card[0] != guarded(state, card):
                shadow(game, card)
        if not game.lost:
            yield Fraction(seen[key]), game


def laid(
    state: Position,
    falls: int,
    only: str,
    placed: list[tuple[tuple[str, PlayerCard], PlayerCard]],
    pile: list[PlayerCard],
) -> Game:
    doors = {
        door.name: Stack(len(door.left), len(door.right), door.half, door.found)
        for door in state.tower.doors
        if only in ("", door.name)
    }
    top: list[Card | None] = [mark(card) if card.known else None for card in state.top]
    game = Game(doors, top, list(map(mark, pile)), [], [], state.track.level, [], 0, state.ward, falls)
    game.turn = [player.handle for player in state.players].index(state.active)
    game.held = {player.handle: len(player.hand) for player in state.players}
    game.drawing = [state.drawer or state.active] * state.to_draw
    game.discard = [mark(card) for card in state.discard if card.known]
    for (where, _), card in placed:
        if where == "discard":
            game.discard.append(mark(card))
        elif where.startswith("top "):
            game.top[int(where[4:])] = mark(card)
        elif not state.full and where not in ("shadow", "hollow"):
            game.elsewhere.append(mark(card))
    game.drawing += [state.active] * 2 if state.step == "act" else []
    game.drawn = state.drawn if state.step == "fall" else 0
    return game


def mark(card: PlayerCard) -> Card:
    assert card.door is not None
    assert card.side is not None
    return card.door, card.side


# ------------------------------------------------------------------------------------------------------------- playing


def played(state: Position, game: Game) -> Iterator[tuple[Fraction, Game]]:
    """Yield every way in which the draws may go on."""
    while not game.lost and game.falls:
        rate = state.track.rates[min(game.level, len(state.track.rates) - 1)]
        if not game.drawing and game.drawn >= max(0, rate - game.ward):
            game.falls, game.drawn, game.ward = game.falls - 1, 0, 0
            game.turn = (game.turn + 1) % len(state.players)
            game.drawing = [state.players[game.turn].handle] * 2
        elif not game.top and not game.pile:
            shuffle(state, game)
        else:
            break
    if game.lost or not game.falls:
        yield Fraction(1), game
        return
    if game.top and game.top[0] is not None:
        after = deepcopy(game)
        taken(state, after, after.top.pop(0), known=True)
        yield from played(state, after)
        return
    for card, n in Counter(game.pile).items():
        after = deepcopy(game)
        after.top = after.top[1:]
        after.pile.remove(card)
        taken(state, after, card)
        for chance, end in played(state, after):
            yield chance * Fraction(n, len(game.pile)), end


def shuffle(state: Position, game: Game) -> None:
    game.level += 1
    if state.track.complete and game.level >= len(state.track.rates):
        game.lost = "skull"
        return
    game.pile, game.discard = game.discard, []
    if not state.full:
        # Nobody follows the hands: whatever does not lie open counts as discarded.
        game.pile = [*game.pile, *game.hands, *game.elsewhere]
        game.hands, game.elsewhere = [], []
    if not game.pile:
        game.lost = "cards"


def taken(state: Position, game: Game, card: Card | None, known: bool = False) -> None:
    assert card is not None
    if game.drawing:
        drawn_into_a_hand(state, game, card, known)
        return
    game.drawn += 1
    if card[0] == guarded(state, card):
        game.discard.append(card)
    else:
        shadow(game, card)


def drawn_into_a_hand(state: Position, game: Game, card: Card, known: bool) -> None:
    """A hand of five lets go of the card it draws, unless it was known before: that one is thought to be wanted."""
    seat = game.drawing.pop(0)
    if state.full and game.held[seat] >= 5 and not known:
        game.discard.append(card)
        return
    game.held[seat] += 1
    game.hands.append(card)


def guarded(state: Position, card: Card) -> str:
    """The door of the solo Wanderer, unless the table plays that a full side is not spared."""
    player = state.players[0]
    if len(state.players) > 1 or player.adventurer != "wanderer":
        return ""
    door = state.tower.find(player.at)
    if door is None or (not state.rules.wanderer_overflow and len(door.side(card[1])) >= 3):
        return ""
    return player.at


def shadow(game: Game, card: Card) -> None:
    """Lay a shadow at its door: a fourth flips it, or shuts it if it was flipped already."""
    name, side = card
    door = game.doors.get(name)
    if door is None:
        return
    door.came[side] += 1
    if door.gone:
        return
    if getattr(door, side) < 3:
        setattr(door, side, getattr(door, side) + 1)
    elif not door.half:
        door.half, door.became = True, "flipped"
    else:
        door.gone, door.became = True, "shut" if door.found else "lost"
        game.lost = game.lost if door.found else name


# --------------------------------------------------------------------------------------------------------------- draws


def drawn(state: Position, n: int, hit: Callable[[PlayerCard], bool]) -> dict[int, Fraction]:
    """Return how many hits the next n cards bring, by every order of the pile and of the one after it."""
    found: Counter[int] = Counter()
    for placed, pile in arrangements(state):
        top = [card if card.known else placed.get(f"top {i}") for i, card in enumerate(state.top)]
        first = [card if card is not None else pile.pop(0) for card in top] + pile
        back = [card for card in state.discard if card.known]
        back += [card for where, card in placed.items() if where.startswith("discard")]
        for second in permutations(back, max(0, n - len(first))):
            found[sum(map(hit, (*first[:n], *second)))] += 1
    return {k: Fraction(count, sum(found.values())) for k, count in found.items()}


def outside_hollow(state: Position, total: int, hit: Callable[[PlayerCard], bool]) -> dict[int, Fraction]:
    """Return how many of so many cards of a kind lie outside the Hollow, by every way in which the cards may lie."""
    found: Counter[int] = Counter()
    for placed, _ in arrangements(state):
        there = [card for card in state.hollow if card.known]
        there += [card for where, card in placed.items() if where.startswith("hollow")]
        found[total - sum(map(hit, there))] += 1
    return {k: Fraction(count, sum(found.values())) for k, count in found.items()}


def arrangements(state: Position) -> Iterator[tuple[dict[str, PlayerCard], list[PlayerCard]]]:
    """Yield every way in which the unseen cards may lie: those at places where something is told, and the pile."""
    places = [(f"{where} {i}", told) for i, (where, told) in enumerate(state.outside()) if not told.known]
    places += [(f"top {n}", told) for n, told in enumerate(state.top) if not told.known and told != UNTOLD]
    down = state.down - sum(told != UNTOLD for told in state.top)
    for order in permutations(state.unseen, len(places) + down):
        if all(told.fits(card) for (_, told), card in zip(places, order, strict=False)):
            yield {where: card for (where, _), card in zip(places, order, strict=False)}, list(order[len(places) :])
