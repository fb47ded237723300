"""Just ask, hints, odds and questions of Shadowgate without a browser."""

from __future__ import annotations

import pytest

import companion
from companion.engine import rulebook
from companion.engine.edition import OUR_BOX, Edition
from companion.engine.errors import CompanionError, UnreadableError
from companion.games.shadowgate.cards import Die
from companion.ui.hints import EVERYONE, settle
from companion.ui.kit import kit
from companion.ui.shadowgate.adviser import ADVISER

FACES = ("0", "1", "1", "2", "3", "skull")


@pytest.fixture
def ask(device):
    """A device on which a quest is asked about."""
    one = device()
    one.app.count("shadowgate")
    return one


@pytest.fixture
def practice(store):
    """Ana and Bo with practice cards, followed in full, with Ana to move."""
    table = companion.open_table("shadowgate", ["Ana", "Bo"], store=store, edition="practice", seed=3)
    while table.actor == "TABLE":
        table.sample()
    return table


# ------------------------------------------------------------------------------------------------------------ just ask


@pytest.mark.clause("shadowgate.cost.divide", "shadowgate.dice.skull")
def test_my_number_and_the_quests_number_are_two_taps_and_six_faces_once(ask):
    ask.board("slip/mine/2", "slip/quest/4")
    assert ask.taps == 2
    assert ask.sentence == "2 short. Look at one black die: tap its six faces"
    ask.pad(*FACES)
    # 24 of 36 rolls bring 2 or more: all but those with at most 1, which are 2 x 2 and twice 2 x 2.
    assert ask.sentence == "2 short: 7 in 10"
    ask.taps = 0
    ask.board("slip/quest/5", "slip/mine/1")
    assert ask.taps <= 4
    assert ask.sentence == "4 short: 2 in 10"


def test_before_the_faces_are_told_the_answer_is_a_formula(ask):
    ask.board("slip/mine/2", "slip/quest/4").skip().tap("read")
    assert "P(S ≥ 2)" in ask.at.body.text


def test_nothing_short_needs_no_faces(ask):
    ask.board("slip/mine/5", "slip/quest/4")
    assert ask.sentence == "No roll needed"
    assert ask.at.pad.ask is None


def test_the_answer_opens_to_its_fraction_and_clauses(ask):
    ask.app.screen.painting.read("mine 2 / quest 4 / dice 0 1 1 2 3 skull")
    ask.app.screen.refresh()
    ask.tap("read").tap(" 0", "body")
    inside = "\n".join(item.text for item in ask.at.body[" 0"].inside if hasattr(item, "text"))
    assert "2/3" in inside


def test_the_question_is_text_and_wrong_text_says_what_would_be_right(ask):
    painting = ask.app.screen.painting
    painting.read("mine 2 / quest 4 / dice 0 1 1 2 3 skull")
    assert painting.text == "mine 2 / quest 4 / dice 0 1 1 2 3 skull"
    with pytest.raises(UnreadableError, match="mine 2 / quest 5"):
        painting.read("mine two")


def test_faces_that_the_own_box_knows_are_not_asked(device):
    Edition.load("shadowgate", OUR_BOX).learn([Die("black", faces=FACES)]).save()
    one = device()
    one.app.count("shadowgate")
    one.board("slip/mine/2", "slip/quest/4")
    assert one.sentence == "2 short: 7 in 10"


# ----------------------------------------------------------------------------------------------------- faces at a table


@pytest.mark.clause("shadowgate.components.dice")
def test_the_faces_of_a_die_are_learned_once_and_kept(store, at):
    table = companion.open_table("shadowgate", ["Ana", "Bo"], store=store, depth="light", edition=OUR_BOX)
    table.play("faces black 0 1 1 2 3 skull; faces blue 0 1 2 2 staff skull")
    assert (table.game.box.black, table.game.box.blue) == (FACES, ("0", "1", "2", "2", "staff", "skull"))
    assert table.log[0].sentence == "A black die shows 0, 1, 1, 2, 3, skull."
    assert not table.check("faces black 1 1 1 1 1 1")
    assert not table.check("faces green 1 1 1 1 1 1")
    assert not table.check("faces black 1 2")
    assert table.keep_cards() == 2
    assert companion.game("shadowgate", OUR_BOX).box.black == FACES


def test_wrong_faces_are_changed_in_their_entry(store):
    table = companion.open_table("shadowgate", ["Ana", "Bo"], store=store, depth="light", edition=OUR_BOX)
    table.play("faces black 0 1 1 2 3 skull")
    table.amend(table.log[0].seq, "faces black 1 1 1 2 3 skull")
    assert table.game.box.black == ("1", "1", "1", "2", "3", "skull")


# --------------------------------------------------------------------------------------------------- questions and odds


def test_the_six_questions_of_the_table_have_their_rules(practice, at):
    page = at(practice).tap("tab ask")
    book = rulebook.load("shadowgate")
    asks = kit("shadowgate").asks
    assert len(asks) == 6
    for number, (question, clauses) in enumerate(asks):
        assert all(clause in book for clause in clauses.split()), question
        assert page.at.body[f"question {number}"].inside


def test_odds_are_asked_where_the_thing_is(practice, at):
    page = at(practice).tap("odds").board("castle")
    assert "Stairwell" in page.at.tray.text
    page.tap("odds away").tap("odds").board("torch")
    assert "skull" in page.at.tray.text
    page.tap("odds away")
    space = next(n for n, one in enumerate(practice.state.spaces, 1) if one.card.kind != "event")
    page.tap("odds").board(f"quest.{space}").tap("odds line")
    assert "Does Ana meet" in page.at.sheet.text
    assert practice.refresh() is False


# ------------------------------------------------------------------------------------------------------------- hints


def test_a_hint_names_the_step_and_what_it_is_worth(practice, at):
    settle(practice, EVERYONE)
    page = at(practice).tap("hint")
    assert "XP" in page.at.snack.text
    page.tap("more")
    assert page.at.snack.text.splitlines()[0]
    page.tap("numbers")
    assert "The best steps, by the XP that they are worth" in page.at.sheet.text
    lines = page.app.screen.hints.lines
    moves = {practice.game.parse(line.moves[0], practice.state) for line in lines}
    assert moves <= set(practice.legal)


def test_hints_are_off_among_rivals_at_first(practice, at):
    page = at(practice).tap("hint")
    assert "Hints at this table" in page.at.sheet.text


def test_without_faces_the_hint_says_what_is_wanted(store):
    table = companion.open_table("shadowgate", ["Ana", "Bo"], store=store, edition=OUR_BOX)
    table.play("character ana jair; character bo ?; quest 1 ?; quest 2 ?; quest 3 ?; quest 4 ?")
    while table.state.due:
        table.play("first ana" if table.state.token == ["first"] else f"{table.state.token[0]} ?")
    (line,) = ADVISER.think(table.game, table.state, "ana", 0.1, 1)
    assert "faces of a black die" in line.words
    assert line.moves == ()


def test_nothing_is_advised_while_something_is_open(practice):
    assert ADVISER.not_now(practice.state, "ana") == ""
    assert ADVISER.not_now(practice.state, "bo") == "It is Ana's turn."
    space = next(n for n, one in enumerate(practice.state.spaces, 1) if one.card.kind != "event")
    practice.play(f"attempt {space}")
    try:
        lines = ADVISER.think(practice.game, practice.state, "ana", 0.1, 1)
    except CompanionError:
        pytest.fail("a hint in the middle of an attempt is a sentence")
    assert lines
