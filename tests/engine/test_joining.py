"""Somebody sits down in the middle of the game: where the rules can bear it, as an entry that undo knows."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

import companion
from companion.engine.errors import IllegalMoveError, StaleError, UnreadableError
from companion.engine.game import TABLE
from companion.engine.store import Store


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "tables.db")


def begun(game, store, players=("Ana", "Bo"), **options):
    """A game at its first turn, dealt with practice cards."""
    table = companion.open_table(game, list(players), edition="practice", seed=5, store=store, **options)
    dealt(table)
    return table


def names(table) -> list[str]:
    return [seat.name for seat in table.players]


def listed(store, table) -> tuple[str, ...]:
    """The names that the list of tables shows."""
    return next(one.players for one in store.tables() if one.id == table.id)


def dealt(table) -> None:
    """Let the table reveal, and the seats choose, what is asked now."""
    rng = Random(3)
    while table.actor == TABLE or getattr(table.state, "due", ()):
        if table.actor == TABLE:
            table.sample()
        else:
            table.play(table.game.policy("random")(table.game, table.state, rng))


def round_ended(table) -> None:
    """Play Shadowgate until the first seat is about to begin again."""
    rng = Random(3)
    while not table.game.may_join(table.state):
        table.play(table.game.policy("random")(table.game, table.state, rng))


@pytest.mark.clause("four-doors.setup.latecomer")
@pytest.mark.parametrize("depth", ["light", "sides", "full"])
def test_eve_joins_the_four_doors_between_turns(depth, store):
    table = begun("four-doors", store, depth=depth)
    down, turn, active = table.state.down, table.state.turn, table.state.active
    table.join("Eve")
    dealt(table)
    assert names(table) == ["Ana", "Bo", "Eve"]
    assert table.state.down == down - 3, "the starting hand of three players"
    assert (table.state.step, table.state.turn, table.state.active) == ("act", turn, active)
    eve = table.state.player("eve")
    assert bool(eve.adventurer and eve.at) == (depth == "full")
    assert len(eve.hand) == (3 if depth == "full" else 0)
    assert table.state.players[1].handle == "bo"
    assert not table.problems()


@pytest.mark.clause("four-doors.setup.latecomer")
def test_the_newcomer_takes_turns_and_is_asked_in_words(store):
    table = begun("four-doors", store)
    table.join("Eve")
    assert table.prompt().sentence == "Eve: which adventurer?"
    assert table.check("search").reason == "First the setup: tell what lies on the table."
    dealt(table)
    order = []
    while len(order) < 4:
        order.append(table.state.active)
        table.play("done")
        dealt(table)
    assert order == ["ana", "bo", "eve", "ana"]


@pytest.mark.clause("four-doors.setup.latecomer", "four-doors.setup.players")
def test_nobody_joins_the_four_doors_at_a_bad_moment(store):
    table = companion.open_table("four-doors", ["Ana", "Bo"], edition="practice", seed=5, store=store)
    with pytest.raises(IllegalMoveError, match="First the setup"):
        table.join("Eve")
    table.deal()
    table.play("search")
    with pytest.raises(IllegalMoveError, match="between turns: when"):
        table.join("Eve")
    five = begun("four-doors", store, ("Ana", "Bo", "Cy", "Di", "Eve"))
    with pytest.raises(IllegalMoveError, match="one to five"):
        five.join("Flo")


@pytest.mark.clause("four-doors.setup.latecomer")
def test_a_pile_that_is_too_small_for_a_hand_waits_for_the_shuffle(store):
    table = begun("four-doors", store)
    table.correct(replace(table.state, down=2))
    with pytest.raises(IllegalMoveError, match="after the shuffle"):
        table.join("Eve")


@pytest.mark.clause("shadowgate.setup.latecomer")
@pytest.mark.parametrize(
    ("depth", "mode", "items"), [("full", "standard", 2), ("full", "competition", 0), ("light", "standard", 0)]
)
def test_dee_joins_shadowgate_at_the_end_of_a_round(depth, mode, items, store):
    table = begun("shadowgate", store, ("Ana", "Bo", "Cy"), depth=depth, mode=mode)
    round_ended(table)
    turn, active = table.state.turn, table.state.active
    table.join("Dee")
    assert table.prompt().sentence
    dealt(table)
    dee = table.state.player("dee")
    assert dee.character
    assert dee.character not in {other.character for other in table.state.players[:3]}
    assert len(dee.inventory) == items
    assert dee.xp == 0
    assert not dee.done
    assert (table.state.turn, table.state.active) == (turn, active)
    assert [sheet.seat for sheet in table.score()] == ["ana", "bo", "cy", "dee"]
    assert not table.problems()


@pytest.mark.clause("shadowgate.setup.latecomer", "shadowgate.setup.players")
def test_nobody_joins_shadowgate_within_a_round(store):
    table = begun("shadowgate", store)
    round_ended(table)
    while table.state.active == table.state.first:
        table.play(table.game.policy("random")(table.game, table.state, Random(1)))
    with pytest.raises(IllegalMoveError, match="at a round's end: before"):
        table.join("Dee")
    four = begun("shadowgate", store, ("Ana", "Bo", "Cy", "Di"))
    with pytest.raises(IllegalMoveError, match="two to four"):
        four.join("Dee")
    locked = begun("shadowgate", store)
    locked.correct(replace(locked.state, unlocked=True))
    with pytest.raises(IllegalMoveError, match="too late to join"):
        locked.join("Dee")


@pytest.mark.clause("four-keys.setup.latecomer", "one-deck-dungeon.setup.latecomer")
@pytest.mark.parametrize(("game", "instead"), [("four-keys", "Share a seat"), ("one-deck-dungeon", "share a hero")])
def test_where_the_rules_cannot_bear_it_they_say_why(game, instead, store):
    table = begun(game, store)
    with pytest.raises(IllegalMoveError, match=instead) as refused:
        table.join("Eve")
    assert refused.value.verdict.clauses == (f"{game}.setup.latecomer",)
    assert names(table) == ["Ana", "Bo"]


def test_undo_save_export_and_rematch_know_who_has_joined(store):
    table = begun("four-doors", store)
    table.join("Eve")
    dealt(table)
    table.call("eve", "Evelyn")
    assert table.log[-1].sentence == "Eve is called Evelyn from now on"
    for other in (companion.load_table(table.id, store), companion.import_table(table.export(), ":memory:")):
        assert other.state == table.state
        assert names(other) == ["Ana", "Bo", "Evelyn"]
        assert not other.notices
    assert listed(store, table) == ("Ana", "Bo", "Evelyn")
    assert names(table.rematch()) == ["Ana", "Bo", "Evelyn"]
    sentences = [record.sentence for record in table.log]
    assert "Eve joins the game, by agreement of the table" in sentences
    while "eve" in {player.handle for player in table.state.players}:
        table.undo()
    assert names(table) == ["Ana", "Bo"]
    assert listed(store, table) == ("Ana", "Bo")
    table.redo()
    assert names(table) == ["Ana", "Bo", "Eve"]


def test_a_change_of_the_past_keeps_who_joined_later(store):
    table = begun("four-doors", store, depth="light")
    table.play("clear purple left")
    cleared = table.log[-1].seq
    table.play("done")
    dealt(table)
    table.join("Eve")
    table.amend(cleared, "clear green left", keep=True)
    assert names(table) == ["Ana", "Bo", "Eve"]
    assert len(table.state.players) == 3


def test_another_device_learns_it_and_a_name_is_made_a_handle_of_its_own(store):
    table = begun("four-doors", store, depth="light")
    other = companion.load_table(table.id, store)
    table.join("Bo")
    assert other.refresh()
    assert [seat.handle for seat in other.players] == ["ana", "bo", "bo2"]
    with pytest.raises(StaleError):
        table.join("Cy", seq=0)
    with pytest.raises(UnreadableError, match="a name of at least one letter"):
        table.join("  ")
