"""The boss before parties whose hearts count one by one: four heroes by pairs, poison and its house rules.

Against value iteration over positions one by one, against exact chains, and against games played by the rules.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import sqrt
from random import Random

import pytest
from msgspec.structs import replace

from companion.engine.errors import EditionIncompleteError
from companion.engine.game import NOBODY, TABLE
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.boss import Boss, Chain, Round
from companion.games.one_deck_dungeon.boss_law import Blow
from companion.games.one_deck_dungeon.boss_odds import EVER, HIGH, LOW, MIDDLE, Before, boss_chain
from companion.games.one_deck_dungeon.boss_party import Fights, Party, Sickness
from companion.games.one_deck_dungeon.boss_placing import Ahead, firsts, placements
from companion.games.one_deck_dungeon.boss_poison import Poisoned
from companion.games.one_deck_dungeon.boss_walk import Walk, shares
from companion.games.one_deck_dungeon.boxes import Pool
from companion.games.one_deck_dungeon.encounter import read_fight
from companion.games.one_deck_dungeon.laying_out import steps
from tests.games.one_deck_dungeon.bosses import den
from tests.games.one_deck_dungeon.following import FOUR, begin, core
from tests.oracle.one_deck_dungeon_fight import Slow, rolls

TEXT = "1/1/0 | S4k:h A5k:h"
PAIRS = tuple(combinations(range(4), 2))


def party(health, text, hearts, tokens=(), sickness=None, start=0.0, early=0):
    fight = read_fight(text)
    known = {}

    def law(group, wounds, left):
        tokens = left if early else -1
        if tokens not in known:
            there = replace(fight, tokens=tokens, early=bool(early))
            known[tokens] = Round(there, sum(hearts) - len(hearts), keen=True)
        return known[tokens]

    regrow = 1 if "regrow" in text else 0
    return Party(Fights(health, law, regrow, early), hearts, tokens, sickness, start)


class Slowly:
    """Four heroes before a boss, position by position.

    Args:
        health, text: the boss, the same for each pair.
        sickness: how poison is resisted.
    """

    def __init__(self, health, text, sickness):
        fight = read_fight(text)
        slow = Slow(fight)
        skulls = {at for at, box in enumerate(fight.all_boxes) if box.skull}
        self.health, self.sickness = health, sickness
        self.rolls = Counter()
        for (dice, _), many in Counter(rolls(fight)).items():
            blows = frozenset((len(skulls & sets), slow.loss(sets, (0, 0))[0]) for sets in slow.sets(dice))
            self.rolls[blows] += many
        self.total = sum(self.rolls.values())
        self.value: dict[object, float] = {}

    def chance(self, hearts, tokens, times):
        """Return the chance to win within so many rounds."""
        state = (0, hearts, tokens)
        return self.round(state, times)

    def round(self, state, times):
        if times == 0:
            return 0.0
        key = (state, times)
        if key not in self.value:
            self.value[key] = self.begun(state, times)
        return self.value[key]

    def begun(self, state, times):
        def fights(there):
            return max(self.fought(there, pair, times) for pair in PAIRS)

        if self.sickness.pairs or not sum(state[2]):
            return fights(state)
        return max(
            self.resisted(state, one, lambda there, one=one: self.resisted(there, other(one), fights)) for one in PAIRS
        )

    def fought(self, state, pair, times):
        def second(there):
            return self.pair(there, other(pair), lambda after: self.round(after, times - 1))

        return self.pair(state, pair, second)

    def pair(self, state, pair, after):
        if self.sickness.pairs:
            return self.resisted(state, pair, lambda there: self.struck(there, pair, after))
        return self.struck(state, pair, after)

    def struck(self, state, pair, after):
        wounds, hearts, tokens = state
        total = 0.0
        known = {}
        for blows, many in self.rolls.items():
            best = 0.0
            for hits, damage in blows:
                if (hits, damage) not in known:
                    known[hits, damage] = 0.0
                    for lost in shares(damage, pair, 4):
                        left = tuple(have - n for have, n in zip(hearts, lost, strict=True))
                        if min(left) > 0:
                            won = wounds + hits >= self.health
                            worth = 1.0 if won else after((wounds + hits, left, tokens))
                            known[hits, damage] = max(known[hits, damage], worth)
                best = max(best, known[hits, damage])
            total += best * many
        return total / self.total

    def resisted(self, state, group, after):
        wounds, hearts, tokens = state
        own = [at for at in group if tokens[at]]
        against = sum(tokens) if self.sickness.party else sum(tokens[at] for at in group)
        if not against:
            return after(state)
        fails = sum(die + self.sickness.help.get(group, 0) <= against for die in range(1, 7))
        kept = [less(tokens, at) for at in own] if own and not self.sickness.hybrid else [tokens]
        good = max(after((wounds, hearts, some)) for some in kept)
        bad = 0.0
        for at in own or group:
            left = less(hearts, at, 2)
            if min(left) > 0:
                bad = max(bad, after((wounds, left, less(tokens, at))))
        return (fails * bad + (6 - fails) * good) / 6


def other(pair):
    return tuple(at for at in range(4) if at not in pair)


def less(numbers, at, by=1):
    return tuple(max(0, n - by) if place == at else n for place, n in enumerate(numbers))


SICK = {
    "healthy": ((2, 1, 2, 2), (0, 0, 0, 0), Sickness()),
    "both groups": ((3, 1, 2, 1), (1, 0, 1, 0), Sickness(8)),
    "each pair": ((3, 1, 2, 1), (1, 0, 1, 0), Sickness(8, pairs=True)),
    "whole party": ((3, 1, 2, 1), (1, 0, 1, 0), Sickness(8, party=True)),
    "whole party, each pair": ((3, 1, 2, 1), (1, 0, 1, 0), Sickness(8, party=True, pairs=True)),
    "hybrid": ((3, 1, 2, 1), (1, 0, 1, 0), Sickness(8, hybrid=True)),
    "help": ((2, 1, 2, 1), (2, 0, 1, 0), Sickness(8, {pair: int(0 in pair) for pair in PAIRS})),
}


@pytest.mark.parametrize("name", SICK)
@pytest.mark.clause("one-deck-dungeon.four.boss-pairs", "one-deck-dungeon.boss.resist")
def test_four_heroes_against_positions_one_by_one(name):
    hearts, tokens, sickness = SICK[name]
    text = "1/1/0 | S5k:h A6k:h"
    slow = Slowly(3, text, sickness).chance(hearts, tokens, 9)
    low, high = (party(3, text, hearts, tokens, sickness, start).chance(0, hearts, tokens) for start in (0.0, 1.0))
    assert low == pytest.approx(high, abs=1e-9)
    assert low == pytest.approx(slow, abs=1e-9)
    followed = Walk(party(3, text, hearts, tokens, sickness)).follow(0, hearts, tokens)
    assert followed.win == pytest.approx(low, abs=1e-6)
    assert followed.rounds >= 1


def test_one_and_two_heroes_are_the_exact_chains():
    for health, text in ((2, "2/1/0 | S4k:h A5:h"), (3, "2/2/0 | S5wk:h A4k:h | rules regrow 1")):
        chain = Chain(Boss(health, lambda wounds, text=text: read_fight(text)), 3)
        exact = float(chain.chance(0, 3))
        for hearts in ((4,), (3, 2)):
            assert party(health, text, hearts).chance(0, hearts) == pytest.approx(exact, abs=1e-9)
            followed = Walk(party(health, text, hearts)).follow(0, hearts)
            assert followed.rounds == pytest.approx(float(chain.rounds(0, 3)), abs=1e-4)


def test_damage_is_that_of_rounds_that_nobody_falls_in():
    chain = Chain(Boss(1, lambda wounds: read_fight("1/1/0 | S4k A5:h")), 1)
    followed = Walk(party(1, "1/1/0 | S4k A5:h", (2,))).follow(0, (2,))
    assert float(chain.damage(0, 1)) == pytest.approx(followed.damage[0], abs=1e-6)


POISONING = ["1/1/0 | S4k:hp A5:p", "2/0/0 | S4k:h S5:pp | wards prevent 1h"]


@pytest.mark.parametrize("text", POISONING)
@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("early", [False, True])
def test_arrays_of_poison_are_the_exact_positions(text, hybrid, early):
    fight = replace(read_fight(text), early=early)
    for supply, hearts, tokens in ((2, (3,), (1,)), (3, (2, 2), (1, 0)), (1, (2, 1), (0, 0))):
        exact = Poisoned(Boss(2, lambda wounds: fight), supply, 0, hybrid, 4, early).chance(0, hearts, tokens)
        sickness = Sickness(supply, hybrid=hybrid, more=True)
        arrays = party(2, text, hearts, tokens, sickness, early=3 if early else 0)
        assert arrays.chance(0, hearts, tokens) == pytest.approx(float(exact), abs=1e-9)
        followed = Walk(party(2, text, hearts, tokens, sickness, early=3 if early else 0))
        assert followed.follow(0, hearts, tokens).win == pytest.approx(float(exact), abs=1e-6)


def one_round(fight, hearts, tokens, supply, early):
    """Return the chance that one hero lives through a round and kills a boss of one heart in it, by ordered rolls."""
    slow = Slow(replace(fight, tokens=-1, wards=()))
    ward = any(True for _ in fight.wards)
    good = 0
    every = list(rolls(fight))
    for dice, _ in every:
        alive = False
        for sets in slow.sets(dice):
            damage, _, poison, _ = slow.loss(sets, (0, 0))
            lack = max(0, poison - (supply - tokens))
            lost = max(0, damage + lack - ward) if early else max(0, damage - ward) + lack
            alive = alive or (lost < hearts and 0 in sets)
        good += alive
    return Fraction(good, len(every))


@pytest.mark.parametrize("early", [False, True])
@pytest.mark.clause("one-deck-dungeon.poison.replaced", "one-deck-dungeon.poison.supply")
def test_what_the_supply_lacks_is_damage_prevented_or_not(early):
    """Whoever leaves the skull open falls, so that one round decides; it is counted out roll by roll."""
    fight = read_fight("2/1/0 | S3k:hhhhhhhhh S5:p A5:hp | wards prevent 1h")
    fight = replace(fight, early=early)
    for hearts, supply in ((1, 0), (2, 0), (2, 1), (3, 2)):
        win = Poisoned(Boss(1, lambda wounds: fight), supply, 0, False, 9, early)
        assert win.chance(0, (hearts,), (0,)) == one_round(fight, hearts, 0, supply, early)
    assert one_round(fight, 1, 0, 0, True) > one_round(fight, 1, 0, 0, False)


def test_the_house_rule_reaches_the_odds_of_a_position():
    game, wins = den(1, "S3k S6:p A6:p"), {}
    for rule in (False, True):
        follower = game.before("ana=mage", poison_supply_damage=rule).set(poison_total=1, poison_exiled=1)
        follower.set_hero("ana", damage=4)
        before = Before(game.cat, follower.state)
        assert before.early is rule
        wins[rule] = before.outlook().exact
    assert wins[False] < wins[True]


def small(boxes="S4k:h A4k:h M5:h", health=2, **options):
    """Return four heroes with few dice before a small boss."""
    game = den(health, boxes)
    return game, game.before(FOUR, **options).set(exiled=Pool(10, 10, 12))


def test_four_heroes_from_a_position():
    game, follower = small()
    outlook = Before(game.cat, follower.state, EVER).outlook()
    assert outlook.sure
    assert outlook.exact is None
    assert outlook.most - outlook.least < 1e-8
    assert 0 < outlook.estimate < 1
    assert len(outlook.damage) == 4
    assert outlook.rounds >= 1
    assert Before(game.cat, replace(follower.state, wounds=3), EVER).outlook().estimate > outlook.estimate


def test_more_hearts_and_fewer_tokens_are_better_and_each_pair_resists_by_the_house_rule():
    chances = {}
    for rule in (False, True):
        game, follower = small(boss_resist=rule)
        follower.set(poison_total=16).set_hero("ana", poison=3).set_hero("bo", damage=1)
        before = Before(game.cat, follower.state, EVER)
        assert before.sickness.pairs is rule
        chances[rule] = before.outlook().estimate
        well = follower.set_hero("ana", poison=0).state
        assert Before(game.cat, well, EVER).outlook().estimate > chances[rule]
    assert chances[True] >= chances[False]


def test_tokens_that_make_too_many_positions_are_bounded():
    game = den(2, "S4k:h A4k:p M5:hp")
    follower = game.before(FOUR).set(exiled=Pool(10, 10, 12), poison_total=16)
    follower.set_hero("ana", poison=1)
    before = Before(game.cat, follower.state, EVER)
    assert before.crowded
    low, middle, high = (before.chance(side) for side in (LOW, MIDDLE, HIGH))
    assert low < middle < high
    assert not before.outlook().sure


def test_a_large_round_is_bounded_and_estimated():
    game, follower = small("S9wk:hh A8wk:h M5:h")
    short = Before(game.cat, follower.state, 0, 40)
    outlook = short.outlook()
    exact = Before(game.cat, follower.state, EVER).outlook()
    assert not short.counted
    assert outlook.least <= exact.estimate <= outlook.most
    assert outlook.least <= outlook.estimate <= outlook.most
    assert outlook.least < outlook.most
    assert outlook.seen == 40
    assert exact.seen == 0


def test_who_is_not_told_has_no_odds():
    state = begin(FOUR, floor=4, dungeon="dragons-cave", game=core()).state
    with pytest.raises(EditionIncompleteError, match="name the hero card"):
        Before(core().cat, state.with_hero(replace(state.heroes[0], card="")))
    with pytest.raises(EditionIncompleteError, match="boss"):
        Before(core().cat, replace(state, dungeon=""))


# ------------------------------------------------------------------------------------------------- games by the rules


def play(game, state, known, rng):
    """Play a boss fight to its end by the rules, every step as the odds would have it; return whether it was won."""
    while game.actor(state) != NOBODY:
        move = game.automatic(state)
        if move is not None:
            moves = [move]
        elif game.actor(state) == TABLE:
            moves = [game.chances(state).sample(rng)]
        elif state.due:
            moves = [shared_out(game, state, known)]
        elif state.step == "round":
            (_, group), *_ = firsts(game.cat, state, known=known)
            pair = tuple(state.handles[at] for at in group)
            moves = [m.Arrange((pair, tuple(handle for handle in state.handles if handle not in pair)), ())]
        else:
            moves = list(steps(state, placements(game.cat, state, known=known)[0].placement))
        for move in moves:
            assert game.check(state, move).legal, move
            state = game.apply(state, move)
    return state.ended == "won"


def shared_out(game, state, known):
    """Return who takes the damage, as the chance to win asks."""
    fight, due = state.fight, state.due[0]
    assert due.what == "damage"
    ahead = Ahead(known, state)
    skulls = fight.part.hits + fight.part.missed
    end = ahead.end(Blow(fight.part.hits, skulls - fight.part.hits, due.n))
    lost = [(handle, have - left) for handle, have, left in zip(state.handles, ahead.place[1], end[1], strict=True)]
    taken = tuple((handle, n) for handle, n in lost if n)
    return m.Damage(taken) if sum(n for _, n in taken) == due.n else m.Damage(((due.among[0], due.n),))


@pytest.mark.parametrize("people", ["ana=warrior bo=rogue", FOUR])
@pytest.mark.clause("one-deck-dungeon.boss.damage", "one-deck-dungeon.four.boss-health", "one-deck-dungeon.boss.fallen")
def test_games_played_by_the_rules_are_won_as_often_as_the_odds_say(people):
    game = den(4, "S5k:hh A5k:h M6:h A6k:hh" if people != FOUR else "S5k:h A5k:hh M6:h")
    follower = game.before(people)
    follower.set(exiled=Pool(10, 10, 12) if follower.state.four else Pool())
    known = Before(game.cat, follower.state, EVER)
    chance = known.chance(MIDDLE)
    assert 0.1 < chance < 0.9
    rng, games = Random(5), 120
    won = sum(play(game, follower.state, known, rng) for _ in range(games))
    assert abs(won / games - chance) < 3.5 * sqrt(chance * (1 - chance) / games)


def test_the_best_placement_is_that_of_the_chain_for_one_hero():
    game = den(3, "S4k:h S5:hh A6k:h")
    follower = game.before("ana=warrior").set_hero("ana", damage=2)
    chain, wounds, bearable = boss_chain(game.cat, follower.state)
    follower.play("roll S 5 3 2 1 A 2 2 M 1")
    found = placements(game.cat, follower.state)
    chain.chance(wounds, bearable)
    for placed in found:
        after = chain.after(wounds, bearable, placed.blow)
        assert placed.chance == pytest.approx(float(chain.win[after]), abs=1e-9)
    assert found[0].chance == max(placed.chance for placed in found)
    assert len(found) > 1
