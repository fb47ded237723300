"""What opens doors, where Keys do most, how a card is laid best, and the graph of a turn's options."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, product
from random import Random

import networkx as nx
import pytest

import companion
from companion.engine.errors import CompanionError
from companion.engine.game import TABLE
from companion.games.four_keys.cards import SHAPES, Key, door, key
from companion.games.four_keys.dungeon import FRAMES, Dungeon, KeyCell, cell_name, cell_number
from companion.games.four_keys.moves import Place, Point, Take
from companion.games.four_keys.rules import FourKeys
from companion.games.four_keys.scoring import score
from companion.games.four_keys.search import (
    Fewest,
    Spot,
    best_completion,
    best_line,
    best_lines,
    best_spaces,
    fewest_keys,
    missed,
    opening_graph,
    option_graph,
    placements,
    what_opens,
)
from companion.games.four_keys.state import Position
from tests.games.four_keys.following import practice
from tests.oracle.four_keys_cases import random_card, random_case

ROOMY = "!start(a2,a3){HL} . !box{H}\n+H . .\n!apartments{HLC} +C ."
"""d4 start lacks L; f4 box lacks H; d6 apartments lack L."""


def with_key(dungeon: Dungeon, cell: str, word: str) -> Dungeon:
    return dungeon.put(cell_number(cell), KeyCell(word))


# ------------------------------------------------------------------------------------------------------ opening doors


@pytest.mark.clause("four-keys.opening.row-and-column")
def test_the_graph_has_a_side_for_doors_and_one_for_spots() -> None:
    graph = opening_graph(Dungeon.parse(ROOMY))
    doors = {node for node, side in graph.nodes(data="bipartite") if side == 0}
    assert doors == {"d4", "f4", "d6"}
    assert nx.bipartite.is_bipartite_node_set(graph, doors)
    assert {door: graph.nodes[door]["lacks"] for door in doors} == {"d4": "L", "f4": "H", "d6": "L"}


def test_edges_say_what_a_symbol_on_a_free_cell_does() -> None:
    for seed in range(25):
        dungeon, _ = random_case(Random(seed), 7, 0)
        graph = opening_graph(dungeon)
        for spot in (node for node, kind in graph.nodes(data="kind") if kind == "spot"):
            after = with_key(dungeon, *spot)
            for at in dungeon.closed():
                before_lacks, lacks = what_opens(dungeon, cell_name(at)).lacks, what_opens(after, cell_name(at)).lacks
                helped = lacks != before_lacks
                if graph.has_edge(cell_name(at), spot):
                    assert helped
                    assert graph.edges[cell_name(at), spot]["opens"] == (not lacks)
                elif len(spot.symbols) == 1:
                    assert not helped
            assert graph.nodes[spot]["now"] == (cell_number(spot.cell) in dungeon.holes())


def test_all_that_a_door_lacks_is_a_spot_too() -> None:
    graph = opening_graph(Dungeon.parse("!start(a2,a3){HL}"))
    assert graph.edges["d4", Spot("d3", "HL")]["opens"]
    assert not graph.edges["d4", Spot("d3", "H")]["opens"]
    assert Spot("e5", "H") not in graph


def test_untold_requirements_have_no_edges() -> None:
    graph = opening_graph(Dungeon.parse("!start(a2,a3) !?2"))
    assert graph.nodes["e4"]["lacks"] is None
    assert graph.number_of_edges() == 0


def test_what_opens_names_the_cells() -> None:
    opening = what_opens(Dungeon.parse(ROOMY), "F4")
    assert opening.lacks == "H"
    assert set(opening.now) == {"c4", "e4", "g4", "f3", "f5", "f6"}
    assert set(opening.cells) - set(opening.now) == {"f7"}


def test_what_opens_refuses_a_cell_without_a_closed_door() -> None:
    with pytest.raises(CompanionError, match=r"d5; closed doors: d4, f4, d6"):
        what_opens(Dungeon.parse(ROOMY), "d5")


@pytest.mark.clause("four-keys.opening.keys-stay")
def test_the_best_space_opens_most() -> None:
    spaces = best_spaces(Dungeon.parse(ROOMY), "L")
    assert set(spaces[0].opens) == {"d4", "d6"}
    assert spaces[0].cell in ("d3", "d7")


def test_best_spaces_tell_what_would_happen() -> None:
    for seed in range(20):
        random = Random(seed)
        dungeon, _ = random_case(random, random.randint(2, 12), 0)
        word = random.choice(("H", "LC", "XX"))
        spaces = best_spaces(dungeon, word.lower())
        assert sorted(space.cell for space in spaces) == sorted(map(cell_name, dungeon.holes()))
        for space in spaces:
            after = with_key(dungeon, space.cell, word)
            assert {cell_number(name) for name in space.opens} == set(after.ready())
        ranks = [(-len(space.opens), -space.gain, -len(space.helps)) for space in spaces]
        assert ranks == sorted(ranks)


def test_best_spaces_refuse_what_is_no_symbol() -> None:
    with pytest.raises(CompanionError, match="'Q'"):
        best_spaces(Dungeon.parse(ROOMY), "q")


@pytest.mark.clause("four-keys.opening.missed")
def test_missed_openings_name_their_keys() -> None:
    dungeon = Dungeon.parse("!start(a1,b1){HL} +H +X\n+LC . !box{HH}")
    ((door_cell, keys),) = missed(dungeon)
    assert (door_cell, set(keys)) == ("d4", {"e4", "d5"})
    assert missed(dungeon.opened(dungeon.ready())) == ()


# ---------------------------------------------------------------------------------------------------------- fewest keys


def opens_all(dungeon: Dungeon, put: tuple[tuple[int, str], ...], doors: list[int], multiplicity: bool) -> bool:
    for at in {at for at, _ in put}:
        dungeon = dungeon.put(at, KeyCell("".join(shape for cell, shape in put if cell == at)))
    return set(doors) <= set(dungeon.ready(multiplicity))


def fewest_by_trying(dungeon: Dungeon, doors: list[int], per_face: int, multiplicity: bool) -> tuple[int, int] | None:
    """Put one symbol more each time, in every way, on the cells of every frame."""
    room = 15 - dungeon.card_count
    for count in range(4):
        found = []
        for frame in dungeon.frames():
            free = [at for at in FRAMES[frame] if dungeon.cells[at] is None]
            for put in combinations_with_replacement(list(product(free, SHAPES)), count):
                cells = [at for at, _ in put]
                cards = len(set(cells))
                if cards <= room and all(cells.count(at) <= per_face for at in cells):
                    found += [cards] if opens_all(dungeon, put, doors, multiplicity) else []
        if found:
            return count, min(found)
    return None


def test_fewest_keys_equal_trying_everything() -> None:
    seen = set()
    for seed in range(60):
        random = Random(seed)
        dungeon, _ = random_case(random, random.randint(10, 13), 0, keys=0.6)
        closed = list(dungeon.closed())
        doors = random.sample(closed, min(len(closed), random.randint(1, 3)))
        multiplicity, per_face = random.random() < 0.7, random.choice((1, 2))
        best = fewest_by_trying(dungeon, doors, per_face, multiplicity)
        found = fewest_keys(dungeon, [cell_name(at) for at in doors], per_face, multiplicity=multiplicity)
        seen.add(best)
        if best is None:
            assert found is None or found.symbols > 3
        else:
            assert found is not None
            assert (found.symbols, found.cards) == best, f"seed {seed}"
            put = tuple((cell_number(cell), shape) for cell, word in found.keys for shape in word)
            assert opens_all(dungeon, put, doors, multiplicity)
    assert len(seen) > 4


def test_one_key_where_lines_cross_opens_two_doors() -> None:
    dungeon = Dungeon.parse("!start(a1,b1){H} +X\n+X !box{H}")
    found = fewest_keys(dungeon)
    assert found is not None
    assert (found.symbols, found.cards) == (2, 2)
    dungeon = Dungeon.parse("!start(a1,b1){H} +X\n. !box{H}")
    assert fewest_keys(dungeon) == Fewest(1, 1, (("d5", "H"),))


def test_nothing_wanting_takes_nothing() -> None:
    assert fewest_keys(Dungeon.parse("start(a1,b1)")) == Fewest(0, 0, ())


def test_a_door_without_free_cells_in_its_lines_stays_closed() -> None:
    full_cross = "!start(a1,b1){H} box box box\nbox . . .\nbox . . .\nbox . . ."
    assert fewest_keys(Dungeon.parse(full_cross)) is None


def test_fewest_keys_refuse_what_cannot_be_answered() -> None:
    dungeon = Dungeon.parse("!start(a1,b1) box")
    with pytest.raises(CompanionError, match="d4"):
        fewest_keys(dungeon, ["d4"])
    with pytest.raises(CompanionError, match="e4"):
        fewest_keys(dungeon, ["e4"])
    with pytest.raises(CompanionError, match="not 0"):
        fewest_keys(dungeon, per_face=0)
    assert fewest_keys(dungeon) == Fewest(0, 0, ())


# --------------------------------------------------------------------------------------------------------- laying cards


@pytest.mark.clause("four-keys.placement.key-side")
def test_placements_hold_every_way_the_best_first() -> None:
    for seed in range(25):
        random = Random(seed)
        dungeon, (card,) = random_case(random, random.randint(1, 14), 1)
        ways = placements(dungeon, card)
        faces = [card.a, card.b] if isinstance(card, Key) and card.a != card.b else [""]
        assert {(way.cell, way.face) for way in ways} == set(product(map(cell_name, dungeon.holes()), faces))
        assert len(ways) == len(dungeon.holes()) * len(faces)
        assert [way.points_after for way in ways] == sorted((way.points_after for way in ways), reverse=True)
        assert ways[0].points_after == best_completion(dungeon, [card]).points
        for way in ways:
            assert score(way.dungeon).points == way.points_after
            assert way.gain == way.points_after - best_completion(dungeon, ()).points


@pytest.mark.clause("four-keys.opening.automatic")
def test_a_placement_names_the_doors_it_opens() -> None:
    way = placements(Dungeon.parse(ROOMY), key(1, "L", "X"))[0]
    assert (way.face, set(way.opens)) == ("L", {"d4", "d6"})
    assert way.move == Place(cell_number(way.cell), "L")


def test_a_door_may_open_as_it_is_laid() -> None:
    ways = placements(Dungeon.parse("start(a1,b1) +HH\n. +L"), door(2, "apartments", "HH"))
    assert {way.cell for way in ways if way.opens} == {"c4", "e3", "f4", "e6"}
    assert all(way.opens in ((), (way.cell,)) for way in ways)


# ------------------------------------------------------------------------------------------------------------- options


def test_equal_dungeons_are_one_node() -> None:
    twin = key(1, "H")
    graph = option_graph(Dungeon.parse("start(a1,b1)\ngold=0"), twin, twin)
    ends = [node for node in graph if not graph.out_degree(node)]
    assert len(ends) < sum(len(graph.edges[edge]["ways"]) for edge in graph.edges if edge[1] in ends)
    assert len({node.dungeon for node in graph}) == len(graph)


def test_the_best_line_is_the_best_finish() -> None:
    for seed in range(12):
        random = Random(seed)
        dungeon, cards = random_case(random, random.choice((12, 13)), 2)
        dungeon = dungeon.opened(dungeon.ready())
        graph = option_graph(dungeon, *cards)
        assert nx.is_directed_acyclic_graph(graph)
        line = best_line(graph)
        assert line.end.points == best_completion(dungeon, cards).points
        assert line.end.points == max(node.points for node in graph)
        assert best_lines(graph)[0].end.points == line.end.points
        assert sum(isinstance(move, Place) for move in line.moves) == 2


@pytest.mark.clause("four-keys.rooms.compass-arrow")
def test_arrows_are_pointed_before_the_next_card() -> None:
    dungeon = Dungeon.parse("start(a1,b1) apartments !compass{L}\ngold=0")
    graph = option_graph(dungeon, key(1, "L"), door(1, "ajar0"))
    line = best_line(graph)
    assert [type(move) for move in line.moves] == [Place, Point, Place]
    assert line.end.points == 1 + 5 + 5
    gains = [graph.edges[edge]["gain"] for edge in graph.edges]
    assert min(gains) >= 0


def test_best_lines_lead_to_different_dungeons() -> None:
    graph = option_graph(Dungeon.parse(ROOMY), key(1, "L", "X"))
    lines = best_lines(graph, 4)
    assert len({line.end.dungeon for line in lines}) == 4
    points = [line.end.points for line in lines]
    assert points == sorted(points, reverse=True)


def positions(seed: int, wanted: int) -> list[Position]:
    """Positions of a random game in which a seat is to take a card and all tops are told."""
    game, random = practice(), Random(seed)
    state = companion.open_table("four-keys", ["Ana", "Bo"], seed=seed, store=":memory:").state
    found: list[Position] = []
    while len(found) < wanted:
        if game.actor(state) == TABLE:
            state = game.apply(state, game.chances(state).sample(random))
            continue
        moves = list(game.legal(state))
        if any(isinstance(move, Take) for move in moves):
            found.append(state)
        state = game.apply(state, random.choice(moves))
    return found


def turn_by_rules(game: FourKeys, state: Position) -> set[Dungeon]:
    """The dungeons of the mover after taking and laying a card in every legal way, before arrows are pointed."""
    seat, out = state.mover, set()
    for take in game.legal(state):
        if isinstance(take, Take):
            taken = game.apply(state, take)
            for place in (move for move in (*game.legal(taken), *game.asides(taken)) if isinstance(move, Place)):
                out.add(game.apply(taken, place).player(seat).dungeon)
    return out


@pytest.mark.clause("four-keys.turn.sequence", "four-keys.pushing.cost")
def test_the_turn_graph_is_the_turn_by_the_rules() -> None:
    game, pushes = practice(), 0
    for state in positions(3, 9)[::2]:
        graph = option_graph(state)
        root = graph.graph["root"]
        assert {node.dungeon for node in graph.successors(root)} - {root.dungeon} == turn_by_rules(game, state)
        assert root.dungeon == state.player(state.mover).dungeon
        for _, _, ways in graph.edges(root, data="ways"):
            for take, place in ways:
                assert game.check(state, take)
                assert game.check(game.apply(state, take), place)
                pushes += take.push is not None
    assert pushes


def test_a_card_in_hand_is_only_laid() -> None:
    game = practice()
    state = positions(5, 6)[-1]
    taken = game.apply(state, next(move for move in game.legal(state) if isinstance(move, Take)))
    graph = option_graph(taken)
    moves = [moves for _, _, moves in graph.edges(graph.graph["root"], data="moves")]
    assert moves
    assert all(isinstance(move, Place) for (move,) in moves)


def test_a_table_can_be_asked() -> None:
    table = companion.open_table("four-keys", ["Ana", "Bo"], seed=7, store=":memory:")
    while table.actor == TABLE:
        table.sample()
    graph = option_graph(table)
    assert graph.graph["root"].dungeon == table.state.player(table.state.mover).dungeon
    assert len(best_line(graph).moves) in (2, 3)
    with pytest.raises(CompanionError, match="its own cards"):
        option_graph(table, random_card(Random(1)))


@pytest.mark.parametrize("pair", list(combinations(range(4), 2)))
def test_certain_points_never_fall_along_a_line(pair: tuple[int, int]) -> None:
    dungeon, cards = random_case(Random(sum(pair)), 11, 4)
    graph = option_graph(dungeon.opened(dungeon.ready()), *(cards[i] for i in pair))
    assert all(gain >= 0 for _, _, gain in graph.edges(data="gain"))
