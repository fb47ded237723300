"""Answers about quests: chances as equipped now, what one more or less does, what an attempt is worth, what to do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from companion.engine import formulas as common
from companion.engine.errors import CompanionError, EditionIncompleteError
from companion.engine.odds import Odds
from companion.games.shadowgate import costs, formulas, quests, torch_odds, traits
from companion.games.shadowgate.asking import Asked, FacesUntoldError, named
from companion.games.shadowgate.box import Box
from companion.games.shadowgate.cards import DEATH_COST, FATAL, ItemCard, QuestCard, quest_cost, quest_reward
from companion.games.shadowgate.decks import agreed, law
from companion.games.shadowgate.dice import pair_law
from companion.games.shadowgate.state import Player, Position
from companion.games.shadowgate.vocabulary import TRAITS, Way

FAILS = Fraction(1, 2)
"""How often later turns are taken to fail a quest with a torch, where the torch is priced."""
ROUNDS = 5
"""How many rounds the torch is taken to burn on, where it is priced."""
DEFEAT = 50
"""XP that being defeated in Competition Mode is taken to cost."""
ABOUT_QUEST = (
    "shadowgate.cost.traits",
    "shadowgate.cost.divide",
    "shadowgate.dice.skull",
    "shadowgate.traits.sum",
    "shadowgate.traits.clamp",
)


class Case(NamedTuple):
    """A quest as one player meets it.

    Args:
        box, state, player, card: who attempts what.
        ways: the ways to meet it that can be paid for.
        assumptions: what is taken for granted.
    """

    box: Box
    state: Position
    player: Player
    card: QuestCard
    ways: tuple[Way, ...]
    assumptions: tuple[str, ...]

    @property
    def values(self) -> tuple[int, int, int]:
        """Return the traits with the torch's penalty, before they are clamped at 0."""
        sums = list(traits.standing(self.box, self.state, self.player))
        hurt = traits.penalised(self.box, self.state)
        return quests.values(sums, [-(i == hurt) for i in range(len(TRAITS))], clamp=False)

    @property
    def boost(self) -> int:
        """Return what cards in play add to the roll."""
        return traits.roll_boost(self.box, self.state, self.player)

    def lacks(self, values: Sequence[int]) -> tuple[quests.Lack, ...]:
        """Return what is short for each way, of traits that are not clamped yet."""
        counted = quests.values(values, clamp=self.state.rules.clamp_before_dice)
        return tuple(quests.lack(way, counted) for way in self.ways)

    @property
    def deficit(self) -> int:
        """Return the least summed deficit of all ways; -1 where there is no way."""
        return min(map(sum, self.lacks(self.values)), default=-1)

    def chance(self, values: Sequence[int] | None = None) -> Fraction:
        """Return the chance to meet the quest, as the traits are or with others.

        Raises:
            FacesUntoldError: it rests on dice whose faces nobody has told.
        """
        lacks = self.lacks(self.values if values is None else values)
        if not lacks:
            return Fraction(0)
        if not quests.needs_roll(lacks):
            return Fraction(1)
        if self.box.black is None:
            raise FacesUntoldError(self.deficit - self.boost)
        return quests.success(lacks, self.box.black, self.boost, self.state.rules.dice_divide_freely)


def case_of(box: Box, state: Position, player: Player, card: QuestCard) -> Case:
    """Return a quest as one player meets it.

    Raises:
        EditionIncompleteError: its cost, or a trait that it asks for, is not told.
    """
    if not costs.traits_told(box, state, player, card):
        raise EditionIncompleteError(f"Tell how the traits of {player.name} stand; then the chance can be said.")
    every = quest_cost(card)
    assumptions = []
    if any(costs.by_hand(way) for way in every):
        assumptions.append("what is judged by hand is met")
    if not state.full:
        if any(costs.extras(way) for way in every):
            assumptions.append("the items and tokens that it costs are there")
        return Case(box, state, player, card, every, tuple(assumptions))
    ways = tuple(way for way in every if not costs.extras(way) or costs.payments(state, player, way))
    return Case(box, state, player, card, ways, tuple(assumptions))


def _case(asked: Asked) -> Case:
    return case_of(asked.box, asked.state, asked.player, asked.quest)


def _about(case: Case, **more: Any) -> dict[str, Any]:
    """Return what every answer about a quest tells: the summed deficit, the roll, assumptions and clauses."""
    if not case.ways:
        counted = "the items or tokens that it costs are not there"
    elif case.deficit <= 0:
        counted = "nothing is short"
    else:
        counted = f"{case.deficit} short" + (f", {case.boost:+d} on every roll" if case.boost else "")
    more.setdefault("assumptions", ())
    more["counted"] = "; ".join(filter(None, (counted, more.get("counted", ""))))
    more["assumptions"] = (*case.assumptions, *more["assumptions"])
    if case.box.black is not None:
        more.setdefault("table", tuple((str(n), weight) for n, weight in sorted(pair_law(case.box.black).items())))
    return {"clauses": ABOUT_QUEST, **more}


def _recipe(case: Case) -> Callable[[], Any] | None:
    black = case.box.black
    if black is None or case.deficit <= 0:
        return None
    if case.state.rules.dice_divide_freely:
        return lambda: formulas.rolled(black, case.deficit - case.boost)
    total = len(black) ** 2
    return lambda: common.ratio(int(case.chance() * total), total)


def quest(asked: Asked) -> Odds:
    """Return the chance of a face-up quest for a player, as equipped now (questions 1, 2 and 3)."""
    case = _case(asked)
    rolls = "rolling is of no use" if case.ways and case.deficit <= 0 else ""
    return Odds.of(asked.text, case.chance(), recipe=_recipe(case), **_about(case, counted=rolls))


def plus_one(asked: Asked) -> Odds:
    """Return what +1 on a trait is worth: G(D - 1) - G(D) (question 4)."""
    case = _case(asked)
    gain = quests.token_gain(case.chance, case.values, asked.trait)
    before = case.chance()
    return Odds.of(
        asked.text,
        gain,
        recipe=lambda: formulas.difference(before + gain, before),
        **_about(case, counted=f"{before + gain} with it, {before} without"),
    )


def harm(asked: Asked) -> Odds:
    """Return what a -1 token costs: of one trait, or on average before the red die falls (questions 5 and 6)."""
    case = _case(asked)
    before = case.chance()
    if asked.params.get("trait"):
        loss = quests.harm(case.chance, case.values, asked.trait)
        counted, assumed = f"{before} without it, {before - loss} with it", ()
        return Odds.of(
            asked.text,
            loss,
            recipe=lambda: formulas.difference(before, before - loss),
            **_about(case, counted=counted, assumptions=assumed),
        )
    red = asked.box.red
    parts = [(Fraction(red.count(t), len(red)), quests.harm(case.chance, case.values, t)) for t in TRAITS]
    return Odds.of(
        asked.text,
        quests.expected_harm(case.chance, case.values, red),
        recipe=lambda: formulas.average(parts),
        **_about(case, assumptions=asked.red_assumed),
    )


class Worth(NamedTuple):
    """What an attempt is worth, part by part.

    Args:
        chance: that the quest is met.
        xp, bonus, reward: what it brings: printed, by a Quest Bonus, and at stated values.
        skulls, torch: what failing costs; being defeated counts with the skulls.
    """

    chance: Fraction
    xp: int
    bonus: int
    reward: int
    skulls: int
    torch: Fraction

    @property
    def value(self) -> Fraction:
        """Return the expected XP."""
        stakes = quests.Stakes(Fraction(self.xp + self.bonus + self.reward), self.skulls + self.torch)
        return quests.attempt_value(self.chance, stakes)

    @property
    def words(self) -> str:
        """Return the arithmetic in words."""
        gains = f"{self.xp} XP + {self.bonus} bonus + {self.reward} reward"
        return f"{float(self.value):.1f} XP: {gains} if met, {float(self.skulls + self.torch):.1f} lost if not"


def worth_of(case: Case) -> Worth:
    """Return what attempting a quest is worth to a player; what is not told of it counts nothing."""
    card, state = case.card, case.state
    torches = card.torch or 0
    cost = (
        torch_odds.torch_cost(max(1, state.torch), torches, len(state.alive), FAILS, ROUNDS) if torches else Fraction(0)
    )
    reward = quests.reward_value(quest_reward(card)) if card.reward is not None else 0
    bonus = bonus_value(case.player, card)
    skulls = DEATH_COST * (card.skulls or 0) + (DEFEAT if _is_fatal(case) else 0)
    return Worth(case.chance(), card.xp or 0, bonus, reward, skulls, cost)


def _is_fatal(case: Case) -> bool:
    """Say whether failing brings the fifth Death card in Competition Mode (shadowgate.death.fifth)."""
    state, card = case.state, case.card
    deaths = (card.skulls or 0) + torch_odds.lights(max(1, state.torch), card.torch or 0)
    return state.mode == "competition" and deaths > 0 and case.player.deaths + deaths >= FATAL


def bonus_value(player: Player, card: QuestCard) -> int:
    """Return the XP that a Quest Bonus adds: of the best unequipped items, which score nothing otherwise."""
    left = [item for item in player.inventory if isinstance(item, ItemCard)]
    total = 0
    for symbol in card.bonus or ():
        fitting = [item for item in left if costs.shows(item, symbol) and (item.xp or 0) > 0]
        if fitting:
            best = max(fitting, key=lambda item: item.xp or 0)
            left.remove(best)
            total += best.xp or 0
    return total


def worth(asked: Asked) -> Odds:
    """Return what an attempt is worth, as the chance with the expected XP in words (question 7)."""
    case = _case(asked)
    told = worth_of(case)
    assumed = (f"later turns move the torch with chance {FAILS}, for {ROUNDS} rounds", *_stated())
    return Odds.of(
        asked.text, told.chance, recipe=_recipe(case), **_about(case, counted=told.words, assumptions=assumed)
    )


def _stated() -> tuple[str, ...]:
    priced = ", ".join(f"{what} {value}" for what, value in quests.STATED.items() if value > 0)
    return (f"rewards count {priced} XP",)


def prospects(box: Box, state: Position, player: Player) -> list[quests.Prospect | None]:
    """Return what attempting each face-up quest is worth, None where it cannot be attempted or is not told."""
    return [prospect(box, state, player, space.card) for space in state.spaces]


def prospect(box: Box, state: Position, player: Player, card: QuestCard | None) -> quests.Prospect | None:
    """Return what attempting a quest is worth, None where there is none, or where it is an event or not told."""
    if card is None or card.kind == "event" or card.cost is None:
        return None
    told = worth_of(case_of(box, state, player, card))
    return quests.Prospect(told.value, told.chance)


def ranked(box: Box, state: Position, player: Player) -> list[quests.Plan]:
    """Rank what a player may do in the Quest Phase: attempt a quest, or cycle one and attempt the best then.

    An event that is drawn and leaves at once is replaced; here it counts as a quest that cannot be attempted.

    Raises:
        FacesUntoldError, EditionIncompleteError: something that it rests on is not told.
    """
    coming = {}
    for deck in state.open_decks() if state.revealing else ():
        cards = law(state, deck)
        coming[deck] = [
            (prospect(box, state, player, card) if isinstance(card, QuestCard) else None, weight)
            for card, weight in cards.items()
        ]
    plans = quests.plans(prospects(box, state, player), coming)
    return [plan for plan in plans if plan.cycle is None or state.spaces[plan.cycle].card is not None]


def best(asked: Asked) -> Odds:
    """Return the best plan of the Quest Phase, with the chance that a quest is met by it (question 8)."""
    state, player = asked.state, asked.player
    if state.final or not any(space.card for space in state.spaces):
        raise CompanionError("There is no quest on the board to attempt.")
    for deck in state.open_decks() if state.revealing else ():
        agreed(state, deck)
    plan, *others = ranked(asked.box, state, player)
    listed = "; ".join(f"{plan_words(state, other)} {float(other.prospect.value):.1f}" for other in others[:3])
    counted = f"{plan_words(state, plan)}: {float(plan.prospect.value):.1f} XP on average; then {listed}"
    return Odds.of(
        asked.text,
        plan.prospect.chance,
        counted=counted,
        assumptions=("a drawn event cannot be attempted, and nothing replaces it", *_stated()),
        clauses=("shadowgate.quest-phase.two-things", "shadowgate.cycle.bottom", *ABOUT_QUEST),
    )


def plan_words(state: Position, plan: quests.Plan) -> str:
    """Return a plan in words: "cycle Rope Bridge from II"."""
    if plan.attempt is not None:
        return f"attempt {_on(state, plan.attempt)}"
    if plan.cycle is None:
        return "attempt nothing"
    return f"cycle {_on(state, plan.cycle)} from {plan.deck}"


def _on(state: Position, space: int) -> str:
    card = state.spaces[space].card
    return f"the quest on space {space + 1}" if card is None or card.name is None else named(card)


def tries(asked: Asked) -> Odds:
    """Return the chance to meet a quest at least once in so many tries, as the traits stand now (question 9)."""
    case, m = _case(asked), asked.number("tries")
    chance = case.chance()
    expected = quests.expected_tries(chance)
    counted = f"{expected} tries on average" if expected is not None else "it is never met"
    return Odds.of(
        asked.text,
        quests.within_tries(chance, m),
        recipe=lambda: formulas.within_tries(chance, m),
        **_about(case, counted=counted, assumptions=("traits stay as they are",)),
    )


def lights(asked: Asked) -> Odds:
    """Return the chance that this attempt fails and lights the skull (question 10)."""
    case = _case(asked)
    state, torches = asked.state, case.card.torch
    if torches is None:
        raise EditionIncompleteError(f"Tell what failing {named(case.card)} costs; then it can be said.")
    chance = case.chance()
    pending = int(state.ends_round()) if case.player.handle == state.active else 0
    value = torch_odds.failure_lights(state.torch, torches, chance, pending)
    lit = "lights" if value else "does not light"
    counted = f"the torch stands on {state.torch}, a failure moves it {torches + pending}: that {lit} the skull"
    return Odds.of(
        asked.text,
        value,
        recipe=(lambda: formulas.rest(chance)) if value else None,
        **_about(case, counted=counted) | {"clauses": ("shadowgate.failure.torch", "shadowgate.torch.skull")},
    )
