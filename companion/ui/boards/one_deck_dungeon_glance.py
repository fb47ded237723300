"""The numbers of One Deck Dungeon that are read from across the table."""

from __future__ import annotations

from companion.engine.svg import glyph, shorten, words
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.party import health
from companion.games.one_deck_dungeon.state import Position
from companion.ui.board import Scene
from companion.ui.boards import one_deck_dungeon_look as look
from companion.ui.boards.one_deck_dungeon import View, frame, plain, room


def glance_scene(cat: Catalogue, state: Position, said: str, view: View) -> Scene:
    """Draw each hero's hearts, the deck, the level and the one number of the party, as large as they go.

    Args:
        cat: the cards.
        state: the position.
        said: "Nobody falls: 6 in 10"; empty where no fight is at hand.
        view: how.
    """
    x, y, w, h = room(view)
    rows = len(state.heroes) + 2
    each = h / rows
    size = min(56.0, each * 0.56)
    body = ""
    for i, hero in enumerate(state.heroes):
        at = each * (i + 0.5)
        most = health(cat, state, hero)
        left = f"{most - hero.damage}" if most is not None else f"−{hero.damage}"
        body += words(14, at + size * 0.35, shorten(hero.name, w * 0.5, size * 0.8), size * 0.8, "od-x", "start")
        body += glyph(look.HEART, w * 0.64, at, size, "od-heart")
        body += words(w * 0.64 + size * 0.7, at + size * 0.36, left, size, "od-x", "start")
        if hero.poison:
            body += glyph(look.DROP, w * 0.84, at, size * 0.8, "od-drop")
            body += words(w * 0.84 + size * 0.5, at + size * 0.36, hero.poison, size, "od-x", "start")
    at = each * (len(state.heroes) + 0.5)
    deck = f"boss {state.wounds}" if state.at_boss else f"deck {state.down}"
    for k, (line, cls) in enumerate(((f"{deck} · level {state.level} · XP {state.xp}", "od-b"), (said, "od-x"))):
        # As large as it goes on one line.
        fit = min(size * 0.62, (w - 16) / (0.56 * max(1, len(line))))
        body += words(w / 2, at + each * k + size * 0.25, line, fit, cls)
    return frame(view, "The party at a glance", [plain("numbers", x, y, w, h, body)])
