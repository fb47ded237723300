"""Advice against the boss: by the chance to win, exact where the fight is counted, and in words on the page."""

from __future__ import annotations

import pytest

from companion.engine.advice import EXACT, NOT_SEARCHED
from companion.engine.game import PARTY
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.boss_advice import ways
from companion.games.one_deck_dungeon.boss_odds import MIDDLE, Before, standing_of
from companion.games.one_deck_dungeon.boss_placing import before, placements
from companion.games.one_deck_dungeon.boxes import Pool
from companion.ui.one_deck_dungeon import rolled
from companion.ui.one_deck_dungeon.adviser import ADVISER
from tests.games.one_deck_dungeon.bosses import den
from tests.games.one_deck_dungeon.following import FOUR


def four():
    """Return four heroes with few dice, a round about to begin."""
    game = den(4, "S5k:h A5k:hh M6:h")
    return game, game.before(FOUR).set(exiled=Pool(10, 10, 12))


def told(game, state):
    return game.advise(state, PARTY, 9, 9.0, 1)


def test_who_fights_first_is_told_by_the_chance_to_win():
    game, follower = four()
    lines = told(game, follower.state)
    assert len(lines) == 6
    assert {line.label for line in lines} == {EXACT}
    values = [line.value.mean for line in lines]
    assert values == sorted(values, reverse=True)
    chance = Before(game.cat, follower.state).chance(MIDDLE)
    assert values[0] == pytest.approx(chance, abs=1e-6)
    assert f"the boss falls in {round(100 * chance)} of 100" in lines[0].why


def test_the_roll_is_placed_and_borne_for_the_chance_to_win():
    game, follower = four()
    follower.play("fight ana+cy | bo+di; roll S 6 5 3 A 2 2 M 1 2")
    best, *_ = told(game, follower.state)
    assert best.label == EXACT
    assert "skull" in best.why
    for step in best.moves:
        follower.play(step)
    if follower.state.due:
        (borne,) = ways(game.cat, follower.state, 9.0)
        assert isinstance(borne.moves[0], m.Damage)
        assert borne.chance == pytest.approx(best.value.mean, abs=1e-6)


def test_without_time_nothing_is_worked_out():
    game = den(3, "S4k:h A5k:h M6:hhh")
    follower = game.before("ana=mage bo=paladin")
    assert ways(game.cat, follower.play("roll S 2 1 A 1 M 6 5 4 3 2").state, 0.0) == []
    (line,) = game.advise(follower.state, PARTY, 3, 0.0, 1)
    assert line.label == NOT_SEARCHED


def test_the_page_says_games_won_in_100():
    game, follower = four()
    lines = ADVISER.think(game, follower.state, "ana", 9.0, 1)
    assert lines[0].value.endswith("in 100")
    assert ADVISER.heading(lines) == "The best steps, by the chance to win"
    assert not lines[0].price or "in 100" in lines[0].price


def test_the_page_draws_the_placement_of_the_best_chance_once_it_is_worked_out():
    game, follower = four()
    fresh = game.before(FOUR).set(exiled=Pool(10, 10, 12, 1))
    fresh.play("fight ana+cy | bo+di; roll S 6 5 3 A 2 2 M 1 2")
    assert rolled.for_boss(game.cat, fresh.state) == ()
    outlook = before(game.cat, follower.state).outlook()
    assert outlook.sure
    follower.play("fight ana+cy | bo+di; roll S 6 5 3 A 2 2 M 1 2")
    best, *_ = rolled.for_boss(game.cat, follower.state)
    assert best.placement == placements(game.cat, follower.state)[0].placement
    assert best.hits == placements(game.cat, follower.state)[0].blow.hits


def test_what_is_known_of_a_party_serves_later_rounds():
    game, follower = four()
    known = before(game.cat, follower.state)
    later = follower.set(wounds=3).set_hero("bo", damage=1).state
    assert before(game.cat, later) is known
    outlook, fresh = known.outlook(standing_of(game.cat, later)), Before(game.cat, later).outlook()
    assert outlook.estimate == pytest.approx(fresh.estimate, abs=1e-8)
    assert outlook.rounds == pytest.approx(fresh.rounds, abs=1e-3)
    assert before(game.cat, follower.set_hero("bo", damage=0).set(level=2).state) is not known
