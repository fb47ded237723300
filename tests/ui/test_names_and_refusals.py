"""What the page offers at a refusal, names that change during a game, and a deal taken back: in every game."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import companion

GAMES = ("four-keys", "four-doors", "one-deck-dungeon", "shadowgate")


def opened(game, store, seed=5):
    return companion.open_table(game, ["Ana", "Bo"], store=store, edition="practice", seed=seed)


@pytest.mark.parametrize("game", GAMES)
def test_somebody_is_called_something_else_and_undo_knows_it(game, store, at):
    table = opened(game, store)
    table.deal()
    page = at(table, "all")
    page.tap("menu").tap("names", "sheet")
    assert page.at.sheet.values["name bo"] == "Bo"
    page.at.sheet.fill(**{"name bo": "Beatrix"})
    page.tap("save names", "sheet")
    assert not page.app.shell.error
    assert page.at.sheet.hidden
    assert [seat.name for seat in page.table.players] == ["Ana", "Beatrix"]
    assert page.at.left["seat bo"].text == "Beatrix"
    page.tap("undo", "actions")
    assert [seat.name for seat in page.table.players] == ["Ana", "Bo"]


def test_a_blank_name_is_said_in_words(store, at):
    table = opened("four-keys", store)
    page = at(table, "all").tap("menu").tap("names", "sheet")
    page.at.sheet.fill(**{"name bo": " "})
    page.tap("save names", "sheet")
    assert not page.at.sheet.hidden
    assert page.app.shell.error == "Nothing was entered: expected a name of at least one letter."


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_is_taken_back_with_one_tap(game, store, at):
    table = opened(game, store)
    before = table.state
    page = at(table, "all")
    page.app.screen.deal()
    assert page.table.state != before
    page.tap("undo", "actions")
    assert page.table.state == before
    page.tap("redo", "snack")
    assert page.table.state != before


def test_what_nobody_could_work_out_is_not_offered(store, at):
    table = opened("four-doors", store)
    table.play("doors purple green blue gold")
    page = at(table, "all")
    page.app.screen.enter("search")
    assert "close" in page.at.sheet
    assert "happened" not in page.at.sheet
    page.tap("close").app.screen.enter("shadow #1")
    page.app.screen.enter("shadow #1")
    assert "happened" in page.at.sheet


def test_after_the_end_nothing_is_said_to_have_happened_that_leads_nowhere(store, at):
    table = opened("shadowgate", store)
    table.deal()
    table.correct(replace(table.state, ended="defeat", due=()), "over")
    page = at(table, "all")
    page.app.screen.enter("attempt 1")
    assert "over" in page.at.sheet.text
    assert "happened" not in page.at.sheet


def test_an_untold_card_that_cannot_be_that_is_refused_and_kept_at_a_second_tap(store, at):
    table = opened("four-keys", store)
    table.play("order ana bo ana* bo*; start ana ?; start bo ?; reveal 1D ?; reveal 1K ?; reveal 2D ?; reveal 2K ?")
    page = at(table, "all")
    seq = page.table.seq
    page.app.screen.tell("1K", "HHHC/?")
    assert "No unseen card of this box can be HHHC/?" in page.at.sheet.text
    assert page.table.seq == seq
    page.tap("happened")
    assert str(page.table.state.piles[1].top) == "HHHC/?"
    assert not page.app.shell.error
    page.tap("tab score")
    assert "What was told (HHHC/?) contradicts other cards" in page.at.body.text


@pytest.fixture
def untold(store):
    """Ana's turn at a castle of which nobody has told the quests."""
    table = opened("shadowgate", store, seed=1)
    table.play("character ana jair; character bo fezlyn")
    while table.state.token[0] == "quest":
        table.play(f"quest {table.state.token[1]} ?")
    table.deal()
    return table


def test_an_untold_quest_is_tried_and_failed_with_what_a_card_may_cost(untold, at):
    page = at(untold).board("quest.1").tap("beside").tap("beside")
    assert page.at.pad.ask.name == "fails 1"
    grey = {key.id for key in page.at.pad.ask.steps[0].keys if not key.enabled}
    costs = {(kind.torch, kind.skulls) for kind in untold.state.deck("I").unseen.kinds()}
    assert {key.id for key in page.at.pad.ask.steps[0].keys} - grey == {f"{torch} {skulls}" for torch, skulls in costs}
    assert grey
    page.pad("1 0")
    assert not page.app.shell.error
    assert page.at.sheet.hidden
    assert page.table.log[-1].sentence == "Ana failed a quest of deck I."
    assert page.table.state.torch == untold.state.torch - 1


def test_what_no_quest_can_be_is_refused_in_words_and_stands_if_the_table_says_so(untold, at):
    page = at(untold).board("quest.1").tap("beside")
    page.app.screen.enter("is quest.1 I/torch:2/skulls:1; failed 1")
    assert "No unseen card of this box is a quest of deck I (torch 2, skulls 1)." in page.at.sheet.text
    page.tap("happened")
    assert page.table.log[-1].sentence == "Ana failed a quest of deck I."
    assert page.table.state.player("ana").deaths == 1


def test_somebody_joins_between_turns_and_is_asked_for(store, at):
    table = opened("four-doors", store)
    while table.actor == "TABLE":
        table.sample()
    page = at(table, "all")
    page.tap("menu").tap("names", "sheet")
    page.at.sheet.fill(**{"name newcomer": "Eve"})
    page.tap("save names", "sheet")
    assert not page.app.shell.error
    assert page.at.sheet.hidden
    assert page.at.left["seat eve"].text == "Eve"
    assert page.sentence == "Eve: which adventurer?"
    page.tap("undo", "actions")
    assert [seat.name for seat in page.table.players] == ["Ana", "Bo"]


@pytest.mark.parametrize(("game", "why"), [("four-keys", "Share a seat."), ("one-deck-dungeon", "share a hero")])
def test_where_nobody_can_join_it_says_why(game, why, store, at):
    page = at(opened(game, store), "all").tap("menu").tap("names", "sheet")
    assert "name newcomer" not in page.at.sheet.values
    assert why in page.at.sheet.text
