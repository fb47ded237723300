"""What holds in every position of every game, on random games for one to five players."""

from __future__ import annotations

from itertools import combinations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.engine.game import NOBODY, TABLE, Move
from companion.engine.piles import Multiset
from companion.games.four_doors import moves as m
from companion.games.four_doors.cards import ADVENTURERS, SIDES, UNTOLD, PlayerCard
from companion.games.four_doors.rules import FourDoors, adventurers_left
from companion.games.four_doors.state import HAND_LIMIT, Position
from companion.games.four_doors.tower import CAPACITY
from tests.following import legal_is_checked, refusals_are_short_and_cite, shorthand_gives_back
from tests.games.four_doors.following import blank_box, dealt, lay, practice, random_game

GAMES = [(seed, n, skip) for seed in range(2) for n in range(1, 6) for skip in (0.0, 0.3)]


def universe(state: Position) -> list[Move]:
    """Every decision that could be thought of with the cards at hand, sensible or not."""
    hands = [card for player in state.players for card in player.hand.kinds()][:12]
    shadows = list(dict.fromkeys(card for door in state.tower.doors for card in door.shadows))
    seats = [player.handle for player in state.players]
    places = ("beacon", *state.tower.names)
    out: list[Move] = [m.Search(), m.Done(), m.Reshuffled(), *(m.Step(way) for way in ("up", "down", "in"))]
    out += [m.Swap(name) for name in ADVENTURERS] + [m.Stand(way) for way in ("up", "down")]
    out += [m.Shift(seat, place) for seat in seats for place in places] + [m.Walk(place) for place in places]
    out += [m.Dispel(shadow) for shadow in shadows] + [m.Recall(card) for card in state.discard.kinds()]
    for card in hands:
        out += [m.Discard(card), m.Oil(card), m.Cast(card), m.Extra(card)]
        out += [m.Illuminate(card, (shadow,)) for shadow in shadows] + [m.Kindle(card, shadow) for shadow in shadows]
        out += [kind(seat, card) for kind in (m.Give, m.Pass) for seat in seats]
        out += [m.Lumen(card, seat, place) for seat in seats for place in places]
    for seat in seats:
        out += [m.Find(tuple(four)) for four in combinations(sorted(state.player(seat).hand, key=repr), 4)]
    return out + [replace(move, by=seats[-1]) for move in out]


@pytest.mark.parametrize(("seed", "n", "skip"), GAMES)
def test_legal_is_exactly_what_check_allows(seed: int, n: int, skip: float) -> None:
    game = practice()
    for state, _ in random_game(seed, n, skip=skip, free=0.1)[::11]:
        legal_is_checked(game, state, universe(state))


@pytest.mark.parametrize(("seed", "n", "skip"), GAMES)
def test_every_refusal_names_a_clause_of_the_digest(seed: int, n: int, skip: float) -> None:
    game = practice()
    for state, _ in random_game(seed, n, skip=skip)[::17]:
        refusals_are_short_and_cite(game, state, universe(state))


@pytest.mark.parametrize(("seed", "n", "skip"), GAMES)
def test_shorthand_gives_every_move_back(seed: int, n: int, skip: float) -> None:
    game = practice()
    for state, _ in random_game(seed, n, skip=skip, free=0.1)[::9]:
        shorthand_gives_back(game, state)


@pytest.mark.parametrize(("seed", "n", "skip"), GAMES)
@pytest.mark.clause("four-doors.components.player-cards", "four-doors.components.doors", "four-doors.components.pawns")
def test_every_component_is_in_exactly_one_place(seed: int, n: int, skip: float) -> None:
    """The suggested test (m): 48 Player cards, 4 doors, 4 relics, 6 adventurers and their pawns, after every move."""
    deck = practice().box.deck
    for state, _ in random_game(seed, n, skip=skip, free=0.2):
        outside = [card for _, card in state.outside()]
        assert len(outside) + state.down == 48
        told = [card for card in (*outside, *state.top) if card.known]
        assert Multiset.of([*told, *state.unseen]) == deck
        assert len(state.unseen) == state.down - sum(card.known for card in state.top) + sum(
            not card.known for card in outside
        )
        _check_the_rest(state)


def _check_the_rest(state: Position) -> None:
    if state.tower.doors or state.tower.gone:
        assert sorted(state.tower.names) == ["blue", "gold", "green", "purple"]
    held = [door for player in state.players for door in player.relics]
    assert sorted(held) == sorted(state.tower.found)
    people = [player.adventurer for player in state.players if player.adventurer]
    assert sorted([*people, *adventurers_left(state)]) == sorted(ADVENTURERS)
    standing = {*state.tower.places(), ""}
    told = state.step not in ("setup", "over")
    assert not told or all(player.at in standing for player in state.players)
    for _, _, cards in state.tower.sides():
        assert len(cards) <= CAPACITY
    if not (state.due or state.to_draw or state.step in ("draw", "over")):
        assert all(len(player.hand) <= HAND_LIMIT for player in state.players)
    if state.step not in ("setup", "over"):
        assert all(player.at for player in state.players) or any(token.startswith("stand") for token in state.due)


@pytest.mark.parametrize(("seed", "n", "skip"), GAMES)
def test_positions_and_moves_survive_json(seed: int, n: int, skip: float) -> None:
    for state, move in random_game(seed, n, skip=skip, free=0.1)[::4]:
        assert msgspec.json.decode(msgspec.json.encode(state), type=FourDoors.state_type) == state
        if type(move) is not Move:
            assert msgspec.json.decode(msgspec.json.encode(move), type=FourDoors.move_type) == move


@pytest.mark.parametrize("n", range(1, 6))
def test_chances_sum_to_their_total_and_are_legal(n: int) -> None:
    game = practice()
    for state, _ in random_game(7, n, skip=0.3):
        if game.actor(state) == TABLE:
            law = game.chances(state)
            assert law.total == sum(law.weight(move) for move in law)
            assert set(law) <= set(game.legal(state))


@pytest.mark.parametrize("n", range(1, 6))
def test_random_games_end(n: int) -> None:
    for seed in range(3):
        for game in (practice(), blank_box()):
            final = random_game(seed, n, game=game, skip=0.1)[-1][0]
            assert practice().actor(final) == NOBODY
            assert final.turn < 200
            assert practice().outcome(final) is not None


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 5), st.randoms(use_true_random=False))
def test_permuting_what_is_unseen_changes_nothing(seed: int, n: int, rng: object) -> None:
    """Nothing that people are shown depends on the order in which unseen cards are kept."""
    game = practice()
    history = random_game(seed, n)
    state = history[rng.randrange(len(history))][0]  # type: ignore[attr-defined]
    pairs = list(state.unseen.pairs)
    rng.shuffle(pairs)  # type: ignore[attr-defined]
    shuffled = replace(state, unseen=Multiset(tuple(pairs)))
    assert set(game.legal(shuffled)) == set(game.legal(state))
    assert set(game.asides(shuffled)) == set(game.asides(state))
    assert game.score(shuffled) == game.score(state)
    assert game.prompt(shuffled) == game.prompt(state)
    assert game.problems(shuffled) == game.problems(state)
    if game.actor(state) == TABLE:
        assert dict(game.chances(shuffled).items()) == dict(game.chances(state).items())


def test_a_refused_move_that_happened_is_carried_out() -> None:
    follower = dealt(2)
    game = follower.game
    fourth = follower.play("move up; move up; search; draw ?").state
    assert not game.check(fourth, m.Search())
    after = game.force(fourth, m.Search())
    assert after is not None
    assert after.to_draw == 1
    beacon = lay("beacon @ana @bo / purple / green / blue / gold / hand ana #1", "ana bo")
    given_up = game.force(beacon.state, m.Give("bo", practice().language.ids["1"]))
    assert given_up is not None
    assert len(given_up.player("bo").hand) == 1
    assert game.force(after, m.Doors(("purple",))) is None
    assert game.force(after, m.Stand("up")) is None


def test_odd_positions_are_pointed_out() -> None:
    follower = lay("purple 5|0 @ana / green / blue / gold / hand ana 7", "ana bo")
    texts = [problem.text for problem in follower.game.problems(follower.state)]
    assert "5 shadows on purple left; a side holds 3." in texts
    assert "Ana holds 7 cards; 5 is the limit." in texts
    clean = lay("purple 3|0 @ana / green / blue / gold", "ana bo")
    assert clean.game.problems(clean.state) == ()


def test_a_hand_can_be_told_over_again() -> None:
    follower = dealt(2)
    follower.play("hand bo #1 #2 ?")
    assert follower.hand("bo") == 3
    down, unseen = follower.state.down, len(follower.state.unseen)
    follower.play("hand bo #3 ?")
    assert follower.state.down == down + 1
    assert len(follower.state.unseen) == unseen + 1
    follower.refused("hand bo #3 #3", "components.player-cards")
    assert follower.state.players[1].hand == Multiset.of([practice().language.ids["3"], UNTOLD])
    assert isinstance(UNTOLD, PlayerCard)
    assert SIDES == ("left", "right")
