"""The questions of Shadowgate for the pad, and their answers as table shorthand. Keys keep their places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from companion.games.shadowgate.box import Box
from companion.games.shadowgate.cards import BOSS_NAMES, CHARACTER_NAMES, GATES
from companion.games.shadowgate.scoring import title
from companion.games.shadowgate.state import Position
from companion.games.shadowgate.vocabulary import ELEMENTS, SKULL, STAFF, TRAITS
from companion.ui.boards.shadowgate_look import ELEMENT_SHAPES, STAFF_SHAPE, TRAIT_COLOURS, TRAIT_LETTERS
from companion.ui.pad import Ask, Key, Step

MOST = 9
"""The largest number on a key."""


def trait_svg(trait: int) -> str:
    """Return a small picture of a trait."""
    body = f'<rect x="2" y="3" width="26" height="24" rx="6" fill="{TRAIT_COLOURS[trait]}"/>'
    style = 'text-anchor="middle" font-family="system-ui,sans-serif" font-weight="800"'
    body += f'<text x="15" y="21" font-size="16" fill="#fff" {style}>{TRAIT_LETTERS[trait]}</text>'
    return f'<svg viewBox="0 0 30 30" width="30" height="30" xmlns="http://www.w3.org/2000/svg">{body}</svg>'


def trait_keys() -> tuple[Key, ...]:
    """Return a key for each trait."""
    return tuple(Key(trait, trait.title(), sub=trait[:3].title(), svg=trait_svg(n)) for n, trait in enumerate(TRAITS))


def line_svg(shape: str) -> str:
    """Return a small picture of strokes, for what the letters of a phone may lack.

    Args:
        shape: path data in a square of 24.
    """
    pen = 'fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"'
    head = '<svg viewBox="0 0 24 24" width="24" height="24" xmlns="http://www.w3.org/2000/svg">'
    return f'{head}<path d="{shape}" {pen}/></svg>'


def number_step(prompt: str, numbers: Iterable[int], columns: int = 7) -> Step:
    """Ask for a number."""
    return Step(prompt, tuple(Key(str(n), str(n)) for n in numbers), columns)


def character_ask(state: Position, seat: str, free: Sequence[str]) -> Ask:
    """Ask who a seat plays; characters that cannot be chosen are grey in their places."""
    keys = tuple(
        Key(name, full.split()[0], sub=" ".join(full.split()[1:]), enabled=name in free)
        for name, full in CHARACTER_NAMES.items()
    )
    # Three in a row: Willowmere needs more than a quarter of a phone.
    return Ask(f"character {seat}", (Step(f"Who does {state.player(seat).name} play?", keys, columns=3),))


def traits_ask(state: Position, seat: str, untold: Sequence[int]) -> Ask:
    """Ask how the traits of a seat stand: those that nobody told."""
    name = state.player(seat).name
    steps = tuple(number_step(f"{name}'s {TRAITS[n].title()}?", range(7)) for n in untold)
    return Ask(f"traits {seat} {' '.join(TRAITS[n] for n in untold)}", steps)


def first_ask(state: Position) -> Ask:
    """Ask who begins."""
    keys = tuple(Key(player.handle, player.name) for player in state.players)
    return Ask("first", (Step("Who bested an evil most recently?", keys, columns=max(2, len(keys))),))


def seat_ask(name: str, prompt: str, state: Position) -> Ask:
    """Ask for somebody who still plays."""
    keys = tuple(Key(player.handle, player.name, enabled=not player.out) for player in state.players)
    return Ask(name, (Step(prompt, keys, columns=max(2, len(keys))),))


def red_ask(name: str, prompt: str) -> Ask:
    """Ask what the red die shows."""
    return Ask(name, (Step(prompt, trait_keys(), columns=3),))


def ledger_ask(state: Position, seat: str, values: Sequence[str]) -> Ask:
    """Ask what has changed in a line of the ledger."""
    player = state.player(seat)
    keys = []
    for sign in ("+", "-"):
        for n, trait in enumerate(TRAITS):
            letter, value = TRAIT_LETTERS[n], values[n]
            if value == "?":
                then = (number_step(f"{trait.title()} of {player.name} now?", range(10), 5),)
                keys.append(Key(f"= {trait}{'' if sign == '+' else ' '}", f"{letter} = ?", then=then))
            else:
                after = int(value) + (1 if sign == "+" else -1)
                may = after >= 0
                keys.append(
                    Key(f"trait {trait} {after}", f"{letter} {_sign(sign)}1", sub=f"is {max(0, after)}", enabled=may)
                )
        amounts = (number_step(f"How many XP {'more' if sign == '+' else 'less'}?", range(1, 11), 5),)
        keys.append(Key(f"xp {sign}", f"XP {_sign(sign)}", sub="then how many", then=amounts))
        keys.append(Key(f"death {sign}", f"Death {_sign(sign)}1", enabled=sign == "+" or player.deaths > 0))
    return Ask(f"ledger {seat}", (Step(f"{player.name}: what has changed?", tuple(keys), columns=5),))


def _sign(sign: str) -> str:
    return "+" if sign == "+" else "−"


def ledger_text(seat: str, value: Sequence[Sequence[str]]) -> str:
    """Return the answer of `ledger_ask` as table shorthand."""
    word, *rest = value[0][0].split()
    if word == "trait":
        return f"trait {seat} {rest[0]} {rest[1]}"
    if word == "=":
        return f"trait {seat} {rest[0]} {value[1][0]}"
    minus = "-" if rest[0] == "-" else ""
    if word == "xp":
        return f"xp {seat} {minus}{value[1][0]}"
    return f"death {seat} {minus}1" if minus else f"death {seat}"


def torch_ask(state: Position) -> Ask:
    """Ask what has changed at the Torch track."""
    numbers = (number_step("Where does the torch stand?", range(10, 0, -1), 5),)
    keys = [
        Key("down", "−1", sub=f"torch {state.torch - 1}", enabled=state.torch > 1),
        Key("up", "+1", sub=f"torch {state.torch + 1}", enabled=0 < state.torch < 10),
        Key("at", "#", sub="it stands on", then=numbers),
        *(Key(trait, trait.title(), sub=f"red: {trait[:3]}", svg=trait_svg(n)) for n, trait in enumerate(TRAITS)),
        Key("none", "○", sub="no token", enabled=bool(state.penalty)),
    ]
    return Ask("torch", (Step("The torch, or its red die?", tuple(keys), columns=4),), None, "Nothing")


def torch_text(state: Position, value: Sequence[Sequence[str]]) -> str:
    """Return the answer of `torch_ask` as table shorthand."""
    word = value[0][0]
    if word in ("down", "up"):
        return f"torch {state.torch + (1 if word == 'up' else -1)}"
    return f"torch {value[1][0]}" if word == "at" else f"penalty {word}"


_GATE_WORDS = {"cavern-stairwell": "stairwell", "banquet-hall": "hall", "great-barrier": "barrier"}
_OPENS = {"cavern-stairwell": "opens II", "banquet-hall": "opens III", "great-barrier": "half the end"}


def castle_ask(state: Position) -> Ask:
    """Ask what was revealed or found: the three cards that open something are always in the list."""
    shut = {
        "cavern-stairwell": "II" not in state.opened,
        "banquet-hall": "III" not in state.opened,
        "great-barrier": not state.barrier,
    }
    keys = [Key(_GATE_WORDS[name], title(name), sub=_OPENS[name], enabled=shut[name]) for name in GATES]
    seats = tuple(Key(player.handle, player.name) for player in state.players)
    found = (Step("Who found it?", seats, columns=max(2, len(seats))),)
    left = state.deck("staff").down
    keys.append(Key("staff", "Staff piece", sub=f"{3 - left} of 3 found", then=found, enabled=left > 0))
    turn = (Step("Whose turn is it?", seats, columns=max(2, len(seats))),)
    keys.append(Key("turn", "Whose turn", sub="if it slipped", then=turn))
    return Ask("castle", (Step("What was revealed or found?", tuple(keys), columns=3),), None, "Nothing")


def castle_text(value: Sequence[Sequence[str]]) -> str:
    """Return the answer of `castle_ask` as table shorthand."""
    word = value[0][0]
    return f"get {value[1][0]} staff" if word == "staff" else f"turn {value[1][0]}" if word == "turn" else word


def deck_ask(name: str, prompt: str, decks: Sequence[str]) -> Ask:
    """Ask from which Quest deck."""
    named = {"I": "Cavern", "II": "Keep", "III": "Tower, Mine"}
    keys = tuple(Key(deck, deck, sub=named[deck]) for deck in decks)
    return Ask(name, (Step(prompt, keys, columns=max(2, len(keys))),))


def boss_ask(names: Sequence[str]) -> Ask:
    """Ask which boss was revealed."""
    keys = tuple(
        Key(name, full.removeprefix("The ").split()[0], sub=full.partition(" the ")[2], enabled=name in names)
        for name, full in BOSS_NAMES.items()
    )
    return Ask("boss", (Step("Which boss is it?", keys, columns=3),))


def fails_ask(space: int, may: Callable[[int, int], bool]) -> Ask:
    """Ask what failing a quest has cost, where nobody told before.

    Args:
        space: where it lies.
        may: says whether so many torches and skulls can stand on it; what cannot is grey.
    """
    said = (
        (0, 0, "nothing", "no harm"),
        (1, 0, "torch", "one step"),
        (0, 1, "skull", "a Death"),
        (1, 1, "both", "torch, skull"),
        (2, 0, "2 torches", "two steps"),
    )
    keys = tuple(Key(f"{t} {s}", label, sub=sub, enabled=may(t, s)) for t, s, label, sub in said)
    return Ask(f"fails {space}", (Step("What did failing cost?", keys, columns=5),), None, "Not now")


def xp_ask(space: int, may: Callable[[int], bool]) -> Ask:
    """Ask how many points a completed quest is worth, where nobody told before; what it cannot be is grey."""
    keys = tuple(Key(str(n), str(n), enabled=may(n)) for n in range(1, 11))
    return Ask(f"xp {space}", (Step("How many XP?", keys, columns=5),), None, "Not now")


def faces_ask(colour: str) -> Ask:
    """Ask what the six faces of a die show."""
    shown = [*(str(n) for n in range(7)), *(["staff"] if colour == "blue" else []), "skull"]
    keys = tuple(_face_key(face) for face in shown)
    steps = tuple(Step(f"Look at one {colour} die: face {n} of 6", keys, columns=5) for n in range(1, 7))
    return Ask(f"faces {colour}", steps)


_SIGNS = {SKULL: "☠"}


def _face_key(face: str) -> Key:
    if face == STAFF:
        return Key(face, "Staff", sub=face, svg=line_svg(STAFF_SHAPE))
    return Key(face, _SIGNS.get(face, face), sub=face if face in _SIGNS else "")


def black_faces(box: Box) -> tuple[str, ...]:
    """Return the different faces of a black die in order; those that are possible where nobody told them."""
    told = box.black or (*map(str, range(7)), SKULL)
    return tuple(sorted(dict.fromkeys(told), key=lambda face: (not face.isdecimal(), face)))


def blue_faces(box: Box) -> tuple[str, ...]:
    """Return the different faces of the blue die in order."""
    told = box.blue or (*map(str, range(7)), STAFF, SKULL)
    return tuple(sorted(dict.fromkeys(told), key=lambda face: (not face.isdecimal(), face)))


def roll_ask(name: str, box: Box, blue: bool) -> Ask:
    """Ask what two black dice show, and the blue one where it is rolled."""
    black = tuple(_face_key(face) for face in black_faces(box))
    steps = [Step("Two dice", black, columns=min(7, len(black)), most=2, least=2)]
    if blue:
        keys = tuple(_face_key(face) for face in blue_faces(box))
        steps.append(Step("and the blue die", keys, columns=min(7, len(keys))))
    return Ask(name, tuple(steps), None, "Not now")


def roll_text(value: Sequence[Sequence[str]]) -> str:
    """Return the answer of `roll_ask` as table shorthand."""
    blue = f" blue {value[1][0]}" if len(value) > 1 else ""
    return f"roll {' '.join(value[0])}{blue}"


def hit_ask(trait: int) -> Ask:
    """Ask what an attack came to, where nobody has told the faces of the dice."""
    keys = [Key("fail", "☠☠", sub="two skulls"), *(Key(str(n), str(n)) for n in range(trait, trait + 13))]
    return Ask("hit", (Step("What did the attack come to?", tuple(keys), columns=7),), None, "No attack")


def uncurse_ask(state: Position, seat: str) -> Ask:
    """Ask which curse goes."""
    player = state.player(seat)
    keys = tuple(
        Key(trait, trait.title(), sub=trait[:3].title(), svg=trait_svg(n), enabled=player.curses[n] > 0)
        for n, trait in enumerate(TRAITS)
    )
    return Ask("uncurse", (Step(f"{player.name}: which curse goes?", keys, columns=3),), None, "")


def tokens_ask(state: Position, seat: str, number: int, choice: str) -> Ask:
    """Ask which tokens a seat takes."""
    if choice == "trait":
        keys = trait_keys()
    else:
        keys = tuple(Key(name, name.title(), sub=name.title(), svg=line_svg(ELEMENT_SHAPES[name])) for name in ELEMENTS)
    prompt = f"{state.player(seat).name} takes {number} token{'s' * (number != 1)}"
    return Ask(f"tokens {seat} {number}", (Step(prompt, keys, columns=3, most=number, least=number),))


def life_ask() -> Ask:
    """Ask how much life the boss has left: the tens, then the ones."""
    tens = tuple(Key(str(n), f"{n}0s" if n else "under 10") for n in range(6))
    ones = tuple(Key(str(n), str(n)) for n in range(10))
    return Ask("life", (Step("How much life is left?", tens, columns=6), Step("and how many ones?", ones, columns=5)))


def result_ask(name: str) -> Ask:
    """Ask whether a quest was completed or failed after all."""
    keys = (Key("made", "✓", sub="completed"), Key("failed", "☠", sub="failed"))
    return Ask(name, (Step("What was it?", keys, columns=2),))


def else_ask(state: Position, seat: str) -> Ask:
    """Ask what else has happened to a seat on the table."""
    name = state.player(seat).name
    tokens = (*ELEMENTS, *TRAITS)
    keys = tuple(Key(what, what.title(), sub="magic" if what in ELEMENTS else "trait") for what in tokens)
    curses = tuple(Key(trait, trait.title(), sub=trait[:3].title(), svg=trait_svg(n)) for n, trait in enumerate(TRAITS))
    drawn = tuple(Key(deck, word) for deck, word in (("item", "Item"), ("puzzle", "Puzzle item"), ("staff", "Staff")))
    what = (Step("Which token?", keys, columns=3),)
    curse = (Step("A curse on which trait?", curses, columns=3),)
    choices = (
        Key("ledger", "±", sub="traits, XP, Deaths"),
        Key("token 1", "+ token", then=what),
        Key("token -1", "− token", then=what),
        Key("curse 1", "+ curse", then=curse),
        Key("curse -1", "− curse", then=curse),
        Key("get", "+ card", sub="drew one", then=(Step("From which deck?", drawn, columns=3),)),
    )
    return Ask("else", (Step(f"What happened to {name}?", choices, columns=3),), None, "Nothing")


def else_text(seat: str, value: Sequence[Sequence[str]]) -> str:
    """Return the answer of `else_ask` as table shorthand; empty where the ledger is asked next."""
    word, *rest = value[0][0].split()
    if word == "ledger":
        return ""
    if word == "get":
        return f"get {seat} {value[1][0]}"
    what = f"curse {value[1][0]}" if word == "curse" else value[1][0]
    return f"token {seat} {what} {rest[0]}"
