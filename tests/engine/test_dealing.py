"""What chance deals in one go is one step: taken back, brought back and named as a whole, yet each card on its own."""

from __future__ import annotations

import pytest

import companion
from companion.engine.errors import CompanionError, StaleError
from companion.engine.game import TABLE
from companion.engine.store import Store

GAMES = ("four-keys", "four-doors", "one-deck-dungeon", "shadowgate")


def opened(game: str, store: object = ":memory:") -> companion.engine.table.Table:
    return companion.open_table(game, ["Ana", "Bo"], edition="practice", seed=5, store=store)


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_is_one_step_and_the_same_as_card_by_card(game):
    dealt, single = opened(game), opened(game)
    before = dealt.state
    entries = [entry for entry in dealt.deal() if not entry.auto]
    assert len(entries) > 1
    assert {entry.group for entry in entries} == {0, entries[0].seq}
    while single.actor == TABLE:
        single.sample()
    assert dealt.state == single.state
    after = dealt.state
    dealt.undo()
    assert dealt.state == before
    assert all(not record.standing for record in dealt.log if record.kind == "play")
    dealt.redo()
    assert dealt.state == after


def test_its_button_and_the_log_say_how_many_there_are():
    table = opened("four-keys")
    table.deal()
    first = table.log[0].sentence
    assert table.undoable == f"7 dealt: {first}"
    table.undo()
    assert table.redoable == f"7 dealt: {first}"
    assert table.log[-1].sentence == f"Taken back: 7 dealt: {first}"


def test_one_card_of_a_deal_is_put_right_alone():
    table = opened("four-keys")
    table.deal()
    reveal = next(record for record in table.log if record.text.startswith("reveal 1K"))
    other = next(kind for kind in table.state.piles[1].unseen.kinds() if str(kind) not in reveal.text)
    tops = [pile.top for pile in table.state.piles]
    table.amend(reveal.seq, f"reveal 1K {other}")
    assert table.state.piles[1].top == other
    assert [pile.top for pile in table.state.piles][2:] == tops[2:]
    table.undo()
    assert [pile.top for pile in table.state.piles] == tops
    table.undo()
    assert table.state.pending[0] == "order"


def test_what_is_entered_after_a_deal_is_a_step_of_its_own(tmp_path):
    store = Store(tmp_path / "tables.db")
    table = opened("four-keys", store)
    table.deal()
    dealt = table.state
    table.play("take 1D")
    again = companion.load_table(table.id, store)
    again.undo()
    assert again.state == dealt
    again.undo()
    assert again.state.pending[0] == "order"
    assert companion.import_table(again.export(), ":memory:").redo()


def test_no_more_is_dealt_than_asked_and_nothing_where_people_say_what_they_see():
    table = opened("four-keys")
    assert len([entry for entry in table.deal(3) if not entry.auto]) == 3
    expects = table.prompt().expects
    assert table.deal(asks=(expects,)) == ()
    table.deal()
    with pytest.raises(CompanionError, match="Nothing is revealed now"):
        table.deal()


def test_a_deal_on_an_older_entry_is_refused():
    table = opened("four-keys")
    table.sample()
    with pytest.raises(StaleError):
        table.deal(seq=0)
