"""The digests: how they are read, what is refused, what a search finds."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from companion.engine import data, rulebook
from companion.engine.data import MissingDataError, data_dir
from companion.engine.errors import CompanionError, UnknownNameError
from companion.engine.rulebook import Clause, DigestError, Rulebook

RULE = 'id = "toy.play.{name}"\nsection = "play"\ntext = "A rule."\n'
HEADER = 'game = "toy"\ntitle = "Toy"\nsource = "Toy rules"\n'


def clause(name: str, more: str = 'kind = "rule"') -> str:
    return f"[[clause]]\n{RULE.format(name=name)}{more}\n"


def ruling(name: str, more: str = "") -> str:
    return clause(name, f'kind = "ruling"\nwhy = "Because."\nconfidence = "M"\n{more}')


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "toy.toml"
    path.write_text(text, encoding="utf-8")
    return path


def complaints(tmp_path: Path, text: str) -> tuple[str, ...]:
    with pytest.raises(DigestError) as caught:
        rulebook.read(written(tmp_path, text))
    return caught.value.complaints


@pytest.fixture(scope="module")
def keys() -> Rulebook:
    return rulebook.load("four-keys")


# --- reading


def test_reads_header_and_clauses_in_order(tmp_path: Path) -> None:
    book = rulebook.read(written(tmp_path, HEADER + clause("one") + ruling("two", 'ruling = "T-1"\noption = "twice"')))
    assert (book.game, book.title, book.source) == ("toy", "Toy", "Toy rules")
    assert [c.id for c in book] == ["toy.play.one", "toy.play.two"]
    assert len(book) == 2
    assert book["toy.play.two"].ruling == "T-1"
    assert dict(book.options()) == {"twice": book["toy.play.two"]}


def test_only_a_ruling_says_that_the_rulebook_is_silent(tmp_path: Path) -> None:
    book = rulebook.read(written(tmp_path, HEADER + clause("one") + ruling("two")))
    one, two = book.clauses
    assert (one.is_ruling, one.silent) == (False, "")
    assert (two.is_ruling, two.silent) == (True, "The rulebook is silent; this is our reading.")


def test_clauses_and_books_cannot_be_changed(keys: Rulebook) -> None:
    with pytest.raises(AttributeError):
        keys.title = "5 KEYS"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        keys.clauses[0].text = "Anything goes."  # type: ignore[misc]


def test_a_clause_survives_json(keys: Rulebook) -> None:
    one = keys["four-keys.rooms.compass-tile"]
    assert msgspec.json.decode(msgspec.json.encode(one), type=Clause) == one


def test_an_unknown_clause_names_the_near_ones(keys: Rulebook) -> None:
    with pytest.raises(UnknownNameError, match=r"'four-keys\.opening\.ajr'.*four-keys\.opening\.ajar") as caught:
        keys["four-keys.opening.ajr"]
    assert caught.value.known[0] == "four-keys.opening.ajar"


def test_a_wrong_name_for_a_rule_finds_it_by_a_word(keys: Rulebook) -> None:
    with pytest.raises(UnknownNameError, match=r"four-keys\.placement\.orthogonal"):
        keys["four-keys.diagonal"]


def test_contains_is_by_id(keys: Rulebook) -> None:
    assert "four-keys.opening.ajar" in keys
    assert "four-keys.opening.ajr" not in keys


def test_load_reads_once() -> None:
    assert rulebook.load("four-keys") is rulebook.load("four-keys")


@pytest.mark.parametrize("name", ["five-keys", "", "../seeds/four-keys", "four_keys"])
def test_a_game_without_a_digest_is_named(name: str) -> None:
    with pytest.raises(UnknownNameError, match="four-keys") as caught:
        rulebook.load(name)
    assert repr(name) in str(caught.value)


# --- faults


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("game =", "not a TOML text"),
        (HEADER, "no clauses: expected [[clause]] tables"),
        (HEADER + "clause = [1]", "no clauses: expected [[clause]] tables"),
        ('game = "toy"\nsource = "Toy rules"\n' + clause("one"), "title is None: expected a text"),
        (HEADER + 'colour = "red"\n' + clause("one"), "'colour' is not known"),
        (HEADER + clause("one") + clause("one"), "toy.play.one: the id is used 2 times"),
        (HEADER + clause("one", 'kind = "law"'), "unknown kind 'law': expected rule, fact, ruling"),
        (HEADER + clause("one", 'kind = "ruling"\nconfidence = "H"'), "a ruling without why"),
        (HEADER + clause("one", 'kind = "ruling"\nwhy = "Because."'), "a ruling with confidence None"),
        (HEADER + clause("one", 'kind = "ruling"\nwhy = "So."\nconfidence = "X"'), "a ruling with confidence 'X'"),
        (HEADER + clause("one", 'kind = "rule"\noption = "two"'), "option on a rule: only a ruling has one"),
        (HEADER + clause("one", 'kind = "fact"\nconfidence = "H"'), "confidence on a fact: only a ruling has one"),
        (HEADER + ruling("one", 'option = "x"') + ruling("two", 'option = "x"'), "option 'x' is used 2 times"),
        (HEADER + clause("one", 'kind = "rule"\nwhen = "now"'), "unknown field 'when'"),
        (HEADER + clause("one", 'kind = "rule"\nwhy = ""'), "why is ''"),
        (HEADER + clause("One"), "the id 'toy.play.One' does not fit: expected toy.play.<name>"),
        (HEADER + '[[clause]]\nid = "toy.play.one"\nsection = "end"\ntext = "A."\nkind = "rule"', "does not fit"),
        (HEADER + '[[clause]]\nid = "toy.play.one"\nsection = "play"\nkind = "rule"', "toy.play.one: text is None"),
    ],
)
def test_each_fault_is_named(tmp_path: Path, text: str, expected: str) -> None:
    found = complaints(tmp_path, text)
    assert any(expected in complaint for complaint in found), found
    assert len(found) == 1


def test_seven_options_are_too_many_and_six_are_not(tmp_path: Path) -> None:
    rulings = [ruling(f"r{n}", f'option = "o{n}"') for n in range(7)]
    assert complaints(tmp_path, HEADER + "".join(rulings)) == (
        "7 options (o0, o1, o2, o3, o4, o5, o6): at most 6 are allowed",
    )
    assert len(rulebook.read(written(tmp_path, HEADER + "".join(rulings[:6]))).options()) == 6


def test_all_faults_are_listed_at_once(tmp_path: Path) -> None:
    text = 'game = "toy"\ntitle = "Toy"\n' + clause("one", 'kind = "law"') + clause("one", 'kind = "ruling"')
    with pytest.raises(CompanionError) as caught:
        rulebook.read(written(tmp_path, text))
    message = str(caught.value)
    for part in ("toy.toml", "5 faults", "source is None", "'law'", "without why", "confidence None", "used 2 times"):
        assert part in message


def test_a_file_that_is_no_text_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "toy.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DigestError, match="not a TOML text"):
        rulebook.read(path)


# --- searching


def found(keys: Rulebook, words: str) -> list[str]:
    return [clause.id for clause in keys.search(words)]


def test_a_section_word_finds_the_whole_section_first(keys: Rulebook) -> None:
    section = [clause.id for clause in keys if clause.section == "opening"]
    assert found(keys, "opening")[: len(section)] == section


def test_a_word_of_the_text_finds_the_rule(keys: Rulebook) -> None:
    assert found(keys, "diagonal")[0] == "four-keys.placement.orthogonal"


def test_every_word_must_match_and_beginnings_count(keys: Rulebook) -> None:
    hits = found(keys, "push acolyte")
    assert hits[0] == "four-keys.pushing.acolyte"
    assert "four-keys.two-players.push-whom" in hits
    assert "four-keys.two-players.acolyte-renew" not in hits


def test_case_accents_and_punctuation_do_not_matter(keys: Rulebook) -> None:
    assert found(keys, "ÁJAR, óPEN") == found(keys, "ajar open") != []


def test_if_no_clause_has_every_word_those_with_any_are_found(keys: Rulebook) -> None:
    hits = found(keys, "xyzzy larder")
    assert hits[0] == "four-keys.rooms.larder"
    assert hits == found(keys, "larder")


def test_a_word_that_is_nowhere_finds_nothing(keys: Rulebook) -> None:
    assert found(keys, "xyzzy") == []


def test_no_word_finds_everything(keys: Rulebook) -> None:
    assert keys.search(" ") == keys.clauses


# --- where the digests are


def test_the_data_of_a_checkout_lie_beside_the_package() -> None:
    assert data_dir("seeds") == data.PACKAGE.parent / "seeds"


def test_missing_data_say_where_they_were_expected(tmp_path: Path) -> None:
    with pytest.raises(MissingDataError, match=re.escape(str(tmp_path / "companion" / "_data" / "seeds"))):
        data_dir("seeds", tmp_path / "companion")


def test_an_installed_package_reads_its_own_data(tmp_path: Path) -> None:
    package = tmp_path / "companion"
    engine = ("__init__.py", "errors.py", "data.py", "rulebook.py")
    (package / "engine").mkdir(parents=True)
    (package / "__init__.py").touch()
    for name in engine:
        shutil.copy(data.PACKAGE / "engine" / name, package / "engine" / name)
    shutil.copytree(data_dir("seeds"), package / "_data" / "seeds")
    (tmp_path / "seeds").mkdir()
    code = "from companion.engine import rulebook as r; print(r.__file__, len(r.load('four-keys')))"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60
    )
    assert run.stdout.split() == [str(package / "engine" / "rulebook.py"), str(len(rulebook.load("four-keys")))]


# --- what the 4 KEYS digest holds


def test_every_digest_reads_and_is_named_after_its_game() -> None:
    assert "four-keys" in rulebook.digests()
    assert [rulebook.load(game).game for game in rulebook.digests()] == list(rulebook.digests())


def test_four_keys_has_every_ruling(keys: Rulebook) -> None:
    carried = {number for clause in keys for number in clause.ruling.split(", ") if number}
    wanted = {f"FK-{n}" for n in range(1, 42) if n != 29} | {f"FK-29{part}" for part in "abcdef"}
    assert carried == wanted


def test_four_keys_has_the_six_switches(keys: Rulebook) -> None:
    assert {option: clause.id.partition(".")[2] for option, clause in keys.options().items()} == {
        "acolyte_collects": "two-players.acolyte-collects",
        "acolyte_renew": "two-players.acolyte-renew",
        "multiplicity": "opening.multiplicity",
        "compass_tile": "rooms.compass-tile",
        "compass_cycles": "rooms.compass-cycle",
        "start_order_2p": "two-players.start-order",
    }


def test_four_keys_texts_are_short_and_whole(keys: Rulebook) -> None:
    for one in keys:
        assert re.fullmatch(r"[A-Z].*[.]", one.text), one.id
        assert len(one.text.split()) <= 60, one.id


def numbers(keys: Rulebook, name: str) -> list[int]:
    words = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eleven": 11}
    held = re.findall(r"\w+", keys[f"four-keys.components.{name}"].text)
    return [words.get(word, int(word) if word.isdigit() else -1) for word in held if word in words or word.isdigit()]


@pytest.mark.clause(
    "four-keys.components.cards",
    "four-keys.components.starting-cards",
    "four-keys.components.doors-level-1",
    "four-keys.components.doors-level-2",
    "four-keys.components.keys-level-1",
    "four-keys.components.keys-level-2",
)
def test_the_counts_of_cards_add_up(keys: Rulebook) -> None:
    parts = ("starting-cards", "doors-level-1", "doors-level-2", "keys-level-1", "keys-level-2")
    start, *drafted = [numbers(keys, part)[0] for part in parts]
    doors, key_cards = sum(drafted[:2]), sum(drafted[2:])
    assert numbers(keys, "cards") == [108, start, doors, key_cards]
    assert start + doors + key_cards == 108


@pytest.mark.clause(
    "four-keys.components.rooms-level-1",
    "four-keys.components.rooms-level-2",
    "four-keys.components.ajar-copies",
    "four-keys.components.compass-copies",
    "four-keys.components.fountain-copies",
    "four-keys.components.copies",
    "four-keys.components.room-kinds",
    "four-keys.components.key-shapes",
)
def test_the_copies_of_rooms_add_up(keys: Rulebook) -> None:
    level1, level2 = numbers(keys, "rooms-level-1"), numbers(keys, "rooms-level-2")
    copies, shapes = numbers(keys, "copies")[0], numbers(keys, "key-shapes")[0]
    assert level1 == [28, 1, 8, copies]
    assert level2 == [28, 2, numbers(keys, "compass-copies")[0], copies, numbers(keys, "fountain-copies")[0] * shapes]
    assert level1[2] + 5 * level1[3] == level1[0]
    assert level2[2] + 3 * level2[3] + level2[4] == level2[0]
    assert numbers(keys, "ajar-copies") == [8, 4, 0, 3, 3, 1, 5]
    assert numbers(keys, "room-kinds") == [11, 6, 1, 5, 2]


@pytest.mark.clause("four-keys.components.gold", "four-keys.components.adventurer-tiles")
def test_the_gold_is_four_to_a_tile(keys: Rulebook) -> None:
    gold, each = numbers(keys, "gold")
    assert gold == each * numbers(keys, "adventurer-tiles")[0] == 16


@pytest.mark.clause(
    "four-keys.components.unknown-requirements",
    "four-keys.components.unknown-key-faces",
    "four-keys.components.unknown-start-spaces",
    "four-keys.components.unknown-room-behind",
)
def test_what_only_the_cards_tell_is_said_to_be_unknown(keys: Rulebook) -> None:
    unknown = {clause.id.rpartition(".")[2] for clause in keys if "unknown" in clause.text}
    assert unknown == {"unknown-requirements", "unknown-key-faces", "unknown-start-spaces", "unknown-room-behind"}


def test_a_clause_is_named_as_people_read_it():
    clause = Clause(id="four-keys.three-players.tile-is-the-sixteenth", section="overview", text="It is.", kind="rule")
    assert clause.name == "Three players: tile is the sixteenth"
