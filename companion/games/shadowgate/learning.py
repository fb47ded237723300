"""Lessons and puzzles of Shadowgate. Every answer is played out by the rules and weighed by the exact odds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from math import lcm
from random import Random

from msgspec.structs import replace

from companion.engine.errors import UnknownNameError
from companion.engine.game import Question
from companion.engine.lessons import Choice, Course, Puzzle, Row
from companion.engine.lessons import course as read_course
from companion.engine.odds import in_words, natural_frequency
from companion.games.shadowgate import moves as m
from companion.games.shadowgate import quests, torch_odds
from companion.games.shadowgate.asking import named
from companion.games.shadowgate.cards import CHARACTERS, DEATH_COST, DECKS, QuestCard, quest_cost
from companion.games.shadowgate.coaching import tips
from companion.games.shadowgate.costs import by_hand, extras
from companion.games.shadowgate.dice import reach
from companion.games.shadowgate.painting import paint
from companion.games.shadowgate.quest_odds import Case, case_of
from companion.games.shadowgate.rules import Shadowgate
from companion.games.shadowgate.scoring import points
from companion.games.shadowgate.state import Position
from companion.games.shadowgate.traits import standing
from companion.games.shadowgate.vocabulary import TRAITS

KINDS = (("best-quest", "Which quest brings most XP?"), ("one-more", "One more of which trait?"))
"""Puzzle kinds that can be made without end."""

MARGIN = Fraction(1, 2)
"""How many XP the best answer of a puzzle is ahead of the next one, at least."""
_TRIES = 400

Weighed = tuple[Fraction, str]
"""What an answer is worth, and the sentence that says what it leads to."""


def course(game: Shadowgate) -> Course:
    """Return everything that Shadowgate teaches; `hand` of a puzzle is the seat whose mat is shown.

    Args:
        game: the game with a box whose cards are known.
    """
    return read_course("companion.games.shadowgate", partial(_puzzle, game), KINDS)


def _puzzle(game: Shadowgate, name: str, row: Row) -> Puzzle:
    made = _TASKS[row["task"]](_Scene(game, row), row)
    return replace(made, id=name, say=row["say"], clauses=tuple(row["clauses"]), hand=row.get("hold"))


def ranked(values: Sequence[Fraction]) -> list[int]:
    """Return whole numbers in the same proportions as exact fractions."""
    scale = lcm(*(value.denominator for value in values))
    return [int(value * scale) for value in values]


# -------------------------------------------------------------------------------------------------------------- scenes


class _Scene:
    """The position that a lesson describes: a painted one, and steps that are played first.

    Args:
        game: the game; its cards are those of the practice box.
        row: `castle` (see `painting`), and where given `depth` and `steps`.
    """

    def __init__(self, game: Shadowgate, row: Row) -> None:
        self.game = game
        begun = paint(game, row["castle"].strip(), options={"depth": row.get("depth", "light")})
        self.state, refused = self.play(row.get("steps", ""), begun)
        assert not refused, refused

    def play(self, steps: str, state: Position) -> tuple[Position, str]:
        """Play steps in shorthand; return the position, and the refusal of a step if any."""
        for step in filter(None, map(str.strip, steps.split(";"))):
            move = self.game.parse(step, state)
            verdict = self.game.check(state, move)
            if verdict.legal is False:
                return state, verdict.reason
            state = self.game.apply(state, move)
        return state, ""

    def chance(self, state: Position, kind: str, **params: str) -> Fraction:
        """Return the answer to a question of this position."""
        return self.game.answer(state, Question(kind, "", tuple(params.items()))).fraction


def likely(chance: Fraction) -> str:
    """Return a chance as people say it: "4 in 10", "sure"."""
    return in_words(chance) if chance in (0, 1) else natural_frequency(chance)


def _put(pairs: Sequence[tuple[str, str, Weighed, Position]], board: Position, on_board: bool = True) -> Puzzle:
    """Make a puzzle of answers: place, label, what it is worth and leads to."""
    values = ranked([weighed[0] for _, _, weighed, _ in pairs])
    choices = tuple(
        Choice(place, label, value, says, after)
        for (place, label, (_, says), after), value in zip(pairs, values, strict=True)
    )
    return Puzzle("", "", board, choices, on_board=on_board)


# ------------------------------------------------------------------------------------------------------------ a quest


def attemptable(state: Position) -> Iterator[tuple[int, QuestCard]]:
    """Yield number and card of every space whose quest may be attempted."""
    for space, lying in enumerate(state.spaces, start=1):
        if lying.card is not None and lying.card.kind != "event" and lying.card.cost is not None:
            yield space, lying.card


def _quest_task(scene: _Scene, row: Row) -> Puzzle:
    """Make the puzzle of which quest on the board is what is asked for."""
    return _of_quests(scene.game, scene.state, _QUESTS[row["wish"]], row.get("failed", False))


def _of_quests(game: Shadowgate, state: Position, weigh: Callable[[Case], Weighed], failed: bool = False) -> Puzzle:
    player = state.player(state.active)
    pairs = []
    for space, card in attemptable(state):
        after = game.apply(state, m.Attempt(space))
        after = game.apply(after, m.Failed(space)) if failed else after
        weighed = weigh(case_of(game.box, state, player, card))
        pairs.append((f"quest.{space}", named(card), weighed, after))
    return _put(pairs, state)


def _short(case: Case) -> str:
    return f"{case.deficit} short, {likely(case.chance())}" if case.deficit > 0 else "nothing is short, no dice"


def _sure(case: Case) -> Weighed:
    return Fraction(int(case.deficit == 0)), f"{named(case.card)}: {_short(case)}."


def _likeliest(case: Case) -> Weighed:
    return case.chance(), f"{named(case.card)}: {_short(case)}."


def brings(case: Case) -> Fraction:
    """Return the XP that attempting a quest brings on average: its own, less 5 for each Death card of a failure."""
    card, state = case.card, case.state
    lit = torch_odds.lights(state.torch, card.torch or 0)
    deaths = (card.skulls or 0) + lit
    return quests.attempt_value(case.chance(), quests.Stakes(Fraction(card.xp or 0), Fraction(DEATH_COST * deaths)))


def _most(case: Case) -> Weighed:
    value = brings(case)
    return value, f"{named(case.card)}: {_short(case)}, that is {_xp(value)} on average."


def _xp(value: Fraction) -> str:
    return f"{float(value):.1f} XP".replace("-", "−").replace(".0 ", " ")


def _lights(case: Case) -> Weighed:
    torches, torch = case.card.torch or 0, case.state.torch
    lit, where = torch_odds.lights(torch, torches), torch_odds.after(torch, torches)
    if lit:
        told = f"{named(case.card)} fails: the skull, a Death for everybody, and the torch on {where}."
        return Fraction(lit), told
    alone = f", a Death for {case.player.name} alone" if case.card.skulls else ""
    return Fraction(0), f"{named(case.card)} fails: the torch on {where}{alone}."


_QUESTS: dict[str, Callable[[Case], Weighed]] = {
    "sure": _sure,
    "likeliest": _likeliest,
    "most": _most,
    "lights": _lights,
}


# ---------------------------------------------------------------------------------------------------------- the boss


def _trait_task(scene: _Scene, row: Row) -> Puzzle:
    """Make the puzzle of which trait to attack with."""
    state, mine = scene.state, scene.state.active
    pairs = []
    for trait in TRAITS:
        chance = scene.chance(state, "kill", seat=mine, trait=trait)
        says = f"{trait.title()} ends it now: {likely(chance)}."
        pairs.append((f"trait/{trait}", trait.title(), (chance, says), scene.game.apply(state, m.Attack(trait))))
    return _put(pairs, state)


def _seat_task(scene: _Scene, row: Row) -> Puzzle:
    """Make the puzzle of which seat is what is asked for."""
    state, weigh = scene.state, _SEATS[row["wish"]]
    return _put([(f"seat/{p.handle}", p.name, weigh(scene, p.handle), state) for p in state.players], state)


def _lands(scene: _Scene, seat: str) -> Weighed:
    chance = scene.chance(scene.state, "blow", seat=seat)
    return chance, f"{scene.state.player(seat).name} lands the last blow: {likely(chance)}."


def _points(scene: _Scene, seat: str) -> Weighed:
    player = scene.state.player(seat)
    lost = f", less {DEATH_COST * player.deaths} for Deaths" if player.deaths else ""
    return Fraction(points(player)), f"{player.name} has {points(player)} XP{lost}."


_SEATS: dict[str, Callable[[_Scene, str], Weighed]] = {"blow": _lands, "points": _points}


# --------------------------------------------------------------------------------------------------------------- plans


def _plan_task(scene: _Scene, row: Row) -> Puzzle:
    """Make the puzzle of choosing between lines of play; each is played, and one that is refused says why."""
    played = [(plan, *scene.play(plan["steps"], scene.state)) for plan in row["plan"]]
    weighed = [_WISHES[row["wish"]](scene, after) for _, after, _ in played]
    floor = min(value for value, _ in weighed) - 1
    pairs = [
        (str(n), plan["label"], (floor, refused) if refused else told, after)
        for n, ((plan, after, refused), told) in enumerate(zip(played, weighed, strict=True), start=1)
    ]
    return _put(pairs, scene.state, on_board=False)


def _gained(scene: _Scene, after: Position) -> Weighed:
    """Weigh by the points that the seat to move has if it ended now, and then by what is still held."""
    before, player = scene.state.player(scene.state.active), after.player(scene.state.active)
    more = points(player) - points(before)
    tokens = sum(player.magic) - sum(before.magic)
    spent = f" for {-tokens} Magic token{'s' * (tokens != -1)}" if tokens < 0 else ""
    worn = sum(card.xp or 0 for card in player.equipped) - sum(card.xp or 0 for card in before.equipped)
    where = f", {worn} of it equipped" if 0 < worn < more else " by what is equipped" if worn == more > 0 else ""
    gained = f"gains {more} XP" if more > 0 else f"loses {-more} XP" if more else "gains nothing"
    return more + Fraction(tokens, 10), f"{player.name} {gained}{where}{spent}."


def _opened(scene: _Scene, after: Position) -> Weighed:
    new = [deck for deck in after.opened if deck not in scene.state.opened]
    if after.unlocked and not scene.state.unlocked:
        return Fraction(1), "That unlocks the Final Quest: one last full turn each, then the boss."
    if new:
        return Fraction(1), f"Deck {new[0]} is open from here on, to everybody."
    return Fraction(0), "No lock opens by that."


def _hurt(scene: _Scene, after: Position) -> Weighed:
    """Weigh by what goes off the boss, and by the Death cards of whoever attacks."""
    seat = scene.state.active
    score, deaths = scene.state.life - after.life, after.player(seat).deaths - scene.state.player(seat).deaths
    if deaths:
        return Fraction(score - deaths), f"It fails: the boss stays at {after.life}, and {_name(scene)} takes a Death."
    return Fraction(score), f"{score} go off the boss: {after.life} left."


def _name(scene: _Scene) -> str:
    return scene.state.player(scene.state.active).name


_WISHES: dict[str, Callable[[_Scene, Position], Weighed]] = {
    "xp": _gained,
    "opens": _opened,
    "life": _hurt,
}


# ------------------------------------------------------------------------------------------------------------- numbers


def _number_task(scene: _Scene, row: Row) -> Puzzle:
    """Make the puzzle of a number that follows from the rules; each answer is told how far off it is."""
    right, why, after = _NUMBERS[row["wish"]](scene, row)
    unit = row.get("unit", "")
    pairs = []
    for n in row["numbers"]:
        off = abs(n - right)
        says = why if not off else f"{n} is {off} too {'many' if n > right else 'few'}."
        pairs.append((str(n), f"{n} {unit}".strip(), (Fraction(int(not off)), says), after))
    return _put(pairs, scene.state, on_board=False)


def _case(scene: _Scene, space: int) -> Case:
    card = scene.state.quest(space)
    assert card is not None
    return case_of(scene.game.box, scene.state, scene.state.player(scene.state.active), card)


def _lack(scene: _Scene, row: Row) -> tuple[int, str, Position]:
    case = _case(scene, row["space"])
    short = min(case.lacks(case.values), key=sum)
    parts = " and ".join(f"{n} {trait.title()}" for trait, n in zip(TRAITS, short, strict=True) if n)
    return case.deficit, f"{parts} lack, {case.deficit} together: the dice may be divided as you like.", scene.state


def _torch(scene: _Scene, row: Row) -> tuple[int, str, Position]:
    after, stood = scene.state, [scene.state.torch]
    for step in row["then"].split(";"):
        after, refused = scene.play(step, after)
        assert not refused, refused
        stood.append(after.torch)
    deaths = sum(p.deaths for p in after.players) - sum(p.deaths for p in scene.state.players)
    lit = f", and {deaths} Death cards are dealt on the way" if deaths else ""
    return after.torch, f"It goes {' → '.join(map(str, stood))}{lit}.", after


def _crossed(scene: _Scene, row: Row) -> tuple[int, str, Position]:
    left = scene.state.life - row["score"]
    reds = [red for red in scene.game.box.board.red_boss or () if left <= red < scene.state.life]
    after, refused = scene.play(f"hit {row['score']}", scene.state)
    assert not refused, refused
    passed = " and ".join(map(str, reds)) or "no red space"
    told = f"From {scene.state.life} to {left} it reaches {passed}: {len(reds)} Energy, and the boss acts once."
    return len(reds), told, after


_NUMBERS: dict[str, Callable[[_Scene, Row], tuple[int, str, Position]]] = {
    "lack": _lack,
    "torch": _torch,
    "crossed": _crossed,
}


def _chance_task(scene: _Scene, row: Row) -> Puzzle:
    """Make the puzzle of how likely a roll is: the chances of several deficits to choose from."""
    case, black = _case(scene, row["space"]), scene.game.box.black
    assert black is not None
    right = case.chance()
    after = scene.game.apply(scene.state, m.Attempt(row["space"]))
    pairs = []
    for short in row["shorts"]:
        chance = reach(black, short)
        says = f"{likely(chance)}: two dice bring {short} or more in {int(chance * 36)} of 36 rolls."
        off = f"{likely(chance)} would be right for {short} short."
        told = says if chance == right else off
        pairs.append((str(short), likely(chance), (Fraction(int(chance == right)), told), after))
    return _put(pairs, scene.state, on_board=False)


_TASKS: dict[str, Callable[[_Scene, Row], Puzzle]] = {
    "quest": _quest_task,
    "trait": _trait_task,
    "seat": _seat_task,
    "plan": _plan_task,
    "number": _number_task,
    "chance": _chance_task,
}


# ------------------------------------------------------------------------------------------------ puzzles without end


def puzzle(game: Shadowgate, kind: str, seed: int) -> Puzzle:
    """Make a puzzle from a castle that is laid out by chance with this seed.

    Args:
        game: the game and the cards it is played with.
        kind: "best-quest" or "one-more".
        seed: the same seed gives the same puzzle.

    Raises:
        UnknownNameError: no such kind.
    """
    if kind not in _ENDLESS:
        raise UnknownNameError("puzzle", kind, tuple(_ENDLESS))
    weigh, make = _ENDLESS[kind]
    rng = Random(f"{kind} {seed}")
    for _ in range(_TRIES):
        state = _laid_out(game, rng)
        if proven(weigh(game, state)):
            return replace(make(game, state), id=f"{kind}-{seed}")
    raise AssertionError(f"no {kind} puzzle in {_TRIES} castles")


def proven(values: Sequence[Fraction]) -> bool:
    """Say whether one of three or more values, in XP, is ahead of all others by a clear margin, and one is tempting."""
    first, second, *rest = [*sorted(values, reverse=True), Fraction(0), Fraction(0)]
    return len(values) > 2 and first > 0 and first - second >= MARGIN and second > min(rest[: len(values) - 2])


def _laid_out(game: Shadowgate, rng: Random) -> Position:
    """Lay out a castle by chance: two to four seats, the decks that are open, quests of those decks, the torch."""
    people = ("ana", "bo", "cy", "di")[: rng.randint(2, 4)]
    mats = rng.sample(CHARACTERS, len(people))
    level = rng.randint(1, 3)
    lines = []
    for seat, mat in zip(people, mats, strict=True):
        values = " ".join(f"{letter}{rng.randint(0, 2 + 2 * level)}" for letter in "SRM")
        lines.append(f"{seat} {mat} {values} xp {rng.randint(0, 9)}")
    decks = DECKS[:level]
    cards = {name: card for name, card in game.language.ids.items() if isinstance(card, QuestCard)}
    may = [name for name, card in cards.items() if card.deck in decks and _dice_only(card)]
    drawn = rng.sample(may, game.box.spaces)
    lines += [f"quest #{name}" for name in drawn]
    lines += [f"torch {rng.randint(1, 10)}", *([f"open {' '.join(decks[1:])}"] if level > 1 else []), "turn ana"]
    return paint(game, "\n".join(lines))


def _dice_only(card: QuestCard) -> bool:
    """Say whether a quest asks for nothing but traits, so that its chance is all that there is to it."""
    return card.kind != "event" and not any(extras(way) or by_hand(way) for way in quest_cost(card))


def quest_values(game: Shadowgate, state: Position) -> list[Fraction]:
    """Return what each quest on the board brings to whoever moves, in XP on average; see `brings`."""
    player = state.player(state.active)
    return [brings(case_of(game.box, state, player, card)) for _, card in attemptable(state)]


def _best_quest(game: Shadowgate, state: Position) -> Puzzle:
    made = _of_quests(game, state, _most)
    name = state.player(state.active).name
    say = f"Which quest brings {name} most XP on average? Each Death of a failure counts −{DEATH_COST}."
    clauses = ("shadowgate.cost.divide", "shadowgate.failure.both", "shadowgate.death.points", "shadowgate.torch.skull")
    return replace(made, say=say, clauses=clauses)


def raised(game: Shadowgate, state: Position, trait: str) -> Position:
    """Return the position with one more of a trait for whoever moves."""
    player = state.player(state.active)
    value = standing(game.box, state, player)[TRAITS.index(trait)]
    return game.apply(state, m.Trait(player.handle, trait, value + 1))


def more_values(game: Shadowgate, state: Position) -> list[Fraction]:
    """Return what the best quest brings with one more of each trait, in XP on average."""
    return [max(quest_values(game, raised(game, state, trait))) for trait in TRAITS]


def _one_more(game: Shadowgate, state: Position) -> Puzzle:
    pairs = []
    for trait, value in zip(TRAITS, more_values(game, state), strict=True):
        after = raised(game, state, trait)
        best = max(
            (case_of(game.box, after, after.player(after.active), card) for _, card in attemptable(after)), key=brings
        )
        says = f"{trait.title()}: then {named(best.card)} is best, {_short(best)}, {_xp(value)}."
        pairs.append((trait, trait.title(), (value, says), after))
    name = state.player(state.active).name
    say = f"{name} may have one more of a trait. Which makes the best quest on the board bring most XP?"
    clauses = ("shadowgate.traits.sum", "shadowgate.cost.traits", "shadowgate.death.points")
    return replace(_put(pairs, state, on_board=False), say=say, clauses=clauses)


Weigh = Callable[[Shadowgate, Position], list[Fraction]]
_ENDLESS: dict[str, tuple[Weigh, Callable[[Shadowgate, Position], Puzzle]]] = {
    "best-quest": (quest_values, _best_quest),
    "one-more": (more_values, _one_more),
}

__all__ = ["KINDS", "MARGIN", "brings", "course", "more_values", "proven", "puzzle", "quest_values", "raised", "tips"]
