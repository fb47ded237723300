"""The `companion` command: what it prints, and that every fault is one plain sentence and exit code 2."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from companion.cli import app
from companion.engine.edition import Edition

DUNGEON = """\
+H            !box{HL}  apartments  .
start(a2,a3)  compass>  +LC         .
gold=3
"""


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "home"))


def run(*words: str, typed: str = "", code: int = 0) -> str:
    """Run the command; return what it printed where it should: on the standard error for a fault."""
    result = CliRunner().invoke(app, words, input=typed)
    assert result.exit_code == code, result.output
    if code:
        assert result.stdout == ""
        assert "Traceback" not in result.stderr
        return result.stderr
    return result.stdout


def test_the_rules_are_searched():
    out = run("rules", "four-keys", "opening", "ajar")
    assert out.startswith("four-keys.opening.ajar\n")


def test_a_clause_is_found_by_its_id():
    out = run("rules", "four-keys", "four-keys.overview.turn-and-round")
    assert out.count("four-keys.") == 1
    assert "The rulebook is silent; this is our reading." in out


def test_a_long_answer_says_how_much_is_left_out():
    out = run("rules", "four-keys", "key")
    assert re.search(r"^\d+ more; add a word, or --all\.$", out, re.MULTILINE)
    assert len(run("rules", "four-keys", "key", "--all").splitlines()) > len(out.splitlines())


def test_words_that_no_rule_holds():
    assert "Cannot read 'xylophone'" in run("rules", "four-keys", "xylophone", code=2)


def test_a_dungeon_is_scored_from_the_standard_input():
    out = run("score", "four-keys", "-", typed=DUNGEON)
    assert re.search(r"f3 +Private Apartments +5", out)
    assert re.search(r"Box Room, closed +0 to 2", out)
    assert re.search(r"Total +9 to 13", out)


def test_a_dungeon_is_scored_from_a_file(tmp_path):
    (tmp_path / "d.txt").write_text(DUNGEON)
    out = run("score", "four-keys", str(tmp_path / "d.txt"), "--clauses")
    assert "four-keys.rooms." in out


def test_a_house_rule_changes_the_score():
    text = "+H !box{HH} start"
    assert "lacks" in run("score", "four-keys", "-", typed=text)
    changed = run("score", "four-keys", "-", "--house", "multiplicity=off", typed=text)
    assert "Look again" in changed


@pytest.mark.parametrize(
    ("words", "typed", "said"),
    [
        (["score", "four-keys", "-"], "box bax", "'bax'"),
        (["score", "four-keys", "nowhere.txt"], "", "nowhere.txt: No such file"),
        (["score", "chess", "-"], "", "'chess'"),
        (["score", "four-keys", "-", "--house", "luck"], "box", "'luck'"),
        (["score", "four-keys", "-", "--house", "luck=on"], "box", "'luck'"),
        (["rules", "chess", "pawn"], "", "no game 'chess'"),
        (["edition", "show", "four-keys", "atlantis"], "", "no edition 'atlantis'"),
        (["edition", "check", "chess", "practice"], "", "no game 'chess'"),
        (["edition", "describe", "four-keys", "our-box", "zebra"], "", "'zebra'"),
        (["edition", "describe", "four-keys", "our-box", "box"], "", "everything that is printed"),
    ],
)
def test_every_fault_is_one_plain_sentence(words, typed, said):
    out = run(*words, typed=typed, code=2)
    assert said in out
    assert len(out.strip().splitlines()) == 1


def test_an_edition_is_begun_described_and_shown():
    assert "our-box.toml" in run("edition", "new", "four-keys", "our-box", "--title", "Ana's box")
    out = run("edition", "describe", "four-keys", "our-box", "box{HL}", "1H/L", "start(a2,a3){C}")
    assert "Ana's box, 11 of 108 cards known" in out
    shown = run("edition", "show", "four-keys", "our-box")
    assert "box{HL}" in shown
    assert "H/L" in shown
    assert "Ana's box, 11 of 108" in run("edition", "list", "four-keys")


def test_an_edition_can_be_a_file_anywhere(tmp_path):
    path = tmp_path / "attic.toml"
    run("edition", "new", "four-keys", str(path))
    run("edition", "describe", "four-keys", str(path), "trap{X}")
    assert Edition.load("four-keys", path).told == (9, 108)


@pytest.mark.parametrize("name", ["our-box", "practice"])
def test_an_edition_is_never_written_over(name):
    if name == "our-box":
        run("edition", "new", "four-keys", name)
    assert f"an edition '{name}' already" in run("edition", "new", "four-keys", name, code=2)


def test_every_fault_of_an_edition_is_listed(tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text('game = "four-keys"\ntitle = "Bad"\nmade_up = false\n[[door]]\nid = "d1"\nlevel = 3\n')
    out = run("edition", "check", "four-keys", str(path), code=2)
    assert "`level` is 1 or 2, not 3" in out
    assert "28 level 1 Doors, not 0" in out


def test_a_good_edition_fits_the_box():
    assert "practice cards (made up), 108 of 108 cards known: fits the box" in run(
        "edition", "check", "four-keys", "practice"
    )


def test_a_surplus_card_is_refused():
    out = run("edition", "describe", "four-keys", "our-box", *["throne{H}"] * 5, code=2)
    assert "one too many: the box holds 4 such" in out


def test_a_full_disk_is_said(monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.engine.edition.write_atomically", full)
    assert run("edition", "new", "four-keys", "our-box", code=2) == "No space left on device.\n"


def test_the_command_is_installed():
    done = subprocess.run([sys.executable, "-m", "companion.cli", "--help"], capture_output=True, text=True, check=True)
    for command in ("serve", "play", "tables", "score", "edition", "export", "import", "rules"):
        assert re.search(rf"│ {command} ", done.stdout)
