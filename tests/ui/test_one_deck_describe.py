"""One Deck Dungeon on the page: what nobody has described is told on a keypad, and the box knows it from then on."""

from __future__ import annotations

import pytest

import companion
from companion.engine.edition import Edition
from companion.games.one_deck_dungeon.boxes import spell_boxes
from companion.games.one_deck_dungeon.state import Face
from companion.games.one_deck_dungeon.wording import spell_ability, spell_uses
from companion.ui.one_deck_dungeon import describing as d
from companion.ui.pad import Answer, Draft

from .dungeon import table_of

OPEN = ("explore", "enter 1", "card #razorbeak", "card #boulder")
"""A room with a Forest foe of which only the name is known."""
BOXES = (("S", "4", "t"), ("S", "5", "h"), ("A", "5", "ht"), ("M", "4", "t"), ("Mx", "3", "0"), ("Aw", "9", "hh"))
ABOUT_30 = 32


def own_box(store, *lines, **options):
    return table_of(store, *lines, **{"edition": "our-box", "deck": "hybrid", **options})


def play(device):
    return device.app.screen.play


def state(device):
    return device.table.state


def describe_foe(device, boxes=BOXES):
    """Tell a foe with boxes, a text and an item, from the chip on."""
    device.tap("describe").pad("combat 3")
    for kind, number, cost in boxes:
        device.pad(kind, number, cost)
    device.tap("primary").answer((("lose",), ("1h",)))
    device.pad("A+h").tap("primary")


# ------------------------------------------------------------------------------------------------- a foe at the door


@pytest.mark.parametrize("depth", ["light", "full"])
def test_a_foe_at_the_door_is_described_in_about_thirty_taps_and_has_odds_then(store, at, depth):
    device = at(own_box(store, *OPEN, depth=depth))
    assert "no odds for Razorbeak" in device.at.tray.text or "nobody has described it" in device.at.tray.text
    device.taps = 0
    describe_foe(device)
    assert device.taps <= ABOUT_30
    foe = device.table.game.cat.foe(state(device).doors[0].cards[0])
    assert spell_boxes(foe.boxes) == "S4:t S5:h A5:ht M4:t M3x A9w:hh"
    assert foe.xp == 3
    assert state(device).doors[0].cards[0] == Face("razorbeak", "A+h")
    card = play(device).meeting.drawn("")[0]
    assert card.boxes
    assert not card.note
    assert "describe" not in device.at.tray


def test_the_card_grows_in_sight_and_what_was_told_last_is_taken_back(store, at):
    device = at(own_box(store, *OPEN))
    device.tap("describe").pad("combat 2").pad("S", "4", "t").pad("A", "5", "h")
    assert play(device).job.card.boxes == (d.box_of(told("S", "4", "t")), d.box_of(told("A", "5", "h")))
    assert "Razorbeak" in device.at.board.drawn.label
    before = device.table.seq
    device.tap("undo")
    assert len(play(device).job.card.boxes) == 1
    device.tap("undo").tap("undo")
    assert play(device).job.card.kind is None
    device.tap("undo")  # nothing told: the job is left
    assert play(device).moment == "meet"
    assert device.table.seq == before  # nothing that was entered is taken back meanwhile


def test_a_description_that_is_left_goes_on_where_it_was(store, at):
    device = at(own_box(store, *OPEN))
    device.tap("describe").pad("combat 2").pad("S", "4", "t").tap("beside")
    assert play(device).moment == "meet"
    device.tap("describe")
    assert play(device).job.card.boxes == (d.box_of(told("S", "4", "t")),)
    device.pad("A", "5", "h")
    assert len(play(device).job.card.boxes) == 2


def told(*keys):
    return Answer("told box", tuple((key,) for key in keys), 0)


def test_a_card_without_a_name_is_called_and_lies_there_by_its_name(store, at):
    device = at(own_box(store, "explore", "enter 1", "card ?", "card #boulder"))
    device.tap("describe")
    device.at.tray.fill(name="Moor  Hound")
    device.tap("called", "tray").pad("peril 2")
    device.pad("2t").pad("Aw", "11", "hht").tap("primary")
    device.pad("0").answer((("Sw",), ("21+",), ("22",), ("more",), ("h", "h", "p")))
    device.tap("primary").tap("primary").tap("primary")  # no more boxes, no arrows, no item read
    device.at.tray.fill(skill="second sight")
    device.tap("foot", "tray")
    foe = device.table.game.cat.foe(state(device).doors[0].cards[0])
    assert foe.name == "Moor Hound"
    assert [str(option.pays) for option in foe.options] == ["2t", "0"]
    assert [spell_boxes(option.boxes) for option in foe.options] == ["A11w:hht", "S22w:hhp"]
    assert state(device).doors[0].cards[0].skill == "second-sight"


def test_a_name_is_no_number_and_one_that_is_described_is_said_so(store, at):
    device = at(own_box(store, "explore", "enter 1", "card ?", "card #boulder"))
    device.tap("describe")
    device.at.tray.fill(name="7")
    device.tap("called", "tray")
    assert play(device).job.stage == "name"
    assert "'7'" in " ".join(one.get("text", "") for one in device.app.shell.sent)
    device.at.tray.fill(name="Goblin")
    device.tap("called", "tray")
    assert device.toasts[-1] == "Goblin is described already."
    assert play(device).job.stage == "name"
    device.tap("called Panther", "tray")
    assert play(device).job.name == "Panther"


def test_the_card_that_is_turned_up_may_be_described_at_once(store, at):
    device = at(own_box(store, "explore", "enter 1", heroes=2))
    device.board("set/forest").tap("describe").tap("called Panther", "tray").pad("combat 2").pad("A", "5", "h")
    device.tap("primary").tap("primary").tap("primary").tap("primary")
    assert state(device).doors[0].cards[0].name == "panther"
    assert play(device).moment == "meet"


def test_after_a_fight_without_odds_its_foe_may_be_described_at_the_loot(store, at):
    device = at(own_box(store, *OPEN, "fight ana+bo #razorbeak | cy+di #boulder", "result", "result"))
    assert play(device).moment == "loot"
    describe_foe(device)
    assert play(device).moment == "loot"
    assert state(device).spoils[0].card == Face("razorbeak", "A+h")
    device.board("loot/1/xp")
    assert state(device).xp == 3


def test_in_practice_everything_is_described(store, at):
    device = at(table_of(store, "explore", "enter 1", "card #great-stag", "card #boulder", deck="hybrid"))
    assert "describe" not in device.at.tray


# ---------------------------------------------------------------------------------------------------- the next game


def test_what_was_described_is_kept_in_the_box_and_known_in_the_next_game(store, at):
    device = at(own_box(store, *OPEN))
    describe_foe(device)
    device.tap("menu").tap("keep now", "sheet")
    assert device.toasts[-1] == "2 cards kept in Our box."
    box = Edition.load("one-deck-dungeon", "our-box")
    kept = [card for card in box.cards if getattr(card, "name", "") == "Razorbeak"]
    assert [card.xp for card in kept] == [3, 3]
    assert sorted(str(card.item) for card in kept) == ["A+h", "None"]
    again = at(own_box(store, "explore", "enter 1"))
    again.board("set/forest")
    assert "foe/razorbeak" in again.at.board.drawn.places
    again.board("foe/razorbeak", "foe/razorbeak")
    assert all(not card.note for card in play(again).meeting.drawn(""))
    assert again.table.new_cards == ()
    assert again.table.keep_cards() == 0


def test_just_ask_knows_the_foes_of_our_box(store, at, device):
    told = at(own_box(store, *OPEN))
    describe_foe(told)
    told.table.keep_cards()
    ask = device()
    ask.app.count("one-deck-dungeon")
    ask.board("set/forest", "foe/razorbeak").tap("one", "tray")
    painting = ask.app.screen.painting
    assert painting.text.startswith("razorbeak")
    assert painting.days(painting.fights[0]) is not None


def test_a_table_with_a_described_card_is_followed_again(store, at):
    device = at(own_box(store, *OPEN))
    describe_foe(device)
    again = companion.load_table(device.table.id, store=store)
    assert again.state == state(device)
    assert again.game.cat.described(Face("razorbeak"))
    again.undo()
    again.undo()
    assert not again.game.cat.described(Face("razorbeak"))


# ----------------------------------------------------------------------------------------- the menu, heroes, dungeons


def test_the_menu_leads_to_what_lies_here_and_to_any_other_card(store, at):
    device = at(own_box(store, *OPEN, "flee"))
    assert "describe" not in device.at.tray  # nothing waits for it
    device.tap("menu").tap("describe", "sheet")
    assert [key.label for key in device.at.pad.ask.steps[0].keys] == ["Razorbeak", "Another"]
    device.pad("other").tap("called Vine Trap", "tray")
    assert device.at.pad.ask.name == "told kind"
    device.tap("undo").tap("undo")  # the name is taken back, then the job is left
    assert play(device).moment == "turn"


def test_a_held_door_leads_to_describing_the_foe_that_lies_behind_it(store, at):
    device = at(own_box(store, *OPEN, "flee"))
    device.hold("door/1").pad("do describe 0")
    assert device.sentence == "Describe Razorbeak"
    device.pad("combat 2").pad("A", "5", "h").tap("primary").tap("primary").tap("primary").tap("primary")
    assert device.table.game.cat.described(Face("razorbeak"))
    held = play(device).change("door/1")
    assert [name for name, _ in held.more] == ["rename 0", "rename 1"]


def test_dice_and_hearts_of_a_hero_nobody_described(store, at):
    lines = ("hero ana druid", "hero bo mage", "dungeon yetis-cavern", "explore", "enter 1", "card #goblin")
    table = companion.open_table(
        "one-deck-dungeon", ["Ana", "Bo"], store=store, edition="our-box", deck="hybrid", tier="expert", depth="light"
    )
    for line in lines:
        table.play(line)
    device = at(table)
    assert device.at.tray["describe"].text == "Describe Druid"
    assert "nobody has told the dice of Druid" in device.at.tray.text
    device.taps = 0
    device.tap("describe").pad("S1", "A1", "M2").pad("4").tap("primary")
    assert device.taps <= 6
    side = device.table.game.cat.side("druid", 2)
    assert (side.dice.counts(), side.health) == ((1, 1, 2, 0), 4)
    assert play(device).meeting.described


def test_a_dungeon_is_described_floor_by_floor_with_its_boss(store, at):
    table = own_box(store, "set deck 0", dungeon="mudlands")
    device = at(table)
    device.tap("menu").tap("describe", "sheet").pad("dungeon")
    for n in range(3):
        device.pad("Gx", str(n + 3), "0").tap("primary")  # perils
        device.pad("S", str(n + 2), "h").tap("primary")  # combats
        if n == 1:
            device.answer((("turn",), ("1t",)))
        device.tap("primary")  # texts
    device.pad("6").pad("Ak", "6", "h").pad("Mwk", "13", "hh").tap("primary").answer((("regrow",), ("1",)))
    assert device.sentence == "Mudlands: is this right?"
    device.tap("primary")
    card = device.table.game.cat.dungeons["mudlands"]
    assert [spell_boxes(floor.peril) for floor in card.floors] == ["G3x", "G4x", "G5x"]
    assert [len(floor.rules) for floor in card.floors] == [0, 1, 0]
    assert (card.boss.name, card.boss.health, spell_boxes(card.boss.boxes)) == ("Mud Golem", 6, "A6k:h M13wk:hh")


@pytest.mark.parametrize(
    ("sort", "steps", "spelled"),
    [
        ("skill", [("mana", "M3"), ("combat boss",), ("roll", "AA", "own")], "Sap [M3 combat boss] = roll AA own"),
        (
            "skill",
            [("dice", "S"), ("combat peril boss",), ("add", "1", "2", "~", "partner")],
            "Sap [1S] = add 1 to 2 partner",
        ),
        ("skill", [("free",), ("peril",), ("reroll", "any", "some", "12", "own")], "Sap [peril] = reroll any =12"),
        ("potion", [("combat peril boss",), ("heal", "2")], "Sap = any: heal 2"),
        ("potion", [("combat",), ()], "Sap [combat] = by hand"),
    ],
)
def test_a_skill_or_potion_that_nobody_described(store, at, sort, steps, spelled):
    table = own_box(store, *OPEN, "fight ana+bo #razorbeak | cy+di #boulder", "result", "result")
    for line in ("is loot.1 #razorbeak/A/sap", f"loot 1 {'potion' if sort == 'potion' else 'skill ana'}", "loot 1 xp"):
        table.play(line)
    device = at(table)
    device.tap("menu").tap("describe", "sheet").pad("skill sap").pad(sort)
    for keys in steps:
        if keys:
            device.answer(tuple(tuple(key) if key in ("AA", "S", "12") else (key,) for key in keys))
        else:
            device.tap("primary")
    device.tap("primary")
    told = device.table.game.cat.skills["sap"]
    assert told.potion is (sort == "potion")
    assert spell_ability(told.ability) == spelled.replace(" own", "")
    assert "Sap" not in [key.label for key in play(device).job_ask().steps[0].keys]


def test_the_own_skill_of_a_hero_nobody_described(store, at):
    table = companion.open_table(
        "one-deck-dungeon", ["Ana", "Bo"], store=store, edition="our-box", deck="hybrid", tier="expert", depth="light"
    )
    druid = "describe hero set: forest name: Druid party.dice: 1/1/2 party.health: 4"
    for line in ("hero ana druid", "hero bo mage", "dungeon yetis-cavern", druid):
        table.play(line)
    device = at(table)
    device.tap("menu").tap("describe", "sheet").pad("skill of ana")
    device.at.tray.fill(name="Bark")
    device.tap("called", "tray").answer((("free",),)).pad("combat").answer((("prevent",), ("1h",)))
    device.tap("primary")
    side = device.table.game.cat.side("druid", 2)
    assert spell_ability(side.skill) == "Bark [combat] = prevent 1h"
    assert side.health == 4


# ------------------------------------------------------------------------------------------------------- the keypads


def test_a_box_takes_three_taps():
    draft = Draft(d.box_ask(0))
    for tap in ("A", "5", "ht"):
        assert draft.value is None
        draft.tap(tap)
    assert str(d.box_of(Answer("", draft.value, 0))) == "A5:ht"


@pytest.mark.parametrize(
    ("texts", "keys", "spelled"),
    [
        (d.FOE_TEXTS, (("lose",), ("1h1t",)), "before: lose 1h1t"),
        (d.FOE_TEXTS, (("swarm",), ("4",)), "target 4 per door"),
        (d.FOE_TEXTS, (("discard",), ("1", "3")), "discard 13"),
        (d.FOE_TEXTS, (("face",), ("1",), ("1t",)), "toll 1t per 1"),
        (d.FOE_TEXTS, (("hand",),), "by hand"),
        (d.FLOOR_TEXTS, (("arrive",), ("5t",)), "floor: lose 5t"),
        (d.FLOOR_TEXTS, (("limit",), ("3",)), "limit 3"),
        (d.BOSS_TEXTS, (("target",), ("2",), ("12",)), "target 2 per damage least 12"),
        (d.BOSS_TEXTS, (("extra",), ("open",), ("2t",)), "extra 2t if open"),
    ],
)
def test_texts_are_effects_that_the_rules_know(texts, keys, spelled):
    draft = Draft(d.text_ask(0, "?", texts))
    for step in keys:
        for key in step:
            draft.tap(key)
        if draft.value is None and draft.picked[-1]:
            draft.end()
    assert draft.value == keys
    assert spell_uses(d.text_of(Answer("", draft.value, 0), texts).does) == spelled


def test_every_text_can_be_told():
    for texts in (d.FOE_TEXTS, d.FLOOR_TEXTS, d.BOSS_TEXTS, d.SKILL_TEXTS):
        assert len({text.id for text in texts}) == len(texts)
        for text in texts:
            picked = ((text.id,), *((step.keys[0].id,) for step in text.steps))
            assert d.text_of(Answer("", picked, 0), texts).does
