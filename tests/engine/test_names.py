"""A seat is given another name: in the position, in the log and in the list; its handle stays, and undo knows it."""

from __future__ import annotations

import pytest

import companion
from companion.engine.errors import StaleError, UnknownNameError, UnreadableError
from companion.engine.store import Store
from tests.engine import toy

_toy_game = pytest.fixture(scope="module", autouse=True)(toy.installed)
GAMES = ("four-keys", "four-doors", "one-deck-dungeon", "shadowgate")


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "tables.db")


def names(table) -> list[str]:
    return [seat.name for seat in table.players]


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_has_another_name_everywhere_and_its_handle_stays(game, store):
    table = companion.open_table(game, ["Ana", "Bo"], edition="practice", seed=5, store=store)
    before = table.state
    table.call("bo", "  Beatrix\n")
    seated = getattr(table.state, table.game.seated)
    assert [one.name for one in seated] == names(table) == ["Ana", "Beatrix"]
    assert [one.handle for one in seated] == ["ana", "bo"]
    assert table.header.name_of("bo") == "Beatrix"
    assert table.log[-1].sentence == "Bo is called Beatrix from now on"
    assert store.tables()[0].players == ("Ana", "Beatrix")
    table.undo()
    assert table.state == before
    assert names(table) == ["Ana", "Bo"]
    assert store.tables()[0].players == ("Ana", "Bo")
    table.redo()
    assert names(table) == ["Ana", "Beatrix"]


def test_a_name_lasts_through_saving_and_goes_into_a_rematch(store):
    table = companion.open_table("four-keys", ["Ana", "Bo"], edition="practice", seed=5, store=store)
    table.deal()
    table.call("ana", "Anabel")
    table.play("take 1D; place e4")
    for other in (companion.load_table(table.id, store), companion.import_table(table.export(), ":memory:")):
        assert other.state == table.state
        assert names(other) == ["Anabel", "Bo"]
        assert not other.notices
    assert names(table.rematch()) == ["Anabel", "Bo"]
    assert names(table.fork()) == ["Anabel", "Bo"]


def test_another_device_learns_it(store):
    table = companion.open_table("four-keys", ["Ana", "Bo"], edition="practice", seed=5, store=store)
    other = companion.load_table(table.id, store)
    table.call("ana", "Anabel", by="bo")
    assert other.refresh()
    assert names(other) == ["Anabel", "Bo"]
    other.sample()
    assert table.refresh()
    assert names(table) == ["Anabel", "Bo"]
    with pytest.raises(StaleError, match="Anabel"):
        table.call("bo", "Bob", seq=0)


def test_a_change_of_the_past_keeps_a_later_name():
    table = companion.open_table("four-keys", ["Ana", "Bo"], edition="practice", seed=5)
    table.deal()
    table.play("take 1D; place e4")
    place = next(record.seq for record in table.log if record.text == "place e4")
    table.call("ana", "Anabel")
    table.amend(place, "place c4")
    assert names(table) == ["Anabel", "Bo"]
    assert table.state.players[0].name == "Anabel"
    table.undo()
    assert names(table) == ["Anabel", "Bo"]
    table.undo()
    assert names(table) == ["Ana", "Bo"]


def test_a_game_without_names_in_its_positions_is_followed_too():
    table = toy.start()
    state = table.state
    table.call("ana", "Anabel")
    assert table.state == state
    assert names(table)[0] == "Anabel"


def test_a_blank_name_and_an_unknown_seat_are_refused_and_the_same_name_is_no_entry():
    table = toy.start()
    with pytest.raises(UnreadableError, match="expected a name of at least one letter"):
        table.call("ana", " \u200b ")
    with pytest.raises(UnknownNameError, match="no seat 'cy'"):
        table.call("cy", "Cy")
    seq = table.seq
    assert table.call("ana", "Ana") == ()
    assert table.seq == seq
