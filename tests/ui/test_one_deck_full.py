"""One Deck Dungeon on the page, full: the dice pad, the best placement, the ways beside it, skills, and just ask."""

from __future__ import annotations

import pytest

from companion.engine.errors import UnreadableError
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.encounter import read_fight
from companion.games.one_deck_dungeon.fight import Encounter
from companion.games.one_deck_dungeon.losses import ranking
from companion.ui.one_deck_dungeon import rolled as lying
from companion.ui.one_deck_dungeon.count import Asking
from companion.ui.one_deck_dungeon.describing import box_ask, box_of
from companion.ui.one_deck_dungeon.fights import Met, counted, sure
from companion.ui.one_deck_dungeon.pads import roll_line
from companion.ui.one_deck_dungeon.tumble import FIGHT as GOBLIN
from companion.ui.one_deck_dungeon.tumble import Tumble, luck
from companion.ui.pad import Answer

from .dungeon import DOWN, ROOM, rolled, table_of

FIGHT = "fight ana+bo #goblin | cy+di #boulder"
ROLL = "roll S 6 5 2 A 5 4 4 1 M 3"
ROOM_FULL = 30


def play(device):
    return device.app.screen.play


def state(device):
    return device.table.state


def best(device):
    """Wait until the best placement is drawn."""
    play(device).shown()
    play(device).thinker.finish()
    device.app.screen.refresh()
    return play(device).shown()


def full(store, *lines, **options):
    return table_of(store, *lines, depth="full", **options)


def test_the_pad_has_a_row_of_slots_for_each_colour_of_this_pool(store, at):
    device = at(full(store, *ROOM, FIGHT))
    ask = device.at.pad.ask
    assert ask.slots
    assert [(step.prompt, step.most) for step in ask.steps] == [("S", 3), ("A", 4), ("M", 1)]
    device.taps = 0
    device.pad(("S6", "S5", "S2"), ("A5", "A4", "A4", "A1"), "M3")
    assert device.taps == 8  # a die is a tap, and the last one commits
    assert play(device).moment == "place"


def test_a_roll_is_told_in_one_line():
    assert roll_line((("S6", "S5"), ("H3",))) == "roll S 6 5 H 3"


def test_the_best_placement_is_drawn_and_priced(store, at):
    device = at(full(store, *ROOM, FIGHT, ROLL))
    first, *others = best(device)
    law = Encounter(lying.lying(device.table.game.cat, state(device)).fight)
    assert first.loss.damage == 0
    assert len(others) <= 2
    assert law.nobody_falls == 1
    drawn = play(device)._rolling()
    assert set(drawn.lying) == set(first.placement.covered)
    assert "make a black" in device.at.tray.text
    assert "other way" in device.at.tray.text


def test_we_did_that_carries_out_what_is_drawn(store, at):
    device = at(full(store, *ROOM, FIGHT, ROLL))
    drawn = best(device)[0]
    before = state(device).hero("ana").damage + state(device).hero("bo").damage
    deck = state(device).down
    device.taps = 0
    device.tap("primary")
    assert device.taps == 1
    assert state(device).fight.at == 1
    assert state(device).hero("ana").damage + state(device).hero("bo").damage - before == drawn.loss.damage
    assert deck - state(device).down == drawn.loss.time


@pytest.mark.parametrize("seed", range(8))
def test_every_drawn_placement_can_be_carried_out(store, at, seed):
    device = at(full(store, *ROOM, FIGHT))
    device.pad(*rolled(device.at.pad.ask, seed))
    for n, one in enumerate((lying.first(lying.lying(device.table.game.cat, state(device))), *best(device))):
        copy = device.table.state
        table = device.table
        state_after = copy
        for step in lying.line(one.placement).split("; "):
            move = table.game.parse(step, state_after)
            assert table.game.check(state_after, move), (n, step)
            state_after = table.game.apply(state_after, move)
        hurt = sum(due.n for due in state_after.due if due.what == "damage")
        taken = sum(hero.damage for hero in state_after.heroes)
        assert hurt + taken == one.loss.damage


def test_nothing_is_settled_while_the_best_placement_is_still_sought(store, at, monkeypatch):
    monkeypatch.setattr(lying, "QUICK", 0)
    device = at(full(store, *ROOM, FIGHT, ROLL))
    assert not play(device).placed().proven
    assert device.sentence.endswith("a first placement")
    assert play(device)._rolling().sought
    assert "Looking" in device.at.tray.text
    assert device.at.actions["primary"].text == "Looking …"
    assert not device.at.actions["primary"].enabled
    before = device.table.seq
    play(device).act("did")
    assert device.table.seq == before
    assert "still being looked for" in device.toasts[-1]
    play(device).thinker.finish()
    device.app.screen.refresh()
    device.tap("primary")
    assert state(device).fight.at == 1


def test_an_unknown_foe_in_full_is_played_by_its_result(store, at):
    lines = ("explore", "enter 1", "card ?", "card #ogre", "fight bo+cy 1 | ana+di 2")
    device = at(full(store, *lines, deck="hybrid", edition="our-box"))
    for _ in range(3):
        if play(device).moment == "result":
            break
        if device.at.pad.ask is not None:
            device.skip()
        else:
            device.tap("primary")
    assert play(device).moment == "result"
    device.board("heart/bo/1").tap("primary")
    assert (state(device).hero("bo").damage, state(device).fight.at) == (1, 1)


def test_another_way_is_drawn_by_a_tap(store, at):
    device = at(full(store, *ROOM, FIGHT, ROLL))
    best(device)
    device.tap("other 1")
    assert play(device).placed() == play(device).shown()[1]
    assert device.sentence.endswith("another way to place")


def test_a_die_is_changed_by_a_tap_on_it(store, at):
    device = at(full(store, *ROOM, FIGHT, ROLL))
    place = next(place for place in device.at.board.drawn.places if place.startswith("die/"))
    n = int(place.split("/")[1])
    old = state(device).fight.dice[n - 1]
    device.board(place).pad("6")
    assert sum(die.value == 6 and die.colour == old.colour for die in state(device).fight.dice) >= 1
    assert len(state(device).fight.dice) == 8


def test_what_differs_is_entered_as_the_result(store, at):
    device = at(full(store, *ROOM, FIGHT, ROLL))
    device.tap("beside").board("heart/bo/1", "time/1").tap("primary")
    assert state(device).hero("bo").damage == 1
    assert state(device).fight.at == 1


def test_the_result_can_be_entered_without_the_dice(store, at):
    device = at(full(store, *ROOM, FIGHT))
    device.skip()
    assert play(device).moment == "result"


def test_a_peril_asks_its_way_with_odds_on_both(store, at):
    device = at(full(store, *ROOM, FIGHT, "result"))
    assert play(device).moment == "way"
    texts = {device.at.actions[name].text for name in ("primary", "beside")}
    assert texts == {"Take the free way", "Pay 3 time"}
    device.board("way/1/1")
    assert state(device).fight.part.option == 1
    assert [step.prompt for step in device.at.pad.ask.steps] == ["M"]


def test_a_full_room_costs_at_most_thirty_taps(store, at):
    device = at(full(store, "explore"))
    device.taps = 0
    device.board("door/1", "foe/goblin", "foe/boulder").tap("primary")
    for _ in range(40):
        if state(device).step == "turn":
            break
        one_step(device)
    assert state(device).step == "turn"
    assert device.taps <= ROOM_FULL


def one_step(device):
    """What a table does next, in taps."""
    ask = device.at.pad.ask
    if play(device).moment == "place":
        best(device)
    if ask is not None and ask.slots:
        device.pad(*rolled(ask, 5))
    elif ask is not None:
        device.pad(ask.steps[0].keys[0].id)
    else:
        device.tap("primary")


def test_a_skill_is_a_few_taps_and_pays_with_dice(store, at):
    room = ("explore", "enter 1", "card #goblin", "card #ogre", "fight ana+cy #goblin | bo+di #ogre")
    device = at(full(store, *room))
    device.pad(*rolled(device.at.pad.ask, 1))
    uses = [move for move in play(device)._uses() if isinstance(move, m.Skill)]
    assert uses
    device.tap("use")
    move = uses[0]
    value = next(value for value, one in play(device).choice.moves.items() if one == move)
    device.at.pad._receive(
        {"kind": "pad", "value": list(value), "seq": device.at.pad.seq, "showing": device.at.pad.showing}
    )
    assert (move.hero, move.name) in state(device).fight.used


def test_a_feat_is_used_before_the_roll_by_a_tap_on_the_hero(store, at):
    room = ("explore", "enter 1", "card #goblin", "card #ogre", "fight ana+bo #goblin | cy+di #ogre")
    device = at(full(store, *room))
    device.board("hero/bo")
    assert device.at.pad.ask.name.startswith("choice")
    feat = next(move for move in play(device).choice.moves.values() if isinstance(move, m.Feat))
    value = next(value for value, one in play(device).choice.moves.items() if one == feat)
    device.at.pad._receive(
        {"kind": "pad", "value": list(value), "seq": device.at.pad.seq, "showing": device.at.pad.showing}
    )
    assert ("bo", "feat") in state(device).fight.used


def test_against_the_boss_skulls_are_worth_covering(store, at):
    device = at(full(store, *DOWN, heroes=2, dungeon="lichs-tomb"))
    device.pad(*rolled(device.at.pad.ask, 7))
    told = best(device)[0]
    skulls = [n for n, box in enumerate(play(device)._rolling().boxes) if box.skull]
    assert told.hits == sum(n in told.placement.covered for n in skulls)
    assert "on the boss" in device.at.tray.text


def test_light_and_full_are_changed_in_the_middle(store, at):
    device = at(table_of(store, *ROOM))
    device.app.screen.enter("full")
    device.tap("primary")
    assert device.at.pad.ask.slots


def test_a_large_fight_is_first_told_by_what_is_sure():
    fight = Met(read_fight("2/2/1/0 | S6w:h A4:t A5:hh | hearts 2 2"), ())
    less, odds = sure(fight, "stay alive"), counted(fight, "stay alive")
    assert less.safe <= odds.safe
    assert (less.exact, odds.exact) == (False, True)


# ------------------------------------------------------------------------------------------------------------ just ask


@pytest.fixture
def ask(device):
    one = device()
    one.app.count("one-deck-dungeon")
    return one


def painting(ask):
    return ask.app.screen.painting


def test_two_names_and_pools_are_told_in_at_most_ten_taps(ask):
    ask.board("foe/goblin", "foe/boulder").tap("heroes", "tray")
    ask.board("pick/warrior", "pick/rogue", "pick/mage", "pick/archer").tap("read", "actions")
    assert ask.taps <= 10
    assert painting(ask).text == "goblin 3/4/1/0 4 3 / boulder 1/3/4/0 3 3"
    assert "A usual day" in ask.at.body.text
    assert "Nobody falls" in ask.at.body.text


def test_one_hero_asks_alone_with_the_side_of_a_game_for_one(ask):
    ask.board("foe/ogre").tap("one", "tray").tap("heroes", "tray")
    assert ask.sentence == "Who fights Ogre? Tap one hero or two"
    ask.board("pick/warrior").tap("alone", "tray")
    assert painting(ask).text == "ogre 4/2/1/0 6"
    assert painting(ask).days(painting(ask).fights[0]) is not None


def test_a_second_card_is_no_second_open_door(ask):
    def swarm():
        one = painting(ask).fights[0]
        return [str(box) for box in painting(ask).fight(one).fight.all_boxes if box.wide]

    ask.board("foe/goblin").tap("one", "tray")
    alone = swarm()
    ask.tap("second", "tray").board("foe/rune-puzzle")
    assert swarm() == alone
    ask.tap("doors", "tray")
    assert ask.at.tray["doors"].text == "Open doors: 2"
    assert swarm() != alone
    again = Asking(lambda: None, painting(ask).text)
    assert again.doors == 2
    with pytest.raises(UnreadableError, match="1 to 5 open doors"):
        again.read("goblin 3/1/0/0 doors=9")


def test_dice_and_hearts_grow_with_each_tap(ask):
    ask.board("foe/ogre").tap("one", "tray").board("die/S/1", "die/H/1", "heart/a/1")
    assert painting(ask).fights[0].pool.counts() == (3, 2, 2, 1)
    assert painting(ask).fights[0].hearts == (5, 3)


def test_a_card_is_described_box_by_box(ask):
    ask.tap("describe 1", "tray")
    ask.pad("S", "6", "ht")
    ask.pad("Awx", "11", "0")
    ask.skip()
    assert painting(ask).text == "S6:ht A11wx 2/2/2/0 4 3"
    assert painting(ask).days(painting(ask).fights[0]) is not None


def test_a_box_of_the_keypad_is_the_box_that_was_told():
    answer = Answer("box 0", (("Mwx",), ("9",), ("hhp",)), 0)
    assert str(box_of(answer)) == "M9wx:hhp"
    rare = Answer("box 0", (("Sw",), ("21+",), ("24",), ("more",), ("h", "t", "t", "t")), 0)
    assert str(box_of(rare)) == "S24w:httt"
    assert len(box_ask(0).steps) == 2


def test_fights_are_typed_and_wrong_words_are_named(ask):
    page = Asking(lambda: None, "S6w:h A4:t 3/4/1/0 4 3")
    assert page.text == "S6w:h A4:t 3/4/1/0 4 3"
    with pytest.raises(UnreadableError, match="hobgoblin"):
        page.read("hobgoblin 3/1/0/0")
    with pytest.raises(UnreadableError, match="9/1/0/0"):
        page.read("goblin 9/1/0/0")


# ---------------------------------------------------------------------------------------------------- the start page


def test_eight_dice_place_themselves_and_luck_is_counted():
    seen = []
    tumble = Tumble(lambda: seen.append(1), seed=4)
    (before,) = tumble.items()
    tumble.throw()
    (after,) = tumble.items()
    assert seen == [1]
    assert before != after
    dice = sum(map(len, tumble.best.placement.dice))
    assert dice <= 8
    assert "luckier than" in after.items[2].text or "nothing comes out worse" in after.items[2].text


def test_luck_is_the_share_of_rolls_that_end_worse():
    law = Encounter(read_fight(GOBLIN)).law("fewest wounds")
    rank = ranking(read_fight(GOBLIN), "fewest wounds")
    losses = sorted(law, key=rank)
    assert luck(losses[-1]) == 0
    assert luck(losses[0]) == 1 - law.probability(losses[0])


# ---------------------------------------------------------------------------------------------------- whose dice


def rows_of(device):
    return [step.prompt for step in device.at.pad.ask.steps]


def test_owners_are_asked_only_where_a_skill_needs_them_and_cost_no_tap(store, at):
    fight = ("explore", "enter 1", "card #goblin", "card #boulder", "fight ana+di #goblin | bo+cy #boulder")
    device = at(table_of(store, *fight, depth="full", deck="core"))
    assert rows_of(device) == ["S Ana", "S Di", "A", "M"]  # Combined Shot turns Ana's yellow dice
    device.answer((("S6.ana", "S5.ana", "S2.ana"), ("S4.di",), ("A5.", "A3.", "A2."), ("M1.di",)))
    assert device.taps == 8
    owners = {(die.colour, die.owner) for die in device.table.state.fight.dice}
    assert owners == {("S", "ana"), ("S", "di"), ("A", ""), ("M", "di")}


def test_without_such_a_skill_a_row_a_color_is_enough(store, at):
    device = at(table_of(store, "explore", "enter 1", "card #goblin", "fight", heroes=2, depth="full", deck="core"))
    assert rows_of(device) == ["S", "A", "M"]
    device.answer((("S6", "S5", "S2"), ("A5", "A3"), ("M1", "M1", "M2")))
    assert {die.owner for die in device.table.state.fight.dice} == {""}


def test_a_roll_with_owners_is_asked_again_by_owner(store, at):
    from companion.ui.one_deck_dungeon.pads import rolled_ask

    asked = rolled_ask(["+", "A", "5", "3", "ana", "S", "6", "di", "M", "1"])
    assert [step.prompt for step in asked.steps] == ["A", "S ana", "M di"]
    assert roll_line((("A5.", "A3."), ("S6.ana",), ("M1.di",))) == "roll + A 5 3 ana S 6 di M 1"
