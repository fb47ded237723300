"""The names of doors, marks and cards as people say them."""

from __future__ import annotations

from companion.games.four_doors.cards import RELIC_NAMES, UNTOLD, PlayerCard


def title(name: str) -> str:
    """Return a name of small letters as it is written for people: "Luminous Flux"."""
    return name.replace("-", " ").title()


def card_name(card: PlayerCard) -> str:
    """Return a card as people say it: "a Kindle Staff card (Purple left)"."""
    if card == UNTOLD:
        return "a card"
    face = RELIC_NAMES[card.relic] if card.relic in RELIC_NAMES else title(card.spell) if card.spell else ""
    where = side_words(card)
    if not face:
        return f"a card ({where})" if where else "a card"
    article = "an" if face[0] in "AEIO" else "a"
    return f"{article} {face} card{f' ({where})' if where else ''}"


def side_words(card: PlayerCard) -> str:
    """Return the shadow mark of a card as people say it, "" where it is not told."""
    return f"{title(card.door)} {card.side}" if card.door and card.side else ""


def every_card(card: PlayerCard) -> str:
    """Return all cards of a kind as people say it: "Every Kindle Staff card (Purple left)"."""
    if card.relic is None and card.spell is None:
        return f"Every {side_words(card)} card" if side_words(card) else "Every card"
    return f"Every {card_name(card).partition(' ')[2]}"
