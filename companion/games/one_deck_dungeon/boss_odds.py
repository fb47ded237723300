"""From a position of the game to the odds of the fight against the boss."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.errors import CompanionError, EditionIncompleteError
from companion.games.one_deck_dungeon.boss import Boss, Chain
from companion.games.one_deck_dungeon.boss_poison import Poisoned, Standing
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.encounter import Fight as Fought
from companion.games.one_deck_dungeon.odds import meeting
from companion.games.one_deck_dungeon.party import health, resist_bonus
from companion.games.one_deck_dungeon.rooms import boss_health
from companion.games.one_deck_dungeon.skilled import Skilled
from companion.games.one_deck_dungeon.state import Face, Position


def boss_chain(cat: Catalogue, state: Position) -> tuple[Chain, int, int]:
    """Return the boss fight of one or two heroes as a chain, with the damage on the boss and what can be borne.

    Raises:
        CompanionError: four heroes fight by pairs, of which the chain knows nothing.
        EditionIncompleteError: the boss or the hearts of a hero are not told.
    """
    if state.four:
        raise CompanionError("With four heroes only single rounds of the boss fight are worked out.")
    there = replace(state, floor=4)
    health_ = boss_health(cat, there)
    first = meeting(cat, there, state.handles, Face()).fight
    if health_ is None or first.bearable is None:
        raise EditionIncompleteError("The health of the boss or the hearts of a hero are not told.")

    def round_(wounds: int) -> Fought:
        found = meeting(cat, replace(there, wounds=wounds), state.handles, Face())
        return Skilled(found.fight, found.fighters).fight

    return Chain(Boss(health_, round_), first.bearable), state.wounds, first.bearable


def boss_poisoned(cat: Catalogue, state: Position) -> tuple[Poisoned, Standing]:
    """Return the boss fight of one or two heroes with poison, and where it stands with a round about to begin.

    Raises:
        CompanionError: four heroes fight by pairs, of which the chain knows nothing.
        EditionIncompleteError: the boss or the hearts of a hero are not told.
    """
    chain, wounds, bearable = boss_chain(cat, state)
    hearts = tuple((health(cat, state, hero) or 0) - hero.damage for hero in state.heroes)
    tokens = tuple(hero.poison for hero in state.heroes)
    supply = max(0, state.poison_total - state.poison_exiled)
    help_ = resist_bonus(cat, state, state.handles)
    poisoned = Poisoned(chain.boss, supply, help_, state.deck == "hybrid", bearable)
    return poisoned, (wounds, hearts, tokens)
