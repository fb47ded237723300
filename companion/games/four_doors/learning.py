"""Lessons and puzzles of The Four Doors. Every answer is played out by the rules and weighed by the exact odds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import lcm
from random import Random

from msgspec.structs import replace

from companion.engine.errors import UnknownNameError
from companion.engine.game import NOBODY, TABLE, Seat
from companion.engine.lessons import Choice, Course, Puzzle, Row
from companion.engine.lessons import course as read_course
from companion.games.four_doors import moves as m
from companion.games.four_doors.cards import RELICS, PlayerCard
from companion.games.four_doors.coaching import tips
from companion.games.four_doors.forecast import clears, risk
from companion.games.four_doors.hundreds import in_hundred, lowered
from companion.games.four_doors.painting import paint
from companion.games.four_doors.rules import FourDoors
from companion.games.four_doors.scoring import NEEDED, outcome
from companion.games.four_doors.state import Position
from companion.games.four_doors.telling import place_words, title
from companion.games.four_doors.tower import Tower, fall

KINDS = (("best-clear", "Which single clear saves most?"),)
"""Puzzle kinds that can be made without end."""

CLEAR_MARGIN = Fraction(2, 100)
"""How much more the best clear of a puzzle saves than the next one, at least."""
LEAST_RISK = Fraction(5, 100)
"""The chance to lose from which on a puzzle is worth while."""
TEMPTING = 4
"""The second best clear of a puzzle saves at least one part in so many of what the best one saves."""
FEWEST = 4
"""Shadows that a puzzle lets people choose from, at least."""
_TRIES = 400


def course(game: FourDoors) -> Course:
    """Return everything that The Four Doors teaches; `hand` of a puzzle is the seat whose hand it is about.

    Args:
        game: the game with a box whose cards are known.
    """
    return read_course("companion.games.four_doors", partial(_puzzle, game), KINDS)


def _puzzle(game: FourDoors, name: str, row: Row) -> Puzzle:
    scene = _Scene(game, row)
    made = _TASKS[row["task"]](scene, row)
    return replace(made, id=name, say=scene.filled(row["say"]), clauses=tuple(row["clauses"]), hand=row.get("hold"))


# -------------------------------------------------------------------------------------------------------------- scenes


class _Scene:
    """The position that a lesson describes: a tower, hands of cards that show what is asked for, steps played first.

    Args:
        game: the game; the cards are taken from its box by what they show, none twice.
        row: `tower`, and where given `hands` (seat to descriptions such as "relic staff lamp purple"), `steps`.
    """

    def __init__(self, game: FourDoors, row: Row) -> None:
        self.game = game
        hands: Mapping[str, Sequence[str]] = row.get("hands", {})
        seats = [Seat(name, name.title()) for name in row["seats"].split()]
        self.dealt = self._deal(hands, paint(game, row["tower"], seats, {"depth": "full"}).tower)
        held = [f"hand {seat} {'+'.join(self._of(seat))}" for seat in hands]
        begun = paint(game, "\n".join([row["tower"], *held]), seats, {"depth": "full"})
        self.state, refused = self.play(row.get("steps", ""), begun)
        assert not refused, refused

    def _deal(self, hands: Mapping[str, Sequence[str]], tower: Tower) -> dict[str, str]:
        """Find the cards of the hands, rather none with the mark of a full side: such shadows may still come then."""
        ids = self.game.language.ids
        left = dict(sorted(ids.items(), key=lambda one: tower.full(one[1].door or "", one[1].side or "")))
        dealt = {}
        for seat, wanted in hands.items():
            for n, words in enumerate(wanted, start=1):
                name = next(name for name, card in left.items() if self._shows(card, words.split()))
                dealt[f"{seat}.{n}"] = name
                del left[name]
        return dealt

    def _shows(self, card: PlayerCard, words: Sequence[str]) -> bool:
        """Say whether a card is as described: pairs of words such as `relic staff`, `spell clear`, `dark gold`."""
        spell = self.game.box.effect(card.spell).verb if card.spell else ""
        facts = {("relic", card.relic), ("spell", spell), *(("lamp", door) for door in card.lanterns or ())}
        asked = zip(words[::2], words[1::2], strict=True)
        return all(("lamp", what) not in facts if kind == "dark" else (kind, what) in facts for kind, what in asked)

    def _of(self, seat: str) -> list[str]:
        return [f"#{name}" for place, name in self.dealt.items() if place.split(".")[0] == seat]

    def filled(self, text: str) -> str:
        """Put the name of a spell into a sentence, in the place of "{ana.1}"."""
        for place, name in self.dealt.items():
            card = self.game.language.ids[name]
            text = text.replace(f"{{{place}}}", title(card.spell or card.relic or ""))
        return text

    def play(self, steps: str, state: Position) -> tuple[Position, str]:
        """Play steps in shorthand, where "{ana.1}" is a card; return the position, and the refusal of a step if any."""
        for place, name in self.dealt.items():
            steps = steps.replace(f"{{{place}}}", f"#{name}")
        for step in filter(None, map(str.strip, steps.split(";"))):
            if state.ended:
                return state, "Too late: a card that shows is resolved before anybody can do anything."
            move = self.game.parse(step, state)
            verdict = self.game.check(state, move)
            if not verdict.legal:
                return state, verdict.reason
            state = self.game.apply(state, move)
            while (forced := self.game.automatic(state)) is not None:
                state = self.game.apply(state, forced)
        return state, ""


def ranked(risks: Sequence[Fraction]) -> list[int]:
    """Return whole numbers that rank chances to lose exactly, the smallest chance highest."""
    scale = lcm(*(one.denominator for one in risks))
    return [int(-one * scale) for one in risks]


# -------------------------------------------------------------------------------------------------- one more shadow


def _fall_task(scene: _Scene, row: Row) -> Puzzle:
    """Make the puzzle of where one more shadow does what is asked for."""
    state = scene.state
    choices = tuple(_one_more(scene.game, state, name, side, row["wish"]) for name, side in _sides(state))
    return Puzzle("", "", state, choices)


def _sides(state: Position) -> Iterator[tuple[str, str]]:
    return ((door.name, side) for door, side, _ in state.tower.sides())


def _one_more(game: FourDoors, state: Position, name: str, side: str, wish: str) -> Choice:
    after = game.apply(state, m.Mark(name, side))
    what = fall(state.tower, PlayerCard(door=name, side=side)).what
    return Choice(f"{name}.{side}", f"{title(name)} {side}", int(what == wish), _became(after, name, side, what), after)


def _became(after: Position, name: str, side: str, what: str) -> str:
    door = title(name)
    if what == "added":
        count = len(after.tower[name].side(side))
        return f"{door} {side} holds {count} shadow{'s' * (count != 1)} then; nothing else happens."
    if what == "flipped":
        return f"{door} {side} is full: {door} turns to its half side."
    if what == "shut":
        return f"{door} is shut for ever, but its relic is found: the tower moves together, and you play on."
    return f"{door} is shut before its relic is found: the game is lost."


# ------------------------------------------------------------------------------------------------------------ one clear


def clearing(game: FourDoors, state: Position) -> Puzzle:
    """Make the puzzle of the one shadow whose going lowers the chance to lose in the next fall most."""
    afters = {
        f"{door.name}.{side}": game.apply(state, m.Clear(door.name, side))
        for door, side, cards in state.tower.sides()
        if cards
    }
    return _cleared(state, afters)


def _cleared(state: Position, afters: Mapping[str, Position]) -> Puzzle:
    """Make the puzzle of which of several shadows goes: place to the position without it."""
    before, risks = risk(state), [risk(after) for after in afters.values()]
    choices = tuple(
        Choice(place, _side_words(place), value, f"{_side_words(place)}: {_saves(before, now)}.", after)
        for (place, after), value, now in zip(afters.items(), ranked(risks), risks, strict=True)
    )
    return Puzzle("", "", state, choices)


def _side_words(place: str) -> str:
    return place.replace(".", " ").capitalize()


def _saves(before: Fraction, after: Fraction) -> str:
    if before == after:
        return f"that saves nothing now, still {in_hundred(after)}"
    return f"the chance to lose goes {lowered(before, after)}"


def _clear_task(scene: _Scene, row: Row) -> Puzzle:
    return clearing(scene.game, scene.state)


def _lantern_task(scene: _Scene, row: Row) -> Puzzle:
    """Make the puzzle of what to illuminate with the cards in hand: only what the rules allow may be tapped."""
    game, state = scene.game, scene.state
    moves: dict[str, m.Illuminate] = {}
    for move in game.legal(state):
        if isinstance(move, m.Illuminate):
            moves.setdefault(f"{move.shadows[0].door}.{move.shadows[0].side}", move)
    return _cleared(state, {place: game.apply(state, move) for place, move in moves.items()})


# ---------------------------------------------------------------------------------------------------- where to stand


def _stand_task(scene: _Scene, row: Row) -> Puzzle:
    """Make the puzzle of where a pawn must stand for a deed: each place is tried."""
    state = scene.state
    choices = tuple(_stood(scene, state, state.active, place, row["deed"]) for place in state.tower.places())
    return Puzzle("", "", state, choices)


def _stood(scene: _Scene, state: Position, seat: str, place: str, deed: str) -> Choice:
    there = state if state.player(seat).at == place else scene.game.apply(state, m.Pawn(seat, place))
    after, refused = scene.play(deed, there)
    says = refused or _gained(scene.game, there, after) or "That is too early: nothing is won, and the card is gone."
    value = int(after.ended == "won" or len(after.tower.found) > len(state.tower.found))
    return Choice(place, place_words(place), value, says, after)


def _gained(game: FourDoors, before: Position, after: Position) -> str:
    """Return what a deed has brought, empty where it has brought nothing."""
    ended = outcome(after)
    if ended is not None:
        return ended.reason
    new = [name for name in after.tower.found if name not in before.tower.found]
    return f"The {game.box.relic_name(new[0])} is found." if new else ""


# --------------------------------------------------------------------------------------------------------------- plans


def _plan_task(scene: _Scene, row: Row) -> Puzzle:
    """Make the puzzle of choosing between lines of play; each is played, and one that is refused says why."""
    played = [(plan, *scene.play(plan["steps"], scene.state)) for plan in row["plan"]]
    weigh, say = _WISHES[row["wish"]]
    worth = weigh(scene, [after for _, after, _ in played])
    floor = min(worth) - 1
    choices = tuple(
        Choice(str(n), scene.filled(plan["label"]), floor if refused else value, refused or say(scene, after), after)
        for n, ((plan, after, refused), value) in enumerate(zip(played, worth, strict=True), start=1)
    )
    return Puzzle("", "", scene.state, choices, on_board=False)


def _least_risk(scene: _Scene, afters: Sequence[Position]) -> list[int]:
    """Weigh by the chance to lose, and where it is the same by the cards that everybody holds."""
    held = [sum(len(player.hand) for player in after.players) for after in afters]
    risks = [risk(after) for after in afters]
    return [100 * value + cards for value, cards in zip(ranked(risks), held, strict=True)]


def _say_risk(scene: _Scene, after: Position) -> str:
    ended = outcome(after)
    if ended is not None:
        return ended.reason
    before, now = risk(scene.state), risk(after)
    more = sum(len(p.hand) for p in after.players) - sum(len(p.hand) for p in scene.state.players)
    cards = f", with {more} more card{'s' * (more != 1)} in hand" if more > 0 else ""
    if before == now:
        return f"The chance to lose stays {in_hundred(now)}{cards}."
    return f"The chance to lose goes {lowered(before, now)}{cards}."


def _still_standing(scene: _Scene, afters: Sequence[Position]) -> list[int]:
    return [int(after.ended in ("", "won")) for after in afters]


def _say_standing(scene: _Scene, after: Position) -> str:
    ended = outcome(after)
    return ended.reason if ended is not None else "The tower stands."


def _won(scene: _Scene, afters: Sequence[Position]) -> list[int]:
    return [int(after.ended == "won") for after in afters]


def _say_won(scene: _Scene, after: Position) -> str:
    ended = outcome(after)
    if ended is not None:
        return ended.reason
    spent = len(after.hollow) > len(scene.state.hollow)
    return "Too early: the spell is spent, and nothing is lit." if spent else "Nothing is lost, but nothing is lit yet."


def _alike(scene: _Scene, afters: Sequence[Position]) -> list[int]:
    return [max(_sets(scene.game, after).values()) for after in afters]


def _sets(game: FourDoors, state: Position) -> dict[tuple[str, str], int]:
    """Return, for each seat and each relic that is still to be found, how many cards in hand show it."""
    return {
        (player.handle, relic): sum(card.relic == relic for card in player.hand)
        for player in state.players
        for relic in RELICS
        if game.box.door_of(relic) not in state.tower.found
    }


def _say_alike(scene: _Scene, after: Position) -> str:
    (seat, relic), count = max(_sets(scene.game, after).items(), key=lambda pair: pair[1])
    name = after.player(seat).name
    if count >= NEEDED:
        return f"{name} holds four alike now, ready for {title(scene.game.box.door_of(relic))}."
    return f"{name} holds most, {count} alike; a relic takes {NEEDED} from one hand."


_WISHES: dict[str, tuple[Callable[[_Scene, Sequence[Position]], list[int]], Callable[[_Scene, Position], str]]] = {
    "risk": (_least_risk, _say_risk),
    "stands": (_still_standing, _say_standing),
    "won": (_won, _say_won),
    "alike": (_alike, _say_alike),
}


# ------------------------------------------------------------------------------------------------------- how many come


def _count_task(scene: _Scene, row: Row) -> Puzzle:
    """Make the puzzle of how many shadows come before the turn is over; the fall is played with unnamed cards."""
    state = scene.state
    after, right = _played_out(scene.game, state)
    choices = tuple(
        Choice(str(n), f"{n} shadow{'s' * (n != 1)}", int(n == right), _count_says(state, after, n, right), after)
        for n in row["numbers"]
    )
    return Puzzle("", "", state, choices, on_board=False)


def _played_out(game: FourDoors, state: Position) -> tuple[Position, int]:
    """End the turn with cards that nobody names; return the next turn, and how many shadows came."""
    turn, came = state.turn, 0
    if state.step == "act":
        state = game.apply(state, m.Done())
    while state.turn == turn and not state.ended:
        forced = game.automatic(state)
        if forced is not None or state.pile_empty:
            state = game.apply(state, m.Reshuffled())
        elif state.step == "fall":
            came += 1
            state = game.apply(state, m.Shadow())
        else:
            state = game.apply(state, m.Draw())
    return state, came


def _count_says(before: Position, after: Position, said: int, right: int) -> str:
    if said == right:
        if after.reshuffles > before.reshuffles:
            return f"The pile ran out on the way: the rate rose to {after.track.rate} at once, and {right} came in all."
        return f"{right} come: the rate is {after.track.rate}."
    return f"{said} is {abs(said - right)} too {'many' if said > right else 'few'}."


_TASKS: dict[str, Callable[[_Scene, Row], Puzzle]] = {
    "fall": _fall_task,
    "clear": _clear_task,
    "lantern": _lantern_task,
    "stand": _stand_task,
    "plan": _plan_task,
    "count": _count_task,
}


# ------------------------------------------------------------------------------------------------ puzzles without end


def puzzle(game: FourDoors, kind: str, seed: int) -> Puzzle:
    """Make a puzzle from a game that was played by chance with this seed.

    Args:
        game: the game and the cards it is played with.
        kind: "best-clear".
        seed: the same seed gives the same puzzle.

    Raises:
        UnknownNameError: no such kind.
    """
    if kind not in dict(KINDS):
        raise UnknownNameError("puzzle", kind, tuple(dict(KINDS)))
    rng = Random(f"{kind} {seed}")
    for _ in range(_TRIES):
        made = _best_clear(game, rng)
        if made is not None:
            return replace(made, id=f"{kind}-{seed}")
    raise AssertionError(f"no {kind} puzzle in {_TRIES} games")


def _best_clear(game: FourDoors, rng: Random) -> Puzzle | None:
    """Find a turn of a game with one clear that saves more than every other by a clear margin."""
    turns = list(_turns(game, rng))
    rng.shuffle(turns)
    state = next((one for one in turns if risk(one) >= LEAST_RISK and proven(game, one)), None)
    if state is None:
        return None
    clauses = ("four-doors.shadows.flip", "four-doors.shadows.shut", "four-doors.shadows.number")
    return replace(clearing(game, state), say="The shadows fall next. Which single clear saves most?", clauses=clauses)


def proven(game: FourDoors, state: Position) -> bool:
    """Say whether one clear is the best by a clear margin, and another one is tempting."""
    ranking = clears(game.box, state)
    if len(ranking) < FEWEST:
        return False
    best, second = ranking[0], ranking[1]
    tempting = (best.before - second.after) * TEMPTING >= best.before - best.after
    return best.after + CLEAR_MARGIN <= second.after and tempting


def _turns(game: FourDoors, rng: Random) -> Iterator[Position]:
    """Yield the beginning of each turn of a game that is played by chance: towers in trouble."""
    by_chance = game.policy("random")
    people = ("Ana", "Bo", "Cy", "Di")[: rng.randint(2, 4)]
    state = game.setup([Seat(name.lower(), name) for name in people], {})
    turn = 0
    while (actor := game.actor(state)) != NOBODY:
        if actor != TABLE and state.step == "act" and not state.due and state.turn != turn:
            turn = state.turn
            yield state
        state = game.apply(state, by_chance(game, state, rng))


__all__ = ["CLEAR_MARGIN", "KINDS", "clearing", "course", "proven", "puzzle", "ranked", "tips"]
