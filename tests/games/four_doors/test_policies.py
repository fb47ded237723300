"""The named policies: they keep the rules with any box, and the greedy one sees what lies at hand."""

from __future__ import annotations

from random import Random

import pytest

from companion.engine.errors import UnknownNameError
from companion.engine.game import NOBODY, TABLE, Seat
from companion.games.four_doors import moves as m
from companion.games.four_doors.rules import FourDoors
from companion.games.four_doors.state import Position
from tests.games.four_doors.following import NAMES, Deck, Follower, blank_box, lay, practice

QUIET = "rates [2],2,3,3"


def whole(game: FourDoors, name: str, seed: int, n: int, **options: object) -> Position:
    """Play a whole game by a policy; every move is checked."""
    rng = Random(seed)
    state = game.setup([Seat(handle, handle.title()) for handle in NAMES[:n]], options)
    while game.actor(state) != NOBODY:
        move = game.policy(name)(game, state, rng)
        assert game.check(state, move), move
        state = game.apply(state, move)
    return state


def greedy(follower: Follower) -> str:
    """Return what the greedy policy does now, as shorthand."""
    move = practice().policy("greedy")(practice(), follower.state, Random(1))
    return practice().spell(move, follower.state)


@pytest.mark.parametrize("depth", ["light", "sides", "full"])
@pytest.mark.parametrize("name", ["random", "greedy"])
@pytest.mark.parametrize("n", [1, 3])
def test_a_policy_plays_to_the_end(name, depth, n):
    assert whole(practice(), name, 1, n, depth=depth).ended


def test_greedy_plays_a_box_of_which_nothing_is_printed():
    game, rng = blank_box(), Random(2)
    state = game.setup([Seat("ana", "Ana"), Seat("bo", "Bo")], {})
    while (actor := game.actor(state)) != NOBODY:
        move = rng.choice(list(game.legal(state))) if actor == TABLE else game.policy("greedy")(game, state, rng)
        assert game.check(state, move), move
        state = game.apply(state, move)
    assert state.ended


def test_the_same_seed_plays_the_same_game():
    assert whole(practice(), "greedy", 5, 2) == whole(practice(), "greedy", 5, 2)


def test_greedy_wins_some_games_alone_and_random_none():
    assert {whole(practice(), "greedy", seed, 1).ended for seed in range(8)} >= {"won"}
    assert "won" not in {whole(practice(), "random", seed, 1).ended for seed in range(8)}


def test_there_is_no_other_policy():
    with pytest.raises(UnknownNameError, match="'clairvoyant'"):
        practice().policy("clairvoyant")


def test_greedy_finds_a_relic():
    staffs = Deck().relics("staff", 4)
    tower = f"purple 0|0 @ana / green 0|0 / blue 0|0 / gold 0|0 / {QUIET} / hand ana {staffs}"
    assert greedy(lay(tower)).startswith("find #")


@pytest.mark.parametrize(("purple", "gold", "first"), [("3|0", "0|0", "illuminate"), ("0|0", "0|3", "move down")])
def test_greedy_clears_a_full_side_or_sets_out_for_it(purple, gold, first):
    deck = Deck()
    cards = "+".join((deck.take(lamp="purple", dark="gold"), deck.take(lamp="gold", dark="purple")))
    tower = f"purple half {purple} @ana / green 0|0 / blue 0|0 / gold half {gold} / {QUIET} / hand ana {cards}"
    assert greedy(lay(tower)).startswith(first)


def test_greedy_lights_the_beacon():
    flux = Deck().take(spell="luminous-flux")
    doors = " / ".join(f"{name} found 0|0" for name in ("purple", "green", "blue", "gold"))
    follower = lay(f"beacon @ana / {doors} / {QUIET} / hand ana {flux}")
    assert greedy(follower) == f"spell {flux}"
    move = practice().parse(greedy(follower), follower.state)
    assert isinstance(move, m.Cast)
    assert practice().apply(follower.state, move).ended == "won"


def worth(text: str, **fields: object) -> float:
    """Return what a tower is worth."""
    follower = lay(text)
    follower.set(**fields)
    return practice().evaluate(follower.state, "ana")


def test_a_position_is_worth_more_the_farther_the_party_is():
    plain = f"purple 0|0 @ana / green 0|0 / blue 0|0 / gold 0|0 / {QUIET}"
    held = f"{plain} / hand ana {Deck().relics('staff', 3)}"
    found = plain.replace("purple", "purple found")
    shaded = plain.replace("green 0|0", "green half 3|0")
    assert worth(shaded) < worth(plain) < worth(held) < worth(found)


def test_the_end_is_worth_its_points():
    text = f"beacon @ana / purple found 0|0 / green 0|0 / blue 0|0 / gold 0|0 / {QUIET}"
    assert worth(text, ended="skull", step="over") == 2.0
    assert worth(text.replace(" 0|0", " found 0|0").replace("found found", "found"), ended="won") == 6.0
