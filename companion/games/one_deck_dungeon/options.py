"""What may be done: the moves of the party, what the table may see, and what else is open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product

from companion.engine.game import Move
from companion.engine.told import possible
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.abilities import PERIL
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.checks import basics, check
from companion.games.one_deck_dungeon.faces import names
from companion.games.one_deck_dungeon.laying import places_for
from companion.games.one_deck_dungeon.party import available, odd_colours, potion_kinds, skills
from companion.games.one_deck_dungeon.rooms import black_cost, boxes, curses, room_kind
from companion.games.one_deck_dungeon.state import UNTOLD, Due, Face, Fight, Hero, Part, Position, in_order, patterns
from companion.games.one_deck_dungeon.tasks import candidates
from companion.games.one_deck_dungeon.throws import FACES, first_rolls
from companion.games.one_deck_dungeon.turns import pairs
from companion.games.one_deck_dungeon.using import feat_uses, payments, skill_uses, stores

SHOWN_DAMAGE, SHOWN_TIME, SHOWN_POISON, SHOWN_SKULLS = 3, 4, 2, 6
"""How far results are offered; more may be typed."""


def table_sees(state: Position) -> bool:
    """Say whether cards are turned up or dice are rolled now."""
    if state.due or state.ended:
        return False
    if state.step == "setup":
        return bool(state.pending) and state.pending[0] != "basic"
    if state.step == "resist":
        return bool(state.resisting)
    return state.step == "open" or rolling(state)


def rolling(state: Position) -> bool:
    """Say whether dice of an encounter are about to be rolled."""
    fight = state.fight
    if state.step != "fight" or fight is None or not fight.begun or fight.untold or not fight.tasks:
        return False
    throw = fight.tasks[0].throw
    return throw is not None and bool(throw.dice)


# ------------------------------------------------------------------------------------------------------------- reveals


def seen(cat: Catalogue, state: Position) -> Iterator[Move]:
    """Yield what the table may see next, "nobody says" last."""
    if state.step == "setup":
        return _setup(cat, state, state.pending[0])
    if state.step == "open":
        return _cards(state)
    if state.step == "resist":
        return (m.Resist(state.resisting[0], face) for face in FACES)
    assert state.fight is not None
    throw = state.fight.tasks[0].throw
    assert throw is not None
    return (move for part in (first_rolls(throw), iter((m.Roll(),))) for move in part)


def _setup(cat: Catalogue, state: Position, token: str) -> Iterator[Move]:
    word, *rest = token.split()
    if word == "hero":
        taken = {hero.card for hero in state.heroes}
        yield from (m.Assign(rest[0], card) for card in cat.heroes if card not in taken)
        yield m.Assign(rest[0], "")
    elif word == "dungeon":
        yield from (m.Dungeon(card) for card in cat.dungeons if cat.fits_deck(card, state.deck))
        yield m.Dungeon("")
    else:
        yield from _cards(state)


def _cards(state: Position) -> Iterator[Move]:
    """Yield what the next card may be: one of the box, a name, or a card that nobody says."""
    kinds = possible(state.unseen, patterns(state))
    yield from (m.Card(face) for face in kinds if face.known)
    yield from (m.Card(face) for face in names(kinds))
    yield m.Card(UNTOLD)


# ----------------------------------------------------------------------------------------------------------- decisions


def decisions(cat: Catalogue, state: Position) -> Iterator[Move]:
    """Yield the moves of the party."""
    if state.due:
        return _settling(state, state.due[0])
    if state.step == "fight" and state.fight is not None:
        return _fighting(cat, state, state.fight)
    return _STEPS[state.step](cat, state)


def _turn(cat: Catalogue, state: Position) -> Iterator[Move]:
    yield m.Explore()
    yield from (m.Enter(n) for n in range(1, len(state.doors) + 1))
    if state.stairs_open and state.sighted and state.fresh:
        yield m.Descend()


def _meet(cat: Catalogue, state: Position) -> Iterator[Move]:
    yield from arrangements(state, len(state.doors[state.opening].cards))
    if state.doors[state.opening].fresh:
        yield m.Flee()


def arrangements(state: Position, cards: int) -> Iterator[Move]:
    """Yield every way to part the heroes, to share out the cards, and to give away odd dice.

    Args:
        state: the position.
        cards: the cards of the door, 0 against the boss.
    """
    groups = pairs(state) if state.four else [(state.handles,)]
    colours = odd_colours(state)
    odds = ["".join(some) for n in range(len(colours) + 1) for some in combinations(colours, n)]
    for group, order, odd in product(groups, permutations(range(1, cards + 1)), odds):
        yield m.Arrange(tuple(group), tuple(order), odd)


def _loot(cat: Catalogue, state: Position) -> Iterator[Move]:
    for n, part in enumerate(state.spoils, start=1):
        found = (move for move in _loots(cat, state, n, part) if check(cat, state, move).legal)
        yield from dict.fromkeys(found)


def _loots(cat: Catalogue, state: Position, n: int, part: Part) -> Iterator[Move]:
    """Yield ways to take a card, told as it is or as one of the cards of the box that it may be."""
    yield m.Loot(n, "xp")
    yield m.Loot(n, "gone")
    for face in (UNTOLD, *_faces(cat, state, part.card)):
        yield m.Loot(n, "potion", card=face)
        for hero in state.heroes:
            for what, held in (("item", hero.items), ("skill", hero.skills)):
                yield from (m.Loot(n, what, hero.handle, face, drop) for drop in range(len(held) + 1))


def _faces(cat: Catalogue, state: Position, card: Face) -> list[Face]:
    return [] if card.known else list(cat.variants(card))


def _settling(state: Position, due: Due) -> Iterator[Move]:
    if due.what == "stairs":
        some = combinations(due.among, min(due.n, len(due.among)))
        yield from (m.Damage(tuple((handle, 1) for handle in handles)) for handles in some)
    elif due.what == "damage":
        yield from (m.Damage(shares) for shares in shared(due.among, due.n))
    elif due.what == "poison":
        yield from (m.Poison(shares) for shares in shared(due.among, due.n))
    elif due.what == "heal":
        for handle in due.among:
            hero = state.hero(handle)
            yield from (m.Heal(handle, what) for what in ("damage", "poison") if getattr(hero, what))
    elif due.what == "drain":
        for handle in due.among:
            yield from (m.Drain(handle, n) for n in range(1, len(state.hero(handle).items) + 1))
    else:
        yield from (m.Choose(handle) for handle in due.among)


def shared(handles: tuple[str, ...], n: int) -> Iterator[m.Shares]:
    """Yield every way to share out `n` among heroes; those who take nothing are left out."""
    if len(handles) == 1:
        yield ((handles[0], n),) if n else ()
        return
    for first in range(n, -1, -1):
        own = ((handles[0], first),) if first else ()
        yield from ((*own, *rest) for rest in shared(handles[1:], n - first))


# -------------------------------------------------------------------------------------------------------------- fights


def _fighting(cat: Catalogue, state: Position, fight: Fight) -> Iterator[Move]:
    if not fight.begun:
        return iter((m.Begin(),))
    if fight.untold:
        return results(cat, state, fight)
    if fight.tasks:
        return _picks(fight)
    if not fight.thrown:
        return (m.Option(n) for n in (1, 2)) if room_kind(cat, state, fight) == PERIL else iter(())
    return _acting(cat, state, fight)


def _picks(fight: Fight) -> Iterator[Move]:
    task = fight.tasks[0]
    yield from (m.Pick((die,)) for die in candidates(fight, task))
    if task.throw is None:
        yield m.Pick()


def _acting(cat: Catalogue, state: Position, fight: Fight) -> Iterator[Move]:
    """Yield the free moves between the roll and the consequences; a settling with dice in it is short for placing."""
    asked, rules = boxes(cat, state, fight), curses(cat, state, fight)
    yield from (m.Place(die, at + 1) for at, die in places_for(asked, fight, rules))
    yield from _blacks(cat, state, fight)
    for handle in fight.part.heroes:
        yield from _skills(cat, state, fight, state.hero(handle))
    yield m.Settle()


def _blacks(cat: Catalogue, state: Position, fight: Fight) -> Iterator[Move]:
    cost = black_cost(cat, state, fight)
    usable = in_order([die for die in fight.dice if not die.only])
    left = available(fight, "H") > 0
    for some in dict.fromkeys(combinations(usable, cost)):
        if left or any(die.colour == "H" for die in some):
            yield m.Black(some)


def _skills(cat: Catalogue, state: Position, fight: Fight, hero: Hero) -> Iterator[Move]:
    for name, ability in dict(skills(cat, state, hero)).items():
        ways = range(1, max(len(skill_uses(cat, state, ability)), ability.does is None) + 1)
        price = ability.price
        pays = [()] if price is None or price.free else list(payments(fight, hero.handle, price))
        moves = (m.Skill(hero.handle, name, pay, use) for use in ways for pay in pays)
        yield from (move for move in moves if check(cat, state, move).legal)


def results(cat: Catalogue, state: Position, fight: Fight) -> Iterator[Move]:
    """Yield results that are likely enough to be offered; any other may be typed."""
    heroes = fight.part.heroes
    times = range(1) if state.at_boss else range(SHOWN_TIME + 1)
    skulls = range(SHOWN_SKULLS + 1) if state.at_boss else range(1)
    poisons = range(min(SHOWN_POISON, state.poison_left) + 1)
    for damage, time, poison, hits in product(range(SHOWN_DAMAGE + 1), times, poisons, skulls):
        for hurt, sick in product(shared(heroes, damage), shared(heroes, poison)):
            yield m.Result(hurt, time, sick, hits)


# -------------------------------------------------------------------------------------------------------------- asides


def asides(cat: Catalogue, state: Position) -> Iterator[Move]:
    """Yield what else may be done now: potions, feats before the roll, and dice taken back."""
    return (move for move in _asides(cat, state) if check(cat, state, move).legal)


def _asides(cat: Catalogue, state: Position) -> Iterator[Move]:
    if state.ended:
        return
    if state.potions:
        yield from (m.Potion(kind, hero.handle) for kind in potion_kinds(cat, state) for hero in state.heroes)
    fight = state.fight
    if fight is None:
        return
    if rolling(state):
        for handle in fight.part.heroes:
            hero = state.hero(handle)
            most = hero.stored if stores(cat, state, hero) else len(feat_uses(cat, state, hero))
            yield from (m.Feat(handle, n) for n in range(1, most + 1))
    yield from (m.Take(at + 1) for at in dict.fromkeys(at for at, _ in fight.placed))


def _basics(cat: Catalogue, state: Position) -> Iterator[Move]:
    yield from (m.Basic(name) for name in basics(cat))


def _groups(cat: Catalogue, state: Position) -> Iterator[Move]:
    yield from (m.Resist(first) for first, _ in pairs(state))


def _ending(cat: Catalogue, state: Position) -> Iterator[Move]:
    yield from (m.Descend(), m.Next())


def _round(cat: Catalogue, state: Position) -> Iterator[Move]:
    yield from arrangements(state, 0)


_STEPS: dict[str, Callable[[Catalogue, Position], Iterator[Move]]] = {
    "setup": _basics,
    "turn": _turn,
    "meet": _meet,
    "loot": _loot,
    "resist": _groups,
    "end": _ending,
    "round": _round,
}
