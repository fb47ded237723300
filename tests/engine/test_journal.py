"""The journal: what stands after undoing, redoing and amending, and that every position comes back exactly."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.errors import CompanionError, MisfitError
from companion.engine.journal import Change, Entry, ReplayError, encode, fingerprint, standing
from tests.engine import toy

_toy_game = pytest.fixture(scope="module", autouse=True)(toy.installed)


def seqs(*entries: Entry) -> list[int]:
    return [entry.seq for entry in standing(entries)]


def plays(last: int, first: int = 1) -> list[Entry]:
    return [Entry(seq, "play") for seq in range(first, last + 1)]


def test_what_was_entered_stands():
    assert seqs(*plays(3)) == [1, 2, 3]


def test_an_undo_takes_back_the_last_and_a_redo_brings_it_back():
    assert seqs(*plays(3), Entry(4, "undo")) == [1, 2]
    assert seqs(*plays(3), Entry(4, "undo"), Entry(5, "undo"), Entry(6, "redo")) == [1, 2]


def test_followers_go_and_come_with_what_they_followed():
    followed = [*plays(2), Entry(3, "play", auto=True, group=2), Entry(4, "learn", auto=True, group=2)]
    assert seqs(*followed, Entry(5, "undo")) == [1]
    assert seqs(*followed, Entry(5, "undo"), Entry(6, "redo")) == [1, 2, 3, 4]


def test_what_followed_from_the_set_up_cannot_be_undone():
    start = Entry(1, "play", auto=True)
    assert seqs(start, Entry(2, "play"), Entry(3, "undo")) == [1]
    with pytest.raises(ReplayError, match="nothing to undo"):
        standing([start, Entry(2, "undo")])


def test_something_new_cuts_what_could_be_redone():
    with pytest.raises(ReplayError, match="nothing to redo"):
        standing([*plays(2), Entry(3, "undo"), Entry(4, "play"), Entry(5, "redo")])


def test_a_note_neither_counts_nor_cuts():
    assert seqs(*plays(2), Entry(3, "undo"), Entry(4, "note"), Entry(5, "redo"), Entry(6, "undo")) == [1]


def amended(seq: int, target: int, *line: int) -> Entry:
    return Entry(seq, "amend", data=encode(Change(target, line, msgspec.Raw(b"{}"))))


def test_an_amendment_stands_in_the_place_of_its_target():
    assert seqs(*plays(3), amended(4, 2, 4, 3)) == [1, 4, 3]


def test_an_amendment_is_undone_and_redone_as_one():
    entries = [*plays(3), amended(4, 1, 4, 3), Entry(5, "undo")]
    assert seqs(*entries) == [1, 2, 3]
    assert seqs(*entries, Entry(6, "redo")) == [4, 3]


def test_an_amendment_can_be_amended():
    assert seqs(*plays(2), amended(3, 1, 3, 2), amended(4, 3, 4, 2)) == [4, 2]


def test_what_newly_follows_from_an_amendment_stands_only_where_it_says():
    follower = Entry(4, "play", auto=True, group=3)
    assert seqs(*plays(2), amended(3, 1, 3, 4, 2), follower) == [3, 4, 2]


@pytest.mark.parametrize(
    ("entries", "complaint"),
    [
        ([Entry(2, "play")], "entry 1 was expected"),
        ([*plays(2), Entry(4, "play")], "entry 3 was expected"),
        ([Entry(1, "dance")], "'dance' is not a kind"),  # type: ignore[arg-type]
        ([*plays(1), amended(2, 7, 2)], "entry 7, which it changes, does not stand"),
        ([*plays(1), amended(2, 1, 2, 9)], "entry 9, which belongs to it, is missing"),
        ([*plays(1), Entry(2, "amend", data="garbage")], "it is damaged"),
    ],
)
def test_an_entry_that_cannot_be_there_is_named(entries, complaint):
    with pytest.raises(ReplayError, match=complaint) as caught:
        standing(entries)
    assert f"Entry {entries[-1].seq} " in str(caught.value)


def test_a_fingerprint_tells_positions_apart():
    table = toy.start()
    before = fingerprint(table.state)
    table.play("reveal 5")
    assert len(before) == 8
    assert fingerprint(table.state) != before
    assert table._journal.entries[-1].hash == fingerprint(table.state)


# ---------------------------------------------------------------- properties, on whole games entered at random

unhurried = settings(deadline=None, max_examples=80)
CHOICES = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 99)), max_size=40)


def may_be_entered(table):
    return [*table.legal, *table.asides]


def enter_one(table, number):
    """Enter some move; whether there was one."""
    moves = may_be_entered(table)
    if moves:
        table.play(moves[number % len(moves)])
    return bool(moves)


def pebbles_in_place(table):
    """How many pebbles the position holds, each of which must be a different one of the pile."""
    found = [held.nth for held in toy.rules().everywhere(table.state)]
    assert len(found) == len(set(found))
    return sorted(found) == list(range(1, table.state.dealt + 1))


@unhurried
@given(CHOICES)
def test_undoing_all_the_way_and_redoing_gives_every_position_back(choices):
    """As in gloomhavensecretariat #126 and boardgame.io #389: piles keep their order, across ends of phases too."""
    table = toy.start()
    seen = [table.state]
    for _, number in choices:
        if enter_one(table, number):
            seen.append(table.state)
    for state in reversed(seen[:-1]):
        table.undo()
        assert table.state == state
    assert table.undoable == ""
    for state in seen[1:]:
        table.redo()
        assert table.state == state
    assert table.redoable == ""


@unhurried
@given(CHOICES)
def test_undo_and_redo_at_random_keep_to_a_stack_of_positions(choices):
    table = toy.start()
    past, future = [table.state], []
    for what, number in choices:
        if what < 2 and len(past) > 1:
            future.append(past.pop())
            table.undo()
        elif what < 4 and future:
            past.append(future.pop())
            table.redo()
        elif what == 4:
            table.note("hm")
        elif enter_one(table, number):
            past.append(table.state)
            future.clear()
        assert table.state == past[-1]
        assert pebbles_in_place(table)


def do_anything(table, what, number):
    """Try any of the things that people do; those that are refused change nothing."""
    before = table.state
    try:
        if what == 0:
            table.undo()
        elif what == 1:
            table.redo()
        elif what == 2 and table.seq:
            table.amend(number % table.seq + 1, ("", "reveal 3", "take", "leave")[number % 4], keep=number % 2 == 0)
        elif what == 3:
            table.it_happened(("bo: take", "leave", "reveal 9", "ana: take")[number % 4])
        elif what == 4:
            table.correct(before, "as it lies")
        else:
            enter_one(table, number)
    except CompanionError:
        assert table.state == before


@unhurried
@given(CHOICES)
def test_whatever_is_entered_the_journal_alone_gives_the_position_back(choices):
    """As in terraforming-mars #2537: each pebble is in exactly one place after every step."""
    table = toy.start(edition="our-box")
    for what, number in choices:
        do_anything(table, what, number)
        assert pebbles_in_place(table)
    store = toy.Store(":memory:")
    again = toy.load(store, store.import_text(table.export()).id)
    assert again.read_only == ""
    assert again.state == table.state
    assert again.new_cards == table.new_cards
    assert again.log == table.log
    assert (again.undoable, again.redoable) == (table.undoable, table.redoable)


@unhurried
@given(CHOICES, st.integers(0, 99), st.sampled_from(["reveal 1", "reveal 9", "leave", "take", "bo: shout", ""]))
def test_an_amendment_that_does_not_fit_changes_nothing(choices, target, text):
    table = toy.start()
    for _, number in choices:
        enter_one(table, number)
    if not table.seq:
        return
    before = (table.export(), table.state, table.log)
    refused = None
    try:
        table.amend(target % table.seq + 1, text)
        table.undo()
    except CompanionError as error:
        refused = error
    if refused is not None:
        assert (table.export(), table.state, table.log) == before
    if isinstance(refused, MisfitError):
        assert f"Entry {refused.seq} " in str(refused)
        assert refused.verdict.clauses
    assert table.state == before[1]


@unhurried
@given(CHOICES, st.integers(0, 99), st.sampled_from(["reveal 1", "leave", "take", ""]))
def test_keeping_what_lies_there_always_leads_somewhere_and_can_be_undone(choices, target, text):
    table = toy.start()
    for _, number in choices:
        enter_one(table, number)
    if not table.seq:
        return
    before, chosen = table.state, target % table.seq + 1
    entered = {record.seq for record in table.log if not record.auto and record.seq != chosen}
    try:
        result = table.amend(chosen, text, keep=True)
    except CompanionError:
        assert table.state == before
        return
    left_out = {misfit.entry.seq for misfit in result.misfits if not misfit.kept}
    stand = {record.seq for record in table.log if record.standing}
    assert entered - stand == left_out
    on_its_word = {record.seq for record in table.log if record.corrected} - {result.entries[0].seq}
    assert on_its_word == {misfit.entry.seq for misfit in result.misfits if misfit.kept}
    table.undo()
    assert table.state == before
