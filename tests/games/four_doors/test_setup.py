"""Setup: the tower, nine shadows, adventurers, hands, the Shadow Level."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.engine.errors import CompanionError
from companion.engine.game import TABLE
from companion.games.four_doors.cards import ADVENTURERS, UNTOLD
from companion.games.four_doors.rules import adventurers_left
from companion.games.four_doors.state import HouseRules
from tests.games.four_doors.following import begin, blank_box, dealt, practice, random_game


@pytest.mark.clause("four-doors.setup.players")
def test_one_to_five_people_play() -> None:
    for n in range(1, 6):
        assert len(begin(n).state.players) == n
    with pytest.raises(CompanionError, match="one to five"):
        practice().setup([], {})
    follower = begin(2)
    stranger = replace(follower.game.parse("search", follower.state), by="zed")
    verdict = follower.game.check(follower.state, stranger)
    assert verdict.clauses == ("four-doors.setup.players",)


@pytest.mark.clause("four-doors.setup.tower", "four-doors.setup.order")
def test_the_doors_are_told_from_the_top_and_lie_open() -> None:
    follower = begin()
    assert follower.actor == TABLE
    assert len(list(follower.game.legal(follower.state))) == 24
    follower.refused("shadow purple left", "setup.order")
    follower.refused("doors purple green blue blue", "setup.tower")
    follower.play("doors gold blue green purple")
    assert [door.name for door in follower.state.tower.doors] == ["gold", "blue", "green", "purple"]
    assert not any(door.half or door.found for door in follower.state.tower.doors)
    follower.refused("doors purple green blue gold", "setup.tower")


@pytest.mark.clause("four-doors.setup.deck", "four-doors.setup.nine-shadows")
def test_nine_cards_of_the_pile_are_laid_where_their_marks_say() -> None:
    follower = begin()
    follower.play("doors purple green blue gold; shadow #1")
    shown = practice().language.ids["1"]
    assert shown in follower.state.tower[shown.door].side(shown.side)
    assert follower.state.down == 47
    follower.play("shadow ?; shadow purple left")
    assert follower.state.laid == 3
    assert follower.state.tower.loose == 1
    done = dealt().state
    assert done.laid == 9
    assert done.down == 48 - 9 - 6


@pytest.mark.clause("four-doors.setup.nine-shadows")
def test_a_tenth_shadow_is_refused() -> None:
    follower = begin(2)
    follower.play("doors purple green blue gold")
    for side in ("purple left", "purple right", "green left"):
        follower.play(f"shadow {side}; shadow {side}; shadow {side}")
    follower.refused("shadow blue left", "setup.nine-shadows")


@pytest.mark.clause("four-doors.setup.fourth-redrawn", "four-doors.setup.fourth-again")
def test_a_fourth_card_on_a_side_goes_back_and_another_is_drawn() -> None:
    """The suggested test (l)."""
    follower = begin()
    follower.play("doors purple green blue gold; shadow purple left; shadow purple left; shadow purple left")
    before = follower.state
    follower.play("shadow purple left; shadow purple left")
    assert follower.state == before
    assert not follower.door("purple").half
    assert "goes back" in follower.game.describe(follower.game.parse("shadow purple left", before), before)
    follower.play("shadow purple right")
    assert follower.state.laid == 4


@pytest.mark.clause("four-doors.setup.adventurers", "four-doors.setup.order")
def test_everybody_is_dealt_an_adventurer_whose_pawn_stands_on_its_door() -> None:
    follower = begin()
    follower.play("adventurer ana wanderer")
    assert follower.player("ana").at == "gold"
    follower.refused("adventurer bo wanderer", "setup.adventurers")
    follower.refused("adventurer ana summoner", "setup.adventurers")
    follower.play("adventurer bo summ")
    assert follower.player("bo").at == "purple"
    assert set(adventurers_left(follower.state)) == set(ADVENTURERS) - {"wanderer", "summoner"}


@pytest.mark.clause("four-doors.setup.hands")
@pytest.mark.parametrize(("n", "cards", "pile"), [(1, 4, 35), (2, 3, 33), (3, 3, 30), (4, 2, 31), (5, 2, 29)])
def test_hands_by_the_number_of_players(n: int, cards: int, pile: int) -> None:
    follower = dealt(n)
    assert [len(player.hand) for player in follower.state.players] == [cards] * n
    assert follower.state.down == pile
    assert follower.actor == "ana"


@pytest.mark.clause("four-doors.setup.order")
def test_hands_come_after_the_shadows() -> None:
    follower = begin()
    follower.play("doors purple green blue gold")
    follower.refused("draw ?", "setup.order")
    follower.refused("bo: draw ?", "setup.order")
    follower.refused("move up", "setup.order")


@pytest.mark.clause("four-doors.setup.relics-aside")
def test_nobody_holds_a_relic_at_the_start() -> None:
    state = dealt(3).state
    assert state.tower.found == ()
    assert all(player.relics == () for player in state.players)


@pytest.mark.clause("four-doors.setup.level", "four-doors.setup.difficulty")
@pytest.mark.parametrize(("difficulty", "level", "rate"), [("intro", 0, 2), ("standard", 1, 2), ("epic", 4, 3)])
def test_the_level_pawn_starts_where_the_difficulty_says(difficulty: str, level: int, rate: int) -> None:
    track = begin(2, difficulty=difficulty).state.track
    assert (track.level, track.rate, track.complete) == (level, rate, True)
    with pytest.raises(CompanionError, match="`difficulty` is intro"):
        begin(2, difficulty="silly")


@pytest.mark.clause("four-doors.setup.level")
def test_the_number_of_players_picks_the_side() -> None:
    few, many = begin(3).state.track, begin(4).state.track
    levels = practice().box.levels
    assert few.rates == levels[0].rates
    assert many.rates == levels[1].rates


@pytest.mark.clause("four-doors.setup.start-rate", "four-doors.components.unprinted")
def test_a_box_that_does_not_tell_starts_at_two() -> None:
    track = begin(2, game=blank_box()).state.track
    assert track.rate == 2
    assert not track.complete
    assert track.step().assumed
    assert track.step().rate == 2
    assert track.step(3).told(4).rates == (2, 2, 2, 4)


@pytest.mark.clause("four-doors.setup.marker")
@pytest.mark.parametrize("n", range(1, 6))
def test_a_pawn_is_always_left_for_the_level(n: int) -> None:
    assert len(adventurers_left(dealt(n).state)) == 6 - n >= 1


@pytest.mark.clause("four-doors.turn.first-player")
def test_the_table_says_who_begins() -> None:
    follower = dealt(3, first="cy")
    assert follower.state.active == "cy"
    follower.refused("first ana", "turn.first-player")


def test_a_box_of_unknown_colours_learns_them_at_the_table() -> None:
    follower = begin(2, game=blank_box(), depth="light")
    move = follower.game.parse("doors red purple white black", follower.state)
    assert follower.game.check(follower.state, move)
    assert len(follower.game.learns(follower.state, move)) == 3
    named = follower.game.with_cards(follower.game.learns(follower.state, move))
    assert named.box.named
    assert set(named.box.doors) == {"red", "purple", "white", "black"}
    follower.play("doors red purple white black; shadow red left; shadow ?")
    assert follower.counts("red") == (1, 0)


def test_random_setups_reach_the_first_turn() -> None:
    for n in range(1, 6):
        steps = [state.step for state, _ in random_game(n, n)]
        assert "act" in steps
        assert all(step != "setup" for step in steps[steps.index("act") :])


def test_options_that_do_not_exist_are_refused() -> None:
    with pytest.raises(CompanionError, match="no house rule 'bananas'"):
        begin(2, bananas=True)
    with pytest.raises(CompanionError, match="on or off"):
        begin(2, oil_stacks="yes")
    with pytest.raises(CompanionError, match="`depth` is light"):
        begin(2, depth="deep")
    with pytest.raises(CompanionError, match="`hidden` is on or off"):
        begin(2, hidden=3)
    assert UNTOLD not in begin().state.unseen


def test_every_house_rule_is_met_in_the_digest() -> None:
    assert set(practice().rulebook.options()) == set(HouseRules.__struct_fields__)


def test_the_digest_carries_every_ruling() -> None:
    carried = {number for clause in practice().rulebook for number in clause.ruling.split(", ")}
    assert {f"FD-{n}" for n in range(1, 68)} <= carried
