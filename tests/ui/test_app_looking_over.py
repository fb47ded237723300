"""Looking over each dungeon before the winners are named; questions about a thing that is gone or out of sight."""

from __future__ import annotations

import pytest

import companion
from companion.games.four_keys.moves import PILES

CELLS = [f"{column}{row}" for row in "4567" for column in "defg"][1:15]


def ended(store, untold=("ana",)):
    """A light table of full dungeons where everything is told but one card, and the starting cards, of some seats."""
    table = companion.open_table("four-keys", ["Ana", "Bo"], store=store, depth="light", edition="practice", seed=1)
    for seat in ("ana", "bo"):
        if seat not in untold:
            table.tell(f"{seat}:d4", "!start(a2,a3){HL}")
        for i, cell in enumerate(CELLS):
            told = [
                f"card {seat} {cell} +{level}{face}" for level in (1, 2) for face in ("X", "L", "C", "H", "LL", "LX")
            ]
            move = f"card {seat} {cell} ?"
            table.play(move if i == 13 and seat in untold else next(text for text in told if table.check(text)))
    return table


def test_the_dungeon_that_is_asked_about_is_shown_one_after_the_other(store, at):
    scribe = at(ended(store))
    scribe.tap("primary")
    picture = next(item for item in scribe.at.body.shown if getattr(item, "svg", ""))
    assert picture.label == "Ana's dungeon"
    assert "yes bo" not in scribe.at.body
    scribe.tap("yes ana")
    picture = next(item for item in scribe.at.body.shown if getattr(item, "svg", ""))
    assert picture.label == "Bo's dungeon"


def test_a_phone_is_asked_about_its_own_dungeon_and_answers_for_nobody_else(store, at):
    table = ended(store)
    bo, ana = at(table, "bo"), at(table, "ana")
    assert bo.sentence == "Is this your dungeon? Look it over"
    assert bo.at.actions["primary"].text == "Is it right?"
    bo.tap("primary")
    assert "yes bo" in bo.at.body
    assert "ana" not in "".join(button for button in bo.at.body._does)
    bo.tap("yes bo")
    assert bo.at.body.text.startswith("Waiting for Ana")
    assert "yes ana" not in bo.at.body
    bo.tap("tab table")
    assert bo.sentence == "Waiting for Ana to look"
    assert ana.follow().sentence == "Is this your dungeon? Look it over"
    bo.tap("primary").tap("beside ana").tap("yes ana")
    assert "Count " in bo.at.body.text


def test_the_last_card_on_one_phone_flashes_the_question_on_the_other(store, at):
    table = ended(store)
    table.undo()
    ana, bo = at(table, "ana"), at(table, "bo")
    ana.tap("seat bo").board(f"bo:{CELLS[13]}").tap("primary")
    bo.follow()
    assert [sent["text"] for sent in bo.app.shell.sent if sent["do"] == "flash"] == ["Is this your dungeon?"]


def test_a_yes_holds_until_something_about_that_very_dungeon_is_entered(store, at):
    ana = at(ended(store, ("ana", "bo")), "ana")
    ana.tap("primary").tap("yes ana")
    bo = at(companion.load_table(ana.table.id, ana.app.store), "bo")
    bo.table.tell(f"bo:{CELLS[13]}", "!?1")
    ana.follow()
    assert "Waiting for Bo" in ana.at.body.text
    bo.table.tell(f"ana:{CELLS[13]}", "!?1")
    ana.follow()
    assert "yes ana" in ana.at.body


def test_untold_things_are_counted_and_told_one_after_the_other(store, at):
    ana = at(ended(store), "ana")
    ana.tap("primary")
    assert ana.at.body["untold ana"].text == "2 to tell"
    ana.tap("untold ana")
    assert ana.at.pad.ask.name == "tell ana:d4"
    ana.pad(*first_keys(ana))
    assert ana.at.pad.ask.name == f"tell ana:{CELLS[13]}"
    ana.pad(*first_keys(ana))
    assert ana.app.screen.tab == "end"
    assert "untold ana" not in ana.at.body
    assert ana.at.body["yes ana"].look == "primary"


def first_keys(device):
    """Return the first answer that the pad offers."""
    from companion.ui.pad import Draft

    draft, picked = Draft(device.at.pad.ask), []
    while draft.value is None:
        key = next(key for key in draft.step.keys if key.enabled and key.id != "?")
        picked.append(key.id)
        draft.tap(key.id)
    return picked


def test_not_now_leads_back_to_the_question(store, at):
    ana = at(ended(store), "ana")
    ana.tap("primary").tap("untold ana").skip()
    assert ana.app.screen.tab == "end"
    assert ana.at.body["untold ana"].text == "2 to tell"


def test_an_arrow_that_waited_is_pointed_before_anybody_counts(store, at):
    opened = companion.open_table("four-keys", ["Ana", "Bo"], store=store, depth="light", edition="practice", seed=1)
    scribe = at(opened)
    table = scribe.table
    scribe.board("ana:e4").pad("2D", "HL").board("ana:f4").pad("2K", "HL").pad("compass").tap("no arrow")
    for seat in ("ana", "bo"):
        for cell in CELLS:
            if table.state.player(seat).dungeon[cell] is None:
                table.play(f"card {seat} {cell} ?")
    scribe.app.screen.refresh()
    assert scribe.at.actions["primary"].text == "Point the Compass"
    scribe.tap("primary").board("ana:e4:left")
    assert scribe.at.actions["primary"].text == "Count up"
    assert table.outcome() is not None


def test_each_seat_has_its_own_colour(light):
    from companion.games.four_keys.drawing import dungeon_svg

    dungeon = light.state.players[0].dungeon
    assert dungeon_svg(dungeon, seat=0) != dungeon_svg(dungeon, seat=1)


def test_nobody_has_won_while_untold_things_decide(store, at):
    scribe = at(ended(store, ("ana", "bo")))
    scribe.tap("primary").tap("yes ana").tap("yes bo").tap("next").tap("next")
    text = scribe.at.body.text
    assert "What nobody told decides who wins." in text
    assert " won by " not in text
    assert "look back" not in scribe.at.body
    assert " to " in next(line for line in text.splitlines() if line.startswith("Ana: "))
    assert scribe.at.body["untold bo"].text == "Tell it now: Bo, 2 to tell"
    scribe.tap("untold bo")
    assert scribe.at.pad.ask.name == "tell bo:d4"


# --- a push is answered on the board


def pushing(full, at):
    scribe = at(full)
    scribe.board("1D").board(f"{full.state.mover}:e4").skip()
    scribe.board("1D")
    return scribe


@pytest.mark.parametrize("where", ["choice/2K", "2K"])
def test_a_push_is_answered_by_a_tap_on_a_free_space_or_its_pile(full, at, where):
    scribe = pushing(full, at)
    standing = scribe.table.state.choice[0]
    name = scribe.table.state.player(standing.rstrip("*")).name
    assert scribe.sentence == f"Where does {name} go?"
    assert set(scribe.at.board.legal) == {place for p in PILES[1:] for place in (p, f"choice/{p}")}
    scribe.board(where)
    assert scribe.table.state.choice[3] == standing
    assert scribe.at.pad.ask is None


def test_a_second_tap_on_the_same_pile_leaves_the_push(full, at):
    scribe = pushing(full, at)
    seq = scribe.table.seq
    scribe.board("1D")
    assert scribe.at.pad.ask is None
    assert scribe.table.seq == seq


def test_a_push_that_somebody_else_has_made_is_not_asked_any_more(full, at, store):
    scribe = pushing(full, at)
    companion.load_table(full.id, store).play("take 1D push 2K")
    scribe.follow()
    assert not scribe.sentence.startswith("Where does")
    assert scribe.at.pad.ask is None


# --- a question belongs to a place


def held(light, at):
    ana = at(light, "ana")
    ana.board("ana:e4").pad("1K", "L").hold("ana:e4")
    assert ana.sentence == "What is it really?"
    return ana


def test_a_fix_question_goes_with_the_tab(light, at):
    ana = held(light, at)
    ana.tap("tab log").tap("tab table")
    assert ana.at.pad.ask is None
    assert ana.sentence == "Tap where your card goes"


def test_a_fix_question_goes_with_the_dungeon_that_is_looked_at(light, at):
    ana = held(light, at)
    ana.tap("seat bo")
    assert ana.at.pad.ask is None
    ana.board("bo:e4").tap("seat ana")
    assert ana.at.pad.ask is None


def test_a_fix_question_goes_when_the_thing_has_changed_and_stays_when_another_has(light, at, store):
    ana = held(light, at)
    other = companion.load_table(light.id, store)
    other.play("card bo e4 +1H")
    ana.follow()
    assert ana.sentence == "What is it really?"
    other.tell("ana:e4", "+1X")
    ana.follow()
    assert ana.at.pad.ask is None


# --- redo, tabs that fail, points


def test_redo_stands_in_the_log_and_in_the_line_for_shorthand(light, at):
    ana = at(light, "ana")
    ana.board("ana:e4").pad("1K", "L")
    ana.tap("tab log")
    assert "redo" not in ana.at.body
    ana.tap("tab table").tap("undo").tap("tab log").tap("redo", "body")
    assert ana.table.state.player("ana").dungeon["e4"].shows == "L"
    ana.tap("tab table")
    for word, there in (("undo", False), (" Redo ", True)):
        ana.at.actions.fill(line=word)
        ana.tap("enter line")
        assert (ana.table.state.player("ana").dungeon["e4"] is not None) == there


def test_a_tab_that_fails_clears_itself_and_leads_back(light, at, monkeypatch):
    from companion.ui.tabs.log import LogTab

    ana = at(light, "ana")
    ana.tap("tab score")
    monkeypatch.setattr(LogTab, "items", lambda self: 1 / 0)
    ana.tap("tab log")
    assert "sheet ana" not in ana.at.body
    assert "Something went wrong here; nothing was lost. (ZeroDivisionError)" in ana.at.body.text
    ana.tap("to table")
    assert ana.sentence == "Tap where your card goes"


def test_points_are_called_points(light, at):
    ana = at(light, "ana")
    assert ana.at.top["seat ana"].end == "4 pts"


def test_four_seats_have_their_points_underneath(store, at):
    table = companion.open_table("four-keys", ["Ana", "Bo", "Cy", "Deborah Ann"], store=store, depth="light")
    chip = at(table, "ana").at.top[f"seat {table.players[3].handle}"]
    assert (chip.text, chip.sub, chip.end) == ("Deborah…", "4 pts", "")


def test_one_card_is_one_card(device):
    page = device("count", game="four-keys")
    for cell in CELLS:
        page.board(cell)
    assert page.sentence.endswith("1 card to go")
