"""Full on the page: piles, lines, turns; one device enters for all, others follow and help."""

from __future__ import annotations

import random

import pytest

import companion
from companion.engine.game import TABLE
from companion.games.four_keys.dungeon import cell_name
from companion.games.four_keys.moves import PILES, Place, Reveal, Take
from companion.games.four_keys.rules import FourKeys
from companion.ui.four_keys.pads import FACES


def fresh(store, names=("Ana", "Bo"), edition="practice"):
    return companion.open_table("four-keys", list(names), store=store, edition=edition, seed=7)


def test_setting_up_by_hand(store, at):
    scribe = at(fresh(store))
    assert scribe.sentence == "Who stands where? Tap the tiles from the left"
    scribe.pad("bo")
    assert scribe.taps == 1
    assert scribe.table.state.order == ("bo", "ana", "bo*", "ana*")
    scribe.pad("start(a2,a3){HL}").skip()
    assert scribe.table.state.pending == PILES
    scribe.pad("box", "H").pad("H/L").skip().skip()
    assert scribe.sentence == "Bo's turn: tap a pile"


def test_three_players_are_ordered_in_two_taps(store, at):
    scribe = at(fresh(store, ("Ana", "Bo", "Cy")))
    scribe.pad("cy", "ana")
    assert scribe.taps == 2
    assert scribe.table.state.order == ("cy", "ana", "bo")


def test_chance_deals_for_practice_cards_in_one_tap(store, at):
    scribe = at(fresh(store))
    assert scribe.at.actions["primary"].text == "Deal the practice cards by chance"
    scribe.tap("primary")
    assert scribe.table.actor in ("ana", "bo")
    assert "practice cards (made up)" in scribe.at.head.text


def test_our_box_is_not_dealt_by_chance(store, at):
    scribe = at(fresh(store, edition="our-box"))
    assert scribe.at.actions["primary"].text != "Deal the practice cards by chance"
    assert "Our box: 8 of 108 told" in scribe.at.head.text


def test_pile_then_space_then_the_new_top(full, at):
    scribe = at(full)
    table = scribe.table
    mover = table.state.mover
    assert set(scribe.at.board.legal) == set(PILES)
    scribe.board("1D")
    assert table.state.hand.seat == mover
    assert set(scribe.at.board.legal) == {f"{mover}:{cell}" for cell in ("d3", "c4", "e4", "d5")}
    scribe.board(f"{mover}:e4")
    assert table.state.hand is None
    assert scribe.taps == 2
    assert scribe.sentence == "What lies on Door I now?"
    assert set(scribe.at.board.legal) >= {"1K", "2D", "2K"}
    scribe.skip()
    assert "1D" in table.game.tokens(table.state)


def test_a_key_is_flipped_before_it_is_laid(full, at):
    scribe = at(full)
    scribe.board("1K")
    sides = [scribe.table.state.hand.card.a, scribe.table.state.hand.card.b]
    seat = scribe.table.state.hand.seat
    scribe.tap("flip").board(f"{seat}:e4")
    assert scribe.taps == 3
    assert scribe.table.state.player(seat).dungeon["e4"].shows == sides[1]


def test_an_occupied_pile_is_a_push_and_asks_only_where_there_is_a_choice(full, at):
    scribe = at(full)
    table = scribe.table
    scribe.board("1D").board(f"{table.state.mover}:e4").skip()
    second = table.state.mover
    scribe.taps = 0
    scribe.board("1D")
    assert scribe.at.pad.ask.name == "push 1D"
    scribe.pad("2K")
    assert scribe.taps == 2
    assert table.state.choice[0] == second
    assert table.state.choice[3] not in ("", second)
    assert table.state.player(second).dungeon.gold == 3


@pytest.mark.clause("four-keys.pushing.acolyte")
def test_an_acolyte_that_pushes_is_refused_with_the_rule(full, at):
    scribe = at(full)
    table = scribe.table
    for pile in ("1D", "1K"):
        scribe.board(pile).board(f"{table.state.mover}:e4").skip()
    assert table.state.order[0].endswith("*")
    scribe.board("1D")
    assert "Your Acolyte cannot push; only your Adventurer can." in scribe.at.sheet.text
    assert "Pushing: acolyte" in scribe.at.sheet.text


@pytest.mark.clause("four-keys.two-players.acolyte-renew")
def test_we_play_it_differently_turns_the_rule_from_here_on(full, at):
    scribe = at(full)
    table = scribe.table
    for pile in ("1D", "1K"):
        scribe.board(pile).board(f"{table.state.mover}:e4").skip()
    scribe.tap("renew")
    assert "The rulebook is silent; this is our reading." in scribe.at.sheet.text
    seat = table.state.mover
    scribe.tap("differently acolyte_renew")
    assert table.state.rules.acolyte_renew
    assert table.state.player(seat).dungeon.gold == 3
    assert [record.kind for record in table.log[-2:]] == ["correct", "play"]


def test_renewing_is_one_tap_and_nobody_must_name_the_new_tops(full, at):
    scribe = at(full)
    scribe.tap("renew")
    assert scribe.taps == 1
    assert scribe.table.state.pending == PILES
    mover = scribe.table.state.mover
    scribe.board("2K")
    assert scribe.table.state.hand.card is None
    scribe.board(f"{mover}:e4")
    assert any(text.startswith("○ ") for text in scribe.toasts)


def test_every_phone_is_asked_the_new_top_and_the_first_answer_counts(full, at):
    ana, bo = at(full, "ana"), at(full, "bo")
    mover = {"ana": ana, "bo": bo}[ana.table.state.mover]
    other = bo if mover is ana else ana
    mover.board("1K")
    other.follow()
    assert mover.at.pad.ask is None
    assert other.at.pad.ask.name == "1K"
    card = next(move.card for move in other.table.legal if isinstance(move, Reveal) and move.card is not None)
    other.pad(f"{card.a}/{card.b}")
    assert mover.table.state.pending == ("1K",)
    mover.follow()
    assert mover.table.state.piles[1].top == card
    assert mover.sentence.startswith("You: tap a lit space")


def test_a_wrong_top_is_put_right_by_holding_it(full, at):
    scribe = at(full)
    old = scribe.table.state.piles[1].top
    other = next(card for card in scribe.app.screen.play.kinds(1) if card != old)
    scribe.hold("1K").pad(f"{other.a}/{other.b}")
    assert scribe.taps <= 3
    assert scribe.table.state.piles[1].top == other


def test_gold_is_put_right_by_holding_it(full, at):
    scribe = at(full)
    seat = scribe.table.state.mover
    scribe.hold(f"gold/{seat}").pad("do gold -1")
    assert scribe.table.state.player(seat).dungeon.gold == 3


def test_a_line_of_shorthand_is_entered_whole_or_not_at_all(full, at):
    scribe = at(full)
    scribe.at.actions.fill(line="take 1D; place e4")
    scribe.tap("enter line")
    assert scribe.table.state.hand is None
    seq = scribe.table.seq
    scribe.at.actions.fill(line="take 1K; place a1")
    scribe.tap("enter line")
    assert scribe.table.seq == seq
    assert "Nothing next to it yet" in scribe.at.sheet.text
    scribe.at.actions.fill(line="tkae 1K")
    scribe.tap("enter line")
    assert "take 1D" in scribe.app.shell.error


def test_going_light_and_full_again(full, at):
    scribe = at(full)
    scribe.tap("menu").tap("depth")
    assert not scribe.table.state.followed
    assert scribe.sentence.endswith("tap where the card goes")
    scribe.tap("menu").tap("depth")
    assert scribe.table.state.followed
    assert scribe.sentence == "Who stands where? Tap the tiles from the left"


def reveal_steps(move: Reveal, pile: int) -> tuple[str, ...]:
    """Return what is picked on the pad for a card."""
    card = move.card
    if pile % 2 == 0:
        return (card.room,) if not card.needs else (card.room, card.needs)
    return (f"{card.a}/{card.b}",) if len(card.a) == len(card.b) == 1 else (card.a, card.b)


def a_whole_game(scribe, known, seed=11):
    """Play a game for two through the page, as one who enters for all; return the taps of each turn."""
    table, rng = scribe.table, random.Random(seed)
    counted = []
    while not table.state.finished:
        scribe.taps = 0
        renew = "renew" in scribe.at.tray and rng.random() < 0.05 and "2D" in scribe.at.board.legal
        if renew and not table.state.order[0].endswith("*") and table.state.player(table.state.mover).dungeon.gold:
            scribe.tap("renew")
        seat = table.state.mover
        take = rng.choice([move for move in (*table.legal, *table.asides) if isinstance(move, Take)])
        scribe.board(PILES[take.pile])
        if table.state.hand is None:
            scribe.pad(PILES[take.push])
        if "flip" in scribe.at.tray and rng.random() < 0.4:
            scribe.tap("flip")
        spaces = [m.cell for m in (*table.legal, *table.asides) if isinstance(m, Place)]
        scribe.board(f"{seat}:{cell_name(rng.choice(spaces))}")
        answer(scribe, rng, known)
        counted.append(scribe.taps)
    return counted


def answer(scribe, rng, known):
    """Answer everything that the table is asked: rooms, arrows and, as good as they can be told, new tops."""
    table = scribe.table
    while not table.state.finished and (table.state.pending or table.state.to_point):
        arrows = [place for place in scribe.at.board.legal if place.count(":") == 2]
        if arrows:
            scribe.board(rng.choice(arrows))
            continue
        ask = scribe.at.pad.ask
        if ask.name.startswith("room"):
            scribe.pad(rng.choice([key.id for key in ask.steps[0].keys if key.enabled]))
            continue
        pile = PILES.index(ask.name)
        moves = [move for move in table.legal if isinstance(move, Reveal) and move.card is not None and move.card.known]
        steps = reveal_steps(rng.choice(moves), pile) if known else described(scribe, rng, pile)
        scribe.pad(*steps) if steps else scribe.skip()


def described(scribe, rng, pile):
    """Read a card that the box does not know, with one to three symbols a Door; nothing where none is left."""
    rooms = [
        key.id for key in scribe.at.pad.ask.steps[0].keys if pile % 2 == 0 and not key.id.startswith(("ajar", "?"))
    ]
    for room in rng.sample(rooms, len(rooms)):
        steps = (room, "".join(rng.sample("HLCX", rng.choice([1, 2, 2, 3]))))
        if ((room,), tuple(sorted(steps[1], key="HLCX".index))) in scribe.at.pad.ask.answers:
            return steps
    return (rng.choice(FACES), rng.choice(FACES)) if pile % 2 else ()


def test_a_whole_game_in_full_costs_what_was_promised(full, at):
    scribe = at(full)
    counted = a_whole_game(scribe, known=True)
    assert len(counted) == 28
    assert sum(counted) / len(counted) <= 4.5
    assert max(counted) <= 8
    assert scribe.sentence == "Every dungeon is full: count up"
    assert scribe.at.actions["primary"].text == "Count up"


def test_a_whole_game_with_a_box_that_nobody_has_typed_in(store, at):
    scribe = at(fresh(store, edition="our-box"))
    scribe.pad("bo")
    while scribe.table.state.pending:
        scribe.skip()
    counted = a_whole_game(scribe, known=False)
    assert sum(counted) / len(counted) <= 6
    assert max(counted) <= 8
    assert len(scribe.table.new_cards) >= 20


def test_the_kit_asks_the_rules_and_knows_none(full, at):
    scribe = at(full)
    game = scribe.table.game
    assert isinstance(game, FourKeys)
    assert scribe.table.actor != TABLE
    assert {move.pile for move in scribe.table.legal if isinstance(move, Take)} == {
        PILES.index(place) for place in scribe.at.board.legal
    }
