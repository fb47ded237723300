"""Hints, Try, the coach and odds at a table, without a browser."""

from __future__ import annotations

import pytest
from msgspec import structs

import companion
from companion.engine.advice import Advice, Value
from companion.engine.errors import CompanionError
from companion.games.four_keys.dungeon import Dungeon, KeyCell, cell_name, cell_number
from companion.ui.advising import Line, comparable
from companion.ui.four_keys.adviser import ADVISER, _alike, _line, beside, value_words
from companion.ui.hints import EVERYONE, LEARNERS, OFF, setting, settle


@pytest.fixture
def hinted(full):
    """A table at which everybody may ask for hints."""
    settle(full, EVERYONE)
    return full


def texts(table) -> list[str]:
    return [record.sentence for record in table.log]


# ------------------------------------------------------------------------------------------------ who may ask


def test_hints_are_off_until_the_table_agrees(full, at):
    device = at(full)
    assert setting(full) == OFF
    device.tap("hint", "actions")
    assert "Hints at this table" in device.at.sheet.text
    assert not any("asked for a hint" in text for text in texts(device.table))
    device.tap("hints everyone", "sheet")
    assert setting(device.table) == EVERYONE
    assert "Hints: everyone" in texts(device.table)


def test_learners_are_those_with_the_coach(full, at):
    settle(full, LEARNERS)
    device = at(full)
    assert not device.app.screen.hints.allowed()
    device.app.screen.coach.progress.coach(True)
    assert device.app.screen.hints.allowed()


def test_set_up_settles_who_may_ask(device):
    fresh = device().tap("new four-keys", "body")
    fresh.at.body.fill(name1="Ana", name2="Bo", box="practice", hints="everyone")
    fresh.tap("next", "body").tap("ready", "body")
    assert setting(fresh.table) == EVERYONE


def test_whoever_watches_gets_none(hinted, at):
    device = at(hinted, "watch")
    device.tap("hint", "actions")
    assert device.toasts[-1] == "Hints are for those who play."


def test_not_on_anothers_turn(hinted, at):
    other = next(seat.handle for seat in hinted.players if seat.handle != hinted.state.mover)
    device = at(hinted, other)
    device.tap("hint", "actions")
    assert "turn" in device.toasts[-1]
    assert not device.app.screen.hints.lines


# ------------------------------------------------------------------------------------------------- the ladder


def test_three_steps(hinted, at):
    device = at(hinted)
    name = hinted.state.player(hinted.state.mover).name
    device.tap("hint", "actions")
    assert device.taps == 1
    assert device.at.snack.text.strip()
    assert device.app.screen.hinted is None, "a nudge does not show the move"
    assert texts(device.table)[-1] == f"{name} asked for a hint"
    device.tap("more", "snack")
    line = device.app.screen.hinted
    assert line is not None
    assert line.words in device.at.snack.text
    assert set(line.places) & set(device.at.board.highlight)
    device.tap("numbers", "snack")
    assert line.words in device.at.sheet.text
    assert sum("asked for a hint" in text for text in texts(device.table)) == 3


def test_the_ghost_is_drawn_and_goes_with_the_next_entry(hinted, at):
    hinted.play("take 1K")
    device = at(hinted)
    device.tap("hint", "actions").tap("more", "snack")
    line = device.app.screen.hinted
    place = line.ghost[0]
    assert "fk-ghost" in device.at.board.drawn[place].svg
    assert place.partition(":")[2] in line.moves[-1]
    device.board(place)
    assert device.app.screen.hinted is None
    assert not any("fk-ghost" in item.svg for item in device.at.board.drawn.items)
    assert not device.at.snack.shown


def test_put_away(hinted, at):
    device = at(hinted)
    device.tap("hint", "actions").tap("more", "snack").tap("away", "snack")
    assert device.app.screen.hinted is None
    assert not device.at.snack.shown


def test_after_the_game_there_is_no_hint(hinted, at):
    device = at(hinted)
    while hinted.actor != "NOBODY" and hinted.outcome() is None:
        if hinted.actor == "TABLE":
            hinted.sample()
        else:
            hinted.play(next(iter(hinted.legal)))
    device.follow().tap("hint", "actions")
    assert "The game is over" in device.app.shell.error


def test_light_hints_are_exact(light, at):
    settle(light, EVERYONE)
    light.play("start ana start(a2,a3){HL}")
    light.play("card ana e4 !box{LC}")
    device = at(light, "ana")
    device.tap("hint", "actions").tap("more", "snack").tap("numbers", "snack")
    lines = device.app.screen.hints.lines
    assert lines
    assert all(line.exact and line.value.startswith("= ") for line in lines)
    assert any("Box Room" in line.why or "the start" in line.why for line in lines)


# ----------------------------------------------------------------------------------------------------- words


def test_where_a_space_lies_in_words():
    dungeon = Dungeon.parse("box . throne / start +H .")
    box = next(i for i, cell in enumerate(dungeon.cells) if getattr(cell, "room", "") == "box")
    assert beside(dungeon, box + 1) == "right of the Box Room, left of the Throne Room"
    assert not any(letter.isdigit() for letter in beside(dungeon, box + 1))


def test_exact_and_sampled_look_different_and_never_mix():
    assert value_words(Value.of(5)) == "= +5"
    assert value_words(Value(1.6, 3.0, 5.2, samples=40)) == "~ +2 to +5"
    exact, sampled = Line(("a",), "a", "= +5"), Line(("b",), "b", "~ +2", exact=False)
    assert comparable((exact, sampled)) == (exact,)
    assert comparable((sampled, exact)) == (sampled,)


# ------------------------------------------------------------------------------------------------------- Try


def test_try_changes_nothing_until_it_is_kept(hinted, at):
    device = at(hinted)
    before = hinted.state
    device.tap("hint", "actions").tap("more", "snack").tap("try 0", "snack")
    assert "the table is untouched" in device.at.head.text
    assert device.app.screen.play.view((370, 350)).trying
    hinted.refresh()
    assert hinted.state == before
    device.tap("back", "actions")
    assert device.table.state == before
    assert device.table.id == hinted.id


def test_keep_enters_what_was_tried(hinted, at):
    device = at(hinted)
    device.app.screen.attempt(())
    device.board("1K")
    seat = device.table.state.hand.seat
    device.board(f"{seat}:e4").tap("keep", "actions")
    hinted.refresh()
    assert device.app.screen.session.table.id == hinted.id
    assert hinted.state.player(seat).dungeon.cells[cell_number("e4")] is not None


def test_keep_stops_where_the_table_must_see_first(hinted, at):
    device = at(hinted)
    device.app.screen.attempt(())
    device.board("1D")
    seat = device.table.state.hand.seat
    device.board(f"{seat}:e4").pad("box", "H")
    assert device.table.state.piles[0].top != "!"
    device.tap("keep", "actions")
    hinted.refresh()
    assert hinted.state.player(seat).dungeon.cells[cell_number("e4")] is not None
    assert "1D" in hinted.state.pending


def test_keep_is_refused_once_the_table_has_moved_on(hinted, at):
    device = at(hinted)
    device.app.screen.attempt(())
    device.board("1K")
    hinted.play("take 2D")
    device.tap("keep", "actions")
    assert "entered that first" in device.toasts[-1] or "moved on" in " ".join(device.toasts)
    hinted.refresh()
    assert hinted.state.hand.pile == 2


# --------------------------------------------------------------------------------------------------- the coach


def test_one_tip_a_turn_each_once(full, at):
    device = at(full)
    device.app.screen.coach.progress.coach(True)
    device.app.screen.refresh()
    first = device.at.snack.text
    assert "Got it" in first
    device.tap("tip", "snack")
    assert not device.at.snack.shown
    device.app.screen.refresh()
    assert not device.at.snack.shown, "one tip a turn"
    heard = list(device.app.screen.coach.progress.told.tips)
    assert len(heard) == len(set(heard)) == 1


def test_the_coach_keeps_silent_unless_switched_on(full, at):
    device = at(full)
    assert not device.at.snack.shown


def test_a_hint_is_not_spoken_over(hinted, at):
    device = at(hinted)
    device.tap("hint", "actions")
    said = device.at.snack.text
    device.app.screen.coach.progress.coach(True)
    device.app.screen.refresh()
    assert device.at.snack.text == said


# ------------------------------------------------------------------------------------------------------- odds


def test_a_pile_that_cannot_be_taken_now_tells_its_odds(full, at):
    device = at(full)
    device.board("1D")
    device.board("1K")
    line = device.at.tray["odds line"]
    assert line.text.startswith("Next Key I")
    assert line.sub.count("●") + line.sub.count("○") == 10
    assert device.table.state.hand is not None, "nothing was entered"


def test_armed_a_tap_on_a_lit_pile_tells_its_odds(full, at):
    device = at(full)
    device.tap("odds").board("2D")
    assert "odds line" in device.at.tray
    assert device.table.state.hand is None
    device.board("2D")
    assert device.table.state.hand is not None, "the next tap takes the card again"


def test_one_tap_deeper_is_the_mathematics(full, at):
    device = at(full)
    device.tap("odds").board("2D").tap("odds line", "tray").tap("sheet 0", "sheet")
    text = device.at.sheet.text
    assert "Counted:" in text
    assert "Components: cards" in text
    odds = next(iter(device.app.screen.odds._known.values()))
    assert f"{odds.numerator}/{odds.denominator}" in text


def test_a_closed_door_tells_what_may_open_it(full, at):
    device = at(full)
    seat = full.state.mover
    device.board(f"{seat}:d4")
    assert "'s start" in device.at.tray["odds line"].text


def test_there_are_no_odds_where_piles_are_not_followed(light, at):
    assert "odds" not in at(light, "ana").at.top


def test_an_odds_question_that_needs_more_says_so(store, at):
    table = companion.open_table("four-keys", ["Ana", "Bo"], store=store, edition="our-box")
    device = at(table)
    with pytest.raises(CompanionError, match="tell"):
        table.odds("next-symbol", pile="1K", symbol="H")
    answer = device.app.screen.odds._answer(next(q for q in table.questions() if q.id == "next-symbol"))
    assert isinstance(answer, str)
    assert "tell" in answer


# ---------------------------------------------------------------------------------------------------- the advisor


def test_the_advisor_deals_a_practice_table_at_once(device):
    page = device("advisor").tap("practice four-keys", "body")
    assert page.app.screen.tab == "advisor"
    page.tap("consult", "body")
    lines = page.app.screen.hints.lines
    assert lines
    assert all(line.words in page.at.body.text for line in lines)
    assert not page.app.shell.sheets, "the tab itself shows them"
    page.tap("try 0", "body").tap("back", "actions")
    assert page.table.id


def test_the_advisor_opens_at_a_table(full, device):
    page = device("advisor", table=full.id, seat="all")
    assert "Hints are off" in page.at.body.text
    page.tap("settle", "body").tap("hints everyone", "sheet").tap("consult", "body")
    assert page.app.screen.hints.lines
    listed = device("advisor")
    assert f"open {full.id}" in listed.at.body


# -------------------------------------------------------------------------------------------- said once, and fitting


def test_looking_again_goes_on_where_it_was_left_and_is_noted_once(hinted, at):
    device = at(hinted)
    device.tap("hint", "actions").tap("more", "snack").tap("numbers", "snack").tap("close", "sheet")
    device.tap("hint", "actions")
    assert device.app.screen.hinted.words in device.at.sheet.text
    assert sum("asked for a hint" in text for text in texts(device.table)) == 3
    device.tap("try 0", "sheet").tap("back", "actions").tap("hint", "actions")
    assert "hints" in device.app.shell.sheets
    assert sum("asked for a hint" in text for text in texts(device.table)) == 3


def test_equal_places_are_one_line(hinted):
    state = hinted.state
    first, second = "take 1K; place e4 H", "take 1K; place d5 H"
    value = Value.of(4)
    found = [Advice(tuple(text.split("; ")), value, "exact") for text in (first, second)]
    (line,) = _alike(hinted.game, state, found)
    assert [cell_name(cell) for cell in line[1]] == ["e4", "d5"]
    words = _line(hinted.game, state, state.mover, *line).words
    dungeon = state.player(state.mover).dungeon
    assert f"{beside(dungeon, cell_number('e4'))} or {beside(dungeon, cell_number('d5'))}" in words
    worse = [found[0], structs.replace(found[1], value=Value.of(3))]
    assert len(_alike(hinted.game, state, worse)) == 2


def test_a_nudge_speaks_of_keys_only_where_there_are_some(hinted, at):
    state = hinted.state
    key = Line(("take 1K", "place e4 H"), "", ghost=(f"{state.mover}:e4", KeyCell("H")))
    door = Line(("take 1D", "place e4"), "", ghost=(f"{state.mover}:e4", None))
    for line in (key, door):
        assert "keys that you have" not in ADVISER.nudge(state, state.mover, line)
        assert "your Heart" not in ADVISER.nudge(state, state.mover, line)
