"""How the party stands, and how the game ended: hearts, level, the way still to go, and how brave it was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from companion.engine.table import Table
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.party import health, skills
from companion.games.one_deck_dungeon.scoring import outcome
from companion.games.one_deck_dungeon.state import Position
from companion.games.one_deck_dungeon.telling import title
from companion.ui.one_deck_dungeon import said
from companion.ui.one_deck_dungeon.fights import WOUNDS, Days, counted, going, rank, size
from companion.ui.one_deck_dungeon.thinking import AT_ONCE
from companion.ui.panel import Group, Item, Text
from companion.ui.words import clause_items


def standing(table: Table, viewer: str) -> Iterable[Item]:
    """Return what each hero has."""
    state, game = table.view(viewer), table.game
    if state.step == "setup":
        return
    for hero in state.heroes:
        most = health(game.cat, state, hero)  # type: ignore[attr-defined]
        hearts = f"{most - hero.damage} of {most} hearts" if most is not None else f"{hero.damage} damage"
        names = [title(name) for name, _ in skills(game.cat, state, hero)]  # type: ignore[attr-defined]
        items = [f"+{card.item}" for card in hero.items if card.item]
        poison = [f"{hero.poison} poison"] if hero.poison else []
        rest = ", ".join([*poison, *items, *names])
        yield Group((Text(f"{hero.name}, {title(hero.card)}", "grow"), Text(hearts)), "row")
        if rest:
            yield Text(rest, "small")


def ending(table: Table) -> Iterable[Item]:
    """Return how it ended, and how brave the party was."""
    state = table.state
    how = outcome(state)
    if how is None:
        yield Text("The game is not over.", "lead")
        return
    yield Text("The boss is dead!" if state.ended == "won" else "The dungeon wins", "big")
    yield Text(how.reason, "lead")
    yield from clause_items(table.game.rulebook, [how.clause])
    fought = list(fights(table))
    if fought:
        yield Text("How brave were we?", "title")
        yield from _brave(fought)


class Fought(msgspec.Struct, frozen=True):
    """A fight of the game that is told by its odds.

    Args:
        name: "Turn 4, Goblin".
        days: how it was to go.
        lost: the hearts that it cost.
    """

    name: str
    days: Days
    lost: int


def fights(table: Table) -> Iterator[Fought]:
    """Yield the fights whose odds are at hand: those asked about on this page, and the small ones."""
    cat = table.game.cat  # type: ignore[attr-defined]
    start = None
    for state in table.positions:
        now = state.fight if state.fight is not None and state.fight.begun and not state.fight.closed else None
        if start is not None and (now is None or now.at != start.fight.at):
            told = _told(cat, start, state)
            if told is not None:
                yield told
            start = None
        if start is None and now is not None:
            start = state


def _told(cat: Catalogue, before: Position, after: Position) -> Fought | None:
    """Return a fight with its odds as it began and what it came to."""
    assert before.fight is not None
    pair = before.fight.part.heroes
    foe = cat.foe(before.fight.part.card)
    options = (1, 2) if foe is not None and foe.options and not before.fight.part.option else (0,)
    known = [going(cat, before, way) for way in options]
    if any(met is None or size(met.fight) > AT_ONCE for met in known):
        return None
    days = [counted(met, WOUNDS) for met in known if met is not None]
    lost = sum(after.hero(who).damage - before.hero(who).damage for who in pair)
    lost += sum(due.n for due in after.due if due.what == "damage")
    name = (foe.name if foe is not None else "") or ("Boss" if before.at_boss else "A card")
    return Fought(f"Turn {before.turn}, {name}", max(days, key=lambda one: rank(one, WOUNDS)), lost)


def _brave(fought: list[Fought]) -> Iterable[Item]:
    """Say which fight was the boldest, and whether luck was kind."""
    bold = min(fought, key=lambda one: one.days.safe)
    if bold.days.safe < 1:
        yield Group((Text(f"The boldest: {bold.name}", "grow"), Text(said.safe(bold.days.safe))), "row")
    lost, due = sum(one.lost for one in fought), sum(one.days.hearts for one in fought)
    kind = "Luck was kind" if lost < due - 1 else "Luck was against you" if lost > due + 1 else "Luck was fair"
    hearts = f"{lost} heart{'s' * (lost != 1)} lost in {len(fought)} fight{'s' * (len(fought) != 1)}"
    yield Text(f"{kind}: {hearts}, {due:.1f} to be expected of fewest wounds.", "lead")
