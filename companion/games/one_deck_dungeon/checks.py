"""May this be done? Each kind of move yields what has to hold, in order; the first refusal counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from companion.engine.errors import TooFewCardsError, UnknownCardError
from companion.engine.game import YES, Move, Verdict, cannot_tell
from companion.engine.game import no as refuse
from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.abilities import PERIL
from companion.games.one_deck_dungeon.boxes import COLOURS, Box
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.faces import possible
from companion.games.one_deck_dungeon.laying import armor_left, barred, covered, matches, place
from companion.games.one_deck_dungeon.party import available, feat, odd_colours, places, potion_kinds, supply
from companion.games.one_deck_dungeon.places import card_at
from companion.games.one_deck_dungeon.rooms import (
    black_cost,
    boss_health,
    boxes,
    curses,
    leaves,
    room_kind,
)
from companion.games.one_deck_dungeon.state import (
    BOSS_FLOOR,
    DEPTHS,
    MAX_LEVEL,
    POTIONS,
    UNTOLD,
    Due,
    Face,
    Fight,
    Part,
    Position,
    Rolled,
    patterns,
)
from companion.games.one_deck_dungeon.tasks import candidates
from companion.games.one_deck_dungeon.throws import FACES, pool_text, rest
from companion.games.one_deck_dungeon.turns import needed
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

Judged = Iterator[Verdict]
"""What has to hold for a move, in order; later conditions may rest on the earlier ones."""


def no(reason: str, *clauses: str, where: tuple[str, ...] = ()) -> Verdict:
    """Build a refusal; clauses are named without the name of the game."""
    return refuse(reason, *(f"one-deck-dungeon.{clause}" for clause in clauses), where=where)


def doubt(reason: str, *needs: str) -> Verdict:
    """Build the third verdict."""
    return cannot_tell(reason, needs=needs)


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


def joined(verdicts: Iterable[Verdict]) -> Verdict:
    """Return the first refusal, else the first doubt, else yes."""
    found = YES
    for verdict in verdicts:
        if not verdict.legal:
            return verdict
        if verdict.needs and not found.needs:
            found = verdict
    return found


# --------------------------------------------------------------------------------------------------------- small things


def name(state: Position, handle: str) -> str:
    """Return what people call a hero."""
    return state.hero(handle).name if handle else "Nobody"


def names(state: Position, handles: Sequence[str]) -> str:
    """Return what people call some heroes."""
    return " and ".join(name(state, handle) for handle in handles)


WAITING = {
    "damage": "First the damage is shared out: `damage {who} {n}`.",
    "poison": "First the poison is shared out: `poison {who} {n}`.",
    "stairs": "First the stairs hurt: `damage {who} 1`.",
    "cleanse": "First a poison token goes: `on {who}`.",
    "sicken": "First say who bears the poison: `on {who}`.",
    "heal": "First the healing: `heal {who} damage`.",
    "drain": "First an item is drained: `drain {who} 1`.",
}
"""What is settled first, as a sentence."""


def _free(state: Position) -> Verdict:
    """Nothing is in the middle of being settled."""
    if not state.due:
        return YES
    due = state.due[0]
    return no(WAITING[due.what].format(who=due.among[0], n=due.n), "consequences.first")


def _step(state: Position, *steps: str) -> Verdict:
    """The game is at one of these steps, and nothing waits."""
    if state.step == "setup" and "setup" not in steps:
        return no("First the setup: heroes, dungeon and tier.", "setup.order")
    free = _free(state)
    if not free:
        return free
    return YES if state.step in steps else no(_ELSEWHERE.get(state.step, "Not now."), "turn.order")


_ELSEWHERE = {
    "setup": "First the setup: heroes, dungeon and tier.",
    "turn": "Explore, or enter a room: that is the turn.",
    "open": "First the cards behind the door: `card #goblin`, or `card ?`.",
    "meet": "A door is open: `fight`, or `flee`.",
    "fight": "First this encounter: roll, place, and settle.",
    "loot": "First the loot: take each card that was won.",
    "resist": "First poison is resisted.",
    "end": "The turn is over: `descend`, or `next`.",
    "round": "A round against the boss: `fight`.",
}
"""What the step of now asks for, as a sentence."""


def _possible(state: Position, face: Face, known: Face = UNTOLD) -> Verdict:
    """Say whether an unseen card may be this one; `known`: what was told of it before."""
    if face == UNTOLD:
        return YES
    told = patterns(state)
    if known in told:
        told.remove(known)
    try:
        if any(face.fits(kind) for kind in possible(state.unseen, told)):
            return YES
    except (UnknownCardError, TooFewCardsError):
        return no("What was told of other cards leaves none for this one.", "components.encounters")
    return no(f"Every {face} card of this deck has been seen already.", "components.encounters")


# ---------------------------------------------------------------------------------------------------------------- setup


def _assign(cat: Catalogue, state: Position, move: m.Assign) -> Judged:
    yield _step(state, "setup")
    if f"hero {move.hero}" not in state.pending:
        yield no(f"{name(state, move.hero)} has a hero card already.", "setup.heroes")
    if not move.card or (cat.heroes and move.card not in cat.heroes):
        yield no(f"There is no hero {move.card}: {', '.join(cat.heroes)}.", "components.heroes")
    if any(hero.card == move.card for hero in state.heroes):
        yield no(f"Somebody has the {move.card} already.", "setup.heroes")


def _dungeon(cat: Catalogue, state: Position, move: m.Dungeon) -> Judged:
    yield _step(state, "setup")
    if "dungeon" not in state.pending:
        yield no("The dungeon is chosen already.", "setup.dungeon")
    if cat.dungeons and move.name not in cat.dungeons:
        yield no(f"There is no dungeon {move.name}: {', '.join(cat.dungeons)}.", "setup.dungeon")
    if not cat.fits_deck(move.name, state.deck):
        yield no(f"{move.name} does not go with a {state.deck} deck.", "hybrid.dungeon")


def _basic(cat: Catalogue, state: Position, move: m.Basic) -> Judged:
    yield _step(state, "setup")
    if "basic" not in state.pending:
        yield no("A basic potion goes with the Cure potion, at the setup.", "cure.basic")
    known = basics(cat)
    if known and move.name not in known:
        yield no(f"The basic potions are {', '.join(known)}.", "cure.basic")


def basics(cat: Catalogue) -> tuple[str, ...]:
    """Return the basic potions."""
    return tuple(name for name, card in cat.skills.items() if card.potion and card.place == "basic")


def _card(cat: Catalogue, state: Position, move: m.Card) -> Judged:
    yield _step(state, "setup", "open")
    if state.step == "setup" and "xp" not in state.pending:
        yield no("No card is turned up at this point of the setup.", "setup.order")
    yield _possible(state, move.card)


# ---------------------------------------------------------------------------------------------------------------- turns


def _explore(cat: Catalogue, state: Position, move: m.Explore) -> Judged:
    yield _step(state, "turn")


def _enter(cat: Catalogue, state: Position, move: m.Enter) -> Judged:
    yield _step(state, "turn")
    if not 1 <= move.door <= len(state.doors):
        yield no(f"There is no door {move.door}; there are {len(state.doors)}.", "turn.enter")


def _flee(cat: Catalogue, state: Position, move: m.Flee) -> Judged:
    yield _step(state, "meet")
    if not state.doors[state.opening].fresh:
        yield no("You may flee only from a door opened this turn.", "turn.flee")


def _descend(cat: Catalogue, state: Position, move: m.Descend) -> Judged:
    yield _step(state, "turn", "end")
    if not state.stairs_open:
        yield no(f"The stairs are not visible yet: {state.down} cards lie on them.", "stairs.visible")
    if state.step == "turn" and not (state.sighted and state.fresh):
        yield no("Going down waits for the end of the turn.", "stairs.descend")


def _next(cat: Catalogue, state: Position, move: m.Next) -> Judged:
    yield _step(state, "end")


# --------------------------------------------------------------------------------------------------------------- fights


def _arrange(cat: Catalogue, state: Position, move: m.Arrange) -> Judged:
    yield _step(state, "meet", "round")
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
    now = _step(state, "fight")
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
    yield _step(state, "fight")
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
        told = ", ".join(f"{n} {c}" for c, n in Counter(die.colour for die in move.dice).items())
        yield no(f"{_rollers(state, fight)} roll {pool}; that roll has {told}.", "dice.pool")


def _rollers(state: Position, fight: Fight) -> str:
    return names(state, fight.part.heroes)


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
    uses = skill_uses(cat, state, found[0])
    if not 1 <= move.use <= len(uses):
        yield no(f"{move.name} is of no use in this room.", "skills.icons")
    yield _lie(move.pay, own(fight, move.hero))
    if not pays(move.pay, found[0].price) or (found[0].price.free and move.pay):
        yield no(f"These dice do not pay for {move.name}.", "skills.price")


def _potion(cat: Catalogue, state: Position, move: m.Potion) -> Judged:
    if state.step in ("setup", "loot", "over"):
        yield _step(state, "turn")
    yield _free(state)
    if state.fight is not None and state.fight.tasks and not _before_roll(state.fight):
        yield no("First what was used already is rolled or chosen.", "encounter.order")
    if state.potions < 1:
        yield no("No potion token is left.", "potions.tokens")
    if move.name not in potion_kinds(cat, state):
        yield no(f"The party has no {move.name} potion: {', '.join(potion_kinds(cat, state))}.", "potions.kinds")
    if potion_use(cat, state, move.name) is None:
        if cat.ability(move.name) is None or cat.skills[move.name].ability.does is None:
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


# ------------------------------------------------------------------------------------------------------------- settling


def _due(state: Position, *what: str) -> Due | None:
    return state.due[0] if state.due and state.due[0].what in what else None


def _damage(cat: Catalogue, state: Position, move: m.Damage) -> Judged:
    due = _due(state, "damage", "stairs")
    if due is None:
        yield _free(state)
        yield no("No damage is to be shared out; to correct hearts say `set ana damage 2`.", "consequences.damage")
        return
    yield from _shared(state, due, move.shares, "damage")
    if due.what == "stairs" and any(n != 1 for _, n in move.shares):
        yield no(f"The stairs hurt {due.n} different heroes, one damage each.", "stairs.tokens", "four.stairs")


def _shared(state: Position, due: Due, shares: m.Shares, what: str) -> Judged:
    """Say whether what is owed is shared out among those who may bear it."""
    for handle, n in shares:
        if handle not in due.among:
            clauses = ("four.damage",) if state.four else ("consequences.damage",)
            yield no(f"{name(state, handle)} is not in this encounter: {names(state, due.among)} are.", *clauses)
        if n < 1:
            yield no("Name only heroes who take something.", "consequences.damage")
    if [handle for handle, _ in shares] != [h for h in state.handles if h in dict(shares)]:
        yield no("Name each hero once, in the order of seats.", "consequences.damage")
    total = sum(n for _, n in shares)
    if total != due.n:
        yield no(f"There is {due.n} {what} to share out, not {total}.", "consequences.damage")


def _poison(cat: Catalogue, state: Position, move: m.Poison) -> Judged:
    due = _due(state, "poison")
    if due is None:
        yield _free(state)
        yield no("No poison is to be shared out; to correct tokens say `set ana poison 1`.", "poison.placed")
        return
    yield from _shared(state, due, move.shares, "poison")


def _choose(cat: Catalogue, state: Position, move: m.Choose) -> Judged:
    due = _due(state, "cleanse", "sicken")
    if due is None:
        yield _free(state)
        yield no("No poison token goes now.", "poison.resist")
        return
    if move.hero not in due.among:
        yield no(f"{name(state, move.hero)} has no poison here: {names(state, due.among)}.", "poison.resist")


def _heal(cat: Catalogue, state: Position, move: m.Heal) -> Judged:
    due = _due(state, "heal")
    if due is None:
        yield _free(state)
        yield no("Nothing heals now.", "potions.healing")
        return
    if move.hero not in due.among:
        yield no(f"{names(state, due.among)} is healed, not {name(state, move.hero)}.", "potions.healing")
    tokens = {"damage": state.hero(move.hero).damage, "poison": state.hero(move.hero).poison}
    if not tokens.get(move.what):
        yield no(f"{name(state, move.hero)} has no {move.what} to remove.", "poison.healed")


def _drain(cat: Catalogue, state: Position, move: m.Drain) -> Judged:
    due = _due(state, "drain")
    if due is None:
        yield _free(state)
        yield no("No item is drained now.", "encounter.drain")
        return
    if move.hero not in due.among:
        yield no(f"{name(state, move.hero)} has no item to drain in this encounter.", "encounter.drain")
    if not 1 <= move.item <= len(state.hero(move.hero).items):
        yield no(f"{name(state, move.hero)} has {len(state.hero(move.hero).items)} items.", "encounter.drain")


def _resist(cat: Catalogue, state: Position, move: m.Resist) -> Judged:
    yield _step(state, "resist")
    if not 0 <= move.die <= 6:
        yield no(f"{move.die} is no face of a die.", "dice.faces")
    if state.resisting:
        if move.group != state.resisting[0]:
            yield no(f"{names(state, state.resisting[0])} resist now.", "poison.groups")
        if not move.die:
            yield no("The group is chosen already: tell its die.", "poison.groups")
    elif len(move.group) != 2 or list(move.group) != [h for h in state.handles if h in move.group]:
        yield no("Two and two resist: name the first pair, in the order of seats.", "poison.groups")
    _, more = leaves(cat, state) if not state.at_boss else (0, 0)
    least = needed(cat, state, move.group)
    if move.die and move.die < least <= move.die + more:
        yield doubt("How many leaves lie open is not told; taking none of those.", "the leaves on open doors")


# ----------------------------------------------------------------------------------------------------------------- loot


def _loot(cat: Catalogue, state: Position, move: m.Loot) -> Judged:
    yield _step(state, "loot")
    if not 1 <= move.n <= len(state.spoils):
        yield no(f"There is no card {move.n} to take; there are {len(state.spoils)}.", "loot.take")
        return
    part = state.spoils[move.n - 1]
    yield _face_of(state, part.card, move.card)
    judge = _LOOTS.get(move.what)
    if judge is None:
        yield no("A card is taken as an item, a skill, a potion or XP.", "loot.take")
        return
    if move.what != "xp" and move.xp:
        yield no("XP is told where the card is taken as XP.", "loot.xp")
    yield from judge(cat, state, part, move)


def _face_of(state: Position, known: Face, told: Face) -> Verdict:
    """Say whether a card that was told as one may be told as another now."""
    if not known.fits(told):
        return no(f"That card is {known}, not {told}.", "loot.take")
    if told.merged(known) == known:
        return YES
    return _possible(state, told.merged(known), known)


def _loot_xp(cat: Catalogue, state: Position, part: Part, move: m.Loot) -> Judged:
    if move.hero or move.drop:
        yield no("XP goes to the party.", "loot.xp")
    if not 0 <= move.xp <= 9:
        yield no(f"A card is worth 0 to 9 XP, not {move.xp}.", "loot.xp")
    worth = cat.xp(part.card)
    if worth is not None and move.xp:
        yield no(f"{part.card} is worth {worth} XP.", "loot.xp")
    if worth is None and not move.xp:
        yield doubt("What the card is worth is not told; counting 0.", "its XP")


def _loot_gone(cat: Catalogue, state: Position, part: Part, move: m.Loot) -> Judged:
    foe = cat.foe(part.card)
    survives = foe is not None and any(rule.effects((a.Survive,)) for rule in foe.rule or ())
    if foe is not None and not survives:
        yield no(f"{part.card} is always won, whatever stayed open.", "loot.always")


def _loot_edge(cat: Catalogue, state: Position, part: Part, move: m.Loot) -> Judged:
    """Say whether an edge of a card may be taken at all (one-deck-dungeon.split.choice)."""
    foe = cat.foe(part.card)
    edge = "skill" if move.what == "potion" else move.what
    if foe is None or not foe.split:
        return
    if part.skipped:
        yield no("No way was chosen, so the card is XP only.", "split.skipped")
    elif not part.option:
        yield doubt("Which way was chosen is not told; taking your word.", "the way at the peril")
    elif foe.options is not None and foe.options[part.option - 1].edge != edge:
        yield no(f"The way chosen gives no {edge}: take the other edge, or XP.", "split.choice")


def _loot_item(cat: Catalogue, state: Position, part: Part, move: m.Loot) -> Judged:
    yield from _loot_edge(cat, state, part, move)
    if not move.card.merged(part.card).item:
        yield doubt("Which item it is was not told; its die is not counted.", "the item")
    yield from _room_for(cat, state, move, len(state.hero(move.hero).items) if move.hero else 0, 0)


def _loot_skill(cat: Catalogue, state: Position, part: Part, move: m.Loot) -> Judged:
    yield from _loot_edge(cat, state, part, move)
    known = move.card.merged(part.card).skill
    if not known:
        yield doubt("Which skill it is was not told.", "the skill")
    if known and cat.is_potion(known):
        yield no(f"{known} is a potion: it goes under the turn reference.", "loot.potion")
    yield from _room_for(cat, state, move, len(state.hero(move.hero).skills) if move.hero else 0, 1)


def _loot_potion(cat: Catalogue, state: Position, part: Part, move: m.Loot) -> Judged:
    yield from _loot_edge(cat, state, part, move)
    known = move.card.merged(part.card).skill
    if not known:
        yield doubt("Which potion it is was not told.", "the potion")
    if known and cat.is_potion(known) is False:
        yield no(f"{known} is a skill of one hero, no potion.", "loot.potion")
    if move.hero or move.drop:
        yield no("A potion goes to the party.", "loot.potion")


def _room_for(cat: Catalogue, state: Position, move: m.Loot, have: int, which: int) -> Judged:
    """Say whether a hero has a place, or makes one by turning a card there into XP."""
    if not move.hero:
        yield no(f"Say which hero takes the {move.what}.", "loot.take")
        return
    limit = places(cat, state)[which]
    if have < limit and move.drop:
        yield no("There is room: nothing has to make way.", "loot.replace")
    if have >= limit and not 1 <= move.drop <= have:
        what = f"{limit} {move.what}{'s' if limit != 1 else ''}"
        yield no(f"{name(state, move.hero)} may hold {what} at this level: say what makes way.", "loot.limit")


_LOOTS: dict[str, Callable[[Catalogue, Position, Part, m.Loot], Judged]] = {
    "xp": _loot_xp,
    "gone": _loot_gone,
    "item": _loot_item,
    "skill": _loot_skill,
    "potion": _loot_potion,
}


# --------------------------------------------------------------------------------------------------------- observations


def _result(cat: Catalogue, state: Position, move: m.Result) -> Judged:
    if state.step != "fight" or state.fight is None:
        yield _step(state, "fight")
        return
    fight = state.fight
    for handle, _ in (*move.damage, *move.poison):
        if handle not in fight.part.heroes:
            yield no(f"{name(state, handle)} is not in this encounter.", "four.damage")
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
    "boss": 60, "floor": BOSS_FLOOR,
}  # fmt: skip
"""The most that `set` may say of anything."""
OF_A_HERO = ("damage", "poison", "stored")


def _set(cat: Catalogue, state: Position, move: m.Set) -> Judged:
    if state.step == "setup":
        yield _step(state, "turn")
    if move.what not in LIMITS or move.what == "floor":
        yield no(f"That cannot be set: {', '.join(key for key in LIMITS if key != 'floor')} can.", "turn.counts")
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
    yield _possible(state, move.card.merged(known), known)


def _depth(cat: Catalogue, state: Position, move: m.Depth) -> Judged:
    if move.depth not in DEPTHS:
        yield no(f"A table is followed {' or '.join(DEPTHS)}.", "turn.counts")


_CHECKS: dict[type[Move], Callable[[Catalogue, Position, Any], Judged]] = {
    m.Assign: _assign,
    m.Dungeon: _dungeon,
    m.Basic: _basic,
    m.Card: _card,
    m.Explore: _explore,
    m.Enter: _enter,
    m.Flee: _flee,
    m.Descend: _descend,
    m.Next: _next,
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
    m.Damage: _damage,
    m.Poison: _poison,
    m.Choose: _choose,
    m.Heal: _heal,
    m.Drain: _drain,
    m.Resist: _resist,
    m.Loot: _loot,
    m.Result: _result,
    m.Set: _set,
    m.Exile: _exile,
    m.End: _end,
    m.Name: _name,
    m.Depth: _depth,
}
