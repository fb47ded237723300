"""Cards of 4 KEYS: what the box holds, what a card list may say, and which unknown card may be which."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.engine.edition import Edition
from companion.engine.game import Seat
from companion.engine.rulebook import load
from companion.games.four_keys.cards import (
    COPIES,
    ROOM_LEVEL,
    ROOM_NAMES,
    ROOMS_1,
    ROOMS_2,
    SCHEMA,
    SHAPE_NAMES,
    SHAPES,
    Card,
    Door,
    Key,
    Start,
    door,
    key,
    shape_words,
    symbols,
)
from companion.games.four_keys.checks import tile_orders
from companion.games.four_keys.rules import FourKeys
from companion.games.four_keys.state import is_acolyte
from tests.games.four_keys import strategies as some


@pytest.fixture
def box() -> list[Card]:
    """What the rulebook alone tells of the box."""
    return [card for _, card in SCHEMA.blank()]


def tables(box: list[Card]) -> dict[str, Any]:
    return SCHEMA.write([(str(n), card) for n, card in enumerate(box)])


def complaints(box: list[Card], kind: str, number: int, **entries: Any) -> list[str]:
    """Read the blank box with entries of one card changed; None takes an entry away."""
    rows = tables(box)
    row = rows[kind][number] | entries | {"id": "the card"}
    rows[kind][number] = {name: value for name, value in row.items() if value is not None}
    return SCHEMA.read(rows)[1]


# ---------------------------------------------------------------------------- what the rulebook says


@pytest.mark.clause(
    "four-keys.components.cards",
    "four-keys.components.starting-cards",
    "four-keys.components.doors-level-1",
    "four-keys.components.doors-level-2",
    "four-keys.components.keys-level-1",
    "four-keys.components.keys-level-2",
)
def test_the_box_holds_108_cards(box: list[Card]) -> None:
    kinds = Counter((type(card).__name__, getattr(card, "level", 0)) for card in box)
    assert kinds == {("Start", 0): 4, ("Door", 1): 28, ("Door", 2): 28, ("Key", 1): 24, ("Key", 2): 24}
    assert len(box) == 108
    assert SCHEMA.check(box) == []


@pytest.mark.clause("four-keys.components.mat", "four-keys.components.adventurer-tiles", "four-keys.components.gold")
@pytest.mark.clause("four-keys.components.acolyte-tiles")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_mat_has_four_spaces_a_line_and_no_game_needs_more_tiles_or_gold_than_the_box_holds(seats: int) -> None:
    game = FourKeys(Edition.blank("four-keys"), load("four-keys"))
    state = game.setup([Seat(name, name) for name in ("ana", "bo", "cy", "dee")[:seats]], {"depth": "full"})
    assert (len(state.piles), len(state.choice)) == (4, 4)
    for order in tile_orders(state):
        assert sum(not is_acolyte(tile) for tile in order) == seats
        assert sum(is_acolyte(tile) for tile in order) == (2 if seats == 2 else 0)
        assert len(order) <= 4
    assert [player.dungeon.gold for player in state.players] == [4] * seats


@pytest.mark.clause("four-keys.components.key-shapes")
def test_there_are_four_key_shapes() -> None:
    assert [SHAPE_NAMES[shape] for shape in SHAPES] == ["Heart", "Lightning", "Cross", "Hexagon"]


@pytest.mark.clause("four-keys.components.room-kinds", "four-keys.components.copies")
def test_there_are_eleven_kinds_of_room() -> None:
    one, two = ({room.rstrip("035").split("-")[0] for room in rooms} for rooms in (ROOMS_1, ROOMS_2))
    assert (len(one), len(two)) == (6, 5)
    copies = Counter(room.rstrip("035").split("-")[0] for room in ROOM_LEVEL for _ in range(COPIES[room]))
    assert {room for room, n in copies.items() if n != 4} == {"ajar", "compass", "fountain"}
    assert set(ROOM_NAMES) == set(ROOMS_1) | set(ROOMS_2)


@pytest.mark.clause("four-keys.components.rooms-level-1", "four-keys.components.ajar-copies")
def test_level_1_rooms(box: list[Card]) -> None:
    rooms = Counter(card.room for card in box if isinstance(card, Door) and card.level == 1)
    plain = dict.fromkeys(("box", "throne", "trap", "control", "larder"), 4)
    assert rooms == {"ajar0": 4, "ajar3": 3, "ajar5": 1} | plain


@pytest.mark.clause(
    "four-keys.components.rooms-level-2",
    "four-keys.components.compass-copies",
    "four-keys.components.fountain-copies",
)
def test_level_2_rooms(box: list[Card]) -> None:
    rooms = Counter(card.room for card in box if isinstance(card, Door) and card.level == 2)
    fountains = {f"fountain-{shape}": 2 for shape in SHAPES}
    assert rooms == {"compass": 8, "apartments": 4, "chest": 4, "monster": 4} | fountains


@pytest.mark.clause(
    "four-keys.components.unknown-requirements",
    "four-keys.components.unknown-key-faces",
    "four-keys.components.unknown-start-spaces",
)
def test_what_only_the_printed_cards_tell_is_unknown_in_our_box(box: list[Card]) -> None:
    unknown = [card for card in box if not card.known]
    assert len(unknown) == 4 + 20 + 28 + 48
    assert all(card == Start(None, None) for card in box if isinstance(card, Start))
    assert all((card.a, card.b) == (None, None) for card in box if isinstance(card, Key))
    assert {card.room for card in box if isinstance(card, Door) and card.needs is not None} == {
        "ajar0",
        "ajar3",
        "ajar5",
    }


@pytest.mark.clause("four-keys.components.unknown-room-behind")
def test_a_door_may_be_told_by_its_front_alone(box: list[Card]) -> None:
    front = Door(2, None, "HL")
    assert not front.known
    behind = [card.room for card in box if isinstance(card, Door) and front.fits(card)]
    assert behind == [room for room in ROOMS_2 for _ in range(COPIES[room])]


@pytest.mark.clause("four-keys.components.key-faces")
@pytest.mark.parametrize("face", ["H", "HH", "HL", "HLCX", "XXX"])
def test_a_face_shows_one_symbol_or_more_and_a_shape_more_than_once(face: str) -> None:
    assert key(2, face, "C").known


@pytest.mark.clause("four-keys.components.key-faces")
def test_a_face_without_a_symbol_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one symbol"):
        key(1, "H", "")


@pytest.mark.clause("four-keys.components.key-reminder")
def test_both_faces_of_a_key_are_known_together_whichever_is_up() -> None:
    assert key(1, "C", "H") == key(1, "H", "C")
    assert key(1, "H", "C").faces == ("H", "C")
    assert key(1, "H", "H").faces == ("H",)


@pytest.mark.clause("four-keys.opening.ajar", "four-keys.components.door-side")
def test_only_an_ajar_door_opens_without_a_key() -> None:
    assert door(1, "ajar3") == Door(1, "ajar3", "")
    with pytest.raises(ValueError, match="needs no key, not 'H'"):
        door(1, "ajar3", "H")
    with pytest.raises(ValueError, match="only an Ajar Door"):
        door(1, "box", "")


# ---------------------------------------------------------------------------- card lists


@given(st.lists(some.cards(known=False), max_size=20))
def test_cards_survive_being_written_and_read(cards: list[Card]) -> None:
    named = [(f"c{n}", card) for n, card in enumerate(cards)]
    read, wrong = SCHEMA.read(SCHEMA.write(named))
    assert wrong == []
    assert sorted(read) == sorted(named)


@given(st.lists(some.cards(known=False), max_size=20))
def test_cards_survive_a_saved_table(cards: list[Card]) -> None:
    edition = Edition("four-keys", "mine", "Mine", False, tuple(cards), tuple(map(str, range(len(cards)))))
    assert Edition.from_json("four-keys", edition.to_json()) == edition


def test_small_letters_are_read_too(box: list[Card]) -> None:
    rows = tables(box)
    rows["key"][0] |= {"faces": ["h", "lc"]}
    rows["start"][0] |= {"needs": "xh"}
    cards = [card for _, card in SCHEMA.read(rows)[0]]
    assert key(1, "H", "LC") in cards
    assert Start("HX", None) in cards


@pytest.mark.parametrize(
    ("kind", "entries", "words"),
    [
        ("door", {"needs": "HZ"}, "'HZ' is not a word of H, L, C, X"),
        ("door", {"needs": 3}, "`needs` is a word of symbols"),
        ("door", {"needs": "H"}, "an Ajar Door needs no key"),
        ("door", {"room": "chest"}, "`room` of a level 1 Door is one of ajar0,"),
        ("door", {"room": ["box"]}, "`room` of a level 1 Door is one of ajar0,"),
        ("door", {"level": 3}, "`level` is 1 or 2, not 3"),
        ("door", {"level": None}, "`level` is 1 or 2, not None"),
        ("door", {"colour": "red"}, "unknown entries colour; known: level, room, needs"),
        ("door", {"room": "box", "needs": ""}, "only an Ajar Door opens without a key"),
        ("key", {"faces": ["H", "L", "C"]}, "at most two words of symbols"),
        ("key", {"faces": "HL"}, "at most two words of symbols"),
        ("key", {"faces": ["H", 2]}, "at most two words of symbols"),
        ("key", {"faces": ["H", ""]}, "at least one symbol"),
        ("start", {"needs": ""}, "at least one symbol"),
        ("start", {"marked": ["a2"]}, "two different cells from a1 to d4, not a2"),
        ("start", {"marked": ["a2", "a2"]}, "two different cells from a1 to d4, not a2, a2"),
        ("start", {"marked": ["a2", "e1"]}, "two different cells from a1 to d4, not a2, e1"),
        ("start", {"marked": 5}, "`marked` is two spaces such as ['a2', 'a3'], not 5"),
    ],
)
def test_an_entry_that_cannot_be_is_named(box: list[Card], kind: str, entries: dict[str, Any], words: str) -> None:
    (complaint,) = complaints(box, kind, 0, **entries)
    assert complaint.startswith("the card: ")
    assert words in complaint


def test_every_complaint_comes_at_once(box: list[Card]) -> None:
    rows = tables(box)
    rows["key"][0] |= {"level": 5}
    rows["door"][7] |= {"needs": "Q"}
    rows["doors"] = []
    rows["start"] = {"needs": "H"}
    wrong = SCHEMA.read(rows)[1]
    assert len(wrong) == 4
    assert wrong[0] == "there is no table 'doors'; known: start, door, key"
    assert wrong[1] == "'start' is a list of cards, with [[start]] before each"


@pytest.mark.clause("four-keys.components.rooms-level-1", "four-keys.components.keys-level-2")
def test_wrong_counts_are_named_with_the_right_ones(box: list[Card]) -> None:
    box.remove(key(2))
    box.remove(Start())
    box[box.index(door(1, "trap"))] = door(1, "box")
    assert SCHEMA.check(box) == [
        "a box has 4 starting Doors, not 3",
        "a box has 24 level 2 Keys, not 23",
        "there are 4 copies of the Box Room, not 5",
        "there are 4 copies of the Trap Room, not 3",
    ]


def test_a_room_that_nobody_read_yet_is_no_complaint(box: list[Card]) -> None:
    box[box.index(door(1, "trap"))] = Door(1)
    assert SCHEMA.check(box) == []


# ---------------------------------------------------------------------------- which may be which


def vaguer(card: Card, fields: list[str]) -> Card:
    """Return the card with some entries untold."""
    told = msgspec.structs.replace(card, **dict.fromkeys(fields))
    return key(told.level, told.a, told.b) if isinstance(told, Key) else told


@given(some.cards(), st.data())
def test_a_card_fits_whatever_it_was_before_parts_were_forgotten(card: Card, data: st.DataObject) -> None:
    fields = [field for field in card.__struct_fields__ if field != "level"]
    vague = vaguer(card, data.draw(st.lists(st.sampled_from(fields), unique=True)))
    assert vague.fits(card)
    assert card.fits(vague)


@given(some.cards(), some.cards())
def test_two_known_cards_fit_only_if_they_are_alike(one: Card, other: Card) -> None:
    assert one.fits(other) == (one == other)


@given(some.cards(known=False), some.cards(known=False))
def test_fitting_goes_both_ways(one: Card, other: Card) -> None:
    assert one.fits(other) == other.fits(one)


@given(some.keys(), some.FACES)
def test_a_key_seen_from_one_side_fits_if_it_has_that_side(card: Key, face: str) -> None:
    assert key(card.level, face).fits(card) == (face in (card.a, card.b))


@given(st.text(st.sampled_from(SHAPES), max_size=5), st.randoms(use_true_random=False))
def test_the_order_of_symbols_does_not_matter(word: str, random: Any) -> None:
    shuffled = "".join(random.sample(word, len(word)))
    assert symbols(shuffled) == symbols(word)
    assert Counter(symbols(word)) == Counter(word)


@given(some.FACES, some.FACES)
def test_different_faces_make_different_keys(one: str, other: str) -> None:
    assume(one != other)
    assert key(1, one, one) != key(1, one, other)
    assert key(1, one, other) != key(2, one, other)


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("H", "a Heart"),
        ("CC", "two Crosses"),
        ("XXXH", "a Heart and three Hexagons"),
        ("LCX", "a Lightning, a Cross and a Hexagon"),
        ("LL", "two Lightnings"),
        ("HHHHH", "5 Hearts"),
    ],
)
def test_symbols_in_words(word: str, said: str) -> None:
    assert shape_words(word) == said
