"""May this be done? Each kind of move yields what has to hold, in order; the first refusal counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.engine.game import Move, Verdict, joined
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.bearing import stairs_limits
from companion.games.one_deck_dungeon.boxes import COLOURS
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.fight_checks import FIGHT_CHECKS
from companion.games.one_deck_dungeon.loot_checks import LOOT_CHECKS
from companion.games.one_deck_dungeon.party import supply
from companion.games.one_deck_dungeon.places import card_at
from companion.games.one_deck_dungeon.refusals import (
    Judged,
    at_step,
    name,
    no,
    possible_card,
)
from companion.games.one_deck_dungeon.rooms import (
    boss_health,
)
from companion.games.one_deck_dungeon.state import (
    DEPTHS,
    MAX_LEVEL,
    POTIONS,
    UNTOLD,
    Position,
)


def check(cat: Catalogue, state: Position, move: Move) -> Verdict:
    """Say whether a move may be made in a position."""
    for handle in _named(move):
        if handle not in state.handles:
            return no(f"No hero at this table is called {handle}.", "setup.heroes")
    if state.ended and not isinstance(move, m.Name):
        return no("The game is over.", "end.over")
    judge: Callable[[Catalogue, Position, Any], Judged] = _CHECKS[type(move)]
    return joined(judge(cat, state, move))


def _named(move: Move) -> Iterator[str]:
    """Yield every hero that a move names."""
    if move.by:
        yield move.by
    if getattr(move, "hero", ""):
        yield move.hero  # type: ignore[attr-defined]
    for shares in (getattr(move, "shares", ()), getattr(move, "damage", ()), getattr(move, "poison", ())):
        yield from (handle for handle, _ in shares)
    yield from getattr(move, "group", ())
    yield from (handle for group in getattr(move, "groups", ()) for handle in group)


# ---------------------------------------------------------------------------------------------------------------- setup


def _assign(cat: Catalogue, state: Position, move: m.Assign) -> Judged:
    if state.hero(move.hero).card:
        yield no(f"{name(state, move.hero)} has a hero card already.", "setup.heroes")
    if move.card and cat.complete and move.card not in cat.heroes:
        yield no(f"There is no hero {move.card}: {', '.join(cat.heroes)}.", "components.heroes")
    if not move.card and f"hero {move.hero}" not in state.pending:
        yield no(f"Nobody asks any more which hero {name(state, move.hero)} is.", "setup.heroes")
    if move.card and any(hero.card == move.card for hero in state.heroes):
        yield no(f"Somebody has the {move.card} already.", "setup.heroes")


def _dungeon(cat: Catalogue, state: Position, move: m.Dungeon) -> Judged:
    if state.dungeon or not (move.name or "dungeon" in state.pending):
        yield no("The dungeon is chosen already.", "setup.dungeon")
    if move.name and cat.complete and move.name not in cat.dungeons:
        yield no(f"There is no dungeon {move.name}: {', '.join(cat.dungeons)}.", "setup.dungeon")
    if not cat.fits_deck(move.name, state.deck):
        yield no(f"{move.name} does not go with a {state.deck} deck.", "hybrid.dungeon")


def _basic(cat: Catalogue, state: Position, move: m.Basic) -> Judged:
    if "basic" not in state.pending:
        yield no("A basic potion goes with the Cure potion, at the setup.", "cure.basic")
    known = basics(cat)
    if known and move.name not in known:
        yield no(f"The basic potions are {', '.join(known)}.", "cure.basic")


def basics(cat: Catalogue) -> tuple[str, ...]:
    """Return the basic potions."""
    return tuple(name for name, card in cat.skills.items() if card.potion and card.place == "basic")


def _card(cat: Catalogue, state: Position, move: m.Card) -> Judged:
    yield at_step(state, "setup", "open")
    if state.step == "setup" and "xp" not in state.pending:
        yield no("No card is turned up at this point of the setup.", "setup.order")
    yield possible_card(state, move.card)


# ---------------------------------------------------------------------------------------------------------------- turns


def _explore(cat: Catalogue, state: Position, move: m.Explore) -> Judged:
    yield at_step(state, "turn")


def _enter(cat: Catalogue, state: Position, move: m.Enter) -> Judged:
    yield at_step(state, "turn")
    if not 1 <= move.door <= len(state.doors):
        yield no(f"There is no door {move.door}; there are {len(state.doors)}.", "turn.enter")


def _flee(cat: Catalogue, state: Position, move: m.Flee) -> Judged:
    yield at_step(state, "meet")
    if not state.doors[state.opening].fresh:
        yield no("You may flee only from a door opened this turn.", "turn.flee")


def _descend(cat: Catalogue, state: Position, move: m.Descend) -> Judged:
    yield at_step(state, "turn", "end")
    if state.step == "turn" and not state.stairs_open:
        yield no(f"The stairs are not visible yet: {state.down} cards lie on them.", "stairs.visible")
    if state.step == "turn" and not (state.sighted and state.fresh):
        yield no("Going down waits for the end of the turn.", "stairs.descend")


def _next(cat: Catalogue, state: Position, move: m.Next) -> Judged:
    yield at_step(state, "end")


# --------------------------------------------------------------------------------------------------------- observations


def _result(cat: Catalogue, state: Position, move: m.Result) -> Judged:
    if state.step != "fight" or state.fight is None:
        yield at_step(state, "fight")
        return
    fight = state.fight
    for handle, _ in (*move.damage, *move.poison):
        if handle not in fight.part.heroes:
            yield no(f"{name(state, handle)} is not in this encounter.", "four.damage")
    if fight.closed:
        yield no("That fight is settled: share out what is due.", "encounter.result")
    for shares in (move.damage, move.poison):
        if [handle for handle, _ in shares] != [h for h in state.handles if h in dict(shares)]:
            yield no("Name each hero once, in the order of seats.", "encounter.result")
        if any(not 1 <= n <= 30 for _, n in shares):
            yield no("Name only heroes who lost something, 30 at most.", "encounter.result")
    if not 0 <= move.time <= 60 or (state.at_boss and move.time):
        yield no("Time lost is 0 to 60, and none against the boss.", "boss.time", "encounter.result")
    if not 0 <= move.skulls <= 12 or (move.skulls and not state.at_boss):
        yield no("Skulls are covered against the boss only.", "encounter.result")
    if sum(n for _, n in move.poison) > state.poison_left:
        yield no(f"Only {state.poison_left} poison tokens are left: the rest is damage.", "poison.supply")


LIMITS = {
    "damage": 30, "poison": 16, "stored": 12, "potions": 12, "deck": 88, "xp": 60, "level": MAX_LEVEL, "stairs": 5,
    "boss": 60,
}  # fmt: skip
"""The most that `set` may say of anything."""
OF_A_HERO = ("damage", "poison", "stored")


def _set(cat: Catalogue, state: Position, move: m.Set) -> Judged:
    if state.step == "setup":
        yield at_step(state, "turn")
    if move.what not in LIMITS:
        yield no(f"{move.what} cannot be set: {', '.join(LIMITS)} can.", "turn.counts")
        return
    if bool(move.hero) != (move.what in OF_A_HERO):
        yield no(f"Say `set {'ana ' if move.what in OF_A_HERO else ''}{move.what} 2`.", "turn.counts")
        return
    most = LIMITS[move.what] if move.what != "potions" else POTIONS[len(state.heroes)]
    if not (move.what == "level") <= move.n <= most:
        yield no(f"There may be {most} at most.", "supply.tokens")
    if move.what == "poison" and move.hero and move.n - state.hero(move.hero).poison > state.poison_left:
        yield no(f"There are only {state.poison_left} poison tokens left.", "poison.supply")
    if move.what == "deck" and move.n - state.down > state.discard.count(UNTOLD):
        yield no("No more cards can lie in the deck than were turned over unseen.", "turn.counts")
    if move.what == "stored" and move.hero and move.n - state.hero(move.hero).stored > _black_left(state):
        yield no(f"Only {_black_left(state)} black dice are left.", "supply.dice")
    if move.what == "stairs" and move.n >= stairs_limits(cat, state)[0]:
        yield no(f"At {stairs_limits(cat, state)[0]} tokens the stairs hurt, and the tokens go.", "stairs.tokens")
    if move.what == "boss" and not state.at_boss:
        yield no("The boss waits below the third floor.", "boss.after")


def _black_left(state: Position) -> int:
    return supply(state).heroic


def _exile(cat: Catalogue, state: Position, move: m.Exile) -> Judged:
    if move.what == "poison":
        if not state.poison_left:
            yield no("No poison token is left to exile.", "exile.gone")
        return
    if move.what not in COLOURS:
        yield no("Exile a die of S, A, M or H, or poison.", "exile.gone")
        return
    if not supply(state).counts()[COLOURS.index(move.what)] or (state.fight is not None and state.fight.begun):
        yield no("A die is exiled from the supply, between encounters.", "exile.gone")


def _end(cat: Catalogue, state: Position, move: m.End) -> Judged:
    if move.won and not state.at_boss:
        yield no("The game is won by killing the boss.", "end.won")
    hearts = boss_health(cat, state)
    if move.won and hearts is not None:
        yield no(f"The boss falls at {hearts} damage: `set boss {hearts}`.", "boss.health")


def _name(cat: Catalogue, state: Position, move: m.Name) -> Judged:
    try:
        known = card_at(state, move.place)
    except (LookupError, ValueError):
        yield no(f"No card lies at {move.place}.", "components.encounters")
        return
    if not known.fits(move.card):
        yield no(f"That card was told as {known}.", "components.encounters")
        return
    yield possible_card(state, move.card.merged(known), known)


def _depth(cat: Catalogue, state: Position, move: m.Depth) -> Judged:
    if move.depth not in DEPTHS:
        yield no(f"A table is followed {' or '.join(DEPTHS)}.", "turn.counts")


_CHECKS: dict[type[Move], Callable[[Catalogue, Position, Any], Judged]] = {
    **FIGHT_CHECKS,
    **LOOT_CHECKS,
    m.Assign: _assign,
    m.Dungeon: _dungeon,
    m.Basic: _basic,
    m.Card: _card,
    m.Explore: _explore,
    m.Enter: _enter,
    m.Flee: _flee,
    m.Descend: _descend,
    m.Next: _next,
    m.Result: _result,
    m.Set: _set,
    m.Exile: _exile,
    m.End: _end,
    m.Name: _name,
    m.Depth: _depth,
}
