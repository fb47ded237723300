"""The Four Doors on the page, light and sides: every turned card is one tap on the tower. Taps are counted."""

from __future__ import annotations

import random

import pytest

import companion
from companion.engine.edition import OUR_BOX
from companion.games.four_doors import moves as m
from tests.ui.scribe import Scribe

NINE = ("purple.left",) * 3 + ("green.right",) * 2 + ("blue.right", "blue.left", "blue.right", "gold.right")


@pytest.fixture
def table(store):
    return companion.open_table("four-doors", ["Ana", "Bo", "Cy"], store=store, depth="light", edition="practice")


@pytest.fixture
def page(table, at):
    """A tower of which everything is laid out, with Ana to act."""
    table.play("doors purple green blue gold")
    for place in NINE:
        table.play(f"shadow {place.replace('.', ' ')}")
    return at(table)


def acting(store, names=("Ana", "Bo")):
    """A light table after its setup."""
    table = companion.open_table("four-doors", list(names), store=store, depth="light", edition="practice", seed=1)
    table.play("doors purple green blue gold")
    for place in NINE:
        table.play(f"shadow {place.replace('.', ' ')}")
    return table


def chips(page):
    return [
        button.id for group in page.at.tray.shown for button in getattr(group, "items", ()) if hasattr(button, "id")
    ]


@pytest.mark.clause("four-doors.setup.tower", "four-doors.setup.nine-shadows")
def test_setting_up_is_three_doors_and_nine_marks(table, at):
    page = at(table)
    assert page.sentence == "Tap the doors from the top"
    page.pad("purple", "green", "blue")
    assert page.taps == 3
    assert page.sentence == "Shadow 1 of 9: tap its mark"
    assert page.at.board.drawn["purple.left"].place in page.at.board.legal
    page.board(*NINE)
    assert page.taps == 12
    assert page.sentence == "Ana acts: tap a shadow that goes"
    assert page.at.actions["primary"].text == "Shadows fall (2)"


def test_a_new_game_is_set_up_within_twenty_taps(device):
    page = device()
    page.tap("game four-doors").tap("new four-doors")
    for number, name in enumerate(("Ana", "Bo"), 1):
        page.taps += 1
        page.at.body.fill(**{f"name{number}": name})
    page.at.body.fill(box="practice", difficulty="heroic")
    page.taps += 2
    page.tap("next").tap("ready").pad("green", "gold", "blue").board(*NINE)
    assert page.taps <= 20
    state = page.table.state
    assert state.depth == "light"
    assert state.track == page.table.game.box.track(2, "heroic")
    assert [door.name for door in state.tower.doors] == ["green", "gold", "blue", "purple"]


def test_what_to_lay_out_is_read_before_a_game(device):
    page = device()
    page.tap("game four-doors").tap("new four-doors").tap("next")
    assert "arrange" in page.at.body.text or "Beacon" in page.at.body.text
    assert "hints" not in [getattr(item, "id", "") for item in page.at.body.shown]


@pytest.mark.clause("four-doors.shadows.flip", "four-doors.turn.order")
def test_a_turn_is_a_clear_and_two_shadows_and_the_next_one_acts(page):
    page.board("purple.left")
    assert page.table.log[-1].text == "clear purple left"
    page.tap("primary").board("blue.right", "blue.right")
    assert page.taps == 4
    assert page.table.state.tower["blue"].half
    assert page.sentence == "Bo acts: tap a shadow that goes"
    assert "Bo's turn" in page.at.head.text
    assert "Flip Blue to its half side" in page.at.tray.text
    assert "door/blue" in page.at.board.highlight
    page.board("green.right")
    assert "Flip Blue" not in page.at.tray.text


def test_acting_and_falling_cannot_be_confused(page):
    acting = page.at.board.drawn
    assert "fd-board" in acting.items[0].svg
    assert "fd-lamp" in acting["purple.left"].svg
    assert "fd-plus" not in acting["purple.left"].svg
    page.tap("primary")
    falling = page.at.board.drawn
    assert "fd-night" in falling.items[0].svg
    assert "fd-plus" in falling["purple.left"].svg
    assert "FLIPS" in falling["purple.left"].svg
    assert "fd-lamp" not in falling["purple.left"].svg
    assert falling["purple.left"].label.endswith("one more half shuts it")
    assert "SHADOW 1 OF 2" in "".join(item.svg for item in falling.items)


def test_one_risk_stands_over_the_chips_and_numbers_only_on_full_sides(page):
    risk = page.at.tray["risk"]
    assert risk.text == "Fall now: we lose under 1 in 100"
    assert len(risk.sub) == 10
    drawn = page.at.board.drawn
    assert "in 100" in drawn["purple.left"].svg or "/100" in drawn["purple.left"].svg
    assert "100" not in drawn["green.right"].svg
    page.tap("risk")
    assert "Is the game lost in the next Shadows Fall?" in page.at.sheet.text


def test_a_relic_is_one_tap_on_its_star(page):
    page.board("star/green")
    assert page.taps == 1
    assert page.table.state.tower.found == ("green",)
    assert page.table.log[-1].text == "relic green"
    page.board("star/green")
    assert page.table.log[-1].text == "relic green"


@pytest.mark.clause("four-doors.pile.rate-at-once", "four-doors.pile.reread")
def test_an_empty_pile_raises_the_level_and_the_fall_is_one_longer(page):
    while page.table.state.track.step().rate == 2:
        page.tap("empty")
    page.tap("primary").board("gold.left").tap("empty")
    assert page.table.state.track.rate == 3
    assert "The rate is 3 now: 2 more" in page.at.tray.text
    assert page.sentence == "Shadow 2 of 3: tap its mark"


def test_nothing_blocks_the_table(page):
    page.tap("primary").tap("primary")
    assert page.table.log[-1].text == "shadow ?"
    page.tap("primary")
    assert page.table.state.active == "bo"
    assert "2 to tell" in page.at.tray.text or "1 to tell" in page.at.tray.text
    page.tap("to tell").board("gold.left")
    assert len(page.table.state.tower["gold"].left) == 1
    assert page.table.state.tower.loose == 1


@pytest.mark.clause("four-doors.shadows.vanished", "four-doors.shadows.shut")
def test_a_card_for_a_door_that_is_gone_is_one_tap_too(page):
    page.board("star/purple").tap("primary").board("purple.left", "purple.left")
    assert page.table.state.tower.gone == ("purple",)
    assert "Purple is shut" in page.at.tray.text
    page.tap("primary")
    assert "Gone" in page.at.board.drawn["purple.right"].svg
    page.board("purple.right")
    assert page.table.log[-1].sentence == "A shadow for Purple, which is gone: it goes to the Hollow."


def test_something_else_happened(page):
    page.tap("else").pad("pawn", "bo", "beacon")
    assert page.taps == 4
    assert page.table.state.player("bo").at == "beacon"
    assert "with Bo" in page.at.board.drawn["door/beacon"].label
    page.tap("else").pad("up")
    assert page.table.log[-1].text == "level +1"
    page.tap("else").pad("turn", "cy")
    assert page.table.state.active == "cy"
    page.tap("else").pad("rate", "4")
    assert page.table.state.track.rate == 4
    page.tap("else").pad("take")
    assert page.sentence == "Tap the shadow that went"
    page.board("gold.right")
    assert page.table.state.tower["gold"].right == ()
    page.tap("else").pad("add").board("gold.left")
    assert len(page.table.state.tower["gold"].left) == 1
    assert page.table.state.step == "act"
    page.tap("else").skip()
    assert page.at.pad.ask is None


def test_hands_are_told_by_marks_after_a_reshuffle(page):
    assert "resync" not in chips(page)
    page.tap("empty").tap("resync")
    page.taps = 0
    page.board("purple.left", "gold.right").tap("primary").board("blue.left").tap("primary").tap("primary")
    assert page.taps == 6
    hands = {player.handle: len(player.hand) for player in page.table.state.players}
    assert hands == {"ana": 2, "bo": 1, "cy": 0}
    assert "resync" not in chips(page)


@pytest.mark.clause("four-doors.shadows.displaced")
def test_a_pawn_whose_door_is_shut_goes_up_or_down(page):
    page.hold("door/green").pad("do pawn ana").board("star/green")
    page.tap("primary").board("green.right", "green.right")
    assert page.table.state.tower["green"].half
    page.tap("primary").board("green.right")
    assert page.at.pad.ask.name == "stand ana"
    page.pad("up")
    assert page.table.state.player("ana").at == "purple"


def test_who_watches_enters_nothing(table, at):
    page = at(table, "watch")
    assert not page.at.board.legal
    assert page.at.pad.ask is None
    table.play("doors purple green blue gold")
    page.follow().board("purple.left")
    assert page.table.seq == 1


def test_a_second_phone_follows_and_the_late_tap_is_told(page, table, at):
    other = at(table, "bo")
    page.board("purple.left")
    other.follow()
    assert other.table.seq == page.table.seq
    assert "Bo" in other.at.head.text
    page.board("green.right")
    other.board("blue.left")
    assert other.toasts[-1].endswith("entered that first; yours was not added.")


def test_undo_says_what_and_redo_brings_it_back(page):
    page.board("purple.left").tap("undo")
    assert len(page.table.state.tower["purple"].left) == 3
    assert "Taken back: A shadow went from Purple left." in page.at.snack.text
    page.tap("redo")
    assert len(page.table.state.tower["purple"].left) == 2


def test_glance_has_large_numbers(page):
    page.tap("glance")
    assert page.at.board.drawn.label == "The tower at a glance"
    sizes = [float(size) for item in page.at.board.drawn.items for size in _sizes(item.svg)]
    assert max(sizes) >= 40
    page.tap("glance")
    assert page.sentence == "Ana acts: tap a shadow that goes"


def _sizes(svg):
    return [part.split('"')[0] for part in svg.split('font-size="')[1:]]


@pytest.mark.clause("four-doors.end.door")
def test_how_we_stand_and_the_questions_that_tables_ask(page):
    page.tap("tab score")
    text = page.at.body.text
    assert text.startswith("How we stand")
    assert "Within 3 falls, if nobody acts" in text
    assert "No single shadow" in text
    assert "All of us" in text
    assert "Relics found\n0 of 4" in text
    assert "adventurers are not followed here" in text, "light says what it does not know"
    page.tap("tab table")
    page.board("star/green")
    page.tap("tab score")
    assert "1 of 4: Green" in page.at.body.text
    page.tap("tab ask")
    assert "What exactly loses?" in page.at.body.text
    for clause in ("End: door", "End: cards", "End: skull"):
        assert clause in page.at.body.text


def test_practice_cards_turn_over_by_chance(table, at):
    page = at(table)
    page.tap("primary")
    assert page.table.state.step == "act"
    page.tap("primary").tap("deal")
    assert page.table.state.drawn == 1


def test_a_box_of_which_nothing_is_known_is_followed_all_the_same(store, at):
    table = companion.open_table("four-doors", ["Ana"], store=store, depth="light", edition=OUR_BOX)
    page = at(table)
    page.pad("red", "white", "green", "blue")
    assert page.taps == 4
    page.board(*["red.left", "white.right"] * 3, "blue.left", "green.left", "blue.left")
    assert page.sentence == "Ana acts: tap a shadow that goes"
    assert page.at.tray["risk"].text.startswith("Fall now: we")


def test_the_depth_is_changed_from_the_menu(page):
    page.tap("menu").tap("depth")
    assert page.table.state.depth == "sides"
    page.tap("primary")
    assert page.sentence == "Ana draws 2: tap the marks"
    assert "fd-drawing" in page.at.board.drawn.items[0].svg
    page.board("gold.left", "gold.left", "blue.left", "green.left")
    assert page.table.state.active == "bo"
    assert page.taps == 7
    page.tap("menu").tap("depth full")
    assert page.table.state.depth == "full"
    assert "hand head" in [item.key for item in page.at.board.drawn.items]


def one_game(table, at, seed):
    """Follow a game in which chance turns cards over and somebody clears; return the taps of each turn."""
    page, rng, turns = at(table), random.Random(seed), {}
    scribe = Scribe(page, page.table)
    while not page.table.state.ended:
        state, before = page.table.state, page.taps
        clears = [move for move in page.table.legal if isinstance(move, m.Clear)]
        done = sum(1 for record in page.table.log[-2:] if record.text.startswith("clear"))
        if page.table.actor == "TABLE":
            scribe.enter(page.table.game.chances(state).sample(rng))
        elif clears and done < rng.choice((1, 1, 2)):
            scribe.enter(rng.choice(clears))
        else:
            scribe.enter(m.Done())
        turn = "setup" if state.step == "setup" else state.turn
        turns[turn] = turns.get(turn, 0) + page.taps - before
    return page, turns


@pytest.mark.parametrize(("depth", "most"), [("light", 4.5), ("sides", 8.5)])
def test_a_whole_game_costs_what_was_promised(store, at, depth, most):
    table = companion.open_table("four-doors", ["Ana", "Bo"], store=store, depth=depth, edition="practice")
    page, turns = one_game(table, at, 3)
    assert turns.pop("setup") == 12
    assert len(turns) >= 6
    assert sum(turns.values()) / len(turns) <= most
    assert page.at.actions["primary"].text == "How close was it?"


@pytest.mark.clause("four-doors.adventurers.wanderer")
def test_an_adventurer_may_be_told_in_light_and_counts_its_actions(store, at):
    table = acting(store)
    page = at(table)
    assert page.sentence.startswith("Ana acts")
    page.taps = 0
    page.tap("who").pad("wanderer")
    assert page.taps == 2
    assert page.sentence.startswith("Ana has 4 actions")
    assert "who" not in page.at.tray


def test_who_declines_to_tell_an_adventurer_is_not_asked_again(store, at):
    page = at(acting(store))
    page.tap("who").skip()
    assert page.at.pad.ask is None
    assert "who" not in page.at.tray
    assert page.sentence.startswith("Ana acts")
    page.tap("primary")
    while page.table.state.active == "ana":
        page.table.sample()
    page.app.screen.refresh()
    assert "Who is Bo?" in page.at.tray.text


@pytest.mark.clause("four-doors.solo.wanderer")
def test_alone_the_wanderer_is_followed_in_light_from_door_to_door(store, at):
    page = at(acting(store, ["Ana"]))
    page.tap("who").pad("wanderer")
    assert page.sentence.startswith("Ana has 3 actions")
    page.board("door/gold")
    assert page.table.state.player("ana").at == "gold"
    before = page.table.state.tower["gold"].left
    page.tap("primary")
    page.board("gold.left")
    assert page.table.state.tower["gold"].left == before
