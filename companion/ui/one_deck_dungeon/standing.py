"""How the party stands, and how the game ended: hearts, level, the way still to go, and how brave it was."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.table import Table
from companion.games.one_deck_dungeon.party import health, skills
from companion.games.one_deck_dungeon.scoring import outcome
from companion.games.one_deck_dungeon.telling import title
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
