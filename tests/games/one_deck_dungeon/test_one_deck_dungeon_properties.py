"""What holds in every position of every game, on random games of one, two and four heroes."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.engine.game import NOBODY, TABLE, Move
from companion.engine.piles import Multiset
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.boxes import COLOURS
from companion.games.one_deck_dungeon.party import in_play, supply
from companion.games.one_deck_dungeon.places import tellable
from companion.games.one_deck_dungeon.policies import greedy
from companion.games.one_deck_dungeon.rules import OneDeckDungeon
from companion.games.one_deck_dungeon.state import POTIONS, SUPPLY, Position, count
from companion.games.one_deck_dungeon.throws import RollLaw
from tests.following import legal_is_checked, refusals_are_short_and_cite, shorthand_gives_back
from tests.games.one_deck_dungeon.following import blank_box, core, practice, random_game

DECKS = {0: "core", 1: "forest", 2: "hybrid"}
GAMES = [(seed, n, skip) for seed in range(3) for n in (1, 2, 4) for skip in (0.0, 0.1)]


def history(seed: int, n: int, skip: float = 0.0, nurse: float = 0.3) -> list[tuple[Position, Move]]:
    """A random game, its deck, tier and turn reference by the seed."""
    tier = ("novice", "standard", "expert")[seed % 3]
    reference = ("healing", "cure")[seed % 2]
    options: dict[str, Any] = {"deck": DECKS[seed % 3], "tier": tier, "reference": reference}
    return random_game(seed, n, skip=skip, free=0.1, nurse=nurse, **options)


def universe(state: Position) -> list[Move]:
    """Decisions that could be thought of, sensible or not."""
    fight = state.fight
    out: list[Move] = [m.Explore(), m.Flee(), m.Descend(), m.Next(), m.Begin(), m.Settle(), m.Pick()]
    out += [m.Enter(n) for n in range(1, 6)] + [m.Option(n) for n in (1, 2, 3)]
    out += [m.Choose(handle) for handle in state.handles]
    out += [m.Heal(handle, what) for handle in state.handles for what in ("damage", "poison")]
    out += [m.Drain(handle, n) for handle in state.handles for n in (1, 2)]
    out += [m.Damage(((handle, n),)) for handle in state.handles for n in (1, 2, 3)]
    out += [m.Poison(((handle, n),)) for handle in state.handles for n in (1, 2)]
    out += [m.Potion(name, handle) for name in ("healing", "cure", "mana", "dreamcap") for handle in state.handles]
    out += [m.Feat(handle, n) for handle in state.handles for n in (1, 2)]
    out += [m.Loot(1, what, handle) for what in ("item", "skill") for handle in state.handles]
    out += [m.Loot(1, "xp"), m.Loot(1, "potion"), m.Loot(1, "gone"), m.Arrange((state.handles,), (1,))]
    if fight is not None:
        dice = tuple(dict.fromkeys(fight.dice))
        out += [m.Place(die, box) for die in dice for box in range(1, 10)] + [m.Take(box) for box in range(1, 6)]
        out += [m.Pick((die,)) for die in dice] + [m.Black((die, other)) for die in dice for other in dice]
    return out


@pytest.mark.parametrize(("seed", "n", "skip"), GAMES)
def test_legal_is_exactly_what_check_allows(seed: int, n: int, skip: float) -> None:
    game = practice()
    for state, _ in history(seed, n, skip)[::13]:
        legal_is_checked(game, state, universe(state))


@pytest.mark.parametrize(("seed", "n", "skip"), GAMES[::2])
def test_every_refusal_names_a_clause_of_the_digest(seed: int, n: int, skip: float) -> None:
    game = practice()
    for state, _ in history(seed, n, skip)[::17]:
        refusals_are_short_and_cite(game, state, universe(state))


@pytest.mark.parametrize(("seed", "n", "skip"), GAMES)
def test_shorthand_gives_every_move_back(seed: int, n: int, skip: float) -> None:
    game = practice()
    for state, _ in history(seed, n, skip)[::11]:
        shorthand_gives_back(game, state, 400)
        assert game.prompt(state).sentence


@pytest.mark.parametrize(("seed", "n", "skip"), GAMES)
def test_every_component_is_in_exactly_one_place(seed: int, n: int, skip: float) -> None:
    """Cards, dice, poison and potion tokens are conserved by every move."""
    game = practice()
    deck = game.cat.deck(DECKS[seed % 3], n == 4)
    for state, move in history(seed, n, skip):
        outside = [card for _, card in state.outside()]
        assert len(outside) + state.down == len(deck), (state.step, move)
        told = [card for card in outside if card.known]
        assert Multiset.of([*told, *state.unseen]) == deck
        assert len(state.unseen) == state.down + sum(not card.known for card in outside)
        assert state.tokens + state.poison_left + state.poison_exiled == state.poison_total
        assert 0 <= state.potions <= POTIONS[n]
        _check_dice(state)


def _check_dice(state: Position) -> None:
    left = supply(state)
    for colour in COLOURS:
        whole = state.sets * count(SUPPLY, colour)
        lying = sum(hero.stored for hero in state.heroes) if colour == "H" else 0
        assert count(left, colour) + lying + count(state.exiled, colour) == whole
    fight = state.fight
    if fight is not None and fight.begun and not fight.untold:
        assert all(in_play(fight, colour) <= count(fight.share, colour) <= 8 for colour in COLOURS)


@pytest.mark.parametrize(("seed", "n", "skip"), GAMES)
def test_positions_and_moves_survive_json(seed: int, n: int, skip: float) -> None:
    for state, move in history(seed, n, skip)[::4]:
        assert msgspec.json.decode(msgspec.json.encode(state), type=OneDeckDungeon.state_type) == state
        if type(move) is not Move:
            assert msgspec.json.decode(msgspec.json.encode(move), type=OneDeckDungeon.move_type) == move


@pytest.mark.parametrize("n", [1, 2, 4])
def test_chances_sum_to_their_total_and_are_legal(n: int) -> None:
    game, rng = practice(), Random(n)
    for state, _ in history(4, n):
        if game.actor(state) != TABLE:
            continue
        law = game.chances(state)
        if isinstance(law, RollLaw):
            move = law.sample(rng)
            assert 0 < law.weight(move) <= law.total
            assert game.check(state, move).legal
        else:
            assert law.total == sum(law.weight(move) for move in law)
            assert set(law) <= set(game.legal(state))


@pytest.mark.parametrize("n", [1, 2, 4])
def test_random_games_end(n: int) -> None:
    for seed in range(4):
        for game, nurse in ((practice(), 0.4), (core(), 0.0), (blank_box(), 0.0)):
            options: dict[str, Any] = {"deck": DECKS[seed % 3], "depth": ("full", "light")[seed % 2]}
            final = random_game(seed, n, game=game, skip=0.1, nurse=nurse, **options)[-1][0]
            assert practice().actor(final) == NOBODY
            assert practice().outcome(final) is not None
            assert final.turn < 200


def test_random_games_come_to_the_boss() -> None:
    """With somebody to nurse the heroes a careful party goes down all floors."""
    game, rng = practice(), Random(1)
    state = random_game(0, 1)[0][0]
    seen = set()
    while game.actor(state) != NOBODY:
        state = replace(state, heroes=tuple(replace(hero, damage=-20) for hero in state.heroes))
        seen.add(state.floor)
        state = game.apply(state, greedy(game, state, rng))
    assert seen == {1, 2, 3, 4}
    assert state.ended == "won"


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([1, 2, 4]), st.randoms(use_true_random=False))
def test_permuting_what_is_unseen_changes_nothing(seed: int, n: int, rng: Random) -> None:
    """Nothing that people are shown depends on the order in which unseen cards are kept."""
    game = practice()
    past = random_game(seed, n)
    state = past[rng.randrange(len(past))][0]
    pairs = list(state.unseen.pairs)
    rng.shuffle(pairs)
    shuffled = replace(state, unseen=Multiset(tuple(pairs)))
    assert set(islice(game.legal(shuffled), 3000)) == set(islice(game.legal(state), 3000))
    assert game.score(shuffled) == game.score(state)
    assert game.prompt(shuffled) == game.prompt(state)
    if game.actor(state) == TABLE and not isinstance(game.chances(state), RollLaw):
        assert dict(game.chances(shuffled).items()) == dict(game.chances(state).items())


def test_untold_cards_can_be_told_later() -> None:
    game = practice()
    for state, _ in history(2, 2, 0.5)[::9]:
        for place in tellable(state)[:4]:
            for name in list(game.cat.encounters)[:6]:
                move = game.tell(state, place, f"#{name}")
                if game.check(state, move):
                    after = game.apply(state, move)
                    assert len(list(after.outside())) == len(list(state.outside()))


def test_a_refused_move_that_happened_is_carried_out() -> None:
    game = practice()
    state = next(s for s, _ in history(0, 1) if s.step == "turn" and len(s.doors) > 1)
    assert not game.check(state, m.Next())
    after = game.force(state, m.Next())
    assert after is not None
    assert after.turn == state.turn + 1
    assert game.force(state, m.Enter(9)) is None
