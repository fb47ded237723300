"""What holds in every position of every game, on random games for two to four players in all modes."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.engine.game import NOBODY, TABLE, Move
from companion.engine.piles import Multiset
from companion.games.shadowgate import moves as m
from companion.games.shadowgate.box import supply
from companion.games.shadowgate.cards import CHARACTERS, PuzzleCard
from companion.games.shadowgate.costs import stage
from companion.games.shadowgate.decks import deck_of, every
from companion.games.shadowgate.rules import Shadowgate
from companion.games.shadowgate.state import DECKS, MODES, Position, outside
from companion.games.shadowgate.vocabulary import ELEMENTS, TRAITS
from tests.following import legal_is_checked, refusals_are_short_and_cite, shorthand_gives_back
from tests.games.shadowgate.following import blank_box, practice, random_game

GAMES = [(2, "beginner", 0.0), (3, "standard", 0.2), (4, "competition", 0.0), (2, "standard", 0.0)]
ALL = [(n, mode, skip) for n in (2, 3, 4) for mode in MODES for skip in (0.0, 0.2)]
BOX = dict(zip(DECKS, (15, 15, 15, 55, 10, 3, 10, 7, 3), strict=True))


@cache
def some_game(seed: int, n: int) -> list[tuple[Position, Move]]:
    return random_game(seed, n, cap=350)


def universe(state: Position) -> list[Move]:
    """Every decision and reveal that could be thought of with the cards at hand, sensible or not."""
    gear = list(dict.fromkeys(card for p in state.players for card in (*p.inventory, *p.equipped)))[:14]
    seats = [player.handle for player in state.players]
    spaces = range(len(state.spaces) + 2)
    out: list[Move] = [m.Done(), m.Flip(), m.GiveUp(), m.Answer(), m.Pay(), m.Ability(), m.Ability(True)]
    out += [kind(trait) for kind in (m.Attack, m.Uncurse, m.Red) for trait in TRAITS]
    out += [m.Tokens((token,)) for token in (*TRAITS, *ELEMENTS)] + [m.Refill(deck) for deck in ("I", "II", "III")]
    out += [m.Attempt(space) for space in spaces] + [m.Cycle(space, deck) for space in spaces for deck in ("I", "III")]
    out += [m.Assign(seats[0], name) for name in CHARACTERS] + [m.First(seat) for seat in seats]
    out += [m.Roll(black) for black in (("1", "skull"), ("skull", "skull"), ("5", "5"))]
    for card in gear:
        out += [m.Unequip(card), m.Use(card), m.Use(card, "mental"), m.Answer(card), m.Bonus(card), m.Pay((card,))]
        out += [m.Equip(card, slot) for slot in range(6)]
        out += [m.Trade(card, seat, other) for seat in seats for other in gear[:5]]
    return out + [replace(move, by=seats[-1]) for move in out[:40]]


@pytest.mark.parametrize("depth", ["full", "light"])
@pytest.mark.parametrize(("n", "mode", "skip"), GAMES)
def test_legal_is_exactly_what_check_allows(n: int, mode: str, skip: float, depth: str) -> None:
    game = practice()
    for state, _ in random_game(n, n, skip=skip, free=0.1, cap=400, mode=mode, depth=depth)[::23]:
        legal_is_checked(game, state, universe(state))


@pytest.mark.parametrize(("n", "mode", "skip"), GAMES)
def test_every_refusal_names_a_clause_of_the_digest(n: int, mode: str, skip: float) -> None:
    game = practice()
    for state, _ in random_game(n + 5, n, skip=skip, cap=400, mode=mode)[::41]:
        refusals_are_short_and_cite(game, state, universe(state))


@pytest.mark.parametrize("depth", ["full", "light"])
@pytest.mark.parametrize(("n", "mode", "skip"), GAMES)
def test_shorthand_gives_every_move_back(n: int, mode: str, skip: float, depth: str) -> None:
    for game in (practice(), blank_box()):
        for state, _ in random_game(n, n, game=game, skip=skip, free=0.1, cap=300, mode=mode, depth=depth)[::23]:
            shorthand_gives_back(game, state)
            hint = game.prompt(state)
            assert hint.sentence
            if hint.move and game.actor(state) != NOBODY:
                assert game.check(state, game.parse(hint.move, state)).legal, hint


@pytest.mark.clause("shadowgate.decks.one-each", "shadowgate.tokens.limited")
@pytest.mark.parametrize(("n", "mode", "skip"), ALL)
def test_every_component_is_in_exactly_one_place(n: int, mode: str, skip: float) -> None:
    """All cards, tokens and Deaths of the box, after every move."""
    box = practice().box
    for step, (state, _) in enumerate(random_game(n + 9, n, skip=skip, free=0.2, mode=mode, cap=700)):
        counts = every(state)
        boxed = 2 if mode == "beginner" and not state.tied else 0
        assert counts == BOX | {"boss": 3 - boxed}
        for name in DECKS if step % 7 == 0 else ():
            deck = state.deck(name)
            told = [card for _, card in outside(state) if deck_of(card) == name and card.known]
            told += [card for card in deck.bottom if card.known]
            assert Multiset.of([*told, *deck.unseen]) == box.decks[name], name
            assert len(deck.bottom) <= deck.down
        for token in (*TRAITS, *ELEMENTS):
            assert 0 <= supply(state, token) <= 5
        assert _tokens(state) <= 30
        assert 0 <= state.torch <= 10
        assert all(player.deaths >= 0 for player in state.players)


def _tokens(state: Position) -> int:
    return sum(sum(player.plus) + sum(player.curses) + sum(player.magic) for player in state.players)


@pytest.mark.parametrize(("n", "mode", "skip"), GAMES)
def test_positions_and_moves_survive_json(n: int, mode: str, skip: float) -> None:
    for state, move in random_game(n, n, skip=skip, free=0.1, mode=mode, cap=500)[::9]:
        assert msgspec.json.decode(msgspec.json.encode(state), type=Shadowgate.state_type) == state
        if type(move) is not Move:
            assert msgspec.json.decode(msgspec.json.encode(move), type=Shadowgate.move_type) == move


@pytest.mark.parametrize("depth", ["full", "light"])
@pytest.mark.parametrize("n", [2, 3, 4])
def test_chances_sum_to_their_total_and_are_legal(n: int, depth: str) -> None:
    for game in (practice(), blank_box()):
        for state, _ in random_game(7, n, game=game, skip=0.2, cap=200, depth=depth):
            if game.actor(state) == TABLE:
                law = game.chances(state)
                assert law.total == sum(law.weight(move) for move in law)
                assert set(law) <= set(game.legal(state))


@pytest.mark.parametrize(("n", "mode"), [(2, "beginner"), (3, "standard"), (4, "competition"), (3, "competition")])
def test_games_end_and_somebody_or_nobody_wins(n: int, mode: str) -> None:
    game = practice()
    for player, cap in (("random", 20_000), ("greedy", 3_000)):
        final = random_game(n, n, mode=mode, player=player, cap=cap)[-1][0]
        assert game.actor(final) == NOBODY
        outcome = game.outcome(final)
        assert outcome is not None
        assert outcome.clause in game.rulebook
        totals = {sheet.seat: sheet.points for sheet in game.score(final)}
        if final.ended == "boss":
            best = max(total for seat, total in totals.items() if not final.player(seat).out)
            assert [totals[seat] for seat in outcome.winners] == [best]
        for sheet in game.score(final):
            assert sheet.settled
            assert all(clause in game.rulebook for line in sheet.lines for clause in line.clauses)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 3), st.integers(2, 4), st.randoms(use_true_random=False))
def test_swapping_what_is_hidden_changes_nothing_for_who_cannot_see_it(seed: int, n: int, rng: object) -> None:
    """Face-down Puzzle items of others may be exchanged with each other and with those in the deck."""
    game = practice()
    history = some_game(seed, n)
    state = history[rng.randrange(len(history))][0]  # type: ignore[attr-defined]
    viewer = state.players[0].handle
    seen = game.view(state, viewer)
    other = _shuffled(state, viewer, rng)
    assert every(other) == every(state)
    assert game.view(other, viewer) == seen
    assert game.view(seen, viewer) == seen
    again = game.view(other, viewer)
    assert list(game.legal(again)) == list(game.legal(seen))
    assert game.score(again) == game.score(seen)
    assert game.prompt(again) == game.prompt(seen)


def _shuffled(state: Position, viewer: str, rng: object) -> Position:
    """Deal the Puzzle items that the viewer cannot see anew."""
    deck = state.deck("puzzle")
    theirs = [p for p in state.players if p.handle != viewer]
    held = [card for p in theirs for card in p.inventory if isinstance(card, PuzzleCard)]
    pool = [*held, *deck.unseen]
    rng.shuffle(pool)  # type: ignore[attr-defined]
    for player in theirs:
        bag = tuple(pool.pop() if isinstance(card, PuzzleCard) else card for card in player.inventory)
        state = state.with_player(replace(player, inventory=bag))
    return state.with_deck("puzzle", replace(deck, unseen=Multiset.of(pool)))


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 3), st.integers(2, 4), st.randoms(use_true_random=False))
def test_the_order_of_unseen_cards_means_nothing(seed: int, n: int, rng: object) -> None:
    game = practice()
    history = some_game(seed, n)
    state = history[rng.randrange(len(history))][0]  # type: ignore[attr-defined]
    decks = []
    for deck in state.decks:
        pairs = list(deck.unseen.pairs)
        rng.shuffle(pairs)  # type: ignore[attr-defined]
        decks.append(replace(deck, unseen=Multiset(tuple(pairs))))
    shuffled = replace(state, decks=tuple(decks))
    assert set(game.legal(shuffled)) == set(game.legal(state))
    assert set(game.asides(shuffled)) == set(game.asides(state))
    assert game.score(shuffled) == game.score(state)
    if game.actor(state) == TABLE:
        assert dict(game.chances(shuffled).items()) == dict(game.chances(state).items())


def test_an_attempt_is_settled_by_the_sum_of_what_is_short() -> None:
    """Two rolls of the same total end alike, whichever traits are short."""
    game = practice()
    seen = 0
    for state, _ in random_game(4, 3, cap=1500):
        if not state.attempt or state.due or stage(game.box, state).name != "roll":
            continue
        seen += 1
        results: dict[int, set[bool]] = {}
        for move in game.legal(state):
            assert isinstance(move, m.Roll)
            total = sum(int(face) for face in move.black if face != "skull")
            after = game.apply(state, move)
            failed = after.quest(state.attempt) is not None and not after.attempt
            results.setdefault(total, set()).add(failed)
        assert all(len(found) == 1 for found in results.values())
    assert seen > 3


def test_a_refused_move_that_happened_is_carried_out() -> None:
    game = practice()
    state = random_game(1, 2, cap=60)[-1][0]
    while game.actor(state) == TABLE or state.attempt or state.due:
        state = game.apply(state, next(iter(game.legal(state))))
    late = replace(state, phase="resolve")
    space = next(n for n in range(1, 5) if late.quest(n) is not None and late.quest(n).kind != "event")  # type: ignore[union-attr]
    assert not game.check(late, m.Made(space))
    after = game.force(late, m.Made(space))
    assert after is not None
    assert after.quest(space) is None
    assert game.force(replace(state, step="setup"), m.Done()) is None
