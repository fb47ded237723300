"""The questions of The Four Doors for the pad, and their answers as table shorthand. Keys keep their places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

from companion.games.four_doors.box import Box
from companion.games.four_doors.cards import ADVENTURERS, DOORS, SIDES
from companion.games.four_doors.state import Position
from companion.games.four_doors.telling import place_words, title
from companion.games.four_doors.tower import BEACON
from companion.ui.boards.four_doors_look import COLOURS, colour_of
from companion.ui.pad import Answer, Ask, Key, Step

ADD, TAKE, PAWN, UP, DOWN, TURN, RATE, PILE = "add", "take", "pawn", "up", "down", "turn", "rate", "pile"
"""What else may have happened."""
RATES = range(1, 7)


def swatch(door: str) -> str:
    """Return a small picture of a door in its colour."""
    body = f'<rect x="3" y="2" width="24" height="27" rx="10" fill="{colour_of(door)}" stroke="#1b130b"/>'
    leaf = '<rect x="9" y="10" width="12" height="19" rx="6" fill="#120d14"/>'
    return f'<svg viewBox="0 0 30 30" width="30" height="30" xmlns="http://www.w3.org/2000/svg">{body}{leaf}</svg>'


def door_key(door: str) -> Key:
    """Return the key of a door."""
    return Key(door, title(door), sub=title(door), svg=swatch(door))


def doors_ask(box: Box) -> Ask:
    """Ask for the doors from the top; where the box names them, the last one goes by itself."""
    names = box.doors if box.named else COLOURS
    keys = tuple(door_key(name) for name in names)
    steps = tuple(
        Step(f"Door {n} from the top?", keys, columns=4 if len(keys) == DOORS else 6) for n in range(1, DOORS + 1)
    )
    if len(names) > DOORS:
        # Too many orders to list; a door that is named twice is refused by the rules.
        return Ask("doors", steps, None, "")
    answers = tuple(tuple((name,) for name in order) for order in permutations(names))
    return Ask("doors", steps, answers, "")


def doors_text(answer: Answer) -> str:
    """Return the answer of `doors_ask` as table shorthand."""
    return f"doors {' '.join(name for (name,) in answer.value)}"


def sides_ask(name: str, state: Position, prompt: str) -> Ask:
    """Ask for a side of a door, as far as the tower itself is not there to be tapped."""
    keys = tuple(
        Key(f"{door}-{side}", f"{title(door)} {side}", sub=side, svg=swatch(door))
        for side in SIDES
        for door in state.tower.names
    )
    return Ask(name, (Step(prompt, keys, columns=max(1, len(state.tower.names))),))


def places_step(state: Position, prompt: str) -> Step:
    """Ask for a place of the tower: a door that stands, or the Beacon."""
    keys = [flame_key(), *(door_key(door.name) for door in state.tower.doors)]
    return Step(prompt, tuple(keys), columns=5)


def flame_key() -> Key:
    """Return the key of the Beacon."""
    return Key(BEACON, "Beacon", sub="Beacon", svg=_flame())


def _flame() -> str:
    flame = '<path d="M15 3c1 6 8 8 8 16a8 8 0 0 1-16 0c0-4 2-6 3-9 2 1 3 3 3 4 1-4 2-7 2-11z" fill="#e08a1c"/>'
    return f'<svg viewBox="0 0 30 30" width="30" height="30" xmlns="http://www.w3.org/2000/svg">{flame}</svg>'


def seats_step(state: Position, prompt: str, then: tuple[Step, ...] = ()) -> Step:
    """Ask for somebody at the table."""
    keys = tuple(Key(player.handle, player.name, sub=title(player.adventurer), then=then) for player in state.players)
    return Step(prompt, keys, columns=min(4, max(2, len(keys))))


def else_ask(state: Position) -> Ask:
    """Ask what else has happened on the table."""
    pawn = (seats_step(state, "Whose pawn?", (places_step(state, "Where does it stand?"),)),)
    turn = (seats_step(state, "Whose turn is it?"),)
    rates = (Step("Which rate stands there?", tuple(Key(str(n), str(n)) for n in RATES), columns=6),)
    keys = (
        Key(ADD, "+", sub="shadow came"),
        Key(TAKE, "−", sub="shadow went"),
        Key(PAWN, "♟", sub="pawn moved", then=pawn),
        Key(TURN, "↷", sub="whose turn", then=turn),
        Key(UP, "▲", sub="level up"),
        Key(DOWN, "▼", sub="level down"),
        Key(RATE, "#", sub="the rate", then=rates),
        Key("skull", "☠", sub="skull reached"),
    )
    return Ask("else", (Step("What happened?", keys, columns=4),), None, "Nothing")


def else_text(answer: Answer) -> str:
    """Return the answer of `else_ask` as table shorthand; empty where the tower is to be tapped for it."""
    (what,), *rest = answer.value
    said = [picked[0] for picked in rest]
    texts = {UP: "level +1", DOWN: "level -1", "skull": "skull", PAWN: "pawn", TURN: "turn", RATE: "rate"}
    return " ".join([texts[what], *said]) if what in texts else ""


def rate_ask() -> Ask:
    """Ask for the Shadow rate of the space that the level has just come to."""
    keys = tuple(Key(str(n), str(n)) for n in RATES)
    return Ask("rate", (Step("What does the new space say?", keys, columns=6),))


def stand_ask(state: Position) -> Ask:
    """Ask where a pawn stands whose door has vanished."""
    _, seat, above, below = state.due[0].split()
    keys = (Key("up", "▲", sub=place_words(above)), Key("down", "▼", sub=place_words(below)))
    return Ask(f"stand {seat}", (Step(f"Where does {state.player(seat).name} stand?", keys, columns=2),), None, "")


def adventurers_ask(state: Position, seat: str, later: str = "") -> Ask:
    """Ask which adventurer somebody plays; those of others are greyed in their places."""
    used = {player.adventurer for player in state.players}
    keys = tuple(Key(name, title(name), enabled=name not in used) for name in ADVENTURERS)
    step = Step(f"{state.player(seat).name}: which adventurer?", keys, columns=2)
    return Ask(f"adventurer {seat}", (step,), None, later)


def names_ask(name: str, prompt: str, options: Sequence[tuple[str, str, str]], later: str = "Not now") -> Ask:
    """Ask for one of a few things, each as id, label and what stands under it."""
    keys = tuple(Key(id, label, sub=sub) for id, label, sub in options)
    return Ask(name, (Step(prompt, keys, columns=3 if len(keys) > 4 else max(2, len(keys))),), None, later)


def all_marks(names: Iterable[str]) -> list[str]:
    """Return every shadow mark as table shorthand."""
    return [f"{name}-{side}" for name in names for side in SIDES]
