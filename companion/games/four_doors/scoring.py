"""How the party stands: everybody wins together, so there is one sheet for all, and what can no longer be done."""

from __future__ import annotations

from companion.engine.game import PARTY, Outcome, Problem, ScoreLine, ScoreSheet, contradicting
from companion.engine.told import clash
from companion.games.four_doors.box import Box
from companion.games.four_doors.cards import FLUX, FLUX_COPIES, RELIC_COPIES, RELIC_NAMES, SCHEMA, SUMMON
from companion.games.four_doors.state import HAND_LIMIT, Pile, Position, patterns
from companion.games.four_doors.tower import BEACON, CAPACITY

NEEDED = 4
"""Cards that a relic takes (four-doors.actions.find)."""

LOSSES = {
    "door": ("was shut before its relic was found", "four-doors.end.door"),
    "cards": ("No card is left to draw.", "four-doors.end.cards"),
    "skull": ("The Shadow Level has reached the skull.", "four-doors.end.skull"),
}


def score(box: Box, state: Position) -> tuple[ScoreSheet, ...]:
    """Return the sheet of the party: a point for each relic, for everybody on the Beacon, and for the light."""
    lines = [_relic_line(box, state, name) for name in state.tower.names]
    together = state.assembled()
    open_still = 0 if state.ended and state.ended != "won" else 1
    there = sum(player.at == BEACON for player in state.players)
    why = f"{there} of {len(state.players)} there"
    lines.append(ScoreLine("Everybody on the Beacon", int(together), max(int(together), open_still), why, (_END,)))
    lit = int(state.ended == "won")
    lines.append(ScoreLine("Beacon lit", lit, open_still, "lit" if lit else "not lit yet", (_END,), BEACON))
    return (ScoreSheet(PARTY, tuple(lines), problems(box, state)),)


_END = "four-doors.end.win"


def _relic_line(box: Box, state: Position, name: str) -> ScoreLine:
    found = name in state.tower.found
    seat = next((player.name for player in state.players if name in player.relics), "")
    cards = f"{reachable(box, state, name)} cards for it outside the Hollow"
    why = f"with {seat}" if seat else "found" if found else cards
    most = 0 if name == state.tower.lost or (state.ended and not found and state.ended != "won") else 1
    return ScoreLine(box.relic_name(name), int(found), max(int(found), most), why, ("four-doors.actions.find",), name)


def reachable(box: Box, state: Position, door: str) -> int:
    """Return how many cards for the relic of a door may lie outside the Hollow."""
    relic = box.relics.get(door)
    gone = sum(card.relic == relic for card in state.hollow) if relic else 0
    return RELIC_COPIES - gone


def outcome(state: Position) -> Outcome | None:
    """Return how the game ended: everybody wins, or nobody."""
    if not state.ended:
        return None
    if state.ended == "won":
        winners = tuple(player.handle for player in state.players)
        return Outcome("The Beacon is lit, and the Shadow Veil is banished.", winners, "four-doors.end.win")
    reason, clause = LOSSES[state.ended]
    if state.ended == "door":
        reason = f"{state.tower.lost.title() or 'A door'} {reason}."
    return Outcome(reason, (), clause)


def problems(box: Box, state: Position) -> tuple[Problem, ...]:
    """Return what is impossible in a position, and what makes winning impossible although the game goes on."""
    return (*_odd(state), *_contradiction(state), *_dead(box, state), *_unevenly(box))


def _odd(state: Position) -> list[Problem]:
    out = []
    for door, side, cards in state.tower.sides():
        if len(cards) > CAPACITY:
            text = f"{len(cards)} shadows on {door.name} {side}; a side holds {CAPACITY}."
            out.append(Problem(text, ("four-doors.shadows.three-a-side",), (f"{door.name}.{side}",)))
    for player in state.players:
        if len(player.hand) > HAND_LIMIT and f"limit {player.handle}" not in state.due:
            text = f"{player.name} holds {len(player.hand)} cards; {HAND_LIMIT} is the limit."
            out.append(Problem(text, ("four-doors.hand-limit.five",)))
        if player.at and player.at not in state.tower.places():
            out.append(Problem(f"{player.name} stands at a door that is gone.", ("four-doors.shadows.displaced",)))
    return out


def _contradiction(state: Position) -> list[Problem]:
    return contradicting(clash(state.unseen, patterns(state)), "four-doors.components.player-cards")


def _unevenly(box: Box) -> list[Problem]:
    warnings = SCHEMA.warnings(list(box.deck))
    return [Problem(f"{text}.".capitalize(), ("four-doors.components.six-per-side",)) for text in warnings]


def _dead(box: Box, state: Position) -> list[Problem]:
    """Find what can no longer be had, and nobody can fetch it back (four-doors.end.dead)."""
    if state.ended or not state.hollow:
        return []
    out = []
    if _count(state.hollow, "spell", FLUX) >= FLUX_COPIES and not _fetches(box, state, FLUX):
        out.append(_hopeless("Every Luminous Flux lies in the Hollow, and nothing brings one back."))
    for door in state.tower.doors:
        relic = box.relics.get(door.name)
        left = reachable(box, state, door.name)
        if relic and not door.found and left + _fetches(box, state, relic) < NEEDED:
            text = f"Only {left} cards for the {RELIC_NAMES[relic]} are left, and it takes {NEEDED}."
            out.append(_hopeless(text, door.name))
    return out


def _hopeless(text: str, *where: str) -> Problem:
    return Problem(f"{text} This game cannot be won any more.", ("four-doors.end.dead",), where)


def _count(cards: Pile, field: str, value: str) -> int:
    return sum(getattr(card, field) == value for card in cards)


def _fetches(box: Box, state: Position, wanted: str) -> int:
    """Return how many cards may still be taken out of the Hollow: by Summon spells, or by the solo Bestower."""
    if state.solo:
        # Alone, the Bestower may be taken up as long as its door stands; two cards buy one, without end.
        start = box.starts.get("bestower")
        if state.players[0].adventurer == "bestower" or start is None or state.tower.find(start) is not None:
            return len(state.hollow)
    each = [box.effect(name).n for name in _spells(box) if box.effect(name).verb == "summon"] or [1]
    return (2 - _count(state.hollow, "spell", SUMMON)) * max(each)


def _spells(box: Box) -> tuple[str, ...]:
    return (SUMMON, *(name for name in box.spells if name != SUMMON))
