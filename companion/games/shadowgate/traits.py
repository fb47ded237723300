"""How the traits of a seat stand: mat, tokens, equipped cards, boosts, and the penalty of the torch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from companion.games.shadowgate.box import Box
from companion.games.shadowgate.cards import ItemCard, StaffCard
from companion.games.shadowgate.state import NONE, Gear, Player, Position, Three
from companion.games.shadowgate.vocabulary import TRAITS, Effect, ability, effects

ROLL = "roll"
"""What a boost of every roll of the black dice is called."""
Four = tuple[int, int, int, int]
"""A number for each trait, and one for every roll."""


def added(steps: Iterable[Effect], trait: str = "") -> Four:
    """Return what the boosts among some effects add to each trait and to rolls; `trait`: the one that is chosen."""
    out = [0, 0, 0, 0]
    for step in steps:
        if step.verb != "boost":
            continue
        if step.what == "all":
            out[:3] = [value + step.n for value in out[:3]]
        elif step.what == ROLL:
            out[3] += step.n
        elif (what := trait if step.what == "trait" else step.what) in TRAITS:
            out[TRAITS.index(what)] += step.n
    return (out[0], out[1], out[2], out[3])


@lru_cache(maxsize=512)
def _always(text: str | None) -> Four:
    told = ability(text)
    return added(told.effects) if told.when == "always" else (0, 0, 0, 0)


@lru_cache(maxsize=512)
def _in_play(text: str | None) -> Four:
    return added(effects(text))


def _continuing(box: Box, state: Position, player: Player) -> Iterator[Four]:
    """Yield what goes on by itself: abilities that are always on, equipped items, events and the Active Energy card."""
    mat = box.character(player)
    if mat is not None:
        yield _always(mat.ability)
        if player.full:
            yield _always(mat.full)
    for cards in player.slots:
        for card in cards:
            if isinstance(card, ItemCard | StaffCard) and card.ability is not None:
                yield _always(card.ability)
    if state.energy is not None:
        yield _in_play(state.energy.effect)
    for space in state.spaces:
        if space.card is not None and space.card.kind == "event":
            yield _in_play(space.card.reward)


def boosts(box: Box, state: Position, player: Player) -> Four:
    """Return what boosts add to each trait of a seat, and to its rolls."""
    out = state.boosts if player.handle == state.active else (0, 0, 0, 0)
    for more in _continuing(box, state, player):
        if any(more):
            out = (out[0] + more[0], out[1] + more[1], out[2] + more[2], out[3] + more[3])
    return out


def symbols(card: Gear) -> Three:
    """Return the trait symbols of a card, those not told as none."""
    told = card.traits if isinstance(card, ItemCard | StaffCard) else None
    return NONE if told is None else (told[0] or 0, told[1] or 0, told[2] or 0)


def followed(box: Box, state: Position, player: Player) -> tuple[int, int, int]:
    """Return what is followed of each trait: mat, tokens, equipped symbols and boosts."""
    mat = box.character(player)
    base = mat.traits if mat is not None and mat.traits is not None else NONE
    more = boosts(box, state, player)
    out = [(base[i] or 0) + player.plus[i] - player.curses[i] + more[i] for i in range(3)]
    for card in player.equipped:
        worn = symbols(card)
        out = [out[i] + worn[i] for i in range(3)]
    return (out[0], out[1], out[2])


def standing(box: Box, state: Position, player: Player) -> Three:
    """Return how the traits of a seat stand, without the penalty of the torch; they may be below 0."""
    seen = followed(box, state, player)
    one, two, three = ((extra or 0) + value for extra, value in zip(player.extra, seen, strict=True))
    return (one, two, three)


def told(box: Box, player: Player, trait: int) -> bool:
    """Say whether enough is told to know how a trait of a seat stands."""
    if player.extra[trait] is not None:
        return True
    mat = box.character(player)
    if mat is None or mat.traits is None or mat.traits[trait] is None:
        return False
    return all(
        isinstance(card, ItemCard | StaffCard) and card.traits is not None and card.traits[trait] is not None
        for card in player.equipped
    )


def penalised(box: Box, state: Position) -> int:
    """Return which trait the torch takes one from, -1 for none (shadowgate.torch.penalty, shadowgate.torch.scope)."""
    if state.penalty not in TRAITS or state.final:
        return -1
    if state.rules.torch_penalty_scope and box.is_red(state.torch) is False:
        return -1
    return TRAITS.index(state.penalty)


def for_quest(box: Box, state: Position, player: Player) -> Three:
    """Return what each trait counts in a quest before any dice (shadowgate.traits.sum, shadowgate.traits.floor)."""
    values = list(standing(box, state, player))
    hurt = penalised(box, state)
    if hurt >= 0:
        values[hurt] -= 1
    if state.rules.clamp_before_dice:
        values = [max(0, value) for value in values]
    return (values[0], values[1], values[2])


def for_attack(box: Box, state: Position, player: Player, trait: str) -> int:
    """Return what a trait counts in an attack or a defence before any dice (shadowgate.attack.score)."""
    return max(0, standing(box, state, player)[TRAITS.index(trait)])


def roll_boost(box: Box, state: Position, player: Player) -> int:
    """Return what is added to every roll of a seat."""
    return boosts(box, state, player)[3]
