"""Whole games of Shadowgate in the terminal: `companion play --game shadowgate`."""

from __future__ import annotations

import re

import pytest
from typer.testing import CliRunner

import companion
from companion.cli import app
from companion.engine.game import NOBODY
from tests.games.shadowgate.following import practice, random_game

SETUP = "character ana jair; character bo fezlyn; quest 1 #I-4; quest 2 #I-5; quest 3 #I-6; quest 4 #I-7"
DEALT = "item #1; item #43; item #45; item ?; riddle #riddle-1; first ana"


@pytest.fixture(autouse=True)
def _home(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_HOME", f"{tmp_path}/home")


def play(*lines: str, options: tuple[str, ...] = (), players: str = "Ana,Bo") -> str:
    """Begin a table, type the lines, and return what the terminal showed."""
    words = ["play", "--game", "shadowgate", "--players", players, *options]
    result = CliRunner().invoke(app, words, input="\n".join([*lines, "quit", ""]))
    assert result.exit_code == 0, result.output
    return result.stdout


WHOLE = [("light", "standard", 9), ("full", "beginner", 4), ("full", "competition", 2)]
"""Short games: how closely they are followed, their mode, and their chance."""


@pytest.mark.parametrize(("depth", "mode", "seed"), WHOLE)
def test_a_whole_game_is_followed_to_its_end(depth: str, mode: str, seed: int) -> None:
    game = practice()
    history = random_game(seed, 2, mode=mode, depth=depth, player="greedy", cap=1200)
    final = history[-1][0]
    assert game.actor(final) == NOBODY
    lines = [game.spell(move, state) for state, move in history[:-1]]
    out = play(*lines, "score", options=("--depth", depth, "--mode", mode))
    totals = [int(total) for total in re.findall(r"^ +Total +(-?\d+)", out, re.MULTILINE)[-2:]]
    assert totals == [sheet.points for sheet in game.score(final)]
    outcome = game.outcome(final)
    assert outcome is not None
    assert outcome.reason in " ".join(out.split())


def test_a_table_is_set_up_by_asking() -> None:
    result = CliRunner().invoke(
        app, ["play", "--game", "shadowgate"], input="Ana, Bo\npractice\nlight\ncompetition\nquit\n"
    )
    assert result.exit_code == 0, result.output
    assert "How closely (light, full)" in result.stdout
    assert "Which mode (beginner, standard, competition)" in result.stdout
    table = companion.load_table(re.findall(r"companion play (\w+)", result.stdout)[-1])
    assert (table.state.depth, table.state.mode) == ("light", "competition")


def test_what_may_be_done_is_listed_and_refused_with_the_rule() -> None:
    out = play(SETUP, DEALT, "?", "cycle 1 from II", "why", "attempt 1", "undo", "tell bo.2 #puzzle-1", "tell bo.2 #5")
    assert "Ana may:" in out
    assert "Deck II is locked until the Cavern Stairwell is revealed." in out
    assert re.search(r"^shadowgate\.locks\.stairwell$", out, re.MULTILINE)
    assert "Taken back: Ana attempts Rope Bridge" in out
    assert "The card at bo.2 is Broad Axe." in out
    assert re.search(r"^To tell, any time: .*\bbo\.2\b", out, re.MULTILINE)


def test_a_refused_move_did_happen() -> None:
    out = play(SETUP, DEALT, "attempt 1", "roll skull skull", "attempt 2", "yes")
    assert "It happened: Ana attempts Rat Swarm" in out


def test_house_rules_are_chosen_at_the_start() -> None:
    out = play("log", options=("--house", "skulls_of_three=on", "--house", "dice_divide_freely=off"))
    rules = companion.load_table(re.findall(r"companion play (\w+)", out)[-1]).state.rules
    assert (rules.skulls_of_three, rules.dice_divide_freely, rules.clamp_before_dice) == (True, False, True)


def test_the_rules_are_searched() -> None:
    out = CliRunner().invoke(app, ["rules", "shadowgate", "stairwell"]).stdout
    assert "shadowgate.locks.stairwell" in out


def test_a_position_written_as_text_is_scored_seat_by_seat() -> None:
    text = 'ana jair S4 R1 M2 xp 14 deaths 1\nbo katalia xp 11\nquest "Bat Cave" S4 M3 5xp torch\n'
    result = CliRunner().invoke(app, ["score", "shadowgate", "-", "--clauses"], input=text)
    assert result.exit_code == 0, result.output
    assert re.findall(r"^ +Total +(-?\d+)", result.stdout, re.MULTILINE) == ["9", "11"]
    assert re.findall(r"^(ana|bo) *$", result.stdout, re.MULTILINE) == ["ana", "bo"]
    assert "shadowgate.death.points" in result.stdout


def test_a_text_that_says_nothing_of_this_game_is_refused() -> None:
    result = CliRunner().invoke(app, ["score", "shadowgate", "-"], input="ana jair S4 luck")
    assert result.exit_code == 2
    assert "luck" in result.output
