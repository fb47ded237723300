"""The table that every front end holds: entering, taking back, changing, telling, asking."""

from __future__ import annotations

import json
import subprocess
import sys

import msgspec
import pytest

import companion
from companion.engine import rulebook
from companion.engine.edition import Edition
from companion.engine.errors import (
    AmbiguousError,
    CompanionError,
    EditionError,
    IllegalMoveError,
    MisfitError,
    SaveError,
    StaleError,
    UnknownNameError,
    UnreadableError,
)
from companion.engine.game import TABLE, Question
from companion.engine.seats import seats
from companion.engine.store import Store
from tests.engine import toy

_toy_game = pytest.fixture(scope="module", autouse=True)(toy.installed)


@pytest.fixture(autouse=True)
def _own_home(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "home"))


@pytest.fixture
def table():
    return toy.start()


def texts(entries) -> list[str]:
    return [entry.text for entry in entries]


def kinds(table) -> list[str]:
    return [record.kind for record in table.log]


# ---------------------------------------------------------------- what may be done


def test_the_moves_are_a_view_of_one_position(table):
    reveals = table.legal
    table.play("reveal 5")
    assert "reveal 5" in reveals
    assert "reveal 5" not in table.legal
    assert len(reveals) == 8
    assert len(table.legal) == 2
    assert bool(table.legal)


def test_a_move_is_among_them_as_text_or_value_and_with_the_actor_named(table):
    table.play("reveal 5")
    rules = toy.rules()
    assert "TAKE" in table.legal
    assert rules.Take() in table.legal
    assert rules.Take(by="ana") in table.legal
    assert rules.Take(by="bo") not in table.legal
    assert "bo: shout" in table.asides
    assert "gibberish" not in table.legal
    assert 7 not in table.legal


def test_the_view_prints_the_moves_as_they_are_typed(table):
    assert repr(table.legal) == (
        "<moves: reveal 1, reveal 2, reveal 3, reveal 4, reveal 5, reveal 7, reveal 9, reveal ?>"
    )
    table.play("reveal 5")
    assert repr(table.legal) == "<moves: take, leave>"


def test_a_long_view_prints_its_beginning(monkeypatch):
    monkeypatch.setattr("companion.engine.choices.SHOWN", 2)
    assert repr(toy.start().legal) == "<moves: reveal 1, reveal 2, …>"


def test_nothing_to_do_is_said():
    table = toy.start()
    for _ in range(8):
        table.play("reveal ?; take")
    assert table.actor == "NOBODY"
    assert repr(table.legal) == "<no moves>"
    assert not table.legal
    assert table.outcome().winners == ("ana", "bo")


def test_check_answers_for_a_whole_line_and_enters_nothing(table):
    assert table.check("reveal 5; take; reveal 1; take")
    refusal = table.check("reveal 5; take; take; leave; leave")
    assert not refusal
    assert refusal.clauses == ("toy.turn",)
    assert table.seq == 0


def test_check_keeps_a_doubt_that_an_earlier_step_of_the_line_raised(table):
    verdict = table.check("reveal ?; leave; reveal 5")
    assert verdict.cannot_tell
    assert verdict.needs == ("the pebble on the pile",)


def test_what_cannot_be_told_can_be_played(table):
    table.play("reveal ?")
    assert table.check("leave").cannot_tell
    table.play("leave")
    assert table.state.coins == (0, 1)


# ---------------------------------------------------------------- playing


def test_several_steps_on_one_line_are_entries_of_their_own(table):
    entries = table.play("Reveal 5 ; TAKE;; reveal 1")
    assert texts(entries) == ["reveal 5", "take", "reveal 1"]
    assert [entry.seq for entry in entries] == [1, 2, 3]
    table.undo()
    assert table.state.dealt == 1


def test_a_line_is_entered_whole_or_not_at_all(table):
    with pytest.raises(IllegalMoveError) as caught:
        table.play("reveal 5; take; tidy")
    assert "tidy" in str(caught.value)
    assert caught.value.verdict.clauses == ("toy.turn",)
    assert table.seq == 0
    assert table.state == toy.start().state


@pytest.mark.parametrize("text", ["", "   ", ";", "dance", "reveal", "take; dance", "<b>take</b>", "💥", "take\x00"])
def test_garbage_is_said_to_be_unreadable_and_changes_nothing(text):
    table = toy.start()
    table.play("reveal 5")
    with pytest.raises(UnreadableError) as caught:
        table.play(text)
    assert repr(text.split(";")[-1].strip() or text) in str(caught.value)
    assert table.seq == 1


def test_moves_that_play_themselves_follow_and_go_with_what_they_followed(table):
    for _ in range(4):
        table.play("reveal ?; take")
    before = table.state
    table.play("reveal 9")
    entries = table.play("take")
    assert [(e.text, e.auto, e.group) for e in entries] == [("take", False, 0), ("tidy", True, entries[0].seq)]
    table.undo()
    table.undo()
    assert table.state == before


def test_several_moves_in_a_row_may_play_themselves(table):
    for _ in range(7):
        table.play("reveal ?; take")
    entries = table.play("reveal 9; take")
    assert texts(entries) == ["reveal 9", "take", "tidy", "count"]
    assert table.outcome().winners == ("bo",)


def test_rules_that_never_stop_playing_by_themselves_are_found_out(table, monkeypatch):
    monkeypatch.setattr(type(table.game), "automatic", lambda self, state: toy.rules().Coins("bo", 1))
    with pytest.raises(RuntimeError, match="Pebbles plays by itself without end"):
        table.play("reveal 5")
    assert table.seq == 0


def test_an_aside_names_who_does_it(table):
    table.play("bo: shout")
    assert table.state.coins == (1, 2)
    assert table.log[-1].sentence == "bo did: shout"


def test_an_observation_is_an_entry_of_its_own_kind(table):
    table.play("coins bo -1")
    assert kinds(table) == ["observe"]
    assert table.state.coins == (1, 0)


def test_a_late_reveal_may_be_skipped(table):
    table.play("ana: take")
    assert table.state.hands[0][0].size == 0
    assert table.actor == TABLE


def test_a_move_value_is_entered_like_its_text(table):
    rules = toy.rules()
    assert texts(table.play(rules.Reveal(5))) == ["reveal 5"]
    with pytest.raises(IllegalMoveError, match=r"^tidy: "):
        table.play(rules.Tidy())


# ---------------------------------------------------------------- who saw what


def test_what_was_entered_on_an_older_entry_is_refused_and_says_who_was_first(table):
    """As in terraforming-mars #2630: an action carries the entry it was made on, and a stale one is refused."""
    table.play("reveal 5", by="ana")
    with pytest.raises(StaleError) as caught:
        table.play("reveal 1", seq=0, by="bo")
    assert str(caught.value) == "Ana entered 'reveal 5' first; 'reveal 1' was not added."
    assert table.seq == 1


def test_a_second_click_after_an_undo_is_stale(table):
    """As in terraforming-mars #2630: after an undo the same place on the page may mean something else."""
    table.play("reveal 5; take")
    seen = table.seq
    table.undo(seq=seen)
    for again in (lambda: table.undo(seq=seen), lambda: table.play("leave", seq=seen)):
        with pytest.raises(StaleError, match="'undo' first"):
            again()
    assert table.seq == seen + 1


def test_one_click_delivered_twice_is_one_entry(table):
    """As in ipywidgets #3996: the same `seq` twice is one journal entry."""
    table.play("reveal 5", seq=0)
    with pytest.raises(StaleError):
        table.play("reveal 5", seq=0)
    assert len(table.log) == 1


def test_an_entry_that_this_table_does_not_have_yet_is_no_ground_to_enter_on(table):
    with pytest.raises(StaleError, match="entered on entry 9, and this table has 0"):
        table.play("reveal 5", seq=9)


@pytest.mark.parametrize(
    "enter",
    [
        lambda t: t.undo(seq=0),
        lambda t: t.redo(seq=0),
        lambda t: t.amend(1, "reveal 1", seq=0),
        lambda t: t.tell("ana.1", "4", seq=0),
        lambda t: t.correct(t.state, seq=0),
        lambda t: t.it_happened("leave", seq=0),
    ],
)
def test_everything_that_enters_refuses_what_is_stale(table, enter):
    table.play("reveal ?; take")
    with pytest.raises(StaleError):
        enter(table)
    assert table.seq == 2


# ---------------------------------------------------------------- it happened, correcting


def test_what_was_refused_and_happened_is_recorded_as_a_correction(table):
    table.play("coins ana -1; reveal 5")
    with pytest.raises(IllegalMoveError):
        table.play("leave")
    table.it_happened("leave")
    assert table.state.turn == 1
    record = table.log[-1]
    assert (record.kind, record.corrected, record.sentence) == ("correct", True, "It happened: ana did: leave")


def test_what_happened_and_was_allowed_is_simply_played(table):
    table.it_happened("reveal 5; take")
    assert kinds(table) == ["play", "play"]


def test_what_cannot_be_worked_out_asks_for_a_correction(table):
    with pytest.raises(CompanionError, match=r"'tidy' leads to cannot be worked out .* correct the position"):
        table.it_happened("tidy")
    assert table.seq == 0


def test_whether_it_could_have_happened_is_known_before_anybody_says_so(table):
    table.play("coins ana -1; reveal 5")
    assert table.could_happen("leave")
    assert table.could_happen("take; reveal 1")
    assert not table.could_happen("tidy")
    assert not table.could_happen("dance")
    assert table.seq == 2


def test_any_position_can_be_corrected(table):
    table.play("reveal 5; take")
    wished = msgspec.structs.replace(table.state, coins=(3, 4))
    table.correct(wished, note="we use\nthree <b>coins</b>", by="bo")
    assert table.state == wished
    assert table.log[-1].sentence == "Corrected the position: we use three <b>coins</b>"
    assert table.log[-1].corrected
    table.undo()
    assert table.state.coins == (1, 1)
    table.correct(json.dumps(msgspec.to_builtins(wished)))
    assert table.state == wished


def test_what_plays_itself_in_a_corrected_position_follows(table):
    hand = tuple(toy.rules().Held(n, n) for n in (1, 2, 3))
    wrong = msgspec.structs.replace(table.state, phase="tidy", dealt=3, hands=(hand, ()))
    assert texts(table.correct(wrong)) == ["correct", "tidy"]


@pytest.mark.parametrize("raw", ["", "{}", b"\xff", '{"seats": 7}'])
def test_what_is_no_position_is_refused(table, raw):
    with pytest.raises(UnreadableError, match="a position of Pebbles"):
        table.correct(raw)
    assert table.seq == 0


# ---------------------------------------------------------------- undo and redo


def test_nothing_to_undo_or_redo_is_said(table):
    with pytest.raises(CompanionError, match="nothing to undo"):
        table.undo()
    table.play("reveal 5")
    with pytest.raises(CompanionError, match="nothing to redo"):
        table.redo()


def test_the_buttons_say_what_they_would_do(table):
    assert (table.undoable, table.redoable) == ("", "")
    table.play("reveal 5; take")
    assert table.undoable == "ana did: take"
    table.undo()
    assert (table.undoable, table.redoable) == ("TABLE did: reveal 5", "ana did: take")


def test_an_undo_keeps_what_was_revealed(table):
    """As in magefree/mage #8058: taking back and doing the same again keeps the recorded result."""
    table.sample()
    revealed = table.state
    table.undo()
    table.redo()
    assert table.state == revealed
    table.undo()
    table.sample()
    assert table.state == revealed


def test_what_was_undone_stays_in_the_log_as_undone(table):
    table.play("reveal 5; take", by="ana")
    table.undo(by="bo")
    taken, undo = table.log[1:]
    assert (taken.standing, taken.undone) == (False, True)
    assert (undo.sentence, undo.by, undo.standing) == ("Taken back: ana did: take", "bo", True)
    table.redo()
    assert table.log[1].standing
    assert table.log[-1].sentence == "Brought back: ana did: take"


def test_what_was_undone_for_good_keeps_its_sentence(table):
    table.play("reveal 5")
    table.play("leave")
    table.undo()
    table.play("take")
    assert [r.sentence for r in table.log if r.undone] == ["ana did: leave"]


# ---------------------------------------------------------------- changing the past


def test_an_old_entry_is_changed_and_the_rest_follows(table):
    table.play("reveal 5; take; reveal 1; take")
    result = table.amend(1, "reveal 9", by="bo")
    assert result.misfits == ()
    assert table.state.hands[0][0].size == 9
    assert len(table.state.hands[1]) == 1
    first = table.log[0]
    assert (first.standing, first.undone, first.changed_by) == (False, False, 5)
    assert table.log[-1].sentence == "Changed 1 (TABLE did: reveal 5) to: TABLE did: reveal 9"


def test_a_change_is_undone_and_redone_as_a_whole(table):
    table.play("reveal 5; take; reveal 1; take")
    before = table.state
    table.amend(1, "reveal 9")
    after = table.state
    table.undo()
    assert table.state == before
    assert table.log[0].standing
    table.redo()
    assert table.state == after


def test_the_first_entry_that_no_longer_fits_is_shown_and_nothing_changes(table):
    table.play("reveal 4; take; reveal 5; take; reveal 5; take")
    before = table.export()
    with pytest.raises(MisfitError) as caught:
        table.amend(1, "reveal 5")
    assert (caught.value.seq, caught.value.text) == (5, "reveal 5")
    assert caught.value.verdict.clauses == ("toy.box",)
    assert "Entry 5 (reveal 5)" in str(caught.value)
    assert table.export() == before


def test_what_lies_on_the_table_may_be_kept_instead(table):
    table.play("reveal 4; take; reveal 5; take; reveal 5; take")
    result = table.amend(1, "reveal 5", keep=True)
    assert [(m.entry.seq, m.kept) for m in result.misfits] == [(5, True)]
    assert [h.size for h in table.state.hands[0]] == [5, 5]
    assert table.log[4].corrected
    assert table.log[4].standing


def test_what_has_no_meaning_any_more_is_left_out_and_reported(table):
    table.play("reveal ?; ana: take; tell ana.1 4; reveal 2")
    result = table.amend(1, "reveal 5", keep=True)
    assert [(m.entry.text, m.kept) for m in result.misfits] == [("tell ana.1 4", False)]
    left_out = table.log[2]
    assert (left_out.standing, left_out.undone, left_out.changed_by) == (False, False, 5)
    assert table.state.hands[0][0].size == 5


def test_an_entry_can_be_struck_out(table):
    table.play("coins bo +5; reveal 5; take")
    table.amend(1, "")
    assert table.state.coins == (1, 1)
    assert table.log[-1].sentence == "Struck out 1: TABLE did: coins bo +5"
    table.undo()
    assert table.state.coins == (1, 6)


def test_the_last_entry_can_be_struck_out(table):
    table.play("reveal 5")
    table.amend(1, "")
    assert table.state == toy.start().state
    again = companion.engine.store.Store(":memory:")
    assert toy.load(again, again.import_text(table.export()).id).state == table.state


def test_the_change_itself_must_be_allowed_there(table):
    table.play("reveal 5; take")
    with pytest.raises(IllegalMoveError, match="tidy"):
        table.amend(2, "tidy")
    with pytest.raises(IllegalMoveError, match="tidy"):
        table.amend(2, "tidy", keep=True)
    table.play("coins bo -1; reveal 1; take")
    table.amend(5, "leave", keep=True)
    assert table.log[-1].corrected
    assert table.state.turn == 0


def test_what_followed_by_itself_follows_anew(table):
    for _ in range(4):
        table.play("reveal ?; take")
    table.play("reveal 9; take")
    assert [r.text for r in table.log if r.auto] == ["tidy"]
    table.amend(2, "leave")
    assert [r.text for r in table.log if r.auto and r.standing] == []
    table.undo()
    assert [r.text for r in table.log if r.auto and r.standing] == ["tidy"]


def test_what_plays_itself_only_after_the_change_is_added(table):
    for _ in range(4):
        table.play("reveal ?; take")
    table.play("reveal 9; leave; reveal 7; take; reveal 5")
    tidy = [r for r in table.log if r.auto]
    table.amend(10, "take")
    added = [r for r in table.log if r.auto and r not in tidy]
    assert [(r.text, r.group) for r in added] == [("tidy", added[0].seq - 1)]
    assert [len(hand) for hand in table.state.hands] == [2, 2]


def test_only_what_stands_and_was_entered_can_be_changed(table):
    for _ in range(4):
        table.play("reveal ?; take")
    table.play("reveal 9; take")
    table.amend(1, "reveal 3")
    table.undo()
    with pytest.raises(CompanionError, match=r"Entry 11 \(tidy\) followed by itself; change entry 10 instead"):
        table.amend(11, "take")
    with pytest.raises(CompanionError, match=r"Entry 12 .* has no effect to change"):
        table.amend(12, "take")
    with pytest.raises(UnknownNameError, match="no entry '99'"):
        table.amend(99, "take")
    table.amend(1, "reveal 3")
    with pytest.raises(CompanionError, match=r"Entry 1 .* entry 14 has changed it"):
        table.amend(1, "reveal 4")


def test_a_whole_position_stands_whatever_is_changed_before_it(table):
    table.play("reveal 5; take")
    wished = msgspec.structs.replace(table.state, coins=(7, 7))
    table.correct(wished)
    table.amend(1, "reveal 4")
    assert table.state == wished


def test_what_happened_against_the_rules_happens_again_after_a_change(table):
    table.play("coins ana -1; reveal 5")
    table.it_happened("leave")
    table.amend(2, "reveal 4")
    assert [held.size for held in table.state.boxed] == [4]
    assert table.log[2].corrected


# ---------------------------------------------------------------- telling


def test_an_untold_thing_is_told_later(table):
    table.play("reveal ?; take; reveal 1")
    assert table.game.tokens(table.state) == ("ana.1",)
    result = table.tell("ANA.1", "4", by="bo")
    assert (kinds(table)[-1], texts(result.entries)) == ("tell", ["tell ana.1 4"])
    assert table.state.hands[0][0].size == 4


def test_a_thing_told_wrongly_changes_in_every_earlier_entry(table):
    table.play("reveal 5; take; reveal 1; take")
    table.tell("ana.1", "9")
    assert table.state.hands[0][0].size == 9
    assert kinds(table)[-1] == "amend"
    assert table.log[0].changed_by == 5


def test_a_thing_told_late_and_wrongly_changes_where_it_was_told(table):
    table.play("reveal ?; take; reveal 1")
    table.tell("ana.1", "4")
    table.tell("ana.1", "7")
    assert table.state.hands[0][0].size == 7
    assert table.log[3].changed_by == 5


@pytest.mark.parametrize("token", ["bo.7", "attic.1"])
def test_a_place_where_nothing_lies_is_refused_with_those_that_may_be_told(table, token):
    table.play("reveal ?; take; reveal 1")
    with pytest.raises(UnreadableError, match=rf"'{token}'.*ana\.1"):
        table.tell(token, "4")


# ---------------------------------------------------------------- asking


def test_score_standings_and_problems_are_those_of_the_position(table):
    table.play("reveal 5; take; reveal 9; take; coins bo -4")
    assert [sheet.points for sheet in table.score()] == [5, 9]
    assert table.standings() == (("bo", 9, 9), ("ana", 5, 5))
    assert [problem.text for problem in table.problems()] == ["bo has less than no coins."]
    assert table.outcome() is None
    assert table.prompt().sentence == "TABLE: see"


def test_odds_are_asked_by_name_with_parameters(table):
    table.play("reveal 5; take")
    assert (table.odds("next", size=5).numerator, table.odds("next", size="9").denominator) == (1, 7)
    asked = table.questions()[0]
    assert table.odds(asked).question == "The next pebble is a 1"
    assert table.odds(Question("next", "anything", (("size", "8"),))).numerator == 0


def test_odds_that_could_mean_several_questions_name_them(table):
    with pytest.raises(AmbiguousError, match="next size=1 or next size=2"):
        table.odds("next")
    with pytest.raises(UnknownNameError, match="no question 'luck'"):
        table.odds("luck")


def test_one_meaning_needs_no_parameters():
    table = toy.start()
    for size in (1, 2, 3, 4, 5, 5, 7):
        table.play(f"reveal {size}; take")
    assert table.odds("next").question == "The next pebble is a 9"


def test_a_viewer_sees_and_asks_only_what_that_seat_may_see(table):
    table.play("reveal 5; take; reveal 9; take")
    assert [held.size for hand in table.view("bo").hands for held in hand] == [0, 9]
    assert table.odds("next", viewer="bo", size=5).fraction > table.odds("next", size=5).fraction


def test_advice_is_asked_of_the_game_for_the_actor_by_its_own_view(table, monkeypatch):
    with pytest.raises(CompanionError, match="nobody has to decide now"):
        table.advise()
    table.play("reveal 5")
    with pytest.raises(CompanionError, match="no advice for Pebbles yet"):
        table.advise()
    asked = []
    monkeypatch.setattr(type(table.game), "advise", lambda self, *args: asked.append(args) or "take it")
    assert table.advise(top=2, seconds=0.1) == "take it"
    assert asked == [(table.view("ana"), "ana", 2, 0.1, 7)]


@pytest.mark.parametrize("text", ["", "  ", "\n"])
def test_an_empty_note_says_what_is_missing(table, text):
    with pytest.raises(UnreadableError, match=r"^Nothing was entered: expected some words\.$"):
        table.note(text)


def test_notes_go_into_the_log_and_change_nothing(table):
    table.play("reveal 5")
    table.note(" Bo's  turn was\nlong ", by="ana")
    assert (table.log[-1].sentence, table.log[-1].by) == ("Bo's turn was long", "ana")
    table.undo()
    assert table.state.dealt == 0
    with pytest.raises(UnreadableError, match="some words"):
        table.note("\n")


# ---------------------------------------------------------------- chance


def test_chance_reveals_only_where_something_is_revealed(table):
    table.sample()
    with pytest.raises(CompanionError, match="Nothing is revealed now; expected a move of Ana"):
        table.sample()


def test_the_same_seed_reveals_the_same(table):
    def reveals(seed):
        one = toy.start(seed=seed)
        for _ in range(8):
            one.sample()
            one.play("take")
        return [record.text for record in one.log if record.text.startswith("reveal")]

    assert reveals(7) == reveals(7)
    assert len({tuple(reveals(seed)) for seed in range(5)}) > 1


def test_chance_never_plays_with_real_cards():
    store = Store(":memory:")
    table = toy.start(store, edition="our-box")
    table.play("reveal 5; take")
    with pytest.raises(CompanionError, match="enter what you see"):
        table.sample()
    with pytest.raises(ValueError, match="at least one possible outcome"):
        table.fork().sample()


# ---------------------------------------------------------------- cards learned


def test_cards_told_in_play_are_learned_and_forgotten_with_an_undo():
    table = toy.start(edition="our-box")
    entries = table.play("reveal 6")
    assert [(e.kind, e.auto, e.group) for e in entries] == [("play", False, 0), ("learn", True, 1)]
    assert table.new_cards == ({"type": "pebble", "size": 6},)
    assert table.game.edition.told == (1, 8)
    table.undo()
    assert table.new_cards == ()
    assert table.game.edition.told == (0, 8)
    table.redo()
    assert table.game.edition.told == (1, 8)
    assert table.log[1].sentence == "New to this box: 1 card(s)"


def test_a_mistyped_card_that_was_changed_is_never_kept():
    table = toy.start(edition="our-box")
    table.play("reveal 6; take; reveal 6; take")
    table.amend(1, "reveal 8")
    assert sorted(card["size"] for card in table.new_cards) == [6, 8]
    assert table.keep_cards() == 2
    assert sorted(card.size for card in Edition.load(toy.GAME_ID, "our-box").cards if card.known) == [6, 8]


def test_cards_are_kept_only_when_asked_and_only_once():
    one, two = toy.start(edition="our-box"), toy.start(edition="our-box")
    one.play("reveal 6; take; reveal 6; take; reveal 2")
    two.play("reveal 6; take; reveal 3; take")
    assert Edition.load(toy.GAME_ID, "our-box").told == (0, 8)
    assert one.keep_cards() == 3
    assert one.keep_cards() == 0
    assert two.keep_cards() == 1
    assert sorted(card.size for card in Edition.load(toy.GAME_ID, "our-box").cards if card.known) == [2, 3, 6, 6]


def test_cards_that_cannot_be_saved_are_not_lost(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "file"))
    table = toy.start(edition="our-box")
    table.play("reveal 6")
    with pytest.raises(SaveError, match="cards of Our box cannot be saved"):
        table.keep_cards()
    assert table.new_cards


def test_a_card_that_the_box_has_no_room_for_stays_on_the_tables_word():
    table = toy.start()
    table.it_happened("reveal 8; take")
    assert table.state.hands[0][0].size == 8
    assert kinds(table) == ["correct", "play"]
    assert table.new_cards == ()


# ---------------------------------------------------------------- copies, ends, rematches


def test_a_copy_to_try_things_on_changes_nothing(table):
    table.play("reveal 5")
    table.play("take")
    table.undo()
    before = table.export()
    copy = table.fork()
    copy.redo()
    copy.play("reveal 1")
    copy.amend(1, "reveal 9")
    assert (copy.id, copy.seq) == ("", 6)
    assert table.export() == before
    table.play("leave")
    assert copy.state.hands[0][0].size == 9


def test_an_agreed_end_keeps_the_standings_and_can_be_reopened(table):
    table.play("reveal 5; take; reveal 9; take")
    assert table.end(by="bo") == (("bo", 9, 9), ("ana", 5, 5))
    assert table.header.ended.standings == table.standings()
    assert table.outcome().winners == ()
    with pytest.raises(CompanionError, match="agreed to end"):
        table.play("reveal 1")
    table.note("good game")
    table.reopen()
    table.play("reveal 1")
    assert table.outcome() is None


def test_a_rematch_has_the_same_people_house_rules_and_cards():
    table = toy.start(edition="our-box", players=["D'Ark", "Bo"], options={"leave_cost": 3}, title="Tuesday")
    table.play("reveal 6")
    again = table.rematch()
    assert again.players == table.players
    assert (again.header.options, again.header.title) == ({"leave_cost": 3}, "Tuesday")
    assert again.game.edition.told == (1, 8)
    assert again.seq == 0
    assert [seat.name for seat in table.rematch(["Bo", "Cy", "D'Ark"]).players] == ["Bo", "Cy", "D'Ark"]


def test_the_set_up_complains_about_what_it_does_not_know():
    with pytest.raises(CompanionError, match="2 to 4 players"):
        toy.start(players=["Ana"])
    with pytest.raises(CompanionError, match="colour"):
        toy.start(options={"colour": "blue"})


def test_a_table_prints_what_it_is(table):
    assert repr(table) == "<Table (not saved): Pebbles, Ana, Bo, 0 entries>"


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("names", "handles", "shown"),
    [
        (["Ana", "Bo"], ["ana", "bo"], ["Ana", "Bo"]),
        (["D'Ark", "José"], ["dark", "jose"], ["D'Ark", "José"]),
        (["<b>x</b>", "a & b"], ["bxb", "ab"], ["<b>x</b>", "a & b"]),
        (["😀", "👨‍👩‍👧"], ["p1", "p2"], ["😀", "👨‍👩‍👧"]),
        (["שלום", "مرحبا"], ["p1", "p2"], ["שלום", "مرحبا"]),
        (["", "  ", "\u200b"], ["p1", "p2", "p3"], ["Player 1", "Player 2", "Player 3"]),
        (["Ana", "ana", "ANA"], ["ana", "ana2", "ana3"], ["Ana", "ana", "ANA"]),
        (["x" * 50, "Ana\u202e\n Bo"], ["xxxxxxxxxxxx", "anabo"], ["x" * 40, "Ana Bo"]),
        (["7", "Table"], ["p7", "table2"], ["7", "Table"]),
    ],
)
def test_any_name_makes_a_seat(names, handles, shown):
    """As in EcoIssues #14241: apostrophes, markup, emoji, right-to-left, too long, twice the same, or blank."""
    made = seats(names)
    assert [seat.handle for seat in made] == handles
    assert [seat.name for seat in made] == shown


def test_odd_names_survive_a_game_and_an_export():
    """As in EcoIssues #14241: no name breaks a table."""
    names = ["<script>x", 'D\'Ark "q"', "שלום", "👨‍👩‍👧"]
    table = toy.start(Store(":memory:"), players=names)
    table.play("reveal 5; take")
    again = companion.engine.store.Store(":memory:")
    loaded = toy.load(again, again.import_text(table.export()).id)
    assert [seat.name for seat in loaded.players] == names
    assert loaded.state == table.state


# ---------------------------------------------------------------- the public face


@pytest.fixture
def _public(monkeypatch):
    monkeypatch.setattr(rulebook, "load", lambda game_id: None)


def test_the_games_are_named():
    assert ("toy-pebbles", "Pebbles") in companion.games()
    assert ("four-keys", "4 KEYS") in companion.games()


@pytest.mark.usefixtures("_public")
def test_tables_are_opened_loaded_listed_and_imported_by_the_package():
    table = companion.open_table("toy-pebbles", players=["Ana", "Bo"], seed=7, leave_cost=2)
    table.play("reveal 5; take")
    assert table.state.leave_cost == 2
    assert table.header.options == {"depth": "full", "leave_cost": 2}
    assert companion.load_table(table.id.lower()).state == table.state
    assert [one.id for one in companion.tables()] == [table.id]
    copy = companion.import_table(table.export())
    assert copy.id != table.id
    assert copy.state == table.state


@pytest.mark.usefixtures("_public")
def test_a_table_may_be_kept_nowhere_or_in_a_file_of_its_own(tmp_path):
    companion.open_table("toy-pebbles", players=["Ana", "Bo"], store=":memory:")
    mine = companion.open_table("toy-pebbles", players=["Ana", "Bo"], store=tmp_path / "mine.db")
    assert companion.tables() == ()
    assert [one.id for one in companion.tables(tmp_path / "mine.db")] == [mine.id]


@pytest.mark.usefixtures("_public")
def test_an_edition_is_a_name_a_file_or_loaded_already(tmp_path):
    loaded = Edition.load("toy-pebbles", "practice")
    for edition in ("practice", loaded.save(tmp_path / "cards.toml"), loaded):
        assert companion.game("toy-pebbles", edition).edition.cards == loaded.cards
    (tmp_path / "bad.toml").write_text("pebble = []")
    with pytest.raises(EditionError):
        companion.game("toy-pebbles", tmp_path / "bad.toml")


def test_what_is_not_there_is_named():
    with pytest.raises(UnknownNameError, match="no game 'chess'"):
        companion.game("chess")
    with pytest.raises(UnknownNameError, match="no table 'XXXX'"):
        companion.load_table("XXXX")
    with pytest.raises(SaveError, match="not a table that Companion exported"):
        companion.import_table("{}")
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        companion.nonsense  # noqa: B018


def test_the_package_imports_nothing_heavy():
    heavy = "msgspec", "sqlite3", "sympy", "networkx", "ipywidgets", "companion.engine.table", "companion.games"
    code = f"import companion, sys; print([name for name in {heavy} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
