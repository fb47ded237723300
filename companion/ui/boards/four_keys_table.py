"""What lies around the dungeons of 4 KEYS: piles, Choice Line, Turn Order Line, tiles with gold, small dungeons."""

from __future__ import annotations

from companion.engine.svg import circle, group, rect, shorten, width_of, words
from companion.games.four_keys.drawing import SMALL, card_svg, drawn_cells, inner_svg, tile_svg
from companion.games.four_keys.drawing import card_words as words_of_card
from companion.games.four_keys.moves import PILE_LABELS, PILE_NAMES, PILES
from companion.games.four_keys.state import Position, is_acolyte, seat_of, top_card
from companion.ui.board import Item
from companion.ui.boards.four_keys_dungeon import Box, Shown, plain

TARGET = 44
"""The smallest thing to tap, in pixels."""
HEAD = 17.0
"""Height of the words over a pile."""


def cut_bold(name: str, width: float, size: float) -> str:
    """Cut a name that is to be drawn bold, which is wider."""
    return shorten(name, width, size * 1.12)


def gold_coins(x: float, y: float, r: float, gold: int | None) -> str:
    """Draw the four recesses of a tile with the coins still in them."""
    if gold is None:
        return words(x, y + 4.5, "gold ?", SMALL, "fk-soft", "start")
    return "".join(circle(x + r + i * r * 2.3, y, r, "fk-coin" if i < gold else "fk-hole") for i in range(4))


def name_plate(position: Position, shown: Shown, name: str, box: Box) -> Item:
    """Draw whose dungeon it is, with the tile and the gold on it. Tapped, it is about that gold."""
    x, y, w, h = box
    gold = shown.dungeon.gold
    side = min(h - 4, 40.0)
    tile = group(tile_svg(side, gold, shown.number, letter=name[:1].upper()), 2, (h - side) / 2)
    turn = position.mover == shown.seat
    text = words(side + 8, h / 2 - 3, cut_bold(name, w - side - 14, 15), 15, "fk-b", "start")
    coins = gold_coins(side + 8, h / 2 + 11, min(6.0, (w - side - 12) / 10), gold)
    back = rect(1, 1, w - 2, h - 2, "fk-panel fk-turn" if turn else "fk-panel", 10)
    label = f"{name}, {'gold not told' if gold is None else f'{gold} gold'}{', whose turn it is' if turn else ''}"
    return Item(f"{shown.seat}:name", x, y, w, h, back + tile + text + coins, f"gold/{shown.seat}", label)


def thumb(position: Position, shown: Shown, name: str, box: Box) -> Item:
    """Draw another dungeon small; a tap looks at it."""
    x, y, w, h = box
    dungeon = shown.dungeon
    top, bottom, left, right = drawn_cells(dungeon, False)
    side = min(h - 6, w * 0.5)
    size = min(side / max(3, bottom - top + 1, right - left + 1), 60.0)
    cells, wide, high = inner_svg(dungeon, size, shown.coins, seat=shown.number, multiplicity=shown.multiplicity)
    picture = group(cells, 3 + (side - wide) / 2, (h - high) / 2)
    low = sum(coin[0] for coin in shown.coins.values()) + (dungeon.gold or 0)
    text = side + 8
    room = w - text - 3
    step = min(18.0, h * 0.28)
    lines = words(text, h / 2 - step + 6, cut_bold(name, room, 14), 14, "fk-b", "start")
    lines += words(text, h / 2 + 4.5, f"{low} sure", SMALL, "fk-soft", "start")
    lines += gold_coins(text, h / 2 + step - 1, min(4.5, room / 9.5), dungeon.gold)
    turn = position.mover == shown.seat
    back = rect(1, 1, w - 2, h - 2, "fk-table fk-turn" if turn else "fk-table", 10)
    label = f"{name}'s dungeon, {dungeon.card_count} cards, {low} points sure; look at it"
    return Item(f"{shown.seat}:small", x, y, w, h, back + picture + lines, f"seat/{shown.seat}", label)


def piles_and_lines(position: Position, w: float, h: float) -> tuple[list[Item], float]:
    """Draw the four piles, the Choice Line under them and the Turn Order Line; return also the height they take."""
    card = 44.0 if h < 430 else 72.0 if h < 640 else 92.0
    label, slot, line = HEAD, float(TARGET), 20.0
    each = min(w / 4, 190.0)
    x0 = (w - 4 * each) / 2
    items = []
    for i in range(4):
        x = x0 + i * each
        items.append(_pile(position, i, (x + 1, 0, each - 2, label + card)))
        items.append(_choice(position, i, (x + 1, label + card, each - 2, slot)))
    items.append(_order_line(position, (x0, label + card + slot, 4 * each, line)))
    return items, label + card + slot + line + 1


def _pile(position: Position, number: int, box: Box) -> Item:
    x, y, w, h = box
    pile = position.piles[number]
    label = HEAD
    top, told = top_card(pile), top_card(pile) is not None
    head = f"{PILE_LABELS[number]} · {pile.down}"
    svg = words(w / 2, 14.0, shorten(head, w, SMALL), SMALL, "fk-soft fk-b")
    spoken = f"pile of {PILE_NAMES[number]}, {pile.down} cards; "
    if pile.down == 0:
        body = rect(3, label + 2, w - 6, h - label - 4, "fk-slot", 6) + words(
            w / 2, h / 2 + 12, "empty", SMALL, "fk-soft"
        )
        spoken += "empty"
    else:
        wide = min(w - 8, (h - label) * 1.7)
        left = (w - wide) / 2
        stack = "".join(
            rect(left + d, label + d, wide - 4, h - label - 4, "fk-under", 5) for d in (5.0, 2.5)[: pile.down - 1]
        )
        body = stack + group(card_svg(top, wide, h - label - 2), left, label)
        spoken += words_of_card(top) if told else "its top is not told yet"
    face = repr(pile.top) if pile.down else ""
    return Item(f"pile{number}", x, y, w, h, svg + body, PILES[number], spoken, face)


def _choice(position: Position, number: int, box: Box) -> Item:
    x, y, w, h = box
    tile = position.choice[number]
    key, place = f"choice{number}", f"choice/{PILES[number]}"
    above = PILE_NAMES[number]
    if not tile:
        svg = rect(3, 3, w - 6, h - 6, "fk-slot", 8) + words(w / 2, h / 2 + 4.5, "free", SMALL + 1, "fk-soft")
        return Item(key, x, y, w, h, svg, place, f"Choice Line under the {above}: free")
    seat = seat_of(tile)
    i = next(n for n, player in enumerate(position.players) if player.handle == seat)
    player = position.players[i]
    side = h - 8
    kind = "Acolyte" if is_acolyte(tile) else "Adventurer"
    svg = rect(2, 3, w - 4, h - 6, "fk-panel", 8)
    svg += group(tile_svg(side, None, i, acolyte=is_acolyte(tile), letter=player.name[:1].upper()), 4, 4)
    svg += words(side + 8, h / 2 - 1, cut_bold(player.name, w - side - 12, 13), 13, "fk-b", "start")
    if is_acolyte(tile):
        svg += words(side + 8, h / 2 + 13, shorten("Acolyte", w - side - 10, SMALL), SMALL, "fk-soft", "start")
    else:
        svg += gold_coins(side + 8, h / 2 + 9, min(5.0, (w - side - 12) / 9.4), player.dungeon.gold)
    return Item(key, x, y, w, h, svg, place, f"Choice Line under the {above}: {player.name}'s {kind} tile", tile)


def _order_line(position: Position, box: Box) -> Item:
    """Draw who is still to play, left to right, and the order of the next round as the Choice Line has it so far."""
    x, y, w, h = box
    coming = [tile for tile in position.choice if tile]
    names = {player.handle: player.name for player in position.players}
    parts, at = [], 4.0
    for label, tiles in (("to play", position.order), ("next round", coming)):
        parts.append(words(at, h / 2 + 4.5, label, SMALL, "fk-soft", "start"))
        at += width_of(label, SMALL) + 4
        for tile in tiles:
            i = next(n for n, player in enumerate(position.players) if player.handle == seat_of(tile))
            letter = names[seat_of(tile)][:1].upper()
            parts.append(group(_chip(h, i, letter, is_acolyte(tile)), at, 0))
            at += h + 2
        if not tiles:
            parts.append(words(at, h / 2 + 4.5, "–", SMALL, "fk-soft", "start"))
        at = w / 2 + 4
    spoken = [
        f"{label}: {', '.join(names[seat_of(t)] + (' (Acolyte)' if is_acolyte(t) else '') for t in tiles) or 'nobody'}"
        for label, tiles in (("still to play", position.order), ("next round so far", coming))
    ]
    return plain("order", x, y, w, h, "".join(parts), "; ".join(spoken))


def _chip(size: float, number: int, letter: str, acolyte: bool) -> str:
    """Draw a tile as a chip with a letter: square for an Adventurer, round for an Acolyte."""
    corner = size / 2 - 1 if acolyte else 5.0
    body = rect(1, 1, size - 2, size - 2, f"fk-seat{number % 4} fk-tile", corner)
    return body + words(size / 2, size / 2 + 4.5, letter, SMALL + 0.5, "fk-white fk-b")
