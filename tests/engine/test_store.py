"""The store: several processes, crashes, damaged files, full disks, folders that may not be written, older saves."""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.engine.errors import CompanionError, SaveError, StaleError, UnknownNameError, UnreadableError
from companion.engine.journal import Entry
from companion.engine.store import LETTERS, Store, store_at
from tests.engine import toy

_toy_game = pytest.fixture(scope="module", autouse=True)(toy.installed)

SPAWN = multiprocessing.get_context("spawn")


@pytest.fixture
def path(tmp_path) -> Path:
    return tmp_path / "tables.db"


@pytest.fixture
def store(path):
    opened = Store(path)
    yield opened
    opened.close()


def game_of(store: Store, moves: int = 3) -> toy.Table:
    table = toy.start(store)
    for _ in range(moves):
        table.play("reveal ?; take")
    return table


# ---------------------------------------------------------------- keeping and finding


def test_a_table_is_there_again_for_another_process(path, store):
    """As in KeepScore #59: after sleep and reload the same game is there, not an empty copy."""
    table = game_of(store)
    table.undo()
    table.amend(1, "reveal 9")
    other = Store(path)
    again = toy.load(other, table.id)
    assert (again.state, again.seq, again.log) == (table.state, table.seq, table.log)
    assert again.header == table.header


def test_the_default_place_can_be_moved(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "elsewhere"))
    toy.start(Store())
    assert (tmp_path / "elsewhere" / "tables.db").is_file()
    assert store_at() is store_at(tmp_path / "elsewhere" / "tables.db")


def test_the_file_lets_readers_read_while_somebody_writes(path, store):
    game_of(store)
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_ids_can_be_read_aloud_and_never_clash(store, monkeypatch):
    ids = [toy.start(store).id for _ in range(30)]
    assert all(len(one) == 4 and set(one) <= set(LETTERS) for one in ids)
    assert not set("0O1I") & set(LETTERS)
    assert len(set(ids)) == 30
    letters = iter("BBBBBBBBCCCC")
    monkeypatch.setattr("companion.engine.store.secrets.choice", lambda _: next(letters))
    assert [toy.start(store).id for _ in range(2)] == ["BBBB", "CCCC"]


def test_a_deleted_id_is_not_given_again(store, monkeypatch):
    letters = iter("BBBBBBBBCCCC")
    monkeypatch.setattr("companion.engine.store.secrets.choice", lambda _: next(letters))
    store.delete(toy.start(store).id)
    assert toy.start(store).id == "CCCC"


def test_tables_are_listed_the_last_entered_first_and_without_being_followed(store, monkeypatch):
    old, new = game_of(store, 1), toy.start(store, players=["<b>Cy</b>", "Dee"], title="Tuesday")
    old.play("bo: shout")
    monkeypatch.setattr(type(old.game), "apply", lambda *_: pytest.fail("a list follows no game"))
    first, second = store.tables()
    assert (first.id, first.entries, second.id, second.entries) == (old.id, 3, new.id, 0)
    assert first.line == "Pebbles · Ana, Bo · pebble 1 of 8"
    assert second.line == "Tuesday · <b>Cy</b>, Dee · pebble 0 of 8"
    assert first.changed > first.created


def test_tables_are_renamed_archived_and_deleted(path, store):
    table, other = game_of(store), toy.start(store)
    table.rename(" The  long\nevening ")
    assert store.tables()[-1].title in ("The long evening", "Pebbles")
    assert toy.load(Store(path), table.id).header.title == "The long evening"
    with pytest.raises(UnreadableError, match="a title"):
        table.rename(" ")
    table.archive()
    assert [one.id for one in store.tables()] == [other.id]
    assert {one.id for one in store.tables(archived=True)} == {table.id, other.id}
    table.archive(False)
    store.delete(table.id.lower())
    assert [one.id for one in store.tables(archived=True)] == [other.id]
    with pytest.raises(UnknownNameError, match=table.id):
        toy.load(store, table.id)
    for act in (store.delete, store.archive, store.version, lambda i: store.rename(i, "x"), store.export):
        with pytest.raises(UnknownNameError, match=table.id):
            act(table.id)


def test_what_is_entered_at_a_deleted_table_is_refused_and_can_be_exported(path, store):
    table = game_of(store)
    Store(path).delete(table.id)
    with pytest.raises(SaveError, match=rf"deleted table {table.id}.*Export"):
        table.play("reveal 1")
    assert table.trouble
    assert toy.load(store, store.import_text(table.export()).id).state == table.state


def test_an_agreed_end_is_listed_and_seen_by_others(path, store):
    table = game_of(store)
    other = toy.load(Store(path), table.id)
    table.end("bo")
    assert store.tables()[0].ended
    assert store.tables()[0].line.endswith("agreed end")
    assert other.refresh()
    assert other.header.ended == table.header.ended
    with pytest.raises(CompanionError, match="agreed to end"):
        other.play("reveal 1")


def test_a_rematch_is_another_table_that_names_the_first(store):
    table = game_of(store)
    again = table.rematch()
    assert (again.header.rematch_of, again.seq) == (table.id, 0)
    assert len(store.tables()) == 2


def test_opening_a_table_follows_what_stands_once_and_nothing_else(store, monkeypatch):
    """Opening stays cheap however often people change their minds."""
    table = game_of(store)
    for _ in range(20):
        table.undo()
        table.redo()
    table.amend(1, "reveal 9")
    applied = []
    honest = type(table.game).apply
    monkeypatch.setattr(type(table.game), "apply", lambda *given: applied.append(given) or honest(*given))
    monkeypatch.setattr(type(table.game), "check", lambda *_: pytest.fail("what was entered under these rules fits"))
    opened = toy.load(store, table.id)
    assert opened.state == table.state
    assert len(applied) == 6


# ---------------------------------------------------------------- export and import


def test_an_export_is_one_json_text_that_another_store_takes_in(store):
    table = game_of(store)
    text = store.export(table.id)
    assert text == table.export()
    assert json.loads(text)["entries"][0]["data"] == {"do": "reveal", "size": 0}
    other = Store(":memory:")
    assert toy.load(other, other.import_text(text).id).state == table.state


def test_an_import_keeps_the_id_where_it_is_free(store):
    table = game_of(store)
    assert Store(":memory:").import_text(table.export()).id == table.id
    assert store.import_text(table.export()).id != table.id
    assert len(store.tables()) == 2


MOVES = st.lists(st.sampled_from(["reveal ?", "reveal 5", "take", "leave", "bo: shout", "coins ana +2"]), max_size=30)


@settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(MOVES, st.lists(st.text(max_size=50), min_size=2, max_size=4), st.text(max_size=600))
def test_any_table_comes_back_from_its_text(moves, names, note):
    table = toy.start(players=names)
    for move in moves:
        if table.check(move):
            table.play(move, by=note[:9])
    if note.strip() and any(c.isprintable() and not c.isspace() for c in note):
        table.note(note)
    store = Store(":memory:")
    again = toy.load(store, store.import_text(table.export()).id)
    assert again.log == table.log
    assert again.state == table.state
    assert again.players == table.players
    assert again.export() == table.export().replace('"id":""', f'"id":"{again.id}"')


@pytest.mark.parametrize("text", ["", "{}", "[1]", "💥", b"\xff\xfe", '{"format":"companion-table","version":1}'])
def test_what_is_no_export_is_refused(store, text):
    with pytest.raises(SaveError, match="not a table that Companion exported"):
        store.import_text(text)
    assert store.tables() == ()


@pytest.mark.parametrize(
    ("where", "value", "said"),
    [
        (("header", "players", 0, "handle"), "bo b;", "'bo b;' is the handle of a seat"),
        (("header", "players", 0, "handle"), "", "'' is the handle of a seat"),
        (("header", "players", 1, "handle"), "ana", "'ana' is the handle of a seat"),
        (("entries", 2, "entry", "seq"), 2, "entry 2 follows entry 2"),
        (("entries", 0, "entry", "seq"), -1, "entry -1 follows entry 0"),
        (("entries", 5, "entry", "seq"), 2**63, "entry 9223372036854775808 follows entry 5"),
    ],
)
def test_an_export_that_somebody_has_changed_is_refused_in_a_sentence(store, where, value, said):
    whole = json.loads(game_of(store).export())
    part = whole
    for step in where[:-1]:
        part = part[step]
    part[where[-1]] = value
    with pytest.raises(SaveError, match=f"somebody has changed it: {re.escape(said)}"):
        store.import_text(json.dumps(whole))
    assert len(store.tables()) == 1


def test_an_export_of_a_later_companion_is_refused(store):
    later = game_of(store).export().replace('"version":1', '"version":2')
    with pytest.raises(SaveError, match=r"version 2; expected .* at most version 1"):
        store.import_text(later)


# ---------------------------------------------------------------- several at once


def test_others_see_an_entry_when_they_look(path, store):
    table = game_of(store)
    other = toy.load(Store(path), table.id)
    assert not other.refresh()
    seen = store.version(table.id)
    table.play("reveal 9", by="ana")
    assert store.version(table.id) != seen
    assert other.refresh()
    assert (other.state, other.log) == (table.state, table.log)
    assert not other.refresh()


def test_two_pages_on_the_same_position_cannot_both_enter(path, store):
    """As in terraforming-mars #2630: whoever is second is told who was first, sees it, and adds nothing."""
    one = game_of(store)
    two = toy.load(Store(path), one.id)
    one.play("reveal 9", by="ana")
    with pytest.raises(StaleError, match=r"Ana entered 'reveal 9' first; 'reveal 1' was not added"):
        two.play("reveal 1", by="bo")
    assert two.state == one.state
    two.play("take", by="bo")
    assert one.refresh()
    assert one.state == two.state


def test_whoever_loses_between_looking_and_writing_is_told_too(path, store, monkeypatch):
    one = game_of(store)
    two = toy.load(Store(path), one.id)
    one.play("reveal 9", by="ana")
    looked = []
    honest = type(two).refresh
    monkeypatch.setattr(type(two), "refresh", lambda self: honest(self) if looked else bool(looked.append(1)))
    with pytest.raises(StaleError, match="Ana entered 'reveal 9' first"):
        two.play("reveal 1", by="bo")
    assert two.state == one.state


def test_a_note_goes_behind_what_others_enter_meanwhile(path, store):
    one = game_of(store)
    two = toy.load(Store(path), one.id)
    one.play("reveal 9")
    two.note("hello")
    one.note("hello to you")
    assert [record.text for record in one.log][-2:] == ["hello", "hello to you"]


def _race(path: str, table_id: str, home: str, start: float, results) -> None:
    """Enter shouts and coins as fast as possible, starting when the others do; report which were told to be added."""
    os.environ["COMPANION_HOME"] = home
    with pytest.MonkeyPatch.context() as patch:
        toy.install(patch)
        table = toy.load(Store(path), table_id)
        time.sleep(max(0.0, start - time.time()))
        added = []
        while len(added) < 15:
            text = f"coins bo +{os.getpid() % 1000 + 1}"
            try:
                added += [entry.seq for entry in table.play(text, by=str(os.getpid()))]
            except StaleError:
                table.refresh()
        results.put((str(os.getpid()), added))


def test_processes_that_race_never_both_win(path, store, tmp_path):
    table = toy.start(store)
    results = SPAWN.Queue()
    start = time.time() + 4
    racers = [SPAWN.Process(target=_race, args=(str(path), table.id, str(tmp_path), start, results)) for _ in range(2)]
    for racer in racers:
        racer.start()
    told = dict(results.get(timeout=60) for _ in racers)
    for racer in racers:
        racer.join()
    table.refresh()
    assert [entry.seq for entry in store.entries(table.id)] == list(range(1, 31))
    for who, seqs in told.items():
        assert [record.seq for record in table.log if record.by == who] == seqs
    assert table.read_only == ""


def _write_for_ever(path: str, table_id: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        toy.install(patch)
        table = toy.load(Store(path), table_id)
        while True:
            table.play("coins bo +1; coins ana +1")
            print(table.seq, flush=True)


@pytest.mark.parametrize("after", [1, 7, 20])
def test_a_kill_in_the_middle_of_writing_loses_at_most_the_entry_being_written(path, store, after):
    table = toy.start(store)
    code = f"from tests.engine.test_store import _write_for_ever as run; run({str(path)!r}, {table.id!r})"
    writer = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    told = [int(writer.stdout.readline()) for _ in range(after)]
    writer.send_signal(signal.SIGKILL)
    told += [int(line) for line in writer.stdout.read().split()]
    writer.wait()
    again = toy.load(Store(path), table.id)
    assert told[-1] <= again.seq <= told[-1] + 2
    assert again.seq % 2 == 0
    assert again.state.coins == (1 + again.seq // 2, 1 + again.seq // 2)
    assert again.read_only == ""
    again.play("reveal 5")


# ---------------------------------------------------------------- damage


def damaged(path: Path) -> list[Path]:
    return sorted(path.parent.glob("tables-damaged-*.db"))


@pytest.mark.parametrize("junk", [b"garbage " * 1000, b"SQLite format 3\x00" + b"\xff" * 5000, b"\x00" * 4096])
def test_a_file_of_garbage_is_put_aside_and_does_not_stop_anybody(path, junk):
    """As in Cataclysm-DDA #41632: a broken save is kept as a copy, and the start page still opens."""
    path.write_bytes(junk)
    store = Store(path)
    assert store.tables() == ()
    assert [copy.read_bytes() for copy in damaged(path)] == [junk]
    assert str(damaged(path)[0]) in store.notices[0]
    assert "damaged" in store.notices[0]
    assert toy.start(store).play("reveal 5")


def test_an_empty_file_is_an_empty_store(path):
    """As in Cataclysm-DDA #41632: an empty save does not stop the start."""
    path.write_bytes(b"")
    store = Store(path)
    assert store.tables() == ()
    assert toy.start(store).play("reveal 5")


def pages_of(path: Path, *needles: bytes) -> list[int]:
    """Return the offsets of the pages that hold all of the needles."""
    raw = path.read_bytes()
    size = int.from_bytes(raw[16:18], "big")
    pages = range(size, len(raw), size)
    return [at for at in pages if all(needle in raw[at : at + size] for needle in needles)]


def many_tables(path: Path, rounds: int = 60) -> list[toy.Table]:
    store = Store(path)
    tables = [toy.start(store, players=["Ana", "Bo"]) for _ in range(6)]
    for number, table in enumerate(tables):
        for _ in range(rounds):
            table.play(f"coins bo +{number + 1}", by=f"phone {number}")
    store.close()
    return tables


def test_a_torn_page_costs_only_what_stood_on_it(path):
    """As in Cataclysm-DDA #41632: the others open whole; the torn one opens at its last good entry and says so."""
    tables = many_tables(path)
    at = pages_of(path, b"phone 2")[1]
    raw = bytearray(path.read_bytes())
    raw[at : at + 4096] = os.urandom(4096)
    path.write_bytes(raw)
    store = Store(path)
    opened = [toy.load(store, table.id) for table in tables]
    whole = [now.state == then.state for now, then in zip(opened, tables, strict=True)]
    assert sum(whole) >= 4
    assert not whole[2]
    assert len(damaged(path)) == 1
    torn = opened[2]
    assert "is missing" in torn.read_only or torn.seq < tables[2].seq
    assert opened[0].play("coins bo +1")


def test_whichever_page_is_torn_the_store_opens_and_goes_on(tmp_path):
    """As in Cataclysm-DDA #41632: a save that is broken anywhere stops neither the list nor a new game."""
    sound = tmp_path / "sound" / "tables.db"
    many_tables(sound, rounds=30)
    raw = sound.read_bytes()
    size = int.from_bytes(raw[16:18], "big")
    for at in range(0, len(raw), size):
        path = tmp_path / str(at) / "tables.db"
        path.parent.mkdir()
        path.write_bytes(raw[:at] + bytes(255 - byte for byte in raw[at : at + size]) + raw[at + size :])
        store = Store(path)
        opened = [toy.load(store, listing.id) for listing in store.tables()]
        whole = [table.id for table in opened if table.seq == 30 and not table.read_only]
        assert (len(opened), len(whole) >= 3) == (6, True), f"page at {at}: {whole}"
        assert toy.start(store).play("reveal 5")
        assert damaged(path) or len(whole) == 6
        store.close()


def test_a_page_that_is_open_goes_on_in_the_repaired_file(path):
    tables = many_tables(path)
    elsewhere = toy.load(Store(path), tables[0].id)
    at = pages_of(path, b"phone 2")[1]
    with path.open("r+b") as file:
        file.seek(at)
        file.write(b"\xff" * 4096)
    store = Store(path)
    torn = toy.load(store, tables[2].id)
    assert torn.seq < 60
    assert len(damaged(path)) == 1
    elsewhere.play("reveal 9")
    again = toy.load(store, tables[0].id)
    assert (again.seq, again.state) == (61, elsewhere.state)


def test_what_was_deleted_does_not_come_back_with_a_repair(path):
    tables = many_tables(path, rounds=20)
    store = Store(path)
    store.delete(tables[1].id)
    store.rename(tables[3].id, "Tuesday")
    store.close()
    path.write_bytes(b"\xff" * 4096 + path.read_bytes()[4096:])
    kept = {listing.id: listing.title for listing in Store(path).tables()}
    expected = {table.id: "Pebbles" for table in tables if table is not tables[1]}
    assert kept == expected | {tables[3].id: "Tuesday"}


def test_long_rows_are_salvaged_whole(path):
    store = Store(path)
    table = toy.start(store, players=["Ana", "Bo"])
    table.correct(table.state, "x" * 500)
    for length in (1, 127, 128, 3990, 4061, 4062, 9000, 30000):
        note = "n" * length
        store.append(table.header, store.entries(table.id), [Entry(table.seq + 1, "note", note, "", "", "now")])
        table.refresh()
    store.close()
    path.write_bytes(b"\xff" * 4096 + path.read_bytes()[4096:])
    assert [entry.text for entry in Store(path).entries(table.id)] == [record.text for record in table.log]


def test_a_file_cut_short_keeps_what_is_left(path):
    tables = many_tables(path)
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.truncate(size // 4096 // 2 * 4096)
    store = Store(path)
    assert len(store.tables()) <= len(tables)
    for listing in store.tables():
        assert toy.load(store, listing.id).seq <= 60
    assert toy.start(store).play("reveal 5")
    assert damaged(path)


def test_a_page_that_was_open_all_along_writes_again_what_the_file_lost(path, store):
    table = game_of(store)
    for file in path.parent.iterdir():
        file.unlink()
    table.play("reveal 9")
    again = toy.load(Store(path), table.id)
    assert (again.state, again.log) == (table.state, table.log)


def edit(path: Path, statement: str, *values: object) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(statement, values)


def test_a_damaged_description_is_listed_as_damaged_and_the_others_open(path, store):
    bad, good = game_of(store), game_of(store)
    edit(path, "UPDATE tables SET header = ? WHERE id = ?", "{torn", bad.id)
    listed = {one.id: one for one in store.tables()}
    assert listed[bad.id].damaged
    assert bad.id in listed[bad.id].line
    assert listed[bad.id].entries == 6
    assert toy.load(store, good.id).state == good.state
    with pytest.raises(SaveError, match=f"description of table {bad.id} is damaged"):
        toy.load(store, bad.id)


@pytest.mark.parametrize(
    ("column", "value", "complaint"),
    [
        ("data", "{torn", "it fits no position here"),
        ("data", '{"do":"dance"}', "it fits no position here"),
        ("kind", "dance", "'dance' is not a kind of entry"),
        ("data", '{"do":"take","by":"bo"}', r"It is ana's turn\. \(rule toy\.turn\)"),
        ("data", '{"do":"leave"}', "another position now than when it was entered"),
        ("hash", "00000000", "another position now than when it was entered"),
    ],
)
def test_a_damaged_entry_opens_the_table_read_only_before_it(path, store, column, value, complaint):
    table = toy.start(store)
    table.play("reveal 4; take; reveal 5; take; reveal 1")
    before = table.state
    table.play("take; reveal 7; take")
    edit(path, f"UPDATE entries SET {column} = ? WHERE tbl = ? AND seq = 6", value, table.id)
    opened = toy.load(store, table.id)
    assert opened.state == before
    assert "Entry 6" in opened.read_only
    assert re.search(complaint, opened.read_only)
    for enter in (lambda: opened.play("take"), opened.undo, lambda: opened.note("x"), lambda: opened.amend(1, "take")):
        with pytest.raises(SaveError, match="can only be read"):
            enter()
    assert [record.standing for record in opened.log[:5]] == [True] * 5
    assert not any(record.undone for record in opened.log)
    assert json.loads(opened.export())["entries"][7]["entry"]["text"] == "take"
    assert opened.carry_on().state == before


def test_a_missing_entry_is_named(path, store):
    table = game_of(store)
    edit(path, "DELETE FROM entries WHERE tbl = ? AND seq = 3", table.id)
    opened = toy.load(store, table.id)
    assert opened.seq == 2
    assert "entry 3 was expected here and is missing" in opened.read_only


def test_a_store_of_a_later_companion_is_left_alone(path, store):
    game_of(store)
    store.close()
    edit(path, "PRAGMA user_version = 99")
    with pytest.raises(SaveError, match="later version of Companion"):
        Store(path).tables()
    assert not damaged(path)


# ---------------------------------------------------------------- saves from other rules


def test_a_save_from_older_rules_that_no_longer_fits_opens_read_only_and_names_the_rule(store):
    """As in 18xx #9886: a mended rule breaks no stored game; it opens read-only, naming the step and the rule."""
    table = toy.start(store)
    table.play("reveal 5; take; reveal 4")
    before = table.state
    table.play("leave; reveal 1")
    opened = toy.load(store, table.id, version=2)
    assert opened.state == before
    assert opened.read_only == (
        "Saved under version 1 of the rules of Pebbles, now version 2. Entry 4 (leave) cannot be followed: "
        "Nobody may leave a pebble any more. (rule toy.no-leaving) "
        "The table is shown as it stood before that entry, and can only be read."
    )
    assert opened.notices == (opened.read_only,)
    with pytest.raises(SaveError, match=r"toy\.no-leaving"):
        opened.play("take")
    assert toy.load(store, table.id).state == table.state
    onward = opened.carry_on()
    assert onward.state == before
    assert onward.header.rules_version == 2
    onward.play("take")


def test_a_save_from_older_rules_that_still_fits_goes_on(store):
    table = toy.start(store)
    table.play("reveal 5; take")
    opened = toy.load(store, table.id, version=2)
    assert (opened.read_only, opened.notices) == ("", ())
    opened.play("reveal 1")
    assert toy.load(store, table.id, version=2).read_only == ""


def test_a_position_that_differs_under_other_rules_is_said_and_goes_on(store):
    table = toy.start(store)
    table.play("reveal 5; bo: shout; take")
    opened = toy.load(store, table.id, version=3)
    assert opened.read_only == ""
    assert opened.state.coins == (1, 3)
    assert "from entry 2 on" in opened.notices[0]
    opened.play("reveal 1")


def test_a_table_that_cannot_be_set_up_any_more_says_so_and_the_others_open(path, store):
    bad, good = toy.start(store), game_of(store)
    broken = msgspec.structs.replace(bad.header, options={"colour": "blue"})
    edit(path, "UPDATE tables SET header = ? WHERE id = ?", msgspec.json.encode(broken).decode(), bad.id)
    with pytest.raises(SaveError, match=rf"Table {bad.id} cannot be set up .*colour"):
        toy.load(store, bad.id)
    assert toy.load(store, good.id).state == good.state


# ---------------------------------------------------------------- nowhere to write


def fill(table) -> None:
    """Write until there is no more room."""
    for _ in range(2000):
        table.note("x" * 400)


def test_a_full_disk_is_said_and_loses_nothing(path, store):
    """As in Cataclysm-DDA #41632: a full disk corrupts nothing; the table goes on as soon as there is room."""
    table = game_of(store)
    connection = store._db._connection
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")
    before = table.state
    with pytest.raises(SaveError, match=r"disk is full.*Free some space"):
        fill(table)
    assert table.state == before
    assert "disk is full" in table.trouble
    assert table.notices == (table.trouble,)
    assert table.legal
    seq = table.seq
    assert toy.load(Store(path), table.id).seq == seq
    connection.execute("PRAGMA max_page_count = 100000")
    table.play("reveal 9")
    assert (table.seq, table.trouble) == (seq + 1, "")


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    for looks_first in (True, False):
        store = Store(tmp_path / "file" / "tables.db")
        assert not looks_first or store.tables() == ()
        with pytest.raises(SaveError, match=rf"folder {tmp_path / 'file'} cannot be made"):
            toy.start(store)
        assert store.tables() == ()


def _in_read_only_folder(path: str, table_id: str, pipe) -> None:
    """Look at a table, try to enter something, and tell what happened; as somebody who may not write the folder."""
    if os.getuid() == 0:
        os.setuid(65534)
    with pytest.MonkeyPatch.context() as patch:
        toy.install(patch)
        store = Store(path)
        table = toy.load(store, table_id)
        told = [table.seq, len(store.tables()), str(table.legal)]
        for enter in (lambda: table.play("reveal 9"), table.rematch):
            try:
                enter()
                told.append("added")
            except SaveError as error:
                told.append(str(error))
        told += [table.seq, table.trouble, len(table.export())]
        pipe.send(told)


@pytest.mark.skipif(sys.platform == "win32", reason="folders are not made read-only this way")
@pytest.mark.parametrize("left_open", [False, True], ids=["closed", "with entries still in the log of the database"])
def test_in_a_folder_that_may_not_be_written_tables_can_be_read(left_open):
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        path = folder / "tables.db"
        store = Store(path)
        table = game_of(store)
        if not left_open:
            store.close()
        folder.chmod(0o555)
        for file in folder.iterdir():
            file.chmod(0o444)
        ours, theirs = multiprocessing.Pipe()
        child = multiprocessing.get_context("fork").Process(
            target=_in_read_only_folder, args=(str(path), table.id, theirs)
        )
        child.start()
        assert ours.poll(30)
        seq, tables, legal, played, started, after, trouble, size = ours.recv()
        child.join()
        folder.chmod(0o755)
        store.close()
    assert (seq, tables, after) == (6, 1, 6)
    assert legal.startswith("<moves: reveal 1")
    assert "cannot be written" in played
    assert str(path) in played
    assert started == played == trouble
    assert size > 500


def test_a_store_that_somebody_holds_is_said_to_be_busy(path, store):
    table = game_of(store)
    store._db._connection.execute("PRAGMA busy_timeout = 10")
    with sqlite3.connect(path, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(SaveError, match="Another program holds"):
            table.play("reveal 9")
        other.execute("ROLLBACK")
    assert table.seq == 6
    table.play("reveal 9")
