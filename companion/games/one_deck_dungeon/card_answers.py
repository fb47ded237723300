"""Answers about what lies ahead: the next cards, their leaves and XP, the next level, and the stairs."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from companion.engine import formulas
from companion.engine.draws import sum_law
from companion.engine.errors import CompanionError, EditionIncompleteError
from companion.engine.odds import Odds, Table
from companion.games.one_deck_dungeon import ahead
from companion.games.one_deck_dungeon.abilities import COMBAT, PERIL
from companion.games.one_deck_dungeon.asked import Asked
from companion.games.one_deck_dungeon.bearing import stairs_limits
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.rooms import door_limit
from companion.games.one_deck_dungeon.state import Face, Position, patterns
from companion.games.one_deck_dungeon.turns import price, turn_time

RICH = 4
"""XP of the most dangerous cards."""
WHAT = ("foe", "peril", "rich", "potion")
"""What the next cards may be."""
CARDS = "one-deck-dungeon.components.encounters"


def nameable(state: Position) -> bool:
    """Say whether every unseen card has a name, so that something can be said of the next ones."""
    return bool(state.unseen) and all(face.name for face in state.unseen.kinds())


def behind(asked: Asked) -> Odds:
    """Return the chance that one at least of the next cards is of a kind (question 23)."""
    cat, what, many = asked.cat, asked.word("what", WHAT), asked.number("n")
    law = _law(asked, lambda face: int(_is(cat, face, what)), many)
    hits = sum(count for face, count in asked.state.unseen.pairs if _is(cat, face, what))
    value = law.where(lambda found: found > 0)
    return _odds(asked, law, value, f"{hits} such cards among {len(asked.state.unseen)} unseen ones")


def _is(cat: Catalogue, face: Face, what: str) -> bool:
    foe = cat.encounters[face.name]
    if what == "rich":
        return (foe.xp or 0) >= RICH
    if what == "potion":
        return bool(cat.is_potion(face.skill))
    return foe.kind == (COMBAT if what == "foe" else PERIL)


def leaf(asked: Asked) -> Odds:
    """Return the chance of so many leaves at least on the next cards turned up (question 20)."""
    cat, least, many = asked.cat, asked.number("k"), asked.number("n")
    law = _law(asked, lambda face: cat.leaves(face) or 0, many)
    hits = sum(count for face, count in asked.state.unseen.pairs if cat.leaves(face))
    value = law.where(lambda found: found >= least)
    return _odds(asked, law, value, f"{hits} leaves among {len(asked.state.unseen)} unseen cards", "poison.leaves")


def xp(asked: Asked) -> Odds:
    """Return the chance that so many rooms bring so much XP at least (questions 24 and 31)."""
    least = asked.number("k")
    law = _xp_law(asked)
    value = law.where(lambda found: found >= least)
    return _odds(asked, law, value, f"{_mean(law):.3g} XP on average", "loot.xp")


def level(asked: Asked) -> Odds:
    """Return the chance that the XP of so many rooms pays for the next level (question 24)."""
    cost, have = price(asked.cat, asked.state), asked.state.xp
    if cost is None:
        raise EditionIncompleteError("What the next level costs is not told: tell the level card first.")
    law = _xp_law(asked)
    value = law.where(lambda found: have + found >= cost)
    return _odds(asked, law, value, f"{have} of {cost} XP so far, {_mean(law):.3g} more on average", "levels.up")


def _xp_law(asked: Asked) -> Table[int]:
    """Return the law of the XP in so many rooms; a room of four heroes is two cards."""
    cards = asked.number("rooms") * (2 if asked.state.four else 1)
    return _law(asked, lambda face: asked.cat.xp(face) or 0, cards)


def _mean(law: Table[int]) -> float:
    return float(Fraction(sum(n * weight for n, weight in law.items()), law.total))


def _law(asked: Asked, value: Callable[[Face], int], many: int) -> Table[int]:
    if not nameable(asked.state):
        raise EditionIncompleteError("Not every card of this deck has a name: tell the cards of the box first.")
    return sum_law(asked.state.unseen, patterns(asked.state), value, many)


def _odds(asked: Asked, law: Table[int], value: Fraction, counted: str, *more: str) -> Odds:
    ways, total = int(value * law.total), law.total
    return Odds.of(
        asked.text,
        value,
        recipe=lambda: formulas.ratio(ways, total),
        table=tuple((str(n), weight) for n, weight in sorted(law.items())),
        counted=counted,
        clauses=(CARDS, *(f"one-deck-dungeon.{clause}" for clause in more)),
    )


# ------------------------------------------------------------------------------------------------------------- stairs


def stairs(asked: Asked) -> Odds:
    """Return whether the stairs are open within so many turns at the latest (question 21)."""
    state, turns = asked.state, asked.number("turns")
    each, size = turn_time(asked.cat, state), 2 if state.four else 1
    at_most = ahead.turns_to_stairs(state.down, 0, each)
    more = max(0, door_limit(asked.cat, state) - len(state.doors))
    soon = ahead.turns_to_stairs(state.down, more, each, size=size)
    if state.stairs_open:
        counted = "they are open"
    else:
        filled = f", or {soon} once the doors are filled up" * (soon != at_most)
        counted = f"{state.down} cards in the deck, {each} go each turn: {at_most} turns{filled}"
    return Odds.of(
        asked.text,
        Fraction(int(turns >= at_most)),
        counted=counted,
        assumptions=("no other time is lost; any brings them sooner",),
        clauses=("one-deck-dungeon.stairs.visible", "one-deck-dungeon.turn.time"),
    )


def crumble(asked: Asked) -> Odds:
    """Return whether so much time at the open stairs hurts somebody (question 22)."""
    state, time = asked.state, asked.number("time")
    if not state.stairs_open:
        raise CompanionError("The stairs are not open yet: time takes cards from the deck.")
    hurt = ahead.stairs_damage(state.stairs, time, *stairs_limits(asked.cat, state))
    return Odds.of(
        asked.text,
        Fraction(int(hurt > 0)),
        counted=f"{state.stairs} tokens on the stairs and {time} more: {hurt} heart{'s' * (hurt != 1)} lost",
        clauses=("one-deck-dungeon.stairs.tokens", "one-deck-dungeon.stairs.repeat"),
    )
