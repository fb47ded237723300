"""How fast the odds of Shadowgate are: `make bench`. Processor time: other work on the machine is left out."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction

from companion.engine.edition import Edition
from companion.games.shadowgate import boss, dice, fight, quests, sniping, winning
from companion.games.shadowgate.cards import Board, QuestCard, quest_cost

CARDS = Edition.load("shadowgate", "practice").cards
DICE = dice.dice_of(CARDS)
REDS = next(card.red_boss for card in CARDS if isinstance(card, Board)) or ()
TRAITS = (4, 6, 5, 7)


def attack(seat: int, taken: int) -> dice.Attack:
    """Return the law of a seat; every other one has a Staff item, and the first Energy card lowers all by one."""
    return dice.attack(TRAITS[seat] - (not taken), DICE.of("black"), DICE.of("blue") if seat % 2 else None)


def processor_time(rounds: int, work: Callable[[], object]) -> float:
    """Return the median processor time of some work, in seconds."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return sorted(times)[rounds // 2]


def whole_chain() -> None:
    """Work everything out for four players: life 0 to 50, seat to move, Energy cards of each."""
    track = boss.Track(50, REDS)
    for chain in (boss.last_blow, boss.energy_cards, boss.attacks_left, boss.own_skulls, boss.boss_acts):
        solved = chain(track, attack, 4)
        assert all(len(row) == 4 for row in solved.rows)
    for seat in range(4):
        assert boss.spoils_law(track, attack, 4, seat, 0).total


def test_the_whole_boss_chain_of_four_players_is_under_a_second() -> None:
    assert processor_time(5, whole_chain) < 1.0


def test_who_wins_from_the_start_of_the_fight() -> None:
    fighters = tuple(fight.Fighter(1, Fraction(1, 2)) for _ in range(3))
    here = fight.Fight(boss.Track(50, REDS), attack, fighters, energy_xp=(3, 3), action_deaths=1)
    race = winning.Race(here, (60, 55, 58), 20)
    assert processor_time(3, lambda: winning.win_chances(race, lambda seat: attack(seat, 1))) < 6.0


def test_survival_in_competition_from_the_start_of_the_fight() -> None:
    fighters = tuple(fight.Fighter(deaths, Fraction(1, 2)) for deaths in (2, 3, 1))
    here = fight.Fight(boss.Track(50, REDS), attack, fighters, action_deaths=1, competition=True)
    assert processor_time(3, lambda: fight.survival(here)) < 4.0


def test_sniping_of_four_players() -> None:
    track = boss.Track(50, REDS)
    prize = sniping.Prize(Fraction(20), Fraction(3))
    assert processor_time(3, lambda: sniping.choices(track, attack, 4, prize)) < 2.0


def test_every_quest_for_everybody_is_a_moment() -> None:
    cards = [card for card in CARDS if isinstance(card, QuestCard) and card.cost]

    def every() -> None:
        for card in cards:
            for traits in ((3, 2, 2), (1, 2, 4), (4, 2, 1), (1, 4, 2)):
                lacks = tuple(quests.lack(way, traits) for way in quest_cost(card))
                quests.success(lacks, DICE.of("black"))

    assert processor_time(15, every) < 0.02
