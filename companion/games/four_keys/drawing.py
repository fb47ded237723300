"""Pictures of the cards of 4 KEYS and of whole dungeons, as SVG text. Pure functions; nothing here can be tapped.

Sizes are CSS pixels where a picture is shown at its own size. A card is drawn in one of three grades: from 60 pixels
with words, from 34 without, below that only its shapes. No text is smaller than 12.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from companion.engine.game import ScoreSheet
from companion.engine.svg import circle, group, path, rect, shorten, tag, use, width_of, words
from companion.games.four_keys.cards import Card, Door, Key, Start, shape_words
from companion.games.four_keys.dungeon import (
    ARROW_WORDS,
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
    cell_number,
    lacking,
)
from companion.games.four_keys.glyphs import DEFS, style
from companion.games.four_keys.scoring import room_name, score
from companion.games.four_keys.worth import GOLD

WORDED = 60
"""From this width on cards carry words."""
PLAIN = 34
"""From this width on cards carry coins and corners; below it only shapes."""
SMALL = 12.0
"""The smallest type."""

SHORT_NAMES = {
    "ajar0": "Ajar",
    "ajar3": "Ajar",
    "ajar5": "Ajar",
    "box": "Box",
    "throne": "Throne",
    "trap": "Trap",
    "control": "Control",
    "larder": "Larder",
    "apartments": "Apartm.",
    "compass": "Compass",
    "chest": "Chest",
    "monster": "Monster",
    "fountain-H": "Fountain",
    "fountain-L": "Fountain",
    "fountain-C": "Fountain",
    "fountain-X": "Fountain",
}
"""What stands on a drawn room."""

Coin = tuple[int, int]
"""Points that are certain, and the most they may become."""


# -------------------------------------------------------------------- cards


@lru_cache(maxsize=4096)
def cell_svg(
    cell: Cell | None,
    size: float,
    coin: Coin | None = None,
    lacks: str | None = None,
    gold: int | None = None,
    seat: int = 0,
    letters: bool = False,
) -> str:
    """Return what lies on a cell as a square picture.

    Args:
        cell: None is an empty space.
        size: edge of the square, in pixels.
        coin: what a room is worth now; None draws no coin.
        lacks: the symbols that a closed door does not find in its row and column; None where that cannot be said.
        gold: what lies on the Adventurer tile, None where nobody said.
        seat: 0..3, the colour of the Adventurer tile.
        letters: write H, L, C, X on the symbols.
    """
    if isinstance(cell, KeyCell):
        return _key(cell, size, letters)
    if isinstance(cell, TileCell):
        return tile_svg(size, gold, seat)
    if isinstance(cell, UntoldCell):
        return back_svg(size, size)
    if cell is None:
        return rect(3, 3, size - 6, size - 6, "fk-slot", size * 0.09)
    return _room(cell, size, coin) if cell.open else _door(cell, size, size, lacks, letters)


@lru_cache(maxsize=1024)
def card_svg(card: Card | None, w: float, h: float, letters: bool = False) -> str:
    """Return a card as it lies on a pile or in a hand: a Door closed, a Key with both faces told apart by a slash.

    Args:
        card: None: nobody said which.
        w: width in pixels.
        h: height in pixels.
        letters: write H, L, C, X on the symbols.
    """
    if card is None:
        return back_svg(w, h)
    if isinstance(card, Key):
        return _two_faced(card, w, h, letters)
    if isinstance(card, Door) and card.needs == "":
        return _wide_ajar(card, w, h)
    cell = (
        StartCell(card.marked, card.needs) if isinstance(card, Start) else DoorCell(card.level, card.room, card.needs)
    )
    return _door(cell, w, h, None, letters)


def _paper(w: float, h: float, cls: str) -> str:
    return rect(2, 2, w - 4, h - 4, cls, min(w, h) * 0.09)


def symbols_svg(word: str, x: float, y: float, size: float, letters: bool = False, miss: str = "") -> str:
    """Return a row of symbols around a middle; those of `miss` are hollow, the last of a kind first.

    Args:
        word: the symbols.
        x: middle of the row.
        y: middle of the row.
        size: size of each.
        letters: write the letter on each.
        miss: the symbols of the word that are not there.
    """
    left = x - size * 1.08 * (len(word) - 1) / 2
    out, seen = [], dict.fromkeys(word, 0)
    for i, shape in enumerate(word):
        seen[shape] += 1
        hollow = seen[shape] > word.count(shape) - miss.count(shape)
        at = left + i * size * 1.08
        out.append(use(f"fk-{shape}", at, y, size, "fk-miss" if hollow else f"fk-{shape}"))
        if letters and size >= 16 and not hollow:
            out.append(words(at, y + SMALL * 0.36, shape, SMALL, "fk-letter"))
    return "".join(out)


def _face(word: str | None, x: float, y: float, room: float, letters: bool) -> str:
    """Draw the face of a Key into a square: one large symbol, two side by side, more in two rows."""
    if word is None:
        return words(x, y + room * 0.2, "?", max(SMALL, room * 0.55), "fk-on fk-b")
    if len(word) <= 2:
        return symbols_svg(word, x, y, room * (0.8 if len(word) == 1 else 0.46), letters)
    half = (len(word) + 1) // 2
    size = room * 0.44
    return symbols_svg(word[:half], x, y - size * 0.56, size, letters) + symbols_svg(
        word[half:], x, y + size * 0.56, size, letters
    )


def _key(cell: KeyCell, s: float, letters: bool) -> str:
    paper = _paper(s, s, "fk-key")
    if s < PLAIN:
        return paper + _face(cell.shows, s / 2, s / 2, s * 0.9, False)
    room = s * (0.92 if len(cell.shows or "") == 2 else 0.84)
    if not cell.hides:
        return paper + _face(cell.shows, s / 2, s * 0.48, room, letters) + _pips(cell.level, s)
    size = max(9.0, s * 0.165)
    w, h = size * 1.1 * len(cell.hides) + 6, size + 6
    corner = path(
        f"M{s - 2 - w:.1f} {s - 3:.1f}v{-h + 4:.1f}q0 -4 4 -4H{s - 3:.1f}V{s - 6:.1f}q0 3 -3 3z", "fk-corner"
    ) + symbols_svg(cell.hides, s - 3 - w / 2, s - 3 - h / 2, size)
    return paper + _face(cell.shows, s / 2, s * 0.42, room * 0.95, letters) + corner + _pips(cell.level, s)


def _pips(level: int, s: float) -> str:
    """Draw one or two small keys: the level of a Key card."""
    if s < WORDED or not level:
        return ""
    size = s * 0.15
    return "".join(use("fk-pip", 5 + size * (0.6 + i * 0.9), s - 5 - size * 0.55, size) for i in range(level))


def _flames(level: int, s: float, x: float, y: float, step: float) -> str:
    """Draw one or two torches: the level of a Door or Room."""
    return "".join(use("fk-flame", x + i * step, y, s) for i in range(level))


def back_svg(w: float, h: float) -> str:
    """Return a card that nobody told, w by h pixels."""
    small = min(w, h)
    hatch = "".join(
        path(
            f"M{w * a:.1f} {h - 4:.1f}L{min(w - 4, w * a + h):.1f} {max(4.0, h - 4 - (w - 4 - w * a)):.1f}", "fk-hatch"
        )
        for a in (0.1, 0.35, 0.6)
    )
    return (
        _paper(w, h, "fk-back")
        + hatch
        + words(w / 2, h / 2 + small * 0.18, "?", max(SMALL, small * 0.5), "fk-white fk-b")
    )


def _door(cell: DoorCell | StartCell, w: float, h: float, lacks: str | None, letters: bool) -> str:
    """Draw a closed door: an arch with torches beside it, a plate with what opens it, and what it still lacks."""
    small = min(w, h)
    leaf = "fk-leaf-start" if isinstance(cell, StartCell) else "fk-leaf"
    x0, x1, top, foot = small * 0.11, w - small * 0.11, small * 0.08, h - small * 0.06
    bow = (x1 - x0) / 2
    spring = top + h * 0.3
    outline = f"M{x0:.1f} {foot:.1f}V{spring:.1f}A{bow:.1f} {h * 0.3:.1f} 0 0 1 {x1:.1f} {spring:.1f}V{foot:.1f}z"
    arch = path(outline, leaf)
    planks = path(
        "".join(f"M{x0 + (x1 - x0) * a:.1f} {top + h * 0.12:.1f}V{foot:.1f}" for a in (0.25, 0.5, 0.75)), "fk-plank"
    )
    parts = [_paper(w, h, "fk-stone"), arch, planks]
    if small >= PLAIN:
        parts += [
            rect(x0, h * 0.34, x1 - x0, h * 0.05, "fk-iron"),
            _torches(cell, w, small),
            _window(cell, w, h, small),
        ]
    parts.append(_plate(cell.needs, lacks or "", w, h, small, letters))
    if small >= WORDED and lacks is not None:
        parts.append(_strip(lacks, w, h))
    return "".join(parts)


def _torches(cell: DoorCell | StartCell, w: float, small: float) -> str:
    if isinstance(cell, StartCell):
        return ""
    size = small * 0.24
    left = use("fk-flame", small * 0.15, small * 0.17, size)
    return left + (use("fk-flame", w - small * 0.15, small * 0.17, size) if cell.level == 2 else "")


def _plate(needs: str | None, lacks: str, w: float, h: float, small: float, letters: bool) -> str:
    """Draw the plate with the symbols that open a door: filled ones are there, hollow ones are lacking."""
    n = len(needs or "?")
    room = w - small * 0.16
    size = min(small * (0.3 if small >= WORDED else 0.38), (room - 6) / (1.08 * n))
    y = h * (0.53 if small >= WORDED else 0.62)
    width, height = min(room, size * 1.08 * n + small * 0.14), size * 1.36
    plate = rect(w / 2 - width / 2, y - height / 2, width, height, "fk-plate", size * 0.22)
    if needs is None:
        return plate + words(w / 2, y + size * 0.36, "?", max(SMALL, size), "fk-on fk-b")
    return plate + symbols_svg(needs, w / 2, y, size, letters, lacks)


def _window(cell: DoorCell | StartCell, w: float, h: float, small: float) -> str:
    """Draw the round window of a door whose room is told: one sees what is behind."""
    if isinstance(cell, StartCell):
        return words(w / 2, h * 0.28, "Start", SMALL, "fk-cream-words fk-b") if small >= WORDED else ""
    if cell.room is None:
        return ""
    y, r = h * 0.21, small * 0.165
    return circle(w / 2, y, r, "fk-window") + _glyph(cell, w / 2, y, r * 1.45)


def _strip(lacks: str, w: float, h: float) -> str:
    """Draw the line at the foot of a closed door: what it lacks, or that it should be open."""
    y = h - 19
    if not lacks:
        return rect(4, y, w - 8, 16, "fk-ready", 5) + words(w / 2, y + 12.2, "keys here", SMALL, "fk-coin-words")
    size = 11.5
    room, marks = width_of("lacks ", SMALL), size * 1.08 * len(lacks)
    told = room + marks <= w - 12
    start = w / 2 - (room * told + marks) / 2
    label = words(start, y + 12, "lacks", SMALL, "fk-cream-words", "start") if told else ""
    pale = "".join(
        use(f"fk-{shape}", start + room * told + size * 1.08 * (i + 0.5), y + 8, size, "fk-pale")
        for i, shape in enumerate(lacks)
    )
    return rect(4, y, w - 8, 16, "fk-strip", 5) + label + pale


def _room(cell: DoorCell | StartCell, s: float, coin: Coin | None) -> str:
    floor = "fk-room-start" if isinstance(cell, StartCell) else f"fk-room{cell.level}"
    paper = _paper(s, s, floor)
    if s < PLAIN:
        dot = circle(s * 0.76, s * 0.76, s * 0.17, "fk-coin") if coin and coin[1] else ""
        return paper + _glyph(cell, s * 0.46, s * 0.46, s * 0.7) + dot
    worded = s >= WORDED
    parts = [paper]
    if worded:
        name = "Start" if isinstance(cell, StartCell) else SHORT_NAMES.get(cell.room or "", "Room ?")
        parts.append(words(s / 2, 16, shorten(name, s - 8, SMALL), SMALL, "fk-on fk-b"))
        parts.append(_glyph(cell, s * 0.47, 20 + (s - 24) * 0.48, (s - 24) * 0.86))
    else:
        parts.append(_glyph(cell, s * 0.46, s * 0.44, s * 0.68))
    if isinstance(cell, DoorCell):
        size = s * 0.17
        parts.append(_flames(cell.level, size, 5 + size * 0.5, s - 4 - size * 0.6, size * 0.8))
        parts.append(_pointer(cell, s))
    elif cell.marked:
        parts.append(_marked(cell.marked, s))
    return "".join(parts) + (coin_svg(coin, s) if coin else "")


def _glyph(cell: DoorCell | StartCell, x: float, y: float, size: float) -> str:
    if isinstance(cell, StartCell):
        return use("fk-start", x, y, size)
    if cell.room is None:
        return words(x, y + size * 0.26, "?", max(SMALL, size * 0.75), "fk-on fk-b")
    name = cell.room.split("-")[0]
    name = "ajar" if name.startswith("ajar") else name
    picture = use(f"fk-{name}", x, y, size)
    if name == "fountain":
        return picture + use(f"fk-{cell.room[-1]}", x, y - size * 0.2, size * 0.46, f"fk-{cell.room[-1]}")
    if name == "compass":
        if not cell.arrow:
            return picture + words(x, y + size * 0.17, "?", max(SMALL, size * 0.5), "fk-on fk-b")
        return picture + _turned("fk-needle", x, y, size * 0.66, cell.arrow)
    return picture


def _turned(name: str, x: float, y: float, size: float, arrow: str) -> str:
    turn = {"^": 0, ">": 90, "v": 180, "<": 270}[arrow]
    return tag("g", use(name, x, y, size), transform=f"rotate({turn} {x:.1f} {y:.1f})" if turn else None)


def _pointer(cell: DoorCell, s: float) -> str:
    """Draw the arrow of a Compass over the edge that it points across."""
    if not cell.arrow or s < PLAIN:
        return ""
    at = {"^": (s / 2, 4), ">": (s - 4, s / 2), "v": (s / 2, s - 4), "<": (4, s / 2)}[cell.arrow]
    return _turned("fk-needle", *at, s * 0.22, cell.arrow)


def _marked(marked: tuple[str, str], s: float) -> str:
    """Draw the small plan of the final frame with the two indicated spaces of a starting card."""
    size = s * 0.3
    step = size / SIZE
    places = [f"{column}{row}" for row in "1234" for column in "abcd"]
    return "".join(
        rect(
            4 + i % SIZE * step,
            s - 5 - size + i // SIZE * step,
            step - 1,
            step - 1,
            "fk-mark" if place in marked else "fk-unmark",
        )
        for i, place in enumerate(places)
    )


def coin_svg(coin: Coin, s: float) -> str:
    """Return the coin of a room in the corner of its card: filled when certain, hollow with a ? while not.

    Args:
        coin: certain and possible points.
        s: edge of the card.
    """
    low, high = coin
    sure = low == high
    r = max(10.5, s * 0.165)
    x, y, size = s - r - 3, s - r - 3, max(SMALL + 1, r * 1.18)
    text = str(low) if sure else f"{low}?"
    rim = circle(x, y, r - 2.6, "fk-coin-rim") if sure else ""
    body = circle(x, y, r, "fk-coin" if sure else "fk-coin-maybe")
    return body + rim + words(x, y + size * 0.36, text, size if sure else SMALL + 0.5, "fk-coin-words")


def tile_svg(s: float, gold: int | None, seat: int, acolyte: bool = False, letter: str = "") -> str:
    """Return an Adventurer or Acolyte tile.

    Args:
        s: edge in pixels.
        gold: Gold Pieces on it; None where nobody said.
        seat: 0..3, its colour.
        acolyte: an Acolyte, which carries no gold.
        letter: written under the figure on small tiles, so that seats differ by more than colour.
    """
    paper = rect(2, 2, s - 4, s - 4, f"fk-seat{seat % 4} fk-tile", s * 0.16)
    figure = "fk-acolyte" if acolyte else "fk-pawn"
    if s < PLAIN or acolyte or letter:
        mark = words(s / 2, s * 0.86, letter, max(SMALL, s * 0.36), "fk-on fk-b") if letter else ""
        return paper + use(figure, s / 2, s / 2, s * 0.78) + mark
    r = s * 0.1
    coins = "".join(
        circle(s / 2 + (i - 1.5) * r * 2.15, s - 6 - r, r, "fk-coin" if i < (gold or 0) else "fk-spent")
        for i in range(GOLD)
    )
    number = words(s * 0.8, s * 0.34, "?" if gold is None else gold, max(SMALL, s * 0.26), "fk-white fk-b")
    return paper + use(figure, s * 0.42, s * 0.37, s * 0.58) + coins + number


def _two_faced(card: Key, w: float, h: float, letters: bool) -> str:
    """Draw a Key whose side is not chosen yet: both faces, parted by a slash."""
    paper = _paper(w, h, "fk-key")
    size = min(h * 0.86, w * 0.46)
    if card.a == card.b and card.a is not None:
        return paper + _face(card.a, w / 2, h / 2, min(h * 0.9, w * 0.9), letters)
    slash = path(f"M{w * 0.56:.1f} {h * 0.16:.1f}L{w * 0.44:.1f} {h * 0.84:.1f}", "fk-line")
    return paper + _face(card.a, w * 0.25, h / 2, size, letters) + slash + _face(card.b, w * 0.75, h / 2, size, letters)


def _wide_ajar(card: Door, w: float, h: float) -> str:
    value = (card.room or "ajar?")[-1]
    return (
        _paper(w, h, "fk-room1")
        + use("fk-ajar", w * 0.36, h / 2, min(h * 0.8, w * 0.6))
        + group(circle(0, 0, 10.5, "fk-coin") + words(0, 4.6, value, SMALL + 1, "fk-coin-words"), w * 0.76, h * 0.5)
    )


# --------------------------------------------------------------- in words


def cell_words(cell: Cell | None, coin: Coin | None = None, lacks: str | None = None, gold: int | None = None) -> str:
    """Return what lies on a cell in words, for those who hear the board.

    Args:
        cell: None is an empty space.
        coin: what a room is worth now.
        lacks: the symbols that a closed door does not find; None where that cannot be said.
        gold: what lies on the Adventurer tile.
    """
    if cell is None:
        return "empty space"
    if isinstance(cell, UntoldCell):
        return "a card not told"
    if isinstance(cell, TileCell):
        return f"Adventurer tile with {'untold' if gold is None else gold} gold"
    if isinstance(cell, KeyCell):
        face = shape_words(cell.shows) if cell.shows else "a face not told"
        return f"Key with {face}" + (f", on its back {shape_words(cell.hides)}" if cell.hides else "")
    if not cell.open:
        return _door_words(cell, lacks)
    arrow = ""
    if isinstance(cell, DoorCell) and cell.room == "compass":
        arrow = f", pointing {ARROW_WORDS[cell.arrow]}" if cell.arrow else ", not pointed yet"
    return room_name(cell) + arrow + (f", {_coin_words(coin)}" if coin else "")


def _coin_words(coin: Coin) -> str:
    low, high = coin
    return f"worth {low}" if low == high else f"worth {low} for sure, up to {high}"


def _door_words(cell: DoorCell | StartCell, lacks: str | None) -> str:
    if isinstance(cell, StartCell):
        what = "closed starting Door"
    else:
        behind = f", the {room_name(cell)} behind it" if cell.room else ""
        what = f"closed Door, level {cell.level}{behind}"
    if cell.needs is None:
        return f"{what}; what opens it is not told"
    state = "" if lacks is None else f", lacks {shape_words(lacks)}" if lacks else ", its keys are there"
    return f"{what}; needs {shape_words(cell.needs)}{state}"


def card_words(card: Card | None) -> str:
    """Return a card on a pile or in a hand, in words."""
    if card is None:
        return "a card not told"
    if isinstance(card, Key):
        faces = [shape_words(face) if face else "a face not told" for face in card.faces]
        return f"Key with {' or '.join(faces)}"
    if isinstance(card, Start):
        return _door_words(StartCell(card.marked, card.needs), None)
    if card.needs == "":
        return room_name(DoorCell(card.level, card.room, "", True))
    return _door_words(DoorCell(card.level, card.room, card.needs), None)


# ------------------------------------------------------------- a whole dungeon


def coins_of(sheet: ScoreSheet) -> dict[int, Coin]:
    """Return the coins of the open rooms of a score sheet, by cell number."""
    return {
        cell_number(line.where): (line.points, line.up_to)
        for line in sheet.lines
        if line.where and not line.what.endswith(", closed")
    }


def lacks_at(dungeon: Dungeon, cell: int, multiplicity: bool = True) -> str | None:
    """Return the symbols that a closed door lacks; None where there is none or its requirement is not told."""
    content = dungeon.cells[cell]
    if not isinstance(content, DoorCell | StartCell) or content.open or content.needs is None:
        return None
    return lacking(content.needs, dungeon.symbols_at(cell)[0], multiplicity)


def drawn_cells(dungeon: Dungeon, ring: bool = True) -> tuple[int, int, int, int]:
    """Return the first and last row and column to draw.

    Args:
        dungeon: what lies there.
        ring: with the spaces around it where a card may still come; without, only what lies there.
    """
    if dungeon.frame is not None:
        first = FRAMES[dungeon.frame][0]
        return first // GRID, first // GRID + SIZE - 1, first % GRID, first % GRID + SIZE - 1
    top, bottom, left, right = dungeon.box()
    if not ring:
        return top, bottom, left, right
    return (*_widened(top, bottom), *_widened(left, right))


def _widened(first: int, last: int) -> tuple[int, int]:
    return (first, last) if last - first == SIZE - 1 else (max(0, first - 1), min(GRID - 1, last + 1))


def inner_svg(
    dungeon: Dungeon,
    size: float,
    coins: Mapping[int, Coin],
    *,
    ring: bool = False,
    seat: int = 0,
    multiplicity: bool = True,
) -> tuple[str, float, float]:
    """Return the cells of a dungeon, their width and their height; without defs and style.

    Args:
        dungeon: what lies there.
        size: edge of a card, in pixels.
        coins: what its rooms are worth.
        ring: also the empty spaces around.
        seat: 0..3, the colour of the Adventurer tile.
        multiplicity: the house rule.
    """
    top, bottom, left, right = drawn_cells(dungeon, ring)
    parts = []
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            i = GRID * row + column
            lacks = lacks_at(dungeon, i, multiplicity)
            content = cell_svg(dungeon.cells[i], size, coins.get(i), lacks, dungeon.gold, seat)
            parts.append(group(content, (column - left) * size, (row - top) * size))
    return "".join(parts), (right - left + 1) * size, (bottom - top + 1) * size


def dungeon_svg(dungeon: Dungeon, size: float = 76, rules: Mapping[str, bool] | None = None, seat: int = 0) -> str:
    """Return a dungeon as a whole SVG picture that needs nothing else.

    Args:
        dungeon: what lies there.
        size: edge of a card, in pixels.
        rules: house rules of the score, as in `scoring.score`.
        seat: number of the seat, for the colour of its tile.
    """
    options = dict(rules or {})
    coins = coins_of(score(dungeon, seat="", **options))
    cells, w, h = inner_svg(dungeon, size, coins, seat=seat, multiplicity=options.get("multiplicity", True))
    pad = 10.0
    tile = dungeon.tile is None and dungeon.gold is not None
    side = size + 8 if tile else 0
    body = rect(1, 1, w + side + 2 * pad - 2, h + 2 * pad - 2, "fk-table", 14) + group(cells, pad, pad)
    if tile:
        body += group(tile_svg(size, dungeon.gold, seat), pad + w + 8, pad)
    return picture(body, w + side + 2 * pad, h + 2 * pad, f"A dungeon of 4 KEYS with {dungeon.card_count} cards")


def picture(body: str, w: float, h: float, label: str) -> str:
    """Return markup as a whole SVG picture, with the symbols and the style in it."""
    inside = f"<style>{style('.fk-picture')}</style><defs>{DEFS}</defs>{body}"
    return tag(
        "svg",
        inside,
        xmlns="http://www.w3.org/2000/svg",
        cls="fk-picture",
        viewBox=f"0 0 {w:g} {h:g}",
        width=float(w),
        height=float(h),
        role="img",
        aria_label=label,
    )
