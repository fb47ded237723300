"""Numbers of fights in words: what stands on the cards, under them and behind them."""

from __future__ import annotations

from fractions import Fraction

from companion.engine.odds import natural_frequency
from companion.games.one_deck_dungeon.boss_odds import Outlook
from companion.games.one_deck_dungeon.helping import Help
from companion.games.one_deck_dungeon.losses import Loss
from companion.games.one_deck_dungeon.telling import title
from companion.ui.boards.one_deck_dungeon_fight import Cost

HARDLY = Fraction(1, 100)
"""Below this a chance that is only sure says nothing."""
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
    return f"safe {'' if exact else '~' if about else '≥ '}{natural_frequency(chance)}"


def nobody(chance: Fraction, exact: bool = True, about: bool = False) -> str:
    """Return the one number for the party: "Nobody falls: 6 in 10 (66/100)"."""
    if chance == 1 or (chance == 0 and exact):
        return "Nobody can fall" if chance else "Somebody falls for sure"
    if not exact and chance < HARDLY:
        return "Still counting who falls …"
    if about:
        return f"Nobody falls: about {natural_frequency(chance)}"
    return f"Nobody falls: {'' if exact else 'at least '}{natural_frequency(chance)}{hundredths(chance)}"


def hundred(chance: Fraction | None) -> str:
    """Return a chance as a number out of a hundred, 0 and 100 only where exactly so; empty for none."""
    if chance is None:
        return ""
    return str(int(chance * 100)) if chance in (0, 1) else str(min(99, max(1, round(chance * 100))))


def hundredths(chance: Fraction) -> str:
    """Return " (66/100)" where tenths alone would hide something."""
    rounded = round(chance * 100)
    return f" ({rounded}/100)" if 5 <= rounded <= 94 else ""


def win(outlook: Outlook) -> str:
    """Return how likely the boss is beaten: "We win 7 in 10 (66/100)"; what is not counted wholly has a ~."""
    if outlook.exact in (0, 1) and outlook.sure:
        return "We win for sure" if outlook.exact else "We cannot win"
    chance = Fraction(outlook.estimate).limit_denominator(10**6) if outlook.exact is None else outlook.exact
    about = "" if outlook.most - outlook.least < CLOSE else "~"
    return f"We win {about}{natural_frequency(chance)}{hundredths(chance)}"


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


def help_words(one: Help) -> str:
    """Return what a skill, feat or potion is worth, the two main things: "+12/100 safe, +0.6 ♥"."""
    parts = [f"{round(100 * one.safe):+d}/100 safe"] if abs(one.safe) >= Fraction(1, 200) else []
    for n, sign in ((one.damage, "♥"), (one.poison, "☠")):
        if abs(n) >= Fraction(1, 20):
            parts.append(f"{'+' if n > 0 else '−'}{_number(abs(n))} {sign}")
    if abs(one.time) >= Fraction(1, 20):
        parts.append(f"{_number(abs(one.time))} time {'saved' if one.time > 0 else 'more'}")
    return ", ".join(parts[:2])


def _number(n: Fraction) -> str:
    return str(int(n)) if n.denominator == 1 else f"{float(n):.1f}"
