"""Hints and odds of The Four Doors in the words of the table: which shadow goes first, what to do, and how likely."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from companion.engine.advice import NOT_SEARCHED, Advice
from companion.engine.errors import CompanionError
from companion.engine.game import Game, Move, Question
from companion.games.four_doors.advice import TurnPlan
from companion.games.four_doors.forecast import Clearing, clears
from companion.games.four_doors.hundreds import hundred, in_hundred, lowered
from companion.games.four_doors.people import limited
from companion.games.four_doors.rules import FourDoors
from companion.games.four_doors.state import Position
from companion.games.four_doors.telling import title
from companion.games.four_doors.translation import played
from companion.ui.advising import Line, OddsWords
from companion.ui.boards.four_doors_places import read_place, side_place
from companion.ui.common_adviser import TOP, CommonAdviser, advised, asked
from companion.ui.four_doors.plan_words import todos, touched

_LOSING = ("lose", "door", "stands")


class FourDoorsAdviser(CommonAdviser):
    """What The Four Doors brings to its hints."""

    odds_words = OddsWords(
        tap="Tap a side, a door, a star or the level",
        rail="How likely?",
        field="Any word: Purple, Staff, Flux, level",
        hint="next card Staff",
        lost="try a door that still stands, a relic, a spell or the level",
    )

    def heading(self, lines: Sequence[Line]) -> str:
        """Return what the lines are ranked by."""
        if not all(line.exact for line in lines):
            return "The best turns, by the chance to win, in 100"
        return "Which single clear saves most"

    setup = "First lay out the tower, then ask again."

    def waits(self, state: Position, seat: str) -> str:
        """Return why there is nothing to advise in the middle of a game; empty where there is."""
        acts = _decides(state)
        if state.hidden and seat and seat != acts and state.full:
            return f"It is {state.player(acts).name}'s turn, and hands are hidden."
        return ""

    def glance(self, game: Game, state: Position, seat: str) -> Line | None:
        """Return the one clear that saves most, with what it makes of the chance to lose; None where none helps."""
        found = _helping(game, state)
        return _clear_line(state, found[0], found) if found else None

    def think(self, game: Game, state: Position, seat: str, seconds: float, seed: int) -> tuple[Line, ...]:
        """Return the best lines: whole turns where hands are followed, else single clears."""
        if state.full:
            found = advised(game, state, _decides(state), seconds, seed)
            if found and not isinstance(found, str):
                return tuple(_plan_line(game, state, advice) for advice in found)
        helping = _helping(game, state)
        lines = tuple(_clear_line(state, one, helping) for one in helping[:TOP])
        return lines or (Line((), "No single clear would lower the chance to lose now: use your actions for cards."),)

    def nudge(self, state: Position, seat: str, line: Line) -> str:
        """Return a push in the right direction, where no clear helps."""
        return "Nothing falls apart in the next fall: who collects which relic, and who is nearest?"

    # ------------------------------------------------------------------------- odds

    def at(self, game: Game, state: Position, place: str) -> Iterable[Question]:
        """Return the questions about a side, a door, a relic or the Shadow Level."""
        spot = read_place(place)
        every = asked(game, state)
        if spot.kind == "side":
            fits = [q for q, p in every if p.get("side") == spot.side and p.get("door") == spot.door]
            return (*fits, *(q for q, p in every if q.id == "door" and p.get("door") == spot.door))
        if spot.kind == "door":
            fits = [q for q, p in every if p.get("door") == spot.door]
            return tuple(sorted(fits, key=lambda q: q.id not in ("door", "stands")))
        if spot.kind == "star":
            relic = _relic(game, spot.door)
            return tuple(q for q, p in every if relic and p.get("relic") == relic)
        if spot.kind in ("level", "heap"):
            return tuple(q for q, _ in every if q.id in ("reshuffle", "level", "lose", "flux"))
        return ()

    def headlines(self, game: Game, state: Position, seat: str) -> tuple[Question, ...]:
        """Return how likely the game is lost until everybody has had a turn, and what the next draws bring."""
        every = list(game.questions(state))
        falls = [q for q in every if q.id == "lose"]
        cards = [q for q in every if q.id == "draws"]
        return (*falls[-1:], *cards, *(q for q in every if q.id == "reshuffle"))


def _decides(state: Position) -> str:
    return limited(state) or state.active


def _relic(game: Game, door: str) -> str:
    assert isinstance(game, FourDoors)
    return game.box.relics.get(door, "")


# -------------------------------------------------------------------------------------------------------- single clears


def _helping(game: Game, state: Position) -> tuple[Clearing, ...]:
    """Return the clears that lower the chance to lose, the best first; nothing where that cannot be said."""
    assert isinstance(game, FourDoors)
    if state.ended or state.step == "setup":
        return ()
    try:
        return _ranked(game, state)
    except CompanionError:
        return ()


@lru_cache(maxsize=32)
def _ranked(game: FourDoors, state: Position) -> tuple[Clearing, ...]:
    return tuple(one for one in clears(game.box, state) if one.after < one.before)


def _clear_line(state: Position, one: Clearing, among: Sequence[Clearing]) -> Line:
    """Return a clear in words; where hands are followed it is a thought and no move, as somebody must pay for it."""
    place = side_place(one.door, one.side)
    moves = () if state.full else (f"clear {one.door} {one.side}",)
    return Line(
        moves,
        f"Clear {title(one.door)} {one.side}: we lose {lowered(one.before, one.after)}",
        f"= {in_hundred(one.after)}",
        True,
        _why(state, one),
        _price(one, among),
        (place, f"{hundred(one.before)} → {hundred(one.after)}"),
        (place,),
    )


def _why(state: Position, one: Clearing) -> str:
    door = state.tower[one.door]
    if not state.tower.full(one.door, one.side):
        return f"{title(one.door)} {one.side} would be full before the fall is over"
    return f"one more there {'shuts' if door.half else 'flips'} {title(one.door)}"


def _price(one: Clearing, among: Sequence[Clearing]) -> str:
    """Return what the clear after the best one leaves."""
    if len(among) < 2 or one is not among[0]:
        return ""
    other = among[1]
    where = f"{title(other.door)} {other.side}"
    return f"{where} saves as much." if other.after == one.after else f"Next best: {where}, {in_hundred(other.after)}."


# --------------------------------------------------------------------------------------------------------- whole turns


def _plan_line(game: Game, state: Position, advice: Advice) -> Line:
    """Return a turn in words, with the places that it touches and the chance to win."""
    assert isinstance(game, FourDoors)
    told = list(_steps(game, state, advice.moves))
    places = dict.fromkeys(place for move, before in told for place in touched(move, before, game.box))
    said = "; ".join(todos(game.box, told)) or "let the shadows fall"
    value = "" if advice.label == NOT_SEARCHED else _win(advice)
    said, exact = said[:1].upper() + said[1:], advice.value.exact is not None
    return Line(advice.moves, said, value, exact, _gist(advice.why), _ahead(state, advice), places=tuple(places))


def _gist(why: str) -> str:
    """Return what a turn is good for, without the acts that its own words name already."""
    last = why.rpartition("; ")[2]
    return last if "in 100" in last or "wins" in last else ""


def _ahead(state: Position, advice: Advice) -> str:
    """Return the exact chance to lose until the own next turn, named as what it rests on."""
    chance = advice.until.exact if isinstance(advice, TurnPlan) else None
    if chance is None or len(state.players) == 1:
        return ""
    who = state.player(_decides(state)).name
    return f"Until {who}'s next turn we lose {in_hundred(chance)}, if nobody acts."


def _win(advice: Advice) -> str:
    low, high = round(advice.value.low * 100), round(advice.value.high * 100)
    return f"~ {low}" if low == high else f"~ {low}–{high}"


def _steps(game: FourDoors, state: Position, moves: Sequence[str]) -> Iterator[tuple[Move, Position]]:
    """Yield the moves of a plan, each with the position before it, as far as they can be followed."""
    for text in moves:
        try:
            move = game.parse(text, state)
            if not game.check(state, move).legal:
                return
        except CompanionError:
            return
        yield move, state
        state = played(game.box, state, move)


ADVISER = FourDoorsAdviser()

__all__ = ["ADVISER", "FourDoorsAdviser"]
