"""Cards that somebody describes at the table: what the box learns, what is refused, and what the next game knows."""

from __future__ import annotations

import pytest

import companion
from companion.engine.edition import Edition
from companion.engine.errors import IllegalMoveError, UnreadableError
from companion.engine.store import Store
from companion.games.one_deck_dungeon.kinds import EncounterCard
from companion.games.one_deck_dungeon.state import Face

WOLF = "describe encounter set: forest name: Wolf kind: combat xp: 2 rule: none boxes: A4:t S5:hh"
LOG = "describe encounter set: forest name: Old Log kind: peril xp: 2 options.1: 2t A9w:hh options.2: S12w:hhh"


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    kept = Store(tmp_path / "tables.db")
    yield kept
    kept.close()


def own_table(store, *lines, **options):
    given = {"edition": "our-box", "deck": "hybrid", "tier": "expert", "depth": "light", "seed": 1, **options}
    table = companion.open_table("one-deck-dungeon", ["Ana", "Bo"], store=store, **given)
    for line in ("hero ana warrior", "hero bo mage", "dungeon yetis-cavern", "explore", "enter 1", *lines):
        table.play(line)
    return table


def wolves(edition):
    return [card for card in edition.cards if isinstance(card, EncounterCard) and card.name == "Wolf"]


def box():
    return Edition.load("one-deck-dungeon", "our-box")


@pytest.mark.clause("one-deck-dungeon.components.encounters")
def test_both_cards_of_a_name_are_described_and_each_keeps_its_loot(store):
    table = own_table(store, "card #wolf", f"{WOLF} item: A+h")
    cards = wolves(table.game.edition)
    assert [len(card.boxes) for card in cards] == [2, 2]
    assert sorted(str(card.item) for card in cards) == ["A+h", "None"]
    assert table.game.cat.described(Face("wolf"))
    assert table.log[-2].text.startswith("describe encounter set: forest name: Wolf")
    assert table.log[-2].sentence == "Wolf is described for the box."


def test_a_description_is_read_as_it_is_spelled(store):
    table = own_table(store, "card ?")
    for line in (WOLF, LOG):
        move = table.game.parse(line, table.state)
        assert table.game.parse(table.game.spell(move, table.state), table.state) == move


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("describe encounter set: forest kind: combat boxes: A4", "by its name"),
        ("describe encounter set: forest name: Wolf kind: combat", "Wolf is described by its boxes"),
        ("describe encounter set: forest name: Wolf kind: peril", "by its two options"),
        ("describe encounter set: forest name: Wolf", "by its kind"),
        ("describe encounter set: forest name: Wolf kind: combat rule: none boxes: G4", "has a colour"),
        ("describe encounter set: core name: Goblin kind: combat xp: 2 boxes: A4", "Goblin"),
        ("describe stairs four: yes", "by its name"),
    ],
)
def test_what_is_no_description_is_refused(store, line, why):
    table = own_table(store, "card ?")
    with pytest.raises(IllegalMoveError, match=why):
        table.play(line)
    assert table.new_cards == ()


def test_a_foe_is_described_once(store):
    table = own_table(store, "card ?", WOLF)
    with pytest.raises(IllegalMoveError, match="Wolf is described in Our box already"):
        table.play(WOLF)
    with pytest.raises(IllegalMoveError, match="tells something else of Wolf"):
        table.play(WOLF.replace("A4:t", "A6:t"))
    with pytest.raises(UnreadableError, match="describe encounter"):
        table.play("describe")


def test_the_box_keeps_what_was_told_bit_by_bit_as_one_card(store):
    table = own_table(store, "card #wolf", f"{WOLF} item: A+h")
    assert len(table.new_cards) == 3  # the name first, then both cards
    assert table.keep_cards() == 2
    assert len(wolves(box())) == 2
    assert table.keep_cards() == 0
    again = own_table(store, "card #wolf")
    assert again.game.cat.described(Face("wolf"))
    assert again.new_cards == ()


def test_a_name_told_vaguely_is_not_kept_beside_the_card_itself(store):
    first, other = own_table(store, "card #wolf"), own_table(store, "card #wolf", WOLF)
    assert other.keep_cards() == 2
    assert first.keep_cards() == 0
    assert len(wolves(box())) == 2


def test_two_tables_that_describe_a_foe_differently_do_not_spoil_the_box(store):
    one, other = own_table(store, "card #wolf", WOLF), own_table(store, "card #wolf", WOLF.replace("A4:t", "A6:t"), LOG)
    assert one.keep_cards() == 2
    assert other.keep_cards() >= 1  # the log at least
    assert len(wolves(box())) == 2
    assert any(getattr(card, "name", "") == "Old Log" for card in box().cards)


def test_sides_of_a_hero_are_told_one_after_the_other(store):
    table = own_table(
        store,
        "card ?",
        "describe hero set: forest name: Druid party.dice: 1/1/2 party.health: 4",
        "describe hero set: forest name: Druid solo.dice: 2/2/4 solo.health: 5",
    )
    druid = table.game.cat.heroes["druid"]
    assert (druid.party.health, druid.solo.health) == (4, 5)


def test_a_skill_that_the_box_knows_by_name_stays_where_it_is_printed(store):
    table = own_table(store, "card ?", "describe skill set: forest potion: no ability: Recovery [combat] = prevent 1h")
    skill = table.game.cat.skills["recovery"]
    assert skill.place == "basic"
    assert skill.ability.known


# ------------------------------------------------------------------------------------------------- dice by owner


@pytest.mark.clause("one-deck-dungeon.skills.own-dice")
def test_owners_may_be_told_of_some_colors_only(store):
    table = own_table(store, "card #goblin", "fight", edition="practice", deck="core", depth="full")
    assert table.state.fight.tasks[0].throw.dice == (("ana", "S", 3), ("ana", "A", 1), ("bo", "A", 1), ("bo", "M", 3))
    table.play("roll ana S 6 3 2 + A 5 2 bo M 5 3 1")
    dice = table.state.fight.dice
    assert [die.owner for die in dice if die.colour == "A"] == ["", ""]
    assert {die.owner for die in dice if die.colour == "S"} == {"ana"}
    table.undo()
    with pytest.raises(IllegalMoveError):
        table.play("roll ana S 6 3 2 A 5 2 bo M 5 3 1")  # Ana has one of the two pink dice
    with pytest.raises(IllegalMoveError):
        table.play("roll ana S 6 3 2 + A 5 bo M 5 3 1")
