"""Experience points line by line, who has won, and what is odd in a position."""

from __future__ import annotations

from companion.engine.game import Outcome, Problem, ScoreLine, ScoreSheet, contradicting
from companion.games.shadowgate.cards import (
    DEATH_COST,
    EnergyCard,
    ItemCard,
    PuzzleCard,
    QuestCard,
    RiddleCard,
    StaffCard,
)
from companion.games.shadowgate.decks import clashes
from companion.games.shadowgate.state import Card, Player, Position

PER_DEATH = -DEATH_COST
"""Points for each Death card (shadowgate.death.points)."""

_CLAUSES: dict[type, str] = {
    QuestCard: "shadowgate.quests.completed",
    RiddleCard: "shadowgate.riddles.answer",
    EnergyCard: "shadowgate.boss.energy",
    ItemCard: "shadowgate.bonus.xp",
    StaffCard: "shadowgate.bonus.xp",
}


_UNNAMED: dict[type, str] = {
    QuestCard: "A quest",
    RiddleCard: "A riddle",
    EnergyCard: "An Energy card",
    ItemCard: "An item",
}
"""What a completed card is called that nobody named."""


def worth(card: Card) -> int:
    """Return the experience points of a card, those that nobody told as none."""
    return card.xp or 0


def points(player: Player) -> int:
    """Return the experience points of a seat if everything were counted up now (shadowgate.end.count)."""
    cards = sum(worth(card) for card in player.done) + sum(worth(card) for card in player.equipped)
    return cards + player.xp + PER_DEATH * player.deaths


def title(name: str | None) -> str:
    """Return a name of small letters as it is written for people: "Cavern Stairwell"."""
    return (name or "").replace("-", " ").title()


def score(state: Position) -> tuple[ScoreSheet, ...]:
    """Return one sheet a seat, in seating order."""
    found = problems(state)
    return tuple(ScoreSheet(p.handle, tuple(_lines(state, p)), found) for p in state.players)


def _lines(state: Position, player: Player) -> list[ScoreLine]:
    lines = [_completed(player, n, card) for n, card in enumerate(player.done, start=1)]
    if player.xp:
        told = ("shadowgate.quests.completed",)
        lines.append(ScoreLine("Told without a card", player.xp, player.xp, "as the table told it", told))
    lines += _gear(state, player)
    if player.deaths:
        lost = PER_DEATH * player.deaths
        why = f"{player.deaths} times {PER_DEATH}"
        lines.append(ScoreLine("Death cards", lost, lost, why, ("shadowgate.death.points",)))
    return lines


def _completed(player: Player, n: int, card: Card) -> ScoreLine:
    why = "printed on the card" if card.xp is not None else "its points are not told"
    clause = _CLAUSES.get(type(card), "shadowgate.boss.killer")
    place = f"{player.handle}.done{n}"
    return ScoreLine(
        title(getattr(card, "name", "")) or _UNNAMED.get(type(card), "A card"),
        worth(card),
        worth(card),
        why,
        (clause,),
        place,
    )


def _gear(state: Position, player: Player) -> list[ScoreLine]:
    """Return the lines of what is equipped, which counts in the end, and of the Inventory, which never does."""
    over = bool(state.ended) or bool(state.tied)
    lines = []
    equipped = sum(map(worth, player.equipped))
    if player.equipped:
        why = "moved to Completed Quests" if over else "counts once the boss has fallen"
        count = f"{len(player.equipped)} equipped"
        lines.append(ScoreLine(count, equipped if over else 0, equipped, why, ("shadowgate.end.equipped",)))
    if player.inventory:
        kept = [card for card in player.inventory if not isinstance(card, PuzzleCard)]
        most = 0 if over else sum(map(worth, kept))
        why = "what stays in the Inventory scores nothing"
        count = f"{len(player.inventory)} in the Inventory"
        lines.append(ScoreLine(count, 0, most, why, ("shadowgate.end.inventory",)))
    return lines


def outcome(state: Position) -> Outcome | None:
    """Return why the game ended and who won, None while it goes on."""
    if not state.ended:
        return None
    if state.ended == "defeat":
        clause = "shadowgate.tie.all-out" if state.tied else "shadowgate.death.all-out"
        return Outcome("Nobody is left to fight: nobody wins.", (), clause)
    if state.ended == "tie":
        name = state.player(state.killer).name
        return Outcome(f"{name} landed the last blow of the tie-break.", (state.killer,), "shadowgate.tie.winner")
    totals = {player.handle: points(player) for player in state.alive}
    best = max(totals.values())
    winners = tuple(seat for seat, total in totals.items() if total == best)
    name = state.player(winners[0]).name
    return Outcome(f"The boss has fallen: {name} has the most experience, {best}.", winners, "shadowgate.end.winner")


def problems(state: Position) -> tuple[Problem, ...]:
    """Return what is impossible or missed in the position."""
    found: list[Problem] = []
    for player in state.players:
        untold = sum(card.xp is None for card in player.done)
        if untold:
            what = "cards whose" if untold > 1 else "a card whose"
            text = f"{player.name} has completed {what} points nobody told; they count as 0."
            found.append(Problem(text, ("shadowgate.quests.completed",), (player.handle,)))
        late = [card for card in player.inventory if worth(card) > 0 and not isinstance(card, PuzzleCard)]
        if late and state.final and not state.ended:
            text = f"{player.name} holds {len(late)} in the Inventory that score nothing there: equip them."
            found.append(Problem(text, ("shadowgate.end.inventory",), (player.handle,)))
    found += _tokens(state)
    found += contradicting(clashes(state), "shadowgate.decks.one-each")
    return tuple(found)


def _tokens(state: Position) -> list[Problem]:
    used = [sum(p.plus[i] + p.curses[i] for p in state.players) for i in range(3)]
    magic = [sum(p.magic[i] for p in state.players) for i in range(3)]
    if max(*used, *magic) <= 5:
        return []
    return [Problem("There are five tokens of a kind; more are told.", ("shadowgate.tokens.limited",))]
