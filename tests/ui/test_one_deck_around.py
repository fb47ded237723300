"""One Deck Dungeon on the page around its fights: what is asked, found, shown of the party, and said at the end."""

from __future__ import annotations

from typing import get_args

import pytest

from companion.games.one_deck_dungeon import plainly
from companion.games.one_deck_dungeon.abilities import Effect
from companion.ui.one_deck_dungeon import finding

from .dungeon import DOWN, table_of


def state_of(device):
    return device.table.state


# ------------------------------------------------------------------------------------- odds where there is something


def test_odds_are_offered_only_where_something_can_be_asked_about(store, at):
    device = at(table_of(store, "explore", "enter 1", "card #goblin", heroes=2))
    device.tap("primary")
    assert device.app.screen.play.moment == "result"
    assert "odds" not in device.at.tray
    device.tap("primary")
    assert "odds" in device.at.tray  # the deck lies there: what comes next
    device.tap("odds").board("deck")
    assert "next card" in device.at.tray["odds line"].text


def test_a_tap_beside_what_can_be_asked_about_does_nothing_else(store, at):
    device = at(table_of(store, "set ana poison 2", "explore", deck="hybrid", dungeon="venom-fen", heroes=2))
    device.pad("6")
    before = device.table.seq
    device.tap("odds").board("door/1")
    assert device.table.seq == before  # nobody went in
    assert "No odds about that" in device.toasts[-1]
    device.board("hero/ana")
    assert "poison" in device.at.tray["odds line"].text
    assert not device.app.screen.odds.armed


# --------------------------------------------------------------------------------------------------------------- Ask


def asking(store, at, *lines, **options):
    device = at(table_of(store, *lines, heroes=2, **options))
    return device.tap("tab ask")


def looked_for(device, field, button, words):
    device.at.body.fill(**{field: words})
    return device.tap(button).at.body.text


def test_the_boss_is_asked_about_from_the_first_turn_on(store, at):
    device = asking(store, at, "explore")
    assert device.at.body["too win"].text == "How likely do we beat Yeti if it came now?"
    device.tap("too win")
    asked = device.table.odds("win")
    assert asked.words in device.at.sheet.text
    boss = asking(store, at, *DOWN)
    assert boss.at.body["too win"].text == "How likely do we beat Yeti?"


@pytest.mark.parametrize("words", ["boss", "beat", "yeti", "survive"])
def test_the_question_about_the_boss_is_found_by_what_people_call_it(store, at, words):
    device = asking(store, at, "explore")
    looked_for(device, "chances", "find odds", words)
    assert "too win" in device.at.body


def test_questions_are_found_by_common_words(store, at):
    device = asking(store, at, "explore", "enter 1", "card #goblin")
    for words, expected in (("survive", "safe"), ("wounds", "hearts"), ("armour", "armor")):
        ask = device.app.screen._tabs["ask"].odds
        ask.words = words
        found = ask._found()
        assert expected in {question.id for question in found}
        assert len(found) < len(device.table.questions())
    assert "No question about 'gibberish'" in looked_for(device, "chances", "find odds", "gibberish")


@pytest.mark.parametrize(
    ("words", "name", "says"),
    [
        ("frenzy", "Frenzy", "For each damage taken: lay 1 black die on the hero card"),
        ("goblin", "Goblin", "Strength * (a sum, armor)"),
        ("boulder", "Boulder", "Pay 3 time: Magic 11 (a sum, 3 hearts and 2 time)."),
        ("haste", "Haste", "Roll 2 Agility dice more. For 3 mana, against combats or the boss."),
        ("freezing winds", "Freezing Winds", "If 3 time or more is lost, lose 1 heart more."),
        ("yeti", "Yeti's Cavern", "Floor 1, perils"),
    ],
)
def test_the_search_of_the_rules_finds_the_cards_of_the_box(store, at, words, name, says):
    text = looked_for(asking(store, at), "words", "find", words)
    assert name in text
    assert says in text
    assert "has no rule" not in text


def test_what_was_found_is_put_away_and_the_field_is_empty_again(store, at):
    device = asking(store, at)
    looked_for(device, "words", "find", "frenzy")
    device.tap("clear find")
    assert "Frenzy" not in device.at.body.text
    assert device.at.body.values["words"] == ""
    looked_for(device, "chances", "find odds", "peril")
    device.tap("clear odds")
    assert device.at.body.values["chances"] == ""
    assert "clear odds" not in device.at.body


def test_every_effect_of_the_cards_has_words(store):
    cat = table_of(store).game.cat
    for one in finding.everything(cat, 2):
        assert one.name
        assert all(line.endswith(".") for line in one.lines), one


def test_there_are_words_for_every_effect_that_there_is():
    assert set(plainly._WORDS) == set(get_args(Effect))


# ---------------------------------------------------------------------------------------------- the boss, and the end


def test_the_boss_in_light_shows_its_boxes_and_what_to_tell(store, at):
    device = at(table_of(store, *DOWN, heroes=2))
    assert device.sentence == "Ana and Bo: skulls covered, hearts lost?"
    drawn = {item.key: item for item in device.at.board.drawn.items}
    assert "S24wxk" in drawn["asked"].label
    assert "Yeti: 6 of 6 hearts left" in drawn["head"].svg
    assert "hits" in drawn["row skull"].svg
    device.tap("odds")
    assert "How likely do we beat Yeti?" in device.at.sheet.text


def test_a_fight_in_light_shows_what_its_card_asks_for(store, at):
    device = at(table_of(store, "explore", "enter 1", "card #goblin", "fight", heroes=2))
    asked = next(item for item in device.at.board.drawn.items if item.key == "asked")
    assert "A4:ht" in asked.label


def test_what_a_round_against_the_boss_came_to_is_said(store, at):
    device = at(table_of(store, *DOWN, heroes=2))
    device.board("skull/2").tap("primary")
    assert device.toasts[-1] == "Round 1: 2 hit. Yeti has 4 of 6 hearts left."
    device.tap("primary")
    assert device.toasts[-1] == "Round 2: no hit. Yeti has 4 of 6 hearts left."


def test_a_lost_game_says_so_in_a_word_and_who_fell(store, at):
    device = at(table_of(store, *DOWN, heroes=2))
    device.board("skull/2", "heart/bo/3")
    assert device.at.actions["primary"].text == "Bo falls: game lost"
    assert "Bo −3, 2 on the boss: Bo falls, and the party has lost" in device.at.tray.text
    device.tap("primary")
    assert device.sentence == "Lost: Bo has fallen"
    device.tap("primary")
    text = device.at.body.text
    assert "Lost: Bo has fallen" in text
    assert "In round 1 against the Yeti, which had 0 of 6 wounds." in text
    assert "3 hearts lost in 1 fight; about 7.0 are usual" in text  # no more than there are


def test_a_won_game_says_so_in_a_word(store, at):
    device = at(table_of(store, *DOWN, heroes=2))
    device.board("skull/4").tap("primary").board("skull/2").tap("primary")
    assert device.sentence == "Won: the Yeti is dead"
    device.tap("primary")
    assert "Won: the Yeti is dead\nIt took 2 rounds." in device.at.body.text


def test_a_game_that_is_lost_on_a_floor_says_where(store, at):
    device = at(table_of(store, "explore", "enter 1", "card #ogre", "fight", "result ana 4", heroes=2))
    assert device.sentence == "Lost: Ana has fallen"
    device.tap("primary")
    assert "On floor 1, in turn 2." in device.at.body.text


# --------------------------------------------------------------------------------------------- doors, party, and rail


def test_exploring_stands_aside_once_it_would_add_no_door(store, at):
    device = at(table_of(store, heroes=2))
    assert device.at.actions["primary"].text == "Explore"
    device.tap("primary")
    assert device.at.actions["primary"].text == "Tap a door"
    assert not device.at.actions["primary"].enabled
    device.tap("beside")  # time may still be let pass
    assert state_of(device).turn == 3


def test_doors_that_close_up_are_explained(store, at):
    device = at(table_of(store, "explore", heroes=2))
    device.board("door/2", "foe/goblin").tap("primary").tap("primary").board("loot/1/xp")
    assert "The doors close up: door 3 is 2 now, door 4 is 3 now." in device.toasts
    assert device.at.actions["primary"].text == "Explore"  # a door is missing


def test_the_last_door_closes_nothing_up(store, at):
    device = at(table_of(store, "explore", heroes=2))
    device.board("door/4", "foe/goblin").tap("primary").tap("primary").board("loot/1/xp")
    assert not [toast for toast in device.toasts if "close up" in toast]


def test_the_party_tab_shows_all_that_a_hero_has_and_what_it_does(store, at):
    lines = ("set ana damage 1", "set ana poison 2", "set xp 3", "exile H", "exile poison")
    device = at(table_of(store, *lines, heroes=2, deck="hybrid", dungeon="venom-fen"))
    device.tap("tab score")
    text = device.at.body.text
    assert "Level 1, 3 of 6 XP for level 2. 1 potion: Healing." in text
    assert "2 poison on heroes" in text
    assert "Exiled, out for good: 1 black die, 1 poison." in text
    hero = device.at.body["hero ana"]
    assert hero.end == "3 of 4 hearts"
    assert hero.sub == "3 Strength dice and 1 Agility die · 2 poison"
    inside = " ".join(item.text for item in hero.inside)
    assert "Feat, Frenzy. For each damage taken" in inside
    assert "Fearless Charge. Prevent 1 time. Against combats." in inside


def test_the_rail_of_a_wide_page_shows_hearts(store, at):
    device = at(table_of(store, "set ana damage 1", "set bo poison 1", heroes=2, deck="hybrid", dungeon="venom-fen"))
    assert device.at.left["seat ana"].sub == "Warrior  ♥♥♥♡"
    assert device.at.left["seat bo"].sub == "Mage  ♥♥♥  1 poison"


def test_what_helps_before_a_roll_is_large_enough_for_a_finger(store, at):
    lines = ("set ana damage 1", "explore", "enter 1", "card #ogre", "set ana stored 1", "fight")
    device = at(table_of(store, *lines, heroes=2, depth="full"))
    play = device.app.screen.play
    play.thinker.finish()
    device.app.screen.refresh()
    keys = [item for item in device.at.board.drawn.items if item.place.startswith("use/")]
    assert keys
    assert all(key.h >= 48 for key in keys)


def test_the_sentence_at_open_stairs_stays_on_one_line(store, at):
    device = at(table_of(store, "explore", "set deck 2", "explore", heroes=2))
    assert device.sentence == "Stairs open: explore, enter or go down"
    device = at(table_of(store, "explore", "set deck 0", "explore", "next", heroes=2))
    assert device.sentence == "Lay 2 time on the stairs: explore or enter"


def test_with_two_cards_the_large_button_says_which_one_it_takes(store, at):
    room = ("explore", "enter 1", "card #goblin", "card #boulder", "fight ana+bo #goblin | cy+di #boulder")
    device = at(table_of(store, *room, "result", "result"))
    assert device.at.actions["primary"].text == "Goblin as XP"
    device.tap("primary")
    assert device.at.actions["primary"].text == "XP"
    assert state_of(device).xp == 2


def test_a_single_hurt_is_asked_for_by_name_alone(store, at):
    device = at(table_of(store, "explore", "set deck 0", "explore", "next", "explore", "next", heroes=2))
    keys = device.at.pad.ask.steps[0].keys
    assert [(key.label, key.sub) for key in keys] == [("Ana", ""), ("Bo", "")]


def test_a_phone_of_one_seat_says_who_it_is_and_not_the_name_of_the_game(store, at):
    device = at(table_of(store, "set bo damage 1", heroes=2), seat="bo")
    assert device.app.screen._title() == "Bo · Mage · −1"
    assert "floor 1, turn 1" in device.at.head.text


def test_a_hero_that_is_tapped_says_what_it_can(store, at):
    device = at(table_of(store, "explore", heroes=2))
    device.board("hero/bo")
    assert "Bo: Mana Charge (feat), Power Transfer." in device.at.tray.text
    device.board("hero/bo")
    assert "Mana Charge" not in device.at.tray.text


def test_whoever_sits_down_sees_which_hero_each_name_is(store, device):
    page = device("table", table=table_of(store, "set ana damage 1", heroes=2).id)
    page.tap("menu").tap("who")
    assert "Warrior  ♥♥♥♡" in page.at.sheet["sit ana"].sub


def test_a_new_device_in_a_game_without_rivals_is_asked_nothing(store, device):
    page = device("table", table=table_of(store, heroes=2).id)
    assert page.at.sheet.text == ""
    page.tap("primary")
    assert page.table.state.doors  # it enters for everybody


def test_back_from_the_glance_is_the_table(store, at):
    device = at(table_of(store, heroes=2))
    depth = device.app.shell.depth
    device.tap("glance", "head")
    assert device.app.shell.depth == depth + 1
    device.app.shell._on_back({"sheet": f"view {depth + 1}"})
    assert device.table.id
    assert not device.app.screen.glancing
    assert device.app.shell.depth == depth
    device.tap("glance", "head").tap("glance", "head")
    assert device.app.shell.depth == depth


def test_on_a_low_board_the_ways_of_a_peril_stay_large_enough_beside_what_may_be_used(store, at):
    device = at(table_of(store, "explore", "enter 1", "card #goblin", "card #boulder"))
    play = device.app.screen.play
    play.thinker.finish()
    scene = play.draw((370, 360)).scene
    ways = [item for item in scene.items if item.place.startswith("way/")]
    assert len(ways) == 2
    assert all(item.h >= 44 for item in ways)
    assert not any('height="-' in item.svg for item in scene.items)


def loot_labels(device):
    return {item.place: item.label for item in device.at.board.drawn.items if item.place.startswith("loot/")}


def test_the_way_of_a_peril_says_which_loot_it_gives_and_the_other_edge_is_barred(store, at):
    lines = ("explore", "enter 1", "card #quicksand")
    device = at(table_of(store, *lines, heroes=2, deck="forest", dungeon="mossy-hollow"))
    ways = [item.label for item in device.at.board.drawn.items if item.place.startswith("way/")]
    assert "loot: item or XP" in ways[0]
    assert "loot: skill or XP" in ways[1]
    device.board("way/1/1").tap("primary").board("time/1").tap("primary")
    edges = loot_labels(device)
    assert edges["loot/1/skill"].endswith("not by this way")
    assert edges["loot/1/item"].endswith("item")


def test_against_the_boss_hearts_and_potions_stand_with_the_split(store, at):
    device = at(table_of(store, *DOWN, "set ana damage 1", "set potions 1"))
    heads = [item for item in device.at.board.drawn.items if item.place == "boss"]
    assert len(heads) == 2
    assert all(">12<" in item.svg for item in heads)
    assert "potion" in device.at.tray
    device.tap("primary")
    assert "potion" in device.at.tray


def test_a_potion_asks_for_whom_only_where_that_matters(store, at):
    hurt = ("set potions 1", "set ana damage 2", "set bo poison 1")
    device = at(table_of(store, "explore", *hurt, heroes=2, deck="hybrid"))
    device.tap("potion")
    keys = {key.id: key.sub for step in device.at.pad.ask.steps for key in step.keys}
    assert keys["ana"] == "−2 hearts"
    assert keys["bo"] == "1 poison"


def test_what_is_laid_out_goes_by_what_was_chosen():
    from companion.ui.one_deck_dungeon import KIT

    names = KIT.layout(4, {"deck": "hybrid", "tier": "standard", "reference": "cure"})
    assert len(set(names)) == len(names)
    told = {name.partition(".")[2] for name in names}
    assert {"tiers.standard-four", "hybrid.deck-four", "hybrid.tokens", "four.potions", "cure.basic"} <= told
    alone = {name.partition(".")[2] for name in KIT.layout(1, {"deck": "core", "tier": "novice"})}
    assert {"tiers.novice", "supply.potions"} <= alone
    assert not any(name.startswith(("hybrid", "four")) for name in alone)


def test_cards_of_xp_to_begin_with_are_counted(store, at):
    import companion

    names = ["Ana", "Bo", "Cy", "Di"]
    given = {"edition": "practice", "depth": "light", "tier": "standard", "seed": 3}
    table = companion.open_table("one-deck-dungeon", names, store=store, **given)
    for line in ("hero ana warrior", "hero bo rogue", "hero cy mage", "hero di archer", "dungeon yetis-cavern"):
        table.play(line)
    device = at(table)
    assert device.sentence == "First of 2 cards to begin with, as XP: which?"
    device.board("foe/goblin")
    assert device.sentence == "Second of 2 cards to begin with, as XP: which?"


def test_a_skipped_card_is_named_with_one_tap_and_the_other_keeps_its_boxes(store, at):
    device = at(table_of(store, "explore", "enter 1", "card #goblin", "card ?"))
    play = device.app.screen.play
    play.thinker.finish()
    assert play.meeting.drawn("")[0].boxes
    assert "describe" not in device.at.tray
    device.tap("name").board("foe/ogre")
    assert device.table.state.doors[0].cards[1].name == "ogre"
    assert all(card.boxes for card in play.meeting.drawn(""))


def test_boxes_lie_clear_of_the_dice_pad_however_many_rows_it_has(store):
    from companion.ui.boards.one_deck_dungeon import View
    from companion.ui.boards.one_deck_dungeon_dice import Rolling, rolling_scene

    table = table_of(store, "explore", "enter 1", "card #goblin", "fight", heroes=2, depth="full")
    boxes = next(card.boxes for card in table.game.cat.encounters.values() if card.boxes)
    for rows, height in ((3, 534), (6, 534), (6, 350)):
        one = Rolling(name="Goblin", tone="combat", pair=("ana", "bo"), boxes=boxes, pool="roll", rows=rows)
        scene = rolling_scene(table.game.cat, table.state, one, View(size=(370, height)))
        lowest = max(item.y + item.h for item in scene.items if item.key.startswith("box "))
        assert lowest <= height - (30 * rows - 36)


def test_the_turn_says_what_it_has_begun_with(store, at):
    device = at(table_of(store, heroes=2))
    assert "The turn has cost 2 cards." in device.at.tray.text
    flee = ("enter 1", "card #goblin", "flee")
    device = at(table_of(store, "explore", "set deck 1", *flee, heroes=2))
    assert "The turn has cost 2 time." in device.at.tray.text  # a card, and a token on the stairs
    later = ("enter 2", "card #shadow", "flee", "set stairs 0", "next")
    device = at(table_of(store, "explore", "set deck 1", *flee, *later, heroes=2))
    assert "The turn's 2 time lies on the stairs." in device.at.tray.text


def test_time_that_is_lost_in_the_middle_of_a_fight_is_said_at_that_moment(store, at):
    device = at(table_of(store, "explore", "enter 1", "card #boulder", "fight", heroes=2, depth="full"))
    device.board("way/1/1")
    assert device.toasts[-1] == "3 time is lost at once: turn over 3 cards."


def test_two_helps_of_one_name_say_what_each_costs(store, at):
    from fractions import Fraction

    from companion.games.one_deck_dungeon import moves as m
    from companion.games.one_deck_dungeon.helping import Help
    from companion.games.one_deck_dungeon.state import Rolled

    device = at(table_of(store, "explore", "enter 1", "card #goblin", "fight", heroes=2, depth="full"))
    play = device.app.screen.play
    free, paid = (
        Help(m.Skill("ana", "frenzy", pay), Fraction(0), Fraction(1), Fraction(0), Fraction(0))
        for pay in ((), (Rolled("A", 2),))
    )
    play.helps = lambda: (free, paid)
    assert [play._called(one) for one in (free, paid)] == ["Frenzy (Ana): free", "Frenzy (Ana): pay A2"]


def test_the_glance_fits_on_a_phone(store, at):
    import re

    device = at(table_of(store, heroes=2))
    drawn = device.app.screen.play.glance((370, 560))
    (numbers,) = [item for item in drawn.scene.items if item.key == "numbers"]
    size, line = re.search(r'font-size="([\d.]+)"[^>]*>(deck[^<]*)', numbers.svg).groups()
    assert float(size) * len(line) * 0.56 <= 370
