"""Questions of chance that a position raises, answered exactly.

safe                        nobody of those who roll now need fall, under the best placement
cover                       every box can be covered with the roll to come
behind      what            the next card turned up is a foe, a peril, or worth at least 4 XP (`foe`, `peril`, `rich`)
resist      group           a group resists poison now, with the leaves that are told
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from companion.engine import formulas
from companion.engine.errors import CompanionError, EditionIncompleteError, UnknownNameError
from companion.engine.game import Question
from companion.engine.odds import Odds
from companion.engine.piles import next_law
from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.abilities import COMBAT, PERIL
from companion.games.one_deck_dungeon.boxes import COLOURS
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.encounter import UNLIMITED
from companion.games.one_deck_dungeon.encounter import Fight as Fought
from companion.games.one_deck_dungeon.notation import read_group
from companion.games.one_deck_dungeon.options import rolling
from companion.games.one_deck_dungeon.party import health, resist_bonus
from companion.games.one_deck_dungeon.poison import resist_chance
from companion.games.one_deck_dungeon.rooms import boxes, curses, leaves
from companion.games.one_deck_dungeon.state import Face, Fight, Position, patterns, pool_of
from companion.games.one_deck_dungeon.telling import people
from companion.games.one_deck_dungeon.turns import tokens_against

if TYPE_CHECKING:
    from companion.games.one_deck_dungeon.rules import OneDeckDungeon

RICH = 4
"""XP of the most dangerous cards."""
WHAT = {"foe": "a foe", "peril": "a peril", "rich": "worth 4 XP"}
"""What the next card may be, in words."""
COUNTED = (a.Discard, a.Weaken, a.Black, a.Toll, a.Extra, a.Survive, a.Bar, a.Twice)
"""Rules that the odds of a fight rest on; others are in its boxes already."""


def questions(game: OneDeckDungeon, state: Position) -> tuple[Question, ...]:
    """Return the questions that make sense now."""
    if state.ended or state.step == "setup":
        return ()
    return tuple(_questions(game.cat, state))


def _questions(cat: Catalogue, state: Position) -> Iterator[Question]:
    fight = state.fight
    if fight is not None and fought(cat, state) is not None:
        who = people(state, fight.part.heroes)
        one = len(fight.part.heroes) == 1
        yield Question("safe", f"How likely does {who} survive?" if one else f"How likely need none of {who} fall?")
        yield Question("cover", f"How likely can {who} cover every box?")
    for group in _groups(state):
        text = f"How likely {'does' if len(group) == 1 else 'do'} {people(state, group)} resist poison now?"
        yield Question("resist", text, (("group", "+".join(group)),))
    if not state.at_boss and state.unseen and all(kind.name for kind in state.unseen.kinds()):
        for what, words in WHAT.items():
            yield Question("behind", f"How likely is the next card {words}?", (("what", what),))


def _groups(state: Position) -> tuple[tuple[str, ...], ...]:
    groups = state.resisting or (() if state.four else (state.handles,))
    return tuple(group for group in groups if tokens_against(state, group))


def answer(game: OneDeckDungeon, state: Position, question: Question) -> Odds:
    """Answer a question exactly, or where that would take long with a lower bound that says so.

    Raises:
        UnknownNameError: there is no such question.
        EditionIncompleteError: it rests on cards that nobody has told.
        CompanionError: it has no meaning at this moment.
    """
    if question.id not in _ANSWERS:
        raise UnknownNameError("question", question.id, tuple(_ANSWERS))
    return _ANSWERS[question.id](game.cat, state, question)


# --------------------------------------------------------------------------------------------------------------- fights


def fought(cat: Catalogue, state: Position) -> Fought | None:
    """Return the encounter whose roll is about to be told, as the odds see it; None where there is none.

    What it has cost so far is paid; free skills, feats and potions that may still be used are not counted.
    """
    fight = state.fight
    if fight is None or not rolling(state) or not _plain(fight):
        return None
    throw = fight.tasks[-1].throw
    assert throw is not None
    counts = {colour: sum(n for _, c, n in throw.dice if c == colour) for colour in COLOURS}
    rules = tuple(rule for rule in curses(cat, state, fight) if isinstance(rule, COUNTED))
    limits = [health(cat, state, state.hero(handle)) for handle in fight.part.heroes]
    hurt = [state.hero(handle).damage for handle in fight.part.heroes]
    left = tuple(limit - damage for limit, damage in zip(limits, hurt, strict=True) if limit is not None)
    tokens = state.poison_left if state.poison_total else UNLIMITED
    hearts = left if len(left) == len(limits) else ()
    return Fought(pool_of(counts), boxes(cat, state, fight), rules=rules, hearts=hearts, tokens=tokens)


def _plain(fight: Fight) -> bool:
    """Say whether only the roll of the encounter itself waits, and all of it."""
    (*first, last) = fight.tasks
    return not first and last.throw is not None and last.throw.main and not last.rolled and not fight.dice


def _fight_odds(cat: Catalogue, state: Position, question: Question) -> Odds:
    from companion.games.one_deck_dungeon.fight import Encounter
    from companion.games.one_deck_dungeon.reckoning import QUICK, work

    fight = fought(cat, state)
    if fight is None or state.fight is None:
        raise CompanionError("No encounter is about to be rolled that can be followed die by die.")
    if question.id == "safe" and not fight.hearts:
        raise EditionIncompleteError("How many hearts the heroes have is not told: name their hero cards.")
    if work(fight) > QUICK:
        return _bounded(question, fight)
    law = Encounter(fight)
    value = law.nobody_falls if question.id == "safe" else law.full_cover
    ways = int(value * law.total)
    return Odds.of(
        question.text,
        value,
        recipe=lambda: formulas.ratio(ways, law.total),
        counted=f"{ways} of {law.total} rolls of {fight.pool} (strength/agility/magic/black), placed as well as can be",
        assumptions=("no skill, feat or potion is used",),
        clauses=("one-deck-dungeon.encounter.order", "one-deck-dungeon.consequences.order"),
    )


def _bounded(question: Question, fight: Fought) -> Odds:
    """Answer with what is proven in a moment where the exact chance would take long."""
    from companion.games.one_deck_dungeon.reckoning import QUICK, bounds

    safe = question.id == "safe"
    least, most = bounds(fight, QUICK // 2, lambda law: law.nobody_falls if safe else law.full_cover)
    between = f"between {float(least):.1%} and {float(most):.1%}"
    return Odds.of(
        question.text,
        least,
        counted=f"at least this; the exact chance for {fight.pool} (strength/agility/magic/black) lies {between}",
        assumptions=("a proven lower bound: the exact chance takes longer", "no skill, feat or potion is used"),
        clauses=("one-deck-dungeon.encounter.order", "one-deck-dungeon.consequences.order"),
    )


# ---------------------------------------------------------------------------------------------------------------- cards


def _behind(cat: Catalogue, state: Position, question: Question) -> Odds:
    what = question.param("what", "foe")
    if what not in WHAT:
        raise UnknownNameError("kind of card", what, tuple(WHAT))
    if not all(kind.name for kind in state.unseen.kinds()):
        raise EditionIncompleteError("Not every card of this deck has a name: tell the cards of the box first.")
    law = next_law(state.unseen, patterns(state))
    ways = sum(weight for face, weight in law.items() if _is(cat, face, what))
    total = law.total
    return Odds.of(
        question.text or f"How likely is the next card {WHAT[what]}?",
        Fraction(ways, total),
        recipe=lambda: formulas.ratio(ways, total),
        counted=f"{ways} of {total} ways for one of {len(state.unseen)} unseen cards",
        clauses=("one-deck-dungeon.components.encounters",),
    )


def _is(cat: Catalogue, face: Face, what: str) -> bool:
    foe = cat.encounters[face.name]
    if what == "rich":
        return (foe.xp or 0) >= RICH
    return foe.kind == (COMBAT if what == "foe" else PERIL)


# --------------------------------------------------------------------------------------------------------------- poison


def _resist(cat: Catalogue, state: Position, question: Question) -> Odds:
    named = question.param("group")
    group = read_group(named, state) if named else state.handles
    tokens = tokens_against(state, group)
    shown, more = (0, 0) if state.at_boss else leaves(cat, state)
    bonus = resist_bonus(cat, state, group)
    value = resist_chance(tokens, shown + bonus)
    return Odds.of(
        question.text or f"How likely do {people(state, group)} resist poison now?",
        value,
        recipe=lambda: formulas.ratio(int(value * 6), 6),
        counted=f"a die and {shown + bonus} against {tokens} tokens",
        assumptions=("none of the cards that are not told shows a leaf",) if more else (),
        clauses=("one-deck-dungeon.poison.resist", "one-deck-dungeon.poison.strict", "one-deck-dungeon.poison.leaves"),
    )


_ANSWERS: Mapping[str, Callable[[Catalogue, Position, Question], Odds]] = {
    "safe": _fight_odds,
    "cover": _fight_odds,
    "behind": _behind,
    "resist": _resist,
}
