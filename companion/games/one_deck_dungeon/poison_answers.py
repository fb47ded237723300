"""Answers about poison: resisting now, what it costs until the tokens are down, and how soon they hurt nobody."""

from __future__ import annotations

from companion.engine import formulas
from companion.engine.odds import Odds, Table
from companion.games.one_deck_dungeon import poison
from companion.games.one_deck_dungeon.asked import Asked
from companion.games.one_deck_dungeon.party import resist_bonus
from companion.games.one_deck_dungeon.rooms import leaves
from companion.games.one_deck_dungeon.turns import tokens_against

ROLL = ("one-deck-dungeon.poison.resist", "one-deck-dungeon.poison.strict", "one-deck-dungeon.poison.leaves")


def resist(asked: Asked) -> Odds:
    """Return the chance that a group resists poison now (question 15)."""
    tokens, help_ = tokens_against(asked.state, asked.group), _help(asked)
    value = poison.resist_chance(tokens, help_)
    return Odds.of(
        asked.text,
        value,
        recipe=lambda: formulas.ratio(int(value * poison.FACES), poison.FACES),
        counted=f"a die and {help_} against {tokens} tokens",
        assumptions=_assumed(asked),
        clauses=ROLL,
    )


def sick(asked: Asked) -> Odds:
    """Return the chance to lose so many hearts at least until no token can hurt (questions 16 and 18)."""
    tokens, help_, least = tokens_against(asked.state, asked.group), _help(asked), asked.number("k")
    hybrid = asked.state.deck == "hybrid"
    mean = poison.expected_damage(tokens, help_, hybrid)
    law = Table({mean.numerator: 1}) if hybrid else poison.failures(tokens, help_).map(lambda n: n * poison.HURT)
    value = law.where(lambda hurt: hurt >= least)
    return Odds.of(
        asked.text,
        value,
        recipe=lambda: formulas.ratio(int(value * law.total), law.total),
        table=tuple((str(hurt), weight) for hurt, weight in sorted(law.items())),
        counted=f"{float(mean):.2g} hearts on average = {poison.damage_formula(tokens, help_, hybrid)}",
        assumptions=(*_assumed(asked), "no token comes and no leaf changes"),
        clauses=(*ROLL, "one-deck-dungeon.poison.fail"),
    )


def over(asked: Asked) -> Odds:
    """Return the chance that after so many rolls no token can hurt any more (questions 17 and 19)."""
    tokens, help_, rolls = tokens_against(asked.state, asked.group), _help(asked), asked.number("rolls")
    hybrid = asked.state.deck == "hybrid"
    harmless = max(0, help_) if hybrid else 0
    law = {(tokens, 0): 1}
    for _ in range(rolls):
        law = poison.resisted(law, help_, hybrid)
    value = Table(law).where(lambda standing: standing[0] <= harmless)
    mean = poison.expected_turns(tokens, help_, hybrid)
    return Odds.of(
        asked.text,
        value,
        recipe=lambda: formulas.ratio(value.numerator, value.denominator),
        counted=f"{float(mean):.2g} rolls on average = {poison.turns_formula(tokens, help_, hybrid)}",
        assumptions=(*_assumed(asked), "no token comes and no leaf changes"),
        clauses=(*ROLL, *(("one-deck-dungeon.hybrid.resist",) if hybrid else ())),
    )


def _help(asked: Asked) -> int:
    shown = 0 if asked.state.at_boss else leaves(asked.cat, asked.state)[0]
    return shown + resist_bonus(asked.cat, asked.state, asked.group)


def _assumed(asked: Asked) -> tuple[str, ...]:
    more = 0 if asked.state.at_boss else leaves(asked.cat, asked.state)[1]
    return ("none of the cards that are not told shows a leaf",) if more else ()
