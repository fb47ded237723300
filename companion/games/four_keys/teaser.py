"""The first position anybody sees: one Key in hand, one space that opens two doors, and what may come next."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.game import Question, Seat
from companion.engine.lessons import Puzzle
from companion.engine.odds import Odds
from companion.games.four_keys.dungeon import Dungeon, cell_name
from companion.games.four_keys.learning import placing
from companion.games.four_keys.notation import parse_card
from companion.games.four_keys.rules import FourKeys

BOARD = """
!apartments{HX} . .
+H box !chest{LX}
!start{HC} . +L"""
"""Checked by enumeration in the tests: of eleven spaces for the Key one opens two doors, seven one, three none."""
HAND, PILE = "X/X", 1
NEXT_PILE = "1K"
_YOU = "you"


def teaser() -> Puzzle:
    """Return the puzzle: drop this key, two doors should open."""
    card = parse_card(HAND, PILE)
    assert card is not None
    made = placing(Dungeon.parse(BOARD), card)
    return replace(
        made,
        id="teaser",
        say="Drop this key. Two doors should open.",
        clauses=("four-keys.opening.row-and-column",),
    )


def next_turn(game: FourKeys, dungeon: Dungeon) -> Odds | None:
    """Return the chance that the next level 1 Key opens a door that is still closed; None where all are open.

    Args:
        game: the game, bound to its cards.
        dungeon: what lies there.
    """
    closed = list(dungeon.closed())
    if not closed:
        return None
    table = game.setup([Seat(_YOU, "You"), Seat("bo", "Bo")], {}).with_dungeon(_YOU, dungeon)
    door = f"{_YOU}:{cell_name(closed[0])}"
    asked = Question("opens", "Is the key you need on top of Key I?", (("pile", NEXT_PILE), ("door", door)))
    odds = game.answer(table, asked)
    # The keys that lie there are part of the position, not something that somebody forgot to tell.
    return replace(odds, untold=())
