"""The end of a game, the log, the rules and the menu, as people meet them on the page."""

from __future__ import annotations

import pytest

import companion
from companion.ui.session import Session


def finished(store, edition="practice", names=("Ana", "Bo")):
    """A light table where every dungeon is full."""
    table = companion.open_table("four-keys", list(names), store=store, depth="light", edition=edition, seed=1)
    for seat, needs in (("ana", "X"), ("bo", "HH")):
        cells = [f"{column}{row}" for row in "4567" for column in "defg"][1:]
        for i, cell in enumerate(cells[:14]):
            table.play(
                f"card {seat} {cell} " + (f"!?1{{{needs}}}" if i == 0 else "ajar3" if i == 1 and seat == "ana" else "?")
            )
    return table


def test_winners_are_named_after_everybody_has_looked(store, at):
    table = finished(store)
    scribe, bo = at(table), at(table, "bo")
    assert scribe.at.actions["primary"].text == "Count up"
    scribe.tap("primary")
    assert "Is this your dungeon?" in scribe.at.body.text
    scribe.tap("yes ana")
    bo.follow().tap("primary").tap("yes bo")
    scribe.follow()
    assert "Count Bo's dungeon" in scribe.at.body.text
    scribe.tap("next")
    assert "Adventurer tile 4 4 gold on it" in scribe.at.body.text
    assert "wins" not in scribe.at.body.text
    scribe.tap("next")
    assert companion.load_table(table.id, store).outcome().reason in scribe.at.body.text


def test_fixing_leads_back_to_the_dungeon_and_asks_again(store, at):
    scribe = at(finished(store))
    scribe.tap("primary").tap("yes ana").tap("fix bo")
    assert scribe.sentence == "Tap what you want to put right"
    scribe.board("bo:e4").pad("do away")
    scribe.tap("undo")
    scribe.tap("primary")
    assert "yes ana" in scribe.at.body


def test_an_agreed_end_has_standings_and_can_be_taken_back(light, at):
    ana = at(light, "ana")
    ana.tap("menu").tap("end")
    ana.tap("next").tap("next")
    assert "The table agreed to end the game here." in ana.at.body.text
    ana.tap("menu").tap("reopen")
    assert ana.sentence == "Tap where your card goes"


def test_the_same_players_play_again(store, at):
    ana = at(finished(store), "ana")
    first = ana.table.id
    ana.tap("menu").tap("rematch")
    assert ana.table.id != first
    assert ana.table.header.rematch_of == first
    assert ana.app.screen.session.viewer == "ana"


def test_new_cards_are_kept_when_the_table_says_so(store, at):
    table = companion.open_table("four-keys", ["Ana", "Bo"], store=store, edition="our-box", seed=1)
    table.play("order ana bo; start ana ?; start bo ?; reveal 1D box{HL}; reveal 1K H/L; reveal 2D ?; reveal 2K ?")
    scribe = at(table)
    scribe.tap("menu").tap("end")
    scribe.tap("next").tap("next")
    assert scribe.at.body["keep cards"].text == "Keep 2 new cards in Our box?"
    scribe.tap("keep cards")
    assert scribe.toasts[-1] == "2 cards kept."
    assert companion.engine.edition.Edition.load("four-keys", "our-box").told[0] == 10
    assert "keep cards" not in scribe.at.body


# --- the log


def test_what_was_taken_back_is_struck_through_not_gone(light, at):
    ana = at(light, "ana")
    ana.board("ana:e4").pad("1K", "L").tap("undo").tap("tab log")
    assert "struck" in ana.at.body["entry 1"].look
    assert "taken back" in ana.at.body["entry 1"].sub
    assert ana.at.body["entry 2"].text.startswith("Taken back: Ana placed a Key")


def test_an_old_entry_is_changed_from_the_log(light, at):
    ana = at(light, "ana")
    ana.board("ana:e4").pad("1K", "L").board("ana:f4").pad("1K", "H")
    ana.tap("tab log").tap("entry 1")
    ana.at.sheet.fill(text="card ana e4 +1X")
    ana.tap("put right")
    assert ana.table.state.player("ana").dungeon["e4"].shows == "X"
    assert ana.at.sheet.hidden


def test_an_old_entry_is_picked_again_in_four_taps(light, at):
    ana = at(light, "ana")
    ana.board("ana:e4").pad("1D", "L").board("ana:f4").pad("1K", "H")
    ana.taps = 0
    ana.tap("tab log").tap("entry 1").tap("again").pad("1D", "H")
    assert ana.taps <= 6
    assert ana.table.state.player("ana").dungeon["e4"].open
    assert any("Open now" in text for text in ana.toasts)
    ana.pad("box").tap("tab log").tap("entry 4").tap("again").pad("trap")
    assert ana.table.state.player("ana").dungeon["e4"].room == "trap"


@pytest.mark.parametrize(
    ("entry", "steps", "after"),
    [
        ("take 1D", ("1K",), "take 1K"),
        ("bo: point e4 up", ("left",), "bo: point e4 left"),
        ("reveal 1D box{H}", ("trap", "C"), "reveal 1D trap{C}"),
        ("start ana start(a2,a3){HL}", ("start(b1,c1){LX}",), "start ana start(b1,c1){LX}"),
        ("card bo e4 +1H", ("2K", "LC"), "card bo e4 +2LC"),
        ("bo: open e4 chest", ("monster",), "bo: open e4 monster"),
    ],
)
def test_an_entry_is_asked_again_in_its_own_words(light, at, entry, steps, after):
    from companion.ui.pad import Answer, Pad

    play = at(light).app.screen.play
    pad, said = Pad(), []
    pad.on_commit(said.append)
    pad.show(play.entry_ask(entry))
    pad.choose(*steps)
    assert isinstance(said[0], Answer)
    assert play.entry_text(entry, said[0]) == after


def test_the_first_entry_that_no_longer_fits_is_shown_before_anything_changes(light, at):
    ana = at(light, "ana")
    ana.board("ana:e4").pad("1K", "L").board("ana:f4").pad("1K", "H")
    ana.tap("tab log").tap("entry 1").tap("strike")
    assert "Nothing next to it yet." in ana.at.sheet.text
    seq = ana.table.seq
    ana.tap("take back")
    assert ana.table.seq == seq
    ana.tap("entry 1").tap("strike").tap("keep")
    dungeon = ana.table.state.player("ana").dungeon
    assert dungeon["e4"] is None
    assert dungeon["f4"].shows == "H"


def test_a_note_stands_in_the_log(light, at):
    ana = at(light, "ana")
    ana.tap("tab log")
    ana.at.body.fill(note="Dee sits with <b>Ana</b>")
    ana.tap("note")
    assert ana.at.body["entry 1"].text == "Dee sits with <b>Ana</b>"


# --- score and rules


def test_every_line_of_a_sheet_opens_to_its_arithmetic_and_its_rule(light, at):
    ana = at(light, "ana")
    ana.board("ana:e4").pad("1D", "H").board("ana:f4").pad("1K", "H").pad("trap").tap("tab score")
    line = next(row for row in ana.at.body["sheet ana"].inside if row.text == "Trap Room")
    assert line.end == "1"
    assert line.inside[0].text == "not in a corner of the dungeon"
    assert "Rooms: trap" in ana.at.body.text


@pytest.mark.clause("four-keys.placement.orthogonal")
def test_a_question_of_the_table_is_answered_by_its_clause(light, at):
    ana = at(light, "ana")
    ana.tap("tab ask")
    book = ana.table.game.rulebook
    assert book["four-keys.placement.orthogonal"].text in ana.at.body["question 0"].inside[0].items[0].text
    ana.at.body.fill(words="larder")
    ana.tap("find")
    assert book["four-keys.rooms.larder"].text in ana.at.body.text
    ana.at.body.fill(words="xylophone")
    ana.tap("find")
    assert "no rule with 'xylophone'" in ana.at.body.text


def test_every_question_of_the_kit_names_a_clause(light, at):
    kit = at(light).app.screen.kit
    assert len(kit.asks) == 6
    assert all(clause in light.game.rulebook for _, clause in kit.asks)
    for players in (2, 3, 4):
        assert all(clause in light.game.rulebook for clause in kit.layout(players))


# --- the menu


def test_phones_are_shown_a_code_or_told_how_to_come(light, at, monkeypatch):
    ana = at(light, "ana")
    ana.tap("phones", "head")
    assert "companion serve --lan" in ana.at.sheet.text
    monkeypatch.setenv("COMPANION_JOIN_BASE", "http://192.0.2.7:8866")
    monkeypatch.setenv("COMPANION_JOIN_TOKEN", "secret-token")
    ana.tap("close").tap("phones", "head")
    assert "Hold your phone here" in ana.at.sheet.text
    code = ana.at.sheet.shown[1]
    assert code.svg.startswith("<svg")
    assert f"http://192.0.2.7:8866/table?table={light.id}&token=secret-token" in code.label


def test_the_table_is_renamed_glanced_at_and_turned(light, at):
    ana = at(light, "ana")
    ana.tap("menu")
    ana.at.sheet.fill(title="Friday")
    ana.tap("rename")
    assert ana.table.header.title == "Friday"
    ana.tap("glance", "head")
    assert ana.at.board.drawn.label == "Scores at a glance"
    ana.tap("glance", "head")
    ana.tap("menu").tap("turn")
    assert ana.at.board.turned
    assert "ana:e4" in ana.at.board.drawn.places


def test_what_is_exported_comes_back_the_same(light, at):
    ana = at(light, "ana")
    ana.board("ana:e4").pad("1K", "L").tap("menu")
    content = next(item.content for item in ana.at.sheet.shown if hasattr(item, "content"))
    assert companion.import_table(content, store=":memory:").state == ana.table.state


def test_an_error_nobody_expected_is_a_sentence_on_the_page(light, at, monkeypatch):
    ana = at(light, "ana")
    monkeypatch.setattr(ana.app.screen.play, "tapped", lambda place: 1 / 0)
    ana.board("ana:e4")
    assert ana.app.shell.error == "Something went wrong here; nothing was lost. (ZeroDivisionError)"


def test_a_seat_that_does_not_exist_is_nobody(light):
    assert Session(light, "mallory").seat == ""


def test_switching_tables_twenty_times_leaves_a_page_that_works(light, at):
    ana = at(light, "ana")
    for _ in range(20):
        ana.app.home()
        ana.app.count("four-keys")
        ana.app.sit(companion.load_table(light.id, ana.app.store), "ana")
    ana.board("ana:e4").pad("1K", "L")
    assert ana.table.seq == 1
