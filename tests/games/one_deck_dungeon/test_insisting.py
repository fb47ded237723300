"""A roll that is changed later: what lies on the table is kept, with the dice that lie there now."""

from __future__ import annotations

import companion
from companion.engine.table import Table

ROLL = "roll S 5 4 A 4 4 1 M 2 1"


def fought() -> Table:
    """The Archer has met a Goblin, taken two hearts and its XP."""
    table = companion.open_table("one-deck-dungeon", ["Solo"], edition="core", store=":memory:", depth="full")
    table.play("hero solo archer; dungeon dragons-cave; explore; enter 1; card #goblin-a; fight")
    table.play(f"{ROLL}; settle S4 > 1 S5 > 5 A4 > 3 A4 > 4; loot #goblin xp")
    assert (table.state.step, table.state.hero("solo").damage, table.state.xp) == ("turn", 2, 2)
    return table


def changed(table: Table, roll: str) -> str:
    """Change the roll, keep what lies on the table; return the word of what no longer fitted."""
    number = next(record.seq for record in table.log if record.text.startswith("roll"))
    result = table.amend(number, roll, keep=True)
    assert all(misfit.kept for misfit in result.misfits)
    return " ".join(misfit.entry.text.split()[0] for misfit in result.misfits)


def test_a_better_die_takes_the_place_of_the_old_one() -> None:
    table = fought()
    assert changed(table, "roll S 6 4 A 4 4 1 M 2 1") == "settle"
    assert (table.state.step, table.state.hero("solo").damage, table.state.xp) == ("turn", 2, 2)


def test_a_die_that_covers_nothing_now_leaves_its_box_open() -> None:
    table = fought()
    assert changed(table, "roll S 4 4 A 4 4 1 M 2 1") == "settle"
    assert (table.state.step, table.state.hero("solo").damage, table.state.xp) == ("turn", 4, 2)


def test_poison_that_was_placed_is_placed_although_it_is_not_due() -> None:
    table = companion.open_table("one-deck-dungeon", ["Solo"], edition="practice", store=":memory:", deck="forest")
    table.play("hero solo archer; dungeon ?; explore")
    table.it_happened("poison solo 1")
    assert (table.state.step, table.state.hero("solo").poison) == ("turn", 1)


def test_what_was_taken_is_taken_although_it_is_not_due() -> None:
    table = fought()
    table.undo()
    table.it_happened("damage solo 1")
    assert (table.state.step, table.state.hero("solo").damage) == ("loot", 3)


def test_a_slip_of_many_digits_is_refused_at_once_and_cannot_have_happened() -> None:
    table = fought()
    table.undo()
    table.undo()
    for line in ("damage solo 99999999999", "result solo 99999999", "result time 99999999999", "set xp 99999999"):
        verdict = table.check(line)
        assert not verdict.legal, line
        assert not table.could_happen(line), line


def test_what_a_fight_cost_is_told_once() -> None:
    table = companion.open_table("one-deck-dungeon", ["Ana", "Bo"], edition="core", store=":memory:", depth="full")
    table.play("hero ana warrior; hero bo rogue; dungeon dragons-cave; explore; enter 1; card #goblin-a; fight")
    table.play("roll S 6 2 2 A 2 2 1 1 M 2; settle")
    assert table.state.due[0].what == "damage"
    verdict = table.check("result ana 1 time 2")
    assert verdict.reason == "That fight is settled: share out what is due."


def test_the_stairs_are_never_set_to_more_than_they_bear() -> None:
    table = fought()
    assert table.check("set stairs 2").legal
    assert table.check("set stairs 3").reason == "At 3 tokens the stairs hurt, and the tokens go."
