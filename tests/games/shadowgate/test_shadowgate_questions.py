"""The probability questions of Shadowgate, asked of positions: the answers, what they say, and when there is none."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from random import Random

import pytest
import sympy
from msgspec.structs import replace

from companion.engine.errors import (
    CompanionError,
    EditionIncompleteError,
    TooFewCardsError,
    UnknownNameError,
    UnreadableError,
)
from companion.engine.game import NOBODY, TABLE, Question, Seat
from companion.engine.odds import Odds
from companion.games.shadowgate.asking import FacesUntoldError
from companion.games.shadowgate.odds import KINDS
from tests.games.shadowgate.following import Follower, blank_box, fight, lay, practice
from tests.oracle import shadowgate_odds as oracle

BLACK = ("1", "2", "2", "3", "4", "skull")
BLUE = ("1", "2", "3", "staff", "staff", "skull")


def ask(here: Follower, kind: str, /, **params: object) -> Odds:
    question = Question(kind, "", tuple((name, str(value)) for name, value in params.items()))
    answer = here.game.answer(here.state, question)
    assert answer.question
    assert all(clause in here.game.rulebook for clause in answer.clauses), answer.clauses
    assert answer.clauses
    assert answer.formula.doit() == answer.value
    return answer


# -------------------------------------------------------------------------------------------------------------- quests


@pytest.mark.clause("shadowgate.cost.example", "shadowgate.cost.divide", "shadowgate.traits.sum")
def test_katalia_and_jair_at_the_same_quest() -> None:
    """Strength 1 and Strength 3 against Strength 5: 4 short and 2 short."""
    here = lay("ana=jair bo=katalia", "#I-5")
    jair, katalia = (ask(here, "quest", space=1, seat=seat) for seat in ("ana", "bo"))
    assert jair.counted == "2 short"
    assert katalia.counted == "4 short"
    assert jair.fraction == oracle.quest_chance((3, 2, 2), [(5, 0, 0)], BLACK) == Fraction(33, 36)
    assert katalia.fraction == oracle.quest_chance((1, 2, 4), [(5, 0, 0)], BLACK) == Fraction(22, 36)
    assert str(katalia.formula) == "22/36"
    assert katalia.frequency == "6 in 10"
    assert katalia.question == "Does Bo meet Rat Swarm?"


@pytest.mark.clause("shadowgate.components.blanks")
def test_without_faces_the_answer_is_the_formula_and_no_number() -> None:
    quest = 'I "Rat Swarm" S5 torch'
    here = lay("ana=jair bo=katalia", quest, game=blank_box()).mat("ana", extra=(0, 2, 2))
    with pytest.raises(FacesUntoldError, match=r"2 short: P\(S >= 2\)\. Tell what the faces") as untold:
        ask(here, "quest", space=1, seat="ana")
    s = sympy.Symbol("S")
    assert untold.value.formula == sympy.Function("P")(sympy.Ge(s, 2))
    assert untold.value.deficit == 2
    for kind in ("worth", "tries", "lights", "best"):
        with pytest.raises(FacesUntoldError):
            ask(here, kind, space=1, seat="ana")
    # What needs no dice is certain all the same.
    assert ask(here.mat("ana", extra=(2, 0, 0)), "quest", space=1, seat="ana").fraction == 1


def test_what_is_not_told_of_a_quest_or_of_traits_is_asked_for() -> None:
    here = lay("ana=jair bo=katalia", game=blank_box())
    with pytest.raises(EditionIncompleteError, match="what quest 1 costs"):
        ask(here, "quest", space=1)
    with pytest.raises(EditionIncompleteError, match="traits of Bo"):
        ask(lay("ana=jair bo=lakmir", 'I "Runes" M5', game=blank_box()), "quest", space=1, seat="bo")
    with pytest.raises(CompanionError, match="Dripping Passage is an event"):
        ask(lay("ana=jair bo=katalia", "#I-2"), "quest", space=1)
    with pytest.raises(UnreadableError, match="a space with a quest: 1, 2, 3"):
        ask(here, "quest", space=7)


@pytest.mark.clause("shadowgate.traits.clamp", "shadowgate.torch.scope")
def test_curse_and_torch_take_what_really_drops() -> None:
    here = lay("ana=jair bo=katalia", "#I-7")
    before = ask(here, "quest", space=1, seat="ana").fraction
    loss = ask(here, "harm", space=1, seat="ana", trait="strength")
    cursed = ask(here.mat("ana", curses=(1, 0, 0)), "quest", space=1, seat="ana").fraction
    assert loss.fraction == before - cursed > 0
    assert loss.question == "How much less likely is Cave Spider for Ana with a curse on Strength?"
    here.mat("ana", curses=(0, 0, 0))
    assert ask(here, "harm", space=1, seat="ana", trait="mental").fraction == 0
    average = ask(here, "harm", space=1, seat="ana")
    parts = [ask(here, "harm", space=1, seat="ana", trait=t).fraction for t in ("str", "res", "men")]
    assert average.fraction == sum(parts) / 3
    here.set(penalty="strength", torch=3)
    assert ask(here, "quest", space=1, seat="ana").fraction == cursed
    here.set(torch=8)
    assert ask(here, "quest", space=1, seat="ana").fraction == before
    # A trait that counts 0 already cannot be lowered.
    low = lay("ana=katalia bo=jair", "#I-5").mat("ana", curses=(2, 0, 0))
    assert ask(low, "harm", space=1, seat="ana", trait="strength").fraction == 0


def test_one_more_is_what_the_token_would_do() -> None:
    here = lay("ana=jair bo=katalia", "#I-5")
    gain = ask(here, "plus", space=1, seat="bo", trait="s")
    before = ask(here, "quest", space=1, seat="bo").fraction
    after = ask(here.mat("bo", plus=(1, 0, 0)), "quest", space=1, seat="bo").fraction
    assert gain.fraction == after - before
    assert ask(here, "plus", space=1, seat="bo", trait="mental").fraction == 0


def test_a_way_that_cannot_be_paid_for_does_not_count() -> None:
    here = lay("ana=jair bo=katalia", "#II-7")
    without = ask(here, "quest", space=1, seat="ana").fraction
    assert without == oracle.quest_chance((3, 2, 2), [(9, 0, 0)], BLACK)
    token = ask(here.mat("ana", magic=(0, 1, 0)), "quest", space=1, seat="ana").fraction
    assert token == oracle.quest_chance((3, 2, 2), [(9, 0, 0), (6, 0, 0)], BLACK)
    lacking = lay("ana=jair bo=katalia", "II/door/kind:puzzle/cost:puzzle_red-gem/xp:5/torch:0/skulls:0")
    answer = ask(lacking, "quest", space=1, seat="ana")
    assert answer.fraction == 0
    assert "not there" in answer.counted


def test_in_light_depth_items_are_taken_to_be_there() -> None:
    here = lay("ana=jair bo=katalia", 'I "Troll" S6 fire', depth="light").mat("ana", extra=(0, 0, 0))
    answer = ask(here, "quest", space=1, seat="ana")
    assert answer.fraction == oracle.quest_chance((3, 2, 2), [(6, 0, 0)], BLACK)
    assert "the items and tokens that it costs are there" in answer.assumptions


@pytest.mark.clause("shadowgate.cost.divide")
def test_dice_that_go_whole_to_one_trait_are_worse() -> None:
    freely = lay("ana=jair bo=katalia", "#I-7")
    whole = lay("ana=jair bo=katalia", "#I-7", dice_divide_freely=False)
    brute = oracle.quest_chance_whole((3, 2, 2), [(4, 4, 0)], BLACK)
    assert (
        ask(whole, "quest", space=1, seat="ana").fraction == brute < ask(freely, "quest", space=1, seat="ana").fraction
    )


def test_what_an_attempt_is_worth_is_told_part_by_part() -> None:
    here = lay("ana=jair bo=katalia", "#I-5").give("ana", "#3")
    answer = ask(here, "worth", space=1, seat="ana")
    assert answer.fraction == Fraction(11, 12)
    assert "4 XP + 0 bonus + 2 reward if met, 5.0 lost if not" in answer.counted
    assert f"{float(Fraction(11, 12) * 6 - Fraction(1, 12) * 5):.1f} XP" in answer.counted
    bonus = lay("ana=jair bo=katalia", "#I-7").give("ana", "#3")
    assert "6 XP + 2 bonus + 4 reward" in ask(bonus, "worth", space=1, seat="ana").counted


@pytest.mark.clause("shadowgate.death.fifth")
def test_a_fifth_death_is_dear_in_competition() -> None:
    here = lay("ana=jair bo=katalia", "#I-5", mode="competition").mat("ana", deaths=3)
    assert "5.0 lost if not" in ask(here, "worth", space=1, seat="ana").counted
    assert "55.0 lost if not" in ask(here.mat("ana", deaths=4), "worth", space=1, seat="ana").counted
    torch = lay("ana=jair bo=katalia", "#I-4", mode="competition").mat("ana", deaths=4).set(torch=1)
    assert float(ask(torch, "worth", space=1, seat="ana").counted.split(", ")[-1].split()[0]) >= 50


def test_the_best_plan_and_its_chance() -> None:
    here = lay("ana=jair bo=katalia", "#I-5", "", "", "")
    answer = ask(here, "best", seat="ana")
    assert answer.counted.split(":")[0] in ("attempt Rat Swarm", "cycle Rat Swarm from I")
    assert "attempt nothing 0.0" in answer.counted
    assert 0 < answer.fraction <= 1
    hopeless = lay(
        "ana=jair bo=katalia",
        "I/wall/kind:standard/cost:mental_20/xp:5/torch:1/skulls:0/reward:/bonus:/stays:no",
        "",
        "",
        "",
    )
    assert ask(hopeless, "best", seat="ana").counted.startswith("cycle Wall from I")


def test_tries() -> None:
    answer = ask(lay("ana=jair bo=katalia", "#I-5"), "tries", space=1, seat="bo", tries=3)
    assert answer.fraction == 1 - Fraction(14, 36) ** 3
    assert answer.counted == "4 short; 18/11 tries on average"


# --------------------------------------------------------------------------------------------------------- the castle


@pytest.mark.clause("shadowgate.torch.skull", "shadowgate.failure.torch")
def test_a_failure_that_lights_the_skull() -> None:
    here = lay("ana=jair bo=katalia", "#I-4").set(torch=1)
    answer = ask(here, "lights", space=1, seat="ana")
    assert answer.fraction == 1 - ask(here, "quest", space=1, seat="ana").fraction
    assert ask(here.set(torch=4), "lights", space=1, seat="ana").fraction == 0
    # The last player of a round moves the torch anyway.
    last = lay("ana=jair bo=katalia", "#I-4", turn="bo").set(torch=2)
    assert ask(last, "lights", space=1, seat="bo").fraction > 0
    assert ask(last, "lights", space=1, seat="ana").fraction == 0


def test_the_torch_over_rounds() -> None:
    here = lay("ana=jair bo=katalia").set(torch=4)
    law = oracle.skull_counts(4, 2, Fraction(1, 2), 3)
    assert ask(here, "skull", rounds=3).fraction == 1 - law[0]
    assert ask(here, "torch", rounds=3, k=1).fraction == 1 - law[0]
    assert ask(here, "skull", rounds=3, fails=0).fraction == 0
    assert ask(here, "skull", rounds=4, fails=0).fraction == 1
    with pytest.raises(UnreadableError, match="a chance from 0 to 1 for fails"):
        ask(here, "skull", fails="3/2")
    with pytest.raises(UnreadableError, match="a chance such as 1/3"):
        ask(here, "skull", fails="often")


@pytest.mark.clause("shadowgate.curses.roll", "shadowgate.tokens.limited")
def test_a_curse_hits_a_trait_that_has_tokens_left() -> None:
    here = lay("ana=jair bo=katalia")
    answer = ask(here, "curse", trait="mental", curses=2)
    assert answer.fraction == 1 - Fraction(2, 3) ** 2
    assert ask(here.mat("ana", plus=(0, 0, 5)), "curse", trait="mental", curses=2).fraction == 0


@pytest.mark.clause("shadowgate.locks.stairwell", "shadowgate.cycle.bottom")
def test_the_stairwell_is_one_of_the_unseen_cards() -> None:
    here = lay("ana=jair bo=katalia", "#I-4", "#I-5", "#I-6", "#I-7")
    answer = ask(here, "gate", card="stairwell", draws=3)
    assert (answer.numerator, answer.denominator) == (3, 11)
    assert str(answer.formula) == "3/11"
    assert "draw 6 on average" in answer.counted
    assert ask(here, "gate", card="stairwell", draws=11).fraction == 1
    unnamed = lay("ana=jair bo=katalia", "#I-4", "#I-5", "#I-6", "?")
    answer = ask(unnamed, "gate", card="stairwell", draws=3)
    assert answer.fraction == Fraction(3, 12)
    assert "it may be the card of deck I that nobody named" in answer.assumptions
    assert ask(unnamed, "gate", card="stairwell", draws=50).fraction == Fraction(11, 12)
    here.play("cycle 1 from I")
    assert ask(here, "gate", card="stairwell", draws=12).fraction == 1
    assert ask(here, "gate", card="Banquet Hall", draws=3).fraction == Fraction(3, 15)
    assert "deck II is open by then" in ask(here, "gate", card="hall", draws=3).assumptions
    assert ask(here.set(opened=("I", "II")), "gate", card="stairwell", draws=1).fraction == 1
    with pytest.raises(UnreadableError, match="cavern-stairwell, banquet-hall, great-barrier"):
        ask(here, "gate", card="cellar")


@pytest.mark.clause("shadowgate.final.trigger")
def test_the_final_quest_waits_for_barrier_and_staffs() -> None:
    here = lay("ana=jair bo=katalia", "", "", "", "").set(opened=("I", "II", "III"))
    deck = [card for card in practice().box.decks["III"] if card.name != "great-barrier"]
    bringing = sum("draw 1 staff" in (card.reward or "") for card in deck)  # type: ignore[union-attr]
    answer = ask(here, "final", draws=6)
    needed = sum(comb(bringing, k) * comb(14 - bringing, 5 - k) for k in range(3, 6))
    assert answer.fraction == Fraction(6, 15) * Fraction(needed, comb(14, 5))
    assert ask(here, "final", draws=15).fraction == 1
    one = replace(here.state.deck("staff"), down=1)
    assert ask(here.set(decks=here.state.with_deck("staff", one).decks), "final", draws=6).fraction > answer.fraction
    assert ask(here.set(unlocked=True), "final", draws=0).fraction == 1


def test_items_among_the_next_draws() -> None:
    here = lay("ana=jair bo=katalia")
    weapons = sum("weapon" in (card.types or ()) for card in practice().box.decks["item"])  # type: ignore[union-attr]
    answer = ask(here, "items", kind="weapon", n=2, k=1)
    assert answer.fraction == 1 - Fraction(comb(55 - weapons, 2), comb(55, 2))
    assert str(answer.formula) == f"1 - binomial({55 - weapons}, 2)/binomial(55, 2)"
    assert ask(here, "items", kind="lucky coin", n=1).fraction == Fraction(2, 55)
    wild = sum(len(card.types or ()) > 1 for card in practice().box.decks["item"])  # type: ignore[union-attr]
    assert ask(here, "items", kind="wild", n=1).fraction == Fraction(wild, 55)
    with pytest.raises(TooFewCardsError, match="60"):
        ask(here, "items", kind="weapon", n=60)
    with pytest.raises(UnreadableError, match="a kind of item"):
        ask(here, "items")
    with pytest.raises(EditionIncompleteError, match="are weapon"):
        ask(lay("ana=jair bo=katalia", game=blank_box()), "items", kind="weapon")


@pytest.mark.clause("shadowgate.items.face-down", "shadowgate.information.view")
def test_a_face_down_puzzle_item_is_one_of_the_unseen() -> None:
    here = lay("ana=jair bo=katalia").give("ana", "#puzzle-1").give("bo", "#puzzle-3", "#puzzle-5")
    seen = Follower(here.game, here.game.view(here.state, "ana"))
    answer = ask(seen, "holds", seat="bo", item="red-gem")
    assert answer.fraction == 1 - Fraction(comb(6, 2), comb(9, 2))
    assert ask(seen, "holds", seat="ana", item="iron key").fraction == 1
    assert ask(seen, "puzzle", item="red-gem", n=2).fraction == 1 - Fraction(comb(6, 2), comb(9, 2))
    with pytest.raises(UnreadableError, match="a puzzle item: iron-key"):
        ask(seen, "holds", seat="bo", item="rope")


@pytest.mark.clause("shadowgate.riddles.card")
def test_who_can_answer_the_riddle() -> None:
    here = lay("ana=jair bo=katalia").give("bo", "#1")
    riddles = {card.answer: card for card in practice().box.decks["riddle"]}  # type: ignore[union-attr]
    here.set(riddle=riddles["melee"])
    assert ask(here, "riddle", seat="bo").fraction == 1
    assert ask(here, "riddle", seat="ana").fraction == 0
    melee = sum("melee" in (card.categories or ()) for card in practice().box.decks["item"]) - 1  # type: ignore[union-attr]
    assert ask(here, "riddle", seat="ana", draws=2).fraction == 1 - Fraction(comb(54 - melee, 2), comb(54, 2))
    here.set(riddle=riddles["death"]).mat("ana", deaths=1)
    assert ask(here, "riddle", seat="ana").fraction == 1
    assert ask(here, "riddle", seat="bo").fraction == 0
    with pytest.raises(CompanionError, match="No riddle"):
        ask(here.set(riddle=None), "riddle", seat="bo")


# ------------------------------------------------------------------------------------------------------------ the boss


@pytest.mark.clause("shadowgate.attack.score", "shadowgate.attack.blue", "shadowgate.attack.skulls")
def test_an_attack_before_the_roll() -> None:
    here = fight("ana=jair bo=katalia", energy="", life=9)
    rolls = oracle.attack_rolls(3, BLACK, None, 0, False)
    kill = ask(here, "kill", seat="ana")
    assert kill.fraction == Fraction(sum(score >= 9 for score, _ in rolls), 36)
    assert "the boss at 9, with strength" in kill.counted
    assert ask(here, "fails", seat="ana").fraction == Fraction(1, 36)
    assert ask(here, "score", seat="bo", k=8).counted.startswith("with mental")
    here.give("ana", "#staff-1", slot=1)
    rolls = oracle.attack_rolls(3, BLACK, BLUE, 0, False)
    assert ask(here, "kill", seat="ana").fraction == Fraction(sum(score >= 9 for score, _ in rolls), 216)
    three = fight("ana=jair bo=katalia", energy="", life=9, skulls_of_three=True).give("ana", "#staff-1", slot=1)
    rolls = oracle.attack_rolls(3, BLACK, BLUE, 0, True)
    assert ask(three, "fails", seat="ana").fraction == Fraction(sum(failed for _, failed in rolls), 216)


@pytest.mark.clause("shadowgate.boss.energy")
def test_the_active_energy_card_counts_until_it_goes() -> None:
    """Energy card 7 takes one off every trait; once a red space is crossed it is gone."""
    here = fight("ana=jair bo=katalia", energy="#energy-7", life=12)
    rolls = lambda seat, gone: oracle.attack_rolls([3, 4][seat] - (not gone), BLACK, None, 0, False)  # noqa: E731
    blow = ask(here, "blow", seat="ana")
    wanted = oracle.rota(12, 2, 0, rolls, (10, 3), lambda left, s, n, _: int(s == 0 and n >= left))
    assert blow.fraction == wanted
    assert [name for name, _ in blow.table] == ["Ana", "Bo"]
    assert blow.fraction + ask(here, "blow", seat="bo").fraction == 1
    mean = oracle.rota(12, 2, 0, rolls, (10, 3), lambda *_: 1)
    assert f"{float(mean):.2f} attacks on average" in ask(here, "attacks", attacks=4).counted


def test_energy_deaths_and_survival() -> None:
    here = fight("ana=jair bo=katalia", boss="#reaper", energy="", life=12, mode="competition").mat("bo", deaths=4)
    assert ask(here, "energy", seat="ana", k=0).fraction == 1
    mine = ask(here, "survive", seat="bo")
    assert 0 < mine.fraction < 1
    assert mine.fraction == 1 - ask(here, "deaths", seat="bo", k=1).fraction
    assert ask(here, "survive", seat="ana").fraction > mine.fraction
    easy = fight("ana=jair bo=katalia", boss="#reaper", energy="", life=12)
    assert ask(easy, "survive", seat="bo").fraction == 1
    # Two skulls of her own, and the Reaper's cards where Jair's two dice do not bring 4 more on Resourceful 2.
    rolls = lambda seat, gone: oracle.attack_rolls([3, 4][seat], BLACK, None, 0, False)  # noqa: E731
    own = oracle.rota(12, 2, 0, rolls, (10, 3), lambda left, s, n, failed: int(s == 0 and failed))
    acts = oracle.rota(
        12, 2, 0, rolls, (10, 3), lambda left, s, n, _: int(n < left and oracle.crossed((10, 3), left, left - n) > 0)
    )
    spared = Fraction(sum(oracle.pips(a) + oracle.pips(b) >= 4 for a in BLACK for b in BLACK), 36)
    mean = float(own + acts * (1 - spared))
    assert f"{mean:.2f} on average" in ask(easy, "deaths", seat="ana", k=1).counted


def test_snipe_trait_staff_win_and_tie() -> None:
    here = fight("ana=jair bo=katalia", energy="#energy-6", life=14)
    assert "is worth more" in ask(here, "snipe", seat="ana").counted
    assert ask(here, "trait", seat="bo").counted.startswith("mental is best")
    staff = ask(here, "staff", seat="ana")
    blue = lambda seat, gone: oracle.attack_rolls([3, 4][seat], BLACK, (BLUE, None)[seat], 0, False)  # noqa: E731
    assert staff.fraction == oracle.rota(14, 2, 0, blue, (10, 3), lambda left, s, n, _: int(s == 0 and n >= left))
    assert f"{float(ask(here, 'blow', seat='ana').fraction):.3f} without" in staff.counted
    wins = [ask(here, "win", seat=seat).fraction for seat in ("ana", "bo")]
    assert sum(wins) == 1
    # What is equipped counts in the end: 3 XP more make up for Ana's lead.
    behind = fight("ana=jair bo=katalia", energy="#energy-6", life=14).mat("ana", xp=22)
    geared = fight("ana=jair bo=katalia", energy="#energy-6", life=14).mat("ana", xp=22).give("bo", "#23", slot=4)
    assert geared.points("bo") == 0
    assert ask(geared, "win", seat="bo").fraction > ask(behind, "win", seat="bo").fraction
    richer = fight("ana=jair bo=katalia", energy="#energy-6", life=14).mat("bo", xp=60)
    assert ask(richer, "win", seat="bo").fraction > wins[1]
    ties = [ask(here, "tie", seat=seat).fraction for seat in ("ana", "bo")]
    assert sum(ties) == 1
    assert ask(here, "clean", attacks=4).fraction == (1 - Fraction(1, 36)) ** 4


def test_before_the_final_quest_there_is_no_boss() -> None:
    here = lay("ana=jair bo=katalia")
    for kind in ("kill", "blow", "win", "snipe", "energy", "deaths", "attacks"):
        with pytest.raises(CompanionError, match="has not begun"):
            ask(here, kind, seat="ana")
    with pytest.raises(CompanionError, match="burnt its last"):
        ask(fight("ana=jair bo=katalia"), "skull")
    blank = fight("ana=jair bo=katalia", game=blank_box(), boss="boss/reaper", energy="")
    with pytest.raises(EditionIncompleteError, match="black die"):
        ask(blank, "kill", seat="ana")


# ------------------------------------------------------------------------------------------------------------ all of it


def test_an_unknown_question_names_those_there_are() -> None:
    here = lay("ana=jair bo=katalia")
    with pytest.raises(UnknownNameError, match="quest, plus"):
        ask(here, "luck")
    with pytest.raises(UnreadableError, match="a whole number up to 99 for rounds"):
        ask(here, "skull", rounds=1000)
    with pytest.raises(UnreadableError, match="a trait: strength"):
        ask(here, "curse", trait="charm")
    setup = Follower(practice(), practice().setup([*map(_seat, ("ana", "bo"))], {}))
    with pytest.raises(CompanionError, match="finish the setup"):
        ask(setup, "skull")
    assert practice().questions(setup.state) == ()


def _seat(name: str) -> Seat:
    return Seat(name, name.title())


@pytest.mark.parametrize("mode", ["standard", "competition"])
def test_every_question_of_a_whole_game_is_answered(mode: str) -> None:
    """Two greedy players; every tenth position, and the first ones of the fight, are asked everything once a kind."""
    game, rng = practice(), Random(5)
    state = game.setup([*map(_seat, ("ana", "bo"))], {"mode": mode})
    asked: set[str] = set()
    play, step = game.policy("greedy"), 0
    while game.actor(state) != NOBODY and step < 900:
        fresh = state.final and "blow" not in asked
        if step % 10 == 0 or fresh:
            for question in game.questions(state):
                if question.id not in asked or step % 50 == 0:
                    answer = game.answer(state, question)
                    assert 0 <= answer.fraction <= 1
                    assert answer.question == question.text
                    asked.add(question.id)
        move = game.chances(state).sample(rng) if game.actor(state) == TABLE else play(game, state, rng)
        state, step = game.apply(state, move), step + 1
    offered = set(KINDS) - {"holds"}
    assert asked >= offered - ({"survive"} if mode == "standard" else set())
