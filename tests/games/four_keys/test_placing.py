"""Placing cards, opening doors, pointing arrows, and the end, as the rules follow them."""

from __future__ import annotations

import itertools

import pytest

from companion.games.four_keys.dungeon import DoorCell, KeyCell, StartCell, TileCell, UntoldCell, cell_name
from companion.games.four_keys.moves import Place, Point
from tests.games.four_keys.following import Follower, blank_box, follow, random_game


def blank(n: int = 2) -> Follower:
    """A game with a box that takes any card we like."""
    names = {2: "ana bo", 3: "ana bo cy"}[n]
    return follow(n, game=blank_box(), order=names)


def holding(text: str, card: str, pile: str) -> Follower:
    """Ana's dungeon, and a card in her hand."""
    follower = blank()
    follower.put("ana", text)
    follower.play(f"reveal {pile} {card}; take {pile}")
    return follower


# ------------------------------------------------------------------------------------------------------------ placing


@pytest.mark.clause("four-keys.placement.orthogonal")
def test_a_card_touches_another_by_a_side() -> None:
    follower = holding("!start{HH}", "box{HL}", "1D")
    for diagonal in ("c3", "e3", "c5", "e5"):
        assert follower.check(f"place {diagonal}").where == (diagonal,)
        follower.refused(f"place {diagonal}", "placement.orthogonal")
    follower.refused("place f4", "placement.orthogonal")
    assert {move.cell for move in _places(follower)} == {17, 23, 25, 31}
    follower.play("place d3")


@pytest.mark.clause("four-keys.placement.four-by-four", "four-keys.placement.grows-every-way")
def test_four_rows_and_columns_are_the_limit() -> None:
    """The suggested test (l): a fifth column is refused, a hole inside is accepted."""
    follower = holding("!start{HH} +H . +H / +L +L +L +L / . . . . / . . . .", "box{CC}", "1D")
    assert "column" in follower.refused("place c4", "placement.four-by-four")
    follower.play("place f4")
    tall = holding("!start{HH} / +H / +H / +H", "box{CC}", "1D")
    assert "row" in tall.refused("place d3", "placement.four-by-four")
    tall.play("place e5")


@pytest.mark.clause("four-keys.placement.grows-every-way")
def test_a_dungeon_grows_in_all_four_directions() -> None:
    for cell in ("d3", "d5", "c4", "e4"):
        follower = holding("!start{HH}", "box{CC}", "1D")
        follower.play(f"place {cell}")
        assert follower.dungeon("ana")[cell] == DoorCell(1, "box", "CC")


@pytest.mark.clause("four-keys.placement.free-space")
def test_a_card_needs_an_empty_space() -> None:
    follower = holding("!start{HH} +H", "box{CC}", "1D")
    follower.refused("place e4", "placement.free-space")
    follower.refused("place d4", "placement.free-space")


@pytest.mark.clause("four-keys.placement.key-side", "four-keys.components.key-faces")
def test_a_key_is_placed_with_either_side_up() -> None:
    for shown, hidden in (("HL", "C"), ("C", "HL")):
        follower = holding("!start{XX}", "HL/C", "2K")
        follower.refused("place e4", "placement.key-side")
        follower.refused("place e4 X", "placement.key-side")
        follower.play(f"place e4 {shown}")
        assert follower.dungeon("ana")["e4"] == KeyCell(shown, hidden, 2)


@pytest.mark.clause("four-keys.placement.key-side")
def test_a_key_with_two_like_sides_needs_no_word() -> None:
    follower = holding("!start{XX}", "H/H", "1K")
    assert [move.face for move in _places(follower)] == [""] * 4
    follower.refused("place e4 L", "placement.key-side")
    assert follower.game.parse("place e4 H", follower.state) == Place(25)
    follower.play("place e4")
    assert follower.dungeon("ana")["e4"] == KeyCell("H", "H", 1)


@pytest.mark.clause(
    "four-keys.placement.door-side-up", "four-keys.components.door-side", "four-keys.components.room-side"
)
def test_a_door_goes_in_closed() -> None:
    follower = holding("!start{XX}", "box{HL}", "1D")
    follower.refused("place e4 H", "placement.door-side-up")
    follower.play("place e4")
    assert follower.dungeon("ana")["e4"] == DoorCell(1, "box", "HL", open=False)


@pytest.mark.clause("four-keys.opening.ajar", "four-keys.placement.door-side-up")
def test_an_ajar_door_goes_in_as_a_room() -> None:
    follower = holding("!start{XX}", "ajar3", "1D")
    follower.play("place e4")
    assert follower.dungeon("ana")["e4"] == DoorCell(1, "ajar3", "", open=True)


@pytest.mark.clause("four-keys.placement.fixed", "four-keys.placement.key-side-stays")
def test_a_placed_card_stays_as_it_lies() -> None:
    follower = holding("!start{XX}", "HL/C", "2K")
    follower.play("place e4 HL")
    follower.refused("card ana e4 +2C(HL)", "placement.fixed")
    follower.refused("card ana e4 +2C", "placement.fixed")
    follower.refused("card ana d4 +2C", "placement.fixed")
    history = random_game(11, 3)
    for (before, move), (after, _) in itertools.pairwise(history):
        for old, new in zip(before.players, after.players, strict=True):
            kept = [(i, c) for i, c in enumerate(old.dungeon.cells) if isinstance(c, KeyCell)]
            assert all(new.dungeon.cells[i] == c for i, c in kept), move


# ------------------------------------------------------------------------------------------------------------ opening


@pytest.mark.clause(
    "four-keys.opening.row-and-column", "four-keys.opening.any-distance", "four-keys.opening.every-door"
)
def test_the_last_key_opens_two_doors_and_a_later_door_opens_on_arrival() -> None:
    """The suggested test (f): the rulebook's own example of three doors and one turned key."""
    follower = holding("!box{HL} +L . / . . !trap{CX} / !start{LL} . +C", "H/X", "1K")
    box, trap = _cell(follower, "box"), _cell(follower, "trap")
    target = f"{trap[0]}{box[1]}"
    follower.play(f"place {target} H")
    assert _open(follower, box)
    assert not _open(follower, trap)
    other = holding("!box{HL} +L . / . . !trap{CX} / !start{LL} . +C", "HX/L", "2K")
    other.play(f"place {target} HX")
    assert _open(other, box)
    assert _open(other, trap)


@pytest.mark.clause("four-keys.opening.on-arrival", "four-keys.opening.keys-stay")
def test_used_keys_open_a_door_that_comes_later() -> None:
    follower = holding("+HL box{HL} / !start{CC} .", "larder{HL}", "1D")
    follower.play("place e4")
    assert not _open(follower, "e4")
    near = holding("+HL box{HL} / !start{CC} .", "larder{HL}", "1D")
    near.play("place d2")
    assert _open(near, "d2")
    assert near.dungeon("ana")["d3"] == KeyCell("HL")


@pytest.mark.clause("four-keys.opening.automatic", "four-keys.opening.turn-over", "four-keys.opening.requirement")
def test_a_door_turns_over_by_itself_and_stays_open() -> None:
    follower = holding("!start{H} .", "H/L", "1K")
    follower.play("place e4 H")
    cell = follower.dungeon("ana")["d4"]
    assert isinstance(cell, StartCell)
    assert cell.open
    follower.refused("ana: open d4 start", "opening.start")


@pytest.mark.clause("four-keys.opening.start")
def test_the_starting_door_opens_like_any_other() -> None:
    follower = holding("!start{HL} . / . +L", "H/L", "1K")
    follower.play("place d5 H")
    assert not _open(follower, "d4")
    follower = holding("!start{HL} +L", "H/L", "1K")
    follower.play("place d5 H")
    assert _open(follower, "d4")


@pytest.mark.clause("four-keys.opening.multiplicity")
@pytest.mark.parametrize(
    ("keys", "opens"), [("+H .", False), ("+H +H", True), ("+HH .", True), ("+HL .", False), ("+HL +LH", True)]
)
def test_two_hearts_need_two_hearts(keys: str, opens: bool) -> None:
    """The suggested test (e)."""
    follower = holding(f"{keys} +C / . . !start{{XX}}", "box{HH}", "1D")
    row = next(cell_name(i) for i, c in enumerate(follower.dungeon("ana").cells) if isinstance(c, KeyCell))[1]
    spot = next(move for move in _places(follower) if cell_name(move.cell)[1] == row)
    follower.play(f"place {cell_name(spot.cell)}")
    assert _open(follower, cell_name(spot.cell)) is opens


@pytest.mark.clause("four-keys.opening.multiplicity")
def test_a_table_may_count_a_shape_once() -> None:
    follower = follow(2, game=blank_box(), order="ana bo", multiplicity=False)
    follower.put("ana", "!start{XX} +H")
    follower.play("reveal 1D box{HH}; take 1D; place f4")
    assert _open(follower, "f4")


@pytest.mark.clause("four-keys.opening.own-dungeon")
def test_rivals_keys_open_nothing() -> None:
    follower = blank()
    follower.put("ana", "!start{H}")
    follower.put("bo", "+H !start{X}")
    follower.play("take 1D; place e4")
    assert not _open(follower, "d4")


@pytest.mark.clause("four-keys.opening.missed")
def test_an_unknown_requirement_is_what_the_table_says() -> None:
    follower = blank()
    follower.play("take 1D; place e4")
    assert follower.dungeon("ana")["e4"] == DoorCell(1)
    verdict = follower.check("ana: open e4 larder")
    assert verdict.cannot_tell
    assert "four-keys.opening.missed" in verdict.clauses
    follower.play("ana: open e4 larder")
    assert follower.dungeon("ana")["e4"] == DoorCell(1, "larder", None, open=True)


@pytest.mark.clause("four-keys.opening.missed")
def test_telling_a_requirement_late_opens_the_door_at_once() -> None:
    follower = blank()
    follower.put("ana", "!start{XX} +HL")
    follower.play("take 1D; place f4; card ana f4 !box{HL}")
    assert follower.dungeon("ana")["f4"] == DoorCell(1, "box", "HL", open=True)


@pytest.mark.clause("four-keys.opening.row-and-column")
def test_a_door_whose_keys_are_missing_does_not_open() -> None:
    follower = blank()
    follower.put("ana", "!start{XX} !box{HL} +H")
    reason = follower.refused("ana: open e4 box", "opening.row-and-column")
    assert "a Lightning" in reason


@pytest.mark.clause("four-keys.components.unknown-room-behind")
def test_a_room_is_asked_when_its_door_opens() -> None:
    follower = blank()
    follower.put("ana", "!start{XX} !?2{H}")
    follower.play("take 1K; place f4 H")
    assert follower.state.pending[-1] == "room ana e4"
    follower.refused("open e4 box", "components.rooms-level-2")
    follower.play("open e4 chest")
    assert follower.dungeon("ana")["e4"] == DoorCell(2, "chest", "H", open=True)
    follower.refused("ana: open e4 chest", "opening.turn-over")


def test_a_room_may_stay_untold_and_be_told_later() -> None:
    follower = blank()
    follower.put("ana", "!start{XX} !?2{H}")
    follower.play("take 1K; place f4 H; open e4 ?")
    assert "room ana e4" not in follower.state.pending
    assert "ana:e4" in follower.game.tokens(follower.state)
    move = follower.game.tell(follower.state, "ana:e4", "monster")
    assert follower.game.check(follower.state, move)


# ------------------------------------------------------------------------------------------------------------- arrows


@pytest.mark.clause("four-keys.rooms.compass-arrow", "four-keys.rooms.compass-stays")
def test_the_arrow_is_pointed_once_when_the_compass_opens() -> None:
    follower = holding("!start{XX} !compass{H}", "H/L", "1K")
    follower.refused("ana: point e4 up", "rooms.compass-arrow")
    follower.play("place f4 H; reveal 1K ?")
    assert follower.game.actor(follower.state) == "ana"
    assert {move.arrow for move in follower.game.legal(follower.state) if isinstance(move, Point)} == set("^>v<")
    follower.play("point e4 left")
    assert follower.dungeon("ana")["e4"] == DoorCell(2, "compass", "H", True, "<")
    follower.refused("ana: point e4 up", "rooms.compass-stays")
    follower.refused("ana: point f4 up", "rooms.compass")


@pytest.mark.clause("four-keys.rooms.compass-stays")
def test_compasses_that_open_together_are_pointed_one_by_one() -> None:
    follower = holding("!compass{H} . / !start{XX} !compass{H}", "H/L", "1K")
    follower.play("place e3 H; reveal 1K ?")
    assert follower.state.to_point == ("ana d3", "ana e4")
    follower.play("point d3 up; point e4 right")
    assert follower.game.actor(follower.state) == "bo"


def test_an_arrow_may_be_told_late() -> None:
    follower = holding("!start{XX} !compass{H}", "H/L", "1K")
    follower.play("place f4 H; take 1D; place e4; ana: point e4 up")
    assert follower.dungeon("ana")["e4"] == DoorCell(2, "compass", "H", True, "^")


# ------------------------------------------------------------------------------------------------------------ the end


@pytest.mark.clause("four-keys.end.tile", "four-keys.end.last-space", "four-keys.overview.tile-is-the-sixteenth")
def test_the_tile_takes_the_last_space_with_its_gold() -> None:
    for seed in range(20):
        final = random_game(seed, 2)[-1][0]
        for player in final.players:
            tiles = [i for i, cell in enumerate(player.dungeon.cells) if isinstance(cell, TileCell)]
            assert len(tiles) == 1
            top, bottom, left, right = player.dungeon.box()
            assert (bottom - top, right - left) == (3, 3)
            assert len(player.dungeon.occupied()) == 16


@pytest.mark.clause("four-keys.end.winner", "four-keys.overview.winner", "four-keys.end.tie", "four-keys.scoring.total")
def test_the_most_points_win_and_a_tie_is_shared() -> None:
    seen = set()
    for seed in range(300):
        history = random_game(seed, 2)
        final = history[-1][0]
        game = follow(2).game
        sheets = game.score(final)
        outcome = game.outcome(final)
        assert outcome is not None
        best = max(sheet.points for sheet in sheets)
        assert outcome.winners == tuple(sheet.seat for sheet in sheets if sheet.points == best)
        assert outcome.clause == f"four-keys.end.{'winner' if len(outcome.winners) == 1 else 'tie'}"
        seen.add(len(outcome.winners))
        if seen == {1, 2}:
            return
    raise AssertionError("no tie came up")


@pytest.mark.clause("four-keys.end.winner")
def test_what_nobody_told_may_decide_who_wins() -> None:
    games = (random_game(seed, 2, skip=1.0)[-1][0] for seed in range(20))
    outcomes = [follow(2).game.outcome(final) for final in games]
    undecided = [outcome for outcome in outcomes if outcome is not None and not outcome.winners]
    assert undecided
    assert all("told" in outcome.reason for outcome in undecided)


# ------------------------------------------------------------------------------------------------------ light tracking


def light(n: int = 2) -> Follower:
    return follow(n, game=blank_box(), depth="light")


def test_light_tracking_sees_cards_and_gold_only() -> None:
    follower = light()
    follower.play("card bo e4 +1H; card ana d3 !?1{HL}; gold bo -1")
    assert follower.dungeon("bo")["e4"] == KeyCell("H", None, 1)
    assert follower.gold("bo") == 3
    follower.refused("take 1D", "turn.sequence")
    follower.refused("place e4", "turn.sequence")
    follower.refused("card bo g7 +1H", "placement.orthogonal")


def test_light_tracking_opens_doors_and_asks_what_is_behind() -> None:
    follower = light()
    follower.play("card bo e4 !?2{H}; card bo f4 +1H")
    assert follower.state.pending == ("room bo e4",)
    follower.play("open e4 compass")
    assert follower.state.to_point == ("bo e4",)
    follower.play("point e4 down")
    assert follower.dungeon("bo")["e4"] == DoorCell(2, "compass", "H", True, "v")


def test_an_untold_card_is_a_token_that_may_be_told() -> None:
    follower = light()
    follower.play("card bo e4 ?")
    assert follower.dungeon("bo")["e4"] == UntoldCell()
    assert "bo:e4" in follower.game.tokens(follower.state)
    follower.state = follower.game.apply(follower.state, follower.game.tell(follower.state, "bo:e4", "+2HL"))
    assert follower.dungeon("bo")["e4"] == KeyCell("HL", None, 2)
    follower.play("card bo e4 +2HL(C)")
    assert len(follower.state.piles[3].unseen) == 23


def test_going_lighter_and_deeper_in_the_middle_of_a_game() -> None:
    follower = blank(3)
    follower.play("take 1D; place e4; light")
    follower.play("card bo e4 +1H; card cy e4 +1L")
    follower.play("full")
    assert follower.state.pending == ("order",)
    follower.play("order cy ana bo; take 2K; place f4")
    assert follower.state.round == 2
    follower.refused("full", "turn.sequence")
    follower.play("light; card ana f4 +1H")
    follower.refused("full", "turn.sequence")


def test_full_asks_to_finish_the_round_of_two_tiles() -> None:
    follower = light()
    follower.play("card ana e4 +1H; card bo e4 +1H")
    follower.refused("full", "turn.sequence")
    follower.play("card ana f4 +1H; card bo f4 +1H; full; first bo")
    assert follower.state.round == 2


def test_a_light_game_ends_with_fifteen_cards_each() -> None:
    final = random_game(2, 2, depth="light")[-1][0]
    assert final.finished
    assert all(player.dungeon.card_count == 15 for player in final.players)


def test_fifteen_cards_are_enough() -> None:
    follower = light()
    full = random_game(2, 2)[-1][0].player("ana").dungeon
    hole = full.tile
    assert hole is not None
    follower.state = follower.state.with_dungeon("ana", full.put(hole, None))
    follower.refused(f"card ana {cell_name(hole)} +1H", "end.fifteen")


def test_more_copies_than_the_box_has_are_refused() -> None:
    follower = light()
    follower.play("card ana e4 ajar5")
    follower.refused("card bo e4 ajar5", "components.cards")
    follower.play("card ana f4 !box; card ana d5 !box; card ana e5 !box; card ana f5 !box")
    follower.refused("card bo e4 !box", "components.cards")


def _places(follower: Follower) -> list[Place]:
    moves = [*follower.game.legal(follower.state), *follower.game.asides(follower.state)]
    return [move for move in moves if isinstance(move, Place)]


def _cell(follower: Follower, room: str) -> str:
    cells = follower.dungeon("ana").cells
    return next(cell_name(i) for i, c in enumerate(cells) if isinstance(c, DoorCell) and c.room == room)


def _open(follower: Follower, cell: str) -> bool:
    content = follower.dungeon("ana")[cell]
    assert isinstance(content, DoorCell | StartCell)
    return content.open
