"""Numbers of fights in words: what stands on the cards, under them and behind them."""

from __future__ import annotations

from fractions import Fraction

from companion.engine.odds import natural_frequency
from companion.games.one_deck_dungeon.boss_odds import Outlook
from companion.games.one_deck_dungeon.helping import Help
from companion.games.one_deck_dungeon.losses import Loss
from companion.games.one_deck_dungeon.telling import title
from companion.ui.boards.one_deck_dungeon_fight import Cost

HARDLY, SURE = Fraction(1, 100), Fraction(99, 100)
"""Below the first a chance that is only sure says nothing; beyond them a chance is told as less, or as more."""
CLOSE = 0.005
"""So near to each other that two bounds are one number to people."""


def safe(chance: Fraction, exact: bool = True, about: bool = False) -> str:
    """Return how safe a fight is: "safe 9 in 10"; an estimate with a ~."""
    if chance == 0 and exact:
        return "somebody falls"
    return "nobody can fall" if chance == 1 else short(chance, exact, about)


def short(chance: Fraction, exact: bool = True, about: bool = False) -> str:
    """Return how safe a way is, where there is little room; what is only sure begins with at least."""
    if chance == 1:
        return "safe: sure"
    if not exact and chance < HARDLY:
        return "still counting"
    return f"safe {often(chance, exact, about)}"


def often(chance: Fraction, exact: bool = True, about: bool = False) -> str:
    """Return a chance where there is little room: "9 in 10", ">99 in 100"; at least "≥ 9 in 10", about "~9 in 10"."""
    sign = "" if exact else "~" if about else "≥ "
    if chance in (0, 1):
        return "sure" if chance else "never"
    if chance < HARDLY:
        return "<1 in 100"
    if SURE < chance < 1:
        return f"{sign or '>'}99 in 100"
    return f"{sign}{natural_frequency(chance)}"


def nobody(chance: Fraction, exact: bool = True, about: bool = False, counting: bool = False) -> str:
    """Return the one number for the party: "Nobody falls: 6 in 10 (66/100)".

    Args:
        chance: the chance that nobody falls.
        exact: whether it is the chance; else it is no less.
        about: whether it is an estimate.
        counting: whether it is still being counted.
    """
    if chance == 1 or (chance == 0 and exact):
        return "Nobody can fall" if chance else "Somebody falls for sure"
    if not exact and (chance < HARDLY or counting):
        return f"Nobody falls: still counting … {'' if chance < HARDLY else often(chance, exact, about)}".rstrip()
    if about:
        return f"Nobody falls: about {often(chance).lstrip('>')}"
    least = "" if exact else "at least "
    return f"Nobody falls: {least}{often(chance).lstrip('>' if least else '')}{hundredths(chance)}"


def hundred(chance: Fraction | None) -> str:
    """Return a chance as a number out of a hundred, 0 and 100 only where exactly so; empty for none."""
    if chance is None:
        return ""
    return str(int(chance * 100)) if chance in (0, 1) else str(min(99, max(1, round(chance * 100))))


def becomes(before: Fraction, after: Fraction, exact: bool = True) -> str:
    """Return what the chance that nobody falls becomes: "nobody falls 97 → 99 in 100"; empty where that says nothing.

    Args:
        before, after: the chances.
        exact: whether they are the chances; else they are no less.
    """
    one, other = (_edged(chance, exact) for chance in (before, after))
    return f"nobody falls {one} → {other} in 100" if one != other else ""


def _edged(chance: Fraction, exact: bool) -> str:
    """Return a chance as a number out of a hundred, what is nearly nothing or all as less or more."""
    if 0 < chance < HARDLY and exact:
        return "<1"
    return f"{'' if exact else '≥'}{'>' * (exact and SURE < chance < 1)}{hundred(chance)}"


def hundredths(chance: Fraction) -> str:
    """Return " (66/100)" where tenths alone would hide something."""
    rounded = round(chance * 100)
    return f" ({rounded}/100)" if 5 <= rounded <= 94 else ""


def win(outlook: Outlook) -> str:
    """Return how likely the boss is beaten: "We win 7 in 10 (66/100)"; what is not counted wholly has a ~."""
    if outlook.exact == 1 or (outlook.exact == 0 and outlook.sure):
        return "We win for sure" if outlook.exact else "We cannot win"
    chance = Fraction(outlook.estimate) if outlook.exact is None else outlook.exact
    if chance < HARDLY:
        return "We win <1 in 100"
    about = "" if outlook.most - outlook.least < CLOSE else "~"
    return f"We win {about}{often(min(chance, Fraction(999, 1000)))}{hundredths(chance)}"


def win_more(outlook: Outlook) -> str:
    """Return what stands under the chance to win: between what it lies, the rounds it takes, and what is left out."""
    parts = [f"about {max(1, round(outlook.rounds))} round{'s' * (round(outlook.rounds) > 1)}"]
    if outlook.most - outlook.least >= CLOSE:
        parts.insert(0, f"{round(100 * outlook.least)} to {round(100 * outlook.most)} in 100")
    if outlook.left_out:
        parts.append(f"without {', '.join(map(title, outlook.left_out))}")
    return " · ".join(parts)


def cost(loss: Loss) -> Cost:
    """Return a loss as the board draws it."""
    return loss.damage, loss.time, loss.poison


def loss_words(loss: Loss) -> str:
    """Return a loss as people say it: "−1 heart, 2 time"."""
    parts = []
    if loss.damage:
        parts.append(f"−{loss.damage} heart{'s' * (loss.damage > 1)}")
    if loss.time:
        parts.append(f"{loss.time} time")
    if loss.poison:
        parts.append(f"{loss.poison} poison")
    if not loss.loot:
        parts.append("no loot")
    return ", ".join(parts) or "nothing lost"


def help_words(one: Help, narrow: bool = False) -> str:
    """Return what a skill, feat or potion is worth: "nobody falls 97 → 99 in 100", else "saves 1 heart, 1 time more".

    Args:
        one: what helps.
        narrow: whether there is little room: then "safe 97 → 99 in 100", else the first thing saved alone.
    """
    safer = becomes(one.without, one.without + one.safe, one.sure)
    if safer:
        return safer.replace("nobody falls", "safe") if narrow else safer
    told = [(n, _lost(abs(n), what)) for n, what in ((one.damage, "heart"), (one.poison, "poison"), (one.time, "time"))
            if abs(n) >= Fraction(1, 20)]  # fmt: skip
    gains, prices = ([words for n, words in told if sign * n > 0][: 1 if narrow else 3] for sign in (1, -1))
    parts = [f"saves {' and '.join(gains)}"] * bool(gains) + [f"{' and '.join(prices)} more"] * bool(prices)
    return ", ".join(parts[:1] if narrow else parts)


def _lost(n: Fraction, what: str) -> str:
    """Return what is lost in words: "1 heart", "0.4 hearts", "2 time"."""
    told = _number(n)
    return f"{told} {what}{'s' * (what == 'heart' and told != '1')}"


def _number(n: Fraction) -> str:
    return f"{float(n):.1f}".removesuffix(".0")
