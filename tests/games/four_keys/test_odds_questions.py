"""Which probability questions 4 KEYS offers, that each has an answer, and what it says to a question that has none."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

from companion.engine.errors import (
    EditionIncompleteError,
    TooFewCardsError,
    UnknownNameError,
    UnreadableError,
)
from companion.engine.game import NOBODY, Question
from companion.engine.odds import Odds
from companion.games.four_keys.cards import Door
from companion.games.four_keys.dungeon import DoorCell, cell_name
from companion.games.four_keys.rules import FourKeys
from companion.games.four_keys.state import Hand, Position
from tests.games.four_keys.following import Follower, blank_box, follow, practice, random_game

pytestmark = pytest.mark.clause("four-keys.components.cards")


def ask(state: Position, name: str, game: FourKeys | None = None, **params: object) -> Odds:
    return (game or practice()).answer(state, Question(name, "", tuple((k, str(v)) for k, v in params.items())))


@pytest.mark.parametrize("seed", range(24))
def test_every_question_offered_has_an_answer(seed):
    """In the practice box all; in a box that nobody has read, those that the rulebook answers, the rest say why not."""
    game = blank_box() if seed % 4 == 3 else practice()
    history = random_game(seed, 2 + seed % 3, game=game, skip=(0, 0.4, 0.9)[seed // 8])
    for state, _ in Random(seed).sample(history[:-1], 2):
        offered = game.questions(state)
        assert len({(question.id, question.params) for question in offered}) == len(offered)
        assert len({question.text for question in offered}) == len(offered)
        for question in offered:
            odds = answered(game, state, question)
            if isinstance(odds, str):
                assert game is blank_box()
                assert "tell " in odds.lower()
            else:
                assert 0 <= odds.fraction <= 1
                assert (odds.question, bool(odds.clauses), bool(odds.counted)) == (question.text, True, True)


def answered(game: FourKeys, state: Position, question: Question) -> Odds | str:
    try:
        return game.answer(state, question)
    except EditionIncompleteError as reason:
        return str(reason)


def test_each_kind_of_question_is_offered():
    table = follow(2, order="ana bo")
    table.put("ana", "+HL compass>{LC} !chest{H}\n!start . +C")
    kinds = {question.id for question in practice().questions(table.state)}
    assert kinds == {"next-room", "next-needs", "next-symbol", "symbols", "renewal", "opens", "reach"}


def test_there_are_no_questions_after_the_end():
    state = random_game(1)[-1][0]
    assert practice().actor(state) == NOBODY
    assert practice().questions(state) == ()


def test_a_new_box_answers_what_the_rulebook_tells():
    state = follow(2, game=blank_box(), order="ana bo").state
    odds = ask(state, "next-room", blank_box(), pile="2D", room="compass")
    assert (odds.fraction, odds.counted) == (Fraction(8, 28), "8 of 28 unseen level 2 Doors: a Magic Compass")
    assert str(odds.formula) == "8/28"
    assert ask(state, "renewal", blank_box(), room="ajar5").fraction == Fraction(1, 28)


@pytest.mark.parametrize(
    ("name", "params", "message"),
    [
        ("next-symbol", {"pile": "1K", "symbol": "H"}, "24 of the level 1 Keys: tell both sides"),
        ("symbols", {"pile": "2K", "symbol": "X", "k": 1, "n": 2}, "24 of the level 2 Keys: tell both sides"),
        ("next-needs", {"pile": "2D", "needs": "HX"}, "28 of the level 2 Doors: tell what is printed on them"),
        ("next-symbol", {"pile": "1D", "symbol": "C"}, "20 of the level 1 Doors: tell what is printed on them"),
        ("renewal", {"symbol": "H"}, "24 of the level 1 Keys: tell both sides"),
        ("opens", {"pile": "1K", "door": "ana:d4"}, "Tell what Ana's door on d4 needs"),
    ],
)
@pytest.mark.clause("four-keys.components.unknown-key-faces", "four-keys.components.unknown-requirements")
def test_a_new_box_says_what_an_answer_needs(name, params, message):
    state = follow(2, game=blank_box(), order="ana bo").state
    with pytest.raises(EditionIncompleteError, match=message):
        ask(state, name, blank_box(), **params)


@pytest.mark.parametrize(
    ("name", "params", "error", "message"),
    [
        ("next-roof", {}, UnknownNameError, "no question 'next-roof'"),
        ("next-room", {"pile": "1D"}, UnreadableError, "'next-room pile=1D': expected next-room with pile= and room="),
        ("next-room", {"pile": "1D", "symbol": "H"}, UnreadableError, "symbol=H.*expected next-room with pile="),
        ("next-room", {"pile": "3D", "room": "box"}, UnreadableError, "'3D': expected a pile: 1D, 1K, 2D or 2K"),
        ("next-room", {"pile": "1D", "room": "attic"}, UnreadableError, "'attic': expected a room: ajar0, ajar3"),
        ("next-needs", {"pile": "1D", "needs": "HQ"}, UnreadableError, "'HQ': expected a word of the symbols"),
        ("next-symbol", {"pile": "1K", "symbol": "Q"}, UnreadableError, "'Q': expected a symbol: H, L, C or X"),
        ("symbols", {"pile": "1K", "symbol": "H", "n": 2}, UnreadableError, "expected symbols with .* k= and n="),
        ("symbols", {"pile": "1K", "symbol": "H", "k": -1, "n": 2}, UnreadableError, "'-1': expected a whole number"),
        ("symbols", {"pile": "1K", "symbol": "H", "k": 1, "n": "x"}, UnreadableError, "'x': expected a whole number"),
        (
            "opens",
            {"pile": "1K", "door": "ana:a1"},
            UnreadableError,
            "'ana:a1': expected a seat and a cell",
        ),
        ("opens", {"pile": "1K", "door": "zoe:d4"}, UnknownNameError, "no seat 'zoe'"),
        ("opens", {"pile": "1K", "door": "ana:k9"}, UnreadableError, "'k9': expected a cell from a1 to g7"),
        ("reach", {"pile": "1K", "room": "ana:d4"}, UnreadableError, "'ana:d4': expected .* Compass"),
        ("renewal", {}, UnreadableError, "'renewal': expected renewal with room=, symbol= or door="),
        ("renewal", {"room": "box", "symbol": "H"}, UnreadableError, "expected renewal with room=, symbol= or door="),
    ],
)
def test_penny_dreadful_tools_12174_parameters_that_make_no_sense_get_a_sentence(name, params, error, message):
    with pytest.raises(error, match=message):
        ask(follow(2, order="ana bo").state, name, **params)


def test_hearthstone_deck_tracker_1537_one_card_left_and_two_asked_for():
    """Never two hundred per cent: the last card is counted, and asking for two names both numbers."""
    state = follow(2, order="ana bo").state
    pile = state.piles[1]
    card = next(pile.unseen.kinds())
    last = replace(pile, down=1, unseen=type(pile.unseen).of([card]))
    state = replace(state, piles=(state.piles[0], last, *state.piles[2:]))
    shown = (card.a or "X")[0]
    assert ask(state, "symbols", pile="1K", symbol=shown, k=1, n=1).fraction == 1
    with pytest.raises(TooFewCardsError, match="draw 2 of 1 cards") as caught:
        ask(state, "symbols", pile="1K", symbol=shown, k=1, n=2)
    assert (caught.value.drawn, caught.value.available) == (2, 1)


@pytest.mark.clause("four-keys.collecting.visible")
def test_gbfpokerbot_119_cards_that_were_seen_count_no_more():
    table = follow(2, order="ana bo")
    assert ask(table.state, "next-room", pile="2D", room="compass").fraction == Fraction(8, 28)
    table.play("reveal 2D compass{HL}")
    odds = ask(table.state, "next-room", pile="2D", room="compass")
    assert (odds.fraction, odds.untold) == (Fraction(7, 27), ())


@pytest.mark.clause("four-keys.renewing.gone")
def test_half_of_a_card_that_went_back_to_the_box_is_not_forgotten():
    """A top of which only the Room was told is renewed away: that Room is one fewer among the unseen cards."""
    table = follow(2, game=blank_box(), order="ana bo")
    table.play("reveal 2D compass; renew")
    odds = ask(table.state, "next-room", blank_box(), pile="2D", room="compass")
    assert odds.fraction == Fraction(7, 27)


def opened(table: Follower, text: str, door: str, pile: str = "1K") -> Odds:
    table.put("ana", text)
    return ask(table.state, "opens", pile=pile, door=door)


@pytest.mark.clause("four-keys.opening.multiplicity", "four-keys.placement.key-side")
def test_a_door_that_needs_two_hearts_and_has_one():
    table = follow(2, order="ana bo")
    hearts = sum("H" in (card.a or "") + (card.b or "") for card in table.state.piles[1].unseen)
    odds = opened(table, "+H !chest{HH} .\n!start . .", "ana:e3")
    assert (odds.fraction, odds.assumptions) == (Fraction(hearts, 24), ())


@pytest.mark.clause("four-keys.end.fifteen")
def test_a_dungeon_of_fifteen_cards_opens_no_door_any_more():
    """The last space is for the Adventurer tile, and a card in hand takes the one before it."""
    table = follow(2, order="ana bo")
    last_two = "+L +L +L +L\n+L !box{H} . .\n+L !start +L +L\n+L +L +L +L"
    last = "+L +L +L +L\n+L !box{H} . +L\n+L !start +L +L\n+L +L +L +L"
    assert opened(table, last_two, door_of(table, last_two)).fraction > 0
    table.state = replace(table.state, hand=Hand("ana", 2, Door(2)))
    assert opened(table, last_two, door_of(table, last_two)).fraction == 0
    table.state = replace(table.state, hand=None)
    assert opened(table, last, door_of(table, last)).fraction == 0


def door_of(table: Follower, text: str) -> str:
    """Where the closed Box Room comes to lie."""
    table.put("ana", text)
    cells = table.dungeon("ana").cells
    at = next(i for i, cell in enumerate(cells) if isinstance(cell, DoorCell) and not cell.open)
    return f"ana:{cell_name(at)}"


def test_light_tracking_answers_from_the_cards_that_nobody_told():
    """The unseen cards are kept: a compass laid before Bo is one of eight gone, wherever the rest lie."""
    table = follow(2, depth="light")
    table.play("card bo e4 !compass{HL}")
    odds = ask(table.state, "next-room", pile="2D", room="compass")
    assert odds.fraction == Fraction(7, 27)
    assert "Piles are not followed" in odds.assumptions[0]
    asked = practice().questions(table.state)
    assert {"next-room", "next-symbol", "symbols", "renewal"} <= {question.id for question in asked}
    for question in asked:
        assert 0 <= practice().answer(table.state, question).fraction <= 1


def test_light_tracking_of_a_new_box():
    state = follow(3, game=blank_box(), depth="light").state
    assert ask(state, "next-room", blank_box(), pile="2D", room="compass").fraction == Fraction(8, 28)


def test_what_is_not_told_is_named():
    table = follow(2, order="ana bo")
    table.play("take 1K; place e4")
    odds = ask(table.state, "next-symbol", pile="1K", symbol="H")
    assert odds.untold == ("the top of 1K", "ana:e4")
    assert odds.fraction == ask(follow(2, order="ana bo").state, "next-symbol", pile="1K", symbol="H").fraction
