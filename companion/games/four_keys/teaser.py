"""The first position anybody sees: one Key in hand, one space that opens two doors, and what may come next."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.game import Question, Seat
from companion.engine.lessons import Puzzle
from companion.engine.odds import Odds
from companion.games.four_keys.cards import key
from companion.games.four_keys.dungeon import Dungeon, KeyCell, cell_name
from companion.games.four_keys.learning import placing
from companion.games.four_keys.moves import PILES
from companion.games.four_keys.notation import parse_card
from companion.games.four_keys.rules import FourKeys

BOARD = """
!apartments{HX} . .
+1H(L) box !chest{LX}
!start{HC} . +1L(X)"""
"""Checked by enumeration in the tests: of eleven spaces for the Key one opens two doors, seven one, three none."""
HAND, PILE = "X/X", 1
_YOU = "you"
_ASKED = "Is a key you need on top of Key I?"


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
    pile = table.piles[PILE]
    for cell in dungeon.cells:
        # The Key that was just dropped is of no box: it shows the same on both sides, to keep the first tap simple.
        if isinstance(cell, KeyCell) and (seen := key(cell.level, cell.shows, cell.hides)) in pile.unseen:
            pile = replace(pile, unseen=pile.unseen.remove(seen))
    table = replace(table, piles=tuple(pile if i == PILE else one for i, one in enumerate(table.piles)))
    door = f"{_YOU}:{cell_name(closed[0])}"
    odds = game.answer(table, Question("opens", _ASKED, (("pile", PILES[PILE]), ("door", door))))
    there = len(pile.unseen)
    counted = f"{odds.fraction * there} of {there} level 1 Keys that nobody has seen open it"
    # The pile's own top is the very card that is asked about, not something that somebody forgot to tell.
    return replace(odds, counted=counted, untold=())
