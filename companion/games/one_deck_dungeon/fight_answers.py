"""Answers about a fight before its roll: who falls, what it costs, armor, open doors, what helps, and how to split.

Each is exact, by the game tree of the skills where that is small enough; where even the plain count would take long, a
bound that is proven is told, and said to be one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from companion.engine import formulas
from companion.engine.errors import CompanionError, EditionIncompleteError, UnknownNameError
from companion.engine.game import Question, number_in
from companion.engine.odds import FAR_APART, Odds, Table
from companion.games.one_deck_dungeon import gaining, odds
from companion.games.one_deck_dungeon.abilities import COMBAT, FIGHT, Target
from companion.games.one_deck_dungeon.asked import MOST, USUAL, Asked
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.counted import Counted
from companion.games.one_deck_dungeon.encounter import Fight
from companion.games.one_deck_dungeon.fight import Encounter
from companion.games.one_deck_dungeon.guessing import endings, judge
from companion.games.one_deck_dungeon.losses import TIME, WOUNDS, Loss, falls
from companion.games.one_deck_dungeon.odds import Meeting
from companion.games.one_deck_dungeon.party import feat, potion_kinds
from companion.games.one_deck_dungeon.playing import Playing
from companion.games.one_deck_dungeon.reckoning import QUICK, bounds, work
from companion.games.one_deck_dungeon.rooms import own_rules, room_kind
from companion.games.one_deck_dungeon.skilled import Skilled
from companion.games.one_deck_dungeon.splits import Splits
from companion.games.one_deck_dungeon.state import Face, Part
from companion.games.one_deck_dungeon.state import Fight as Going
from companion.games.one_deck_dungeon.telling import card_words, people, pool_words, skill_words

Law: TypeAlias = Encounter | Playing | Counted
ROLLED = "one-deck-dungeon.encounter.order"
LOST = "one-deck-dungeon.consequences.order"
ARMOR = "one-deck-dungeon.boxes.armor"
DOORS = "one-deck-dungeon.boxes.target"
LOOT = "one-deck-dungeon.loot.take"
PAIRS = "one-deck-dungeon.four.pairs"


class Ask(NamedTuple):
    """A question about one fight.

    Args:
        text: the question in words.
        found: the fight with the skills that count.
        least: for losses, so many of them or more.
        more: clauses that it rests on besides.
        counting: what is taken for granted besides: stored dice that are rolled too.
    """

    text: str
    found: Meeting
    least: int = 1
    more: tuple[str, ...] = ()
    counting: tuple[str, ...] = ()


def safe(ask: Ask) -> Odds:
    """Return the chance that nobody need fall (questions 3 and 4)."""
    if not ask.found.fight.hearts:
        raise EditionIncompleteError("How many hearts the heroes have is not told: name their hero cards.")
    return _told(ask, lambda law: law.nobody_falls, lambda loss, _: not falls(ask.found.fight, loss))


def cover(ask: Ask) -> Odds:
    """Return the chance that every box can be covered (questions 1 and 7)."""
    return _told(ask, lambda law: law.full_cover, lambda _, full: full)


def armor(ask: Ask) -> Odds:
    """Return the chance that all armor can be covered (question 6)."""
    found = ask.found
    boxes = tuple(box for box in found.fight.all_boxes if box.armor)
    if not boxes:
        raise CompanionError("There is no armor in this fight.")
    wall = replace(found, fight=replace(found.fight, boxes=boxes, rows=()))
    return _told(ask._replace(found=wall, more=(ARMOR,)), lambda law: law.full_cover, lambda _, full: full)


def hearts(ask: Ask) -> Odds:
    """Return the chance to lose at least so many hearts, if the fewest wounds count (questions 2 and 13)."""
    return _lost(ask, WOUNDS, lambda loss: loss.damage)


def late(ask: Ask) -> Odds:
    """Return the chance to lose at least so much time, if saving time counts (questions 2 and 14)."""
    return _lost(ask, TIME, lambda loss: loss.time)


def here(tell: Callable[[Ask], Odds]) -> Callable[[Asked], Odds]:
    """Return what answers a question of one fight for the fight that a position means."""
    return lambda asked: tell(Ask(asked.text, asked.meeting, asked.number("k"), (), asked.stored))


def doors(asked: Asked) -> Odds:
    """Return the chance that every box can be covered if so many doors lie open (question 7)."""
    many = max(1, asked.number("n"))
    return cover(Ask(asked.text, asked.with_doors(many).meeting, more=(DOORS,), counting=asked.stored))


def _lost(ask: Ask, preference: str, what: Callable[[Loss], int]) -> Odds:
    law = _law(ask.found)
    if law is None:
        low, high = bounds(  # of the contrary, which never falls if dice show more
            ask.found.fight, QUICK, lambda fight: fight.law(preference).where(lambda loss: what(loss) < ask.least)
        )
        about = _sampled(ask, preference, 1 - high, 1 - low, lambda loss, _: what(loss) >= ask.least)
        return _bounded(ask, 1 - high, 1 - low, about)
    table = law.law(preference).map(what)
    value = table.where(lambda n: n >= ask.least)
    mean = Fraction(sum(n * weight for n, weight in table.items()), table.total)
    good, usual, bad = (what(day) for day in law.days(preference))
    counted = f"{float(mean):.2g} lost on average; a good day {good}, a usual one {usual}, a bad one {bad}"
    return _answer(ask, value, table=_rows(table), counted=counted, lost=True)


def _rows(table: Table[int]) -> tuple[tuple[str, int], ...]:
    return tuple((str(n), weight) for n, weight in sorted(table.items()))


# ------------------------------------------------------------------------------------------------------ fights as text


def questions_of(fight: Fight) -> tuple[Question, ...]:
    """Return the questions about a fight that is written as text."""
    out = [Question("safe", "Does everybody survive?" if len(fight.hearts) > 1 else "Does the hero survive?")]
    out = [*(out if fight.hearts else ()), Question("cover", "Can every box be covered?")]
    if any(box.armor for box in fight.all_boxes):
        out.append(Question("armor", "Can all the armor be covered?"))
    lost = {1: "Is a heart or more lost?", 2: "Are 2 hearts or more lost?", 3: "Are 3 hearts or more lost?"}
    out += [Question("hearts", words, (("k", str(k)),)) for k, words in lost.items()]
    return (*out, *(Question("late", f"Is {k} time or more lost?", (("k", str(k)),)) for k in (1, 2, 3)))


def answer_of(fight: Fight, question: Question) -> Odds:
    """Answer a question about a fight that is written as text; nobody has skills in it.

    Raises:
        UnknownNameError: there is no such question.
        UnreadableError: `k` is no number.
    """
    if question.id not in OF_A_FIGHT:
        raise UnknownNameError("question", question.id, tuple(OF_A_FIGHT))
    least = number_in(dict(question.params), "k", USUAL["k"], MOST)
    return OF_A_FIGHT[question.id](Ask(question.text, Meeting(fight, ()), least))


OF_A_FIGHT: Mapping[str, Callable[[Ask], Odds]] = {
    "safe": safe,
    "cover": cover,
    "armor": armor,
    "hearts": hearts,
    "late": late,
}


# -------------------------------------------------------------------------------------------------- one fight, one law


def _law(found: Meeting) -> Law | None:
    """Return what a fight can be asked; None where that would take long."""
    return _odds(found) if found.deep or work(found.fight) <= QUICK else None


@lru_cache(maxsize=16)
def _odds(found: Meeting) -> Law:
    """Return the odds of a fight, the same for all questions about it."""
    return found.odds()


def _told(ask: Ask, chance: Callable[[Law], Fraction], well: Callable[[Loss, bool], bool]) -> Odds:
    """Answer with a chance that never falls if dice show more.

    Args:
        ask: the question.
        chance: what is asked of the law of a fight.
        well: whether a roll goes well, of its losses and whether every box is covered.
    """
    law = _law(ask.found)
    if law is not None:
        return _answer(ask, chance(law))
    least, most = bounds(ask.found.fight, QUICK, chance)
    most = Fraction(1) if ask.found.tools else most
    return _bounded(ask, least, most, _sampled(ask, WOUNDS, least, most, well))


def _answer(
    ask: Ask,
    value: Fraction,
    counted: str = "",
    table: tuple[tuple[str, int], ...] = (),
    without: Fraction | None = None,
    lost: bool = False,
) -> Odds:
    """Answer with what was counted; where a skill is left out that is a bound: with it nothing is worse.

    Args:
        ask: the question.
        value: the chance.
        counted: what was counted, in words.
        table: the whole law.
        without: the chance without what is asked about.
        lost: whether it is the chance of something bad.
    """
    of = f"every roll of {pool_words(ask.found.fight.pool)}, placed as well as can be"
    bound = ask.found.left_out and without is None
    least, most = (Fraction(0), value) if lost else (value, Fraction(1))
    return Odds.between(
        ask.text,
        least if bound else value,
        most if bound else value,
        recipe=lambda: formulas.ratio(value.numerator, value.denominator),
        table=table,
        counted="; ".join(filter(None, (counted, of))),
        assumptions=(*_assumed(ask.found), *ask.counting),
        clauses=(ROLLED, LOST, *ask.more),
        without=without,
    )


def _bounded(ask: Ask, least: Fraction, most: Fraction, about: Fraction | None) -> Odds:
    """Answer with what is proven in a moment where the exact chance would take long."""
    pool = pool_words(ask.found.fight.pool)
    used = "what is proven uses no skill" if ask.found.tools else "no skill, feat or potion is used"
    return Odds.between(
        ask.text,
        least,
        most,
        about,
        counted=f"the exact chance for {pool} lies between {float(least):.1%} and {float(most):.1%}",
        assumptions=(
            "proven bounds: the exact chance takes longer",
            *([f"about: {SAMPLE} sampled rolls, each played well"] if about is not None else []),
            used,
            *ask.counting,
        ),
        clauses=(ROLLED, LOST, *ask.more),
    )


SAMPLE = 200
"""Rolls of the estimate of a chance whose bounds lie far apart."""


def _sampled(
    ask: Ask, preference: str, least: Fraction, most: Fraction, test: Callable[[Loss, bool], bool]
) -> Fraction | None:
    """Return the share of sampled rolls that pass a test; None where the bounds say enough."""
    if most - least <= FAR_APART:
        return None
    found = _endings(ask.found, preference)
    return Fraction(sum(test(loss, full) for loss, full in found), len(found))


@lru_cache(maxsize=8)
def _endings(found: Meeting, preference: str) -> tuple[tuple[Loss, bool], ...]:
    """Return the losses of sampled rolls, each with whether every box is covered."""
    everything = (1 << len(found.fight.all_boxes)) - 1
    every = endings(found, judge(found.fight, preference), SAMPLE)
    return tuple((loss, covered == everything) for loss, covered in every)


def _assumed(found: Meeting) -> tuple[str, ...]:
    left_out = f"{', '.join(found.left_out)} left out: with it the odds are no worse" if found.left_out else ""
    return tuple(filter(None, ("no feat or potion is used", left_out)))


# --------------------------------------------------------------------------------------------------------- what helps


def helpers(asked: Asked) -> tuple[str, ...]:
    """Return the names of the skills, feats and potions that may help in a fight."""
    cat, state, room = asked.cat, asked.state, kind_of(asked)
    names = [tool.name for tool in asked.meeting.tools]
    for handle in asked.group if not state.at_boss else ():
        held = feat(cat, state, state.hero(handle))
        if held is not None and (state.hero(handle).stored or held.uses("ready", room)):
            names.append(held.name)
    for name in potion_kinds(cat, state) if state.potions else ():
        ability = cat.ability(name)
        names += [name] if ability is not None and ability.uses(FIGHT, room) else []
    return tuple(dict.fromkeys(names))


def kind_of(asked: Asked) -> str:
    """Return the kind of room that is asked about."""
    return room_kind(asked.cat, asked.state, _going(asked))


def _going(asked: Asked) -> Going:
    return Going((Part(asked.group, asked.face, asked.option),))


def worth(asked: Asked) -> Odds:
    """Return the chance that nobody falls with a skill, feat or potion, and without (questions 8, 10, 11 and 12)."""
    found, names = asked.bare, helpers(asked)
    name = asked.params.get("what", "")
    if name not in names:
        raise UnknownNameError("skill, feat or potion", name, names)
    every = gaining.gains(asked.cat, asked.state, asked.group, found, kind_of(asked), name)
    known = [(gain, gain.without, gain.safe) for gain in every if gain.without is not None and gain.safe is not None]
    said = skill_words(asked.cat, name)
    if not known:
        raise CompanionError(
            f"What {said} does here is not counted: there are too many ways to go on, or the table does it by hand."
        )
    best, without, more = max(known, key=lambda one: (one[2], one[0].damage, one[0].time))
    less = f"{_change(best.damage, 'hearts')}, {_change(best.time, 'time')} on average"
    times = f"used {best.n} times, " if best.what == "feat" and best.n > 1 else ""
    # Nobody has to use it: it is never worse to have it.
    value = max(without, without + more)
    ask = Ask(asked.text, asked.meeting, counting=_beside(asked, best))
    return _answer(ask, value, counted=f"with it {times}{less}", without=without)


def _beside(asked: Asked, gain: gaining.Gain) -> tuple[str, ...]:
    """Return what is counted with and without a thing: stored dice, those that it is asked about apart."""
    others = [handle for handle in asked.group if handle != gain.hero or gain.what != "feat"]
    sure = () if gain.sure else ("both are proven at least: some skills are left out",)
    return (*sure, *(asked._replace(params={**asked.params, "group": "+".join(others)}).stored if others else ()))


def _change(less: Fraction, what: str) -> str:
    """Return how much less is lost, or how much more."""
    return f"{abs(float(less)):.2g} {what} {'more' if less < 0 else 'less'}"


def grows(asked: Asked) -> bool:
    """Say whether a box of the card asked about grows with the open doors."""
    if asked.state.at_boss:
        return False
    uses = [use for rule in own_rules(asked.cat, asked.state, _going(asked)) for use in rule.does or ()]
    return any(isinstance(effect, Target) and effect.per == "door" for use in uses for effect in use.effects)


def item(asked: Asked) -> Odds:
    """Return the chance that nobody falls before the next foe with a die more of a colour, and without (question 9)."""
    cat, state = asked.cat, asked.state
    colour = asked.word("colour", ("S", "A", "M"))
    foes = [face for face, many in state.unseen.pairs for _ in range(many) if _may_come(cat, face)]
    if not foes:
        raise EditionIncompleteError("Nobody has described a foe that may still come: tell the cards of the box first.")
    known = Counter(odds.meeting(cat, state, asked.group, face).fight for face in foes)
    if sum(map(work, known)) > QUICK:
        raise CompanionError("With so many dice this takes long to count: ask about one fight.")
    more, hearts_less = odds.item_worth(cat, state, asked.group, foes, colour)
    without = sum((many * Skilled(fight, ()).nobody_falls for fight, many in known.items()), Fraction(0)) / len(foes)
    value = without + more
    return Odds.of(
        asked.text,
        value,
        recipe=lambda: formulas.ratio(value.numerator, value.denominator),
        counted=f"{float(hearts_less):.2g} hearts less; on average over the {len(foes)} foes that may still come",
        assumptions=("no skill, feat or potion is used", "the hearts are those of now"),
        clauses=(ROLLED, LOOT),
        without=without,
    )


def _may_come(cat: Catalogue, face: Face) -> bool:
    foe = cat.foe(face)
    return foe is not None and foe.kind == COMBAT and cat.described(face)


# ------------------------------------------------------------------------------------------------------------- splits


def split(asked: Asked) -> Odds:
    """Return the chance that nobody falls in either fight under the best of the twelve splits (question 30)."""
    state = asked.state
    if not state.four or state.step != "meet":
        raise CompanionError("Only four heroes before an open door split up.")
    both = state.doors[state.opening].cards
    found = odds.splits(asked.cat, state, both)
    exact = _countable(found)
    best = (found.exact() if exact else found.first())[0]
    names = [card_words(asked.cat, face) for face in both]
    pairs = "; ".join(f"{people(state, pair)} meet the {names[card]}" for pair, card in best.meetings)
    assumed = () if exact else ("nobody makes black dice: a proven lower bound",)
    return Odds.between(
        asked.text,
        best.safe,
        best.safe if exact else Fraction(1),
        recipe=lambda: formulas.ratio(best.safe.numerator, best.safe.denominator),
        counted=f"{pairs}; {float(best.damage):.2g} hearts and {float(best.time):.2g} time lost on average",
        assumptions=("no skill, feat or potion is used", *assumed),
        clauses=(ROLLED, PAIRS),
    )


def _countable(found: Splits) -> bool:
    fights = [fight for meeting in found.meetings() for fight in found.fight(*meeting)]
    return sum(map(work, fights)) <= 4 * QUICK
