"""Exact odds of Shadowgate as pure functions: against going through every face, order and course, and icepool."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import pairwise, permutations

import icepool
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.errors import EditionIncompleteError
from companion.games.shadowgate import boss, castle, dice, fight, formulas, quests, sniping, torch_odds, winning
from companion.games.shadowgate.vocabulary import TRAITS, cost, effects
from tests.games.shadowgate.following import practice
from tests.oracle import shadowgate_odds as oracle

BLACK = ("1", "2", "2", "3", "4", "skull")
BLUE = ("1", "2", "3", "staff", "staff", "skull")
SMALL = ("1", "2", "skull")
HALF = Fraction(1, 2)
FEW = settings(max_examples=30)

black_dice = st.lists(st.sampled_from(["0", "1", "2", "3", "5", "skull"]), min_size=1, max_size=6).map(tuple)
three = st.tuples(*[st.integers(0, 6)] * 3)


# ---------------------------------------------------------------------------------------------------------------- dice


@FEW
@given(black_dice, st.integers(-2, 12))
def test_the_total_of_two_dice_agrees_with_icepool(black: tuple[str, ...], deficit: int) -> None:
    total = icepool.Die([oracle.pips(face) for face in black]) @ 1
    pair = total + total
    assert dice.reach(black, deficit) == Fraction(*(pair >= deficit).probability(True).as_integer_ratio())
    assert dice.pair_law(black).total == len(black) ** 2
    assert dice.reach(black, dice.most(black) + 1) == 0
    assert dice.reach(black, 0) == 1


@FEW
@given(st.integers(-2, 9), black_dice, st.none() | black_dice, st.integers(-3, 3), st.booleans())
def test_an_attack_is_that_of_every_roll(
    trait: int, black: tuple[str, ...], blue: tuple[str, ...] | None, boost: int, of_three: bool
) -> None:
    law = dice.attack(trait, black, blue, boost, of_three)
    rolls = oracle.attack_rolls(trait, black, blue, boost, of_three)
    assert law.total == len(rolls)
    assert law.fails == sum(failed for _, failed in rolls)
    for score, weight in law.scores:
        assert weight == sum(n == score and not failed for n, failed in rolls)
    assert law.fails + sum(weight for _, weight in law.scores) == law.total
    assert law.mean == Fraction(sum(score for score, _ in rolls), len(rolls))
    assert law.law.total == law.total
    for life in (1, 4, 9):
        assert law.kills(life) == Fraction(sum(score >= life for score, _ in rolls), len(rolls))


def test_icepool_says_the_same_of_an_attack_with_the_blue_die() -> None:
    black = icepool.Die([(oracle.pips(face), int(face == "skull")) for face in BLACK])
    blue = icepool.Die([(oracle.pips(face), 0) for face in BLUE])
    rolled = icepool.map(lambda a, b, c: 0 if a[1] + b[1] == 2 else 4 + a[0] + b[0] + c[0], black, black, blue)
    law = dice.attack(4, BLACK, BLUE).law
    assert {n: Fraction(law.weight(n), law.total) for n in law} == {
        n: Fraction(q, rolled.denominator()) for n, q in rolled.items()
    }


def test_two_skulls_of_three_fail_more_often() -> None:
    two, three_dice = dice.attack(3, BLACK, BLUE), dice.attack(3, BLACK, BLUE, of_three=True)
    assert Fraction(two.fails, two.total) == Fraction(1, 36)
    few = (Fraction(5, 6)) ** 3 + 3 * Fraction(1, 6) * Fraction(5, 6) ** 2
    assert Fraction(three_dice.fails, three_dice.total) == 1 - few


def test_a_defence_does_not_fail_by_two_skulls() -> None:
    assert dice.defence(3, 3, ("skull",) * 6) == 1
    assert dice.defence(3, 5, BLACK) == dice.reach(BLACK, 2)
    assert dice.defence(3, 8, BLACK, BLUE, boost=1) == Fraction(
        sum(3 + oracle.pips(a) + oracle.pips(b) + oracle.pips(c) + 1 >= 8 for a in BLACK for b in BLACK for c in BLUE),
        216,
    )


@FEW
@given(st.lists(st.sampled_from(TRAITS), min_size=1, max_size=4).map(tuple), st.integers(0, 4), three)
def test_curses_take_what_tokens_there_are(red: tuple[str, ...], curses: int, stock: tuple[int, int, int]) -> None:
    law = dice.curses_law(red, curses, stock)
    wanted = oracle.curse_counts(red, curses, dict(zip(TRAITS, stock, strict=True)))
    assert {taken: law.probability(taken) for taken in law} == wanted


def test_all_of_k_curses_on_one_trait() -> None:
    law = dice.curses_law(TRAITS, 3, (5, 5, 5))
    assert sum(law.probability(t) for t in ((3, 0, 0), (0, 3, 0), (0, 0, 3))) == Fraction(3) ** (1 - 3)


def test_dice_that_nobody_told_have_no_law() -> None:
    with pytest.raises(EditionIncompleteError, match="black"):
        dice.dice_of([]).of("black")
    assert dice.dice_of(practice().edition.cards).of("black") == BLACK


# -------------------------------------------------------------------------------------------------------------- quests


@FEW
@given(three, st.lists(three, min_size=1, max_size=3), black_dice, st.integers(-2, 3))
def test_a_quest_is_that_of_every_way_to_divide_every_roll(
    traits: tuple[int, int, int], needs: list[tuple[int, int, int]], black: tuple[str, ...], boost: int
) -> None:
    ways = [cost(", ".join(f"{t} {n}" for t, n in zip(TRAITS, need, strict=True) if n))[0] for need in needs]
    lacks = tuple(quests.lack(way, traits) for way in ways)
    assert quests.success(lacks, black, boost) == oracle.quest_chance(traits, needs, black, boost)
    if not boost:
        assert quests.success(lacks, black, 0, False) == oracle.quest_chance_whole(traits, needs, black)


@FEW
@given(three, three, black_dice)
def test_only_the_summed_deficit_counts(one: quests.Lack, other: quests.Lack, black: tuple[str, ...]) -> None:
    moved = (sum(one), 0, 0)
    assert quests.success((one,), black) == quests.success((moved,), black) == dice.reach(black, sum(one))
    if sum(one) <= sum(other):
        assert quests.success((one,), black) >= quests.success((other,), black)
    assert quests.success((one,), black) >= quests.success((one,), black, 0, False)


@FEW
@given(st.tuples(*[st.integers(-2, 6)] * 3), three, black_dice, st.sampled_from(TRAITS))
def test_one_more_and_one_less(
    raw: tuple[int, int, int], need: tuple[int, int, int], black: tuple[str, ...], trait: str
) -> None:
    way = cost(", ".join(f"{t} {n}" for t, n in zip(TRAITS, need, strict=True) if n))[0]

    def chance(values: object) -> Fraction:
        return quests.success((quests.lack(way, quests.values(values)),), black)  # type: ignore[arg-type]

    at = TRAITS.index(trait)
    up, down = list(raw), list(raw)
    up[at] += 1
    down[at] -= 1
    brute = [oracle.quest_chance([max(0, v) for v in values], [need], black) for values in (up, raw, down)]
    assert quests.token_gain(chance, raw, trait) == brute[0] - brute[1] >= 0
    assert quests.harm(chance, raw, trait) == brute[1] - brute[2] >= 0
    if raw[at] <= 0:
        assert quests.harm(chance, raw, trait) == 0
    average = sum(quests.harm(chance, raw, t) for t in TRAITS) / 3
    assert quests.expected_harm(chance, raw, TRAITS) == average


def test_what_an_attempt_is_worth_is_that_of_every_roll() -> None:
    stakes = quests.Stakes(Fraction(9), Fraction(7))
    rolls = [oracle.pips(a) + oracle.pips(b) for a in BLACK for b in BLACK]
    brute = Fraction(sum(9 if total >= 4 else -7 for total in rolls), 36)
    assert quests.attempt_value(dice.reach(BLACK, 4), stakes) == brute
    assert quests.reward_value(effects("draw 2 item, gain 1 mental, death -1")) == 2 * 2 + 3 + 5
    assert quests.reward_value(effects("by hand")) == 0


def test_tries() -> None:
    chance = Fraction(1, 3)
    assert quests.within_tries(chance, 2) == chance + (1 - chance) * chance
    assert quests.expected_tries(chance) == 3
    assert quests.expected_tries(Fraction(0)) is None


def test_plans_average_over_the_cards_that_may_come() -> None:
    good, bad = quests.Prospect(Fraction(6), HALF), quests.Prospect(Fraction(2), Fraction(1))
    ranked = quests.plans([bad, None], {"II": [(good, 2), (None, 1), (bad, 1)]})
    first = ranked[0]
    assert (first.cycle, first.deck) == (1, "II")
    assert first.prospect.value == Fraction(2 * 6 + 2 + 2, 4)
    assert first.prospect.chance == Fraction(2, 4) * HALF + Fraction(2, 4)
    drop = next(plan for plan in ranked if plan.cycle == 0)
    assert drop.prospect.value == Fraction(2 * 6 + 0 + 2, 4)
    assert quests.plans([None], {}) == [quests.Plan(quests.NOTHING)]


# --------------------------------------------------------------------------------------------------------------- torch


@FEW
@given(st.integers(1, 10), st.integers(0, 30))
def test_the_torch_goes_step_by_step(position: int, steps: int) -> None:
    assert (torch_odds.after(position, steps), torch_odds.lights(position, steps)) == oracle.burn(position, steps)


@pytest.mark.parametrize(("position", "seats", "rounds"), [(10, 2, 5), (4, 3, 3), (1, 2, 4), (7, 4, 2)])
def test_skulls_of_every_course(position: int, seats: int, rounds: int) -> None:
    fails = Fraction(1, 3)
    wanted = oracle.skull_counts(position, seats, fails, rounds)
    law = torch_odds.skulls_law(position, seats, fails, rounds)
    assert {n: law.probability(n) for n in law} == wanted
    assert torch_odds.first_skull(position, seats, fails, rounds) == 1 - wanted.get(0, Fraction(0))


def test_the_round_of_the_first_skull() -> None:
    law = torch_odds.rounds_law(5, 2, Fraction(1, 4))
    for rounds in range(6):
        reached = sum((law.probability(r) for r in law if r <= rounds), Fraction(0))
        assert reached == torch_odds.first_skull(5, 2, Fraction(1, 4), rounds)
    formula = formulas.binomial_tail(6, Fraction(1, 4), 2)
    assert formula.doit() == sympy.Rational(*torch_odds.first_skull(5, 2, Fraction(1, 4), 3).as_integer_ratio())


def test_a_failure_lights_the_skull_only_if_it_matters() -> None:
    assert torch_odds.failure_lights(2, 2, Fraction(1, 4)) == Fraction(3, 4)
    assert torch_odds.failure_lights(2, 1, Fraction(1, 4)) == 0
    assert torch_odds.failure_lights(2, 1, Fraction(1, 4), pending=1) == Fraction(3, 4)
    assert torch_odds.failure_lights(1, 1, Fraction(1, 4), pending=1) == 0
    assert torch_odds.failure_lights(1, 0, Fraction(1, 4)) == 0


def test_what_a_torch_costs_is_the_deaths_that_it_brings() -> None:
    fails = Fraction(1, 3)
    later, now = oracle.skull_counts(8, 2, fails, 4), oracle.skull_counts(10, 2, fails, 4)
    means = [sum(n * p for n, p in law.items()) for law in (later, now)]
    assert torch_odds.torch_cost(10, 2, 2, fails, 4) == 5 * (means[0] - means[1]) > 0
    assert torch_odds.torch_cost(1, 1, 2, fails, 0) == 5


# -------------------------------------------------------------------------------------------------------------- castle


@pytest.mark.clause("shadowgate.locks.stairwell")
def test_one_card_comes_at_any_place_of_its_deck() -> None:
    orders = [order.index(0) + 1 for order in permutations(range(5))]
    law = castle.position_law(5)
    assert torch_odds.mean(law) == Fraction(sum(orders), len(orders)) == Fraction(5 + 1, 2)
    for draws in range(6):
        assert castle.within(draws, 5) == Fraction(sum(place <= draws for place in orders), len(orders))
    with pytest.raises(ValueError, match="no such draws"):
        castle.within(1, 0)


@pytest.mark.clause("shadowgate.final.any-order")
@pytest.mark.parametrize("met", [Fraction(1), Fraction(2, 3)])
@pytest.mark.parametrize("brings", [(1, 0, 2, 0), (1, 0, 0), (3, 0, 0, 0)])
def test_the_final_quest_is_that_of_every_order(brings: tuple[int, ...], met: Fraction) -> None:
    for left in range(4):
        vault = castle.Vault(True, brings, len(brings) + 1, left, met)
        open_vault = castle.Vault(False, brings, len(brings), left, met)
        for draws in range(len(brings) + 3):
            assert castle.final_within(vault, draws) == oracle.final_by(("barrier", *brings), draws, left, met)
            assert castle.final_within(open_vault, draws) == oracle.final_by(brings, draws, left, met)


def test_the_law_of_the_final_quest_sums_to_one() -> None:
    steps, never = castle.final_law(castle.Vault(True, (1,) * 6 + (0,) * 8, 15))
    assert sum(steps) + never == 1
    assert never == 0
    assert castle.final_law(castle.Vault(True, (1, 0), 3))[1] == 1


def test_cards_revealed_without_a_word_are_among_the_unnamed() -> None:
    """Of four unnamed cards two were revealed untold, so that only two more and the Barrier can come."""
    vault = castle.Vault(True, (1, 1, 0, 0), 3, left=1)
    drawn = list(permutations((1, 1, 0, 0), 2))
    good = sum(any(order) for order in drawn)
    assert castle.final_within(vault, 3) == Fraction(good, len(drawn))


# ---------------------------------------------------------------------------------------------------------------- boss


def laws_of(traits: tuple[int, ...], black: tuple[str, ...], blue: tuple[str, ...] | None, later: int = 0) -> boss.Laws:
    return lambda seat, gone: dice.attack(traits[seat], black, blue, later if gone else 0)


def rolls_of(
    traits: tuple[int, ...], black: tuple[str, ...], blue: tuple[str, ...] | None, later: int = 0
) -> oracle.Rolls:
    return lambda seat, gone: oracle.attack_rolls(traits[seat], black, blue, later if gone else 0, False)


def blow_of(who: int) -> oracle.Gain:
    return lambda left, seat, score, failed: int(seat == who and score >= left)


def reds_of(who: int, reds: tuple[int, ...]) -> oracle.Gain:
    return lambda left, seat, score, failed: oracle.crossed(reds, left, max(0, left - score)) if seat == who else 0


FIGHTS = [
    (9, (1, 0), ("0", "1", "skull"), None, (6, 3), 0),
    (8, (2, 0, 1), SMALL, ("1", "staff"), (7, 2), -2),
    (4, (0, 0, 0, 0), ("0", "2", "skull"), None, (3, 1), 1),
]


@pytest.mark.clause("shadowgate.boss.killer")
@pytest.mark.parametrize(("life", "traits", "black", "blue", "reds", "later"), FIGHTS)
def test_who_lands_it_is_that_of_one_linear_system(
    life: int,
    traits: tuple[int, ...],
    black: tuple[str, ...],
    blue: tuple[str, ...] | None,
    reds: tuple[int, ...],
    later: int,
) -> None:
    seats, track = len(traits), boss.Track(life, reds)
    laws, rolls = laws_of(traits, black, blue, later), rolls_of(traits, black, blue, later)
    chain = boss.last_blow(track, laws, seats)
    cards = boss.energy_cards(track, laws, seats)
    for first in range(seats):
        chances = chain.at(life, first)
        assert sum(chances) == 1
        for seat in range(seats):
            kills = oracle.rota(life, seats, first, rolls, reds, blow_of(seat))
            assert chances[seat] == kills
            won = oracle.rota(life, seats, first, rolls, reds, reds_of(seat, reds))
            assert cards.at(life, first)[seat] == won
            law = boss.spoils_law(track, laws, seats, seat, first)
            assert law.where(lambda spoils: spoils.kills) == kills
            assert sum(spoils.cards * law.probability(spoils) for spoils in law) == won


@pytest.mark.parametrize(("life", "traits", "black", "blue", "reds", "later"), FIGHTS)
def test_attacks_skulls_and_actions(
    life: int,
    traits: tuple[int, ...],
    black: tuple[str, ...],
    blue: tuple[str, ...] | None,
    reds: tuple[int, ...],
    later: int,
) -> None:
    seats, track = len(traits), boss.Track(life, reds)
    laws, rolls = laws_of(traits, black, blue, later), rolls_of(traits, black, blue, later)
    assert boss.attacks_left(track, laws, seats).at(life, 0)[0] == oracle.rota(
        life, seats, 0, rolls, reds, lambda *_: 1
    )
    skulls = boss.own_skulls(track, laws, seats).at(life, 1)
    assert skulls[0] == oracle.rota(life, seats, 1, rolls, reds, lambda left, s, n, failed: int(failed and s == 0))
    acts = boss.boss_acts(track, laws, seats).at(life, 0)
    assert acts[0] == oracle.rota(
        life, seats, 0, rolls, reds, lambda left, s, n, _: int(n < left and oracle.crossed(reds, left, left - n) > 0)
    )


def test_one_attacker_alone_takes_the_classical_recursion() -> None:
    law = dice.attack(1, SMALL)
    mean = [Fraction(0)]
    for life in range(1, 13):
        later = sum(Fraction(w, law.total) * mean[max(0, life - n)] for n, w in law.moves)
        mean.append((1 + later) / (1 - Fraction(law.still, law.total)))
    assert boss.attacks_left(boss.Track(12), lambda seat, gone: law, 1).at(12, 0) == (mean[12],)


def test_within_so_many_attacks() -> None:
    law, track = dice.attack(1, SMALL), boss.Track(5)
    scores = [score for score, _ in oracle.attack_rolls(1, SMALL, None, 0, False)]
    two = Fraction(sum(a + b >= 5 for a in scores for b in scores), len(scores) ** 2)
    assert boss.within(track, lambda seat, gone: law, 2, 0, 2) == two
    assert boss.within(track, lambda seat, gone: law, 2, 0, 0) == 0
    chances = [boss.within(track, lambda seat, gone: law, 3, 1, n) for n in range(12)]
    assert all(one <= other for one, other in pairwise(chances))


@FEW
@given(st.lists(st.integers(0, 7), min_size=2, max_size=4), st.integers(1, 50), st.integers(0, 3))
def test_kill_chances_over_seats_sum_to_one_and_grow_with_a_trait(traits: list[int], life: int, first: int) -> None:
    first %= len(traits)
    laws = laws_of(tuple(traits), BLACK, None)
    chances = boss.last_blow(boss.Track(life), laws, len(traits)).at(life, first)
    assert sum(chances) == 1
    better = laws_of((*traits[:-1], traits[-1] + 1), BLACK, None)
    (mean,) = boss.attacks_left(boss.Track(life), laws, len(traits)).at(life, first)
    (sooner,) = boss.attacks_left(boss.Track(life), better, len(traits)).at(life, first)
    assert sooner <= mean


def test_energy_cards_run_out() -> None:
    track = boss.Track(9, (8, 6, 4, 2), cards=2)
    chain = boss.energy_cards(track, laws_of((3, 3), SMALL, None), 2)
    assert sum(chain.at(9, 0)) == 2


def test_nobody_who_can_move_the_boss_is_an_error() -> None:
    with pytest.raises(ValueError, match="moves the marker"):
        boss.last_blow(boss.Track(3), lambda seat, gone: dice.attack(0, ("skull",)), 2)


# --------------------------------------------------------------------------------------------------- the whole fight


WHOLE = [
    (False, (0, 0), (HALF, Fraction(1, 3)), (2, 3), 1, 2),
    (False, (0, 0, 0), (Fraction(0), HALF, Fraction(1)), (4,), 2, 1),
    (True, (4, 3), (HALF, Fraction(1, 3)), (2, 3), 1, 1),
    (True, (4, 4, 2), (Fraction(0), HALF, HALF), (1,), 2, 0),
]


@pytest.mark.clause("shadowgate.death.fifth", "shadowgate.boss.acts", "shadowgate.boss.last-blow")
@pytest.mark.parametrize(("competition", "deaths", "spared", "energy", "action", "misses"), WHOLE)
def test_whole_fights_are_those_of_every_course(
    competition: bool,
    deaths: tuple[int, ...],
    spared: tuple[Fraction, ...],
    energy: tuple[int, ...],
    action: int,
    misses: int,
) -> None:
    life, reds, traits = 7, (5, 3), (1, 0, 2)[: len(deaths)]
    fighters = tuple(fight.Fighter(d, s) for d, s in zip(deaths, spared, strict=True))
    here = fight.Fight(boss.Track(life, reds), laws_of(traits, SMALL, None), fighters, 1, energy, action, competition)
    told = {"deaths": deaths, "spared": spared, "energy": energy, "action": action, "competition": competition}
    brute = oracle.whole_fights(life, 1, rolls_of(traits, SMALL, None), reds, told, misses)
    ending = fight.endings(here, misses)
    ours: dict[tuple[int | None, tuple[int, ...]], Fraction] = defaultdict(Fraction)
    for outcome in ending.law:
        ours[outcome.killer, outcome.xp] += ending.law.probability(outcome)
    theirs: dict[tuple[int | None, tuple[int, ...]], Fraction] = defaultdict(Fraction)
    for (killer, xp, _), chance in brute.items():
        theirs[killer, xp] += chance
    assert ours == theirs
    for seat, before in enumerate(deaths):
        law = fight.deaths_law(here, seat, misses)
        wanted: dict[int, Fraction] = defaultdict(Fraction)
        for (_, _, after), chance in brute.items():
            wanted[after[seat] - before] += chance
        assert {n: law.probability(n) for n in law} == wanted
    stand = [
        sum(p for (_, _, after), p in brute.items() if after[s] < 5 or not competition) for s in range(len(deaths))
    ]
    assert list(fight.survival(here, misses)) == stand
    assert_winners(winning.Race(here, (10, 12, 9)[: len(deaths)], 6), brute, misses)


def assert_winners(race: winning.Race, brute: dict[oracle.End, Fraction], misses: int) -> None:
    """Compare who wins with the points of every course, ties broken by the second boss."""
    here, seats = race.fight, len(race.xp)
    wins, tie, nobody = [Fraction(0)] * seats, Fraction(0), Fraction(0)
    for (killer, xp, after), chance in brute.items():
        alive = [s for s in range(seats) if killer is not None and not (here.competition and after[s] >= 5)]
        lost = [5 * (after[s] - here.fighters[s].deaths) for s in range(seats)]
        points = [race.xp[s] + xp[s] - lost[s] + (race.boss_xp if s == killer else 0) for s in range(seats)]
        best = [s for s in alive if points[s] == max(points[t] for t in alive)]
        nobody += chance * (not best)
        tie += chance * (len(best) > 1)
        assert killer is not None or not best
        if not best:
            continue
        order = sorted(best, key=lambda s: (s - (killer or 0) - 1) % seats)
        chain = boss.last_blow(boss.Track(25), lambda place, _, o=order: here.laws(o[place], 1), len(order))  # type: ignore[misc]
        for place, seat in enumerate(order):
            wins[seat] += chance * chain.at(25, 0)[place]
    told = winning.win_chances(race, lambda seat: here.laws(seat, 1), misses)
    assert (told.wins, told.tie, told.nobody) == (tuple(wins), tie, nobody)
    assert sum(told.wins) + told.nobody == 1


def test_what_is_left_out_is_told() -> None:
    fighters = (fight.Fighter(), fight.Fighter())
    here = fight.Fight(boss.Track(3), lambda seat, gone: dice.attack(2, BLACK), fighters)
    assert fight.endings(here, 0).left_out == 1 - Fraction(35, 36)
    assert fight.endings(here, 1).left_out == Fraction(1, 36) ** 2
    kills = [fight.endings(here, n).law.where(lambda outcome: outcome.killer == 0) for n in range(8)]
    assert abs(kills[-1] - boss.last_blow(here.track, here.laws, 2).at(3, 0)[0]) < Fraction(1, 36) ** 7
    with pytest.raises(ValueError, match="misses"):
        fight.endings(here._replace(laws=lambda seat, gone: dice.attack(0, ("skull",))), 2)


@pytest.mark.clause("shadowgate.tie.order")
def test_a_tie_is_broken_clockwise_from_the_last_blow() -> None:
    law = dice.attack(30, BLACK)
    chances = winning.tie_break((0, 2), 1, 3, lambda seat: law)
    assert chances[2] > Fraction(9, 10)
    assert sum(chances.values()) == 1
    assert winning.tie_break((1,), 1, 3, lambda seat: law) == {1: 1}


# ------------------------------------------------------------------------------------------------------------- sniping


@pytest.mark.clause("shadowgate.attack.optional")
def test_nobody_wants_to_choose_otherwise() -> None:
    """Where everybody plays as told, each value is what the equations of attacking or holding say."""
    laws, track = laws_of((2, 5, 1), BLACK, None), boss.Track(14, (12, 6))
    prize = sniping.Prize(Fraction(20), Fraction(3))
    table = sniping.choices(track, laws, 3, prize)
    values = [[max(choice.attack, choice.hold) for choice in row] for row in table]
    assert values[0] == [0, 0, 0]
    assert any(choice.holds for row in table for choice in row)
    for life in range(1, 15):
        assert not all(choice.holds for choice in table[life])
        for seat in range(3):
            law = laws(seat, track.taken(life))
            kills = law.kills(life)
            if kills == Fraction(35, 36):
                assert not table[life][seat].holds
                assert table[life][seat].attack >= 20 * kills - 5 * Fraction(1, 36)


def test_a_sure_kill_is_taken_and_a_hopeless_one_left_to_nobody() -> None:
    table = sniping.choices(boss.Track(4), laws_of((2, 9), ("1", "2"), None), 2, sniping.Prize(Fraction(20)))
    assert [choice.attack for choice in table[1]] == [20, 20]
    assert [choice.hold for choice in table[1]] == [0, 0]
    with pytest.raises(ValueError, match="marker"):
        sniping.choices(boss.Track(2), lambda seat, gone: dice.attack(0, ("skull",)), 2, sniping.Prize(Fraction(1)))


def test_holding_pays_where_the_next_player_cannot_kill() -> None:
    """With 3 to 5 points an attack, who attacks a boss at 6 leaves the last blow to the other."""
    fixed = dice.attack(3, ("0", "1"))
    table = sniping.choices(boss.Track(6), lambda seat, gone: fixed, 2, sniping.Prize(Fraction(20)))
    # Attacking leaves at most 3, which the next player kills for sure; one of the two has to give way.
    assert [choice.attack for choice in table[6]] == [0, 0]
    assert [choice.holds for choice in table[6]] == [False, True]
    assert table[6][1].hold == 20


# ------------------------------------------------------------------------------------------------------------ formulas


def test_formulas_are_what_people_write() -> None:
    assert str(formulas.reach(3)) == "P(S >= 3)"
    assert formulas.reach(0) == 1
    assert str(formulas.rolled(BLACK, 4)) == "22/36"
    assert formulas.rolled(BLACK, 4).doit() == sympy.Rational(11, 18)
    assert str(formulas.within_tries(Fraction(1, 3), 2)) == "1 - (2/3)**2"
    assert formulas.within_tries(Fraction(1, 3), 2).doit() == sympy.Rational(5, 9)
    assert str(formulas.clean(Fraction(1, 6), 4)) == "(1 - (1/6)**2)**4"
    assert formulas.average([(Fraction(1, 3), HALF), (Fraction(2, 3), Fraction(0))]).doit() == sympy.Rational(1, 6)
    assert formulas.difference(HALF, Fraction(1, 3)).doit() == sympy.Rational(1, 6)
