"""May this be done in an encounter: dice, feats, skills, potions and boxes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from companion.engine.game import YES, Move, Verdict, joined
from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.abilities import PERIL, Ability
from companion.games.one_deck_dungeon.boxes import COLOURS, Box
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.laying import armor_left, barred, covered, matches, place
from companion.games.one_deck_dungeon.party import available, feat, odd_colours, potion_kinds
from companion.games.one_deck_dungeon.refusals import (
    Judged,
    at_step,
    doubt,
    free,
    name,
    no,
)
from companion.games.one_deck_dungeon.rooms import (
    black_cost,
    boxes,
    curses,
    room_kind,
)
from companion.games.one_deck_dungeon.state import (
    Fight,
    Position,
    Rolled,
    Throw,
)
from companion.games.one_deck_dungeon.tasks import candidates
from companion.games.one_deck_dungeon.throws import FACES, pool_text, rest
from companion.games.one_deck_dungeon.using import (
    feat_uses,
    held,
    left,
    own,
    pays,
    potion_use,
    skill_uses,
    stores,
)

# --------------------------------------------------------------------------------------------------------------- fights


def _arrange(cat: Catalogue, state: Position, move: m.Arrange) -> Judged:
    yield at_step(state, "meet", "round")
    flat = [handle for group in move.groups for handle in group]
    sizes = [2, 2] if state.four else [len(state.heroes)]
    if sorted(flat) != sorted(state.handles) or [len(group) for group in move.groups] != sizes:
        how = "two pairs: `fight ana+bo #goblin | cy+di #boulder`" if state.four else "everybody"
        yield no(f"An encounter is for {how}.", "four.pairs")
    if any(list(group) != [h for h in state.handles if h in group] for group in move.groups):
        yield no("Heroes of a pair are named in the order of their seats.", "four.pairs")
    want = [] if state.at_boss else list(range(1, len(state.doors[state.opening].cards) + 1))
    if sorted(move.cards) != want:
        yield no("Each card of the door is met once.", "four.both")
    if not set(move.odd) <= set(odd_colours(state)) or "".join(sorted(move.odd, key=COLOURS.index)) != move.odd:
        yield no("Only a colour with an odd number of dice leaves one to give to the second pair.", "four.supply")


def _fighting(state: Position) -> Verdict:
    """An encounter is going on and has begun."""
    now = at_step(state, "fight")
    if not now:
        return now
    if state.fight is not None and not state.fight.begun:
        return no("First the encounter begins: `begin`.", "encounter.order")
    return YES


def _followed(state: Position) -> Verdict:
    """The dice of the encounter are followed."""
    fighting = _fighting(state)
    if fighting and _fight(state).untold:
        return no("Nobody tells the dice of this encounter: enter the result.", "encounter.result")
    return fighting


def _fight(state: Position) -> Fight:
    assert state.fight is not None
    return state.fight


def _acting(cat: Catalogue, state: Position) -> Judged:
    """Dice lie there, and nothing waits to be rolled or chosen."""
    yield _followed(state)
    fight = _fight(state)
    if fight.tasks and fight.tasks[0].throw is not None and not candidates(fight, fight.tasks[0]):
        yield no(f"First the roll: {pool_text(fight.tasks[0].throw)}.", "encounter.order")
    if fight.tasks:
        yield no("First choose the dice for what was used: `pick`.", "encounter.order")
    if not fight.thrown:
        yield no("First choose a way: `option 1` or `option 2`.", "peril.options")


def _begin(cat: Catalogue, state: Position, move: m.Begin) -> Judged:
    yield at_step(state, "fight")
    if _fight(state).begun:
        yield no("This encounter has begun.", "encounter.order")


def _option(cat: Catalogue, state: Position, move: m.Option) -> Judged:
    yield _followed(state)
    fight = _fight(state)
    if room_kind(cat, state, fight) != PERIL or fight.part.option:
        yield no("A way is chosen once, at a peril.", "peril.options")
    if move.n not in (1, 2):
        yield no("A peril has two ways: `option 1` or `option 2`.", "peril.options")


def _feat(cat: Catalogue, state: Position, move: m.Feat) -> Judged:
    yield _followed(state)
    fight, hero = _fight(state), state.hero(move.hero)
    if state.at_boss:
        yield no("Heroic feats are not used against the boss.", "boss.feats")
    if move.hero not in fight.part.heroes:
        yield no(f"{hero.name} is not in this encounter.", "four.pairs")
    if fight.thrown or not fight.tasks or fight.tasks[-1].throw is None or not fight.tasks[-1].throw.main:
        yield no("A feat is used when the dice are taken, before the roll.", "feats.before")
    if len(fight.tasks) > 1:
        yield no("First what was used already is rolled.", "encounter.order")
    if (move.hero, "feat") in fight.used:
        yield no(f"{hero.name} has used the feat in this encounter.", "feats.once")
    if feat(cat, state, hero) is None:
        yield no(f"Nobody has told the feat of {hero.name}.", "feats.before")
    most = hero.stored if stores(cat, state, hero) else len(feat_uses(cat, state, hero))
    if not 1 <= move.n <= most:
        what = f"{hero.stored} black dice lie on the card." if stores(cat, state, hero) else "There is no such use now."
        yield no(f"{hero.name} cannot: {what}", "feats.stored" if stores(cat, state, hero) else "feats.before")


def _roll(cat: Catalogue, state: Position, move: m.Roll) -> Judged:
    yield _followed(state)
    fight = _fight(state)
    if not fight.tasks or fight.tasks[0].throw is None or not fight.tasks[0].throw.dice:
        yield no("Nothing is rolled now.", "encounter.order")
    if not move.dice:
        return
    throw = fight.tasks[0].throw
    assert throw is not None
    pool = pool_text(throw)
    for die in move.dice:
        if die.value not in FACES:
            yield no(f"{die} is no face of a die: 1 to 6. Rolled now: {pool}.", "dice.faces")
        if die.colour not in COLOURS or not any(die.colour == colour for _, colour, _ in throw.dice):
            yield no(f"No {die.colour} die is rolled now: {pool}.", "dice.pool")
    if rest(throw, move.dice) is None:
        yield no(f"Rolled now: {pool}. {_misfit(throw, move.dice)}", "dice.pool")


def _misfit(throw: Throw, dice: Sequence[Rolled]) -> str:
    """Say what is wrong with a roll: the colours of which it has too few or too many dice, or else its owners."""
    want: Counter[str] = Counter()
    for _, colour, n in throw.dice:
        want[colour] += n
    told = Counter(die.colour for die in dice)
    odd = [f"{told[colour]} {colour}" for colour in COLOURS if told[colour] != want[colour]]
    return f"That roll has {', '.join(odd)}." if odd else "Those are not the dice of their owners."


def _lie(dice: Sequence[Rolled], among: Sequence[Rolled]) -> Verdict:
    """Say whether dice lie there."""
    missing = Counter(dice) - Counter(among)
    if missing:
        die = next(iter(missing))
        return no(f"No {die} lies free.", "dice.free")
    return YES


def _skill(cat: Catalogue, state: Position, move: m.Skill) -> Judged:
    yield from _acting(cat, state)
    fight, hero = _fight(state), state.hero(move.hero)
    if move.hero not in fight.part.heroes:
        yield no(f"{hero.name} is not in this encounter.", "four.pairs")
    found = held(cat, state, hero, move.name)
    if not found:
        yield no(f"{hero.name} does not have {move.name}.", "skills.own")
    if left(cat, state, fight, hero, move.name) < 1:
        yield no(f"{hero.name} has used {move.name} in this encounter.", "skills.once")
    yield _lie(move.pay, own(fight, move.hero))
    yield from _used(found[0], len(skill_uses(cat, state, found[0])), move)


def _used(skill: Ability, ways: int, move: m.Skill) -> Judged:
    """Say whether a skill may be used so, and whether the dice pay for it."""
    if skill.does is None or skill.price is None:
        yield doubt(f"What {move.name} does is not told; the table does it.", f"what {move.name} does")
        ways = 1 if skill.does is None else ways
    if not 1 <= move.use <= ways:
        yield no(f"{move.name} is of no use in this room.", "skills.icons")
    if skill.price is not None and (not pays(move.pay, skill.price) or (skill.price.free and move.pay)):
        yield no(f"These dice do not pay for {move.name}.", "skills.price")


def _potion(cat: Catalogue, state: Position, move: m.Potion) -> Judged:
    if state.step in ("setup", "over"):
        yield at_step(state, "turn")
    yield free(state)
    if state.fight is not None and state.fight.tasks and not _before_roll(state.fight):
        yield no("First what was used already is rolled or chosen.", "encounter.order")
    if state.potions < 1:
        yield no("No potion token is left.", "potions.tokens")
    if move.name not in potion_kinds(cat, state):
        yield no(f"The party has no {move.name} potion: {', '.join(potion_kinds(cat, state))}.", "potions.kinds")
    if potion_use(cat, state, move.name) is None:
        ability = cat.ability(move.name)
        if ability is None or ability.does is None:
            yield doubt("What this potion does is not told; the table does it.", f"what {move.name} does")
        else:
            yield no(f"{move.name} is of no use at this moment.", "potions.moments")
    if state.fight is not None and state.fight.begun and move.hero not in state.fight.part.heroes:
        yield no(f"{name(state, move.hero)} is not in this encounter.", "four.pairs")


def _before_roll(fight: Fight) -> bool:
    """Say whether only the roll of the encounter itself waits."""
    throw = fight.tasks[0].throw
    return throw is not None and throw.main and not fight.tasks[0].rolled


def _pick(cat: Catalogue, state: Position, move: m.Pick) -> Judged:
    yield _followed(state)
    fight = _fight(state)
    task = fight.tasks[0] if fight.tasks else None
    dice = candidates(fight, task) if task is not None else []
    if task is None or not dice:
        yield no("Nothing is chosen now.", "encounter.order")
        return
    if task.throw is not None:
        yield _lie(move.dice, task.rolled)
        if len(move.dice) != 1:
            yield no("One of the dice just rolled is discarded: `pick H2`.", "feats.drop")
        return
    if len(move.dice) > 1:
        yield no("Choose one die at a time, and `pick` alone when that is all.", "skills.choice")
    if any(die not in dice for die in move.dice):
        yield no("That die may not be chosen: " + " ".join(map(str, dice)) + " may.", "skills.own-dice")


def _black(cat: Catalogue, state: Position, move: m.Black) -> Judged:
    yield from _acting(cat, state)
    fight = _fight(state)
    cost = black_cost(cat, state, fight)
    if len(move.dice) != cost:
        yield no(f"A black die is made of {cost} dice here, not {len(move.dice)}.", "dice.black")
    yield _lie(move.dice, fight.dice)
    if any(die.only for die in move.dice):
        yield no("A die for armor or mana alone makes no black die.", "skills.only")
    if not available(fight, "H") and not any(die.colour == "H" for die in move.dice):
        yield no("No black die is left in the supply.", "supply.short")


# ------------------------------------------------------------------------------------------------------------ placement


def _place(cat: Catalogue, state: Position, move: m.Place) -> Judged:
    yield from _acting(cat, state)
    fight = _fight(state)
    yield _lie((move.die,), fight.dice)
    yield from _placed(boxes(cat, state, fight), fight, curses(cat, state, fight), move.box, move.die)


def _placed(asked: Sequence[Box], fight: Fight, rules: Sequence[a.Effect], number: int, die: Rolled) -> Judged:
    """Say whether a die may go on a box."""
    if not 1 <= number <= len(asked):
        yield no(f"There is no box {number}; there are {len(asked)}.", "boxes.place")
        return
    box, at = asked[number - 1], number - 1
    done = covered(asked, fight.placed)
    if die.only == "mana" or (die.only == "armor" and not box.armor) or die.value < 1:
        yield no(f"{die} may not be used for that.", "skills.only")
    if not matches(die, box):
        yield no(f"{die} does not match: the box takes {box.colour}, or a black die.", "boxes.colour")
    if barred(die, box, rules):
        yield no("Black dice do not go on the skulls of this boss.", "boss.dragon")
    if done[at]:
        yield no(f"Box {number} is covered already.", "boxes.place")
    if not box.wide and die.value < box.target:
        yield no(f"{die} is too low for {box}.", "boxes.small")
    armor = [n for n in armor_left(asked, fight.placed) if n != at]
    if armor and not box.armor:
        n = len(armor)
        yield no(
            f"Armor first: {n} shield{'s are' if n > 1 else ' is'} still open.",
            "boxes.armor",
            where=tuple(str(at + 1) for at in armor),
        )


def _take(cat: Catalogue, state: Position, move: m.Take) -> Judged:
    yield from _acting(cat, state)
    fight = _fight(state)
    if not any(at == move.box - 1 for at, _ in fight.placed):
        yield no(f"No die lies on box {move.box}.", "boxes.place")
        return
    asked = boxes(cat, state, fight)
    beyond = any(not asked[at].armor for at, _ in fight.placed)
    if asked[move.box - 1].armor and beyond:
        yield no("Other boxes are covered: their dice come back before those on armor.", "boxes.armor")


def _settle(cat: Catalogue, state: Position, move: m.Settle) -> Judged:
    yield from _acting(cat, state)
    fight = _fight(state)
    asked, rules = boxes(cat, state, fight), curses(cat, state, fight)
    armor = {at + 1 for at, box in enumerate(asked) if box.armor}
    for number, die in sorted(move.placed, key=lambda pair: pair[0] not in armor):
        lies = _lie((die,), fight.dice)
        yield lies
        found = joined(_placed(asked, fight, rules, number, die))
        yield found
        if not lies or not found:
            return
        fight = place(asked, fight, rules, number - 1, die)


FIGHT_CHECKS: dict[type[Move], Callable[[Catalogue, Position, Any], Judged]] = {
    m.Arrange: _arrange,
    m.Begin: _begin,
    m.Option: _option,
    m.Feat: _feat,
    m.Roll: _roll,
    m.Skill: _skill,
    m.Potion: _potion,
    m.Pick: _pick,
    m.Black: _black,
    m.Place: _place,
    m.Take: _take,
    m.Settle: _settle,
}
"""What judges each kind of move of an encounter."""
