"""The `companion` command: what it prints, and that every fault is one plain sentence and exit code 2."""

from __future__ import annotations

import random
import re
import subprocess
import sys

import pytest
from typer.testing import CliRunner

import companion
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


def run(*words: str, typed: str | bytes = "", code: int = 0) -> str:
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
        (["score", "four-keys", "n" * 5000], "", f"{'n' * 119}\u2026: File name too long."),
        (["score", "chess", "-"], "", "'chess'"),
        (["score", "four-keys", "-", "--house", "luck"], "box", "'luck'"),
        (["score", "four-keys", "-", "--house", "luck=on"], "box", "'luck'"),
        (["rules", "chess", "pawn"], "", "no game 'chess'"),
        (["edition", "show", "four-keys", "atlantis"], "", "no edition 'atlantis'"),
        (["edition", "check", "chess", "practice"], "", "no game 'chess'"),
        (["edition", "describe", "four-keys", "our-box", "zebra"], "", "'zebra'"),
        (["edition", "describe", "four-keys", "our-box", "box"], "", "everything that is printed"),
        (["edition", "describe", "four-keys", "practice", "box{HL}"], "", "box{HL} would be one too many"),
        (["edition", "new", "four-keys", "../up"], "", "'../up'"),
        (["score", "four-keys", "-"], b"\xff\xfe\x00", "expected text"),
        (["score", "four-keys", "-"], "box\ngold=" + "9" * 5000, "expected gold=0 to gold=4"),
        (["score", "four-keys", "-"], "A" + "9" * 5000, "the tile (A3)"),
    ],
)
def test_every_fault_is_one_plain_sentence(words, typed, said):
    out = run(*words, typed=typed, code=2)
    assert said in out
    assert len(out.strip().splitlines()) == 1
    assert len(out) < 300


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
    for command in ("serve", "play", "tables", "score", "odds", "edition", "export", "import", "rules"):
        assert re.search(rf"│ {command} ", done.stdout)


# ---------------------------------------------------------------------- play


def follow(*lines: str, players: str = "Ana,Bo", options: tuple[str, ...] = ("--edition", "our-box")) -> str:
    """Begin a table, type the lines, and return what the terminal showed."""
    return run("play", "--players", players, *options, typed="\n".join(lines) + "\n")


SETUP = "order bo ana; start ana ?; start bo ?; reveal 1D ?; reveal 1K H/L; reveal 2D ?; reveal 2K ?"
"""Bo begins; only the top of Key I is told."""


def table_id(out: str) -> str:
    return re.findall(r"companion play (\w{4})$", out, re.MULTILINE)[-1]


def test_a_line_may_hold_several_steps():
    out = follow(SETUP, "take 1K; place e4 H")
    assert "Bo took a Key (a Heart / a Lightning) from Key I." in out
    assert "Bo placed the Key showing a Heart on e4." in out


def test_what_may_be_done_now_is_listed():
    out = follow(SETUP, "?")
    assert re.search(r"^Bo may:\nrenew +take 1D +take 1K +take 2D +take 2K$", out, re.MULTILINE)
    assert "To tell, any time: 1D, 2D, 2K, ana:d4, bo:d4" in out


@pytest.mark.clause("four-keys.placement.orthogonal")
def test_a_refusal_can_be_explained_and_overruled():
    out = follow(SETUP, "take 1K", "place a1 H", "why", "yes", "log")
    assert "place a1 H: Nothing next to it yet." in out
    assert re.search(r"^four-keys\.placement\.orthogonal$", out, re.MULTILINE)
    assert "It happened: Bo placed the Key showing a Heart on a1. (on the table's word)" in out


def test_it_happened_may_be_said_in_words():
    out = follow(SETUP, "take 1K", "place a1 H", "it happened")
    assert "It happened: Bo placed" in out


def test_a_refused_line_enters_nothing():
    out = follow(SETUP, "take 1K; place a1 H", "?")
    assert "took" not in out
    assert "Bo may:\nrenew" in out


@pytest.mark.parametrize("word", ["why", "yes"])
def test_without_a_refusal_there_is_nothing_to_explain(word):
    assert "Nothing was refused since the last entry" in follow(word)


def test_entries_are_taken_back_and_brought_back():
    out = follow(SETUP, "take 1K", "undo", "redo", "log")
    assert "Taken back: Bo took" in out
    assert "Brought back: Bo took" in out


def test_an_old_entry_is_amended():
    out = follow(SETUP, "take 1K; place e4 H", "amend 5 reveal 1K HL/X", "yes", "log")
    assert "would no longer fit" in out
    assert "stands on the table's word" in out or "was left out" in out
    assert re.search(r"^ +5 .*\(changed by \d+\)$", out, re.MULTILINE)


def test_an_old_entry_is_struck_out():
    out = follow("order bo ana", "note a slip", "amend 1", "log")
    assert "Struck out 1" in out


def test_an_untold_thing_is_told():
    out = follow(SETUP, "tell 2K HL/C")
    assert re.search(r"Key II.*Cross / a Heart and a Lightning", out)


def test_a_note_keeps_its_semicolons():
    assert re.search(r"^ +1 tea; then cake$", follow("note tea; then cake"), re.MULTILINE)


def test_scores_can_be_asked_any_time():
    out = follow(SETUP, "score")
    assert out.count("Starting room") == 2
    assert re.search(r"Adventurer tile +4 ", out)


def test_odds_are_listed_and_opened():
    out = follow("deal", "odds", "odds 1", "odds compass", options=("--seed", "7"))
    assert re.search(r"^ +1 .* [o.]{10}  1 in \d+$", out, re.MULTILINE)
    assert re.search(r"^and \d+ more; add words", out, re.MULTILINE)
    assert re.search(r"^ +29 .*Compass\? .* [o.]{10}  3 in 10$", out, re.MULTILINE)
    assert re.search(r"^  = \d+/\d+", out, re.MULTILINE)


def test_the_rules_are_searched_during_play():
    assert "four-keys.opening.ajar" in follow("rules ajar opening")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("xyzzy", "Cannot read 'xyzzy'"),
        ("take 9Z", "9Z"),
        ("amend ² take 1K", "the number of an entry"),
        ("rules xyzzy", "words that the rules of 4 KEYS hold"),
        ("reopen", "nothing to reopen"),
        ("end; reopen", "The game goes on."),
        ("amend " + "9" * 5000, "the number of an entry"),
        ("odds ²", "no question"),
        ("amend x", "the number of an entry"),
        ("amend 99 renew", "no entry '99'"),
        ("tell 2K", "a place and what lies there"),
        ("tell z9 H/C", "z9"),
        ("undo", "There is nothing to undo"),
        ("note", "some words"),
        ("first zed", "zed"),
    ],
)
def test_what_cannot_be_read_is_said_and_play_goes_on(line, said):
    out = follow(line, "order bo ana")
    assert said in out
    assert "Order of the tiles: Bo, Ana" in out


@pytest.mark.parametrize(("line", "said"), [("odds 9999", "a question from 1 to"), ("odds luck", "no question 'luck'")])
def test_a_question_that_is_not_there_is_said(line, said):
    assert said in follow("deal", line, "log", options=("--seed", "7"))


def whole_game(game: str = "four-keys", policy: str = "random", **options: str) -> list[str]:
    """Play a practice game, and return it as lines of shorthand; chance is asked for with `deal`."""
    table = companion.open_table(game, ["Ana", "Bo"], seed=7, store=":memory:", **options)
    rng, lines = random.Random(1), []
    while table.outcome() is None:
        if table.actor == "TABLE":
            lines.append("deal")
            while table.actor == "TABLE":
                table.sample()
        else:
            move = table.game.policy(policy)(table.game, table.state, rng)
            lines.append(table.game.spell(move, table.state))
            table.play(move)
    return [*lines, *(f"{sheet.seat} {sheet.points}" for sheet in table.score())]


def test_a_whole_game_is_followed_to_its_winners():
    *lines, ana, bo = whole_game()
    out = follow(*lines, options=("--seed", "7"))
    totals = re.findall(r"^ +Total +(\d+)", out, re.MULTILINE)
    assert [f"ana {totals[0]}", f"bo {totals[1]}"] == [ana, bo]
    assert re.search(r"^Ana .*with|^Bo .*with|share", out, re.MULTILINE)


def test_a_game_goes_on_where_it_was_left():
    left = table_id(follow(SETUP, "take 1K", "quit", "place e4 H"))
    out = run("play", left, typed="log\n")
    assert "Bo took a Key" in out
    assert "placed" not in out


def test_light_following_asks_for_dungeons_only():
    out = follow("?", "card ana e4 +H", "gold bo -1", "score", options=("--depth", "light"))
    assert "Anybody may:\ncard ana" in out
    assert "Ana placed a Key showing a Heart on e4." in out
    assert "Bo paid 1 gold." in out


def test_a_new_game_asks_what_was_not_said():
    out = run("play", typed="Ana, Bo, Cy\nour-box\nlight\nquit\n")
    assert "Ana, Bo, Cy; Our box." in out


def test_house_rules_are_set_at_the_start():
    left = table_id(follow(options=("--house", "multiplicity=off")))
    assert companion.load_table(left).header.options["multiplicity"] is False


def test_new_cards_are_kept_when_the_table_says_so():
    out = follow(SETUP, "keep")
    assert "1 cards are new in Our box" in out
    assert Edition.load("four-keys", "our-box").told == (9, 108)


def test_a_game_can_be_ended_by_agreement():
    out = follow(SETUP, "end", "take 1K", "reopen", "take 1K")
    assert "The table agreed to end the game here." in out
    assert "reopen it to go on" in out
    assert "Bo took" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["play", "ZZZZ"], "no table 'ZZZZ'"),
        (["play", "--players", "Ana"], "not 1"),
        (["play", "--players", "Ana,Bo", "--edition", "atlantis"], "no edition 'atlantis'"),
        (["play", "--players", "Ana,Bo", "--depth", "abyssal"], "'abyssal'"),
        (["play", "--players", "Ana,Bo", "--house", "luck=on"], "'luck'"),
        (["play", "--players", "Ana,Bo", "--game", "chess"], "no game 'chess'"),
        (["tables", "rename", "ZZZZ", "x"], "no table 'ZZZZ'"),
        (["tables", "delete", "ZZZZ", "--yes"], "no table 'ZZZZ'"),
        (["tables", "archive", "ZZZZ"], "no table 'ZZZZ'"),
        (["tables", "end", "ZZZZ"], "no table 'ZZZZ'"),
        (["export", "ZZZZ"], "no table 'ZZZZ'"),
        (["import", "nowhere.json"], "nowhere.json: No such file"),
    ],
)
def test_a_fault_before_play_is_one_plain_sentence(words, said):
    out = run(*words, code=2)
    assert said in out
    assert len(out.strip().splitlines()) == 1


@pytest.mark.parametrize("name", ["<b>Ana</b>", "[red]Ana[/]", ":smile:", "مريم", "🦊"])
def test_names_are_text(name):
    out = follow(players=f"{name},Bo")
    assert f"{name}, Bo" in out


# -------------------------------------------------------------------- tables


def test_tables_are_listed_renamed_put_away_and_deleted():
    assert "No tables yet" in run("tables")
    name = table_id(follow("order bo ana"))
    assert re.search(rf"^{name}  4 KEYS · Ana, Bo", run("tables"), re.MULTILINE)
    run("tables", "rename", name.lower(), "Rainy", "Sunday")
    assert "Rainy Sunday" in run("tables")
    run("tables", "archive", name)
    assert name not in run("tables")
    assert name in run("tables", "--all")
    run("tables", "archive", name, "--back")
    run("tables", "delete", name, typed="n\n")
    assert name in run("tables")
    run("tables", "delete", name, typed="y\n")
    assert name not in run("tables", "--all")


def test_a_table_is_ended_with_its_standings():
    name = table_id(follow("order bo ana"))
    out = run("tables", "end", name)
    assert re.search(r"^  Ana: 4 to \d+$", out, re.MULTILINE)
    assert "agreed end" in run("tables")
    assert "goes on" in run("tables", "end", name, "--back")


def test_a_table_is_carried_to_another_machine(tmp_path, monkeypatch):
    name = table_id(follow(SETUP, "take 1K; place e4 H"))
    run("export", name, str(tmp_path / "game.json"))
    text = run("export", name)
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "other"))
    there = table_id(run("import", str(tmp_path / "game.json")))
    assert "Bo placed the Key showing a Heart on e4." in run("play", there, typed="log\n")
    assert table_id(run("import", "-", typed=text)) != there


@pytest.mark.parametrize("text", ["", "{}", "not json", '{"format": "x"}'])
def test_a_text_that_is_no_table_is_refused(text):
    assert "not a table that Companion exported" in run("import", "-", typed=text, code=2)


# ------------------------------------------------------------ The Four Doors

TOWER = """\
beacon @ana
purple half found 3|1 @bo
blue 2|0
green 0|0
gone gold
rates 2,[2],3,3,4
"""
DOORS_SETUP = "doors purple green blue gold; " + "; ".join(
    f"shadow {mark}" for mark in ("bl", "bl", "bl", "pr", "pr", "green l", "green r", "purple left", "gold left")
)
DEALT = "adventurer ana wanderer; adventurer bo summoner; draw #1; draw #2; draw ?; draw ?; draw ?; draw ?; first bo"


def doors(*lines: str, players: str = "Ana,Bo", options: tuple[str, ...] = ()) -> str:
    """Begin a table of The Four Doors, type the lines, and return what the terminal showed."""
    return follow(*lines, players=players, options=("--game", "four-doors", *options))


@pytest.mark.parametrize(("depth", "policy"), [("light", "random"), ("sides", "random"), ("full", "greedy")])
def test_a_whole_game_of_the_four_doors_is_followed_to_its_end(depth, policy):
    *lines, party = whole_game("four-doors", policy, depth=depth)
    out = doors(*lines, options=("--seed", "7", "--depth", depth))
    total = re.findall(r"^ +Total +(\d+)", out, re.MULTILINE)[-1]
    assert party == f"PARTY {total}"
    assert re.search(r"was shut before its relic was found|No card is left|reached the skull", out)
    assert re.search(r"^Everybody$", out, re.MULTILINE)
    assert "PARTY" not in out


def test_the_four_doors_is_set_up_by_asking():
    out = run("play", "--game", "four-doors", typed="Ana, Bo\npractice\nsides\nheroic\nyes\nquit\n")
    assert "How closely (light, sides, full)" in out
    assert "With hidden hands (no, yes)" in out
    assert "How hard (intro, standard, heroic, epic)" in out
    options = companion.load_table(table_id(out)).header.options
    assert (options["depth"], options["difficulty"], options["hidden"]) == ("sides", "heroic", "yes")


def test_the_four_doors_is_set_up_by_options():
    out = doors("log", options=("--difficulty", "epic", "--house", "hidden=on", "--house", "oil_stacks=off"))
    table = companion.load_table(table_id(out))
    assert table.state.hidden
    assert not table.state.rules.oil_stacks
    assert table.state.track.level == 4


def test_what_nobody_says_of_a_new_table_is_as_on_the_page():
    out = run("play", "--game", "one-deck-dungeon", "--players", "Ana,Bo", typed="quit\n")
    assert companion.load_table(table_id(out)).state.tier == "standard"


def test_four_keys_is_not_asked_how_hard():
    assert "How hard" not in run("play", typed="Ana, Bo\nour-box\nlight\nquit\n")


def test_of_very_many_moves_the_best_are_shown_and_how_to_see_all():
    rolled = ("hero ana warrior", "hero bo mage", "dungeon yetis-cavern", "card ?", "explore", "enter 1")
    rolled = (*rolled, "card #goblin", "fight", "roll ana S 6 5 2 A 5 + bo A 4 M 6 3 1")
    given = ("--game", "one-deck-dungeon", "--edition", "practice", "--depth", "full", "--seed", "3")
    out = follow(*rolled, "?", options=given)
    best = out.partition("The best that may be done:")[2]
    assert re.search(r"^  (black [^;]+; )?settle .*\(It costs .*\)$", best, re.MULTILINE)
    assert len(best.splitlines()) <= 12
    assert '"? all" lists every one' in best
    whole = follow(*rolled, "? all", options=given)
    assert "Anybody may:" in whole
    assert "The best" not in whole
    assert len(re.findall(r"\b(?:black|place) [SAMH]\d", whole)) > 24


def test_shadows_of_a_light_game_are_told_by_their_marks():
    out = doors(DOORS_SETUP, "done", "?", "shadow blue left", "log", options=("--depth", "light"))
    assert "Blue is partially closed." in out
    assert re.search(r"^What the table may see:\nshadow ", out, re.MULTILINE)


def test_what_an_adventurer_may_do_is_listed_and_refused_with_the_rule():
    out = doors(DOORS_SETUP, DEALT, "?", "find #1 #2", "why", "move up", "undo")
    assert "Bo may:" in out
    assert re.search(r"^To tell, any time: .*\bbo\.1\b", out, re.MULTILINE)
    assert "(why? or yes, it happened)" in out
    assert re.search(r"^four-doors\.[a-z-]+\.[a-z-]+$", out, re.MULTILINE)
    assert "Taken back: Bo moved up" in out


def test_a_refused_move_of_the_four_doors_did_happen():
    out = doors(DOORS_SETUP, DEALT, "done", "move up", "yes")
    assert "It happened: Bo moved up" in out


def test_somebody_joins_between_turns():
    out = doors(DOORS_SETUP, DEALT, "join Eve", "undo", "join")
    assert "Eve joins the game, by agreement of the table" in out
    assert "Eve: which adventurer?" in out
    assert "a name of at least one letter" in out


def test_a_seat_is_called_something_else_and_undo_knows_it():
    out = doors(DOORS_SETUP, DEALT, "call bo Beatrix", "score", "undo", "call bo", "call zed Zed")
    assert "Bo is called Beatrix from now on" in out
    assert "Taken back: Bo is called Beatrix" in out
    assert "Nothing was entered: expected a name of at least one letter." in out
    assert "There is no seat 'zed'" in out


def test_what_nobody_could_work_out_is_not_offered_as_having_happened():
    out = doors("doors purple green blue gold", "search", "why", "yes")
    assert re.search(r"^\(why\?\)$", out, re.MULTILINE)
    assert "cannot be worked out from here" in out


def test_an_untold_card_of_a_hand_is_told():
    out = doors(DOORS_SETUP, DEALT, "tell bo.1 #30", "tell zed.1 #31")
    assert "#30" not in out
    assert re.search(r"^ +\d+ The card at bo\.1 is an? .* card \(", out, re.MULTILINE)
    assert "zed.1" in out


def test_the_odds_of_the_shadows_are_listed_and_opened():
    out = doors(DOORS_SETUP, DEALT, "odds", "odds 1", "odds staff")
    assert re.search(r"^ +1 Is the game lost in the next Shadows Fall\? ", out, re.MULTILINE)
    assert re.search(r"^  rules: four-doors\.shadows\.", out, re.MULTILINE)
    assert re.search(r"^ +\d+ Is the next card a Kindle Staff card\? ", out, re.MULTILINE)


def test_before_the_tower_stands_there_are_no_odds():
    assert "There is nothing to ask about chance now." in doors("odds", "log")


def test_the_party_ends_a_game_by_agreement():
    left = table_id(doors(DOORS_SETUP))
    assert re.search(r"^  Everybody: 0 to 6$", run("tables", "end", left), re.MULTILINE)
    assert re.search(rf"^{left}  The Four Doors · Ana, Bo .*agreed end", run("tables"), re.MULTILINE)


def test_one_player_may_play_alone():
    assert "Ana: which adventurer?" in doors(DOORS_SETUP, players="Ana")


def test_the_rules_of_the_four_doors_are_searched():
    assert "four-doors.shadows.number" in run("rules", "four-doors", "shadows")


def test_a_tower_is_scored_from_a_text():
    out = run("score", "four-doors", "-", "--clauses", typed=TOWER)
    assert re.search(r"relic of Purple +1 +found \[four-doors\.actions\.find\]", out)
    assert re.search(r"relic of Blue +0 to 1", out)
    assert re.search(r"Total +2 to 6", out)


def test_a_box_of_the_four_doors_is_listed_and_described():
    assert "adventurer wanderer gold" in run("edition", "show", "four-doors", "practice")
    assert "fits the box" in run("edition", "check", "four-doors", "practice")
    run("edition", "new", "four-doors", "our-box")
    cards = ("door green leaf stone", "adventurer wanderer green", "spell sweep 2 clear 2", "level 1,2,3 2,3,4 0,1,2,2")
    out = run("edition", "describe", "four-doors", "our-box", *cards, "staff{green}/green-left")
    assert "Our box, 5 of 67 cards known" in out
    shown = run("edition", "show", "four-doors", "our-box")
    assert all(re.search(rf"{re.escape(card)}$", shown, re.MULTILINE) for card in cards)
    assert "staff{green}/green-left" in shown
    assert "our-box: Our box, 5 of 67" in run("edition", "list", "four-doors")


@pytest.mark.parametrize(
    ("words", "typed", "said"),
    [
        (["play", "--game", "four-doors", "--players", "A,B,C,D,E,F"], "", "not 6"),
        (["play", "--game", "four-doors", "--players", "Ana", "--difficulty", "brutal"], "", "'brutal'"),
        (["play", "--game", "four-doors", "--players", "Ana", "--depth", "abyssal"], "", "'abyssal'"),
        (["play", "--players", "Ana,Bo", "--difficulty", "epic"], "", "'difficulty'"),
        (["score", "four-doors", "-"], "beacon @ana", "a line for each of 4 doors"),
        (["score", "four-doors", "-"], TOWER + "pond 3", "'pond'"),
        (["score", "four-doors", "-", "--house", "luck=on"], TOWER, "'luck'"),
        (["edition", "describe", "four-doors", "our-box", "zebra"], "", "'zebra'"),
        (["edition", "describe", "four-doors", "our-box", ""], "", "Cannot read ''"),
        (["edition", "describe", "four-doors", "our-box", "door purple moon"], "", "everything that is printed"),
        (["edition", "describe", "four-doors", "our-box", "adventurer baker"], "", "'adventurer baker'"),
        (["edition", "describe", "four-doors", "our-box", "staff{}/pink-left"], "", "'pink'"),
    ],
)
def test_every_fault_about_the_four_doors_is_one_plain_sentence(words, typed, said):
    out = run(*words, typed=typed, code=2)
    assert said in out
    assert len(out.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"game":"four-keys"', '"game":"chess"', "no game 'chess'"),
        ('"options":{', '"options":{"luck":true,', "no house rule 'luck'"),
        ('"edition":"{', '"edition":"', "saved cards"),
    ],
)
def test_a_table_that_could_never_be_opened_is_not_taken_in(tmp_path, old, new, said):
    file = tmp_path / "table.json"
    text = companion.open_table("four-keys", ["Ana", "Bo"], store=":memory:").export()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    assert said in run("import", str(file), code=2)
    assert companion.tables() == ()


BESIEGED = "purple half 3|0\ngreen 0|0\nblue 0|0\ngold 0|0\nrates [2],3\n"


def test_a_tower_is_asked_about_without_a_game(tmp_path):
    """Three of 45 unseen cards shut Purple, and two fall: 1 - (42 x 41) / (45 x 44)."""
    place = tmp_path / "tower.txt"
    place.write_text(BESIEGED, encoding="utf-8")
    out = run("odds", "four-doors", str(place), "lose", "falls=1")
    assert "  = 43/330 = " in out
    assert run("odds", "four-doors", "-", "lose", "falls=1", typed=BESIEGED) == out
    everything = run("odds", "four-doors", "-", typed=BESIEGED)
    assert len(everything.splitlines()) > 8
    assert out.splitlines()[0] in everything.splitlines()


FIGHT = "2/1 | S6w:h A4:t\n| hearts 1\n"


def test_a_fight_is_asked_about_without_a_game(tmp_path):
    """Two Strength dice come to 6 or more in 26 of 36 rolls; no other die helps a wide box of Strength."""
    place = tmp_path / "fight.txt"
    place.write_text(FIGHT, encoding="utf-8")
    out = run("odds", "one-deck-dungeon", str(place), "survive")
    assert "  = 13/18" in out
    assert run("odds", "one-deck-dungeon", "-", "survive", typed=FIGHT) == out
    everything = run("odds", "one-deck-dungeon", "-", typed=FIGHT).splitlines()
    assert len(everything) == 8
    assert out.splitlines()[0] in everything
    assert "Is a heart or more lost?" in run("odds", "one-deck-dungeon", "-", "hearts", "k=1", typed=FIGHT)


@pytest.mark.parametrize(
    ("args", "typed", "message"),
    [
        (["four-doors", "-", "lose"], BESIEGED + "pond 3", "'pond'"),
        (["four-doors", "-", "weather"], BESIEGED, "'weather'"),
        (["four-keys", "-"], BESIEGED, "'four-keys'"),
        (["one-deck-dungeon", "-"], "2/1 | Q6", "a box such as"),
        (["one-deck-dungeon", "-", "armor"], FIGHT, "'armor'"),
    ],
)
def test_what_cannot_be_asked_of_a_text_is_said(args, typed, message):
    assert message in run("odds", *args, typed=typed, code=2)
