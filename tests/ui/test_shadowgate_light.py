"""Shadowgate on the page, light: a ledger that knows odds. Taps are counted."""

from __future__ import annotations

import random
import re

import pytest

import companion
from companion.engine.edition import OUR_BOX
from companion.engine.svg import width_of
from companion.games.shadowgate.cards import FATAL
from companion.ui.boards.shadowgate import BOLD, columns
from companion.ui.shadowgate.light import Light

from .castle import Scribe

FACES = ("0", "1", "1", "2", "3", "skull")
BAT_CAVE = "is quest.1 I/bat-cave/cost:strength_4,_mental_3/xp:5/torch:1/skulls:0"


@pytest.fixture
def table(store):
    """Ana, Bo and Cy with their own box, of which nothing is told; Bo is to move."""
    table = companion.open_table("shadowgate", ["Ana", "Bo", "Cy"], store=store, depth="light", edition=OUR_BOX)
    for line in ("character ana jair", "character bo katalia", "character cy fezlyn", "first bo"):
        table.play(line)
    for seat, traits in (("ana", (4, 1, 2)), ("bo", (2, 2, 3)), ("cy", (1, 4, 1))):
        for name, value in zip(("strength", "resourceful", "mental"), traits, strict=True):
            table.play(f"trait {seat} {name} {value}")
    return table


@pytest.fixture
def page(table, at):
    return at(table)


def drawn(page):
    return "".join(item.svg for item in page.at.board.drawn.items)


def line(page, place):
    return page.at.board.drawn[place].label


# ------------------------------------------------------------------------------------------------------------ the setup


@pytest.mark.clause("shadowgate.setup.characters", "shadowgate.setup.first")
def test_a_new_game_is_set_up_within_twenty_taps(device):
    page = device().tap("game shadowgate").tap("new shadowgate")
    page.taps = 1
    for number, name in enumerate(("Ana", "Bo", "Cy"), 1):
        page.taps += 1
        page.at.body.fill(**{f"name{number}": name})
    page.tap("next").tap("ready")
    page.pad("jair").pad("1", "2").pad("katalia").pad("2", "3").pad("fezlyn").pad("1", "4", "1").pad("ana")
    assert page.taps <= 20
    state = page.table.state
    assert (state.depth, state.mode, state.active) == ("light", "standard", "ana")
    assert line(page, "seat/ana").startswith("Ana: Strength 3, Resourceful 1, Mental 2,")
    assert line(page, "seat/cy").startswith("Cy: Strength 1, Resourceful 4, Mental 1,")


def test_what_the_rulebook_tells_of_a_mat_is_not_asked(device):
    page = device().tap("game shadowgate").tap("new shadowgate").tap("next").tap("ready")
    assert page.sentence == "Who does Player 1 play?"
    page.pad("jair")
    assert [step.prompt for step in page.at.pad.ask.steps] == ["Player 1's Resourceful?", "Player 1's Mental?"]
    page.skip().skip()
    assert page.at.pad.ask.name.startswith("traits")
    page.skip()
    assert page.at.pad.ask.name == "first"


def test_two_characters_of_one_mat_cannot_both_be_picked(store, at):
    page = at(companion.open_table("shadowgate", ["Ana", "Bo"], store=store, depth="light", edition="practice"))
    page.pad("jair")
    keys = {key.id: key.enabled for key in page.at.pad.ask.steps[0].keys}
    assert not keys["jair"]
    assert not keys["lakmir"]
    assert keys["katalia"]


def test_long_names_fit_their_keys_and_leave_the_traits_free(store, at):
    page = at(companion.open_table("shadowgate", ["Willowmere", "Bo"], store=store, depth="light", edition=OUR_BOX))
    assert page.at.pad.ask.steps[0].columns == 3
    shown = re.search(r"(Will[^<]*)</text>", page.at.board.drawn["seat/willowmere"].svg)[1]
    # The name begins at 32, the first shield 13 before the middle of its column.
    assert 32 + BOLD * width_of(shown, 15.5) < columns(page.at.board.drawn["seat/willowmere"].w)[0] - 13


def test_a_quest_is_not_told_while_the_setup_still_asks(store, at):
    page = at(companion.open_table("shadowgate", ["Ana", "Bo"], store=store, depth="light", edition=OUR_BOX))
    page.board("quest.1")
    assert page.toasts[-1] == "First what is asked now; then the quest can be told."
    assert page.sentence == "Who does Ana play?"
    assert not any(place.startswith("slip/") for place in page.at.board.drawn.places)


def test_what_was_refused_leaves_no_keys_behind(page):
    page.tap("menu").tap("end").tap("tab table").board("quest.1", "slip/strength/3").tap("primary")
    assert "agreed to end" in page.app.shell.error
    assert not any(place.startswith("slip/") for place in page.at.board.drawn.places)


# --------------------------------------------------------------------------------------------------------------- a turn


@pytest.mark.clause("shadowgate.quests.completed", "shadowgate.cost.traits")
def test_a_first_turn_with_a_new_sword_and_a_quest_that_is_told_costs_eight_taps(page):
    page.board("seat/bo").pad("trait strength 3")
    page.board("quest.1", "slip/strength/3", "slip/xp/5", "slip/torch/1")
    assert page.at.actions["primary"].text == "Made it, no roll"
    page.tap("primary")
    assert page.at.actions["primary"].text == "Next: Cy"
    page.tap("primary")
    assert page.taps == 8
    assert page.sentence == "Cy: tap the quest Cy tries"
    assert "11 XP" not in line(page, "seat/bo")
    assert "5 XP" in line(page, "seat/bo")


@pytest.mark.clause("shadowgate.failure.torch", "shadowgate.failure.skull")
def test_failing_moves_torch_and_skull_by_the_icons(page, table):
    table.play(BAT_CAVE.replace("skulls:0", "skulls:1"))
    page.follow().board("quest.1").tap("beside").tap("primary")
    assert page.taps == 3
    assert page.table.state.torch == 9
    assert page.table.state.player("bo").deaths == 1
    assert "1 Death" in line(page, "seat/bo")
    assert page.table.state.quest(1) is not None


def test_two_short_stands_beside_the_quest_and_odds_once_six_faces_are_told(page, table):
    table.play(BAT_CAVE)
    page.follow()
    assert "2 short" in line(page, "quest.1")
    assert "in 10" not in line(page, "quest.1")
    assert "Odds? Look at one black die" in page.at.tray.text
    page.tap("faces black").pad(*FACES)
    assert page.taps == 7
    # 36 rolls of two dice; less than 2 come with 0/skull and 0/skull, and with 1 and 0/skull: 4 + 8.
    assert "7 in 10" in line(page, "quest.1")
    assert "2 short" in line(page, "quest.1")
    assert "Ana 9" in line(page, "quest.1")
    assert "Cy 1" in line(page, "quest.1")
    page.board("quest.1")
    assert "needs 2 or more on two dice" in page.at.tray.text
    page.tap("why odds")
    assert "Does Bo meet Bat Cave?" in page.at.sheet.text


def test_dots_are_filled_as_the_chance_is(page, table):
    table.play(BAT_CAVE)
    table.play(f"faces black {' '.join(FACES)}")
    page.follow()
    svg = page.at.board.drawn["quest.1"].svg
    assert svg.count("sg-dot") == 7
    assert svg.count("sg-hole") == 3


@pytest.mark.clause("shadowgate.cost.example")
def test_katalia_rolls_where_jair_needs_no_roll(page, table):
    table.play("trait ana strength 3; trait bo strength 1")
    table.play("is quest.1 I/cost:strength_2")
    page.follow()
    assert "1 short" in line(page, "quest.1")
    assert "Ana sure" in line(page, "quest.1")


def test_points_and_penalties_that_nobody_told_are_asked_when_they_matter(page):
    page.board("quest.2").tap("primary").tap("primary")
    assert page.at.pad.ask.name == "xp 2"
    page.pad("4")
    assert page.table.state.player("bo").done[0].xp == 4
    page.tap("primary").board("quest.1").tap("primary").tap("beside")
    assert page.at.pad.ask.name == "fails 1"
    page.pad("1 1")
    assert page.table.state.torch == 9
    assert page.table.state.player("cy").deaths == 1


def test_a_slip_counts_on_takes_back_and_knows_both_costs(page):
    page.board("quest.3", "slip/mental/7", "slip/mental/7", "slip/strength/2", "slip/strength/2", "slip/magic/1")
    page.board("slip/item/1", "slip/xp/6").tap("beside")
    card = page.table.state.quest(3)
    assert card.cost == "mental 8, token, by hand"
    assert (card.xp, card.torch) == (6, None)
    assert "+ token" in line(page, "quest.3")


def test_a_quest_is_cycled_with_a_chip_and_a_tap(page, table):
    table.play(BAT_CAVE)
    page.follow().tap("cycle").board("quest.1")
    assert page.taps == 2
    assert page.table.state.quest(1).name is None
    assert page.sentence == "Bo: tap the quest Bo tries"


@pytest.mark.clause("shadowgate.quest-phase.order")
def test_cycling_after_an_attempt_is_refused_with_its_rule_one_tap_away(page, table):
    table.play(BAT_CAVE)
    table.play("is quest.2 I/old-well/cost:resourceful_2/xp:2; made 2")
    page.follow().board("quest.1")
    assert "One attempt a turn" in page.at.sheet.text
    assert "Why" in page.at.sheet.text
    assert "It happened" in page.at.sheet.text
    page.tap("happened")
    assert page.table.state.attempt == 1


# ----------------------------------------------------------------------------------------------------------- the castle


@pytest.mark.clause("shadowgate.locks.stairwell", "shadowgate.locks.hall", "shadowgate.final.trigger")
def test_an_unlock_is_a_tap_on_the_name_of_the_event(page):
    page.board("castle").pad("stairwell")
    assert page.taps == 2
    assert page.table.state.opened == ("I", "II")
    assert "deck II open" in line(page, "castle")
    page.board("castle")
    enabled = {key.id: key.enabled for key in page.at.pad.ask.steps[0].keys}
    assert (enabled["stairwell"], enabled["hall"], enabled["barrier"]) == (False, True, True)
    page.pad("hall").board("castle").pad("barrier")
    for seat in ("ana", "bo", "cy"):
        page.board("castle").pad("staff", seat)
    assert page.table.state.unlocked
    page.board("quest.1").tap("primary").tap("beside").pad("0 0").tap("primary")
    assert "the last full turn" in page.sentence
    assert "last turn" in page.at.board.drawn["seat/cy"].svg


def test_the_event_can_be_told_on_its_slip_too(page):
    page.board("quest.2", "slip/event/cavern-stairwell").tap("primary")
    assert page.table.state.opened == ("I", "II")
    assert page.at.board.drawn["quest.2"].label.startswith("Cavern Stairwell")


def test_the_last_of_the_round_sees_the_torch_on_the_button(page, table):
    table.play("done; done")
    page.follow().board("quest.1").tap("primary").tap("beside").pad("0 0")
    assert page.at.actions["primary"].text == "Next: Bo, torch 10 → 9"


@pytest.mark.clause("shadowgate.torch.penalty", "shadowgate.torch.replace")
def test_the_red_die_of_the_torch_is_a_tap_on_it_and_a_face(page, table):
    table.play("torch 3")
    page.follow().board("torch").pad("mental")
    assert page.taps == 2
    assert page.table.state.penalty == "mental"
    assert "one less Mental" in line(page, "torch")
    assert line(page, "seat/bo").startswith("Bo: Strength 2, Resourceful 2, Mental 2,")
    page.board("torch").pad("at", "6")
    assert page.table.state.torch == 6


def test_the_red_die_is_called_to_mind_where_nobody_told_the_red_numbers(page, table):
    table.play("done; done; done")
    page.follow()
    assert "The torch is on 9 now. A red number?" in page.at.tray.text
    page.board("torch").pad("mental")
    assert "A red number?" not in page.at.tray.text


@pytest.mark.clause("shadowgate.torch.red")
def test_red_numbers_of_the_box_ask_for_the_red_die(store, at):
    table = companion.open_table("shadowgate", ["Ana", "Bo"], store=store, depth="light", edition="practice", seed=1)
    table.play("character ana jair; character bo fezlyn; first ana; torch 5")
    table.play("done; done")
    page = at(table)
    assert page.sentence == "The torch is on red: roll the red die"
    page.pad("strength")
    assert page.table.state.penalty == "strength"


# ----------------------------------------------------------------------------------------------------------- the ledger


def test_a_line_of_the_ledger_opens_to_plus_and_minus(page):
    page.board("seat/ana").pad("xp +", "5").board("seat/ana").pad("xp -", "2").board("seat/ana").pad("death +")
    state = page.table.state.player("ana")
    assert (state.xp, state.deaths) == (3, 1)
    page.board("seat/ana").pad("death -").board("seat/ana").pad("trait mental 1")
    assert page.table.state.player("ana").deaths == 0
    assert line(page, "seat/ana").startswith("Ana: Strength 4, Resourceful 1, Mental 1,")


def test_a_wrong_number_of_points_is_put_right_in_three_taps(page, table):
    table.play("is quest.1 I/cost:strength_1/xp:5; made 1; done; quest 1 ?; done")
    page.follow().taps = 0
    page.board("seat/bo").pad("xp -", "2")
    assert page.taps == 3
    page.tap("tab score")
    assert "Told without a card" in page.at.body.text


def test_an_old_entry_is_changed_in_the_log(page, table):
    table.play("xp ana 5; done")
    seq = next(one.seq for one in table.log if one.text == "xp ana 5")
    page.follow()
    page.app.screen.ask_again(seq)
    page.pad("3")
    assert page.table.state.player("ana").xp == 3
    assert "Ana has 3 XP now, not 5" in page.toasts[-1]


def test_the_ledger_opens_to_its_lines_in_the_score_tab(page, table):
    table.play(f"{BAT_CAVE}; made 1; death bo")
    page.follow().tap("tab score")
    assert "Bat Cave" in page.at.body.text
    assert "Death cards" in page.at.body.text


def test_a_held_quest_shows_its_slip_again(page, table):
    table.play(BAT_CAVE)
    page.follow().hold("quest.1").pad("do tell")
    slip = page.app.screen.play.slip
    assert (slip.traits, slip.xp, slip.torch) == ((4, 0, 3), 5, 1)
    page.board("slip/mental/3", "slip/mental/2").tap("beside")
    assert page.table.state.quest(1).cost == "strength 4, mental 2"


def test_a_held_line_says_whose_turn_it_is(page):
    page.hold("seat/ana").pad("do turn")
    assert page.table.state.active == "ana"


def test_undo_names_what_it_takes_back_and_another_page_follows(page, table, at):
    other = at(table, "cy")
    table.play(BAT_CAVE)
    page.follow().board("quest.1")
    assert page.at.actions["undo"].sub == "Bo attempts Bat Cave."
    other.follow()
    assert other.table.state.attempt == 1
    page.tap("undo")
    assert other.follow().table.state.attempt == 0


def test_the_glance_shows_points_and_deaths_large(page, table):
    table.play("xp ana 14; death bo")
    page.follow().tap("glance")
    labels = [item.label for item in page.at.board.drawn.items]
    assert "Ana: 14 XP, 0 Death cards" in labels
    assert "torch 10" in labels
    sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"', page.at.board.drawn.items[-1].svg)]
    assert max(sizes) >= 40


# ------------------------------------------------------------------------------------------------------------- warnings


@pytest.mark.clause("shadowgate.torch.skull", "shadowgate.quest-phase.hopeless")
def test_a_careful_friend_speaks_once(page, table):
    table.play(BAT_CAVE)
    table.play("is quest.2 I/mirror/cost:mental_12/xp:8/torch:0/skulls:0")
    table.play(f"faces black {' '.join(FACES)}; torch 1")
    page.follow().board("quest.2")
    assert page.toasts[-1] == "Nobody can meet Mirror as they are equipped now."
    said = len(page.toasts)
    page.tap("undo").board("quest.2")
    assert len(page.toasts) == said
    page.tap("undo").board("quest.1")
    assert page.toasts[-1].startswith("If Bat Cave fails, the torch goes out")


# ------------------------------------------------------------------------------------------------------------ the fight


@pytest.fixture
def fight(table, at):
    """The Final Quest with Cy to attack, 23 life left; faces are told."""
    table.play(f"faces black {' '.join(FACES)}; stairwell; hall; barrier")
    for seat in ("ana", "bo", "cy"):
        table.play(f"get {seat} staff")
    for _ in range(4):
        table.play("done")
    table.play("boss reaper; energy ?; life 23; turn cy")
    return at(table)


@pytest.mark.clause("shadowgate.attack.score", "shadowgate.boss.life")
def test_an_attack_is_two_black_dice_the_best_trait_is_chosen_already(fight):
    assert fight.sentence == "Cy attacks: best with Resourceful (4)"
    fight.taps = 0
    fight.pad("23")
    assert fight.taps <= 4
    assert fight.table.state.life == 23 - 4 - 5
    assert fight.at.actions["primary"].text == "Next: Ana"


def test_life_kill_skulls_and_who_lands_it_stand_on_the_board(fight):
    text = drawn(fight)
    assert "The Reaper" in text
    assert "kill now: never" in text
    assert "two skulls: 1 in 36, then a Death" in text
    lands = {item.key: item.label for item in fight.at.board.drawn.items if item.key.startswith("lands")}
    assert len(lands) == 3
    assert all(" in 100" in words for words in lands.values())


@pytest.mark.clause("shadowgate.attack.skulls", "shadowgate.death.unlimited")
def test_two_skulls_bring_a_death(fight):
    fight.answer((("skull", "skull"),))
    assert fight.table.state.life == 23
    assert fight.table.state.player("cy").deaths == 1


def test_another_trait_is_one_tap(fight):
    fight.board("trait/strength")
    assert fight.sentence == "Cy attacks: with Strength (1)"
    fight.pad("11")
    assert fight.table.state.life == 20


@pytest.mark.clause("shadowgate.attack.blue")
def test_a_staff_in_hand_rolls_the_blue_die(fight):
    fight.hold("seat/cy").pad("do staff")
    assert len(fight.at.pad.ask.steps) == 2
    fight.taps = 0
    fight.pad("11", "2")
    assert fight.taps <= 4
    assert fight.table.state.life == 23 - 4 - 2 - 2


def test_without_faces_the_attack_is_a_number(table, at):
    table.play("stairwell; hall; barrier; get ana staff; get bo staff; get cy staff; done; done; done; done")
    table.play("boss reaper; energy ?; life 9; turn cy; xp cy 1")
    page = at(table).pad("9")
    assert page.taps == 1
    assert page.table.state.ended == "boss"


@pytest.mark.clause("shadowgate.end.winner", "shadowgate.end.count")
def test_the_end_looks_over_every_ledger_and_counts_the_lowest_first(fight, table):
    table.play("xp ana 9; xp bo 4; life 5; turn ana")
    fight.follow().pad("23").tap("primary")
    assert "Is this your ledger?" in fight.at.body.text
    for seat in ("ana", "bo", "cy"):
        fight.tap(f"yes {seat}")
    assert "Count" in fight.at.body["next"].text
    counted = []
    for _ in range(3):
        counted.append(fight.at.body["next"].text)
        fight.tap("next")
    assert counted[0] != "Count Ana's ledger"
    assert counted[-1] == "Count Ana's ledger"
    assert "Ana has the most experience, 9." in fight.at.body.text


@pytest.mark.clause("shadowgate.tie.next-boss", "shadowgate.tie.winner")
def test_a_tie_is_fought_out_and_the_page_says_how(fight, table):
    table.play("xp ana 4; xp bo 4; life 5; turn ana")
    fight.follow().pad("23").pad("behemoth")
    assert fight.table.state.tied == ("ana", "bo")
    assert fight.table.state.life == 25
    assert "25 of 25" in fight.at.board.drawn.label
    assert fight.sentence.startswith("Bo attacks")


# ---------------------------------------------------------------------------------------------------------- whole games


def test_a_light_game_of_practice_cards_is_followed_by_taps(store, at):
    table = companion.open_table("shadowgate", ["Ana", "Bo"], store=store, depth="light", edition="practice", seed=3)
    scribe = Scribe(at(table))
    scribe.follow(table.game.policy("random"), random.Random(3), 60)
    turns = [taps for turn, taps in scribe.taps.items() if 1 < turn < scribe.table.state.turn]
    assert len(turns) > 10
    assert sum(turns) / len(turns) <= 8
    assert isinstance(scribe.play, Light)


def test_a_competition_defeat_is_seen_in_the_ledger(store, at):
    table = companion.open_table(
        "shadowgate", ["Ana", "Bo"], store=store, depth="light", edition=OUR_BOX, mode="competition"
    )
    table.play("character ana jair; character bo katalia; first ana")
    table.play("; ".join(["death bo"] * FATAL))
    page = at(table)
    assert "defeated" in page.at.board.drawn["seat/bo"].svg
