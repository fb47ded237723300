"""Editions, tried on a toy game of seven coins that stands in `toys/toy_box`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import companion.games
from companion.engine.edition import OUR_BOX, Edition, editions, schema_of
from companion.engine.errors import EditionError, UnknownCardError, UnknownNameError
from companion.engine.home import home, write_atomically

TOYS = str(Path(__file__).parent / "toys")


@pytest.fixture(autouse=True)
def _toy_game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(companion.games, "__path__", [*companion.games.__path__, TOYS])
        patch.setenv("COMPANION_HOME", str(tmp_path_factory.mktemp("home")))
        yield


def coin(size, crown=None, sides=None):
    return schema_of("toy-box").card_type.__args__[0](size, crown, sides)


def write(name: str, text: str) -> Path:
    path = home() / "editions" / "toy-box" / f"{name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_the_practice_edition_is_said_to_be_made_up():
    box = Edition.load("toy-box", "practice")
    assert (box.title, box.made_up, box.label) == ("Invented coins", True, "practice cards (made up)")
    assert box.told == (4, 4)


def test_our_box_starts_with_what_the_rulebook_tells():
    box = Edition.load("toy-box", OUR_BOX)
    assert (box.name, box.label, box.made_up) == ("our-box", "Our box", False)
    assert box.told == (1, 7)


def test_our_box_is_read_from_its_file_once_there_is_one():
    blank = Edition.load("toy-box", OUR_BOX)
    blank.learn([coin(2, True, ("sun", "sun"))]).save()
    assert Edition.load("toy-box", OUR_BOX).told == (2, 7)


def test_the_users_edition_comes_before_the_packaged_one():
    Edition.blank("toy-box", "practice", "Mine").save()
    assert Edition.load("toy-box", "practice").title == "Mine"


def test_an_edition_can_be_loaded_from_any_path(tmp_path):
    path = Edition.load("toy-box", "practice").save(tmp_path / "deep" / "coins.toml")
    box = Edition.load("toy-box", path)
    assert box.name == "coins"
    assert box.cards == Edition.load("toy-box", "practice").cards


def test_the_editions_are_listed():
    Edition.blank("toy-box", "attic").save()
    assert editions("toy-box") == ("attic", "our-box", "practice")


@pytest.mark.parametrize("name", ["practise", "no/such.toml", "../practice"])
def test_an_edition_that_is_not_there_is_named(name):
    with pytest.raises(UnknownNameError, match=name.replace(".", r"\.")):
        Edition.load("toy-box", name)


def test_the_nearest_name_is_offered_first():
    with pytest.raises(UnknownNameError) as caught:
        Edition.load("toy-box", "practise")
    assert caught.value.known[0] == "practice"


def test_a_game_that_is_not_there_is_named():
    with pytest.raises(UnknownNameError, match="no game 'chess'"):
        Edition.load("chess", "practice")


def test_every_complaint_is_listed_at_once():
    write(
        "bad",
        """
        game = "ludo"
        made_up = "perhaps"
        coin = [{id = "a", size = 7}, {id = "b", size = 1}, {id = "b", size = 1}]
        """,
    )
    with pytest.raises(EditionError) as caught:
        Edition.load("toy-box", "bad")
    complaints = "\n".join(caught.value.complaints)
    for fault in ("'ludo'", "title = None", "'perhaps'", "a: size is 1 or 2, not 7", "id 'b'", "2 big coins, not 0"):
        assert fault in complaints
    assert len(caught.value.complaints) == 6
    assert str(caught.value).count("\n  - ") == 6


def test_a_file_that_is_no_toml_says_where():
    write("torn", 'game = = "toy-box"')
    with pytest.raises(EditionError, match=r"not a TOML file.*line 1"):
        Edition.load("toy-box", "torn")


def test_bytes_that_are_no_text_are_refused():
    write("bytes", "").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(EditionError, match="not a TOML file"):
        Edition.load("toy-box", "bytes")


def test_a_card_is_found_by_its_id():
    box = Edition.load("toy-box", "practice")
    assert box["big2"] == box["#big2"] == coin(2, False, ("moon", "star"))


def test_an_unknown_id_names_near_ones():
    with pytest.raises(UnknownCardError, match=r"'#big3'.*#big"):
        Edition.load("toy-box", "practice")["#big3"]


def test_learning_fills_an_entry_of_that_kind():
    told = coin(2, True, ("sun", "star"))
    box = Edition.load("toy-box", OUR_BOX).learn([told])
    assert box["big1"] == told
    assert box.told == (2, 7)
    assert len(box.cards) == 7


def test_learning_prefers_the_entry_that_knows_most():
    half = Edition.load("toy-box", OUR_BOX).learn([coin(1, False, ("sun", None))])
    assert half.told == (1, 7)
    full = half.learn([coin(1, False, ("sun", "moon"))])
    assert [full[f"small{n}"].sides for n in (1, 2, 3, 4)] == [("sun", "moon"), None, None, None]


def test_learning_two_equal_cards_fills_two_entries():
    box = Edition.load("toy-box", OUR_BOX).learn([coin(1, False, ("sun", "sun"))] * 2)
    assert box.told == (3, 7)


def test_learning_moves_a_card_to_make_room_for_another():
    """The first card takes the half-told entry; the second fits only there, so the first must give way."""
    half = Edition.load("toy-box", OUR_BOX)
    for side in ("sun", "moon", "star"):
        half = half.learn([coin(1, False, (side, "sun"))])
    half = half.learn([coin(2, True, ("sun", None))]).learn([coin(2, False, ("sun", "sun"))])
    assert half.told == (5, 7)
    assert half.learn([coin(2, True, ("sun", "moon")), coin(1, False, ("sun", "sun"))]).told == (7, 7)


def test_a_surplus_copy_is_never_invented():
    box = Edition.load("toy-box", OUR_BOX)
    with pytest.raises(UnknownCardError, match="coin of size 1 would be one too many: the box holds 4"):
        box.learn([coin(1, False, ("sun", "sun"))] * 5)


def test_a_card_that_the_box_cannot_hold_is_refused():
    with pytest.raises(UnknownCardError, match="not a card of this box"):
        Edition.load("toy-box", OUR_BOX).learn([coin(3, False, ("sun", "sun"))])


def test_a_card_told_too_vaguely_is_left_out():
    """Nobody saw the crown, so neither big entry may claim the card."""
    box = Edition.load("toy-box", OUR_BOX)
    assert box.learn([coin(2, None, ("sun", "sun"))]) == box


def test_a_vague_card_does_not_take_the_place_of_a_whole_one():
    vague, whole = coin(2, True, ("sun", None)), coin(2, True, ("sun", "sun"))
    box = Edition.load("toy-box", OUR_BOX).learn([vague, whole])
    assert box["big1"] == whole


def test_learning_reads_the_json_form_of_a_card():
    box = Edition.load("toy-box", OUR_BOX)
    told = {"type": "coin", "size": 2, "crown": True, "sides": ["sun", "moon"]}
    assert box.learn([told]) == box.learn([coin(2, True, ("sun", "moon"))])
    with pytest.raises(UnknownCardError, match="not a card of toy-box"):
        box.learn([{"type": "dragon"}])


def test_json_gives_the_edition_back():
    box = Edition.load("toy-box", OUR_BOX).learn([coin(1, False, ("sun", None))])
    assert Edition.from_json("toy-box", box.to_json()) == box


@pytest.mark.parametrize("raw", ["", "{}", "[1]", '{"game": 3}'])
def test_json_that_is_no_edition_is_refused(raw):
    with pytest.raises(EditionError):
        Edition.from_json("toy-box", raw)


def test_json_of_another_game_is_refused():
    raw = Edition.load("toy-box", OUR_BOX).to_json().replace("toy-box", "ludo")
    with pytest.raises(EditionError, match="'ludo', not of 'toy-box'"):
        Edition.from_json("toy-box", raw)


def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "box.toml"
    write_atomically(path, b"old")

    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


sides = st.none() | st.tuples(*[st.none() | st.sampled_from(["sun", "moon", "star"])] * 2)


@given(
    st.lists(
        st.builds(
            lambda size, crown, sides: (size, crown, sides), st.sampled_from([1, 2]), st.none() | st.booleans(), sides
        ),
        max_size=7,
    )
)
def test_learning_keeps_the_box_and_only_adds(told):
    box = Edition.blank("toy-box")
    try:
        after = box.learn([coin(*parts) for parts in told])
    except UnknownCardError:
        return
    assert after.ids == box.ids
    assert all(before.fits(now) for before, now in zip(box.cards, after.cards, strict=True))


@given(st.lists(sides, min_size=4, max_size=4))
def test_toml_gives_the_cards_back(faces):
    box = Edition.blank("toy-box").learn([coin(1, False, side) for side in faces if side and None not in side])
    box.save()
    assert Edition.load("toy-box", OUR_BOX) == box
