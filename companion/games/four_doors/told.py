"""What an answer rests on, in words: the cards counted, what is taken for granted, what nobody told, the clauses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from companion.engine.odds import Table
from companion.games.four_doors.cards import UNTOLD, PlayerCard
from companion.games.four_doors.drawing import Stock, Wanted, stocks
from companion.games.four_doors.forecast import MOST_LOOSE, Shuffle, cases
from companion.games.four_doors.state import Position
from companion.games.four_doors.telling import title
from companion.games.four_doors.turns import guarded
from companion.games.four_doors.unseen import blank_marks

SIX_PER_SIDE = "The marks of this box are not told: six cards are taken for each side."
NOTHING_DONE = "Nobody acts: each turn draws its two cards; a hand of five lets go of what it draws."
OTHER_DOORS = "What becomes of the other doors is left out, even where the game would be lost."
DRAW_FIRST = "The two cards of this turn are drawn first; a hand of five lets go of what it draws."
NOT_FOLLOWED = "Hands are not followed: what was drawn counts as unseen, and as discarded when the pile runs out."
NO_SEARCH = "Nobody has drawn more than two cards a turn, as far as told."
MIXED = "Cards that nobody had told lay outside the pile when it was shuffled; they count as if they may be in it."
LOOSE = "A shadow that nobody named may be any unseen card, as long as it has not lost the game."
MANY_LOOSE = "Many shadows were not named: they count as unseen, and as lying at no door."
IN_A_ROW = "The cards are drawn one after the other, and none of them is discarded in between."
SUMMON = "Cards that may be fetched out of the Hollow are not counted."
TO_THE_LOSS = "A fall ends where a door is shut without its relic."


def about_falls(state: Position, falls: int, alone: bool = False) -> dict[str, Any]:
    """Return what an answer about falls rests on; `alone` says that only one door is looked at."""
    found = list(cases(state, falls))
    shuffled = any(case.run.rises for case in found)
    assumptions = [OTHER_DOORS if alone else TO_THE_LOSS]
    if falls > 1:
        assumptions.append(NOTHING_DONE)
    elif state.step == "act":
        assumptions.append(DRAW_FIRST)
    if blank_marks(state):
        assumptions.append(SIX_PER_SIDE)
    if state.tower.loose:
        assumptions.append(LOOSE if state.tower.loose <= MOST_LOOSE else MANY_LOOSE)
    clauses = ["four-doors.shadows.number", "four-doors.shadows.flip", "four-doors.shadows.shut", "four-doors.end.door"]
    if state.tower.gone:
        clauses.append("four-doors.shadows.vanished")
    if shuffled:
        clauses += ["four-doors.pile.run-out", "four-doors.pile.rate-at-once", "four-doors.pile.reread"]
    if state.ward:
        clauses.append("four-doors.relics.oil-next")
    if guarded(state):
        clauses.append("four-doors.solo.wanderer")
    if blank_marks(state):
        clauses.append("four-doors.components.six-per-side")
    return {
        "counted": _counted_shadows(state, falls),
        "assumptions": (*assumptions, *_of_piles(state, max(case.run.rises for case in found))),
        "untold": untold(state),
        "clauses": tuple(clauses),
    }


def _of_piles(state: Position, shuffles: int) -> list[str]:
    """Return what is taken for granted of the piles, and of spaces of the Shadow Level."""
    out = []
    if not state.full:
        out.append(NOT_FOLLOWED)
        if shuffles:
            out.append(NO_SEARCH)
    if state.mixed:
        out.append(MIXED)
    if state.track.step(shuffles).assumed:
        out.append(f"The rate of a space that nobody has told is taken as {state.track.rates[-1]}.")
    return out


def _counted_shadows(state: Position, falls: int) -> str:
    """Return what was counted: the sides that are full, and how many shadows come."""
    case = next(cases(state, falls))
    deal, run = case.deal, case.run
    full = []
    for gate in deal.gates:
        for name, side in (("left", gate.left), ("right", gate.right)):
            if side.room <= 0:
                full.append(f"{side.unseen} for {title(gate.name)} {name}")
    number = len(run.first) + run.second
    shadows = f"{number} shadow{'s' * (number != 1)} to come"
    back = f", {run.second} of them from the {run.pool} discards" if run.second else ""
    what = f"{', '.join(full)} (full)" if full else "no side is full"
    return f"{what}, among {deal.unseen} unseen cards; {shadows}{back}"


def about_draws(state: Position, wanted: Wanted, n: int) -> dict[str, Any]:
    """Return what an answer about drawn cards rests on."""
    found = stocks(state, wanted)
    stock, (hits, size) = found[0], unseen_hits(state, wanted, found)
    shuffled = n > stock.down
    counted = f"{hits} {wanted.many if hits != 1 else wanted.one} among {size} unseen cards"
    if size > stock.size:
        counted += f", {size - stock.size} of which are told in part"
    if shuffled:
        counted += f", and {stock.back_hits} among {stock.back} discards"
    assumptions = [IN_A_ROW] if n > 1 else []
    clauses = ["four-doors.components.player-cards"]
    if wanted.mark is not None and blank_marks(state):
        assumptions.append(SIX_PER_SIDE)
        clauses.append("four-doors.components.six-per-side")
    if shuffled:
        clauses.append("four-doors.pile.run-out")
    return {
        "counted": counted,
        "assumptions": (*assumptions, *_of_piles(state, int(shuffled))),
        "untold": untold(state),
        "clauses": tuple(clauses),
    }


def unseen_hits(state: Position, wanted: Wanted, found: Sequence[Stock]) -> tuple[int, int]:
    """Return how many unseen cards are of a kind, and how many there are.

    Cards that are told in part are left out where it is clear which of them are of the kind, else counted in.
    """
    if len(found) == 1:
        return found[0].hits, found[0].size
    hits = sum(count for kind, count in state.unseen.pairs if wanted.shows(kind))
    return hits, len(state.unseen)


def about_left(state: Position, wanted: Wanted, law: Table[int], clause: str) -> dict[str, Any]:
    """Return what an answer about cards outside the Hollow rests on."""
    least, most = min(law), max(law)
    number = str(least) if least == most else f"{least} to {most}"
    return {
        "counted": f"{number} {wanted.many} outside the Hollow, where {len(state.hollow)} cards lie",
        "assumptions": (SUMMON,),
        "untold": tuple(text for text in untold(state) if "Hollow" in text),
        "clauses": (clause, "four-doors.pile.hollow-stays", "four-doors.end.dead"),
    }


def about_pile(state: Position, shuffle: Shuffle) -> dict[str, Any]:
    """Return what an answer about the pile and the Shadow Level rests on."""
    which = f"card {shuffle.card} of the {'Draw 2' if shuffle.step == 'draw' else 'fall'} of turn {shuffle.turn}"
    return {
        "counted": f"{state.down} cards in the pile; {which} needs the next shuffle",
        "assumptions": (NOTHING_DONE, *_of_piles(state, 1)),
        "untold": (),
        "clauses": ("four-doors.pile.run-out", "four-doors.pile.exact", "four-doors.pile.rate-at-once"),
    }


def untold(state: Position) -> tuple[str, ...]:
    """Return what nobody has told and lies among the unseen cards, in words."""
    counts: Counter[str] = Counter()
    for where, card in state.outside():
        if not card.known:
            counts[_place(state, where, card)] += 1
    return tuple(f"{n} card{'s' * (n != 1)} {place}" for place, n in counts.items())


def _place(state: Position, where: str, card: PlayerCard) -> str:
    if where == "shadow":
        return "that fell and nobody named" if card == UNTOLD else "beside the doors, told by the mark only"
    if where in ("discard", "hollow"):
        return "in the discard pile" if where == "discard" else "in the Hollow"
    return f"in {state.player(where).name}'s hand"
