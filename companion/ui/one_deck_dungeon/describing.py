"""A card that nobody has described, box by box: a keypad of colour, number and what an open box costs."""

from __future__ import annotations

from companion.games.one_deck_dungeon.boxes import Box
from companion.ui.one_deck_dungeon.keys import die_svg, sign_svg
from companion.ui.pad import Answer, Ask, Key, Step

BOX = "box"
TARGETS = range(1, 19)
"""Numbers on the keypad; those above 6 are wide boxes by themselves."""
MOST = 8
"""Signs of one box at most."""
_COLOURS = (("S", "S"), ("A", "A"), ("M", "M"), ("G", "any"))
_SIGNS = (("w", "wide"), ("x", "armour"), ("h", "heart"), ("t", "time"), ("p", "poison"))


def box_ask(number: int) -> Ask:
    """Ask for the next box: its colour, its number, then its signs.

    Args:
        number: how many boxes there are already.
    """
    colours = Step(
        f"Box {number + 1}: colour?", tuple(Key(id, label, sub=label, svg=die_svg(id)) for id, label in _COLOURS), 4
    )
    targets = Step("Which number?", tuple(Key(str(n), str(n)) for n in TARGETS), 6)
    signs = Step(
        "Its signs?",
        tuple(Key(id, label, sub=label, svg=sign_svg(id)) for id, label in _SIGNS),
        5,
        MOST,
        0,
    )
    return Ask(f"{BOX} {number}", (colours, targets, signs), None, "Done" if number else "Not now")


def box_of(answer: Answer) -> Box:
    """Return the box that an answer tells."""
    (colour,), (target,), signs = answer.value
    n = int(target)
    return Box(
        colour, n, "w" in signs or n > 6, "x" in signs, False, signs.count("h"), signs.count("t"), signs.count("p")
    )  # fmt: skip
