"""Looking back after a game, without a browser."""

from __future__ import annotations

import random

import pytest

from companion.games.four_keys.looking_back import from_turn, laid_cards, luck, split
from companion.ui.reviewing import Seen
from companion.ui.tabs.after import words


@pytest.fixture
def played(full):
    """A game that was played to its end, without much thought."""
    rng, greedy = random.Random(1), full.game.policy("greedy")
    while full.outcome() is None:
        if full.actor == "TABLE":
            full.sample()
        else:
            full.play(greedy(full.game, full.state, rng))
    return full


def counted(device):
    device.tap("tab end" if "tab end" in device.at.tabs else "primary")
    for seat in ("ana", "bo"):
        device.tap(f"yes {seat}", "body")
    return device.tap("next", "body").tap("next", "body")


def test_the_cards_of_a_seat_in_the_order_they_were_laid(played):
    laid = laid_cards(played.positions, "ana")
    assert [one.turn for one in laid] == list(range(1, 15))
    assert [one.before.card_count for one in laid] == list(range(1, 15))
    assert all(one.card is not None and one.card.known for one in laid)


def test_a_card_that_was_put_right_counts_as_what_it_is(light):
    light.play("start ana start(a2,a3){HL}")
    light.play("card ana e4 +H")
    light.play("card ana e3 +L")
    light.tell("ana:e4", "+C")
    laid = laid_cards(light.positions, "ana")
    assert [one.card.a for one in laid] == ["C", "L"]
    assert laid[1].before["e4"].shows == "C"


def test_nobody_makes_more_than_could_be_had(played):
    for sheet in played.score():
        laid = laid_cards(played.positions, sheet.seat)
        best = from_turn(played.state, sheet.seat, laid, 9)
        assert sheet.points <= best.bound
        assert best.points <= best.bound
        assert best.proven == (best.points == best.bound)


def test_the_last_card_alone_is_always_proven(played):
    laid = laid_cards(played.positions, "ana")
    best = from_turn(played.state, "ana", laid, 14)
    assert best.proven
    points = next(sheet.points for sheet in played.score() if sheet.seat == "ana")
    assert best.points >= points


def test_luck_is_the_same_for_the_same_deals(played):
    laid = laid_cards(played.positions, "bo")
    one = luck(played.game, played.state, "bo", laid, random.Random(2))
    assert one == luck(played.game, played.state, "bo", laid, random.Random(2))
    assert 0 <= one[0] <= one[1]


def test_a_margin_is_the_sum_of_its_parts():
    told = split((30, 22), (41, 38))
    assert told == (8, 3, 5)
    assert told.cards + told.laying == told.margin


def test_one_line_after_the_game(played, at):
    device = counted(at(played)).tap("look back", "body")
    text = device.at.body.text
    leader = max(played.score(), key=lambda sheet: sheet.points)
    assert f"{played.state.player(leader.seat).name} won by" in text
    assert "from the cards taken" in text
    assert "what could I have had?" in text


def test_what_could_i_have_had_from_a_turn_on(played, at):
    device = counted(at(played)).tap("look back", "body").tap("back ana", "body").tap("turn 13", "sheet")
    points = next(sheet.points for sheet in played.score() if sheet.seat == "ana")
    assert f"instead of {points}: proven best" in device.at.sheet.text


def test_what_is_not_proven_shows_its_bound():
    assert words(Seen("ana", 25, 48, 56)) == "made 25 of the 48 to 56 that these cards could make"
    assert "of the 26 that" in words(Seen("bo", 26, 26, 26))
    assert words(Seen("bo", 26, 26, 26, (9, 12))).endswith("cards luckier than ~8 in 10")
