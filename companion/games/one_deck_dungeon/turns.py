"""The course of a game: turns, doors, poison, stairs and levels, and what follows by itself."""

from __future__ import annotations

from itertools import combinations

from msgspec.structs import replace

from companion.engine.piles import Multiset
from companion.games.one_deck_dungeon.bearing import cure, gain_potions, hurt, lay_doors, lose_time, owe
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.course import finish
from companion.games.one_deck_dungeon.faces import put_all
from companion.games.one_deck_dungeon.party import resist_bonus, triggered
from companion.games.one_deck_dungeon.rooms import door_limit, floor_rules, leaves
from companion.games.one_deck_dungeon.state import BOSS_FLOOR, MAX_LEVEL, Door, Due, Hero, Position
from companion.games.one_deck_dungeon.tasks import advance, perform

TIME = 2
"""Cards that a turn turns over, before it is doubled for four heroes (one-deck-dungeon.turn.time)."""
MANY = 1000
"""More cards than any deck has: the time that is taken from it can be read off."""
TOP_PRICE = 5
"""XP for one potion token on the last level, where the card is not told (one-deck-dungeon.levels.top)."""

# ------------------------------------------------------------------------------------------------------ what follows


def settle(cat: Catalogue, state: Position) -> Position:
    """Go on as far as nobody has to decide or see anything."""
    while True:
        after = _next(cat, state)
        if after is None:
            return state
        state = after


def _next(cat: Catalogue, state: Position) -> Position | None:
    """Return what follows by itself, None where somebody has to say something or the game is over."""
    if state.ended:
        return None if state.step == "over" else _over(state)
    if state.due:
        return _pruned(state)
    if state.step == "setup":
        return None if state.pending else enter_floor(cat, state)
    if state.step == "fight":
        return _in_fight(cat, state)
    if state.step == "loot":
        return None if state.spoils else levelled(cat, state) or end_turn(cat, state)
    if state.step == "resist":
        return _unpoisoned(state)
    if state.step == "resisted":
        return _resisted(cat, state)
    if state.step == "boss":
        return begin_round(state)
    return None


def _over(state: Position) -> Position:
    """Lay the cards of an unfinished fight aside, so that none is lost from sight."""
    cards = [card for where, card in state.outside() if where in ("fight", "loot")]
    discard = put_all(state.discard, cards)
    return replace(state, step="over", due=(), pending=(), fight=None, spoils=(), resisting=(), discard=discard)


def _pruned(state: Position) -> Position | None:
    """Drop what cannot be settled any more, and heal where there is nothing to choose."""
    due = state.due[0]
    among = tuple(handle for handle in due.among if _may_bear(state, due.what, handle))
    if due.what == "heal" and len(among) == 1:
        healed = _healed(state, due, state.hero(among[0]))
        if healed is not None:
            return healed
    if among == due.among and due.n:
        return None
    first = (replace(due, among=among),) if among and due.n else ()
    return replace(state, due=(*first, *state.due[1:]))


def _healed(state: Position, due: Due, hero: Hero) -> Position | None:
    """Heal the only hero who may be healed; None where it has damage and poison, so that somebody chooses."""
    if hero.damage and hero.poison:
        return None
    hero = replace(hero, damage=max(0, hero.damage - due.n), poison=max(0, hero.poison - due.n))
    return replace(state, due=state.due[1:]).with_hero(hero)


def _may_bear(state: Position, what: str, handle: str) -> bool:
    hero = state.hero(handle)
    if what == "heal":
        return bool(hero.damage or hero.poison)
    if what == "cleanse":
        return bool(hero.poison)
    return what != "drain" or bool(hero.items)


def _in_fight(cat: Catalogue, state: Position) -> Position | None:
    fight = state.fight
    assert fight is not None
    if fight.closed or fight.part.skipped:
        return finish(cat, state)
    if not fight.begun:
        return _pair_resists(state)
    if fight.untold or not fight.tasks:
        return None
    after = advance(cat, state)
    return after if after != state else None


# ---------------------------------------------------------------------------------------------------------------- turns


def enter_floor(cat: Catalogue, state: Position) -> Position:
    """Come to a floor: what it does before its first turn, then that turn."""
    state = _floor_effects(cat, replace(state, stairs=0, sighted=False, step="turn"), "floor")
    return begin_turn(cat, state)


def _floor_effects(cat: Catalogue, state: Position, when: str) -> Position:
    """Let the floors act; with four heroes twice (one-deck-dungeon.four.dungeon-effects)."""
    for rule in floor_rules(cat, state):
        for use in rule.uses(when)[:1]:
            for effect in use.effects:
                state = perform(cat, state, effect, "", state.handles, state.sets)
    return state


def _hero_effects(cat: Catalogue, state: Position, when: str) -> Position:
    """Let abilities of heroes act by themselves."""
    for handle in state.handles:
        for effect in triggered(cat, state, state.hero(handle), when):
            state = perform(cat, state, effect, handle, (handle,))
    return state


def begin_turn(cat: Catalogue, state: Position) -> Position:
    """Begin a turn with its time; doors opened before are no longer left for free."""
    doors = tuple(replace(door, fresh=False) for door in state.doors)
    before = state.stairs_open
    state = replace(state, doors=doors, step="turn", fresh=True, opening=0, shown=0)
    state = _floor_effects(cat, lose_time(cat, state, TIME * state.sets), "turn")
    return replace(state, sighted=state.stairs_open and not before)


def turn_time(cat: Catalogue, state: Position) -> int:
    """Return the time that each turn on this floor begins with, the dungeon's own among it."""
    return MANY - begin_turn(cat, replace(state, down=MANY)).down


def begun_with(cat: Catalogue, state: Position) -> int:
    """Return the time that the turn has begun with; before the first turn of a floor a dungeon may take more."""
    first = MANY - enter_floor(cat, replace(state, down=MANY)).down
    return first if not state.doors and len(state.discard) == first else turn_time(cat, state)


def end_turn(cat: Catalogue, state: Position) -> Position:
    """End a turn: at the stairs the party may go down, else the next one begins."""
    if state.stairs_open:
        return replace(state, step="end")
    return begin_turn(cat, replace(state, turn=state.turn + 1))


def explore(cat: Catalogue, state: Position) -> Position:
    """Fill the doors up, and resist poison."""
    state = _floor_effects(cat, state, "explore")
    state = _hero_effects(cat, state, "explore")
    state = lay_doors(cat, state, door_limit(cat, state))
    return begin_resisting(replace(state, step="resisted"))


def enter(cat: Catalogue, state: Position, number: int) -> Position:
    """Go to a door: a closed one is opened, an open one means to have its encounters."""
    door = state.doors[number - 1]
    return replace(state, opening=number - 1, shown=0, step="meet" if door.open else "open")


def opened(cat: Catalogue, state: Position) -> Position:
    """Open the door whose cards have all been turned up; feats that look for rich rooms act (four.valiant)."""
    door = state.doors[state.opening]
    state = with_door(state, state.opening, replace(door, open=True, fresh=True))
    state = replace(state, step="meet", shown=0)
    if any((cat.xp(card) or 0) >= 4 for card in door.cards):
        state = _hero_effects(cat, state, "open-4")
    return state


def with_door(state: Position, at: int, door: Door) -> Position:
    """Return the position with another door in a place."""
    return replace(state, doors=(*state.doors[:at], door, *state.doors[at + 1 :]))


def flee(cat: Catalogue, state: Position) -> Position:
    """Leave the open door behind."""
    return end_turn(cat, _hero_effects(cat, state, "flee"))


def descend(cat: Catalogue, state: Position) -> Position:
    """Go down: the discard and the doors are shuffled anew, cards that were won stay out; after floor 3 the boss."""
    behind = put_all(state.discard, (card for door in state.doors for card in door.cards))
    floor = state.floor + 1
    state = replace(state, floor=floor, doors=(), sighted=False, stairs=0, turn=state.turn + 1)
    if floor == BOSS_FLOOR:
        return _hero_effects(cat, replace(state, step="boss", discard=behind), "descend")
    unseen = put_all(state.unseen, (card for card in behind if card.known))
    state = replace(state, discard=Multiset(), unseen=unseen, down=len(behind))
    return enter_floor(cat, _hero_effects(cat, state, "descend"))


# --------------------------------------------------------------------------------------------------------------- poison


def begin_resisting(state: Position) -> Position:
    """Have the party resist poison where there is any; four heroes part into groups first."""
    if not state.tokens:
        return state
    return replace(state, step="resist", resisting=() if state.four else (state.handles,))


def tokens_against(state: Position, group: tuple[str, ...]) -> int:
    """Return the poison tokens that a group resists (one-deck-dungeon.poison.group-tokens)."""
    if state.rules.poison_counts_party:
        return state.tokens
    return sum(state.hero(handle).poison for handle in group)


def part_for_resisting(state: Position, first: tuple[str, ...]) -> Position:
    """Part the heroes into two groups that resist one after the other."""
    other = tuple(handle for handle in state.handles if handle not in first)
    return replace(state, resisting=(first, other))


def _unpoisoned(state: Position) -> Position | None:
    """Pass over groups without tokens: they always succeed (one-deck-dungeon.poison.none)."""
    if not state.resisting or tokens_against(state, state.resisting[0]):
        return None
    left = state.resisting[1:]
    return replace(state, resisting=left, step="resist" if left else "resisted")


def needed(cat: Catalogue, state: Position, group: tuple[str, ...]) -> int:
    """Return the least face that resists for a group now, with the leaves that are told."""
    shown = 0 if state.at_boss else leaves(cat, state)[0]
    return tokens_against(state, group) + 1 - shown - resist_bonus(cat, state, group)


def resist(cat: Catalogue, state: Position, group: tuple[str, ...], die: int) -> Position:
    """Resist poison: a success takes a token away, but not with a hybrid deck; a failure hurts (poison.resist)."""
    poisoned = tuple(handle for handle in group if state.hero(handle).poison)
    left = state.resisting[1:]
    success = die >= needed(cat, state, group)
    state = replace(state, resisting=left, step="resist" if left else "resisted")
    if not success:
        return owe(state, Due("sicken", 1, poisoned or group))
    return state if state.deck == "hybrid" else owe(state, Due("cleanse", 1, poisoned))


def failed(cat: Catalogue, state: Position, handle: str) -> Position:
    """Take a token from a hero who did not resist, and give it two damage."""
    return hurt(cat, cure(state, handle, 1), handle, 2)


def _resisted(cat: Catalogue, state: Position) -> Position:
    if state.fight is not None:
        return replace(state, step="fight", fight=replace(state.fight, resisted=True))
    return replace(state, step="round") if state.at_boss else end_turn(cat, state)


# ----------------------------------------------------------------------------------------------------------------- boss


def begin_round(state: Position) -> Position:
    """Begin a round against the boss with poison (one-deck-dungeon.boss.resist)."""
    state = replace(state, round=state.round + 1, step="round")
    return state if state.four and state.rules.boss_resist else begin_resisting(state)


def _pair_resists(state: Position) -> Position | None:
    """Have a pair resist before its own fight, where the table plays it so."""
    fight = state.fight
    assert fight is not None
    own = state.at_boss and state.four and state.rules.boss_resist and not fight.resisted
    if not own or not tokens_against(state, fight.part.heroes):
        return None
    return replace(state, step="resist", resisting=(fight.part.heroes,))


# --------------------------------------------------------------------------------------------------------------- levels


def price(cat: Catalogue, state: Position) -> int | None:
    """Return the XP of the next level, doubled for four; on the last level that of one potion token, never doubled."""
    card = cat.levels.get(state.level)
    xp = card.xp if card is not None else None
    if state.level >= MAX_LEVEL:
        return xp or TOP_PRICE
    return None if xp is None else xp * state.sets


def levelled(cat: Catalogue, state: Position) -> Position | None:
    """Return the party one level further, or with a potion token for its XP; None where it has not enough."""
    cost = price(cat, state)
    if cost is None or state.xp < cost:
        return None
    heap = put_all(state.discard if state.rules.xp_cards_return else state.out, state.xp_cards)
    spent = {"discard": heap} if state.rules.xp_cards_return else {"out": heap}
    state = replace(state, xp=state.xp - cost, xp_cards=(), **spent)
    if state.level >= MAX_LEVEL:
        return gain_potions(cat, state, 1)
    state = replace(state, level=state.level + 1)
    card = cat.levels.get(state.level)
    tokens = (card.potions if card is not None else None) or 0
    return gain_potions(cat, state, tokens * state.sets)


# --------------------------------------------------------------------------------------------------------------- groups


def pairs(state: Position) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return every way to part four heroes into a first and a second pair."""
    handles = state.handles
    firsts = combinations(handles, 2)
    return [(first, tuple(h for h in handles if h not in first)) for first in firsts]
