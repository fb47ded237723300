"""What a move is worth to whoever makes it, in experience points over doing nothing, and why.

Quests and attacks are reckoned exactly, at stated values for what is drawn and gained. Around them stand simple habits:
fill the slots, use what helps, keep once-a-game boosts until they pay, discard what is needed least. Free steps come
before the one thing that a Quest Phase allows; that is what a `Judged` orders by.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from companion.engine.errors import CompanionError
from companion.engine.game import Move
from companion.games.shadowgate import boss, boss_odds, quest_odds, quests
from companion.games.shadowgate import moves as m
from companion.games.shadowgate.asking import Asked, named
from companion.games.shadowgate.box import Box
from companion.games.shadowgate.cards import DEATH_COST, ItemCard, QuestCard, StaffCard
from companion.games.shadowgate.decks import law
from companion.games.shadowgate.dice import Attack
from companion.games.shadowgate.effects import apply
from companion.games.shadowgate.phases import ability_of
from companion.games.shadowgate.scoring import title
from companion.games.shadowgate.state import CYCLED, RESOLVE, Gear, Position
from companion.games.shadowgate.traits import standing, symbols
from companion.games.shadowgate.vocabulary import TRAITS, Ability, Effect, effects

FREE, MAIN, NOTHING, NEVER = 2, 1, 0, -1
"""How moves are ordered: free steps first, then the one thing of the phase, then to end the turn; then the rest."""
PER_SYMBOL = Fraction(1)
"""XP that a trait symbol on an equipped item is taken to be worth over the game."""
SWAP = Fraction(1, 2)
"""How much better an item must be to take the place of an equipped one."""
KEEP = Fraction(3, 4)
"""XP that something which can be used only once must add before it is used for a boost."""
LOW_TORCH = 3
"""From here on down the torch is worth lifting."""


class Judged(NamedTuple):
    """A move with what it is worth.

    Args:
        tier: how it is ordered before all else: `FREE`, `MAIN`, `NOTHING` or `NEVER`.
        value: in XP over doing nothing.
        why: the reason in words.
    """

    tier: int
    value: Fraction
    why: str


class View:
    """Who judges, and where; what is worked out once for all moves.

    Args:
        box: the box.
        state: the position.
        seat: handle of who decides.
    """

    def __init__(self, box: Box, state: Position, seat: str) -> None:
        self.box, self.state, self.player = box, state, state.player(seat)
        self._coming: dict[str, list[tuple[quests.Prospect | None, int]]] = {}

    @cached_property
    def prospects(self) -> list[quests.Prospect | None]:
        """Return what each face-up quest is worth.

        Raises:
            EditionIncompleteError: something that it rests on is not told.
        """
        return quest_odds.prospects(self.box, self.state, self.player)

    def coming(self, deck: str) -> list[tuple[quests.Prospect | None, int]]:
        """Return what each card that a deck may bring is worth, with its weight.

        Raises:
            EditionIncompleteError: something that it rests on is not told.
        """
        if deck not in self._coming:
            cards = law(self.state, deck).items() if self.state.deck(deck).down else ()
            self._coming[deck] = [
                (quest_odds.prospect(self.box, self.state, self.player, card), weight)
                for card, weight in cards
                if isinstance(card, QuestCard)
            ]
        return self._coming[deck]

    @cached_property
    def fight(self) -> tuple[boss_odds.Front, boss.Chain]:
        """Return the boss fight, and what the rest of it brings.

        Raises:
            CompanionError: there is none, or something that it rests on is not told.
        """
        here = boss_odds.front(Asked(self.box, self.state, {"seat": self.player.handle}, ""))
        return here, outlook(here)

    @cached_property
    def now(self) -> Fraction:
        """Return what the best face-up quest, or attack, is worth; nothing where that cannot be told."""
        try:
            if self.state.final:
                return self._best_attack()
            return max((one.value for one in self.prospects if one is not None), default=Fraction(0))
        except CompanionError:
            return Fraction(0)

    def _best_attack(self) -> Fraction:
        """Return what the best attack beats holding by; nothing once the attack of this turn is over."""
        if self.state.phase == RESOLVE:
            return Fraction(0)
        laws = {self.attack(trait) for trait in TRAITS}
        return max(Fraction(0), *(attack_margin(*self.fight, law) for law in laws))

    def attack(self, trait: str) -> Attack:
        """Return the law of an attack with a trait.

        Raises:
            CompanionError: there is none, or something that it rests on is not told.
        """
        return boss_odds.law_of(self.fight[0].asked, self.box, self.state, self.player, trait)


def judge(view: View, move: Move) -> Judged:
    """Return what a move is worth; one of which nothing can be said is never best."""
    judges = _JUDGES.get(type(move))
    return judges(view, move) if judges is not None else Judged(NEVER, Fraction(0), "")


# --------------------------------------------------------------------------------------------------------------- items


def item_value(card: Gear) -> Fraction:
    """Return what an item is worth on a mat: its symbols over the rest of the game, and its points in the end."""
    if not isinstance(card, ItemCard | StaffCard):
        return Fraction(1)
    does = ability_of(card)
    extra = Fraction(1, 2) if does.effects else Fraction(0)
    return PER_SYMBOL * sum(symbols(card)) + (card.xp or 0) + extra + (2 if isinstance(card, StaffCard) else 0)


def _kept_value(view: View, card: Gear) -> Fraction:
    """Return what giving a card away costs: an equipped one in full, another as far as it may still be of use."""
    if card in view.player.equipped:
        return item_value(card)
    if isinstance(card, ItemCard) and card.types and "general" in card.types:
        return _use_value(view, ability_of(card).effects)
    return item_value(card) / 2


def _equip(view: View, move: m.Equip) -> Judged:
    types = view.box.slots(view.player)
    narrow = Fraction(1, 10) if types[move.slot - 1] not in ("any", None) else Fraction(0)
    return Judged(FREE, 10 + item_value(move.card) + narrow, f"{_name(move.card)} counts only while it is equipped")


def _unequip(view: View, move: m.Unequip) -> Judged:
    """Judge taking a card off: only for a better one of the Inventory that has no free slot."""
    slot = next(i for i, cards in enumerate(view.player.slots) if move.card in cards)
    kind = view.box.slots(view.player)[slot]
    rivals = [card for card in view.player.inventory if _fits(card, kind)]
    best = max(rivals, key=item_value, default=None)
    if best is None or isinstance(move.card, StaffCard) or item_value(best) < item_value(move.card) + SWAP:
        return Judged(NEVER, Fraction(0), "")
    return Judged(FREE, 30 + item_value(best) - item_value(move.card), f"{_name(best)} is better in its place")


def _fits(card: Gear, kind: str | None) -> bool:
    if isinstance(card, StaffCard):
        return False
    types = (card.types or ()) if isinstance(card, ItemCard) else ()
    return any(one != "general" and kind in (one, "any") for one in types)


def _flip(view: View, move: m.Flip) -> Judged:
    return Judged(FREE, Fraction(9), "the fully equipped side has an ability of its own")


def _bonus(view: View, move: m.Bonus) -> Judged:
    equipped = move.card in view.player.equipped
    xp = Fraction(getattr(move.card, "xp", 0) or 0)
    gain = -PER_SYMBOL * sum(symbols(move.card)) if equipped else xp - _kept_value(view, move.card) / 2
    why = f"{_name(move.card)} counts {xp} here, and nothing in the Inventory"
    return Judged(FREE if gain > 0 else NEVER, 8 + gain, why)


def _answer(view: View, move: m.Answer) -> Judged:
    riddle = view.state.riddle
    assert riddle is not None
    reward = quests.reward_value(rewards(riddle.reward))
    cost = -Fraction(DEATH_COST) if move.card is None else _kept_value(view, move.card)
    gain = (riddle.xp or 0) + reward - cost
    return Judged(FREE if gain > 0 else NEVER, 5 + gain, f"the riddle brings {riddle.xp or 0} XP and its reward")


def rewards(text: str | None) -> tuple[Effect, ...]:
    """Return the effects of a text, none where nobody told it."""
    return effects(text) if text is not None else ()


# ------------------------------------------------------------------------------------------------- abilities and uses


def _use(view: View, move: m.Use) -> Judged:
    once = ability_of(move.card).when == "game" or bool(getattr(move.card, "discard", False))
    return _using(view, move, ability_of(move.card), once, _name(move.card))


def _ability(view: View, move: m.Ability) -> Judged:
    does = view.box.ability(view.player, move.full)
    assert does is not None
    return _using(view, move, does, does.when == "game", "the ability")


def _using(view: View, move: Move, does: Ability, once: bool, what: str) -> Judged:
    """Judge a use: what it brings at stated values, and what its boost adds to the best quest or the attack."""
    gain = _use_value(view, [step for step in does.effects if step.verb != "boost"])
    boosts = [step for step in does.effects if step.verb == "boost"]
    if boosts and does.when != "always":
        added = _boosted(view, move)
        gain += added if not once or added >= KEEP else Fraction(0)
    return Judged(FREE if gain > 0 else NEVER, gain, f"{what} adds about {float(gain):.1f} XP")


def _use_value(view: View, steps: Iterable[Effect]) -> Fraction:
    """Return what effects bring now: only curses and Death cards that are there go, only a low torch needs lifting."""
    total = Fraction(0)
    for step in steps:
        if step.verb == "death" and step.n < 0:
            total += DEATH_COST * min(-step.n, view.player.deaths)
        elif step.verb == "curse" and step.n < 0:
            total += 2 * min(-step.n, sum(view.player.curses))
        elif step.verb == "torch":
            total += -step.n if step.n > 0 or 0 < view.state.torch <= LOW_TORCH else 0
        elif step.verb != "boost":
            total += quests.reward_value([step])
    return total


def _boosted(view: View, move: Move) -> Fraction:
    """Return what a boost adds this turn: to the best quest, or to the best attack."""
    after = apply(view.box, view.state, move)
    return View(view.box, after, view.player.handle).now - view.now


# -------------------------------------------------------------------------------------------------------------- quests


def _attempt(view: View, move: m.Attempt) -> Judged:
    card = view.state.quest(move.space)
    assert card is not None
    try:
        case = quest_odds.case_of(view.box, view.state, view.player, card)
        told = quest_odds.worth_of(case)
    except CompanionError as untold:
        return Judged(NEVER, Fraction(0), str(untold))
    short = f"{case.deficit} short, " if case.deficit > 0 else ""
    why = f"{short}{_percent(told.chance)}: {told.words}"
    return Judged(MAIN if told.value > 0 else NEVER, told.value, why)


def _percent(chance: Fraction) -> str:
    return f"{round(100 * chance)} in 100"


def _cycle(view: View, move: m.Cycle) -> Judged:
    """Judge cycling: the best quest after it, on average; a second time it only makes room."""
    state = view.state
    try:
        found, coming = view.prospects, view.coming(move.deck)
    except CompanionError as untold:
        return Judged(NEVER, Fraction(0), str(untold))
    mine = found[move.space - 1]
    worst = mine is None or mine.value <= 0
    if state.phase == CYCLED:
        return Judged(MAIN if worst else NEVER, Fraction(1, 10), "it makes room for another quest")
    plans = quests.plans(found, {move.deck: coming})
    plan = next((plan for plan in plans if plan.cycle == move.space - 1), None)
    if plan is None:
        return Judged(NEVER, Fraction(0), "")
    card = state.quest(move.space)
    what = named(card) if card is not None else "it"
    why = f"without {what} and with a card from {move.deck} the best quest is worth {float(plan.prospect.value):.1f}"
    return Judged(MAIN, plan.prospect.value, why)


def _refill(view: View, move: m.Refill) -> Judged:
    coming = view.coming(move.deck)
    total = sum(weight for _, weight in coming)
    hopes = [(max(Fraction(0), p.value) if p is not None else Fraction(0), weight) for p, weight in coming]
    mean = sum((value * weight for value, weight in hopes), Fraction(0)) / max(1, total)
    late = Fraction(len(move.deck), 10)
    return Judged(MAIN, mean + late, f"a card from {move.deck} is worth {float(mean):.1f} on average")


def _pay(view: View, move: m.Pay) -> Judged:
    cost = sum((_kept_value(view, card) for card in move.cards), Fraction(len(move.tokens)))
    return Judged(MAIN, -cost, "what is needed least goes")


def _give_up(view: View, move: m.GiveUp) -> Judged:
    return Judged(NEVER, Fraction(-99), "failing on purpose")


def _after(view: View, move: Move, why: str) -> Judged:
    """Judge a choice by the best quest after it; of equals, what raises the best trait."""
    after = View(view.box, apply(view.box, view.state, move), view.player.handle)
    high = max(standing(view.box, after.state, after.player))
    return Judged(MAIN, after.now + Fraction(high, 10), why)


def _tokens(view: View, move: m.Tokens) -> Judged:
    judged = _after(view, move, "it helps most with what lies there")
    return judged._replace(value=judged.value + len(move.tokens))


def _uncurse(view: View, move: m.Uncurse) -> Judged:
    return _after(view, move, f"{title(move.trait)} is missed most")


def _done(view: View, move: m.Done) -> Judged:
    return Judged(NOTHING, Fraction(0), "nothing else is worth it")


# ---------------------------------------------------------------------------------------------------------- the attack


def _attack(view: View, move: m.Attack) -> Judged:
    try:
        told = view.attack(move.trait)
        gain = attack_margin(*view.fight, told)
    except CompanionError:
        return Judged(MAIN, Fraction(1), "an attack brings the end nearer")
    kills = told.kills(view.state.life)
    why = f"{float(told.mean):.1f} on average, the last blow {_percent(kills)}; {float(gain):+.1f} XP against waiting"
    return Judged(MAIN if gain > 0 else NEVER, gain, why)


def outlook(here: boss_odds.Front) -> boss.Chain:
    """Return what the rest of the fight brings the seat that asks, everybody attacking every turn.

    It is its points less the others' average: for the last blow, Energy cards and two skulls. The numbers are times the
    others' number, so as to be whole.
    """
    seat, others = here.seat, max(1, len(here.players) - 1)

    def brings(life: int, who: int, law: Attack) -> tuple[int]:
        return ((others if who == seat else -1) * _points(here, life, law),)

    return boss.solve(here.track, here.laws, len(here.players), brings, 1)


def _points(here: boss_odds.Front, life: int, law: Attack) -> int:
    """Return the points of one attack, summed over its rolls."""
    card, track = here.asked.state.boss, here.track
    blow = (card.xp or 0) if card is not None else 0
    kills = sum(weight for score, weight in law.scores if score >= life)
    cards = sum(weight * (track.taken(max(0, life - n)) - track.taken(life)) for n, weight in law.moves)
    return kills * blow + cards * int(boss_odds.STATED_CARD) - DEATH_COST * law.fails


def attack_margin(here: boss_odds.Front, waiting: boss.Chain, now: Attack) -> Fraction:
    """Return by how much attacking now beats holding once, in XP of margin over the others' average.

    Args:
        here: the fight.
        waiting: its `outlook`.
        now: the law of the attack.
    """
    others, life = max(1, len(here.players) - 1), here.track.life
    following = (here.seat + 1) % len(here.players)
    attack = Fraction(_points(here, life, now), now.total)
    for score, weight in ((0, now.still), *now.moves):
        attack += Fraction(weight, now.total) * waiting.at(max(0, life - score), following)[0] / others
    return attack - waiting.at(life, following)[0] / others


def _name(card: Gear) -> str:
    return title(card.name) or "it"


_JUDGES: Mapping[type[Move], Callable[[View, Any], Judged]] = {
    m.Equip: _equip,
    m.Unequip: _unequip,
    m.Flip: _flip,
    m.Bonus: _bonus,
    m.Answer: _answer,
    m.Use: _use,
    m.Ability: _ability,
    m.Attempt: _attempt,
    m.Cycle: _cycle,
    m.Refill: _refill,
    m.Pay: _pay,
    m.GiveUp: _give_up,
    m.Tokens: _tokens,
    m.Uncurse: _uncurse,
    m.Attack: _attack,
    m.Done: _done,
}
