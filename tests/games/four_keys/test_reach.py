"""The most that a Compass, a Treasure Chest Room or a Fountain can still reach, and the tops that bring it there."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb
from random import Random

import pytest
from msgspec.structs import replace

from companion.engine.game import NOBODY, TABLE, Question
from companion.engine.odds import Odds
from companion.games.four_keys.cards import Door, Key
from companion.games.four_keys.dungeon import DoorCell, Dungeon, TileCell, cell_name, cell_number, laid
from companion.games.four_keys.reach import Reach, reach_of
from companion.games.four_keys.scoring import score
from companion.games.four_keys.state import Position
from tests.games.four_keys.following import Follower, follow, practice
from tests.oracle.four_keys_decks import shows

pytestmark = pytest.mark.clause("four-keys.rooms.compass", "four-keys.rooms.chest", "four-keys.rooms.fountain")


@cache
def whole_game(seed: int) -> tuple[Position, ...]:
    """Every position of a game; greedy players open more rooms than random ones do."""
    game, rng, players = practice(), Random(seed), 2 + seed % 3
    policy = game.policy("greedy" if seed % 4 else "random")
    found = [follow(players, order=" ".join(("ana", "bo", "cy", "dee")[:players])).state]
    while game.actor(found[-1]) != NOBODY:
        state = found[-1]
        untold = game.actor(state) == TABLE and rng.random() < (0.3 if seed % 3 == 0 else 0)
        if game.actor(state) == TABLE:
            move = list(game.legal(state))[-1] if untold else game.chances(state).sample(rng)
        else:
            move = policy(game, state, rng)
        found.append(game.apply(state, move))
    return tuple(found)


def reaches(state: Position) -> dict[tuple[str, int], Reach]:
    found = {
        (player.handle, at): reach_of(state, player.handle, at)
        for player in state.players
        for at, cell in enumerate(player.dungeon.cells)
        if isinstance(cell, DoorCell)
    }
    return {place: reach for place, reach in found.items() if reach is not None}


def points(state: Position, seat: str, at: int) -> int:
    sheet = next(sheet for sheet in practice().score(state) if sheet.seat == seat)
    return next((line.points for line in sheet.lines if line.where == cell_name(at)), 0)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.clause("four-keys.rooms.compass-chain", "four-keys.rooms.symbols")
def test_no_game_comes_further_than_was_said_at_any_time(seed):
    positions = whole_game(seed)
    checked = 0
    for state in positions[:: 1 + seed % 5]:
        for (seat, at), reach in reaches(state).items():
            end = points(positions[-1], seat, at)
            assert end <= reach.most, (seat, cell_name(at), reach.name, end, reach.most)
            checked += 1
    assert checked > 20


@pytest.mark.parametrize("seed", range(8))
def test_what_a_room_is_worth_now_is_what_the_score_sheet_says(seed):
    for state in whole_game(seed)[::9]:
        for (seat, at), reach in reaches(state).items():
            cell = state.player(seat).dungeon.cells[at]
            assert reach.now <= reach.most
            if (
                cell.open
                and (cell.arrow or cell.room != "compass")
                and not any("as if" in a for a in reach.assumptions)
            ):
                assert reach.now == points(state, seat, at)


def table(text: str) -> Follower:
    follower = follow(2, order="ana bo")
    follower.put("ana", text)
    return follower


def where(follower: Follower, room: str) -> str:
    """The cell where a room lies before Ana."""
    cells = follower.dungeon("ana").cells
    return cell_name(next(i for i, cell in enumerate(cells) if isinstance(cell, DoorCell) and cell.room == room))


def asked(follower: Follower, room: str, **params: object) -> Odds:
    given = (("room", f"ana:{where(follower, room)}"), *((k, str(v)) for k, v in params.items()))
    return practice().answer(follower.state, Question("reach", "", given))


def test_a_compass_at_nothing_in_an_empty_dungeon_is_answered_at_once():
    """Arrows may lead through Compass after Compass over every free cell; each is looked at once."""
    follower = table("!start{H} compass{LC}")
    reach = reach_of(follower.state, "ana", cell_number("e4"))
    assert (reach.now, reach.most > 5) == (0, True)
    assert "taken to point" in reach.assumptions[0]


def test_a_compass_that_points_out_of_the_dungeon_stays_at_nothing():
    follower = table(". . . compass>{LC}\n!start . . +H")
    reach = reach_of(follower.state, "ana", cell_number(where(follower, "compass")))
    assert (reach.now, reach.most) == (0, 0)


@pytest.mark.clause("four-keys.rooms.symbols")
def test_a_fountain_counts_its_shape_on_the_next_keys():
    follower = table("+HL fountain-H{LC}\n!start .")
    odds = asked(follower, "fountain-H", pile="2K", n=1, points=3)
    two = sum(shows(card, "H") == 2 for card in follower.state.piles[3].unseen)
    assert odds.fraction == Fraction(two, 24)
    assert "has 1 point now" in odds.assumptions[0]
    assert asked(follower, "fountain-H", pile="2K", n=1, points=1).fraction == 1
    assert asked(follower, "fountain-H", pile="2K", n=1, points=99).fraction == 0


@pytest.mark.parametrize(("n", "lacks"), list(product((1, 2, 3), (1, 2, 3, 4))))
@pytest.mark.clause("four-keys.rooms.symbols")
def test_a_chest_with_one_free_space_in_its_lines_counts_only_the_best_key(n, lacks):
    """Three Keys come, but only one can lie where the Chest counts it: every hand is tried."""
    follower = table("+H chest{HL} . +L\n+L +C +C +C\n!start +X +X +X\n. +X . .")
    reach = reach_of(follower.state, "ana", cell_number(where(follower, "chest")))
    deck = list(follower.state.piles[3].unseen)
    best = [max(max(len(card.a), len(card.b)) for card in hand) for hand in combinations(deck, n)]
    odds = asked(follower, "chest", pile="2K", n=n, points=reach.now + lacks)
    assert reach.places == 1
    assert odds.fraction == Fraction(sum(found >= lacks for found in best), comb(24, n))
    assert odds.formula.doit() == odds.value


@pytest.mark.clause("four-keys.rooms.compass-arrow")
def test_a_compass_at_a_free_space_asks_for_a_room_there():
    follower = table("+HL compass>{LC} .\n!start . .")
    good = sum(card.room in ("ajar5", "monster") for card in follower.state.piles[0].unseen)
    odds = asked(follower, "compass", pile="1D", n=2, points=5)
    assert odds.fraction == 1 - Fraction(comb(28 - good, 2), comb(28, 2))


@pytest.mark.clause("four-keys.rooms.monster", "four-keys.rooms.compass-copies")
def test_a_compass_at_a_monster_room_asks_for_level_1_doors():
    follower = table("+HL compass>{LC} monster{X}\n!start ajar3 .")
    reach = reach_of(follower.state, "ana", cell_number(where(follower, "compass")))
    assert (reach.now, reach.adds(Door(1, "box", "H")), reach.adds(Door(2, "chest", "H"))) == (1, 1, 0)
    assert asked(follower, "compass", pile="1D", n=2, points=3).fraction == 1
    assert asked(follower, "compass", pile="1D", n=1, points=3).fraction == 0


@pytest.mark.clause("four-keys.rooms.compass-closed")
def test_a_compass_at_a_closed_door_says_that_it_is_counted_as_open():
    follower = table("+HL compass>{LC} !fountain-H{XX}\n!start . .")
    odds = asked(follower, "compass", pile="1K", n=1, points=2)
    hearts = sum(shows(card, "H") > 0 for card in follower.state.piles[1].unseen)
    assert odds.fraction == Fraction(hearts, 24)
    assert any("as if it were open" in sentence for sentence in odds.assumptions)


@pytest.mark.clause("four-keys.rooms.compass-chain")
def test_a_compass_follows_another_to_where_that_one_points():
    follower = table("+H compass>{LC} compass>{HX} chest{H}\n!start . . .")
    cells = follower.dungeon("ana").cells
    first = next(i for i, cell in enumerate(cells) if isinstance(cell, DoorCell))
    reach = reach_of(follower.state, "ana", first)
    assert (reach.now, reach.places > 0) == (1, True)


def test_only_rooms_of_these_kinds_have_a_reach():
    follower = table("+H box{H} !start .")
    assert reach_of(follower.state, "ana", cell_number(where(follower, "box"))) is None


def finishes(state: Position, seat: str) -> Iterator[Dungeon]:
    """Yield every finished dungeon of a seat that lacks one card: any unseen or open card, space, side and arrow."""
    dungeon = state.player(seat).dungeon
    cards = {card for pile in state.piles for card in pile.unseen.kinds()}
    cards |= {pile.top for pile in state.piles if isinstance(pile.top, Door | Key)}
    for card, hole in product(cards, dungeon.holes()):
        for face in range(2 if isinstance(card, Key) and card.a != card.b else 1):
            full = dungeon.put(hole, laid(card, face))
            full = full.opened(full.ready())
            yield from pointed(full.put(full.holes()[0], TileCell()))


def pointed(dungeon: Dungeon) -> Iterator[Dungeon]:
    """Yield a dungeon with its free arrows pointed in every way."""
    doors = [(i, cell) for i, cell in enumerate(dungeon.cells) if isinstance(cell, DoorCell) and cell.open]
    free = [i for i, cell in doors if cell.room == "compass" and not cell.arrow]
    for ways in product("^>v<", repeat=len(free)):
        cells = list(dungeon.cells)
        for i, way in zip(free, ways, strict=True):
            cells[i] = replace(cells[i], arrow=way)
        yield replace(dungeon, cells=tuple(cells))


def best_of(state: Position, seat: str) -> dict[str, int]:
    """The most that each room really becomes, by trying everything for the one card that is still to come."""
    best: dict[str, int] = {}
    for done in finishes(state, seat):
        for line in score(done).lines:
            best[line.where] = max(best.get(line.where, 0), line.points)
    return best


@pytest.mark.parametrize("seed", range(8))
def test_with_one_card_to_come_no_finish_exceeds_the_reach(seed):
    """Every card, space, side and arrow is tried; for a Fountain the bound is met."""
    ends = [s for s in whole_game(seed) if s.hand is None and any(p.dungeon.card_count == 14 for p in s.players)]
    state = ends[0]
    for seat in (player.handle for player in state.players if player.dungeon.card_count == 14):
        best = best_of(state, seat)
        for (owner, at), reach in reaches(state).items():
            cell = state.player(owner).dungeon.cells[at]
            if owner == seat:
                assert best.get(cell_name(at), 0) <= reach.most
                if cell.open and cell.room.startswith("fountain") and seed % 3:
                    assert best[cell_name(at)] == reach.most
