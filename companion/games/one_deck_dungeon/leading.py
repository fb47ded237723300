"""How an experienced party decides: by what it sees before it, tried on sampled rolls, with every skill and potion.

It flees what costs more than it brings, uses feats, skills and potions where they help, makes black dice, heals at the
start of a turn, clears doors at the stairs as long as they bring more than the stairs hurt, and fills its places with
dice before it takes XP. Against the boss it plays for the chance to win.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, cast

import msgspec

from companion.engine.errors import CompanionError
from companion.engine.game import PARTY, Game, Move
from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.abilities import FIGHT, Cost, Effect
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.felling import Felling, to_lose
from companion.games.one_deck_dungeon.laying_out import laid, steps
from companion.games.one_deck_dungeon.losses import ALIVE, falls, loss_of
from companion.games.one_deck_dungeon.odds import Meeting, options, present, under_way
from companion.games.one_deck_dungeon.options import rolling
from companion.games.one_deck_dungeon.party import health, potion_kinds
from companion.games.one_deck_dungeon.placing import Placement
from companion.games.one_deck_dungeon.policies import greedy
from companion.games.one_deck_dungeon.rooms import door_limit, room_kind
from companion.games.one_deck_dungeon.stakes import A_TURN, BEARABLE, FLED, TOKEN, stakes_of
from companion.games.one_deck_dungeon.state import Door, Face, Fight, Position, Rolled, in_order
from companion.games.one_deck_dungeon.taking import best_loot, least_item
from companion.games.one_deck_dungeon.tasks import PICKING, candidates
from companion.games.one_deck_dungeon.tools import FREE, NOBODY, Hand, Tool, hand_of, landed
from companion.games.one_deck_dungeon.trying import LEAST, Lying, Trying
from companion.games.one_deck_dungeon.using import feat_uses, potion_use, stores

if TYPE_CHECKING:
    from companion.games.one_deck_dungeon.rules import OneDeckDungeon

ROLLS = 10
"""Rolls on which a fight is tried before it is decided on."""
HIDDEN = 1.0
"""What a closed door is worth, about, if a fight that is too hard is fled from."""
GOOD = 1.5
"""An open door of so much is entered before a closed one."""
NEARLY = 8
"""With so few cards in the deck the doors are filled up while there are some."""
FEW = 2
"""So few doors are few."""
DESPERATE = -5.0
"""What a door may cost where no other is left."""
STORED = 0.6
"""What a stored die must save to be rolled."""
SPARED = 0.1
"""What any other feat must save."""
WORTH_IT = 2
"""So many hearts at least are healed with a token."""
AT_BOSS = 1.5
"""What a potion token is worth against the boss, in twentieths of the game."""


def lead(game: Game, state: Position, rng: Random) -> Move:
    """Return what an experienced party does.

    Args:
        game: the rules.
        state: the position.
        rng: chance, for what the table sees and for ties.
    """
    known = cast("OneDeckDungeon", game)
    if game.actor(state) != PARTY:
        used = feat(known, state) if rolling(state) and not state.at_boss else None
        return used if used is not None else greedy(game, state, rng)
    try:
        move = _decided(known, state)
    except CompanionError:
        move = None
    return move if move is not None else greedy(game, state, rng)


def _decided(game: OneDeckDungeon, state: Position) -> Move | None:
    if state.due:
        return _settled(game, state)
    steps: dict[str, Callable[[OneDeckDungeon, Position], Move | None]] = {
        "turn": _turn, "meet": _met, "fight": _fought, "end": _end, "loot": lambda g, s: best_loot(g, s),
    }  # fmt: skip
    step = steps.get(state.step)
    return step(game, state) if step is not None else None


# ---------------------------------------------------------------------------------------------------------------- turns


def _turn(game: OneDeckDungeon, state: Position) -> Move | None:
    potion = healing(game, state)
    if potion is not None:
        return potion
    closed = [n for n, door in enumerate(state.doors, start=1) if not door.open]
    opened = {n: door_worth(game.cat, state, door) for n, door in enumerate(state.doors, start=1) if door.open}
    best = max(opened, key=lambda n: opened[n], default=0)
    if best and opened[best] >= GOOD:
        return m.Enter(best)
    more = state.down > 0 and len(state.doors) < door_limit(game.cat, state)
    few = len(state.doors) <= FEW and state.down <= NEARLY * state.sets
    if more and (few or not closed):
        return m.Explore()
    if closed:
        return m.Enter(closed[0])
    if state.stairs_open and state.sighted and state.fresh:
        return m.Descend()
    return m.Enter(best) if best and opened[best] > DESPERATE else m.Explore()


def _end(game: OneDeckDungeon, state: Position) -> Move | None:
    """Stay at the stairs as long as some door brings more than the stairs hurt."""
    stakes = stakes_of(game.cat, state)
    found = [door_worth(game.cat, state, door) if door.open else hidden(state) for door in state.doors]
    stay = max(found, default=FLED) - stakes.time(A_TURN * state.sets)
    return m.Next() if stay > 0 else m.Descend()


def hidden(state: Position) -> float:
    """Return what a closed door is worth, about."""
    return HIDDEN * state.sets


def healing(game: OneDeckDungeon, state: Position) -> Move | None:
    """Return the potion that heals most where nothing of it is lost, or somebody has one heart left; else None."""
    found: list[tuple[int, Move]] = []
    for move in game.asides(state):
        if not isinstance(move, m.Potion):
            continue
        heals = _heals(game.cat, state, move.name)
        hero = state.hero(move.hero)
        left = (health(game.cat, state, hero) or BEARABLE) - hero.damage
        gained = min(heals, hero.damage)
        if gained >= WORTH_IT and (gained == heals or left == 1):
            found.append((10 * gained - left, move))
    return max(found, key=lambda pair: pair[0], default=(0, None))[1]


def _heals(cat: Catalogue, state: Position, name: str) -> int:
    use = potion_use(cat, state, name)
    return sum(effect.n for effect in use.effects if isinstance(effect, a.Heal)) if use is not None else 0


# ------------------------------------------------------------------------------------------------------------- meetings


def door_worth(cat: Catalogue, state: Position, door: Door) -> float:
    """Return what an open door is worth to the party: its card, or the best way to part."""
    there = msgspec.structs.replace(state, doors=tuple(other for other in state.doors if other is not door))
    return max(worth for worth, _ in ways(cat, there, door.cards))


def ways(cat: Catalogue, state: Position, cards: Sequence[Face]) -> Iterator[tuple[float, m.Arrange]]:
    """Yield the ways to meet the cards of a door with what each is worth."""
    if not state.four or len(cards) == 1:
        yield card_worth(cat, state, state.handles, cards[0]), m.Arrange((state.handles,), (1,))
        return
    first = state.handles[0]
    for other in state.handles[1:]:
        pair = (first, other)
        rest = tuple(handle for handle in state.handles if handle not in pair)
        for mine, theirs in ((0, 1), (1, 0)):
            worth = card_worth(cat, state, pair, cards[mine]) + card_worth(cat, state, rest, cards[theirs])
            yield worth, m.Arrange((pair, rest), (mine + 1, theirs + 1))


def card_worth(cat: Catalogue, state: Position, heroes: Sequence[str], face: Face) -> float:
    """Return what the better way through a card is worth."""
    return max(option_worths(cat, state, heroes, face).values())


def option_worths(cat: Catalogue, state: Position, heroes: Sequence[str], face: Face) -> dict[int, float]:
    """Return what each way through a card is worth over sampled rolls."""
    found = options(cat, state, heroes, face)
    return {n: tried(cat, state, met).mean(met.dice, ROLLS) for n, met in found.items()}


def tried(cat: Catalogue, state: Position, found: Meeting) -> Trying:
    """Return a meeting with its skills, on the scale of the party's stakes."""
    return Trying(found.fight, found.tools, len(found.fighters), stakes_of(cat, state).judge(found.fight), float(TOKEN))


def _potions(cat: Catalogue, state: Position, kind: str) -> Iterator[Tool]:
    """Yield the potions that act on dice in a room."""
    for name in potion_kinds(cat, state) if state.potions else ():
        ability = cat.ability(name)
        uses = ability.uses(FIGHT, kind) if ability is not None else ()
        if uses:
            yield Tool(NOBODY, FREE, uses, potion=True, name=name)


def _met(game: OneDeckDungeon, state: Position) -> Move | None:
    door = state.doors[state.opening]
    there = msgspec.structs.replace(state, doors=tuple(other for other in state.doors if other is not door))
    worth, move = max(ways(game.cat, there, door.cards), key=lambda pair: pair[0])
    return m.Flee() if door.fresh and worth < FLED * state.sets else move


# --------------------------------------------------------------------------------------------------------------- fights


def _fought(game: OneDeckDungeon, state: Position) -> Move | None:
    cat, fight = game.cat, state.fight
    assert fight is not None
    if not fight.begun:
        return _before(game, state, fight)
    if fight.untold or fight.closed:
        return None
    if fight.tasks:
        return _pick(game, state, fight)
    if not fight.thrown:
        found = option_worths(cat, state, fight.part.heroes, fight.part.card)
        return m.Option(max(found, key=lambda n: found[n]))
    return _acted(game, state, fight)


def _before(game: OneDeckDungeon, state: Position, fight: Fight) -> Move:
    """Go past a hard fight with a potion where there is one, else begin."""
    skip = next((x for x in game.asides(state) if isinstance(x, m.Potion) and x.name == "invisibility"), None)
    if skip is not None and not state.at_boss:
        stakes = stakes_of(game.cat, state)
        past = stakes.won - TOKEN - stakes.time(2)
        if past > card_worth(game.cat, state, fight.part.heroes, fight.part.card):
            return skip
    return m.Begin()


def feat(game: OneDeckDungeon, state: Position) -> Move | None:
    """Return the feat that helps enough before the roll, None where none does."""
    cat, fight = game.cat, state.fight
    usable = [move for move in game.asides(state) if isinstance(move, m.Feat)]
    if not usable or fight is None:
        return None
    found = under_way(cat, state)
    bare = tried(cat, state, found).mean(found.dice, ROLLS)
    gains = [(_with_feat(cat, state, fight, found, move) - bare, move) for move in usable]
    gain, best = max(gains, key=lambda pair: pair[0])
    return best if gain > 0 else None


def _with_feat(cat: Catalogue, state: Position, fight: Fight, found: Meeting, move: m.Feat) -> float:
    """Return what the fight is worth with a feat, less what its use costs besides."""
    hero = state.hero(move.hero)
    owner, trying = fight.part.heroes.index(move.hero), tried(cat, state, found)
    if stores(cat, state, hero):
        return trying.mean((*found.dice, (owner, "H", move.n)), ROLLS) - STORED * move.n
    effects = feat_uses(cat, state, hero)[move.n - 1].effects
    rng, total = Random(1), 0.0
    for _ in range(ROLLS):
        lying = trying.throw(found.dice, rng)
        for effect in effects:
            lying = _first(trying, lying, effect, owner, rng)
        total += trying.played(lying)
    return total / ROLLS - SPARED


def _first(trying: Trying, lying: Lying, effect: Effect, owner: int, rng: Random) -> Lying:
    """Return what lies there after an effect of a feat: black dice, their risk, and a price."""
    match effect:
        case a.Lose(cost=cost):
            return lying.losing(cost)
        case a.Roll():
            faces = sorted(rng.randint(1, 6) for _ in range(effect.pool.heroic))
            new, cost = landed(trying.fight, [(owner, "H", face) for face in faces[effect.drop :]])
            risk = effect.risk if effect.face in faces else Cost()
            return lying.holding((*lying.hand, *new)).losing(cost.plus(risk))
    return lying


def _here(game: OneDeckDungeon, state: Position, fight: Fight) -> Trying:
    """Return the fight that is going on, with everything that may be used in it."""
    cat = game.cat
    found = under_way(cat, state)
    tools = (*found.tools, *_potions(cat, state, room_kind(cat, state, fight)))
    if state.at_boss:
        judge = Felling.of(cat, state).judge(found.fight, state.wounds, to_lose(cat, state))
        return Trying(found.fight, tools, len(found.fighters), judge, AT_BOSS)
    return Trying(found.fight, tools, len(found.fighters), stakes_of(cat, state).judge(found.fight), float(TOKEN))


def _hand(fight: Fight, dice: Sequence[Rolled]) -> Lying:
    return Lying(hand_of(dice, fight.part.heroes))


def _dice(fight: Fight, hand: Hand) -> tuple[Rolled, ...]:
    return tuple(Rolled(c, v, fight.part.heroes[o] if o != NOBODY else "", only) for o, c, v, only in hand)


def _used(fight: Fight, tools: Sequence[Tool]) -> int:
    """Return the tools that were used already, a bit for each."""
    left, mask = list(fight.used), 0
    for at, tool in enumerate(tools):
        key = ("" if tool.owner == NOBODY else fight.part.heroes[tool.owner], tool.name)
        if key in left:
            left.remove(key)
            mask |= 1 << at
    return mask


def _acted(game: OneDeckDungeon, state: Position, fight: Fight) -> Move | None:
    """Use what helps most, else heal who would fall, else make the black dice that are wanted, else settle."""
    if fight.placed:
        return None
    trying = _here(game, state, fight)
    lying = _hand(fight, fight.dice)
    found = _using(trying, fight, lying, state.potions)
    move = found[0] if found is not None else _rescue(game, state, trying, lying)
    move = move if move is not None else _placed(game, state, trying, lying)
    return move if game.check(state, move).legal else None


def _placed(game: OneDeckDungeon, state: Position, trying: Trying, lying: Lying) -> Move:
    """Return the first move of the best placement: the quick one, unless all placements of this roll hold a better."""
    fight = state.fight
    assert fight is not None
    worth = trying.settled(lying)
    if worth >= trying.table(lying)[0][0] or any(die.only for die in fight.dice):
        return laid(trying, fight, lying)[0]
    priced = present(game.cat, state).priced(ALIVE)
    skulls = {at for at, box in enumerate(trying.filling.boxes) if box.skull}
    best: tuple[float, Placement | None] = (worth, None)
    for placement in (priced.best, *priced.others):
        hits = len(skulls & set(placement.covered))
        found = trying.judge(placement.loss, hits, len(skulls) - hits)
        best = max(best, (found - LEAST, placement), key=lambda pair: pair[0])
    return steps(state, best[1])[0] if best[1] is not None else laid(trying, fight, lying)[0]


def helped(game: OneDeckDungeon, state: Position) -> tuple[Move, float] | None:
    """Return the skill or potion that helps most with the dice that lie there, and what comes of it; else None."""
    fight = state.fight
    assert fight is not None
    found = _using(_here(game, state, fight), fight, _hand(fight, fight.dice), state.potions)
    return found if found is not None and game.check(state, found[0]).legal else None


def _using(trying: Trying, fight: Fight, lying: Lying, tokens: int) -> tuple[Move, float] | None:
    """Return the skill or the potion that helps most and what comes of it, None where nothing helps."""
    use = trying.best_use(lying, _used(fight, trying.tools), tokens)
    if use is None:
        return None
    tool, heroes = trying.tools[use.at], fight.part.heroes
    if tool.potion:
        return m.Potion(tool.name, heroes[use.owner]), use.worth
    return m.Skill(heroes[tool.owner], tool.name, in_order(_dice(fight, use.paid)), use.way + 1), use.worth


def _rescue(game: OneDeckDungeon, state: Position, trying: Trying, lying: Lying) -> Move | None:
    """Return the potion that heals most where somebody would fall of the best placement."""
    _, mask, _ = trying.placed(lying)
    if not falls(trying.fight, loss_of(trying.fight, mask)):
        return None
    healed = [
        (min(_heals(game.cat, state, move.name), state.hero(move.hero).damage), move)
        for move in game.asides(state)
        if isinstance(move, m.Potion)
    ]
    gain, best = max(healed, key=lambda pair: pair[0], default=(0, None))
    return best if gain else None


def _pick(game: OneDeckDungeon, state: Position, fight: Fight) -> Move | None:
    """Choose dice for the effect that waits: those that make the best hand; of rolled ones the lowest goes."""
    task = fight.tasks[0]
    if task.throw is not None:
        return m.Pick((min(task.rolled, key=lambda die: die.value),))
    if not isinstance(task.effect, PICKING):
        return None
    lying = _hand(fight, (*fight.dice, *task.chosen))
    owner = fight.part.heroes.index(task.hero)
    more = tuple(further.effect for further in fight.tasks[1:] if further.effect is not None)
    _, dice = _here(game, state, fight).picked(lying, task.effect, more, owner)
    wanted = list(_dice(fight, dice))
    for die in task.chosen:
        if die in wanted:
            wanted.remove(die)
    return next((m.Pick((die,)) for die in candidates(fight, task) if die in wanted), m.Pick())


# ------------------------------------------------------------------------------------------------------------- settling


def _settled(game: OneDeckDungeon, state: Position) -> Move | None:
    """Give damage where it hurts least, heal where it is needed most, and let the least item go."""
    due = state.due[0]
    if due.what == "drain":
        return least_item(game, state)
    moves = list(game.legal(state))
    return max(moves, key=lambda move: _after(game.cat, state, move))


def _after(cat: Catalogue, state: Position, move: Move) -> float:
    """Return how the hearts stand after damage, healing or poison: the fewest left count most."""
    hurt: dict[str, float] = {}
    if isinstance(move, m.Damage | m.Poison):
        weight = 1.0 if isinstance(move, m.Damage) else 0.7
        hurt = {handle: weight * n for handle, n in move.shares}
    elif isinstance(move, m.Heal):
        hurt = {move.hero: -1.0 if move.what == "damage" else -0.7}
    elif isinstance(move, m.Choose):
        hurt = {move.hero: 2.0 if state.due[0].what == "sicken" else -0.7}
    left = [(health(cat, state, hero) or BEARABLE) - hero.damage - hurt.get(hero.handle, 0.0) for hero in state.heroes]
    return sum(-100.0 if n <= 0 else -1.0 / n for n in left)
