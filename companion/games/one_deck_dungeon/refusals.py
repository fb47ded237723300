"""What refusals are made of: verdicts, the names of heroes, and what every kind of move asks first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine.game import YES, Verdict, cannot_tell
from companion.engine.game import no as refuse
from companion.engine.told import possible
from companion.games.one_deck_dungeon.state import (
    UNTOLD,
    Face,
    Position,
    patterns,
)

Judged = Iterator[Verdict]
"""What has to hold for a move, in order; later conditions may rest on the earlier ones."""


def no(reason: str, *clauses: str, where: tuple[str, ...] = ()) -> Verdict:
    """Build a refusal; clauses are named without the name of the game."""
    return refuse(reason, *(f"one-deck-dungeon.{clause}" for clause in clauses), where=where)


def doubt(reason: str, *needs: str) -> Verdict:
    """Build the third verdict."""
    return cannot_tell(reason, needs=needs)


# --------------------------------------------------------------------------------------------------------- small things


def name(state: Position, handle: str) -> str:
    """Return what people call a hero."""
    return state.hero(handle).name if handle else "Nobody"


def names(state: Position, handles: Sequence[str]) -> str:
    """Return what people call some heroes."""
    return " and ".join(name(state, handle) for handle in handles)


WAITING = {
    "damage": "First the damage is shared out: `damage {who} {n}`.",
    "poison": "First the poison is shared out: `poison {who} {n}`.",
    "stairs": "First the stairs hurt: `damage {who} 1`.",
    "cleanse": "First a poison token goes: `on {who}`.",
    "sicken": "First say who bears the poison: `on {who}`.",
    "heal": "First the healing: `heal {who} damage`.",
    "drain": "First an item is drained: `drain {who} 1`.",
}
"""What is settled first, as a sentence."""


def free(state: Position) -> Verdict:
    """Nothing is in the middle of being settled."""
    if not state.due:
        return YES
    due = state.due[0]
    return no(WAITING[due.what].format(who=due.among[0], n=due.n), "consequences.first")


def at_step(state: Position, *steps: str) -> Verdict:
    """The game is at one of these steps, and nothing waits."""
    if state.step == "setup" and "setup" not in steps:
        return no("First the setup: heroes, dungeon and tier.", "setup.order")
    waiting = free(state)
    if not waiting:
        return waiting
    return YES if state.step in steps else no(_ELSEWHERE.get(state.step, "Not now."), "turn.order")


_ELSEWHERE = {
    "setup": "First the setup: heroes, dungeon and tier.",
    "turn": "Explore, or enter a room: that is the turn.",
    "open": "First the cards behind the door: `card #goblin`, or `card ?`.",
    "meet": "A door is open: `fight`, or `flee`.",
    "fight": "First this encounter: roll, place, and settle.",
    "loot": "First the loot: take each card that was won.",
    "resist": "First poison is resisted.",
    "end": "The turn is over: `descend`, or `next`.",
    "round": "A round against the boss: `fight`.",
}
"""What the step of now asks for, as a sentence."""


def possible_card(state: Position, face: Face, known: Face = UNTOLD) -> Verdict:
    """Say whether an unseen card may be this one; `known`: what was told of it before."""
    if face == UNTOLD:
        return YES
    told = patterns(state)
    if known in told:
        told.remove(known)
    if any(face.fits(kind) for kind in possible(state.unseen, told)):
        return YES
    return no(f"No unseen card of this deck can be {face}.", "components.encounters")
