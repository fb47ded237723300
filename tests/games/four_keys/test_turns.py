"""Turns: the line, choosing and taking, renewing, pushing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.engine.game import NOBODY, TABLE
from companion.engine.piles import UNSEEN, UNTOLD, Multiset
from companion.games.four_keys.moves import Renew, Take
from tests.games.four_keys.following import Follower, follow, random_game

SKIP = "start ana ?; start bo ?; reveal 1D ?; reveal 1K ?; reveal 2D ?; reveal 2K ?"


def three() -> Follower:
    return follow(3, order="ana bo cy")


# ---------------------------------------------------------------------------------------------------------- the line


@pytest.mark.clause("four-keys.turn.order", "four-keys.turn.sequence", "four-keys.overview.turn-and-round")
def test_turns_follow_the_line_from_the_left() -> None:
    follower = three()
    for seat, pile in (("ana", "2D"), ("bo", "1K"), ("cy", "1D")):
        assert follower.state.mover == seat
        follower.play(f"take {pile}; place e4")
    assert follower.state.round == 2


@pytest.mark.clause("four-keys.turn.sequence")
def test_a_card_is_placed_before_the_next_tile_acts() -> None:
    follower = three()
    follower.play("take 1D")
    follower.refused("take 1K", "turn.sequence")
    follower.refused("bo: place e4", "turn.order")
    follower.play("place e4")
    follower.refused("place e5", "turn.sequence")
    follower.refused("ana: take 2K", "turn.order", "turn.leftmost-tile")


@pytest.mark.clause("four-keys.turn.leftmost-tile")
def test_two_tiles_of_one_colour_act_in_their_own_places() -> None:
    follower = follow(2, order="ana bo")
    follower.play("take 1D; place e4; take 1K; place e4; take 2D")
    assert follower.state.choice == ("ana", "bo", "ana*", "")


@pytest.mark.clause(
    "four-keys.turn.next-round", "four-keys.turn.new-round-starts-left", "four-keys.overview.turn-and-round"
)
def test_the_next_round_goes_by_the_choice_line() -> None:
    follower = follow(4, order="ana bo cy dee")
    follower.play("take 2K; place e4; take 1K; place e4; take 2D; place e4; take 1D; place e4")
    assert follower.state.order == ("dee", "bo", "cy", "ana")
    assert follower.state.choice == ("", "", "", "")


@pytest.mark.clause(
    "four-keys.turn.gaps-close", "four-keys.three-players.empty-space", "four-keys.three-players.order-line"
)
@pytest.mark.parametrize("gap", range(4))
def test_three_players_leave_a_gap_that_closes(gap: int) -> None:
    """The suggested test (h): the empty space may be any of the four."""
    follower = three()
    spaces = [pile for i, pile in enumerate(("1D", "1K", "2D", "2K")) if i != gap]
    for pile in spaces:
        follower.play(f"take {pile}; place e4" if pile != spaces[-1] else f"take {pile}")
    assert follower.state.choice.count("") == 1
    assert follower.state.choice[gap] == ""
    follower.play("place e4")
    assert follower.state.order == ("ana", "bo", "cy")


@pytest.mark.clause("four-keys.turn.gaps-close")
def test_a_push_decides_the_victims_next_turn() -> None:
    follower = three()
    follower.play("take 1D; place e4; take 1D push 2K; place e4; take 1K; place e4")
    assert follower.state.order == ("bo", "cy", "ana")


@pytest.mark.clause("four-keys.turn.no-pass")
def test_each_turn_takes_exactly_one_card() -> None:
    follower = three()
    before = sum(follower.piles())
    follower.play("take 1D; place e4; take 1K; place e4; take 2K; place e4")
    assert sum(follower.piles()) == before - 3
    assert [follower.dungeon(seat).card_count for seat in ("ana", "bo", "cy")] == [2, 2, 2]
    assert not any(type(move).__name__ == "Pass" for move in follower.game.legal(follower.state))


# -------------------------------------------------------------------------------------------------------- collecting


@pytest.mark.clause("four-keys.collecting.free-choice", "four-keys.collecting.top-card")
def test_any_free_pile_may_be_chosen_and_gives_its_top() -> None:
    follower = three()
    follower.play("start ana ?; start bo ?; start cy ?; reveal 1D ?; reveal 1K H/C; reveal 2D ?; reveal 2K ?")
    takes = [move for move in follower.game.legal(follower.state) if isinstance(move, Take)]
    assert takes == [Take(0), Take(1), Take(2), Take(3)]
    top = follower.state.piles[1].top
    follower.play("take 1K")
    assert follower.state.hand is not None
    assert follower.state.hand.card == top
    assert follower.state.piles[1].top == UNSEEN
    assert follower.piles() == [28, 23, 28, 24]


@pytest.mark.clause("four-keys.collecting.one-tile-a-space")
def test_a_taken_space_needs_a_push() -> None:
    follower = three()
    follower.play("take 1D; place e4")
    reason = follower.refused("take 1D", "collecting.one-tile-a-space")
    assert "Ana" in reason


@pytest.mark.clause("four-keys.collecting.visible")
def test_the_new_top_may_be_told_until_the_next_tile_acts_and_later_too() -> None:
    follower = three()
    follower.play("take 1K")
    assert follower.game.actor(follower.state) == TABLE
    follower.play("place e4")
    assert "1K" in follower.state.pending
    follower.play("reveal 1K H/C")
    follower.refused("reveal 1K H/C", "collecting.visible")
    follower.play("take 1K push 2K")
    follower.play("place e4 H; take 1D")
    assert follower.state.piles[1].top == UNTOLD
    follower.refused("reveal 1K ?", "collecting.visible")
    follower.play("reveal 1K L/X; place e4")


@pytest.mark.clause("four-keys.collecting.empty-pile")
def test_an_empty_pile_cannot_be_chosen_while_another_has_cards() -> None:
    follower = three()
    _empty(follower, 1)
    follower.refused("take 1K", "collecting.empty-pile")
    assert Take(1) not in set(follower.game.asides(follower.state))
    follower.play("take 1D; place e4")
    assert list(follower.piles()) == [27, 0, 28, 24]


@pytest.mark.clause("four-keys.collecting.rebuild")
def test_a_pile_is_rebuilt_from_its_renewed_cards() -> None:
    follower = three()
    follower.play("reveal 1K H/C; renew; reveal 1K L/X; renew")
    removed = follower.state.piles[1].removed
    assert len(removed) == 2
    for i in range(4):
        _empty(follower, i)
    state = follower.state
    for i in (0, 2, 3):
        state = replace(
            state, piles=_with(state.piles, i, replace(state.piles[i], removed=Multiset(), removed_untold=0))
        )
    follower.state = state
    follower.play("take 1K")
    assert follower.state.pending == ("hand", "1K")
    assert {move.card for move in follower.game.chances(follower.state)} >= set(removed.kinds())
    follower.play("reveal hand L/X; reveal 1K H/C; place e4 X")
    assert follower.piles()[1] == 1
    assert follower.state.piles[1].removed == Multiset()


@pytest.mark.clause("four-keys.collecting.rebuild")
def test_a_pile_without_renewed_cards_borrows_from_another() -> None:
    follower = three()
    follower.play("take 2K; place e4")
    for i in (0, 1, 2):
        _empty(follower, i)
    follower.refused("take 1D", "collecting.rebuild")
    follower.play("take 1D from 2K")
    assert follower.state.choice == ("bo", "", "", "ana")
    assert follower.state.hand is not None
    assert follower.state.hand.pile == 3
    follower.play("place e4")
    follower.refused("take 1K from 2D", "collecting.rebuild")


def test_the_card_comes_from_its_own_pile_where_it_can() -> None:
    three().refused("take 1D from 2K", "collecting.top-card")


def _empty(follower: Follower, index: int) -> None:
    pile = follower.state.piles[index]
    follower.state = replace(follower.state, piles=_with(follower.state.piles, index, replace(pile, down=0, top=None)))


def _with(piles: tuple[object, ...], index: int, pile: object) -> tuple[object, ...]:
    return (*piles[:index], pile, *piles[index + 1 :])


# ---------------------------------------------------------------------------------------------------------- renewing


@pytest.mark.clause("four-keys.renewing.cost", "four-keys.renewing.every-pile", "four-keys.renewing.gone")
def test_renewing_pays_one_gold_and_takes_every_top_away() -> None:
    follower = three()
    follower.play("reveal 1K H/C; renew")
    assert follower.gold("ana") == 3
    assert follower.piles() == [27, 23, 27, 23]
    assert [len(pile.removed) + pile.removed_untold for pile in follower.state.piles] == [1, 1, 1, 1]
    assert follower.state.pending == ("1D", "1K", "2D", "2K")


@pytest.mark.clause("four-keys.renewing.repeat", "four-keys.renewing.no-proof", "four-keys.renewing.cost")
def test_renewing_goes_on_as_long_as_gold_lasts() -> None:
    follower = three()
    follower.play("renew; renew; renew; renew")
    assert follower.gold("ana") == 0
    follower.refused("renew", "renewing.cost")
    assert Renew() not in set(follower.game.asides(follower.state))


@pytest.mark.clause("four-keys.renewing.when", "four-keys.renewing.then-choose")
def test_renewing_comes_before_the_tile_moves() -> None:
    follower = three()
    follower.play("renew; take 1D")
    follower.refused("renew", "renewing.when")
    follower.play("place e4")
    assert follower.state.mover == "bo"


@pytest.mark.clause("four-keys.renewing.and-push")
def test_renewing_and_pushing_in_one_turn() -> None:
    follower = three()
    follower.play("take 1D; place e4; renew; take 1D push 1K; place e4")
    assert follower.gold("bo") == 2


@pytest.mark.clause("four-keys.renewing.every-pile")
def test_renewing_with_one_empty_pile() -> None:
    """The suggested test (k)."""
    follower = three()
    _empty(follower, 2)
    follower.play("renew")
    assert follower.piles() == [27, 23, 0, 23]
    assert "2D" not in follower.state.pending
    for i in range(4):
        _empty(follower, i)
    follower.refused("renew", "renewing.every-pile")


@pytest.mark.clause("four-keys.renewing.gone")
def test_told_cards_that_were_renewed_leave_the_unseen_cards() -> None:
    follower = three()
    follower.play("start ana ?; start bo ?; start cy ?; reveal 1D ?; reveal 1K H/C; renew; reveal 1D ?")
    law = follower.game.chances(follower.state)
    assert law.total == 23
    assert len(follower.state.piles[0].unseen) == 28


# ----------------------------------------------------------------------------------------------------------- pushing


@pytest.mark.clause("four-keys.pushing.cost", "four-keys.pushing.take-the-space", "four-keys.pushing.gold-leaves")
def test_a_push_costs_one_gold_that_leaves_the_game() -> None:
    follower = three()
    follower.play("take 1D; place e4; take 1D push 2D")
    assert follower.state.choice == ("bo", "", "ana", "")
    assert (follower.gold("ana"), follower.gold("bo")) == (4, 3)
    assert follower.state.hand is not None
    assert follower.state.hand.seat == "bo"


@pytest.mark.clause("four-keys.pushing.cost")
def test_without_gold_nobody_pushes() -> None:
    follower = three()
    follower.play("take 1D; place e4; gold bo -4")
    reason = follower.refused("take 1D push 2D", "pushing.cost")
    assert reason == "Bo has no gold left to push."


@pytest.mark.clause("four-keys.pushing.occupied")
def test_a_free_space_is_taken_without_a_push() -> None:
    three().refused("take 1D push 2D", "pushing.occupied")


@pytest.mark.clause("four-keys.pushing.destination", "four-keys.pushing.one-tile")
def test_a_pushed_tile_goes_to_a_free_space_and_pushes_nobody() -> None:
    follower = three()
    follower.play("take 1D; place e4; take 1K; place e4")
    follower.refused("take 1D push 1K", "pushing.destination")
    follower.refused("take 1D push 1D", "pushing.destination")
    pushes = {move for move in follower.game.asides(follower.state) if isinstance(move, Take) and move.push is not None}
    assert pushes == {Take(0, 2), Take(0, 3), Take(1, 2), Take(1, 3)}


@pytest.mark.clause("four-keys.pushing.no-card")
def test_a_pushed_tile_brings_no_card() -> None:
    follower = three()
    follower.play("take 1D; place e4; take 1D push 2D; place e4")
    assert follower.piles() == [26, 24, 28, 24]
    assert follower.dungeon("ana").card_count == 2


@pytest.mark.clause("four-keys.pushing.always-room")
def test_the_last_tile_of_a_round_swaps_places() -> None:
    """The suggested test (g)."""
    follower = follow(4, order="ana bo cy dee")
    follower.play("take 1D; place e4; take 1K; place e4; take 2D; place e4")
    pushes = {move for move in follower.game.asides(follower.state) if isinstance(move, Take) and move.push is not None}
    assert pushes == {Take(0, 3), Take(1, 3), Take(2, 3)}
    follower.play("take 1K push 2K; place e4")
    assert follower.state.order == ("ana", "dee", "cy", "bo")


@pytest.mark.clause("four-keys.pushing.again")
def test_a_tile_may_be_pushed_twice_in_a_round() -> None:
    follower = follow(4, order="ana bo cy dee")
    follower.play("take 1D; place e4; take 1D push 1K; place e4; take 1K push 2D; place e4; take 2D push 2K; place e4")
    assert follower.state.order == ("bo", "cy", "dee", "ana")
    assert follower.piles() == [26, 23, 27, 24]


@pytest.mark.clause("four-keys.pushing.own-tile")
def test_a_tile_cannot_push_itself() -> None:
    follower = three()
    assert "ana" not in follower.state.choice
    assert not [
        move for move in follower.game.asides(follower.state) if isinstance(move, Take) and move.push is not None
    ]


# --------------------------------------------------------------------------------------------------------- two players


@pytest.mark.clause("four-keys.two-players.push-whom")
def test_an_adventurer_pushes_rival_tiles_and_the_own_acolyte() -> None:
    follower = follow(2, order="ana bo")
    follower.play("take 2K; place e4; take 2D; place e4; take 1D; place f4; take 1K; place f4")
    assert follower.state.order == ("ana*", "bo*", "bo", "ana")
    follower.play("take 1D; place d5; take 1K; place d5; take 1D push 2K; place e5")
    assert follower.state.choice == ("bo", "bo*", "", "ana*")
    follower.play("take 2K push 2D; place e5")
    assert follower.state.order == ("bo", "bo*", "ana*", "ana")
    assert (follower.gold("ana"), follower.gold("bo")) == (3, 3)


@pytest.mark.clause("four-keys.pushing.acolyte", "four-keys.two-players.acolyte-renew")
def test_an_acolyte_neither_pushes_nor_renews() -> None:
    """The suggested test (j)."""
    follower = follow(2, order="ana bo")
    follower.play("take 1D; place e4; take 1K; place e4")
    follower.refused("take 1D push 2D", "pushing.acolyte")
    follower.refused("renew", "two-players.acolyte-renew")
    moves = set(follower.game.asides(follower.state))
    assert Renew() not in moves
    assert {move for move in moves if isinstance(move, Take)} == {Take(2), Take(3)}


@pytest.mark.clause("four-keys.two-players.acolyte-renew")
def test_a_table_may_let_the_acolyte_renew() -> None:
    follower = follow(2, order="ana bo", acolyte_renew=True)
    follower.play("take 1D; place e4; take 1K; place e4; renew")
    assert follower.gold("ana") == 3


@pytest.mark.clause("four-keys.two-players.acolyte-collects")
def test_an_acolyte_takes_a_card_into_the_same_dungeon() -> None:
    follower = follow(2, order="ana bo")
    follower.play("take 1D; place e4; take 1K; place e4; take 2D; place f4")
    assert follower.dungeon("ana").card_count == 3


@pytest.mark.clause("four-keys.two-players.acolyte-collects")
def test_a_table_may_let_the_acolyte_only_stand_in_the_way() -> None:
    follower = follow(2, order="ana bo", acolyte_collects=False)
    follower.play("take 1D; place e4; take 1K; place e4; take 2D")
    assert follower.state.hand is None
    assert follower.state.mover == "bo"
    follower.play("take 2K")
    assert follower.state.round == 2
    assert [follower.dungeon(seat).card_count for seat in ("ana", "bo")] == [2, 2]
    final = random_game(3, 2, acolyte_collects=False)[-1][0]
    assert final.finished
    assert final.round == 14


@pytest.mark.clause("four-keys.two-players.acolyte-leaves", "four-keys.end.same-round")
def test_two_players_finish_in_the_seventh_round() -> None:
    final = random_game(4, 2)[-1][0]
    assert final.round == 7
    assert final.order == ()
    assert final.choice == ("", "", "", "")
    assert all(player.dungeon.card_count == 15 for player in final.players)


@pytest.mark.parametrize("n", [3, 4])
@pytest.mark.clause("four-keys.end.same-round", "four-keys.end.fifteen", "four-keys.overview.goal")
def test_three_and_four_players_finish_in_the_fourteenth_round(n: int) -> None:
    history = random_game(5, n)
    final = history[-1][0]
    assert final.round == 14
    assert all(player.dungeon.card_count == 15 for player in final.players)
    rules = follow(n).game
    assert rules.actor(final) == NOBODY
    assert not list(rules.legal(final))
    assert not rules.check(final, Take(0))
    assert "four-keys.end.fifteen" in rules.check(final, Take(0)).clauses
