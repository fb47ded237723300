"""Score sheets of 4 KEYS: one line a Room, a closed door, a card that nobody told, and the Adventurer tile.

`points` is what is certain in every frame that may still come out, with the gold that lies on the tile now, whatever
cards come. `up_to` is the most that the cards that lie there may become, each line on its own: see `worth`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from companion.engine.errors import CompanionError
from companion.engine.game import ScoreLine, ScoreSheet
from companion.games.four_keys.cards import ROOM_NAMES, SHAPE_NAMES, is_ajar, shape_words
from companion.games.four_keys.dungeon import (
    ARROW_WORDS,
    FRAMES,
    LINES,
    Cell,
    DoorCell,
    Dungeon,
    KeyCell,
    StartCell,
    TileCell,
    UntoldCell,
    cell_name,
    lacking,
)
from companion.games.four_keys.problems import problems
from companion.games.four_keys.worth import GOLD, PRINTED, Framed, Span, gold_span, joined, keys_among, pointed_at

__all__ = ["GOLD", "SCORING_OPTIONS", "problems", "room_name", "score", "scoring_rules"]

SCORING_OPTIONS = ("multiplicity", "compass_tile", "compass_cycles")
"""The house-rule switches that the score depends on."""

Words: TypeAlias = tuple[str, tuple[str, ...]]
"""The arithmetic of a line, and the clauses that say so."""


def scoring_rules(options: Mapping[str, bool]) -> dict[str, bool]:
    """Return all house rules that the score depends on.

    Raises:
        CompanionError: an option that does not exist.
    """
    for name in options:
        if name not in SCORING_OPTIONS:
            raise CompanionError(f"There is no scoring option {name!r}; there are {', '.join(SCORING_OPTIONS)}.")
    return dict.fromkeys(SCORING_OPTIONS, True) | dict(options)


def score(dungeon: Dungeon, *, seat: str = "", **options: bool) -> ScoreSheet:
    """Score a full or partial dungeon, line by line.

    Args:
        dungeon: what lies there.
        seat: whose it is, for the sheet.
        options: house rules `multiplicity`, `compass_tile`, `compass_cycles`; all True as printed or ruled.

    Raises:
        CompanionError: an option that does not exist.
    """
    rules = scoring_rules(options)
    frames = [Framed(dungeon, frame, rules) for frame in dungeon.frames()]
    scored = [i for i, cell in enumerate(dungeon.cells) if isinstance(cell, DoorCell | StartCell | UntoldCell)]
    lines = [_line(dungeon, i, joined(framed.worth(i) for framed in frames), rules) for i in scored]
    return ScoreSheet(seat, (*lines, _tile_line(dungeon)), problems(dungeon, rules["multiplicity"]))


def room_name(cell: DoorCell | StartCell) -> str:
    """Return the name of a room as people say it."""
    if isinstance(cell, StartCell):
        return "Starting room"
    return ROOM_NAMES[cell.room] if cell.room else f"Level {cell.level} room, not told"


def _tile_line(dungeon: Dungeon) -> ScoreLine:
    gold = gold_span(dungeon)
    told = "gold not told" if dungeon.gold is None else f"{dungeon.gold} gold on it"
    where = "" if dungeon.tile is None else cell_name(dungeon.tile)
    return ScoreLine("Adventurer tile", gold.low, gold.high, told, ("four-keys.scoring.tile",), where)


def _line(dungeon: Dungeon, cell: int, span: Span, rules: dict[str, bool]) -> ScoreLine:
    content = dungeon.cells[cell]
    if not isinstance(content, DoorCell | StartCell):
        words: Words = ("what lies here is not told", ("four-keys.scoring.total",))
        return ScoreLine("Card, not told", *span, *words, cell_name(cell))
    if content.open:
        return ScoreLine(room_name(content), *span, *_open(dungeon, cell, content, span, rules), cell_name(cell))
    words = _closed(dungeon, cell, content, rules["multiplicity"])
    return ScoreLine(f"{room_name(content)}, closed", *span, *words, cell_name(cell))


def _closed(dungeon: Dungeon, cell: int, content: DoorCell | StartCell, multiplicity: bool) -> Words:
    clauses = ("four-keys.scoring.closed-door",)
    if content.needs is None:
        return "still closed; what opens it is not told", clauses
    lacks = lacking(content.needs, dungeon.symbols_at(cell)[0], multiplicity)
    if lacks:
        return f"still closed; lacks {shape_words(lacks)}", clauses
    return "still closed, though its keys are there", (*clauses, "four-keys.opening.missed")


def _open(dungeon: Dungeon, cell: int, content: DoorCell | StartCell, span: Span, rules: dict[str, bool]) -> Words:
    if isinstance(content, StartCell):
        place = (
            f"on {' or '.join(content.marked)} of the dungeon"
            if content.marked
            else "on its indicated spaces (not told)"
        )
        return _placed(span, place), ("four-keys.rooms.start", "four-keys.scoring.frame")
    if content.room is None:
        return "room not told", ("four-keys.scoring.total",)
    if content.room == "compass":
        return _compass(dungeon, cell, content, rules)
    return _why_room(dungeon, cell, content.room, span), _room_clauses(content.room)


def _room_clauses(room: str) -> tuple[str, ...]:
    name = "ajar" if is_ajar(room) else room.split("-")[0]
    extra = {
        "throne": "four-keys.scoring.tile",
        "trap": "four-keys.scoring.frame",
        "control": "four-keys.scoring.frame",
        "larder": "four-keys.scoring.next-to",
        "chest": "four-keys.rooms.symbols",
        "fountain": "four-keys.rooms.symbols",
        "monster": "four-keys.rooms.monster-start",
    }
    return (f"four-keys.rooms.{name}", *((extra[name],) if name in extra else ()))


def _why_room(dungeon: Dungeon, cell: int, room: str, span: Span) -> str:
    if room in PRINTED:
        return "printed value"
    if room == "throne":
        return "as much as the Adventurer tile"
    if room == "trap":
        return _placed(span, "in a corner of the dungeon")
    if room == "control":
        return _placed(span, "in the centre of the dungeon")
    if room == "larder":
        return {(3, 3): "next to the Adventurer tile", (0, 0): "not next to the Adventurer tile"}.get(
            span, "3 if the Adventurer tile comes next to it"
        )
    if room == "monster":
        return f"{span.low} open level 1 room{'s' * (span.low != 1)}"
    if room == "chest":
        return f"{_keys([dungeon.cells[i] for i in LINES[cell]], '')} in its row and column"
    return f"{_keys(list(dungeon.cells), room[-1])} in the dungeon"


def _keys(cells: list[Cell | None], shape: str) -> str:
    """Return how many symbols there are, and how many Keys show what nobody told."""
    untold = sum(isinstance(cell, KeyCell) and cell.shows is None for cell in cells)
    n = keys_among([cell for cell in cells if isinstance(cell, KeyCell) and cell.shows is not None], shape).low
    name = f"{SHAPE_NAMES[shape]} key" if shape else "key"
    told = f"{n} {name}{'s' * (n != 1)}"
    if not untold:
        return told
    more = f"{untold} Key{'s' * (untold != 1)} not told"
    return f"{told} ({more})" if shape else f"{told} and at least {untold} on {more}"


def _placed(span: Span, place: str) -> str:
    if span == (3, 3):
        return place
    if span == (1, 1):
        return f"not {place}"
    return f"3 if {place}, else 1"


def _compass(dungeon: Dungeon, cell: int, content: DoorCell, rules: dict[str, bool]) -> Words:
    rule = "four-keys.rooms.compass"
    if not content.arrow:
        return "arrow not pointed yet", (rule, f"{rule}-arrow")
    side = f"points {ARROW_WORDS[content.arrow]}"
    target = pointed_at(cell, content.arrow)
    if target is None or all(target not in FRAMES[frame] for frame in dungeon.frames()):
        return f"{side}, out of the dungeon", (rule, f"{rule}-outside")
    other = dungeon.cells[target]
    if other is None:
        return f"{side} at an empty space", (rule, f"{rule}-arrow")
    if isinstance(other, KeyCell):
        return f"{side} at a Key", (rule, f"{rule}-key")
    if isinstance(other, TileCell):
        given = "" if rules["compass_tile"] else ", which gives nothing at this table"
        return f"{side} at the Adventurer tile{given}", (rule, f"{rule}-tile")
    if isinstance(other, UntoldCell):
        return f"{side} at a card not told", (rule, f"{rule}-copies")
    if not other.open:
        return f"{side} at the {room_name(other)}, closed", (rule, f"{rule}-closed")
    if isinstance(other, DoorCell) and other.room == "compass":
        return _chain(dungeon, cell, side, rules["compass_cycles"])
    return f"{side} at the {room_name(other)}", (rule, f"{rule}-copies")


def _chain(dungeon: Dungeon, cell: int, side: str, followed: bool) -> Words:
    """Return the words for a Compass that points to a Compass."""
    rule = "four-keys.rooms.compass"
    if not followed:
        return f"{side} at a Magic Compass, which gives nothing at this table", (rule, f"{rule}-cycle")
    seen: list[int] = []
    at: int | None = cell
    while at is not None and at not in seen:
        seen.append(at)
        content = dungeon.cells[at]
        if not isinstance(content, DoorCell) or content.room != "compass" or not content.open or not content.arrow:
            return f"{side} at a Magic Compass and copies it", (rule, f"{rule}-chain")
        at = pointed_at(at, content.arrow)
    if at is None:
        return f"{side} at a Magic Compass and copies it", (rule, f"{rule}-chain")
    return f"{side} at a Magic Compass whose arrows run in a circle", (rule, f"{rule}-cycle")
