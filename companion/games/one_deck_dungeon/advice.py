"""Advice for the party: what lies at hand now, weighed in hearts, with the reason in a sentence.

Doors, fights, perils, splits, the roll and the loot are weighed by the odds (`weighing`); what it takes no odds for,
such as who takes the damage, is told by rule of thumb and marked as not searched. The first answer costs next to
nothing; better ones come as long as there is time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

import msgspec

from companion.engine.advice import ESTIMATE, EXACT, NOT_SEARCHED, Advice, Value
from companion.engine.errors import CompanionError
from companion.engine.game import PARTY, Move
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.abilities import CHANCES, EDGES, Heal
from companion.games.one_deck_dungeon.choosing import taking
from companion.games.one_deck_dungeon.laying_out import steps
from companion.games.one_deck_dungeon.leading import helped, lead
from companion.games.one_deck_dungeon.losses import Loss, falls
from companion.games.one_deck_dungeon.odds import present, resist_groups
from companion.games.one_deck_dungeon.options import asides, decisions, rolling
from companion.games.one_deck_dungeon.party import health, resist_bonus
from companion.games.one_deck_dungeon.poison import resist_chance
from companion.games.one_deck_dungeon.policies import greedy
from companion.games.one_deck_dungeon.rooms import door_limit, leaves
from companion.games.one_deck_dungeon.stakes import A_TURN, FLED, POISON, TOKEN
from companion.games.one_deck_dungeon.state import Position
from companion.games.one_deck_dungeon.turns import tokens_against
from companion.games.one_deck_dungeon.using import potion_use
from companion.games.one_deck_dungeon.weighing import Scales, TimeUpError, Worth, better

if TYPE_CHECKING:
    from companion.games.one_deck_dungeon.rules import OneDeckDungeon

STAGES = (2_000, 60_000, 300_000)
"""Array entries up to which fights are counted exactly, stage by stage."""
BILLION = 10**9
"""Chances against the boss are told to so many parts."""
NOTHING = Worth(Fraction(0), Fraction(0))


class Line(msgspec.Struct, frozen=True):
    """A line of play with what it is worth.

    Args:
        moves: its steps.
        worth: bounds in hearts; None where nothing was searched.
        why: the reason.
        odds: whether the worth tells who falls and what is lost.
        said: what is told of its worth where it tells neither, such as "2 XP of 6".
    """

    moves: tuple[Move, ...]
    worth: Worth | None
    why: str
    odds: bool = True
    said: str = ""


class Weighed(msgspec.Struct, frozen=True):
    """A line of play as it is advised, with what it is weighed by.

    Args:
        advice: the line.
        line: the same with its odds.
        obvious: the odds of the step that lies at hand; None where they are not known, or it is the best.
    """

    advice: Advice
    line: Line
    obvious: Worth | None


def advise(game: OneDeckDungeon, state: Position, seat: str, top: int, seconds: float, seed: int) -> tuple[Advice, ...]:
    """Return the best next steps of the party, best first, each with its worth in hearts.

    Args:
        game: the rules.
        state: the position.
        seat: PARTY, or any hero: the party decides together.
        top: how many lines at most.
        seconds: how long it may think; with none at all the answer is a rule of thumb.
        seed: makes ties repeatable.

    Raises:
        CompanionError: the party has nothing to decide.
    """
    return tuple(one.advice for one in weighed(game, state, top, seconds, seed))


def weighed(game: OneDeckDungeon, state: Position, top: int, seconds: float, seed: int) -> tuple[Weighed, ...]:
    """Return the best next steps of the party with what they are weighed by, best first (see `advise`).

    Raises:
        CompanionError: the party has nothing to decide.
    """
    if game.actor(state) != PARTY:
        raise CompanionError("There is nothing to advise: the table sees something first, or the game is over.")
    obvious = greedy(game, state, Random(seed))
    lines = searched(game, state, seconds)
    if not lines:
        step = lead(game, state, Random(seed)) if seconds > 0 else obvious
        lines = [Line((step,), None, _habit(state))]
    at_hand = next((line for line in lines if line.moves[0] == obvious), None)
    best, other = lines[0].worth, at_hand.worth if at_hand is not None else None
    price = float(best.low - other.low) if best is not None and other is not None else None
    at_odds = other if at_hand is not None and at_hand.odds and lines[0].odds and at_hand != lines[0] else None
    return tuple(Weighed(_told(game, state, line, obvious, price), line, at_odds) for line in lines[:top])


def searched(game: OneDeckDungeon, state: Position, seconds: float, stages: Sequence[int] = STAGES) -> list[Line]:
    """Return the lines that odds can weigh, best first; none where there are no odds, or no time.

    Args:
        game: the rules.
        state: the position.
        seconds: how long it may take.
        stages: array entries up to which fights are counted exactly, stage by stage.
    """
    end = time.monotonic() + seconds
    found: list[Line] = []
    if state.at_boss and (against := _against_boss(game, state, seconds)):
        return against
    for quick in stages:
        scales = Scales(game.cat, state, quick, lambda: time.monotonic() >= end)
        try:
            lines = sorted(_lines(game, scales), key=lambda line: -_low(line))
        except TimeUpError:
            break
        except CompanionError:
            return found
        found = lines
        settled = all(line.worth is not None and line.worth.exact for line in lines)
        if settled or time.monotonic() >= end - seconds * 0.7:
            break
    return found


def _against_boss(game: OneDeckDungeon, state: Position, seconds: float) -> list[Line]:
    """Return the lines against the boss by the chance to win; none where there is no time to work it out."""
    from companion.games.one_deck_dungeon import boss_advice

    try:
        found = boss_advice.ways(game.cat, state, seconds)
    except CompanionError:
        return []
    worths = [Fraction(round(way.chance * BILLION), BILLION) for way in found]
    highs = [worth if way.sure else max(worth, Fraction(1)) for way, worth in zip(found, worths, strict=True)]
    return [
        Line(way.moves, Worth(low, high), way.why, odds=False)
        for way, low, high in zip(found, worths, highs, strict=True)
    ]


def _low(line: Line) -> Fraction:
    return line.worth.low if line.worth is not None else Fraction(0)


def _told(game: OneDeckDungeon, state: Position, line: Line, obvious: Move, price: float | None) -> Advice:
    steps, there = [], state
    for move in line.moves:
        steps.append(game.spell(move, there))
        there = game.apply(there, move) if move != line.moves[-1] else there
    worth = line.worth
    if worth is None:
        value, label = Value(0.0, 0.0, 0.0), NOT_SEARCHED
    elif worth.exact:
        value, label = Value.of(worth.low), EXACT
    else:
        value, label = Value(float(worth.low), float(worth.low), float(worth.high)), ESTIMATE
    return Advice(tuple(steps), value, label, line.why, (game.spell(obvious, state),), price)


def _habit(state: Position) -> str:
    """Return why the rule of thumb is followed where nothing is weighed."""
    if state.at_boss and state.fight is not None and state.fight.dice:
        return "On sampled rounds, this leaves the best chance to kill the boss before a hero falls."
    if state.due and state.due[0].what in ("damage", "stairs", "sicken"):
        return "Whoever has the most hearts left bears it best."
    if state.due and state.due[0].what == "heal":
        return "Whoever is nearest to falling needs it most."
    return "This step is a rule of thumb, not searched; odds that stand on the board are counted apart from it."


def _lines(game: OneDeckDungeon, scales: Scales) -> Iterator[Line]:
    """Yield the lines of a position, in any order; none where no odds help."""
    state, fight = scales.state, scales.state.fight
    if state.due:
        return iter(())
    if fight is not None:
        return _in_fight(game, scales)
    steps: dict[str, Callable[[OneDeckDungeon, Scales], Iterator[Line]]] = {
        "turn": _turn, "meet": _meet, "end": _end, "loot": _loot, "resist": _groups,
    }  # fmt: skip
    return steps[state.step](game, scales) if state.step in steps else iter(())


# ---------------------------------------------------------------------------------------------------------------- turns


def _turn(game: OneDeckDungeon, scales: Scales) -> Iterator[Line]:
    state = scales.state
    best, hidden = NOTHING, False
    for number, door in enumerate(state.doors, start=1):
        worth = scales.door(door) if door.open else scales.closed()
        best = worth if number == 1 else better([best, worth])
        if door.open or not hidden:
            yield Line((m.Enter(number),), worth, _met_words(worth) if door.open else _hidden(scales))
        hidden = hidden or not door.open
    yield Line((m.Explore(),), *_explored(scales, best))
    if state.stairs_open and state.sighted and state.fresh:
        yield Line((m.Descend(),), NOTHING, "Nothing is lost, and no more cards can be won on this floor.")
    yield from _healing(game, scales, best)


def _explored(scales: Scales, best: Worth) -> tuple[Worth, str]:
    """Return what exploring is worth: poison, and the best that a turn later brings, less what that turn costs.

    Args:
        scales: the scales.
        best: what the best door is worth now.
    """
    state = scales.state
    turn = scales.stakes.time(A_TURN * state.sets)
    more = state.down > 0 and len(state.doors) < door_limit(scales.cat, state)
    if more:
        best = better([best, scales.closed()]) if state.doors else scales.closed()
    resisted, words = _resisted(scales)
    worth = best.plus(resisted - turn)
    return worth, words or ("More doors give more to choose from, a turn later." if more else "Nothing new comes.")


def _resisted(scales: Scales) -> tuple[Fraction, str]:
    """Return what the roll to resist is worth, and why; nothing without poison."""
    state = scales.state
    if not state.tokens:
        return Fraction(0), ""
    groups = [state.handles] if not state.four else [state.handles[:2], state.handles[2:]]
    gain, chance = Fraction(0), Fraction(1)
    for group in groups:
        tokens = tokens_against(state, group)
        if tokens:
            one = resist_chance(tokens, leaves(scales.cat, state)[0] + resist_bonus(scales.cat, state, group))
            chance *= one
            kept = one if state.deck == "hybrid" else Fraction(0)
            gain += POISON * (1 - kept) - 2 * (1 - one)
    return gain, f"Poison is resisted with {_hundred(chance)} in 100."


def _groups(game: OneDeckDungeon, scales: Scales) -> Iterator[Line]:
    """Yield how four heroes part to resist."""
    chance, (first, _) = resist_groups(scales.cat, scales.state)
    hurt = 2 * (1 - chance)
    said = f"{_hundred(chance)} in 100"
    yield Line(
        (m.Resist(first),), Worth(-hurt, -hurt), f"Both groups resist in {said}, the most there is.", False, said
    )


def _end(game: OneDeckDungeon, scales: Scales) -> Iterator[Line]:
    state = scales.state
    doors = [scales.door(door) if door.open else scales.closed() for door in state.doors]
    stay = (better(doors) if doors else NOTHING).plus(-scales.stakes.time(A_TURN * state.sets))
    yield Line((m.Descend(),), NOTHING, "The stairs hurt whoever stays.")
    yield Line((m.Next(),), stay, "What is behind the doors may be worth a turn at the stairs.")


def _healing(game: OneDeckDungeon, scales: Scales, best: Worth) -> Iterator[Line]:
    """Yield the potions that heal: what they heal, less what a token is worth, before the best that follows."""
    state = scales.state
    for move in game.asides(state):
        use = potion_use(scales.cat, state, move.name) if isinstance(move, m.Potion) else None
        heals = sum(effect.n for effect in use.effects if isinstance(effect, Heal)) if use is not None else 0
        if not heals or not isinstance(move, m.Potion):
            continue
        hero = state.hero(move.hero)
        hearts = health(scales.cat, state, hero)
        healed = min(heals, hero.damage)
        if not healed:
            continue
        last = 2 if hearts is not None and hearts - hero.damage <= 1 else 0
        words = f"It heals {healed} of {hero.name}'s {hero.damage} wounds."
        yield Line((move,), best.plus(healed + last - TOKEN), words)


def _met_words(worth: Worth) -> str:
    """Return what meeting cards comes to, in a sentence."""
    sure = "" if worth.exact else "at least "
    safe = "Nobody can fall" if worth.safe == 1 else f"Nobody falls in {sure}{_hundred(worth.safe)} of 100"
    losses = f"{float(worth.damage):.1f} hearts and {float(worth.time):.1f} cards of time"
    poison = f", and {float(worth.poison):.1f} poison" if worth.poison else ""
    return f"{safe}; {losses} are lost on average{poison}."


def _hidden(scales: Scales) -> str:
    worth = scales.closed()
    unknown = " Cards that nobody has described count as anything." if scales.unknown else ""
    safe = "nobody can fall" if worth.safe == 1 else f"nobody falls in {_hundred(worth.safe)} of 100"
    return (
        f"Over all cards not seen yet {safe}, fleeing what is too hard; "
        f"{float(worth.damage):.1f} hearts are lost on average.{unknown}"
    )


def _hundred(chance: Fraction) -> int:
    """Return a chance as so many in 100, certain ones alone as 0 or 100."""
    return min(99, max(1, round(100 * chance))) if 0 < chance < 1 else int(100 * chance)


# --------------------------------------------------------------------------------------------------------------- fights


def _meet(game: OneDeckDungeon, scales: Scales) -> Iterator[Line]:
    state = scales.state
    door = state.doors[state.opening]
    there = msgspec.structs.replace(state, doors=tuple(other for other in state.doors if other is not door))
    if state.four and len(door.cards) == 2:
        yield from _parted(scales, there)
    else:
        cards = (1,) if len(door.cards) == 1 else ()
        worth = scales.fight(state.handles, door.cards[0], there)
        yield Line((m.Arrange((state.handles,), cards),), worth, _met_words(worth))
    if door.fresh:
        yield Line((m.Flee(),), Worth(FLED, FLED), "The turn is lost, and the door stays in the way.")


def _parted(scales: Scales, state: Position) -> Iterator[Line]:
    """Yield the twelve ways to part four heroes, the safer fight first where both orders come to the same."""
    door = scales.state.doors[scales.state.opening]
    for (pair, card), worth in scales.parted(door.cards, state):
        others = tuple(handle for handle in state.handles if handle not in pair)
        mine = scales.fight(pair, door.cards[card], state)
        theirs = scales.fight(others, door.cards[1 - card], state)
        if (mine.safe, state.handles[0] in pair) < (theirs.safe, state.handles[0] in others):
            continue
        words = _met_words(worth)
        words = f"In both fights {words[0].lower()}{words[1:]}"
        yield Line((m.Arrange((pair, others), (card + 1, 2 - card)),), worth, words)


def _in_fight(game: OneDeckDungeon, scales: Scales) -> Iterator[Line]:
    state, fight = scales.state, scales.state.fight
    assert fight is not None
    if state.at_boss:
        return
    if not fight.begun:
        yield from _before(game, scales)
    elif fight.dice and not fight.placed and not fight.tasks:
        yield from _placed(game, scales)
    elif not fight.tasks and not fight.thrown and not rolling(state):
        for number, worth in scales.ways(fight.part.heroes, fight.part.card).items():
            if number:
                yield Line((m.Option(number),), worth, _met_words(worth))


def _before(game: OneDeckDungeon, scales: Scales) -> Iterator[Line]:
    """Yield the fight, and the potion that goes past it."""
    state, fight = scales.state, scales.state.fight
    assert fight is not None
    worth = scales.fight(fight.part.heroes, fight.part.card)
    yield Line((m.Begin(),), worth, _met_words(worth))
    for move in game.asides(state):
        if isinstance(move, m.Potion) and move.name == "invisibility" and move.hero == fight.part.heroes[0]:
            gained = scales.stakes.won - TOKEN - scales.stakes.time(2)
            yield Line((move,), Worth(gained, gained), "The card is won unfought, for 2 time and a potion.")


def _placed(game: OneDeckDungeon, scales: Scales) -> Iterator[Line]:
    """Yield the best placements of the dice that lie there without skills, and the skill or potion that helps most."""
    state, fight = scales.state, scales.state.fight
    assert fight is not None
    lying = present(scales.cat, state)
    priced = lying.priced("stay alive")
    for placement in (priced.best, *priced.others):
        gained = scales.stakes.worth(lying.fight, placement.loss)
        ideal = scales.stakes.worth(lying.fight, type(placement.loss)())
        high = gained if priced.proven and not _unused(scales) else ideal
        loss = placement.loss
        words = f"It costs {_lost(loss)}" + ": the party falls" * falls(lying.fight, loss)
        safe, lost = Fraction(not falls(lying.fight, loss)), tuple(map(Fraction, loss[:3]))
        yield Line(steps(state, placement), Worth(gained, max(gained, high), safe, *lost), words + ".")
    help = helped(game, state)
    if help is not None:
        worth = Fraction(help[1]).limit_denominator(1000)
        why = "It betters what the dice come to; what it rolls counts on average."
        yield Line((help[0],), Worth(worth, max(worth, scales.stakes.won)), why, odds=False)


def _lost(loss: Loss) -> str:
    """Return what is lost as people say it: "2 hearts and 1 time"."""
    parts = [f"{loss.damage} heart{'s' * (loss.damage > 1)}"] * bool(loss.damage)
    parts += [f"{n} {what}" for n, what in ((loss.time, "time"), (loss.poison, "poison")) if n]
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1]))) if parts else "nothing"


def _unused(scales: Scales) -> bool:
    """Say whether a skill might still better the roll."""
    state = scales.state
    kinds = (*EDGES, *CHANCES)
    for move in (*decisions(scales.cat, state), *asides(scales.cat, state)):
        use = potion_use(scales.cat, state, move.name) if isinstance(move, m.Potion) else None
        if isinstance(move, m.Skill) or (use is not None and any(isinstance(effect, kinds) for effect in use.effects)):
            return True
    return False


# ----------------------------------------------------------------------------------------------------------------- loot


def _loot(game: OneDeckDungeon, scales: Scales) -> Iterator[Line]:
    """Yield what may be taken of the first card won, weighed against the cards not seen yet."""
    for move in game.legal(scales.state):
        if isinstance(move, m.Loot) and move.what != "gone" and move.n == 1:
            worth, why, said = taking(scales, move)
            yield Line((move,), worth, why, False, said)
