"""One Deck Dungeon on the page, light: the set-up, the doors, the open room with its odds, results, loot, the boss."""

from __future__ import annotations

import pytest

from companion.games.one_deck_dungeon.state import Face
from companion.ui.one_deck_dungeon.fights import Split, counted, facing, splits, ways

from .dungeon import DOWN, FOUR, ROOM, table_of

PERILS = ("explore", "enter 1", "card #cave-in", "card #boulder")
"""An open room whose odds are small, as one color is rolled: where all splits are to be worked out."""
ROOM_LIGHT, EXPLORE = 15, 2
"""Taps that a room and an exploring may cost."""


def play(device):
    return device.app.screen.play


def state(device):
    return device.table.state


# ------------------------------------------------------------------------------------------------------------ set-up


def test_the_set_up_asks_for_heroes_and_the_dungeon_on_the_board(store, at):
    import companion

    table = companion.open_table(
        "one-deck-dungeon", ["Ana", "Bo"], store=store, edition="practice", depth="light", tier="expert"
    )
    device = at(table)
    assert device.sentence == "Ana: which hero?"
    device.board("pick/warrior")
    assert "pick/warrior" not in device.at.board.drawn.places  # taken: greyed in its place
    device.board("pick/mage", "pick/lichs-tomb")
    assert device.taps == 3
    assert state(device).step == "turn"
    assert device.at.actions["primary"].text == "Explore"


@pytest.mark.parametrize("heroes", [1, 2, 4])
def test_every_party_sees_its_heroes_and_doors(store, at, heroes):
    device = at(table_of(store, heroes=heroes))
    before = device.taps
    device.tap("primary")
    assert device.taps - before <= EXPLORE
    places = device.at.board.drawn.places
    assert {f"door/{n}" for n in range(1, 5)} <= set(device.at.board.legal)
    assert sum(place.startswith("hero/") for place in places) == heroes


def test_names_keep_their_places_and_used_up_ones_are_greyed(store, at):
    device = at(table_of(store, "explore", "enter 1", deck="core"))
    order = [place for place in device.at.board.drawn.places if place.startswith("foe/")]
    assert order[:4] == ["foe/goblin", "foe/shadow", "foe/rune-puzzle", "foe/flame-statues"] or len(order) == 22
    device.board("foe/goblin")
    again = [place for place in device.at.board.drawn.places if place.startswith("foe/")]
    assert again == order


def test_a_hybrid_deck_has_the_names_of_both_sets_one_tap_apart(store, at):
    device = at(table_of(store, "explore", "enter 1", deck="hybrid"))
    assert "foe/goblin" in device.at.board.drawn.places
    device.board("set/forest")
    assert "foe/great-stag" in device.at.board.drawn.places
    device.board("foe/great-stag")
    assert state(device).doors[0].cards[0] == Face("great-stag")


# ------------------------------------------------------------------------------------------------------- the open room


def test_hearts_are_counted_from_the_left(store, at):
    device = at(table_of(store, *ROOM[:2], "card #goblin", "fight", heroes=2))
    hearts = [item for item in device.at.board.drawn.items if item.place.startswith("heart/ana/")]
    from_left = [item.place for item in sorted(hearts, key=lambda item: item.x)]
    assert from_left == [f"heart/ana/{n}" for n in range(1, len(hearts) + 1)]
    device.board("heart/ana/1")
    assert device.at.actions["primary"].text == "Enter the result"
    device.board(hearts[-1].place)
    assert "falls" in device.at.actions["primary"].text


def test_odds_stand_there_within_three_taps_of_the_flip(store, at):
    device = at(table_of(store, "explore"))
    device.board("door/1")
    device.taps = 0
    device.board("foe/goblin", "foe/boulder")
    assert device.taps <= 3
    cards = play(device).meeting.drawn("")
    assert [card.name for card in cards] == ["Goblin", "Boulder"]
    assert cards[0].safe
    assert len(cards[0].days) == 3


def test_the_numbers_of_a_card_are_the_games_own(store, at):
    device = at(table_of(store, *ROOM))
    meeting = play(device).meeting
    pair = meeting.split.pairs[0]
    play(device).thinker.finish()
    days = counted(facing(device.table.game.cat, state(device), pair, 1), "stay alive")
    drawn = meeting.drawn("")[0]
    assert drawn.days[1] == (days.usual.damage, days.usual.time, days.usual.poison)


def test_the_present_split_is_answered_at_once_and_the_best_replaces_it(store, at):
    device = at(table_of(store, *PERILS))
    meeting = play(device).meeting
    assert meeting.worth(splits(state(device))[0]) is not None
    play(device).thinker.finish()
    meeting.improve()
    device.app.screen.refresh()
    assert meeting.best
    assert meeting.worth(meeting.split) == max(meeting.worth(split) for split in meeting.every)
    assert len(meeting.every) == 6


def test_two_taps_swap_heroes_and_what_was_chosen_stays(store, at):
    device = at(table_of(store, *PERILS))
    meeting = play(device).meeting
    one, other = meeting.split.pairs[0][0], meeting.split.pairs[1][0]
    device.board(f"swap/{one}", f"swap/{other}")
    assert other in play(device).meeting.split.pairs[0]
    chosen = play(device).meeting.split
    play(device).thinker.finish()
    play(device).meeting.improve()
    assert play(device).meeting.split == chosen
    device.tap("primary")
    assert state(device).fight.parts[0].heroes == chosen.pairs[0]


def test_a_tap_on_a_card_changes_who_is_first(store, at):
    device = at(table_of(store, *ROOM))
    assert device.at.actions["primary"].text == "Fight Goblin"
    device.board("card/1")
    assert device.at.actions["primary"].text == "Fight Boulder"
    device.tap("primary")
    assert state(device).fight.part.card.name == "boulder"


def test_fleeing_stands_left_of_fighting_and_the_door_stays_open(store, at):
    device = at(table_of(store, *ROOM))
    device.tap("beside")
    assert state(device).step == "turn"
    assert state(device).doors[0].open
    assert play(device).view((370, 374)).doors == {1: "fled"}
    device.board("door/1")
    assert "beside" not in device.at.actions  # a door that was opened before must be met


def test_the_three_preferences_change_what_is_shown(store, at):
    device = at(table_of(store, *ROOM))
    device.tap("prefer save time")
    assert play(device).meeting.preference == "save time"
    assert device.at.tray["prefer save time"].on


def test_both_ways_of_a_peril_stand_there_with_odds(store, at):
    device = at(table_of(store, *ROOM))
    card = play(device).meeting.drawn("")[1]
    assert [way.title for way in card.ways] == ["Pay 3 time", "Free"]
    assert all(way.safe and way.usual is not None for way in card.ways)
    assert [way.best for way in card.ways].count(True) == 1
    worse = next(n for n, way in enumerate(card.ways, start=1) if not way.best)
    device.board(f"way/2/{worse}")
    assert play(device).meeting.drawn("")[1].ways[worse - 1].on


def test_a_card_that_nobody_named_has_no_odds_and_is_entered_by_its_result(store, at):
    device = at(table_of(store, "explore", "enter 1"))
    device.tap("primary").tap("primary")
    assert all(card.note == "Not named yet" for card in play(device).meeting.drawn(""))
    device.tap("primary").tap("primary")
    assert play(device).moment == "result"


def test_a_table_with_an_unknown_card_is_followed_again_when_it_is_opened_again(store, at):
    import companion

    room = ("explore", "enter 1", "card ?", "card #ogre", "fight bo+cy 1 | ana+di 2", "result bo 1", "result")
    table = table_of(store, *room, "loot 1 item ana", "loot 1 xp", deck="hybrid", edition="our-box")
    again = companion.load_table(table.id, store=store)
    assert not again.read_only
    assert again.state == table.state


UNKNOWN = ("explore", "enter 1", "card ?", "card #ogre", "fight bo+cy 1 | ana+di 2", "result bo 1", "result")


def test_a_forest_card_that_nobody_typed_in_is_a_tap_on_unknown(store, at):
    device = at(table_of(store, "explore", "enter 1", deck="hybrid", edition="our-box"))
    device.board("set/forest")
    assert "foe/any" in device.at.board.drawn.places
    assert "Nobody has typed in these cards" in device.at.tray.text
    assert device.at.actions["primary"].text == "Unknown card"
    device.board("foe/any", "set/core", "foe/boulder")
    assert [card.name for card in state(device).doors[0].cards] == ["", "boulder"]
    assert play(device).moment == "meet"


def test_what_an_unknown_card_is_worth_is_asked_when_it_is_taken_as_xp(store, at):
    device = at(table_of(store, *UNKNOWN, deck="hybrid", edition="our-box"))
    device.board("loot/1/xp").pad("3")
    assert state(device).xp == 3
    device.tap("primary")  # the Ogre is worth what stands on it
    assert state(device).xp == 7


def test_two_heroes_with_one_card_are_one_group(store, at):
    device = at(table_of(store, "explore", "enter 1", "card #ogre", heroes=2))
    meeting = play(device).meeting
    assert meeting.every == [Split((("ana", "bo"),))]
    assert ways(device.table.game.cat, state(device), 1) == (0,)


# --------------------------------------------------------------------------------------------------- result and loot


def test_a_room_costs_at_most_fifteen_taps_with_wounds_and_loot(store, at):
    device = at(table_of(store, "explore"))
    device.taps = 0
    device.board("door/1", "foe/goblin", "foe/boulder").tap("primary")
    first = state(device).fight.part.heroes[0]
    device.board(f"heart/{first}/1", "time/2").tap("primary")  # the first pair
    device.tap("primary")  # no one of the second was hurt
    device.board("loot/1/item")
    while device.at.pad.ask is not None:
        device.pad(device.at.pad.ask.steps[0].keys[0].id, *_rest(device.at.pad.ask))
    device.board("loot/1/xp")
    assert state(device).step == "turn"
    assert device.taps <= ROOM_LIGHT
    assert state(device).hero(first).damage == 1


def _rest(ask):
    return [step.keys[0].id for step in ask.steps[1:]]


def test_when_no_one_was_hurt_the_result_is_one_tap(store, at):
    device = at(table_of(store, *ROOM, "fight ana+bo #goblin | cy+di #boulder"))
    assert device.at.actions["primary"].text == "Result: no one hurt"
    device.tap("primary")
    assert state(device).fight.at == 1


def test_a_second_tap_takes_a_mark_back(store, at):
    device = at(table_of(store, *ROOM, "fight ana+bo #goblin | cy+di #boulder"))
    device.board("heart/ana/2", "heart/ana/2", "time/3", "time/3")
    assert play(device).marked.nothing
    device.board("heart/bo/1")
    assert device.at.actions["primary"].text == "Enter the result"


def test_the_price_of_the_way_is_counted_by_itself_whatever_is_tapped_first(store, at):
    device = at(table_of(store, *ROOM, "fight ana+bo #boulder | cy+di #goblin"))
    device.board("way/0/1", "time/1")
    assert (play(device).marked.way, play(device).marked.time) == (1, 1)
    assert "3 time for the way, 1 time" in device.at.tray.text
    assert play(device).result().time == 4
    device.board("way/0/2")
    assert play(device).result().time == 1


@pytest.mark.parametrize(("way", "time"), [(1, 3), (2, 0)])
def test_the_way_that_stood_on_the_board_is_carried_to_the_result(store, at, way, time):
    device = at(table_of(store, *ROOM))
    card = play(device).meeting.drawn("")[1]
    if not card.ways[way - 1].on:
        device.board(f"way/2/{way}")
    device.board("card/1").tap("primary")  # the peril first
    assert play(device).marked.way == way
    assert device.at.actions["primary"].text == ("Only the 3 time" if time else "Result: no one hurt")
    deck = state(device).down
    device.tap("primary")
    assert deck - state(device).down == time


def test_on_a_phone_the_title_is_where_the_party_is(store, at):
    device = at(table_of(store))
    assert device.app.screen._title() == "Floor 1 · turn 1"
    assert "Floor 1 · turn 1" in device.at.head.text


def test_loot_of_one_kind_asks_only_who_takes_it(store, at):
    line = "fight ana+bo #goblin | cy+di #boulder"
    device = at(table_of(store, *ROOM, line, "result", "result"))
    device.board("loot/1/item")
    device.pad("bo")
    assert state(device).hero("bo").items == (Face("goblin", "S", ""),)


def test_which_of_two_skills_it_is_is_asked_only_then(store, at):
    line = "fight ana+bo #goblin | cy+di #boulder"
    device = at(table_of(store, *ROOM, line, "result", "result"))
    device.board("loot/1/skill")
    device.pad("Dodge", "cy")
    assert state(device).hero("cy").skills[0].skill == "dodge"


@pytest.mark.parametrize(
    ("keys", "got", "said"),
    [
        (("Armor Crush", "cy"), ["armor-crush"], "Cy took the skill of Glooping Ooze."),
        (("Heroism",), [], "The party took the potion of Glooping Ooze."),
    ],
)
def test_where_one_card_of_a_name_has_a_skill_and_the_other_a_potion_the_edge_is_asked_first(
    store, at, keys, got, said
):
    line = "fight ana+bo #glooping-ooze | cy+di #boulder"
    device = at(table_of(store, *ROOM[:-2], "card #glooping-ooze", "card #boulder", line, "result", "result"))
    device.board("loot/1/skill")
    assert not device.app.shell.error
    device.pad(*keys)
    assert [face.skill for face in state(device).hero("cy").skills] == got
    assert said in [record.sentence for record in device.table.log]


# ---------------------------------------------------------------------------------------------- poison, stairs, boss


def test_poison_is_resisted_by_groups_with_six_faces(store, at):
    lines = ("set ana poison 2", "set cy poison 1", "explore")
    device = at(table_of(store, *lines, deck="hybrid", dungeon="venom-fen"))
    assert device.at.pad.ask.name.startswith("choice")
    device.pad("ana+bo")
    assert device.sentence.startswith("Ana and Bo resist: needs 3 or more")
    assert [key.sub for key in device.at.pad.ask.steps[0].keys] == ["hurts", "hurts", "safe", "safe", "safe", "safe"]
    device.pad("1")
    assert state(device).hero("ana").damage == 2


def test_at_the_stairs_the_party_goes_down_or_stays(store, at):
    device = at(table_of(store, "set deck 0", "explore"))
    assert device.at.actions["primary"].text == "Go down"
    assert device.at.actions["beside"].text == "Stay"
    device.tap("primary")
    assert state(device).floor == 2


def test_a_boss_round_is_told_by_skulls_and_hearts(store, at):
    device = at(table_of(store, *DOWN))
    assert play(device).moment == "round"
    device.tap("primary")
    first = state(device).fight.part.heroes[0]
    device.board("skull/2", f"heart/{first}/1").tap("primary").tap("primary")
    assert (state(device).wounds, state(device).round) == (2, 2)


def test_one_hero_sees_the_chance_to_win_against_the_boss(store, at):
    device = at(table_of(store, *DOWN, "set boss 5", heroes=1, dungeon="yetis-cavern"))
    play(device).outlook()
    play(device).thinker.finish()
    assert play(device).outlook().startswith(("We win", "We cannot win"))


def test_the_end_says_how_brave_the_party_was(store, at):
    room = (*ROOM, "fight ana+bo #goblin | cy+di #boulder", "result ana 2", "result", "loot 1 xp", "loot 1 xp")
    device = at(table_of(store, *room, *DOWN, "set boss 11"))
    device.tap("primary").board("skull/4").tap("primary")
    assert device.at.actions["primary"].text == "How brave were we?"
    device.tap("primary")
    assert "Won: the Yeti is dead" in device.at.body.text
    assert "luck" in device.at.body.text.lower()


# --------------------------------------------------------------------------------------------------- putting right


def test_a_held_hero_loses_and_gains_hearts(store, at):
    device = at(table_of(store, "explore"))
    device.hold("hero/bo").pad("do damage +1")
    assert state(device).hero("bo").damage == 1
    device.hold("hero/bo").pad("do damage -1")
    assert state(device).hero("bo").damage == 0


def test_a_held_card_becomes_another_and_its_xp_follows(store, at):
    line = "fight ana+bo #goblin | cy+di #boulder"
    device = at(table_of(store, *ROOM, line, "result", "result"))
    device.hold("card/1").pad("do rename 0").board("foe/ogre")
    assert state(device).spoils[0].card.name == "ogre"
    device.board("loot/1/xp")
    assert state(device).xp == 4


def test_the_second_card_of_a_door_is_put_right_too(store, at):
    device = at(table_of(store, *ROOM, "flee"))
    device.hold("door/1").pad("do rename 1").board("foe/ogre")
    assert [card.name for card in state(device).doors[0].cards] == ["goblin", "ogre"]


def test_an_old_entry_is_asked_again_and_changed(store, at):
    device = at(table_of(store, *ROOM, deck="hybrid"))
    entry = next(record.seq for record in device.table.log if record.text == "card #goblin")
    device.app.screen.ask_again(entry)
    device.pad("core", "cave-in")
    assert state(device).doors[0].cards[0].name == "cave-in"


def test_heroes_whose_dice_nobody_told_have_no_odds(store, at):
    import companion

    table = companion.open_table(
        "one-deck-dungeon", ["Ana", "Bo"], store=store, edition="our-box", depth="light", tier="expert", deck="hybrid"
    )
    for line in ("hero ana slayer", "hero bo mage", "dungeon dragons-cave", "explore", "enter 1", "card #ogre"):
        table.play(line)
    device = at(table)
    assert play(device).meeting.drawn("")[0].note
    device.tap("primary")
    assert play(device).moment == "result"


@pytest.mark.clause("one-deck-dungeon.turn.flee")
def test_a_refusal_says_why_and_can_have_happened(store, at):
    device = at(table_of(store, *ROOM, "flee", "enter 1"))
    device.app.screen.enter("flee")
    assert "why" in device.at.sheet or "why" in device.at.snack or "happened" in device.at.sheet.text.lower()


def test_undo_takes_the_last_thing_back(store, at):
    device = at(table_of(store, *ROOM))
    device.tap("undo")
    assert state(device).step == "open"


def test_a_second_device_follows(store, at):
    table = table_of(store, *ROOM)
    one, other = at(table), at(table, "watch")
    one.tap("beside")
    other.follow()
    assert play(other).moment == "turn"
    assert not other.at.board.legal


@pytest.mark.parametrize(("heroes", "deck"), [(1, "core"), (2, "core"), (2, "hybrid"), (4, "hybrid")])
def test_the_six_questions_of_the_ask_tab_have_rules_and_make_sense(store, at, heroes, deck):
    device = at(table_of(store, heroes=heroes, deck=deck))
    book = device.table.game.rulebook
    asks = device.app.screen.kit.asks_at(device.table)
    assert len(set(asks)) == 6
    assert all(name in book for _, clauses in asks for name in clauses.split())
    words = " ".join(question for question, _ in asks)
    assert ("pair" in words) == (heroes == 4)
    assert ("poison" in words) == (deck == "hybrid")
    assert (" we " in words or " us " in words) == (heroes == 2)
    device.tap("tab ask")
    assert all(question in device.at.body.text for question, _ in asks)


def test_the_party_tab_shows_hearts_and_things(store, at):
    device = at(table_of(store, "set ana damage 1"))
    device.tap("tab score")
    assert device.at.tabs["tab score"].text == "Party"
    assert "3 of 4 hearts" in device.at.body.text


def test_the_glance_shows_hearts_large(store, at):
    device = at(table_of(store, *ROOM))
    scene = play(device).glance((370, 500)).scene
    assert "Ana" in "".join(item.svg for item in scene.items)


def test_four_heroes_are_four_seats_and_nobody_is_asked_who_rolls(store, at):
    device = at(table_of(store))
    assert len(FOUR) == len(device.table.players)
    assert device.app.screen.kit.mover(state(device)) == ""


# ------------------------------------------------------------------------------------------- what is said, and once


def test_the_small_line_does_not_say_again_what_the_title_says(store, at):
    device = at(table_of(store))
    assert device.at.head.text.lower().count("turn 1") == 1
    boss = at(table_of(store, *DOWN))
    assert boss.at.head.text.lower().count("round 1") == 1
    assert "floor" not in device.at.tray.text


def test_a_hint_is_one_tap_away_beside_two_large_buttons(store, at):
    device = at(table_of(store, "explore", "enter 1", "card #cave-in", heroes=1))
    assert "beside" in device.at.actions
    assert "hint" not in device.at.actions
    device.tap("hint", "tray")
    assert "Hints at this table" in device.at.sheet.text
    device.tap("close", "sheet")
    assert "odds" not in device.at.tray  # the line over the chips opens the odds
    device.tap("explain", "tray")
    assert "How likely?" in device.at.sheet.text


def test_one_poisoned_hero_of_four_is_asked_for_the_die_at_once(store, at):
    device = at(table_of(store, "set cy poison 2", "explore", deck="hybrid", dungeon="venom-fen"))
    assert device.sentence.startswith("Cy and Di resist: needs 3 or more")
    assert "safe 4 in 6" in device.at.pad.ask.steps[0].prompt
    device.taps = 0
    device.pad("2")
    assert device.taps == 1
    assert state(device).hero("cy").damage == 2


def test_only_partings_that_differ_are_offered_the_safest_first(store, at):
    lines = ("set ana poison 2", "set cy poison 1", "explore")
    device = at(table_of(store, *lines, deck="hybrid", dungeon="venom-fen"))
    keys = device.at.pad.ask.steps[0].keys
    assert [(key.label, key.sub) for key in keys] == [
        ("Ana and Bo / Cy and Di", "resist both 6 in 10"),
        ("Ana and Cy", "resist 5 in 10"),
    ]
    device.pad("ana+cy")
    assert device.sentence.startswith("Ana and Cy resist: needs 4 or more")


def test_a_new_level_is_said(store, at):
    device = at(table_of(store, "set xp 5", "explore", "enter 1", "card #ogre", "fight", "result", heroes=2))
    device.tap("primary")
    assert state(device).level == 2
    assert device.toasts[-1] == "Level 2, 1 potion more."


def test_the_boss_shows_how_far_it_is_and_that_there_is_no_hope(store, at):
    device = at(table_of(store, *DOWN, heroes=2))
    assert device.at.actions["primary"].text == "No hit, no one hurt"
    assert device.at.tray.text.startswith("Yeti 0 of 6")
    device.board("skull/4").tap("primary")
    assert device.at.tray.text.startswith("Yeti 4 of 6")
    device.board("skull/4").tap("primary")
    assert state(device).ended == "won"
    assert "6 of 6 wounds" in str(device.at.board.drawn.items)


def test_the_stairs_say_what_staying_costs(store, at):
    device = at(table_of(store, "set deck 0", "explore", heroes=2))
    assert "Staying lays 2 tokens on the stairs each turn; at 3 they hurt." in device.at.tray.text


def sick(store, *lines):
    """Two heroes in the Forest, one of them poisoned, who left a Great Stag open and explored."""
    room = ("explore", "enter 1", "card #great-stag", "set ana poison 2", "flee", "explore")
    return table_of(store, *room, *lines, deck="forest", dungeon="venom-fen", heroes=2)


@pytest.mark.parametrize(("edge", "least"), [("A leaf", 2), ("No leaf", 3)])
def test_leaves_of_open_cards_are_asked_before_anybody_resists(store, at, edge, least):
    device = at(sick(store))
    ask = play(device).ask()
    assert ask.steps[0].prompt == "Great Stag on door 1: does the open card show a leaf?"
    key = next(key.id for key in ask.steps[0].keys if key.label == edge)
    device.pad(key)
    assert not device.app.shell.error
    assert play(device).sentence() == f"Ana and Bo resist: needs {least} or more"
    assert play(device).ask().name.startswith("resist")


def test_leaves_that_nobody_looks_at_are_put_off_once(store, at):
    device = at(sick(store))
    play(device).later(play(device).ask())
    assert play(device).sentence() == "Ana and Bo resist: needs 3 or more"
