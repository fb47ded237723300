"""How Player cards lie on the board of The Four Doors: the hand under the tower, and the small pictures on the pad."""

from __future__ import annotations

from companion.engine.svg import glyph, rect, shorten, width_of, words
from companion.games.four_doors.box import Box
from companion.games.four_doors.cards import UNTOLD, PlayerCard
from companion.games.four_doors.state import HAND_LIMIT, Position
from companion.games.four_doors.telling import card_name, title
from companion.ui.board import Item
from companion.ui.boards import four_doors_look as look

Rect = tuple[float, float, float, float]
NARROW = 80.0
"""A card narrower than this has no room for a star beside its lanterns."""

_SHORT = {"staff": "Staff", "stone": "Stone", "oil": "Oil", "prism": "Prism"}


def hand_items(box: Box, state: Position, seat: str, chosen: str, at: Rect, night: bool = False) -> list[Item]:
    """Draw a hand side by side.

    Args:
        box: which relics are where.
        state: as the viewer may see it.
        seat: whose hand.
        chosen: the card that is chosen ("bo.2").
        at: the room for it.
        night: whether it lies on a dark board.
    """
    tone, soft = ("fd-b fd-night-words", "fd-b fd-night-words") if night else ("fd-b", "fd-b fd-soft")
    x, y, w, h = at
    player = state.player(seat)
    cards = tuple(player.hand)
    head = 17.0
    number = [one.handle for one in state.players].index(seat)
    relics = ", ".join(box.relic_name(door) for door in player.relics)
    who = " · ".join(part for part in (player.name, title(player.adventurer), relics) if part)
    over = len(cards) > HAND_LIMIT
    said = f"{len(cards)} card{'s' * (len(cards) != 1)}"
    body = look.dot(9, 8, 6, look.SEATS[number % 5], "")
    body += words(20, 13, shorten(who, w - 96, 14.5), 14, tone, "start")
    body += words(w - 4, 13, said, 14, "fd-b fd-warn" if over else soft, "end")
    items = [Item("hand head", x, y, w, head, body, "", f"{player.name} holds {said}")]
    wide = min((w - 4 * (len(cards) - 1)) / max(1, len(cards)), 104.0)
    left = x + (w - len(cards) * (wide + 4) + 4) / 2
    for n, card in enumerate(cards):
        token = f"{seat}.{n + 1}"
        face = card_face(card, wide, h - head - 1)
        if token == chosen:
            face += rect(2.5, 2.5, wide - 5, h - head - 6, "fd-chosen", 7)
        place, label = f"card/{token}", card_name(card)
        items.append(Item(f"card {token}", left + n * (wide + 4), y + head + 1, wide, h - head - 1, face, place, label))
    if not cards:
        none = words(w / 2, 30, "no card in hand", 14, soft)
        items.append(Item("hand none", x, y + head, w, h - head, none))
    return items


def card_face(card: PlayerCard, w: float, h: float) -> str:
    """Draw a Player card: its relic or spell, the lanterns, and the shadow mark at its foot.

    Args:
        card: the card; what is not told of it is left out.
        w: width in pixels.
        h: height in pixels.
    """
    body = rect(1, 1, w - 2, h - 2, "fd-face" if card.known else "fd-face-untold", 7)
    if card == UNTOLD:
        return body + words(w / 2, h / 2 + 9, "?", 26, "fd-x fd-ink-soft")
    body += _relic(card, w, h)
    name = face_words(card)
    size = 15.0 if w >= NARROW else 13.0
    if width_of(name, size * 1.05) > w - 6:
        name = name.split()[-1]
    line = h - 26 if h < 82 else h * 0.58
    body += words(w / 2, line, shorten(name, w - 5, size * 1.05), size, "fd-b fd-ink")
    return body + _lanterns(card, w, h) + _mark(card, w, h)


def _relic(card: PlayerCard, w: float, h: float) -> str:
    """Draw the star of a relic at the upper left."""
    size = min(26.0, h - 44)
    if w < NARROW or w - 24 * len(card.lanterns or ()) < size + 12:
        return ""
    if not card.relic:
        return glyph(look.FLAME, size * 0.5 + 4, size * 0.5 + 3, size * 1.3, "fd-lamp-ink") if card.spell else ""
    star = glyph(look.STAR, size * 0.5 + 4, size * 0.5 + 4, size, "fd-star-found")
    return star + words(
        size * 0.5 + 4, size * 0.5 + 4 + size * 0.2, look.LETTERS[card.relic], size * 0.42, "fd-x fd-ink"
    )


def face_words(card: PlayerCard) -> str:
    """Return the face of a card in a word: "Staff", "Luminous Flux", "spell", "?"."""
    if card.relic:
        return _SHORT[card.relic]
    if card.spell:
        return title(card.spell)
    if card.relic == "" and card.spell is None:
        return "spell"
    return "?"


def _lanterns(card: PlayerCard, w: float, h: float) -> str:
    """Draw a lantern in the colour of each door that the card can clear at, from the upper right."""
    if card.lanterns is None:
        return ""
    wide = min(22.0, (w - 6) / max(1, len(card.lanterns)) - 2)
    high = min(19.0, h - 48)
    spare = (w - len(card.lanterns) * (wide + 2)) / 2 if w < NARROW else 5.0
    left = w - spare - len(card.lanterns) * (wide + 2)
    body = ""
    for n, name in enumerate(card.lanterns):
        x = left + n * (wide + 2)
        body += look.painted(x, 6, wide, high, look.colour_of(name), "", 6)
        body += words(x + wide / 2, 6 + high / 2 + 4, title(name)[:2], 11.5, "fd-x fd-pale")
    return body


def _mark(card: PlayerCard, w: float, h: float) -> str:
    """Draw the shadow mark: a strip in the colour of its door with an arrow to its side."""
    if card.door is None or card.side is None:
        return ""
    strip = look.painted(3, h - 19, w - 6, 16, look.colour_of(card.door), "", 4)
    text = f"◀ {title(card.door)}" if card.side == "left" else f"{title(card.door)} ▶"
    size = max(10.0, min(12.5, 12.5 * (w - 8) / width_of(text, 12.5)))
    return strip + words(w / 2, h - 7, shorten(text, w - 4, size), size, "fd-b fd-pale")
