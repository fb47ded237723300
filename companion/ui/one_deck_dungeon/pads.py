"""What the pad asks: shares of damage, loot, the die against poison, and whatever else is chosen among a few moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from companion.engine.game import Move
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.boxes import COLOURS
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.kinds import CORE, FOREST
from companion.games.one_deck_dungeon.party import health
from companion.games.one_deck_dungeon.state import Face, Hero, Position
from companion.games.one_deck_dungeon.telling import COLOUR_WORDS, card_words, people, title
from companion.games.one_deck_dungeon.throws import FACES
from companion.ui.one_deck_dungeon.keys import die_svg
from companion.ui.one_deck_dungeon.owners import Row
from companion.ui.one_deck_dungeon.picks import SET_NAMES, foe_tiles
from companion.ui.one_deck_dungeon.resisting import Parting
from companion.ui.pad import Ask, Key, Picked, Step

MOST_WORTH = 6
"""XP that is offered for a card that nobody described."""
CHOICE = "choice"
"""The question which of some moves."""


class Choice(msgspec.Struct, frozen=True):
    """A question on the pad, and the move that each answer is.

    Args:
        ask: the question.
        moves: answers with their moves.
    """

    ask: Ask
    moves: dict[tuple[Picked, ...], Move]


Told = tuple[str, str, str]
"""A key: id, what it says, and small type under it."""


def choice(
    prompt: str, moves: Sequence[Move], path: Callable[[Move], Sequence[tuple[str, Told]]], later: str
) -> Choice:
    """Return one question that leads to each of some moves.

    Args:
        prompt: what is asked first.
        moves: what may be chosen.
        path: what a move picks, step by step: what is asked, and the key.
        later: what the key says that skips the question; empty for none.
    """
    paths = {move: list(path(move)) for move in moves}
    first = next(iter(paths.values()))
    keys = [_keys([told[at][1] for told in paths.values()]) for at in range(len(first))]
    # What is the same in all of them is not asked.
    asked = [at for at, some in enumerate(keys) if len(some) > 1] or [len(keys) - 1]
    steps = [Step(first[at][0] or prompt, keys[at], _columns(len(keys[at]))) for at in asked]
    found: dict[tuple[Picked, ...], Move] = {
        tuple((told[at][1][0],) for at in asked): move for move, told in paths.items()
    }
    name = f"{CHOICE} {prompt}"
    return Choice(Ask(name, tuple(steps), tuple(found), later), found)


def _keys(told: Sequence[Told]) -> tuple[Key, ...]:
    """Return the keys of a step, each once."""
    return tuple(Key(name, label, sub=sub) for name, label, sub in dict.fromkeys(told))


def _columns(keys: int) -> int:
    return 6 if keys > 10 else 5 if keys > 8 else 4 if keys > 3 else max(2, keys)


def due_choice(cat: Catalogue, state: Position, moves: Sequence[Move], prompt: str) -> Choice:
    """Ask who takes what: damage, poison, the hurt of the stairs, healing.

    Of damage those shares are offered that everybody survives; where there is none, that the party falls.
    """
    safe = [move for move in moves if not _falls(cat, state, move)]
    due = state.due[0]
    if safe or not moves:
        fewer = len(safe) < len(moves)
        prompt = f"{due.n} damage: {'only so' if len(safe) == 1 else 'shared so'} nobody falls" if fewer else prompt
        return choice(prompt, safe or moves, lambda move: [("", _due_key(cat, state, move))], "")
    move = moves[0]
    fallen = people(state, due.among) if len(due.among) == 1 else "The party"
    key = ("fallen", f"{fallen} falls", f"{due.n} is more than can be borne")
    return choice(prompt, [move], lambda move: [(f"{due.n} damage: nobody can bear it", key)], "")


def hurt_words(hero: Hero) -> str:
    """Return what a hero bears, as people say it: "−2 hearts, 1 poison"."""
    parts = [f"−{hero.damage} heart{'s' * (hero.damage > 1)}"] * bool(hero.damage)
    parts += [f"{hero.poison} poison"] * bool(hero.poison)
    return ", ".join(parts) or "unhurt"


def item_words(item: str) -> str:
    """Return an item as people say it: "Magic and a heart" for "M+h"."""
    said = ["a heart" if one == "h" else COLOUR_WORDS.get(one, one) for one in item.split("+")]
    return " and ".join(said)


def _falls(cat: Catalogue, state: Position, move: Move) -> bool:
    """Return whether somebody would fall; nobody while hearts are not told."""
    if not isinstance(move, m.Damage):
        return False
    hurt = [(state.hero(who), n, health(cat, state, state.hero(who))) for who, n in move.shares]
    return any(hearts is not None and hero.damage + n >= hearts for hero, n, hearts in hurt)


def _due_key(cat: Catalogue, state: Position, move: Move) -> Told:
    match move:
        case m.Damage(shares=shares) | m.Poison(shares=shares):
            one = state.due[0].n == 1
            first, *others = [state.hero(who).name if one else f"{state.hero(who).name} {n}" for who, n in shares]
            alone = "" if one or others or len(state.due[0].among) == 1 else "all of it"
            return " ".join(f"{who}{n}" for who, n in shares), first, ", ".join(others) or alone
        case m.Choose(hero=hero):
            return hero, state.hero(hero).name, f"{state.hero(hero).poison} poison"
        case m.Heal(hero=hero, what=what):
            return f"{hero}{what}", state.hero(hero).name, "a heart" if what == "damage" else "a poison token"
        case m.Drain(hero=hero, item=item):
            held = state.hero(hero).items[item - 1]
            return f"{hero}{item}", state.hero(hero).name, f"item {item_words(held.item) or '?'}"
    return str(move), str(move), ""


def resist_ask(state: Position, group: tuple[str, ...], least: int) -> Ask:
    """Ask for the die against poison: six faces, each with what it means."""
    keys = tuple(Key(str(n), str(n), sub="safe" if n >= least else "hurts") for n in range(1, 7))
    safe = min(6, max(0, 7 - least))
    said = f"The die of {people(state, group)}: safe {safe} in 6" if safe else "No face is enough: which came?"
    return Ask(f"resist {'+'.join(group)}", (Step(said, keys, columns=6),), None, "")


def groups_choice(state: Position, known: Sequence[Parting]) -> Choice:
    """Ask how four heroes part to resist, the best parting first; only those are offered that differ."""

    def key(move: Move) -> Told:
        one = next(one for one in known if isinstance(move, m.Resist) and one.groups[0] == move.group)
        names = " / ".join(people(state, group) for group in one.groups)
        return "+".join(one.groups[0]), names, f"resist {one.words}"

    moves = [m.Resist(one.groups[0]) for one in known]
    return choice("Two and two resist poison: how?", moves, lambda move: [("", key(move))], "")


def leaf_choice(cat: Catalogue, state: Position) -> Choice | None:
    """Ask whether an open card shows a leaf, of which a card of the same name shows none; None where all are told."""
    for n, door in enumerate(state.doors, start=1):
        for k, card in enumerate(door.cards, start=1):
            faces = cat.variants(card) if door.open and cat.leaves(card) is None else ()
            if faces:
                prompt = f"{card_words(cat, card)} on door {n}: does the open card show a leaf?"
                moves = [m.Name(f"door.{n}.{k}", face) for face in faces]
                return choice(prompt, moves, lambda move: [("", _leaf_key(cat, move))], "Not now")
    return None


def _leaf_key(cat: Catalogue, move: Move) -> Told:
    assert isinstance(move, m.Name)
    leaf = bool(cat.leaves(move.card))
    edges = " / ".join(filter(None, (item_words(move.card.item), title(move.card.skill))))
    return edges, "A leaf" if leaf else "No leaf", edges


def loot_choice(state: Position, moves: Sequence[Move]) -> Choice | None:
    """Ask which of the two cards of a name it is, who takes it, and what makes way; None where nothing may be taken."""
    known = [move for move in moves if isinstance(move, m.Loot)]
    told = list(dict.fromkeys(_edge_only(move) for move in known if move.card.known)) or known
    if not told:
        return None
    with_drop = any(move.drop for move in told)

    def path(move: Move) -> list[tuple[str, Told]]:
        assert isinstance(move, m.Loot)
        keys = [("Which edge has it?", _face_key(move))]
        if any(one.hero for one in told):
            keys.append(("Who takes it?", _taker_key(state, move)))
        if with_drop:
            keys.append(("What makes way?", _drop_key(state, move)))
        return keys

    return choice("Which card is it?", told, path, "Not this")


def worth_choice(n: int) -> Choice:
    """Ask what a card is worth that nobody described: it is taken as XP.

    Args:
        n: number of the card, from 1.
    """
    moves = [m.Loot(n, "xp", xp=worth) for worth in range(1, MOST_WORTH + 1)]
    return choice("What is it worth? The XP stands on the card", moves, _worth_path, "Not this")


def _worth_path(move: Move) -> list[tuple[str, Told]]:
    worth = move.xp if isinstance(move, m.Loot) else 0
    return [("", (str(worth), str(worth), "XP"))]


def _edge_only(move: m.Loot) -> m.Loot:
    """Return the loot with no more told of the card than the edge that is taken."""
    face = move.card
    edge = Face(face.name, face.item, "") if move.what == "item" else Face(face.name, "", face.skill)
    return replace(move, card=edge)


def _face_key(move: m.Loot) -> Told:
    edge = move.card.item if move.what == "item" else title(move.card.skill)
    if move.what == "item" and edge:
        return edge, item_words(edge), "item"
    return edge or "?", edge or "as it lies", "not told" if not edge else move.what


def _taker_key(state: Position, move: m.Loot) -> Told:
    """Return the key of who takes it: a potion is the whole party's."""
    if not move.hero:
        return "party", "The party", "potion"
    hero = state.hero(move.hero)
    return hero.handle, hero.name, title(hero.card)


def _drop_key(state: Position, move: m.Loot) -> Told:
    if not move.drop:
        return "0", "nothing", "there is room"
    hero = state.hero(move.hero)
    held = (hero.items if move.what == "item" else hero.skills)[move.drop - 1]
    said = item_words(held.item) if move.what == "item" else title(held.skill)
    return str(move.drop), said or "?", "turns to XP"


def moves_choice(prompt: str, moves: Sequence[Move], say: Callable[[Move], str], later: str = "Nothing") -> Choice:
    """Ask for one of some moves, each in words."""
    return choice(prompt, moves, lambda move: [("", (say(move), say(move), ""))], later)


# ----------------------------------------------------------------------------------------------------------- dice


def dice_ask(name: str, rows: Iterable[Row], later: str) -> Ask:
    """Ask for the faces of dice: a row of slots for each colour, or for each hero who has dice of it.

    Args:
        name: of the question.
        rows: what is told together.
        later: what the key says that skips the question; empty for none.
    """
    steps = tuple(
        Step(f"{row.colour} {row.name}".strip(), tuple(_face_keys(row)), len(FACES), row.many, row.many)
        for row in rows
        if row.many
    )
    return Ask(name, steps, None, later, slots=True)


def _face_keys(row: Row) -> Iterator[Key]:
    whose = "" if row.owner is None else f".{row.owner}"
    return (Key(f"{row.colour}{n}{whose}", str(n), svg=die_svg(row.colour, n)) for n in FACES)


def rolled_ask(words: Sequence[str]) -> Ask | None:
    """Ask again for a roll that was told as words: "S", "6", "5", "A", "2"; None where it tells no dice."""
    counts: dict[tuple[str | None, str], int] = {}
    owner: str | None = None
    colour = ""
    for word in words:
        if word in COLOURS:
            colour = word
        elif not word.isdigit():
            owner, colour = word.removesuffix(":").replace("+", ""), ""
        elif colour:
            counts[owner, colour] = counts.get((owner, colour), 0) + 1
    rows = [Row(c, many, who, who or "") for (who, c), many in counts.items()]
    return dice_ask("roll again", rows, "Leave it") if rows else None


def roll_line(value: Sequence[Sequence[str]]) -> str:
    """Return a roll as table shorthand: "roll S 6 5 A 2", "roll ana S 6 5 + A 2" where owners are told."""
    parts = ["roll"]
    for faces in filter(None, value):
        first, dot, owner = faces[0].partition(".")
        parts += [owner or "+"] if dot else []
        parts += [first[0], *(face[1] for face in faces)]
    return " ".join(parts)


def names_ask(cat: Catalogue, deck: str) -> Ask:
    """Ask for the name of a foe or peril; of a hybrid deck for its set first."""
    sets = (CORE, FOREST) if deck == "hybrid" else (deck,)
    steps = [_names_step(cat, one) for one in sets]
    if len(steps) == 1:
        return Ask("name", (steps[0],), None)
    keys = tuple(Key(one, SET_NAMES[one], then=(step,)) for one, step in zip(sets, steps, strict=True))
    return Ask("name", (Step("Of which set?", keys, 2),), None)


def _names_step(cat: Catalogue, of_set: str) -> Step:
    tiles = [tile for tile in foe_tiles(cat, of_set, None) if tile.name]
    keys = tuple(Key(tile.place.removeprefix("foe/"), tile.name) for tile in tiles)
    return Step("Which card was it?", keys, 4)
