"""What each move does. Functions give new positions; the caller has checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.engine.game import Move
from companion.engine.told import reveal
from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon import course, turns
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.bearing import cure, cured, exile, gain_potions, hurt, judged, sicken
from companion.games.one_deck_dungeon.boxes import COLOURS, Pool
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.laying import take, without
from companion.games.one_deck_dungeon.places import card_at, exchanged
from companion.games.one_deck_dungeon.rooms import boss_health, curses
from companion.games.one_deck_dungeon.state import (
    UNTOLD,
    Face,
    Fight,
    Hero,
    Position,
    Rolled,
    count,
    in_order,
    pool_of,
)
from companion.games.one_deck_dungeon.tasks import choose, perform, queue, rolled, with_more
from companion.games.one_deck_dungeon.throws import rest
from companion.games.one_deck_dungeon.using import feat_use, payment_owner, potion_use, skill_use


def apply(cat: Catalogue, state: Position, move: Move) -> Position:
    """Return the position after a move, with everything that follows from it by itself."""
    return turns.settle(cat, _EFFECTS[type(move)](cat, state, move))


def _going(state: Position) -> Fight:
    assert state.fight is not None
    return state.fight


# ------------------------------------------------------------------------------------------------------------- reveals


def _assign(cat: Catalogue, state: Position, move: m.Assign) -> Position:
    return _told(state, f"hero {move.hero}").with_hero(replace(state.hero(move.hero), card=move.card))


def _told(state: Position, token: str) -> Position:
    """Cross off what the setup asked."""
    left = list(state.pending)
    if token in left:
        left.remove(token)
    return replace(state, pending=tuple(left))


def _dungeon(cat: Catalogue, state: Position, move: m.Dungeon) -> Position:
    return replace(_told(state, "dungeon"), dungeon=move.name)


def _basic(cat: Catalogue, state: Position, move: m.Basic) -> Position:
    return replace(_told(state, "basic"), basic=move.name)


def _card(cat: Catalogue, state: Position, move: m.Card) -> Position:
    state = replace(state, unseen=reveal(state.unseen, UNTOLD, move.card))
    if state.step == "setup":
        state = replace(_told(state, "xp"), down=state.down - 1, xp_cards=(*state.xp_cards, move.card))
        return replace(state, xp=state.xp + (cat.xp(move.card) or 0))
    door = state.doors[state.opening]
    cards = (*door.cards[: state.shown], move.card, *door.cards[state.shown + 1 :])
    state = turns.with_door(state, state.opening, replace(door, cards=cards))
    state = replace(state, shown=state.shown + 1)
    return turns.opened(cat, state) if state.shown == len(cards) else state


def _roll(cat: Catalogue, state: Position, move: m.Roll) -> Position:
    fight = _going(state)
    if not move.dice:
        return replace(state, fight=replace(fight, untold=True, tasks=()))
    throw = fight.tasks[0].throw
    assert throw is not None
    return rolled(cat, state, move.dice, rest(throw, move.dice) or ())


def _resist(cat: Catalogue, state: Position, move: m.Resist) -> Position:
    if not state.resisting:
        state = turns.part_for_resisting(state, move.group)
    return turns.resist(cat, state, move.group, move.die) if move.die else state


# ---------------------------------------------------------------------------------------------------------------- turn


def _explore(cat: Catalogue, state: Position, move: m.Explore) -> Position:
    return turns.explore(cat, replace(state, fresh=False))


def _enter(cat: Catalogue, state: Position, move: m.Enter) -> Position:
    return turns.enter(cat, replace(state, fresh=False), move.door)


def _flee(cat: Catalogue, state: Position, move: m.Flee) -> Position:
    return turns.flee(cat, state)


def _descend(cat: Catalogue, state: Position, move: m.Descend) -> Position:
    return turns.descend(cat, state)


def _next(cat: Catalogue, state: Position, move: m.Next) -> Position:
    return turns.begin_turn(cat, replace(state, turn=state.turn + 1))


# --------------------------------------------------------------------------------------------------------------- fights


def _arrange(cat: Catalogue, state: Position, move: m.Arrange) -> Position:
    return course.arrange(cat, state, move.groups, move.cards, move.odd)


def _begin(cat: Catalogue, state: Position, move: m.Begin) -> Position:
    return course.begin(cat, state)


def _option(cat: Catalogue, state: Position, move: m.Option) -> Position:
    return course.option(cat, state, move.n)


def _feat(cat: Catalogue, state: Position, move: m.Feat) -> Position:
    """Use a feat: dice that were stored join the roll; other feats act before it."""
    fight, hero = _going(state), state.hero(move.hero)
    fight = replace(fight, used=(*fight.used, (move.hero, "feat")))
    use = feat_use(cat, state, move)
    if use is not None:
        return queue(replace(state, fight=fight), move.hero, use.effects)
    state = state.with_hero(replace(hero, stored=hero.stored - move.n))
    more = pool_of({c: count(fight.share, c) + (move.n if c == "H" else 0) for c in COLOURS})
    main = fight.tasks[-1]
    assert main.throw is not None
    throw = with_more(main.throw, move.hero, "H", move.n)
    return replace(state, fight=replace(fight, share=more, tasks=(*fight.tasks[:-1], replace(main, throw=throw))))


def _skill(cat: Catalogue, state: Position, move: m.Skill) -> Position:
    fight = without(_going(state), move.pay)
    fight = replace(fight, used=(*fight.used, (move.hero, move.name)))
    state = replace(state, fight=fight)
    use = skill_use(cat, state, move)
    state = queue(state, move.hero, use.effects if use is not None else ())
    for rule in curses(cat, state, fight):
        if isinstance(rule, a.Toll) and not rule.face:
            state = perform(cat, state, a.Lose(rule.cost), "", fight.part.heroes)
    return state


def _potion(cat: Catalogue, state: Position, move: m.Potion) -> Position:
    use = potion_use(cat, state, move.name)
    state = replace(state, potions=state.potions - 1)
    effects = use.effects if use is not None else ()
    in_fight = state.fight is not None and state.fight.begun and not state.fight.untold and not state.fight.closed
    if in_fight:
        state = queue(state, move.hero, effects)
    else:
        for effect in effects:
            state = perform(cat, state, effect, move.hero, (move.hero,))
    # The Cure potion used alone heals what it heals with any other, not twice (one-deck-dungeon.cure.passive).
    return state if move.name == state.reference else cured(cat, state, "use", 1)


def _pick(cat: Catalogue, state: Position, move: m.Pick) -> Position:
    return choose(state, _going(state), move.dice)


def _black(cat: Catalogue, state: Position, move: m.Black) -> Position:
    """Make a black die of the lowest value of those given (one-deck-dungeon.dice.black)."""
    fight = without(_going(state), move.dice)
    new = Rolled("H", min(die.value for die in move.dice), payment_owner(move.dice))
    return replace(state, fight=replace(fight, dice=in_order((*fight.dice, new))))


def _place(cat: Catalogue, state: Position, move: m.Place) -> Position:
    return replace(state, fight=course.lay(cat, state, ((move.box - 1, move.die),)))


def _take(cat: Catalogue, state: Position, move: m.Take) -> Position:
    return replace(state, fight=take(_going(state), move.box - 1))


def _settle(cat: Catalogue, state: Position, move: m.Settle) -> Position:
    fight = course.lay(cat, state, tuple((box - 1, die) for box, die in move.placed))
    return course.close(cat, replace(state, fight=fight))


def _result(cat: Catalogue, state: Position, move: m.Result) -> Position:
    return course.result(cat, state, move)


# ----------------------------------------------------------------------------------------------------------- settling


def _paid(state: Position, n: int) -> Position:
    """Take so much off what is settled first."""
    due = state.due[0]
    first = (replace(due, n=due.n - n),) if due.n > n else ()
    return replace(state, due=(*first, *state.due[1:]))


def _damage(cat: Catalogue, state: Position, move: m.Damage) -> Position:
    state = _paid(state, sum(n for _, n in move.shares))
    for handle, n in move.shares:
        state = hurt(cat, state, handle, n)
    return state


def _poison(cat: Catalogue, state: Position, move: m.Poison) -> Position:
    state = _paid(state, sum(n for _, n in move.shares))
    for handle, n in move.shares:
        state = sicken(state, handle, n)
    return state


def _choose(cat: Catalogue, state: Position, move: m.Choose) -> Position:
    what = state.due[0].what
    state = _paid(state, 1)
    return turns.failed(cat, state, move.hero) if what == "sicken" else cure(state, move.hero, 1)


def _heal(cat: Catalogue, state: Position, move: m.Heal) -> Position:
    """Remove one damage, or one poison token instead (one-deck-dungeon.poison.healed)."""
    state = _paid(state, 1)
    if move.what == "poison":
        return cure(state, move.hero, 1)
    hero = state.hero(move.hero)
    return state.with_hero(replace(hero, damage=max(0, hero.damage - 1)))


def _drain(cat: Catalogue, state: Position, move: m.Drain) -> Position:
    """Turn an item into XP; levels wait for the loot step (one-deck-dungeon.encounter.drain)."""
    hero = state.hero(move.hero)
    card = hero.items[move.item - 1]
    items = hero.items[: move.item - 1] + hero.items[move.item :]
    state = _paid(state, 1).with_hero(replace(hero, items=items))
    return judged(cat, _as_xp(cat, state, card, 0))


# ---------------------------------------------------------------------------------------------------------------- loot


def _as_xp(cat: Catalogue, state: Position, card: Face, told: int) -> Position:
    worth = cat.xp(card)
    return replace(state, xp_cards=(*state.xp_cards, card), xp=state.xp + (told if worth is None else worth))


def _loot(cat: Catalogue, state: Position, move: m.Loot) -> Position:
    part = state.spoils[move.n - 1]
    card = move.card.merged(part.card)
    spoils = state.spoils[: move.n - 1] + state.spoils[move.n :]
    state = replace(state, spoils=spoils, unseen=reveal(state.unseen, part.card, card))
    if move.what == "gone":
        return replace(state, discard=state.discard.add(card))
    if move.what == "xp":
        return _as_xp(cat, state, card, move.xp)
    if move.what == "potion":
        return gain_potions(cat, replace(state, tucked=(*state.tucked, card)), 1)
    return _tuck(cat, state, state.hero(move.hero), move, card)


def _tuck(cat: Catalogue, state: Position, hero: Hero, move: m.Loot, card: Face) -> Position:
    """Tuck an item or a skill under a hero card; what makes way turns to XP (one-deck-dungeon.loot.replace)."""
    held = hero.items if move.what == "item" else hero.skills
    dropped = held[move.drop - 1] if move.drop else None
    kept = held[: move.drop - 1] + held[move.drop :] if move.drop else held
    now = (*kept, card)
    state = state.with_hero(replace(hero, items=now) if move.what == "item" else replace(hero, skills=now))
    return judged(cat, state if dropped is None else _as_xp(cat, state, dropped, 0))


# -------------------------------------------------------------------------------------------------------- observations


def _set(cat: Catalogue, state: Position, move: m.Set) -> Position:
    if move.hero:
        state = state.with_hero(replace(state.hero(move.hero), **{move.what: move.n}))
        return judged(cat, state)
    if move.what == "deck":
        return _counted(state, move.n)
    if move.what == "boss":
        hearts = boss_health(cat, state)
        won = hearts is not None and move.n >= hearts
        return replace(state, wounds=move.n, ended="won" if won else "")
    return replace(state, **{move.what: move.n})


def _counted(state: Position, down: int) -> Position:
    """Correct how many cards lie in the deck: untold ones come from the discard, or go there."""
    change = state.down - down
    if change >= 0:
        return replace(state, down=down, discard=state.discard.add(UNTOLD, change))
    rest = state.discard
    for _ in range(-change):
        rest = rest.remove(UNTOLD)
    return replace(state, down=down, discard=rest)


def _exile(cat: Catalogue, state: Position, move: m.Exile) -> Position:
    if move.what == "poison":
        return exile(state, a.Exile(poison=1))
    return exile(state, a.Exile(Pool(*(int(colour == move.what) for colour in COLOURS))))


def _end(cat: Catalogue, state: Position, move: m.End) -> Position:
    return replace(state, ended="won" if move.won else "fallen")


def _name(cat: Catalogue, state: Position, move: m.Name) -> Position:
    old = card_at(state, move.place)
    new = move.card.merged(old)
    state = replace(state, unseen=reveal(state.unseen, old, new))
    state = exchanged(state, move.place, new)
    if move.place.startswith("xp.") and cat.xp(old) is None:
        state = replace(state, xp=state.xp + (cat.xp(new) or 0))
    return state


def _describe(cat: Catalogue, state: Position, move: m.Describe) -> Position:
    """Change nothing: the box learns the card."""
    return state


def _depth(cat: Catalogue, state: Position, move: m.Depth) -> Position:
    state = replace(state, depth=move.depth)
    fight = state.fight
    if fight is None or not fight.begun or fight.closed or move.depth == "full":
        return state
    return replace(state, fight=replace(fight, untold=True, tasks=()))


_EFFECTS: dict[type[Move], Callable[[Catalogue, Position, Any], Position]] = {
    m.Assign: _assign,
    m.Dungeon: _dungeon,
    m.Basic: _basic,
    m.Card: _card,
    m.Roll: _roll,
    m.Resist: _resist,
    m.Explore: _explore,
    m.Enter: _enter,
    m.Flee: _flee,
    m.Descend: _descend,
    m.Next: _next,
    m.Arrange: _arrange,
    m.Begin: _begin,
    m.Option: _option,
    m.Feat: _feat,
    m.Skill: _skill,
    m.Potion: _potion,
    m.Pick: _pick,
    m.Black: _black,
    m.Place: _place,
    m.Take: _take,
    m.Settle: _settle,
    m.Result: _result,
    m.Damage: _damage,
    m.Poison: _poison,
    m.Choose: _choose,
    m.Heal: _heal,
    m.Drain: _drain,
    m.Loot: _loot,
    m.Set: _set,
    m.Exile: _exile,
    m.End: _end,
    m.Name: _name,
    m.Describe: _describe,
    m.Depth: _depth,
}
