"""Advice in The Four Doors: legal, blind to the pile, exact where it says so, and in words; and the single clear."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, islice
from random import Random

import pytest
from msgspec.structs import replace

import companion
from companion.engine.advice import ESTIMATE, EXACT, NOT_SEARCHED
from companion.engine.errors import CompanionError
from companion.engine.game import NOBODY, TABLE, Seat
from companion.engine.odds import natural_frequency
from companion.engine.piles import Multiset
from companion.games.four_doors import moves as m
from companion.games.four_doors.advice import EVERY, STAGES, TurnPlan, advise, improving
from companion.games.four_doors.cards import UNTOLD
from companion.games.four_doors.ceiling import Ceiling
from companion.games.four_doors.compact import WON, Board, PieceMaker, Pieces, board_of, plan_board, scene_of
from companion.games.four_doors.evaluation import WEIGHTS, chance, features, shut_chance
from companion.games.four_doors.forecast import risk
from companion.games.four_doors.hint import hint, only_clear
from companion.games.four_doors.hundreds import hundred
from companion.games.four_doors.plan import plans
from companion.games.four_doors.playouts import play, played_on
from companion.games.four_doors.policies import policy
from companion.games.four_doors.running import fall, finish_turn
from companion.games.four_doors.state import Position
from companion.games.four_doors.steps import Step, do, steps
from companion.games.four_doors.translation import move_of, played
from tests.games.four_doors.following import NAMES, PLAIN, Deck, Follower, blank_box, card, dealt, lay, practice
from tests.oracle import four_doors_odds as oracle


@cache
def reached(seed: int, n: int, turns: int) -> Position:
    """The position at a decision after so many turns of greedy play, everything told."""
    game, rng = practice(), Random(seed)
    state = game.setup([Seat(name, name.title()) for name in NAMES[:n]], {})
    while state.turn <= turns or game.actor(state) == TABLE:
        assert game.actor(state) != NOBODY
        forced = game.automatic(state)
        state = game.apply(state, forced if forced is not None else policy("greedy")(game, state, rng))
    return state


@cache
def positions() -> tuple[Position, ...]:
    return tuple(reached(seed, n, turns) for seed, n, turns in ((1, 1, 4), (2, 2, 5), (3, 3, 6), (4, 4, 1), (5, 5, 7)))


def answers(state: Position, many: int = 5, top: int = 3, seed: int = 1) -> list[tuple[TurnPlan, ...]]:
    """The first answers of a search."""
    game = practice()
    return list(islice(improving(game, state, game.actor(state), top, seed), many))


def side(deck: Deck, door: str, left: int, right: int) -> str:
    """So many Shadow cards on each side of a door, all of them told."""
    sides = ((name, n) for name, n in (("left", left), ("right", right)))
    return "|".join("+".join(deck.take(at=door, side=name) for _ in range(n)) for name, n in sides)


def small(deck: Deck, tower: str, pile: str, people: str = "ana=summoner bo=wanderer") -> Follower:
    """A position whose pile holds just these cards, in an order that nobody knows; all others lie in the Hollow."""
    assert all(name not in deck.left for name in pile.replace("#", "").split("+"))
    return lay(f"{tower} / hollow {'+'.join(f'#{name}' for name in deck.left)}", people)


def boards(state: Position, seed: int = 1) -> Board:
    """A position in compact form, its pile shuffled."""
    box = practice().box
    return board_of(scene_of(box, state), state, PieceMaker(box), Random(seed))


def names(pieces: Pieces) -> list[str]:
    """What lies in a heap, whoever made the pieces."""
    return sorted(repr(piece.card) for piece in pieces)


def same(one: Board, other: Board) -> bool:
    """Say whether two boards are alike but for the order of the pile."""
    return one.key == other.key and one.half == other.half and one.stock == other.stock


# --------------------------------------------------------------------------------------------------------------- plans


@pytest.mark.parametrize("number", range(5))
def test_every_advised_plan_passes_check(number):
    game, start = practice(), positions()[number]
    for ranking in answers(start, top=40):
        for plan in ranking:
            state = start
            for text in plan.moves:
                move = game.parse(text, state)
                verdict = game.check(state, move)
                assert verdict.legal, f"{plan.moves}: {text}: {verdict.reason}"
                state = played(game.box, state, move)
            assert state.ended or state.due or state.step != "act" or not state.left


def test_better_answers_follow_a_quick_one():
    first, *_, last = answers(positions()[1], many=6)
    assert [plan.label for plan in first] == [NOT_SEARCHED]
    assert {plan.label for plan in last} == {ESTIMATE}
    assert len(last) == 3
    assert all(0 <= plan.value.low <= plan.value.mean <= plan.value.high <= 1 for plan in last)
    assert [plan.value.mean for plan in last] == sorted((plan.value.mean for plan in last), reverse=True)
    assert all(plan.value.samples >= 2 and plan.why and "nobody" in plan.assumption for plan in last)


def test_plans_are_played_on_before_more_of_them_are_looked_for():
    """In a short time a few plans that were tried are worth more than many that were not."""
    _, second, *_, last = answers(positions()[1], many=STAGES[0].rounds // EVERY + 2, top=40)
    assert {plan.value.samples for plan in second} == {EVERY}
    assert len(second) <= STAGES[0].shortlist < len(last) <= STAGES[1].shortlist


def test_the_same_seed_gives_the_same_advice():
    state = positions()[2]
    assert answers(state, seed=4) == answers(state, seed=4)
    assert answers(state, seed=4)[-1] != answers(state, seed=5)[-1]


def test_advice_does_not_depend_on_how_the_unseen_cards_are_listed():
    state = positions()[3]
    turned = replace(state, unseen=Multiset(tuple(reversed(state.unseen.pairs))))
    assert answers(turned) == answers(state)


def test_what_others_hold_hidden_does_not_matter():
    """Hands that are held hidden are as good as the pile: two positions that look alike get the same advice."""
    game, state = practice(), replace(positions()[1], hidden=True)
    other = next(player for player in state.players if player.handle != state.active)
    swapped, fresh = next(iter(other.hand)), next(iter(state.unseen))
    hand, unseen = other.hand.remove(swapped).add(fresh), state.unseen.remove(fresh).add(swapped)
    turned = replace(state.with_player(replace(other, hand=hand)), unseen=unseen)
    seat = state.active
    assert answers(game.view(turned, seat)) == answers(game.view(state, seat))


def test_equal_results_are_joined():
    state = positions()[1]
    box = practice().box
    found = plans(plan_board(scene_of(box, state), state, PieceMaker(box)), 16)
    assert len({plan.board.key for plan in found}) == len(found)
    orders = [frozenset(plan.steps) for plan in found if len(set(plan.steps)) == len(plan.steps) == 2]
    assert len(orders) > len(set(orders)) * 0.9


@pytest.mark.parametrize("number", range(5))
def test_steps_in_compact_form_are_moves_of_the_game(number):
    """Every step passes check, and does to the compact form what the move does to the position."""
    game, state = practice(), positions()[number]
    scene, make = scene_of(game.box, state), PieceMaker(game.box)
    board, seen = plan_board(scene, state, make), 0
    for step in steps(board):
        move = move_of(scene, state, step)
        assert game.check(state, move), step
        if step.kind == "search" or step.piece.verb == "draw":
            continue
        after, then = board.copy(), played(game.box, state, move)
        do(after, step, None)
        assert same(after, plan_board(scene_of(game.box, then), then, make)) or then.due, step
        seen += 1
    assert seen > 5


@pytest.mark.parametrize("number", range(5))
@pytest.mark.clause("four-doors.shadows.flip", "four-doors.shadows.shut", "four-doors.shadows.three-a-side")
def test_shadows_fall_in_compact_form_as_they_do_in_the_game(number):
    game, state = practice(), positions()[number]
    state = replace(state, step="fall", left=0, ward=0)
    for drawn in list(state.unseen)[::3]:
        board, then = boards(state), game.apply(state, m.Shadow(drawn))
        if then.turn != state.turn or then.due:
            continue
        fall(board, PieceMaker(game.box)(drawn))
        after = boards(then)
        assert (board.half, board.tower, board.ended) == (after.half, after.tower, after.ended)
        assert list(map(names, board.sides)) == list(map(names, after.sides))
        assert names(board.hollow) == names(after.hollow)


# --------------------------------------------------------------------------------------------------------------- exact


def lost(state: Position, falls: int) -> Fraction:
    """The chance to lose by dealing the cards in every way."""
    return sum((chance for end, chance in oracle.endings(state, falls).items() if end.lost), Fraction(0))


@pytest.mark.parametrize("seed", range(3))
def test_chances_to_lose_are_those_of_dealing_in_every_way(seed):
    deck, rng = Deck(), Random(seed)
    doors = [f"purple half {side(deck, 'purple', 3, 2)} @ana", f"green half {side(deck, 'green', 3, 3)} @bo"]
    doors += [f"blue {side(deck, 'blue', 2, 3)}", f"gold {side(deck, 'gold', 3, 1)} / rates [2],3"]
    marks = [("purple", "left"), ("green", "right"), ("blue", "right"), ("gold", "left"), ("purple", "right")]
    pile = "+".join(deck.take(at=door, side=where) for door, where in rng.sample(marks, 4))
    tower = f"{' / '.join(doors)} / hand ana {deck.take(lamp='purple')}+{deck.take(lamp='green')}"
    follower = small(deck, tower, pile)
    for plan in answers(follower.state, top=8)[-1]:
        state = follower.state
        for text in plan.moves:
            state = played(follower.game.box, state, follower.game.parse(text, state))
        assert plan.now.exact == lost(state, 1)
        assert plan.until.exact == lost(state, 2)


def test_the_clear_that_saves_is_found():
    """Only purple left can fall, the door is half shut with three there, and a lantern is at hand."""
    deck = Deck()
    doors = f"purple half {side(deck, 'purple', 3, 0)} @ana / green {side(deck, 'green', 0, 1)} / blue / gold @bo"
    pile = "+".join(deck.take(at="purple", side="left") for _ in range(3))
    follower = small(deck, f"{doors} / rates [1],1,1 / hand ana {deck.take(lamp='purple', dark='green')}", pile)
    assert risk(follower.state) == 1
    for ranking in answers(follower.state):
        best = ranking[0]
        assert any(text.startswith("illuminate") for text in best.moves)
        assert best.now.exact == 0
        assert "clears Purple left" in best.why
        assert "100 to 0 in 100 to lose now" in best.why
    assert str(hint(follower.game.box, follower.state)) == "Clear Purple left: 100 to 0 in 100"


def test_the_last_steps_to_the_beacon_are_found():
    deck = Deck()
    flux = deck.take(spell="luminous-flux")
    text = f"purple found @ana / green found / blue found / gold found / beacon @bo / rates [2],2 / hand bo {flux}"
    follower = lay(text, "ana=summoner bo=wanderer")
    best = answers(follower.state)[-1][0]
    assert best.moves == ("move up", f"bo: spell {flux}")
    assert best.value.exact == 1
    assert best.why == "lights the Beacon and wins"
    assert best.now.exact == 0


def test_four_alike_are_used():
    deck = Deck()
    four = deck.relics("staff", 4)
    follower = lay(f"purple @ana / green / blue / gold @bo / rates [2],2 / hand ana {four}", "ana=summoner bo=wanderer")
    best = answers(follower.state)[-1][0]
    assert any(text.startswith("find") for text in best.moves)
    assert "finds the Kindle Staff" in best.why


# ------------------------------------------------------------------------------------------------- not only own actions


@pytest.mark.clause("four-doors.hand-limit.five")
def test_what_to_let_go_of():
    deck = Deck()
    four, other = deck.relics("oil", 4), deck.take(relic="staff")
    text = f"purple found @ana / green / blue / gold @bo / rates [2],2 / hand ana {four}+{other}"
    follower = lay(text, "ana=summoner bo=wanderer")
    follower.play(f"search; draw {deck.take(relic='staff')}")
    assert follower.state.due == ("limit ana",)
    best = answers(follower.state)[-1][0]
    (text,) = best.moves
    assert card(text.removeprefix("discard ")).relic == "staff"
    assert "lets go of a Kindle Staff card" in best.why


@pytest.mark.clause("four-doors.shadows.displaced")
def test_where_a_displaced_pawn_goes():
    text = "green found / purple half found 3|0 @ana / blue @bo / gold / rates [2],2,2"
    follower = lay(text, "ana=summoner bo=wanderer", step="fall")
    follower.play("shadow purple left")
    assert follower.state.due == ("stand ana green blue",)
    moves = {plan.moves for plan in answers(follower.state)[-1]}
    assert moves == {("stand up",), ("stand down",)}


def test_nothing_is_advised_to_one_who_does_not_decide():
    state = positions()[1]
    other = next(player for player in state.players if player.handle != state.active)
    with pytest.raises(
        CompanionError, match=f"nothing to advise {other.name}: {state.player(state.active).name} decides"
    ):
        advise(practice(), state, other.handle, 3, 0, 1)
    follower = lay(PLAIN, "ana=summoner", step="fall")
    with pytest.raises(CompanionError, match="the table sees a card first"):
        advise(practice(), follower.state, "ana", 3, 0, 1)
    with pytest.raises(CompanionError, match="the game is over"):
        advise(practice(), replace(state, ended="won", step="over"), state.active, 3, 0, 1)


# ----------------------------------------------------------------------------------------------------------- not told


@pytest.mark.parametrize("depth", ["light", "sides"])
def test_where_hands_are_not_followed_single_clears_are_compared(depth):
    table = companion.open_table("four-doors", ["Ana", "Bo"], seed=3, store=":memory:", depth=depth)
    table.play("doors purple green blue gold; shadow purple left; shadow purple left; shadow purple left")
    table.play("; ".join(f"shadow {name} {side}" for name in ("green", "blue", "gold") for side in ("left", "right")))
    table.it_happened("half purple")
    plan, *_ = table.advise(seconds=0)
    assert plan.moves == ("clear purple left",)
    assert plan.label == EXACT
    after = table.fork()
    after.play("clear purple left")
    assert plan.now.exact == risk(after.state) < risk(table.state)
    assert plan.value.exact == 1 - risk(after.state)
    assert "hands are not followed" in plan.assumption
    told = hint(table.game.box, table.state)
    assert told is not None
    assert str(told) == f"Clear Purple left: {hundred(told.before)} to {hundred(told.after)} in 100"
    assert table.check("clear purple left")


def test_with_nothing_to_clear_the_answer_is_to_go_on():
    follower = lay(PLAIN, "ana", depth="light")
    (plan,) = advise(practice(), follower.state, "ana", 3, 0, 1)
    assert plan.moves == ("done",)
    assert "no single clear" in plan.why


def test_what_is_missing_is_said():
    follower = dealt(2)
    nobody = follower.state.with_player(replace(follower.player("bo"), adventurer=""))
    with pytest.raises(CompanionError, match=r"Bo's adventurer is not told\. "):
        advise(practice(), nobody, "ana", 3, 0, 1)
    lost_pawn = follower.state.with_player(replace(follower.player("bo"), at=""))
    with pytest.raises(CompanionError, match="Bo's place is not told"):
        advise(practice(), lost_pawn, "ana", 3, 0, 1)
    blank = lay("purple 3|0 / red 0|0 / blue 0|0 / black 0|0 / hand ana 2", "ana", game=blank_box())
    with pytest.raises(CompanionError, match="48 of this box's 48 Player cards are not told"):
        advise(blank.game, blank.state, "ana", 3, 0, 1)


def test_cards_that_nobody_told_are_never_played():
    """Hands of untold cards: plans are made all the same, and none uses a card that nobody knows."""
    follower = dealt(2)
    for plan in answers(follower.state, top=30)[-1]:
        assert plan.moves
        assert not any(text.startswith(("illuminate", "give", "find", "spell")) for text in plan.moves)
    assert follower.state.player("ana").hand.count(UNTOLD) == 3


# ---------------------------------------------------------------------------------------------------- small machinery


def test_the_quick_chance_to_lose_a_door_is_that_of_drawing_in_every_way():
    for left, right, bears in ((0, 1, 1), (1, 0, 2), (0, 0, 2), (2, 1, 1)):
        pile = ["l"] * 3 + ["r"] * 2 + ["."] * 2
        hands = list(combinations(range(len(pile)), 4))

        def shuts(hand, left=left, right=right, bears=bears, pile=pile):
            drawn = [pile[i] for i in hand]
            return max(0, drawn.count("l") - left) + max(0, drawn.count("r") - right) >= bears

        share = sum(map(shuts, hands)) / len(hands)
        assert shut_chance(left, 3, right, 2, bears, 7, 4) == pytest.approx(share)


def test_signs_and_weights_belong_together():
    assert all(len(features(boards(state))) == len(WEIGHTS) for state in positions())
    assert all(0 < chance(boards(state)) < 1 for state in positions())


def test_played_on_games_come_to_an_end():
    for state in positions()[:3]:
        board = play(boards(state), Random(3), 300, 1)
        assert board.ended
        assert sum(map(len, board.hands)) + len(board.discard) + len(board.hollow) + board.down <= 48


def test_a_card_driven_out_meanwhile_is_not_used():
    """A card drawn on the way may drive out of a full hand what the plan wanted to use: then that step is left out."""
    board = boards(positions()[1])
    gone = next(piece for piece in board.pile or () if piece not in board.hands[board.active])
    discards = len(board.discard)
    played_on(board, (Step("oil", board.active, gone),), Random(1))
    assert board.ward == 0
    assert gone not in board.discard[:discards]


def test_one_who_sees_the_pile_uses_it():
    """The third card of the pile, which nobody else can know, would shut Gold: it does not fall."""
    deck = Deck()
    lamp = deck.take(lamp="gold")
    text = f"purple half 3|3 / green half 3|3 / blue half 3|3 / gold half 3|3 @ana / rates [1],1,1 / hand ana {lamp}"
    board = boards(lay(text, "ana=summoner").state)
    assert board.pile is not None
    falls = next(piece for piece in board.pile if piece.mark == 6)
    board.pile.remove(falls)
    board.pile.insert(len(board.pile) - 2, falls)
    after = Ceiling(turns=1).act(board, Random(1)).copy()
    finish_turn(after, Random(1))
    assert not after.ended


def test_the_ceiling_wins_what_is_won():
    deck = Deck()
    flux = deck.take(spell="luminous-flux")
    text = f"purple found @ana / green found / blue found / gold found / rates [2],2 / hand ana {flux}"
    board = boards(lay(text, "ana=summoner").state)
    assert Ceiling().play(board, Random(1)).ended == WON


# ---------------------------------------------------------------------------------------------------------------- hint


def test_the_hint_is_the_clear_that_saves_most():
    follower = lay("purple half 3|0 / green 3|3 / blue / gold / rates [2],2,3", "ana", depth="light")
    found = hint(follower.game.box, follower.state)
    assert found is not None
    assert (found.door, found.side) == ("purple", "left")
    assert found.alone
    puzzle = only_clear(follower.game.box, follower.state)
    assert puzzle is not None
    assert (puzzle.before, puzzle.after) == (found.before, found.after)
    assert found.before == risk(follower.state)


def test_a_puzzle_needs_one_answer():
    """Left and right of Purple are alike: a hint is given, but nothing that a puzzle could ask for."""
    follower = lay("purple half 3|3 / green / blue / gold / rates [2],2,3", "ana", depth="light")
    found = hint(follower.game.box, follower.state)
    assert found is not None
    assert not found.alone
    assert only_clear(follower.game.box, follower.state) is None


def test_no_hint_where_nothing_helps():
    follower = lay(PLAIN, "ana", depth="light")
    assert hint(follower.game.box, follower.state) is None
    assert hint(follower.game.box, replace(follower.state, ended="won", step="over")) is None


def test_hundredths_never_promise_too_much():
    """A chance in hundredths says "under 1" exactly where the same chance in words does."""
    chances = [Fraction(n, 1000) for n in (0, 1, 9, 10, 94, 990, 991, 1000)]
    said = ["0", "under 1", "under 1", "1", "9", "99", "over 99", "100"]
    assert [hundred(chance) for chance in chances] == said
    words = [natural_frequency(chance).removesuffix(" in 100") for chance in chances]
    assert [word.startswith(("under", "over")) for word in words] == [one.startswith(("under", "over")) for one in said]
