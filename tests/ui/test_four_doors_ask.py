"""Just ask, hints and odds of The Four Doors without a browser."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

import companion
from companion.engine.errors import UnreadableError
from companion.games.four_doors import moves as m
from companion.games.four_doors.forecast import best_clear, risk
from companion.games.four_doors.hundreds import in_hundred, lowered
from companion.games.four_doors.painting import paint
from companion.ui.four_doors.adviser import ADVISER, _gist
from companion.ui.four_doors.count import Painting
from companion.ui.four_doors.plan_words import todo, todos, touched
from companion.ui.four_doors.reviewer import Fall, all_together, closest, falls, missed
from companion.ui.hints import EVERYONE, settle

TOWER = "first half 3|1 / second 2|1 / third half found 0|3 / gone fourth / rates [3],... / pile 4"
BUDGET = 20


@pytest.fixture
def ask(device):
    """A device on which a tower is tapped in."""
    one = device()
    one.app.count("four-doors")
    return one


def painting(ask):
    return ask.app.screen.painting


def tap_in(ask):
    """Tap in the tower of `TOWER`, the full sides first."""
    ask.board("first.left", "third.right")
    ask.tap("brush 2", "tray").board("second.left")
    ask.tap("brush 1", "tray").board("first.right", "second.right")
    ask.board("door/first", "door/third", "star/third", "door/fourth", "door/fourth")
    ask.board("level").tap("pile", "tray").pad("4")
    return ask


# ------------------------------------------------------------------------------------------------------------ just ask


def test_a_tower_is_tapped_in_with_at_most_twenty_taps(ask):
    tap_in(ask)
    assert ask.taps <= BUDGET
    assert painting(ask).text == TOWER
    chance = risk(painting(ask).state)
    assert f"we lose {in_hundred(chance)}" in ask.sentence
    assert ask.at.actions["read"].text == f"Read the odds: {in_hundred(chance)}"


def test_even_the_fullest_tower_takes_no_more(ask):
    """Eight sides with three different numbers, three doors half shut, two relics."""
    ask.board("first.left", "second.right", "third.left").tap("brush 2", "tray")
    ask.board("first.right", "second.left", "fourth.left").tap("brush 1", "tray")
    ask.board("third.right", "fourth.right", "door/first", "door/second", "door/third", "star/first", "star/second")
    assert ask.taps <= BUDGET
    assert painting(ask).state.laid == 17


@pytest.mark.clause("four-doors.components.six-per-side", "four-doors.shadows.shut")
def test_the_risk_is_the_one_by_hand_under_six_marks_a_side(ask):
    """One full side of a half shut door: three such cards among 48 - 4, two fall."""
    ask.board("first.left").tap("brush 1", "tray").board("first.right", "door/first")
    by_hand = 1 - Fraction(comb(41, 2), comb(44, 2))
    assert risk(painting(ask).state) == by_hand
    assert in_hundred(by_hand) in ask.sentence
    ask.tap("read", "actions").tap(" 0", "body")
    inside = ask.at.body[" 0"].inside
    text = "\n".join(item.text for item in inside if hasattr(item, "text"))
    assert f"{by_hand.numerator}/{by_hand.denominator}" in text
    assert "six cards are taken for each side" in text
    assert "3 for First left (full), among 44 unseen cards" in text


def test_what_would_help_most_is_said_and_marked(ask):
    tap_in(ask)
    state = painting(ask).state
    best = best_clear(companion.game("four-doors", "our-box").box, state)
    assert best is not None
    assert f"{best.door.title()} {best.side}, {lowered(best.before, best.after)}" in ask.sentence
    assert list(ask.at.board.highlight) == [f"{best.door}.{best.side}"]
    ask.tap("read", "actions")
    assert lowered(best.before, best.after) in ask.at.body.text


def test_a_second_tap_takes_away_and_a_third_state_brings_a_door_back(ask):
    ask.board("first.left", "first.left", "door/first", "door/first", "door/first")
    assert painting(ask).text == ""
    ask.board("star/second")
    assert painting(ask).doors[1].found
    ask.tap("clear", "actions")
    assert painting(ask).text == ""
    assert ask.sentence.startswith("Tap the sides that hold three")


def test_a_vanished_door_takes_no_shadows(ask):
    ask.board("door/second", "door/second")
    assert "second.left" not in ask.at.board.legal
    assert painting(ask).state.tower.gone == ("second",)


def test_the_rate_goes_round_and_not_now_asks_no_more(ask):
    rates = []
    for _ in range(5):
        rates.append(painting(ask).rate)
        ask.board("level")
    assert rates == [2, 3, 4, 5, 1]
    assert painting(ask).rate == 2
    ask.tap("pile", "tray").skip()
    assert painting(ask).ask() is None


def test_text_in_text_out():
    made = Painting(lambda: None, TOWER)
    assert made.text == TOWER
    bare = Painting(lambda: None, "half 3|1\n2|1\nfound 0|3\n1|1")
    assert bare.text == "first half 3|1 / second 2|1 / third found 0|3 / fourth 1|1 / rates [2],..."
    named = Painting(lambda: None, "purple 3|1 / green 2|1 / blue 0|0 / gold 1|1")
    assert [door.name for door in named.doors] == ["purple", "green", "blue", "gold"]


def test_a_line_that_cannot_be_read_is_named():
    with pytest.raises(UnreadableError, match="sideways"):
        Painting(lambda: None, "sideways 3|1 / 2|1 / 0|3 / 1|1 / 5")


def test_the_tower_stands_in_the_address(device):
    page = device("count", game="four-doors", paint=TOWER)
    assert page.app.screen.painting.text == TOWER


# --------------------------------------------------------------------------------------------------------------- hints


def trouble(store, depth="light"):
    """A table at which Purple left would shut a door that is still needed."""
    table = companion.open_table("four-doors", ["Ana", "Bo"], store=store, depth=depth, seed=1)
    settle(table, EVERYONE)
    text = "purple half 3|1 @ana / green 3|1 / blue 1|2 @bo / gold 0|1 / rates [2],2,2,2,3,3,4"
    state = paint(table.game, text, table.players, {"depth": depth})
    table.correct(state, note="as it lies")
    return table


def test_the_hint_is_the_one_clear_in_one_tap(store, at):
    table = trouble(store)
    seat = at(table)
    best = best_clear(table.game.box, table.state)
    before = seat.taps
    seat.tap("hint", "actions")
    assert seat.taps - before == 1
    assert f"Clear Purple left: we lose {lowered(best.before, best.after)}" in seat.at.snack.text
    assert "purple.left" in seat.at.board.highlight
    side = seat.at.board.drawn["purple.left"]
    assert " → " in side.svg, "the arrow stands on the side itself"


def test_the_numbers_rank_single_clears_exactly(store, at):
    table = trouble(store)
    seat = at(table)
    seat.tap("hint", "actions").tap("more", "snack").tap("numbers", "snack")
    assert "Which single clear saves most" in seat.at.sheet.text
    values = [seat.at.sheet[f"hint {n}"].end for n in range(2)]
    assert all(value.startswith("= ") for value in values)
    lines = ADVISER.think(table.game, table.state, "ana", 0.0, 1)
    after = [risk(table.game.apply(table.state, table.game.parse(line.moves[0], table.state))) for line in lines]
    assert after == sorted(after)


def test_a_clear_can_be_tried_without_touching_the_table(store, at):
    table = trouble(store)
    seat = at(table)
    seat.tap("hint", "actions").tap("more", "snack").tap("try 0", "snack")
    assert len(seat.app.screen.session.table.state.tower["purple"].left) == 2
    assert len(table.state.tower["purple"].left) == 3


def test_a_calm_tower_gets_a_push_in_words(store, at):
    table = companion.open_table("four-doors", ["Ana", "Bo"], store=store, depth="light", seed=1)
    settle(table, EVERYONE)
    table.correct(paint(table.game, "purple / green / blue / gold", table.players), note="empty")
    assert ADVISER.glance(table.game, table.state, "ana") is None
    seat = at(table)
    seat.tap("hint", "actions")
    assert "who collects which relic" in seat.at.snack.text


def test_in_full_a_clear_is_a_thought_and_no_move(store):
    table = trouble(store, "full")
    line = ADVISER.glance(table.game, table.state, "ana")
    assert line is not None
    assert line.moves == ()
    assert line.places == ("purple.left",)


def dealt(store):
    """A practice table that is followed in full, at Ana's first turn, at which everybody may ask for hints."""
    table = companion.open_table("four-doors", ["Ana", "Bo"], store=store, depth="full", seed=2)
    settle(table, EVERYONE)
    while table.actor == "TABLE":
        table.sample()
    return table


def test_in_full_whole_turns_are_advised_with_their_chances(store):
    table = dealt(store)
    seat = table.state.active
    lines = ADVISER.think(table.game, table.state, seat, 0.3, 1)
    assert lines
    assert all(not line.exact and line.value[:2] in ("~ ", "") for line in lines), "estimates look like estimates"
    assert ADVISER.heading(lines) == "The best turns, by the chance to win, in 100"
    assert "next turn we lose" in lines[0].price
    assert table.check(lines[0].moves[0]).legal
    other = next(player.handle for player in table.state.players if player.handle != seat)
    assert ADVISER.think(table.game, table.state, other, 0.1, 1), "anybody may ask: they play together"


def test_the_ladder_in_full(store, at):
    seat = at(dealt(store))
    seat.tap("hint", "actions")
    assert seat.at.snack.shown
    seat.tap("more", "snack")
    shown = [item.id for part in (seat.at.snack, seat.at.tray) for item in buttons(part.shown)]
    assert len(shown) == len(set(shown)), "two buttons of one name"
    seat.tap("numbers", "snack")
    assert "by the chance to win" in seat.at.sheet.text


def buttons(items):
    """Every button among items, however deep."""
    for item in items:
        if hasattr(item, "items"):
            yield from buttons(item.items)
        elif hasattr(item, "id"):
            yield item


def test_a_plan_does_not_say_its_acts_twice():
    assert _gist("Goes to Green, clears Green right; 2 to 0 in 100 to lose now") == "2 to 0 in 100 to lose now"
    assert _gist("lights the Beacon and wins") == "lights the Beacon and wins"
    assert _gist("goes to Green, goes to Blue") == ""


def test_the_advisor_page_deals_a_practice_table(store, device):
    page = device("advisor").tap("practice four-doors", "body")
    assert page.table.game.id == "four-doors"
    page.tap("consult", "body")
    assert "by the chance to win" in page.at.body.text


def test_nothing_is_advised_before_or_after_the_game(store):
    table = companion.open_table("four-doors", ["Ana"], store=store, depth="light", seed=1)
    assert "lay out" in ADVISER.not_now(table.state, "ana")
    lost = trouble(store)
    lost.play("done; shadow purple left")
    assert ADVISER.not_now(lost.state, "ana") == "The game is over."
    assert not ADVISER.has_odds(lost.state)


# ---------------------------------------------------------------------------------------------------------------- odds


@pytest.mark.parametrize(
    ("place", "asked"),
    [
        ("purple.left", {"side"}),
        ("door/purple", {"door", "stands"}),
        ("star/green", {"relic", "draws", "wait", "next"}),
        ("level", {"reshuffle", "level"}),
    ],
)
def test_questions_belong_to_things(store, place, asked):
    table = trouble(store)
    found = {question.id for question in ADVISER.about(table.game, table.state, place, "ana")}
    assert asked <= found
    assert ADVISER.about(table.game, table.state, "card/ana.1", "ana") == ()


def test_odds_where_the_thing_is(store, at):
    table = trouble(store)
    seat = at(table)
    seat.tap("odds")
    assert seat.at.tray.text.startswith("Tap a side")
    seat.board("purple.left")
    row = seat.at.tray["odds line"]
    assert "Purple left" in row.text
    assert "●" in row.sub
    seat.tap("odds line", "tray").tap("sheet 0", "sheet")
    text = "\n".join(item.text for item in seat.at.sheet["sheet 0"].inside if hasattr(item, "text"))
    assert "Counted:" in text
    assert "C(" in text


def test_the_one_risk_opens_to_fraction_formula_and_what_is_untold(store, at):
    table = trouble(store)
    seat = at(table)
    seat.tap("risk", "tray").tap("explained 0", "sheet")
    text = "\n".join(item.text for item in seat.at.sheet["explained 0"].inside if hasattr(item, "text"))
    chance = risk(table.state)
    assert f"{chance.numerator}/{chance.denominator}" in text
    assert "Hands are not followed" in text


# --------------------------------------------------------------------------------------------------------------- words


def test_a_plan_is_said_as_something_to_do(store):
    table = trouble(store, "full")
    box, state = table.game.box, table.state
    assert todo(box, m.Step("down"), state) == "down to Green"
    assert todo(box, m.Search(), state) == "search"
    assert todo(box, m.Clear("purple", "left"), state) == "clear Purple left"
    assert todo(box, m.Done(), state) == ""
    assert todo(box, m.Walk("gold", by="bo"), state) == "Bo: walk to Gold"
    walk = [(m.Step("down"), state), (m.Step("down"), table.game.apply(state, m.Step("down")))]
    assert todos(box, walk) == ["down to Blue"]
    lamp = next(card for card in table.game.language.ids.values() if card.lanterns and "purple" in card.lanterns)
    shadow = state.tower["purple"].left[0]
    assert todo(box, m.Illuminate(lamp, (shadow, shadow)), state).startswith("clear Purple left (2) with a")
    assert touched(m.Illuminate(lamp, (shadow,)), state, box) == ("purple.left",)
    assert touched(m.Step("down"), state, box) == ("door/green",)
    assert touched(m.Search(), state, box) == ()


# -------------------------------------------------------------------------------------------------------- looking back


def test_how_close_it_was_and_the_clear_that_would_have_helped(store, at):
    table = trouble(store)
    best = best_clear(table.game.box, table.state)
    table.play("done; shadow gold left; shadow gold right")
    table.play("done; shadow purple left")
    seat = at(table)
    seat.app.screen.open_tab("end")
    text = seat.at.body.text
    assert "How close was it?" in text
    assert f"One more clear, at Purple left: {lowered(best.before, best.after)}" in text
    assert "Over all 2 falls, " in text


def test_a_fall_that_nothing_would_have_helped_says_nothing(store):
    table = trouble(store)
    table.play("done")
    (fall,) = falls(table.positions)
    assert fall.chance == risk(table.positions[-1])
    assert all_together([fall, fall]) == 1 - (1 - fall.chance) ** 2
    calm = paint(table.game, "purple / green / blue / gold", table.players, {"depth": "light"})
    assert missed(table.game.box, Fall(1, "Ana", Fraction(0), calm)) == ""
    assert closest([Fall(1, "Ana", Fraction(0), calm)]) == []
