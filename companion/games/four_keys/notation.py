"""Text of cards, cells and whole dungeons, both ways. Anything is read in any case; each thing is printed in one form.

A dungeon is rows of cells, rows parted by a line break or `/`, cells by blanks::

    +H         !chest{LX}
    !start     .            box
    gold=3

Cells: `.` empty; `?` some card, not told; `+HL` a Key and the face it shows, `+HL(C)` with its hidden face, `+1HL` with
its level; `box` an open Room, `box{HL}` with what its Door required, `?1` a Room not told; `compass^` with its arrow
(`compass?` not pointed yet); `!box{HL}`, `!?2` closed Doors; `start(a2,a3)`, `!start(b1,c1){H}` the starting card with
its two indicated spaces; `A3` the Adventurer tile with its gold. `gold=3` after the last row tells the gold while the
tile is still beside the dungeon.

A text of four rows by four columns is the final frame; a smaller one floats. The starting card goes to d4, without one
the top left cell does; `at=b2` after the last row says where the top left cell lies instead.
"""

from __future__ import annotations

import difflib
import re
from typing import NamedTuple

from companion.engine.errors import UnreadableError
from companion.games.four_keys.cards import (
    ROOM_LEVEL,
    ROOM_NAMES,
    Card,
    Door,
    Key,
    Start,
    door,
    is_ajar,
    key,
    marked_cells,
    symbols,
)
from companion.games.four_keys.dungeon import (
    ARROWS,
    CENTRE,
    FRAMES,
    GRID,
    SIZE,
    Cell,
    DoorCell,
    Dungeon,
    KeyCell,
    StartCell,
    TileCell,
    UntoldCell,
    cell_name,
    cell_number,
)

CELL_KINDS = "an empty space (.), a Key (+HL), a Room (box), a closed Door (!box{HL}), the tile (A3) or ?"
CARD_KINDS = "a Door (box{HL}, ?1{HL}), a Key with both faces (HL/C), a starting card (start(a2,a3){H}) or ?"
_SYMBOLS = "a word of H, L, C, X"
_NAMES = (*ROOM_NAMES, "start", *(f"compass{arrow}" for arrow in ARROWS))

_KEY_CELL = re.compile(r"\+([12]?)([a-z]+|\??)(?:\(([a-z]+|\?)\))?")
_KEY_CARD = re.compile(r"([12]?)([hlcx]+|\?)(?:/([hlcx]+|\?))?")
_DOOR = re.compile(r"(!?)([^(){}!]+)(?:\(([^(){}]*)\))?(?:\{([^(){}]*)\})?")
_TILE = re.compile(r"a(\d{0,3}|\?)")
_GOLD = re.compile(r"gold=(\d{1,3}|\?)")
_AT = re.compile(r"at=([a-g][1-7])")


class _Face(NamedTuple):
    """A Door or starting card as written, whether it lies in a dungeon or in a pile."""

    closed: bool
    name: str
    arrow: str
    marked: tuple[str, str] | None
    needs: str | None


# ------------------------------------------------------------------ reading


def parse_dungeon(text: str) -> Dungeon:
    """Read a dungeon.

    Raises:
        UnreadableError: names the cell (row, column) that cannot be read and what could stand there.
    """
    rows, told_gold, at = _tail([line.split() for line in re.split(r"[/\n]", text.strip().strip("/"))])
    width = max(map(len, rows), default=0)
    if len(rows) > SIZE or width > SIZE:
        raise UnreadableError(text, f"at most {SIZE} rows and {SIZE} columns, not {len(rows)} rows and {width} columns")
    table = [[_cell_at(word, r, c) for c, word in enumerate(row)] for r, row in enumerate(rows)]
    corner = _corner(table) if at is None else cell_number(at)
    cells: list[Cell | None] = [None] * (GRID * GRID)
    for r, row in enumerate(table):
        for c, cell in enumerate(row):
            place = corner + GRID * r + c
            if cell is not None and corner % GRID + c < GRID and place < len(cells):
                cells[place] = cell
            elif cell is not None:
                raise UnreadableError(f"at={at}", "a cell that leaves every card inside a1 to g7")
    floating = Dungeon(tuple(cells), _gold(rows, told_gold))
    return _framed(floating, corner) if len(rows) == width == SIZE else floating


def parse_cell(word: str) -> Cell | None:
    """Read what lies on one cell; None is an empty space. The gold of a tile is the dungeon's and is left out.

    Raises:
        UnreadableError: not a cell; near spellings are named.
    """
    low = word.strip().lower()
    if low == ".":
        return None
    if low == "?":
        return UntoldCell()
    if _TILE.fullmatch(low):
        return TileCell()
    if low.startswith("+"):
        return _key_cell(word, low)
    return _door_cell(word, _face(word, low, CELL_KINDS))


def parse_card(word: str, pile: int | None = None) -> Card | None:
    """Read a card as it lies on a pile or in a hand; None: nobody says which it is.

    Args:
        word: a Door `box{HL}`, a Key with both faces `HL/C`, a starting card, or `?`.
        pile: 0..3 for 1D, 1K, 2D, 2K, which gives the level of a Key; None where the pile is not known.

    Raises:
        UnreadableError: not a card, or not one of that pile.
    """
    low = word.strip().lower()
    if low == "?":
        return None
    match = _KEY_CARD.fullmatch(low)
    if match is not None:
        return _of_pile(word, _key_card(word, match, pile), pile)
    face = _face(word, low, CARD_KINDS)
    if face.closed or face.arrow:
        raise UnreadableError(word, f"the card itself, {word.strip().strip('!^<>?')}")
    if face.name == "start":
        return _of_pile(word, Start(face.needs, face.marked), pile)
    return _of_pile(word, Door(*_door_of(word, face)), pile)


def _tail(rows: list[list[str]]) -> tuple[list[list[str]], str | None, str | None]:
    """Split `gold=3` and `at=b2` off the end, and drop blank lines around the rows."""
    gold = at = None
    while rows and (not rows[-1] or "=" in rows[-1][-1]):
        if not rows[-1]:
            rows = rows[:-1]
            continue
        word = rows[-1][-1].lower()
        if (found := _GOLD.fullmatch(word)) and gold is None:
            gold = found[1]
        elif (found := _AT.fullmatch(word)) and at is None:
            at = found[1]
        else:
            raise UnreadableError(rows[-1][-1], "gold=0 to gold=4, or at=a1 to at=g7, each once after the last row")
        rows = [*rows[:-1], rows[-1][:-1]]
    while rows and not rows[0]:
        rows = rows[1:]
    if not rows and gold is None:
        raise UnreadableError("", f"rows of cells, each {CELL_KINDS}")
    return rows, gold, at


def _cell_at(word: str, row: int, column: int) -> Cell | None:
    try:
        return parse_cell(word)
    except UnreadableError as fault:
        raise UnreadableError(word, f"{fault.expected} in row {row + 1}, column {column + 1}") from None


def _corner(table: list[list[Cell | None]]) -> int:
    """Return the grid cell of the top left cell of a text.

    The first starting card goes to d4, without one the corner of the frame, or of what lies there where it floats: from
    d4 the grid has room for every frame.
    """
    here = [(r, c, cell) for r, row in enumerate(table) for c, cell in enumerate(row) if cell is not None]
    for r, c, cell in here:
        if isinstance(cell, StartCell):
            return CENTRE - GRID * r - c
    if not here or len(table) == max(map(len, table)) == SIZE:
        return CENTRE
    return CENTRE - GRID * min(r for r, _, _ in here) - min(c for _, c, _ in here)


def _framed(dungeon: Dungeon, corner: int) -> Dungeon:
    """Fix the final frame, unless the cards themselves span it."""
    frame = next((n for n, cells in enumerate(FRAMES) if cells[0] == corner), None)
    if frame is None:
        raise UnreadableError(f"at={cell_name(corner)}", "a frame that lies inside a1 to g7, such as at=d4")
    top, bottom, left, right = dungeon.box()
    spanned = bottom - top == right - left == SIZE - 1
    return dungeon if spanned else Dungeon(dungeon.cells, dungeon.gold, frame)


def _gold(rows: list[list[str]], told: str | None) -> int | None:
    """Return the gold that the tiles and `gold=` agree on."""
    words = [word for row in rows for word in row if _TILE.fullmatch(word.lower())]
    numbers = {word[1:] for word in words} | {told or ""}
    known = sorted(number for number in numbers if number.isdigit())
    if len({int(number) for number in known}) > 1:
        said = " ".join([*words, *([f"gold={told}"] if told else [])])
        raise UnreadableError(said, f"one number of gold, not {' and '.join(known)}")
    return int(known[0]) if known else None


def _key_cell(word: str, low: str) -> KeyCell:
    match = _KEY_CELL.fullmatch(low)
    if match is None:
        raise UnreadableError(word, "a Key such as +HL, +HL(C) with its hidden face, +1H with its level, or +?")
    level, shows, hides = match.groups()
    return KeyCell(_word(word, shows), _word(word, hides), int(level or 0))


def _key_card(word: str, match: re.Match[str], pile: int | None) -> Key:
    level, one, other = match.groups()
    told = int(level or 0)
    if pile is not None and pile % 2 and told not in (0, pile // 2 + 1):
        raise UnreadableError(word, f"a level {pile // 2 + 1} Key")
    return key(told or (pile // 2 + 1 if pile is not None else 0), _word(word, one), _word(word, other))


def _word(text: str, word: str | None) -> str | None:
    """Return a word of symbols in normal order; None if it is not told."""
    if word in (None, "", "?"):
        return None
    try:
        return symbols((word or "").upper())
    except ValueError:
        raise UnreadableError(text, f"{_SYMBOLS} for Heart, Lightning, Cross, Hexagon, not {word!r}") from None


def _face(word: str, low: str, kinds: str) -> _Face:
    """Read a Door or starting card."""
    match = _DOOR.fullmatch(low)
    if match is None:
        raise UnreadableError(word, _nearest(low, kinds))
    bang, name, marked, needs = match.groups()
    arrow = ""
    if name.startswith("compass"):
        name, arrow = "compass", name.removeprefix("compass")
    name = f"{name[:-1]}{name[-1].upper()}" if name.startswith("fountain-") else name
    known = name in ROOM_LEVEL or name in ("start", "?1", "?2")
    if not known or arrow not in ("", "?", *ARROWS) or (bang and arrow):
        raise UnreadableError(word, _nearest(low, kinds))
    if marked is not None and name != "start":
        raise UnreadableError(word, f"{name} without ({marked}): only a starting card has indicated spaces")
    if needs == "" and not is_ajar(name):
        raise UnreadableError(word, "at least one symbol between { and }, or {?}")
    return _Face(bool(bang), name, arrow, _marked(word, marked), _word(word, needs))


def _nearest(low: str, kinds: str) -> str:
    """Say what could have been meant: near spellings, else every kind."""
    bare = re.split(r"[({]", low.lstrip("!"))[0]
    near = difflib.get_close_matches(bare, [name.lower() for name in _NAMES], n=3, cutoff=0.6)
    return " or ".join(near) if near else kinds


def _marked(word: str, text: str | None) -> tuple[str, str] | None:
    if text is None or not text.strip("?,"):
        return None
    try:
        return marked_cells(text.split(","))
    except ValueError as fault:
        raise UnreadableError(word, str(fault)) from None


def _door_of(word: str, face: _Face) -> tuple[int, str | None, str | None]:
    """Return level, room and requirement of a Door."""
    room = None if face.name.startswith("?") else face.name
    level = ROOM_LEVEL[room] if room is not None else int(face.name[1])
    try:
        card = door(level, room, face.needs)
    except ValueError as fault:
        raise UnreadableError(word, str(fault)) from None
    return card.level, card.room, card.needs


def _door_cell(word: str, face: _Face) -> Cell:
    if face.name == "start":
        return StartCell(face.marked, face.needs, not face.closed)
    if face.closed and is_ajar(face.name):
        raise UnreadableError(word, f"{face.name}: an Ajar Door is never closed")
    level, room, needs = _door_of(word, face)
    return DoorCell(level, room, needs, not face.closed, face.arrow.strip("?"))


def _of_pile(word: str, card: Card, pile: int | None) -> Card:
    """Return the card if it can come from that pile."""
    if pile is None:
        return card
    level = pile // 2 + 1
    fits = isinstance(card, Key) if pile % 2 else isinstance(card, Door) and card.level == level
    if not fits:
        like = "HL/C" if pile % 2 else "box{HL}" if level == 1 else "chest{HLX}"
        raise UnreadableError(word, f"a level {level} {'Key' if pile % 2 else 'Door'} such as {like}")
    return card


# ----------------------------------------------------------------- printing


def spell_dungeon(dungeon: Dungeon) -> str:
    """Return a dungeon as `parse_dungeon` reads it, a row a line, columns aligned.

    A frame that the cards span by themselves is not told apart from one that was fixed.
    """
    corner, height, width = _window(dungeon)
    places = [[corner + GRID * r + c for c in range(width)] for r in range(height)]
    words = [[_spell_at(dungeon, place) for place in row] for row in places]
    widths = [max(map(len, column)) for column in zip(*words, strict=True)]
    lines = [" ".join(word.ljust(n) for word, n in zip(row, widths, strict=True)).rstrip() for row in words]
    tail = [f"gold={dungeon.gold}"] if dungeon.gold is not None and dungeon.tile is None else []
    if corner != _corner([[dungeon.cells[place] for place in row] for row in places]) and dungeon.occupied():
        tail.append(f"at={cell_name(corner)}")
    return "\n".join([*lines, " ".join(tail)]).rstrip()


def _window(dungeon: Dungeon) -> tuple[int, int, int]:
    """Return the top left cell, height and width of the part to print."""
    if dungeon.frame is not None:
        return FRAMES[dungeon.frame][0], SIZE, SIZE
    top, bottom, left, right = dungeon.box()
    return GRID * top + left, bottom - top + 1, right - left + 1


def _spell_at(dungeon: Dungeon, place: int) -> str:
    cell = dungeon.cells[place]
    if isinstance(cell, TileCell) and dungeon.gold is not None:
        return f"A{dungeon.gold}"
    return spell_cell(cell)


def spell_cell(cell: Cell | None) -> str:
    """Return what lies on a cell as `parse_cell` reads it."""
    if cell is None:
        return "."
    if isinstance(cell, KeyCell):
        return f"+{cell.level or ''}{cell.shows or '?'}{f'({cell.hides})' if cell.hides else ''}"
    if isinstance(cell, TileCell):
        return "A?"
    if isinstance(cell, UntoldCell):
        return "?"
    bang = "" if cell.open else "!"
    if isinstance(cell, StartCell):
        return bang + _spell_start(cell.needs, cell.marked)
    arrow = (cell.arrow or "?") if cell.open and cell.room == "compass" else ""
    return f"{bang}{cell.room or f'?{cell.level}'}{arrow}{_spell_needs(cell.needs)}"


def spell_card(card: Card | None) -> str:
    """Return a card as `parse_card` reads it with the number of its pile."""
    if card is None:
        return "?"
    if isinstance(card, Key):
        return f"{card.a or '?'}/{card.b or '?'}"
    if isinstance(card, Start):
        return _spell_start(card.needs, card.marked)
    return f"{card.room or f'?{card.level}'}{_spell_needs(card.needs)}"


def _spell_start(needs: str | None, marked: tuple[str, str] | None) -> str:
    return f"start{f'({marked[0]},{marked[1]})' if marked else ''}{_spell_needs(needs)}"


def _spell_needs(needs: str | None) -> str:
    return f"{{{needs}}}" if needs else ""
