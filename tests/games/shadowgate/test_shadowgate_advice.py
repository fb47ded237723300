"""Advice of Shadowgate: what is recommended in small positions, what it says, and the warnings of a careful friend."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from companion.engine.advice import EXACT, Advice, sampled
from companion.engine.errors import CompanionError
from companion.engine.game import NOBODY, TABLE, Seat
from companion.games.shadowgate import moves as m
from companion.games.shadowgate.advice import choose, rank, warnings
from companion.games.shadowgate.asking import Asked
from companion.games.shadowgate.boss_odds import front
from companion.games.shadowgate.dice import attack
from companion.games.shadowgate.quest_odds import case_of, worth_of
from companion.games.shadowgate.weighing import attack_margin, outlook
from tests.games.shadowgate.following import Follower, blank_box, fight, lay, practice
from tests.oracle import shadowgate_odds as oracle

BLACK = ("1", "2", "2", "3", "4", "skull")


def advised(here: Follower, seat: str = "ana", top: int = 3) -> tuple[Advice, ...]:
    return here.game.advise(here.state, seat, top, 0.0, 0)  # type: ignore[no-any-return]


def said(here: Follower, seat: str = "ana") -> list[str]:
    return [problem.text for problem in warnings(here.game.box, here.state, seat)]


def test_the_quest_that_is_worth_most_is_attempted() -> None:
    """Jair: Rat Swarm (33 in 36, 4 XP) and Cave Spider (2 short in all... 1 and 2, 6 XP and two items)."""
    here = lay("ana=jair bo=katalia", "#I-5", "#I-7", "", "").set(phase="cycled")
    first, *others = advised(here)
    assert first.moves == ("attempt 2",)
    assert first.label == EXACT
    card = here.state.quest(2)
    assert card is not None
    told = worth_of(case_of(here.game.box, here.state, here.player(), card))
    chance = oracle.quest_chance((3, 2, 2), [(4, 4, 0)], BLACK)
    assert first.value.exact == told.value == chance * (6 + 4) - (1 - chance) * 5
    assert "3 short" in first.why
    assert all(first.value.mean >= other.value.mean for other in others)


def test_where_nothing_can_be_met_a_quest_is_cycled() -> None:
    wall = "I/wall/kind:standard/cost:mental_20/xp:5/torch:1/skulls:0/reward:/bonus:/stays:no"
    here = lay("ana=jair bo=katalia", wall, "", "", "")
    first = advised(here)[0]
    assert first.moves == ("cycle 1 from I",)
    assert "without Wall and with a card from I" in first.why


def test_a_failure_that_costs_more_than_it_may_bring_is_left() -> None:
    trap = "I/trap/kind:monster/cost:strength_11/xp:1/torch:0/skulls:4/reward:/bonus:/stays:no"
    here = lay("ana=jair bo=katalia", trap, "", "", "").set(phase="cycled", extra=True)
    assert advised(here)[0].moves == ("done",)


def test_items_are_equipped_first_and_better_ones_take_their_place() -> None:
    here = lay("ana=jair bo=katalia", "#I-5", "", "", "").give("ana", "#5")
    assert advised(here)[0].moves[0].startswith("equip")
    assert "only while it is equipped" in advised(here)[0].why
    here = lay("ana=jair bo=katalia", "#I-5", "", "", "").give("ana", "#1", slot=2).give("ana", "#5")
    here.give("ana", "#12", slot=4)
    best = advised(here)[0]
    assert best.moves[0].startswith("unequip")
    assert "is better in its place" in best.why


def test_what_is_used_up_is_kept_until_it_pays() -> None:
    """Jair's boost of 3 once a game: for a quest that it makes sure, not for one that is met anyway."""
    sure = lay(
        "ana=jair bo=katalia", "I/easy/kind:standard/cost:strength_3/xp:5/torch:0/skulls:0/reward:/bonus:/stays:no"
    )
    hard = lay(
        "ana=jair bo=katalia", "I/hard/kind:standard/cost:strength_8/xp:9/torch:1/skulls:1/reward:/bonus:/stays:no"
    )
    assert not isinstance(choose(sure.game, sure.state, "ana"), m.Ability)
    assert isinstance(choose(hard.game, hard.state, "ana"), m.Ability)


def test_what_heals_is_used_when_there_is_something_to_heal() -> None:
    here = lay("ana=jair bo=katalia", "#I-5").give("ana", "#46")
    card = here.player().inventory[0]
    assert card.name == "healing-herbs"
    assert m.Use(card) != choose(here.game, here.state, "ana")
    here.mat("ana", deaths=1)
    assert m.Use(card) == choose(here.game, here.state, "ana")


def test_what_is_needed_least_is_discarded() -> None:
    door = "II/door/kind:standard/cost:weapon/xp:9/torch:1/skulls:0/reward:/bonus:/stays:no"
    here = lay("ana=jair bo=katalia", door).give("ana", "#1", slot=2).give("ana", "#5", slot=4)
    here.play("attempt 1")
    best = choose(here.game, here.state, "ana")
    assert isinstance(best, m.Pay)
    assert [card.name for card in best.cards] == ["short-sword"]


@pytest.mark.clause("shadowgate.attack.optional")
def test_an_attack_against_holding_is_reckoned_exactly() -> None:
    here = fight("ana=jair bo=katalia", energy="", life=7)
    place = front(Asked(here.game.box, here.state, {"seat": "ana"}, ""))
    now = attack(3, BLACK)

    def later(life: int, first: int) -> Fraction:
        def gain(left: int, seat: int, score: int, failed: bool) -> int:
            sign = 1 if seat == 0 else -1
            cards = oracle.crossed((3,), left, max(0, left - score))
            return sign * (20 * (score >= left) + 3 * cards - 5 * failed)

        rolls = lambda seat, gone: oracle.attack_rolls([3, 4][seat], BLACK, None, 0, False)  # noqa: E731
        return oracle.rota(life, 2, first, rolls, (3,) if life > 3 else (), gain) if life else Fraction(0)

    # Energy cards are all there, for a deck of seven lies untouched.
    value = Fraction(0)
    for score, failed in oracle.attack_rolls(3, BLACK, None, 0, False):
        left = max(0, 7 - score)
        won = 20 * (score >= 7) + 3 * oracle.crossed((3,), 7, left) - 5 * failed
        value += Fraction(1, 36) * (won + later(left, 1))
    assert attack_margin(place, outlook(place), now) == value - later(7, 1)


def test_the_best_trait_attacks_and_a_hopeless_one_is_not_advised() -> None:
    here = fight("ana=jair bo=katalia", energy="", life=4)
    first = advised(here)[0]
    assert first.moves == ("attack strength",)
    assert "the last blow 97 in 100" in first.why
    # With 9 left the boost, once a game, makes the last blow likely.
    assert advised(fight("ana=jair bo=katalia", energy="", life=9))[0].moves == ("ability",)


def test_advice_is_for_who_decides() -> None:
    here = lay("ana=jair bo=katalia", "#I-5")
    with pytest.raises(CompanionError, match="nothing to advise Bo: Ana decides"):
        advised(here, "bo")
    here.play("attempt 1")
    with pytest.raises(CompanionError, match="the table sees something first"):
        advised(here)


def test_advice_names_what_lies_at_hand_and_its_price() -> None:
    here = lay("ana=jair bo=katalia", "#I-5", "#I-7", "", "")
    first = advised(here)[0]
    assert first.obvious
    assert first.price is None or first.price >= 0
    assert advised(here) == advised(here)


def test_without_faces_nothing_is_claimed_of_quests() -> None:
    here = lay("ana=jair bo=katalia", 'I "Rat Swarm" S9', "", "", "", game=blank_box()).mat("ana", extra=(0, 2, 2))
    ranked = dict(rank(here.game, here.state, "ana"))
    assert "P(S >= 6)" in ranked[m.Attempt(1)].why
    assert choose(here.game, here.state, "ana") == m.Done()
    with pytest.raises(CompanionError, match="the faces of a black die"):
        advised(here)


# ------------------------------------------------------------------------------------------------------------ warnings


@pytest.mark.clause("shadowgate.end.inventory")
def test_what_stays_in_the_inventory_is_pointed_out_near_the_end() -> None:
    here = lay("ana=jair bo=katalia", "#I-5").give("ana", "#5")
    assert not any("Inventory" in text for text in said(here))
    here.set(unlocked=True)
    assert said(here)[0] == "What stays in the Inventory scores nothing: 4 XP lie there."
    assert not any("Inventory" in text for text in said(here, "bo"))


@pytest.mark.clause("shadowgate.quest-phase.hopeless")
def test_a_quest_that_nobody_can_meet_is_pointed_out() -> None:
    wall = "I/wall/kind:standard/cost:mental_20/xp:5/torch:0/skulls:0/reward:/bonus:/stays:no"
    here = lay("ana=jair bo=katalia", wall, "#I-5", "", "")
    assert said(here) == ["Nobody can meet Wall as they are equipped now."]
    assert not said(lay("ana=jair bo=katalia", game=blank_box()))


@pytest.mark.clause("shadowgate.torch.skull-at-once")
def test_a_failure_that_lights_the_skull_is_pointed_out() -> None:
    here = lay("ana=jair bo=katalia", "#I-4", "#I-5", "", "").set(torch=1)
    assert said(here) == ["If Rope Bridge fails, the torch goes out: a Death card for everybody."]
    assert not said(here.set(torch=5))
    last = lay("ana=jair bo=katalia", "#I-4", "", "", "", turn="bo").set(torch=2)
    assert said(last, "bo")
    assert not said(last, "ana")


# --------------------------------------------------------------------------------------------------------------- games


def test_it_plays_whole_games_by_the_rules_and_beats_a_random_player() -> None:
    game, won = practice(), 0
    for seed in range(2):
        state = game.setup([Seat("ana", "Ana"), Seat("bo", "Bo")], {})
        luck, steps = Random(seed), 0
        while (actor := game.actor(state)) != NOBODY and steps < 1500:
            if actor == TABLE:
                move = sampled(game, state, luck)
            elif actor == "ana":
                move = choose(game, state, "ana")
                assert game.check(state, move).legal
            else:
                move = game.policy("random")(game, state, luck)
            state, steps = game.apply(state, move), steps + 1
        assert actor == NOBODY
        points = {sheet.seat: sheet.points for sheet in game.score(state)}
        won += points["ana"] > points["bo"]
    assert won == 2


def test_the_view_of_a_seat_gets_the_same_advice_whatever_others_hold_face_down() -> None:
    here = lay("ana=jair bo=katalia", "#I-11", "#I-5").give("ana", "#puzzle-2")
    texts = []
    for card in ("#puzzle-3", "#puzzle-5"):
        other = Follower(here.game, here.state).give("bo", card)
        seen = here.game.view(other.state, "ana")
        texts.append([(*advice.moves, advice.why) for advice in here.game.advise(seen, "ana", 9, 0.0, 0)])
    assert texts[0] == texts[1]
