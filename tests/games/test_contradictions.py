"""A card that no box holds, or one too many: refused once, kept on the table's word, and in nobody's way after that."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

import pytest

import companion
from companion.engine.errors import CompanionError, ContradictionError
from companion.engine.game import TABLE
from companion.engine.table import Table


class Case(NamedTuple):
    """A table at which somebody tells what cannot be.

    Args:
        game: its id.
        clause: which says what cards there are.
        first: what comes before, told by the table.
        wrong: what is told and cannot be, each refused, in order.
        named: how the last of them is named in the problem.
        later: cards told afterwards of the same deck; none is refused.
        asked: a question about that deck.
    """

    game: str
    clause: str
    first: str
    wrong: tuple[str, ...]
    named: str
    later: tuple[str, ...]
    asked: tuple[str, dict[str, str]]


CASES = {
    "4 KEYS, half-told": Case(
        "four-keys",
        "components.cards",
        "order ana bo ana* bo*; start ana ?; start bo ?; reveal 1D ?",
        ("reveal 1K HHHC/?",),
        "HHHC",
        ("reveal 2D ?; reveal 2K ?; take 1K; place e4", "reveal 1K H/L", "take 1D; place e4", "reveal 1D ?"),
        ("next-symbol", {"pile": "1K", "symbol": "H"}),
    ),
    "4 KEYS, wholly told": Case(
        "four-keys",
        "components.cards",
        "order ana bo ana* bo*; start ana ?; start bo ?",
        ("reveal 1D trap{HHHC}",),
        "trap{HHHC}",
        ("reveal 1K ?; reveal 2D ?; reveal 2K ?; take 1D; place e4", "reveal 1D throne{L}"),
        ("next-room", {"pile": "1D", "room": "throne"}),
    ),
    "The Four Doors": Case(
        "four-doors",
        "components.player-cards",
        "doors purple green blue gold; shadow #1",
        ("shadow #1",),
        "Kindle Staff",
        ("shadow #2", "shadow ?", "shadow green-left"),
        ("next", {"relic": "staff"}),
    ),
    "One Deck Dungeon": Case(
        "one-deck-dungeon",
        "components.encounters",
        "hero ana mage; hero bo ?; dungeon ?; explore; enter 1; card goblin; flee; enter 2; card goblin; flee; enter 3",
        ("card goblin",),
        "goblin",
        ("flee; enter 4", "card plague-rat"),
        ("behind", {"what": "foe"}),
    ),
    "Shadowgate": Case(
        "shadowgate",
        "decks.one-each",
        "character ana ?; character bo ?; quest 1 #I-2",
        ("quest 2 #I-2",),
        "Dripping Passage",
        ("quest 3 #I-3", "item ?"),
        ("gate", {"card": "cavern-stairwell", "draws": "3"}),
    ),
}


def told(case: Case) -> Table:
    """Return a table at which the impossible was told and stands."""
    table = companion.open_table(case.game, ["Ana", "Bo"], edition="practice", seed=3)
    table.play(case.first)
    for text in case.wrong:
        verdict = table.check(text)
        assert not verdict, text
        assert f"{case.game}.{case.clause}" in verdict.clauses
        table.it_happened(text)
    return table


@pytest.mark.parametrize("name", CASES)
def test_it_is_refused_once_and_logged_and_a_problem_from_then_on(name):
    case = CASES[name]
    table = told(case)
    assert [record.corrected for record in table.log if not record.auto][-1]
    (problem,) = (found for found in table.problems() if "contradicts other cards" in found.text)
    assert case.named in problem.text
    assert problem.clauses == (f"{case.game}.{case.clause}",)
    table.undo()
    assert not any("contradicts" in found.text for found in table.problems())


@pytest.mark.parametrize("name", CASES)
def test_later_cards_of_the_deck_are_told_as_ever(name):
    case = CASES[name]
    table = told(case)
    for line in case.later:
        assert table.check(line), line
        table.play(line)
    while table.actor == TABLE:
        assert len(table.legal) > 1
        table.sample()
    again = companion.import_table(table.export(), store=":memory:")
    assert again.state == table.state


@pytest.mark.parametrize("name", CASES)
def test_odds_that_rest_on_it_say_so(name):
    case = CASES[name]
    table = told(case)
    while table.actor == TABLE:
        table.sample()
    question, params = case.asked
    with pytest.raises(ContradictionError, match="odds cannot be told: what was told"):
        table.odds(question, **params)
    for other in table.questions():
        with suppress(CompanionError):
            assert table.odds(other).denominator
