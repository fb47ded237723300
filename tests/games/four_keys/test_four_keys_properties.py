"""What holds in every position of every game, on random games for two, three and four players."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.engine.game import NOBODY, TABLE, Move
from companion.engine.piles import UNSEEN, Multiset
from companion.games.four_keys.cards import Card
from companion.games.four_keys.dungeon import ARROWS, DoorCell, StartCell, TileCell, cell_number
from companion.games.four_keys.moves import AnyMove, Open, Place, Point, Put, Renew, Reveal, Take
from companion.games.four_keys.rules import FourKeys
from companion.games.four_keys.state import Position, card_at, is_told, pile_of, top_card
from tests.following import legal_is_checked, refusals_are_short_and_cite, shorthand_gives_back
from tests.games.four_keys.following import blank_box, follow, practice, random_game

GAMES = [(seed, n, skip) for seed in range(3) for n in (2, 3, 4) for skip in (0.0, 0.4)]


def universe(state: Position) -> list[AnyMove]:
    """Every decision that could be thought of, sensible or not."""
    takes = [Take(pile, push, source) for pile in range(4) for push in (None, 0, 1, 2, 3) for source in (None, 0, 3)]
    faces = ("", "H", "L", "C", "X", "HH", "HL", "LX", "CX")
    places = [Place(cell, face) for cell in range(49) for face in faces]
    return [Renew(), *takes, *places, *(Point(cell, arrow) for cell in range(49) for arrow in ARROWS)]


@pytest.mark.parametrize(("seed", "n", "skip"), GAMES)
def test_legal_is_exactly_what_check_allows(seed: int, n: int, skip: float) -> None:
    game = practice()
    for state, _ in random_game(seed, n, skip=skip)[::5]:
        legal_is_checked(game, state, universe(state))


@pytest.mark.parametrize(("seed", "n", "skip"), GAMES)
def test_every_refusal_names_a_clause_of_the_digest(seed: int, n: int, skip: float) -> None:
    """As in tsaglam/Carcassonne #4: no hole is refused by a house rule that nobody can name."""
    game = practice()
    for state, _ in random_game(seed, n, skip=skip)[::11]:
        refusals_are_short_and_cite(game, state, universe(state))


@pytest.mark.parametrize(("seed", "n", "skip"), GAMES)
def test_shorthand_gives_every_move_back(seed: int, n: int, skip: float) -> None:
    game = practice()
    for state, _ in random_game(seed, n, skip=skip)[::3]:
        shorthand_gives_back(game, state)


@pytest.mark.parametrize(("seed", "n", "skip"), GAMES)
@pytest.mark.clause("four-keys.components.cards", "four-keys.setup.gold")
def test_every_card_is_in_exactly_one_place(seed: int, n: int, skip: float) -> None:
    """As in terraforming-mars #2537: no card comes back or vanishes between zones."""
    game = practice()
    for state, _ in random_game(seed, n, skip=skip):
        for index, pile in enumerate(state.piles):
            told, untold = _elsewhere(state, index)
            top = top_card(pile)
            told += [top] if is_told(top) else []
            deck = game.decks[index]
            assert Multiset.of(sorted([*told, *pile.removed, *pile.unseen], key=repr)) == Multiset.of(
                sorted(deck, key=repr)
            )
            assert len(pile.unseen) == pile.down - is_told(top) + untold + pile.removed_untold
        assert all(0 <= (player.dungeon.gold or 0) <= 4 for player in state.players)


def _elsewhere(state: Position, index: int) -> tuple[list[Card], int]:
    """Return the told cards of a pile in hand and dungeons, and how many untold ones lie there."""
    cards = [
        card_at(cell) for p in state.players for cell in p.dungeon.cells if cell and not isinstance(cell, TileCell)
    ]
    cards = [card for card in cards if pile_of(card) == index]
    if state.hand is not None and state.hand.pile == index:
        cards.append(state.hand.card)
    told = [card for card in cards if card is not None and is_told(card)]
    return told, len(cards) - len(told)


@pytest.mark.parametrize(("seed", "n", "skip"), GAMES)
def test_positions_and_moves_survive_json(seed: int, n: int, skip: float) -> None:
    for state, move in random_game(seed, n, skip=skip)[::4]:
        assert msgspec.json.decode(msgspec.json.encode(state), type=FourKeys.state_type) == state
        if type(move) is not Move:
            assert msgspec.json.decode(msgspec.json.encode(move), type=FourKeys.move_type) == move


@pytest.mark.parametrize("n", [2, 3, 4])
def test_chances_sum_to_their_total_and_are_legal(n: int) -> None:
    game = practice()
    for state, _ in random_game(7, n, skip=0.3):
        if game.actor(state) == TABLE:
            law = game.chances(state)
            assert law.total == sum(law.weight(move) for move in law)
            legal = set(game.legal(state))
            assert all(move in legal for move in law)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_a_game_ends_after_a_bounded_number_of_steps(n: int) -> None:
    history = random_game(8, n)
    cards, renewals = 14 * n, 4 * n
    assert len(history) <= 1 + n + 4 + cards * 4 + renewals * 5
    assert practice().actor(history[-1][0]) == NOBODY


def test_random_games_with_an_unknown_box_end_too() -> None:
    for seed in range(3):
        final = random_game(seed, 3, game=blank_box())[-1][0]
        assert final.finished


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 4), st.randoms(use_true_random=False))
def test_permuting_what_is_unseen_changes_nothing(seed: int, n: int, rng: object) -> None:
    """Nothing that a player is shown depends on the order in which unseen cards are kept."""
    game = practice()
    history = random_game(seed, n)
    state = history[rng.randrange(len(history))][0]  # type: ignore[attr-defined]
    shuffled = replace(state, piles=tuple(_shuffled(pile, rng) for pile in state.piles))
    assert set(game.legal(shuffled)) == set(game.legal(state))
    assert set(game.asides(shuffled)) == set(game.asides(state))
    assert game.score(shuffled) == game.score(state)
    assert game.prompt(shuffled) == game.prompt(state)
    assert game.problems(shuffled) == game.problems(state)
    if game.actor(state) == TABLE:
        assert dict(game.chances(shuffled).items()) == dict(game.chances(state).items())


def _shuffled(pile: object, rng: object) -> object:
    pairs = list(pile.unseen.pairs)  # type: ignore[attr-defined]
    rng.shuffle(pairs)  # type: ignore[attr-defined]
    return replace(pile, unseen=Multiset(tuple(pairs)))  # type: ignore[type-var]


def test_everybody_sees_everything() -> None:
    game = practice()
    for state, _ in random_game(3, 3)[::20]:
        assert all(game.view(state, player.handle) == state for player in state.players)


@pytest.mark.parametrize(
    "text",
    [
        "take 5Z",
        "",
        "   ",
        "place",
        "place z9",
        "reveal 1D",
        "point e4 sideways",
        "gold bo lots",
        "open e4 cellar",
        "fly",
        "bo:",
        "take 1D push",
        "card bo e4 +Z",
        "start ana box{HL}",
        "take 1D 2D",
        "renew now",
        "🗝️",
        "'; drop table entries; --",
    ],
)
def test_garbage_gets_a_sentence_that_says_what_would_be_right(text: str) -> None:
    from companion.engine.errors import CompanionError

    follower = follow(2, order="ana bo")
    with pytest.raises(CompanionError) as caught:
        follower.game.parse(text, follower.state)
    assert len(str(caught.value)) > 15


def test_a_refused_move_that_happened_is_carried_out() -> None:
    follower = follow(2, order="ana bo")
    follower.play("take 1D")
    game = follower.game
    diagonal = game.parse("place e5", follower.state)
    after = game.force(follower.state, diagonal)
    assert after is not None
    assert after.player("ana").dungeon["e5"] is not None
    assert any("do not touch" in problem.text for problem in game.problems(after))
    out_of_turn = game.force(after, game.parse("ana: take 1K", after))
    assert out_of_turn is not None
    assert out_of_turn.order == ("bo", "bo*")
    assert game.force(after, game.parse("place e5", after)) is None
    closed = game.force(after, Open(24, by="ana"))
    assert closed is not None
    assert game.force(after, Reveal(0, None)) is None


def test_force_never_takes_more_gold_than_there_is() -> None:
    follower = follow(2, order="ana bo")
    follower.play("gold ana -4")
    after = follower.game.force(follower.state, Renew())
    assert after is not None
    assert after.player("ana").dungeon.gold == 0
    assert after.piles[0].top == UNSEEN


def test_what_the_table_insists_on_never_takes_a_tile_off_the_lines() -> None:
    follower = follow(2, order="ana bo")
    follower.play("take 1D; place e4; take 2D; place e4; take 1K; place d5 ?")
    game, state = follower.game, follower.state
    for push in ("take 1D push 1D", "take 1D push 1K", "take 2K push 1D", "take 1D"):
        assert game.force(state, game.parse(push, state)) is None, push
    pushed = game.force(state, game.parse("take 1D push 2K", state))
    assert pushed is not None
    tiles = [tile for tile in (*pushed.order, *pushed.choice) if tile]
    assert sorted(tiles) == ["ana", "ana*", "bo", "bo*"]


@pytest.mark.parametrize("told", ["card ana e4 +1H", "card ana e4 !?1{H}", "card ana e4 ?"])
def test_a_card_told_to_be_from_another_pile_is_counted_to_that_one(told: str) -> None:
    follower = follow(2, depth="light")
    follower.play("card ana e4 ?; card ana d5 +1C(X)")
    game = follower.game
    for text in (told, told.replace("e4", "d5")):
        after = game.force(follower.state, game.parse(text, follower.state)) or follower.state
        for index, pile in enumerate(after.piles):
            assert len(pile.unseen) == pile.down - is_told(top_card(pile)) + _elsewhere(after, index)[1], text


@pytest.mark.clause("four-keys.placement.four-by-four")
def test_a_fifth_row_that_the_table_insists_on_does_not_stop_the_game() -> None:
    follower = follow(2, order="ana bo")
    game = follower.game
    state = follower.state
    for cell in ("d5", "d6", "d7", "d3"):
        state = game.force(state, Put("ana", cell_number(cell), DoorCell(1))) or state
    assert any("5 rows" in problem.text for problem in game.problems(state))
    state = game.apply(state, Take(0))
    assert [move for move in game.legal(state) if game.check(state, move)] == list(game.legal(state)) != []


def test_the_starting_card_stays_where_it_lies() -> None:
    follower = follow(2, order="ana bo")
    follower.play("start ana #s1")
    game, state = follower.game, follower.state
    for text in ("card ana d4 +1H", "card ana d4 ?", "card ana e4 start"):
        assert game.force(state, game.parse(text, state)) is None, text
    untold = game.force(state, game.tell(state, "ana:d4", "?"))
    assert untold is not None
    assert untold.player("ana").dungeon["d4"] == StartCell()
    assert len(untold.starts) == 4


def test_more_copies_than_the_box_holds_leave_what_is_revealed_open() -> None:
    follower = follow(2, order="ana bo")
    game, state = follower.game, follower.state
    for cell in ("e4", "d5", "d3", "c4"):
        state = game.force(state, game.parse(f"card ana {cell} fountain-H", state)) or state
    assert any("4 copies" in problem.text for problem in game.problems(state))
    state = game.apply(state, game.parse("take 2D", state))
    told = list(game.legal(state))
    assert game.spell(told[-1], state) == "reveal 2D ?"
    assert len(told) > 1
    assert all(game.check(state, move) for move in told)
    assert Place(cell_number("e5")) in set(game.asides(state))


@pytest.mark.parametrize("room", ["start", "compass", "ajar3"])
def test_no_door_opens_on_a_room_that_is_never_behind_one(room: str) -> None:
    follower = follow(2, order="ana bo")
    follower.play("card ana e4 !?1{H}; card ana f4 !?1")
    game, state = follower.game, follower.state
    for cell in ("e4", "f4"):
        assert game.force(state, game.parse(f"ana: open {cell} {room}", state)) is None
    opened = game.force(state, game.parse("ana: open e4 trap", state))
    assert opened is not None
    assert [line.what for line in game.score(opened)[0].lines][1] == "Trap Room"
