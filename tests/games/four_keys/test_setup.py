"""Setup: piles, tiles, starting cards and gold."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.engine.errors import CompanionError, UnknownNameError, UnreadableError
from companion.engine.game import TABLE, Seat
from companion.engine.piles import UNSEEN
from companion.games.four_keys.cards import Key, Start
from companion.games.four_keys.dungeon import StartCell
from companion.games.four_keys.moves import Order
from tests.games.four_keys.following import follow, practice


@pytest.mark.clause("four-keys.setup.players", "four-keys.setup.mat", "four-keys.setup.adventurers")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_two_to_four_players_each_with_a_tile(n: int) -> None:
    state = follow(n).state
    assert len(state.players) == n
    assert state.choice == ("", "", "", "")


@pytest.mark.parametrize("n", [0, 1, 5])
def test_any_other_number_of_players_is_refused(n: int) -> None:
    with pytest.raises(CompanionError, match="two, three or four"):
        practice().setup([Seat(f"p{i}", "P") for i in range(n)], {})


@pytest.mark.clause("four-keys.setup.piles", "four-keys.setup.door-piles", "four-keys.setup.key-piles")
def test_four_piles_doors_and_keys_of_each_level() -> None:
    follower = follow(2)
    assert follower.piles() == [28, 24, 28, 24]
    assert all(pile.top == UNSEEN for pile in follower.state.piles)
    kinds = [{(type(card).__name__, card.level) for card in pile.unseen} for pile in follower.state.piles]
    assert kinds == [{("Door", 1)}, {("Key", 1)}, {("Door", 2)}, {("Key", 2)}]


@pytest.mark.clause("four-keys.setup.shuffle", "four-keys.collecting.visible")
def test_every_unseen_card_may_lie_on_top_by_its_copies() -> None:
    follower = follow(2, order="ana bo")
    follower.play("start ana ?; start bo ?")
    law = follower.game.chances(follower.state)
    assert law.total == 28
    counted = Counter({move.card: law.weight(move) for move in law})
    assert counted == Counter(card for card in follower.state.piles[0].unseen)


@pytest.mark.clause("four-keys.setup.order")
def test_every_order_of_three_tiles_is_equally_likely() -> None:
    follower = follow(3)
    law = follower.game.chances(follower.state)
    assert sorted(move.tiles for move in law) == sorted({move.tiles for move in law})
    assert len(list(law)) == 6
    assert {law.weight(move) for move in law} == {1}


def test_an_order_that_leaves_somebody_out_is_refused() -> None:
    follow(3).refused("order ana bo", "setup.order")
    follow(3).refused("order ana bo bo", "setup.order")


def test_the_order_is_told_once() -> None:
    follow(3, order="bo ana cy").refused("order ana bo cy", "setup.order")


def test_nobody_takes_a_card_before_the_order_is_known() -> None:
    follow(3).refused("take 1D", "setup.order")


@pytest.mark.clause("four-keys.setup.first-player", "four-keys.turn.leftmost-tile")
def test_the_leftmost_tile_begins() -> None:
    follower = follow(3, order="cy ana bo")
    assert follower.state.mover == "cy"
    follower.refused("ana: take 1D", "turn.leftmost-tile")


@pytest.mark.clause("four-keys.setup.starting-cards", "four-keys.setup.starting-door-up", "four-keys.setup.orientation")
def test_each_player_has_one_closed_starting_card_on_d4() -> None:
    follower = follow(4, order="ana bo cy dee")
    follower.play("start ana #s1; start bo #s2")
    cell = follower.dungeon("ana")["d4"]
    card = practice().edition["s1"]
    assert isinstance(card, Start)
    assert cell == StartCell(card.marked, card.needs, open=False)
    follower.refused("start cy #s1", "setup.starting-cards")
    follower.refused("start ana #s3", "setup.starting-cards")


def test_starting_cards_come_each_with_the_same_chance() -> None:
    follower = follow(3, order="ana bo cy")
    follower.play("start ana #s1")
    law = follower.game.chances(follower.state)
    assert law.total == 3
    assert practice().edition["s1"] not in {move.card for move in law}


@pytest.mark.clause("four-keys.setup.gold")
def test_four_gold_on_each_tile() -> None:
    follower = follow(4)
    assert [follower.gold(seat) for seat in ("ana", "bo", "cy", "dee")] == [4, 4, 4, 4]
    follower.refused("gold ana +1", "setup.gold")
    follower.refused("gold ana -5", "setup.gold")
    follower.play("gold ana -1")
    assert follower.gold("ana") == 3


@pytest.mark.clause("four-keys.setup.adventurers-alike")
def test_which_seat_one_has_changes_nothing() -> None:
    one, other = follow(2, order="ana bo"), follow(2, order="bo ana")
    assert len(list(one.game.asides(one.state))) == len(list(other.game.asides(other.state)))


@pytest.mark.clause(
    "four-keys.two-players.tiles", "four-keys.two-players.colours-alternate", "four-keys.two-players.start-order"
)
def test_two_players_adventurers_first_then_acolytes() -> None:
    follower = follow(2)
    assert {move.tiles for move in follower.game.chances(follower.state)} == {
        ("ana", "bo", "ana*", "bo*"),
        ("bo", "ana", "bo*", "ana*"),
    }
    assert follower.play("first bo").state.order == ("bo", "ana", "bo*", "ana*")


def test_two_players_may_draw_the_order_of_tiles_by_lot() -> None:
    follower = follow(2, start_order_2p=True)
    orders = {move.tiles for move in follower.game.chances(follower.state)}
    assert len(orders) == 8
    assert all(a[0] == c[0] and b[0] == d[0] and a[0] != b[0] for a, b, c, d in orders)
    follower.refused("order ana ana* bo bo*", "two-players.colours-alternate")
    assert follower.play("order ana* bo ana bo*").state.order == ("ana*", "bo", "ana", "bo*")


@pytest.mark.clause("four-keys.three-players.tiles", "four-keys.three-players.order-line")
def test_three_players_have_no_acolytes() -> None:
    follower = follow(3, order="ana bo cy")
    assert follower.state.order == ("ana", "bo", "cy")
    assert len(follower.state.choice) == 4


def test_first_is_not_enough_with_three() -> None:
    follower = follow(3)
    with pytest.raises(UnreadableError, match="order"):
        follower.game.parse("first ana", follower.state)


def test_unknown_names_and_options_are_named() -> None:
    follower = follow(2)
    with pytest.raises(UnknownNameError, match="zoe"):
        follower.game.parse("order ana zoe", follower.state)
    with pytest.raises(CompanionError, match="house rule 'acolyte_flies'"):
        follow(2, acolyte_flies=True)
    with pytest.raises(CompanionError, match="on or off"):
        follow(2, multiplicity="yes")
    with pytest.raises(CompanionError, match="light or full"):
        follow(2, depth="deep")


def test_the_table_sees_the_order_the_cards_and_the_tops() -> None:
    follower = follow(2)
    assert follower.game.actor(follower.state) == TABLE
    assert follower.state.pending == ("order", "start ana", "start bo", "1D", "1K", "2D", "2K")
    assert isinstance(next(iter(follower.game.legal(follower.state))), Order)
    follower.play("first ana; start ana ?; start bo ?; reveal 1D ?; reveal 1K ?; reveal 2D ?; reveal 2K ?")
    assert follower.game.actor(follower.state) == "ana"


def test_a_key_is_not_a_door() -> None:
    follower = follow(2, order="ana bo")
    key = next(card for card in practice().edition.cards if isinstance(card, Key) and card.level == 1)
    number = practice().edition.ids[practice().edition.cards.index(key)]
    follower.refused(f"reveal 1D #{number}", "setup.piles")
