"""Advice in 4 KEYS: legal, blind to the hidden order, exact where it says so, and in words."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import islice
from random import Random
from statistics import correlation, fmean

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from companion.engine.advice import ESTIMATE, EXACT, NOT_SEARCHED, Expectimax, margins
from companion.engine.errors import CompanionError, UnknownNameError
from companion.engine.game import NOBODY, TABLE
from companion.engine.piles import Multiset, Pile
from companion.games.four_keys.advice import Race, evaluate, improving
from companion.games.four_keys.bitboard import FIELD
from companion.games.four_keys.cards import Door, Key, door, key
from companion.games.four_keys.dungeon import Dungeon
from companion.games.four_keys.endgame import exact_values
from companion.games.four_keys.evaluation import points
from companion.games.four_keys.gains import Gains
from companion.games.four_keys.moves import Place, Renew, Take
from companion.games.four_keys.plan import PieceMaker, layings, plan_of
from companion.games.four_keys.playouts import Playout, margin, rules_of, scene_of
from companion.games.four_keys.policies import POLICIES, at_least, chance_by_unseen, policy
from companion.games.four_keys.scoring import score
from companion.games.four_keys.state import Position
from companion.games.four_keys.turns import Choice
from tests.games.four_keys.following import blank_box, follow, practice
from tests.games.four_keys.strategies import full_dungeons, settled

RULES = {"multiplicity": True, "compass_tile": True, "compass_cycles": True}
ROUNDS = 2


def seen(state: Position, rng: Random) -> Position:
    """Let the table see whatever is about to be revealed."""
    while practice().actor(state) == TABLE:
        state = practice().apply(state, practice().chances(state).sample(rng))
    return state


@cache
def played(seed: int, turns: int, n: int = 2, name: str = "greedy") -> Position:
    """The position after so many whole turns."""
    rng, game = Random(seed), practice()
    state = seen(follow(n).state, rng)
    while (turns or state.hand is not None or state.to_point) and game.actor(state) != NOBODY:
        move = policy(name)(game, state, rng)
        turns -= isinstance(move, Take)
        state = seen(game.apply(state, move), rng)
    return state


def answers(state: Position, many: int = ROUNDS, top: int = 3, seed: int = 1) -> list:
    """The first answers of a search."""
    return list(islice(improving(practice(), state, practice().actor(state), top, seed), many))


def positions() -> list[Position]:
    found = [
        played(seed, turns, n)
        for seed, turns, n in ((1, 0, 2), (2, 6, 2), (3, 13, 2), (4, 20, 2), (5, 9, 3), (6, 30, 4))
    ]
    return [*found, played(7, 27), played(8, 26), played(9, 40, 3)]


@pytest.mark.parametrize("state", positions())
@pytest.mark.clause("four-keys.turn.sequence", "four-keys.placement.orthogonal", "four-keys.pushing.destination")
def test_every_advised_turn_passes_check(state):
    game = practice()
    for ranking in answers(state, top=40):
        assert ranking
        for advice in ranking:
            now = state
            for text in advice.moves:
                move = game.parse(text, now)
                assert game.check(now, move).legal
                assert game.spell(move, now) == text
                now = game.apply(now, move)
            took = any(text.startswith("take") for text in advice.moves)
            assert took == any(text.startswith("place") for text in advice.moves) or not took
            assert not took or game.actor(now) != game.actor(state) or now.hand is None


def shuffled(state: Position, rng: Random) -> Position:
    """The same position with what nobody can see listed in another order."""
    piles = tuple(
        replace(p, unseen=Multiset(tuple(rng.sample(p.unseen.pairs, len(p.unseen.pairs))))) for p in state.piles
    )
    return replace(state, piles=piles)


@pytest.mark.parametrize("state", positions()[1:7])
def test_permuting_what_is_unseen_changes_nothing(state):
    other = shuffled(state, Random(5))
    assert other == state
    assert [p.unseen.pairs for p in other.piles] != [p.unseen.pairs for p in state.piles]
    assert answers(other) == answers(state)
    assert evaluate(practice(), other, "bo") == evaluate(practice(), state, "bo")


def test_the_same_seed_gives_the_same_advice():
    state = played(2, 6)
    assert answers(state, seed=4) == answers(state, seed=4)
    assert answers(state, 3, seed=4)[-1][0].value != answers(state, 3, seed=5)[-1][0].value


def test_without_time_a_legal_turn_is_named_that_was_not_searched():
    state = played(2, 6)
    (advice,) = practice().advise(state, practice().actor(state), 3, 0, 1)
    assert advice.label == NOT_SEARCHED
    assert practice().check(state, practice().parse(advice.moves[0], state)).legal
    assert advice.price is None


def test_advice_gets_better_by_more_samples():
    found = answers(played(2, 6), 6, top=20)
    assert found[0][0].label == NOT_SEARCHED
    assert {advice.label for ranking in found[1:] for advice in ranking} == {ESTIMATE}
    samples = [ranking[0].value.samples for ranking in found[1:]]
    assert samples == sorted(set(samples))
    assert all(advice.value.low <= advice.value.mean <= advice.value.high for advice in found[-1])


@pytest.mark.parametrize("state", positions())
def test_a_ranking_is_sorted_and_never_mixes_exact_and_sampled(state):
    for ranking in answers(state, 3, top=40):
        assert len({advice.value.exact is None for advice in ranking}) == 1
        assert len({advice.label for advice in ranking}) == 1
        means = [advice.value.mean for advice in ranking]
        assert means == sorted(means, reverse=True)
        assert len({advice.moves for advice in ranking}) == len(ranking)


def test_the_price_of_the_obvious_move():
    for state in positions()[:5]:
        ranking = answers(state, 3, top=60)[-1]
        value = {advice.moves: advice.value.mean for advice in ranking}
        for advice in ranking:
            obvious = value.get(advice.obvious)
            assert obvious is not None
            assert advice.price == pytest.approx(max(0.0, advice.value.mean - obvious))


def test_the_obvious_move_brings_most_at_once():
    choice = Choice(practice(), played(3, 13), practice().actor(played(3, 13)))
    turns = choice.turns()
    obvious = choice.obvious(turns)
    assert points(obvious.plan, RULES) == max(points(turn.plan, RULES) for turn in turns if turn.done)


@pytest.mark.parametrize(("n", "seed"), [(2, 0), (2, 1), (2, 2), (2, 3), (2, 4), (3, 5), (3, 6), (4, 7)])
@pytest.mark.clause("four-keys.end.winner", "four-keys.end.last-space")
def test_exact_values_at_the_end_as_by_walking_every_line_of_the_rules(n, seed):
    game, rng = practice(), Random(seed)
    gold = (0, 1, 1, 2)[seed % 4]
    state = played(seed, 14 * n - 2, n)
    for player in state.players:
        state = state.with_dungeon(player.handle, replace(player.dungeon, gold=gold))
    state = replace(state, piles=tuple(thinned(pile) for pile in state.piles))
    checked = 0
    while game.actor(state) != NOBODY:
        checked += check_exact(state)
        state = seen(game.apply(state, policy("greedy")(game, state, rng)), rng)
    assert checked >= (1 if gold > 1 else 2)


def thinned(pile: Pile) -> Pile:
    """A pile of four cards, so that a walk over every line comes to an end."""
    return replace(pile, down=4, unseen=Multiset.of(list(pile.unseen)[:3]))


def check_exact(state: Position) -> bool:
    """Compare the exact values with a walk over all lines; say whether there were any."""
    game = practice()
    seat = game.actor(state)
    choice = Choice(game, state, seat)
    exact = exact_values(choice, choice.turns())
    if exact is None:
        return False
    walk = Expectimax(game, lambda end: margins({sheet.seat: sheet.points for sheet in game.score(end)}), 400_000)
    assert max(value for _, value in exact) == walk.value(state)[seat]
    for turn, value in exact[:8]:
        after = state
        for move in choice.moves(turn):
            after = game.apply(after, move)
        assert walk.value(after)[seat] == value
    return True


def test_the_proven_best_comes_first():
    state = played(3, 27)
    state = state.with_dungeon(state.mover, replace(state.player(state.mover).dungeon, gold=0))
    ranking = answers(state, 2, top=99)[-1]
    assert {advice.label for advice in ranking} == {EXACT}
    values = [advice.value.exact for advice in ranking]
    assert values == sorted(values, reverse=True)
    game = practice()
    for advice in (ranking[0], ranking[-1]):
        end = state
        for text in advice.moves:
            end = game.apply(end, game.parse(text, end))
        sheets = {sheet.seat: sheet.points for sheet in game.score(seen(end, Random(0)))}
        assert margins(sheets)[state.mover] == advice.value.exact
    assert isinstance(values[0], Fraction)


@settings(max_examples=60, deadline=None)
@given(settled(full_dungeons()))
@pytest.mark.clause("four-keys.scoring.total")
def test_a_full_dungeon_is_valued_as_the_score_sheet_counts_it(dungeon):
    assert points(plan_of(dungeon, RULES), RULES) == score(dungeon).points


def test_the_quick_gains_choose_as_the_full_estimate_does():
    """The cell that the gains choose is worth nearly what the best cell is worth, over many cards and dungeons."""
    lost, spread = [], []
    for seed in range(8):
        state = played(seed, 4 + 3 * seed)
        scene = scene_of(state, PieceMaker(rules_of(state)))
        for plan in scene.plans:
            for piece in scene.tops:
                worth = {(at, face): scene.outlook.expected(after) for at, face, after in layings(plan, piece)}
                _, at, face = max(Gains(scene.outlook, plan).layings(piece))
                lost.append(max(worth.values()) - worth[at, face])
                spread.append(max(worth.values()) - fmean(worth.values()))
    assert fmean(lost) < 0.15 * fmean(spread)


def test_the_estimate_goes_with_long_playouts():
    """Positions in the middle of the game: the quick margin against the mean margin of games played to the end."""
    quick, long = [], []
    for seed in range(24):
        state = played(seed, 16)
        scene = scene_of(state, PieceMaker(rules_of(state)))
        rng = Random(seed)
        ends = []
        for _ in range(16):
            playout = Playout(scene, scene.stacks(rng, 28))
            playout.play(28)
            ends.append(margin(playout.expected(), 0))
        quick.append(margin([scene.outlook.expected(plan) for plan in scene.plans], 0))
        long.append(fmean(ends))
    assert correlation(quick, long) > 0.65


def test_a_door_that_opens_is_worth_more_than_one_that_may():
    table = follow(2, order="ana bo")
    worth = []
    for dungeon in (
        "+H !box{LC}\n!start .",
        "+H !box{HL}\n!start .",
        "+H !box{H}\n!start .",
        "+H !apartments{H}\n!start .",
    ):
        table.put("ana", dungeon)
        worth.append(evaluate(practice(), table.state, "ana"))
    assert worth == sorted(set(worth))


@pytest.mark.clause("four-keys.renewing.cost")
def test_renewing_is_advised_where_nothing_open_helps():
    """One space left, every open card is a closed door that cannot open; almost any new Key would."""
    state = played(11, 24)
    blockers = (door(1, "box", "X"), key(1, "X", "X"), door(2, "monster", "HLX"), key(2, "XX", "XX"))
    ana = Dungeon.parse(
        "start(a1,a2) box{H} box{H} box{H}\n+H +H +H +H\n!apartments{CCC} !apartments{CCC} +C +C\nbox{H} . box{H} ."
    )
    state = state.with_dungeon("ana", replace(ana, gold=3))
    state = replace(state, order=("ana", "bo", "ana*", "bo*"), choice=("",) * 4, hand=None, pending=(), to_point=())
    state = replace(state, piles=tuple(replace(p, top=top) for p, top in zip(state.piles, blockers, strict=True)))
    ranking = answers(state, 8, top=40)[-1]
    assert ranking[0].moves == ("renew",)
    assert "new cards" in ranking[0].why


def test_the_reason_says_what_opens_and_what_is_left():
    table = follow(2, order="ana bo")
    table.play("start ana start(a2,a3){HL}; start bo start(b1,c1){LX}")
    table.put("ana", "!trap{H} . .\n!start(a2,a3){HL} . .")
    table.play("reveal 1D ajar0; reveal 1K H/L; reveal 2D apartments{HLC}; reveal 2K HL/CX")
    ranking = answers(table.state, 4, top=60)[-1]
    reasons = {advice.moves: advice.why for advice in ranking}
    opening = next(why for moves, why in reasons.items() if moves[0] == "take 2K" and "opens" in why)
    assert "opens the Trap Room and the Starting room" in opening
    assert any(why.startswith("it then lacks") for moves, why in reasons.items() if moves[0] == "take 2D")
    assert all(len(why) < 200 for why in reasons.values())


def test_who_is_not_to_move_gets_no_advice():
    state = played(2, 6)
    rival = next(p.handle for p in state.players if p.handle != state.mover)
    with pytest.raises(CompanionError, match="turn"):
        practice().advise(state, rival, 3, 0, 1)
    with pytest.raises(CompanionError, match="`full`"):
        practice().advise(follow(2, depth="light").state, "PARTY", 3, 0, 1)
    with pytest.raises(CompanionError, match="order of the tiles"):
        practice().advise(follow(2).state, "ana", 3, 0, 1)


def test_advice_in_the_middle_of_a_turn():
    game = practice()
    state = played(3, 13)
    take = next(move for move in game.legal(state) if isinstance(move, Take) and move.push is None)
    held = game.apply(state, take)
    seat = held.mover
    ranking = list(islice(improving(game, held, seat, 3, 1), 2))[-1]
    assert all(advice.moves[0].startswith("place") for advice in ranking)
    for advice in ranking:
        assert game.check(held, game.parse(advice.moves[0], held)).legal


@pytest.mark.clause("four-keys.rooms.compass-arrow")
def test_advice_where_to_point():
    table = follow(2, order="ana bo")
    table.put("ana", "apartments{H} !compass{H} +L\n!start . .")
    table.play("reveal 1K H/L; take 1K; place e4 H")
    (token,) = table.state.to_point
    seat = token.split()[0]
    ranking = list(islice(improving(practice(), table.state, seat, 4, 1), 4))[-1]
    assert ranking[0].moves[0].endswith("left")
    assert 2 < len(ranking) <= 4


@pytest.mark.clause("four-keys.two-players.acolyte-collects")
def test_advice_where_acolytes_take_no_card():
    game, rng = practice(), Random(3)
    state = seen(follow(2, acolyte_collects=False).state, rng)
    for _ in range(2):
        state = seen(game.apply(state, next(m for m in game.legal(state) if isinstance(m, Take))), rng)
        state = seen(game.apply(state, next(m for m in game.legal(state) if isinstance(m, Place))), rng)
    assert state.order[0].endswith("*")
    ranking = list(islice(improving(game, state, state.mover, 3, 1), 3))[-1]
    assert all(len(advice.moves) == 1 for advice in ranking)


def test_a_box_of_which_nothing_is_known_still_gets_advice():
    table = follow(2, game=blank_box(), order="ana bo")
    ranking = list(islice(improving(blank_box(), table.state, table.state.mover, 3, 1), 3))[-1]
    assert ranking[0].moves[0].startswith(("take", "renew"))


# ----------------------------------------------------------------------------------------------------------- policies


@pytest.mark.parametrize("name", list(POLICIES))
@pytest.mark.parametrize("n", [2, 3, 4])
def test_policies_play_whole_games_by_the_rules(name, n):
    game, rng = practice(), Random(n)
    state = seen(follow(n).state, rng)
    while game.actor(state) != NOBODY:
        move = policy(name)(game, state, rng)
        assert game.check(state, move).legal
        state = seen(game.apply(state, move), rng)
    assert state.finished


def test_unknown_policies_are_named():
    with pytest.raises(UnknownNameError, match="greedy"):
        policy("clever")


def test_the_greedy_player_beats_a_random_one():
    game = practice()
    wins = 0
    for seed in range(8):
        rng = Random(seed)
        state = seen(follow(2).state, rng)
        while game.actor(state) != NOBODY:
            name = "greedy" if game.actor(state) == ("ana", "bo")[seed % 2] else "random"
            state = seen(game.apply(state, policy(name)(game, state, rng)), rng)
        found = {sheet.seat: sheet.points for sheet in game.score(state)}
        wins += found[("ana", "bo")[seed % 2]] > found[("ana", "bo")[1 - seed % 2]]
    assert wins == 8


@pytest.mark.parametrize(("trials", "share", "wanted"), [(4, 0.5, 1), (3, 0.25, 2), (0, 0.5, 1), (2, 0.5, 3)])
def test_chance_of_enough_hits_by_trying_all(trials, share, wanted):
    total = sum(
        share ** bin(hits).count("1") * (1 - share) ** (trials - bin(hits).count("1"))
        for hits in range(2**trials)
        if bin(hits).count("1") >= wanted
    )
    assert at_least(trials, share, wanted) == pytest.approx(total)


def test_the_greedy_chance_counts_spaces_and_unseen_keys():
    table = follow(2, order="ana bo")
    table.put("ana", "!box{HL} .\n!start .")
    chance = chance_by_unseen(table.state)
    plan = plan_of(table.dungeon("ana"), RULES)
    at, needs, *_ = plan.doors[0]
    keys = [card for i in (1, 3) for card in table.state.piles[i].unseen]
    hearts, lightnings = (sum(shape in card.a + card.b for card in keys) / len(keys) / 2 for shape in "HL")
    assert chance(plan, at, needs, 0) == pytest.approx(at_least(5, hearts, 1) * at_least(5, lightnings, 1))
    assert needs & FIELD == 1


def test_the_race_leaves_the_worse_half_behind_but_never_the_obvious_turn():
    state = played(3, 13)
    choice = Choice(practice(), state, state.mover)
    turns = choice.turns()
    obvious = min(turns, key=lambda turn: turn.quick)
    race = Race(choice, [*choice.shortlist(turns), obvious], obvious, 1)
    many = len(race.running)
    for _ in range(8):
        race.run()
    assert len(race.running) < many
    assert obvious in race.running


def test_a_shortlist_has_turns_from_every_pile_and_renewing():
    state = played(2, 6)
    choice = Choice(practice(), state, state.mover)
    turns = choice.turns()
    short = choice.shortlist(turns)
    assert {turn.group for turn in short} == {turn.group for turn in turns}
    assert any(isinstance(turn.first[0], Renew) for turn in short) == any(
        isinstance(m, Renew) for m in practice().legal(state)
    )
    assert max(turns, key=lambda turn: turn.quick) in short


def test_untold_tops_are_drawn_by_lot():
    table = follow(2, order="ana bo")
    choice = Choice(practice(), table.state, table.state.mover)
    assert all(not turn.done for turn in choice.turns() if turn.pile is not None)
    (ranking,) = list(islice(improving(practice(), table.state, table.state.mover, 9, 1), 1, 2))
    assert all(len(advice.moves) == 1 for advice in ranking)


def test_partly_told_cards_are_no_hindrance():
    state = played(2, 6)
    piles = [replace(pile, top=Door(1, None, "HL") if i == 0 else pile.top) for i, pile in enumerate(state.piles)]
    piles[1] = replace(piles[1], top=Key(1, "H"))
    state = replace(state, piles=tuple(piles))
    first = answers(state, 3, top=60)[-1]
    assert any(advice.moves[0] == "take 1D" for advice in first) or state.choice[0]
    game = practice()
    for advice in first:
        now = state
        for text in advice.moves:
            assert game.check(now, game.parse(text, now)).legal
            now = game.apply(now, game.parse(text, now))
