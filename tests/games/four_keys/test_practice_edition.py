"""The practice cards of 4 KEYS: a whole box by the rulebook, said to be invented, and good to play with."""

from __future__ import annotations

from collections import Counter
from random import Random
from statistics import mean

import pytest

from companion.engine.edition import Edition
from companion.engine.game import NOBODY, Seat
from companion.engine.rulebook import load
from companion.games.four_keys.cards import SCHEMA, SHAPES, Door, Key, Start, is_ajar
from companion.games.four_keys.dungeon import DoorCell, StartCell
from companion.games.four_keys.rules import FourKeys
from companion.games.four_keys.state import Position


@pytest.fixture(scope="module")
def box() -> Edition:
    return Edition.load("four-keys", "practice")


def doors(box: Edition, level: int) -> list[Door]:
    """The doors of a level that need keys."""
    return [card for card in box.cards if isinstance(card, Door) and card.level == level and not is_ajar(card.room)]


def keys(box: Edition, level: int) -> list[Key]:
    return [card for card in box.cards if isinstance(card, Key) and card.level == level]


def test_it_is_a_whole_box_and_said_to_be_made_up(box: Edition) -> None:
    assert (box.name, box.title, box.label) == ("practice", "Practice cards", "practice cards (made up)")
    assert box.told == (108, 108)
    assert SCHEMA.check(box.cards) == []


def test_ids_tell_starts_doors_and_keys(box: Edition) -> None:
    letters = {"Start": "s", "Door": "d", "Key": "k"}
    numbers: Counter[str] = Counter()
    for name, card in zip(box.ids, box.cards, strict=True):
        letter = letters[type(card).__name__]
        numbers[letter] += 1
        assert name == f"{letter}{numbers[letter]}"


@pytest.mark.clause("four-keys.components.key-faces", "four-keys.components.key-reminder")
def test_level_1_faces_show_one_symbol_and_level_2_faces_one_or_two(box: Edition) -> None:
    assert {len(face) for key in keys(box, 1) for face in (key.a, key.b) if face} == {1}
    assert {len(face) for key in keys(box, 2) for face in (key.a, key.b) if face} == {1, 2}
    assert any(face[0] == face[-1] and len(face) == 2 for key in keys(box, 2) for face in (key.a or "", key.b or ""))
    assert all(key.a != key.b for key in (*keys(box, 1), *keys(box, 2)))


def test_level_1_doors_need_one_or_two_symbols_and_level_2_doors_two_or_three(box: Edition) -> None:
    assert {len(door.needs or "") for door in doors(box, 1)} == {1, 2}
    assert {len(door.needs or "") for door in doors(box, 2)} == {2, 3}
    for level in (1, 2):
        doubled = [door for door in doors(box, level) if len(set(door.needs or "")) < len(door.needs or "")]
        assert 2 <= len(doubled) <= len(doors(box, level)) / 2


@pytest.mark.parametrize("level", [1, 2])
def test_no_shape_is_rare(box: Edition, level: int) -> None:
    shown = Counter("".join(f"{key.a}{key.b}" for key in keys(box, level)))
    assert len({shown[shape] for shape in SHAPES}) == 1
    needed = Counter("".join(door.needs or "" for door in doors(box, level)))
    assert max(needed.values()) - min(needed[shape] for shape in SHAPES) <= 3


@pytest.mark.clause("four-keys.components.starting-cards")
def test_the_starting_cards_indicate_the_middle_of_each_side(box: Edition) -> None:
    starts = [card for card in box.cards if isinstance(card, Start)]
    assert {card.marked for card in starts} == {("a2", "a3"), ("b1", "c1"), ("d2", "d3"), ("b4", "c4")}
    assert Counter("".join(card.needs or "" for card in starts)) == Counter("HLCX" * 2)


def played(game: FourKeys, seats: int, seed: int) -> Position:
    """A game played to its end by greedy players."""
    rng, policy = Random(seed), game.policy("greedy")
    state = game.setup([Seat(name, name) for name in ("ana", "bo", "cy", "dee")[:seats]], {"depth": "full"})
    while game.actor(state) != NOBODY:
        state = game.apply(state, policy(game, state, rng))
    return state


def test_greedy_players_open_most_doors_and_score_20_to_40(box: Edition) -> None:
    game = FourKeys(box, load("four-keys"))
    ends = [played(game, seats, seed=seats) for seats in (2, 3, 4)]
    scores = [sheet.points for state in ends for sheet in game.score(state)]
    assert 20 <= mean(scores) <= 40
    assert max(scores) - min(scores) >= 5
    assert all(15 <= points <= 50 for points in scores)
    closable = [
        cell
        for state in ends
        for player in state.players
        for cell in player.dungeon.cells
        if isinstance(cell, StartCell) or (isinstance(cell, DoorCell) and not is_ajar(cell.room))
    ]
    assert 0.7 <= mean(cell.open for cell in closable) <= 0.99
