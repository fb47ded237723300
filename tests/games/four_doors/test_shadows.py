"""Shadows Fall, doors that close, and the pile that runs out."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.engine.game import TABLE
from companion.games.four_doors.cards import UNTOLD, PlayerCard, mark
from companion.games.four_doors.tower import BEACON, Door, Fallen, Tower, Track, fall, remove
from tests.games.four_doors.following import PLAIN, Deck, Follower, card, dealt, lay

LEFT = mark("purple", "left")


def tower(left: int = 0, right: int = 0, half: bool = False, found: bool = False) -> Tower:
    """A tower whose top door has so many shadows."""
    door = Door("purple", half, found, (LEFT,) * left, (mark("purple", "right"),) * right)
    return Tower((door, Door("green"), Door("blue"), Door("gold")))


def fallen(before: Tower, shadow: PlayerCard = LEFT) -> Fallen:
    return fall(before, shadow)


# ------------------------------------------------------------------------------------------------------ the pure tower


@pytest.mark.clause("four-doors.shadows.placing", "four-doors.shadows.three-a-side")
def test_a_shadow_goes_to_the_side_of_its_mark_until_three_lie_there() -> None:
    now = tower()
    for n in range(1, 4):
        after = fallen(now)
        assert (after.what, after.door, after.tossed) == ("added", "purple", ())
        now = after.tower
        assert len(now["purple"].left) == n
    assert not now["purple"].right
    assert not now["purple"].half


@pytest.mark.clause("four-doors.shadows.flip", "four-doors.shadows.flip-stays")
def test_the_fourth_flips_the_door_and_goes_to_the_hollow_and_the_three_stay() -> None:
    after = fallen(tower(left=3))
    assert after.what == "flipped"
    assert after.tossed == (LEFT,)
    assert after.tower["purple"].half
    assert len(after.tower["purple"].left) == 3
    assert fallen(after.tower).what == "lost"


@pytest.mark.clause("four-doors.shadows.per-door")
def test_one_too_many_on_the_left_and_one_on_the_right_shut_the_door() -> None:
    """The suggested test (j)."""
    once = fallen(tower(left=3, right=3, found=True))
    assert once.what == "flipped"
    twice = fallen(once.tower, mark("purple", "right"))
    assert twice.what == "shut"


@pytest.mark.clause("four-doors.shadows.shut", "four-doors.shadows.drawn-card", "four-doors.shadows.gap")
def test_a_shut_door_takes_all_its_cards_to_the_hollow() -> None:
    after = fallen(tower(left=3, right=2, half=True, found=True))
    assert after.what == "shut"
    assert len(after.tossed) == 6
    assert after.tower.gone == ("purple",)
    assert [door.name for door in after.tower.doors] == ["green", "blue", "gold"]
    assert after.tower.beside("green", "up") == BEACON
    assert after.tower.found == ("purple",)


@pytest.mark.clause("four-doors.end.door")
def test_a_door_shut_before_its_relic_is_found_loses() -> None:
    after = fallen(tower(left=3, half=True))
    assert after.what == "lost"
    assert after.tower.lost == "purple"
    assert after.tower.found == ()


@pytest.mark.clause("four-doors.shadows.vanished")
def test_a_shadow_for_a_vanished_door_goes_to_the_hollow() -> None:
    gone = Tower((Door("green"),), ("purple",))
    after = fallen(gone)
    assert (after.what, after.tossed) == ("vanished", (LEFT,))
    assert after.tower == gone


def test_a_shadow_nobody_named_is_loose() -> None:
    after = fallen(tower(), UNTOLD)
    assert (after.what, after.tower.loose) == ("loose", 1)


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("half", [False, True])
@pytest.mark.parametrize("found", [False, True])
@pytest.mark.parametrize("n", range(4))
def test_every_case_of_one_shadow(side: str, half: bool, found: bool, n: int) -> None:
    shadow = mark("purple", side)
    before = tower(**{side: n}, half=half, found=found)
    after = fallen(before, shadow)
    expected = "added" if n < 3 else "flipped" if not half else "shut" if found else "lost"
    assert after.what == expected
    cards = sum(len(door.shadows) for door in after.tower.doors) + len(after.tossed)
    assert cards == n + 1
    assert len(after.tower.doors) + len(after.tower.gone) == 4
    assert len(remove(before, shadow)["purple"].shadows) == n - 1 if n else True


def test_equal_towers_are_equal_whatever_came_first() -> None:
    deck = Deck()
    one, other = (card(deck.take(at="purple", side="left")) for _ in range(2))
    assert fall(fall(tower(), one).tower, other).tower == fall(fall(tower(), other).tower, one).tower


def test_the_track() -> None:
    track = Track((2, 2, 3), 1, True)
    assert (track.rate, track.step().rate, track.step(2).rate) == (2, 3, 0)
    assert track.step(2).skull
    assert not track.step().skull
    assert track.step(-5).level == 0


# ------------------------------------------------------------------------------------------------------------ the fall


@pytest.mark.clause("four-doors.shadows.one-at-a-time", "four-doors.spells.windows")
def test_shadows_come_one_at_a_time() -> None:
    follower = lay(f"{PLAIN} / hand bo #48", "ana bo", step="fall")
    assert follower.actor == TABLE
    follower.play("shadow purple left")
    assert follower.counts("purple") == (1, 0)
    assert follower.state.falling == 1
    follower.play("shadow purple left")
    assert follower.state.active == "bo"


@pytest.mark.clause("four-doors.shadows.vanished")
def test_draws_for_a_vanished_door_count() -> None:
    """The suggested test (k)."""
    follower = lay("green / blue / gold / gone purple / rates [2],3", "ana bo", step="fall")
    follower.play("shadow purple left; shadow purple right")
    assert len(follower.state.hollow) == 2
    assert follower.state.active == "bo"


@pytest.mark.clause("four-doors.shadows.displaced", "four-doors.shadows.displaced-choice")
def test_two_pawns_of_the_top_door_have_four_placements() -> None:
    """The suggested test (g)."""
    found = set()
    for one in ("up", "down"):
        for other in ("up", "down"):
            follower = lay("purple half found 3|0 @ana @bo / green / blue / gold", "ana bo", step="fall")
            follower.play("shadow purple left")
            assert follower.actor == "ana"
            assert [move.way for move in follower.game.legal(follower.state)] == ["up", "down"]
            follower.refused("shadow green left", "shadows.displaced")
            follower.play(f"stand {one}; stand {other}")
            found.add((follower.player("ana").at, follower.player("bo").at))
            follower.refused("stand up", "shadows.displaced")
    assert found == {(a, b) for a in ("beacon", "green") for b in ("beacon", "green")}


@pytest.mark.clause("four-doors.shadows.displaced-choice")
def test_from_the_bottom_there_is_only_up() -> None:
    follower = lay("purple / green / blue / gold half found 3|0 @bo", "ana bo", step="fall")
    follower.play("shadow gold left")
    assert follower.player("bo").at == "blue"
    assert follower.state.due == ()
    middle = lay("purple / green half found 3|0 @bo / blue / gold", "ana bo", step="fall")
    middle.play("shadow green left; stand down")
    assert middle.player("bo").at == "blue"


@pytest.mark.clause("four-doors.shadows.gap-is-no-entry", "four-doors.adventurers.illuminant-when")
def test_closing_the_gap_moves_cards_not_pawns() -> None:
    follower = lay("purple half found 3|0 / green 3|3 @bo / blue / gold", "ana bo=illuminant", step="fall")
    follower.play("shadow purple left")
    assert follower.player("bo").at == "green"
    assert follower.state.dispel == ()
    assert follower.state.tower.beside("green", "up") == BEACON


@pytest.mark.clause("four-doors.shadows.no-doors")
def test_with_all_doors_gone_every_shadow_goes_to_the_hollow() -> None:
    text = "gold half found 3|0 @ana @bo / gone purple green blue / rates [2],3"
    follower = lay(text, "ana bo", step="fall")
    follower.play("shadow gold left")
    assert follower.player("ana").at == follower.player("bo").at == BEACON
    assert follower.state.due == ()
    follower.play("shadow purple left; done; draw ? ?; shadow gold right; shadow blue left")
    assert not follower.state.ended
    assert len(follower.state.hollow) == 7
    assert {type(move).__name__ for move in follower.game.legal(follower.state)} == {"Search", "Done"}


@pytest.mark.clause("four-doors.shadows.still-works")
def test_the_relic_of_a_vanished_door_still_works() -> None:
    deck = Deck()
    staff = deck.take(relic="staff", lamp="purple", dark="green")
    text = f"green 1|0 @ana / blue / gold / gone purple / relics ana purple / hand ana {staff}"
    follower = lay(text, "ana bo")
    follower.refused(f"illuminate {staff} > green left", "actions.illuminate")
    follower.play(f"kindle {staff} > green left")
    assert follower.counts("green") == (0, 0)


@pytest.mark.clause("four-doors.shadows.placing")
def test_a_shadow_not_named_may_be_told_later() -> None:
    follower = lay(PLAIN, "ana bo", step="fall")
    follower.play("shadow ?; shadow ?")
    assert follower.state.tower.loose == 2
    assert "shadow" in follower.game.tokens(follower.state)
    follower.play("is shadow blue left")
    assert follower.counts("blue") == (1, 0)
    assert follower.state.tower.loose == 1


# ------------------------------------------------------------------------------------------------- the pile runs out


def nearly_out(pile: int, discard: str = "#1+#2+#3+#4", level: int = 0, **more: object) -> Follower:
    follower = lay(f"{PLAIN} / pile {pile} / discard {discard}", "ana bo", step="fall", **more)
    follower.set(track=Track((2, 3, 4), level, True))
    return follower


@pytest.mark.clause("four-doors.pile.rate-at-once", "four-doors.pile.reread", "four-doors.pile.run-out")
def test_a_rate_that_rises_at_the_second_shadow_makes_three() -> None:
    """The suggested test (b)."""
    follower = nearly_out(1)
    follower.play("shadow purple left")
    follower.refused("shadow purple left", "pile.run-out")
    assert [type(move).__name__ for move in follower.game.legal(follower.state)] == ["Reshuffled"]
    follower.play("reshuffled")
    assert follower.state.bound == 3
    follower.play("shadow ?")
    assert follower.state.falling == 1
    follower.play("shadow ?")
    assert follower.state.active == "bo"
    assert follower.state.down == 2


@pytest.mark.clause("four-doors.pile.exact")
def test_an_empty_pile_alone_changes_nothing() -> None:
    follower = nearly_out(2)
    follower.play("shadow purple left; shadow purple left")
    assert follower.state.down == 0
    assert follower.state.track.level == 0
    assert follower.state.active == "bo"
    follower.refused("reshuffled", "pile.exact")
    full = nearly_out(3)
    full.refused("reshuffled", "pile.run-out")


@pytest.mark.clause("four-doors.pile.twice")
def test_one_step_may_need_the_pile_twice() -> None:
    follower = nearly_out(0, discard="#1")
    follower.play("reshuffled; shadow #1")
    assert follower.state.track.level == 1
    follower.set(discard=follower.state.discard.add(card("#2")), unseen=follower.state.unseen.remove(card("#2")))
    follower.play("reshuffled")
    assert follower.state.track.level == 2
    assert follower.state.bound == 4
    follower.play("shadow #2")
    assert follower.state.falling == 2


@pytest.mark.clause("four-doors.pile.order", "four-doors.end.skull", "four-doors.end.at-once")
def test_the_skull_loses_before_anything_is_shuffled() -> None:
    follower = nearly_out(0, level=2)
    follower.play("reshuffled")
    outcome = follower.game.outcome(follower.state)
    assert outcome is not None
    assert outcome.clause == "four-doors.end.skull"
    assert len(follower.state.discard) == 4
    assert list(follower.game.asides(follower.state)) == []
    follower.refused("shadow ?", "end.over")


@pytest.mark.clause("four-doors.end.cards")
def test_without_discards_an_empty_pile_loses() -> None:
    follower = lay(f"{PLAIN} / pile 0", "ana bo", step="fall")
    follower.play("reshuffled")
    outcome = follower.game.outcome(follower.state)
    assert outcome is not None
    assert outcome.clause == "four-doors.end.cards"


@pytest.mark.clause("four-doors.pile.hollow-stays", "four-doors.setup.hollow")
def test_the_hollow_is_not_shuffled_in() -> None:
    follower = lay(f"{PLAIN} / pile 0 / discard #1+#2+#3 / hollow #4+#5", "ana bo", step="fall")
    follower.play("reshuffled")
    assert follower.state.down == 3
    assert len(follower.state.hollow) == 2
    assert card("#4") not in follower.state.unseen
    assert card("#1") in follower.state.unseen


@pytest.mark.clause("four-doors.pile.discard-unordered")
def test_the_order_of_the_discards_does_not_matter() -> None:
    one = lay(f"{PLAIN} / discard #1+#2+#3").state
    other = lay(f"{PLAIN} / discard #3+#1+#2").state
    assert one == other
    assert hash(one.discard) == hash(other.discard)


@pytest.mark.parametrize(
    ("n", "turn", "step", "drawn"),
    [(1, 9, "fall", 1), (2, 9, "draw", 1), (3, 8, "fall", 0), (4, 8, "fall", 1), (5, 8, "draw", 1)],
)
@pytest.mark.clause("four-doors.pile.run-out", "four-doors.pile.exact")
def test_when_the_pile_first_runs_out(n: int, turn: int, step: str, drawn: int) -> None:
    """The suggested test (a): five points of the first reshuffle, with nothing drawn but by the steps."""
    follower = dealt(n)
    game = follower.game
    follower.set(track=Track((2, 2, 2, 2), 0, True), tower=Tower((), ("purple", "green", "blue", "gold")))
    follower.set(unseen=game.box.deck, hollow=follower.state.hollow.add(UNTOLD, 9))
    while True:
        state = follower.state
        if game.actor(state) == TABLE and state.pile_empty:
            break
        follower.state = game.apply(state, _plain(follower))
    assert (state.turn, state.step) == (turn, step)
    assert (state.drawn if step == "fall" else 2 - state.to_draw) == drawn


def _plain(follower: Follower) -> object:
    """The plainest step: nothing is done, nothing is told, and what is too much is let go of."""
    moves = {type(move).__name__: move for move in follower.game.legal(follower.state)}
    name = next(name for name in ("Done", "Discard", "Draw", "Shadow") if name in moves)
    parse = follower.game.parse
    return {"Draw": parse("draw ?", follower.state), "Shadow": parse("shadow ?", follower.state)}.get(name, moves[name])


@pytest.mark.clause("four-doors.pile.known-top")
def test_only_what_was_put_on_top_is_known() -> None:
    follower = lay(f"{PLAIN} / top #1", "ana bo", step="fall")
    shown = card("#1")
    assert list(follower.game.chances(follower.state)) == [follower.game.parse("shadow #1", follower.state)]
    other = "purple right" if (shown.door, shown.side) != ("purple", "right") else "gold left"
    follower.refused(f"shadow {other}", "pile.known-top")
    follower.play("shadow #1")
    assert follower.state.top == ()
    assert len(list(follower.game.chances(follower.state))) == 47
    assert replace(follower.state, drawn=0).falling == 2
