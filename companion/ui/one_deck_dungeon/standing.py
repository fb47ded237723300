"""How the party stands, and how the game ended: hearts, level, the way still to go, and how brave it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial

import msgspec

from companion.engine.table import Table
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.party import dice_of, health, potion_kinds, skills
from companion.games.one_deck_dungeon.plainly import ability_words, pool_words
from companion.games.one_deck_dungeon.rooms import boss, boss_health
from companion.games.one_deck_dungeon.scoring import outcome
from companion.games.one_deck_dungeon.state import MAX_LEVEL, Hero, Position
from companion.games.one_deck_dungeon.telling import people, skill_words, title
from companion.games.one_deck_dungeon.turns import price
from companion.ui.one_deck_dungeon import said
from companion.ui.one_deck_dungeon.fights import WOUNDS, Days, Met, counted, going, rank, size, sure
from companion.ui.one_deck_dungeon.pads import item_words
from companion.ui.panel import Button, Group, Item, Text
from companion.ui.words import clause_items


def standing(table: Table, viewer: str) -> Iterable[Item]:
    """Return what the party has together, and what each hero has; a hero opens to what feats and skills do."""
    state, cat = table.view(viewer), table.game.cat  # type: ignore[attr-defined]
    if state.step == "setup":
        return
    yield from (Text(line) for line in _together(cat, state))
    yield from (_hero(cat, state, hero) for hero in state.heroes)


def _together(cat: Catalogue, state: Position) -> Iterator[str]:
    """Yield level, experience and potions, then what is out of the game."""
    cost = price(cat, state)
    buys = f"level {state.level + 1}" if state.level < MAX_LEVEL else "a potion"
    more = f"{state.xp} of {cost} XP for {buys}" if cost else f"{state.xp} XP"
    kinds = ", ".join(skill_words(cat, name) for name in potion_kinds(cat, state) if name)
    tokens = f"{state.potions} potion{'s' * (state.potions != 1)}"
    yield f"Level {state.level}, {more}. {tokens}{f': {kinds}' if kinds else ''}."
    if state.poison_total:
        yield f"{state.tokens} poison on heroes, {state.poison_left} in the supply."
    gone = [pool_words(state.exiled)] if any(state.exiled.counts()) else []
    gone += [f"{state.poison_exiled} poison"] if state.poison_exiled else []
    if gone:
        yield f"Exiled, out for good: {', '.join(gone)}."


def _hero(cat: Catalogue, state: Position, hero: Hero) -> Button:
    """Return the row of a hero: hearts, dice, poison; inside it feat, skills and items."""
    side = cat.side(hero.card, len(state.heroes))
    dice = pool_words(dice_of(cat, state, hero)) if side.dice is not None else "dice not told"
    facts = [dice, *([f"{hero.stored} black stored"] if hero.stored else [])]
    facts += [f"{hero.poison} poison"] if hero.poison else []
    can = [f"Feat, {side.feat.name}. {ability_words(side.feat)}"] if side.feat is not None else []
    can += [f"{one.name}. {ability_words(one)}" for _, one in skills(cat, state, hero)]
    items = [item_words(card.item) for card in hero.items if card.item]
    can += [f"Items: {', '.join(items)}."] if items else []
    name = f"{hero.name}, {title(hero.card)}" if hero.card else hero.name
    inside = tuple(map(Text, can)) or (Text("Nobody has told this card."),)
    hearts = hearts_words(cat, state, hero)
    return Button(f"hero {hero.handle}", name, sub=" · ".join(facts), end=hearts, look="row", inside=inside)


def hearts_words(cat: Catalogue, state: Position, hero: Hero) -> str:
    """Return the hearts of a hero: "3 of 4 hearts"; the damage where nobody has told how many there are."""
    most = health(cat, state, hero)
    return f"{max(0, most - hero.damage)} of {most} hearts" if most is not None else f"{hero.damage} damage"


def hearts_row(cat: Catalogue, state: Position, hero: Hero) -> str:
    """Return the hearts of a hero as signs: "♥♥♥♡"."""
    most = health(cat, state, hero)
    if most is None:
        return f"−{hero.damage}" if hero.damage else ""
    left = max(0, most - hero.damage)
    return "♥" * left + "♡" * (most - left)


def verdict(cat: Catalogue, state: Position) -> str:
    """Return how a game ended, in a word, and by what: "Won: the Yeti is dead", "Lost: Bo has fallen"."""
    if state.ended == "won":
        return f"Won: {_the_boss(cat, state)} is dead"
    fallen = [hero.handle for hero in state.heroes if hero.damage >= (health(cat, state, hero) or MANY)]
    who = people(state, fallen) if fallen else "a hero"
    return f"Lost: {who} {'have' if len(fallen) > 1 else 'has'} fallen"


def _the_boss(cat: Catalogue, state: Position) -> str:
    enemy = boss(cat, state)
    return f"the {enemy.name}" if enemy is not None else "the boss"


def _where(cat: Catalogue, state: Position) -> str:
    """Return where it ended: on which floor and turn, or in which round against the boss."""
    if not state.at_boss:
        return f"On floor {state.floor}, in turn {state.turn}."
    if state.ended == "won":
        return f"It took {state.round} round{'s' * (state.round > 1)}."
    hearts = boss_health(cat, state)
    wounds = f", which had {min(state.wounds, hearts)} of {hearts} wounds" if hearts is not None else ""
    return f"In round {state.round} against {_the_boss(cat, state)}{wounds}."


def ending(table: Table) -> Iterable[Item]:
    """Return how it ended."""
    state, cat = table.state, table.game.cat  # type: ignore[attr-defined]
    how = outcome(state)
    if how is None:
        agreed = table.header.ended is not None
        yield Text("We stopped here" if agreed else "The game is not over.", "big" if agreed else "lead")
        return
    yield Text(verdict(cat, state), "big")
    yield Text(_where(cat, state), "lead")
    yield from clause_items(table.game.rulebook, [how.clause])


def looking_back(table: Table) -> Callable[[], tuple[Item, ...]] | None:
    """Return what tells how brave the party was: its fights are counted, which takes a while."""
    every = list(fights(table)) if outcome(table.state) is not None else []
    return partial(_looked, every) if every else None


def _looked(every: list[Fought]) -> tuple[Item, ...]:
    told = _brave(sorted(every, key=lambda one: one.danger)[:COUNTED], len(every))
    return (Text("How brave were we?", "title"), *told)


MANY = 99
"""Hearts that nobody has: those of a hero whose card is not told."""
COUNTED = 4
"""Fights whose odds are counted at the end: the most dangerous ones. All of an evening would take too long."""
LARGEST = 120_000
"""Different rolls of a fight that is counted at the end."""


class Fought(msgspec.Struct, frozen=True):
    """A fight of the game that can be told by its odds.

    Args:
        name: "Turn 4, Goblin".
        ways: the fight as it began, at each way that was open.
        lost: the hearts that it cost.
        most: the hearts that those who fought had left before it.
    """

    name: str
    ways: tuple[Met, ...]
    lost: int
    most: int

    @property
    def danger(self) -> Fraction:
        """How safe it was at the least, which is said fast."""
        return max(sure(met, WOUNDS).safe for met in self.ways)

    @property
    def days(self) -> Days:
        """How it was to go."""
        return max((counted(met, WOUNDS) for met in self.ways), key=lambda one: rank(one, WOUNDS))


def fights(table: Table) -> Iterator[Fought]:
    """Yield the fights of a game whose odds can be counted."""
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
    """Return a fight as it began and what it came to; None where it cannot be counted."""
    assert before.fight is not None
    pair = before.fight.part.heroes
    foe = cat.foe(before.fight.part.card)
    options = (1, 2) if foe is not None and foe.options and not before.fight.part.option else (0,)
    known = tuple(met for way in options if (met := going(cat, before, way)) is not None)
    if len(known) < len(options) or any(size(met.fight) > LARGEST for met in known):
        return None
    lost = sum(after.hero(who).damage - before.hero(who).damage for who in pair)
    lost += sum(due.n for due in after.due if due.what == "damage")
    enemy = boss(cat, before) if before.at_boss else None
    name = enemy.name if enemy is not None else (foe.name if foe is not None else "") or "A card"
    most = sum(max(0, (health(cat, before, before.hero(who)) or 0) - before.hero(who).damage) for who in pair)
    where = f"Round {before.round}" if before.at_boss else f"Turn {before.turn}"
    return Fought(f"{where}, {name}", known, min(lost, most), most)


def _brave(fought: list[Fought], every: int) -> Iterable[Item]:
    """Say which fight was the boldest, and whether luck was kind.

    Args:
        fought: the fights that are counted.
        every: how many there were that could be.
    """
    told = [(one, one.days) for one in fought]
    bold, days = min(told, key=lambda pair: pair[1].safe)
    if days.safe < 1:
        yield Group((Text(f"The boldest: {bold.name}", "grow"), Text(said.safe(days.safe))), "row")
    # Nobody loses more hearts than there are.
    lost, due = sum(one.lost for one in fought), sum(min(days.hearts, one.most) for one, days in told)
    kind = "Luck was kind" if lost < due - 1 else "Luck was against you" if lost > due + 1 else "Luck was fair"
    many = f"{len(fought)} fight{'s' * (len(fought) != 1)}"
    where = many if len(fought) == every else f"the {len(fought)} most dangerous fights"
    hearts = f"{lost} heart{'s' * (lost != 1)} lost in {where}"
    yield Text(f"{kind}: {hearts}; about {due:.1f} are usual when all play for the fewest wounds.", "lead")
