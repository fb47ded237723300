"""The roll that lies before the boss: every placement worth knowing, by the chance to win that it leaves.

Also who fights first. What is asked is the whole fight from here on: skulls against hearts, by the positions that
`boss_odds` has worked out. No skill or potion that might still be used counts.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.engine.errors import CompanionError
from companion.games.one_deck_dungeon.boss_law import Blow, Floats
from companion.games.one_deck_dungeon.boss_odds import MIDDLE, QUICK, Before, Standing, standing_of
from companion.games.one_deck_dungeon.boss_party import Group
from companion.games.one_deck_dungeon.boss_rounds import ROLLS
from companion.games.one_deck_dungeon.boss_walk import Place, Walk
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.odds import present
from companion.games.one_deck_dungeon.placing import Placement
from companion.games.one_deck_dungeon.state import Position


class Placed(msgspec.Struct, frozen=True):
    """A placement against the boss.

    Args:
        placement: the dice.
        blow: what it comes to.
        chance: the chance to win that it leaves, under best play from then on.
        proven: whether all placements of this roll are known.
    """

    placement: Placement
    blow: Blow
    chance: float
    proven: bool


KEPT = 4
"""Parties that are remembered."""

_known: list[tuple[tuple[object, ...], Before]] = []


def before(cat: Catalogue, state: Position, quick: int = QUICK, rolls: int = ROLLS) -> Before:
    """Return a party before its boss, the same as long as the fight goes on and nobody is healed.

    Args:
        cat: the cards.
        state: the position.
        quick, rolls: as for `Before`.
    """
    mine = [known for known in _fitting(cat, state) if (known.quick, known.rolls) == (quick, rolls)]
    if mine:
        return mine[0]
    _known.insert(0, (_key(cat, state), Before(cat, state, quick, rolls)))
    del _known[KEPT:]
    return _known[0][1]


def ready(cat: Catalogue, state: Position) -> Before | None:
    """Return a party before its boss if it was worked out in this fight, however finely; None if not."""
    return next((known for known in _fitting(cat, state) if known.done), None)


def _fitting(cat: Catalogue, state: Position) -> list[Before]:
    """Return what is known that answers for a position too."""
    key, now = _key(cat, state), standing_of(cat, state)
    return [known for mine, known in list(_known) if mine == key and _covers(known, now)]


def _key(cat: Catalogue, state: Position) -> tuple[object, ...]:
    """Return what stays the same while a fight goes on."""
    heroes = tuple((hero.handle, hero.card, hero.items, hero.skills, hero.stored) for hero in state.heroes)
    there = (state.dungeon, state.level, state.exiled, state.poison_total, state.poison_exiled, state.rules, state.deck)
    return (id(cat), heroes, *there)


def _covers(known: Before, now: Standing) -> bool:
    """Return whether what is known of a party answers for a position too."""
    wounds, hearts, tokens = known.standing
    hurt = all(left <= most for left, most in zip(now[1], hearts, strict=True))
    ill = bool(known.places) or all(n <= most for n, most in zip(now[2], tokens, strict=True))
    return hurt and ill and (wounds <= now[0] or bool(known.regrow))


def placements(
    cat: Catalogue, state: Position, quick: int = QUICK, rolls: int = ROLLS, known: Before | None = None
) -> tuple[Placed, ...]:
    """Return the placements of the roll that lies there, the best first; none that another betters in all.

    Args:
        cat: the cards.
        state: the position, a roll on the table and nothing placed.
        quick, rolls: as for `Before`.
        known: the party before its boss, where it is known.

    Raises:
        CompanionError: no roll lies before the boss.
        UnknownSideError: the rounds to come are too large for any answer.
    """
    fight = state.fight
    if fight is None or not state.at_boss:
        raise CompanionError("No roll lies before the boss: begin a round and tell the dice.")
    lying = present(cat, state)
    skulls = sum(1 << at for at, box in enumerate(lying.plan.boxes) if box.skull)
    best: dict[Blow, int] = {}
    for part, loss in lying.plan.losses.items():
        if not any(part & ~mask == 0 for mask in lying.largest):
            continue
        blow = Blow((part & skulls).bit_count(), (skulls & ~part).bit_count(), loss.damage, loss.poison)
        if blow not in best or part.bit_count() < best[blow].bit_count():
            best[blow] = part
    ahead = Ahead(known or before(cat, state, quick, rolls), state)
    worth = {blow: ahead.chance(blow) for blow in best if not any(_beats(other, blow) for other in best)}
    order = sorted(worth, key=lambda blow: (-worth[blow], blow.damage, blow.poison, -blow.hits))
    return tuple(Placed(lying.placement(best[blow]), blow, worth[blow], lying.proven) for blow in order)


def _beats(one: Blow, other: Blow) -> bool:
    """Return whether a blow is no worse in hits, damage and poison than another, and better in one."""
    better = one.hits >= other.hits and one.damage <= other.damage and one.poison <= other.poison
    return better and one != other


class Ahead:
    """What lies ahead of a group that fights the boss.

    Args:
        known: the party before its boss.
        state: the position, the group's fight going on.
    """

    def __init__(self, known: Before, state: Position) -> None:
        assert state.fight is not None
        self.party = known.party(MIDDLE)
        self.party.solve(known.standing[0])
        self.place: Place = standing_of(known.cat, state)
        self.group: Group = tuple(sorted(state.handles.index(handle) for handle in state.fight.part.heroes))
        self.walk = Walk(self.party)
        first = state.four and state.fight.at + 1 < len(state.fight.parts)
        self.after: Mapping[int, Floats] = self.walk.after(self.group, first)

    def chance(self, blow: Blow) -> float:
        """Return the chance to win that a blow leaves, shared out as is best."""
        return self.walk.worth(self.end(blow), self.after)

    def end(self, blow: Blow) -> Place:
        """Return the best position that a blow leads to."""
        return self.walk.borne(self.place, self.group, blow, self.after)


def firsts(
    cat: Catalogue, state: Position, quick: int = QUICK, rolls: int = ROLLS, known: Before | None = None
) -> tuple[tuple[float, Group], ...]:
    """Return who may fight first in a round that is about to begin, each with the chance to win, the best first.

    Args:
        cat: the cards.
        state: the position, the roll to resist made.
        quick, rolls: as for `Before`.
        known: the party before its boss, where it is known.

    Raises:
        EditionIncompleteError: the boss or a hero is not told.
        UnknownSideError: the rounds are too large for any answer.
    """
    known = known or before(cat, state, quick, rolls)
    party = known.party(MIDDLE)
    party.solve(known.standing[0])
    wounds, hearts, tokens = standing_of(cat, state)
    place = party.place(hearts, tokens)
    found = [(float(party.begun(group, wounds)[place]), group) for group in party.groups]
    return tuple(sorted(found, key=lambda pair: (-pair[0], pair[1])))


__all__ = ["Ahead", "Placed", "before", "firsts", "placements"]
