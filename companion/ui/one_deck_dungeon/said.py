"""Numbers of fights in words: what stands on the cards, under them and behind them."""

from __future__ import annotations

from fractions import Fraction

from companion.engine.odds import natural_frequency
from companion.games.one_deck_dungeon.losses import Loss
from companion.ui.boards.one_deck_dungeon_fight import Cost


def safe(chance: Fraction) -> str:
    """Return how safe a fight is: "safe 9 in 10"."""
    return "nobody can fall" if chance == 1 else f"safe {natural_frequency(chance)}"


def short(chance: Fraction) -> str:
    """Return how safe a way is, where there is little room: "safe 9 in 10"."""
    return "safe: sure" if chance == 1 else f"safe {natural_frequency(chance)}"


def nobody(chance: Fraction) -> str:
    """Return the one number for the party: "Nobody falls: 6 in 10 (66/100)"."""
    if chance in (0, 1):
        return "Nobody can fall" if chance else "Somebody falls for sure"
    return f"Nobody falls: {natural_frequency(chance)}{hundredths(chance)}"


def hundredths(chance: Fraction) -> str:
    """Return " (66/100)" where tenths alone would hide something."""
    rounded = round(chance * 100)
    return f" ({rounded}/100)" if 5 <= rounded <= 94 else ""


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
