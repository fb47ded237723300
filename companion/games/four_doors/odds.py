"""Probability questions of The Four Doors, answered exactly.

A shadow matters only by its mark. Unseen are the 48 cards less every card that is told; cards that nobody told stay
among them, wherever they lie. Every question takes `after`: steps in shorthand that are played first ("illuminate #17 >
#41; move up"), so that the answer is that of the position behind them.

    lose        falls                       the game is lost within so many falls, if nobody does anything
    doors                                   every door stands as it does after the next fall; the table is the joint law
    door        door, what                  the next fall flips, or shuts, a door
    side        door, side                  a shadow comes to a side in the next fall
    stands      door, falls                 a door still stands after so many falls
    draws       kind, k, n                  at least k cards of a kind in the next n draws
    wait        kind, k, percent            how many draws bring k of a kind with this chance
    reshuffle                               the discard pile is shuffled this turn; the table is the turn it comes
    level       turn                        the Shadow Level has risen by a turn; the table is where it stands
    relic       relic                       four cards of a relic are left outside the Hollow
    flux        k                           k Luminous Flux cards are left outside the Hollow
    next        kind                        the next card of the pile is of a kind

A kind is `relic=oil`, `spell=summon`, `lantern=purple`, or `door=purple` with `side=left`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

from companion.engine import formulas
from companion.engine.errors import (
    CompanionError,
    ContradictionError,
    IllegalMoveError,
    UnknownNameError,
    UnreadableError,
)
from companion.engine.game import Question, number_in
from companion.engine.odds import Odds, Table, at_least
from companion.engine.odds import draws as hypergeometric
from companion.games.four_doors import told
from companion.games.four_doors.cards import FLUX, FLUX_COPIES, RELIC_NAMES, RELICS, SIDES, SPELL_COPIES, PlayerCard
from companion.games.four_doors.drawing import Wanted, draw_law, drawable, left_law, stocks, wait_law
from companion.games.four_doors.falls import FLIPPED, LOST, SHUT, STANDS, Ending
from companion.games.four_doors.forecast import (
    cases,
    door_law,
    expected,
    fall_law,
    level_law,
    next_shuffle,
    side_law,
)
from companion.games.four_doors.state import Position
from companion.games.four_doors.telling import title

if TYPE_CHECKING:
    import sympy

    from companion.games.four_doors.rules import FourDoors

NEEDED = 4
"""Cards that a relic takes (four-doors.actions.find)."""
USUAL = {"falls": "1", "k": "1", "n": "2", "percent": "90", "what": FLIPPED}
"""Parameters that may be left out."""

Params = Mapping[str, str]


def questions(game: FourDoors, state: Position) -> tuple[Question, ...]:
    """Return the questions that make sense now; `answer` takes other numbers of the same kinds too."""
    if state.ended or state.step == "setup":
        return ()
    asked: list[tuple[str, dict[str, str]]] = [("lose", {"falls": "1"})]
    if len(state.players) > 1:
        asked.append(("lose", {"falls": str(len(state.players))}))
    asked.append(("doors", {}))
    for door, side, _ in state.tower.sides():
        if state.tower.full(door.name, side):
            asked.append(("door", {"door": door.name, "what": SHUT if door.half else FLIPPED}))
    asked = list({(name, *params.items()): (name, params) for name, params in asked}.values())
    asked += [("side", {"door": door.name, "side": side}) for door, side, _ in state.tower.sides()]
    asked += [("stands", {"door": door.name, "falls": "3"}) for door in state.tower.doors if not door.found]
    asked += [("reshuffle", {}), ("level", {"turn": str(next_shuffle(state).turn + 1)})]
    asked += _card_questions(game, state)
    return tuple(Question(name, _text(game, state, name, params), tuple(params.items())) for name, params in asked)


def _card_questions(game: FourDoors, state: Position) -> list[tuple[str, dict[str, str]]]:
    relics = [game.box.relics[door.name] for door in state.tower.doors if door.name in game.box.relics]
    open_relics = [relic for relic in relics if game.box.door_of(relic) not in state.tower.found]
    asked = [("relic", {"relic": relic}) for relic in open_relics]
    asked += [("flux", {"k": "1"}), ("flux", {"k": str(FLUX_COPIES)})]
    if there := _there(state):
        n = str(min(2, there))
        asked += [("draws", {"relic": relic, "k": "1", "n": n}) for relic in open_relics]
        asked += [("wait", {"relic": relic, "k": "1", "percent": "90"}) for relic in open_relics]
        asked += [("draws", {"spell": FLUX, "k": "1", "n": n}), ("next", {"spell": FLUX})]
        asked += [("next", {"relic": relic}) for relic in open_relics]
        if all(kind.lanterns is not None for kind in state.unseen.kinds()):
            asked += [("next", {"lantern": door.name}) for door in state.tower.doors]
    return asked


def _there(state: Position) -> int:
    """Return how many cards can still be drawn; none can be asked about where what was told contradicts itself."""
    try:
        return drawable(state)
    except ContradictionError:
        return 0


def answer(game: FourDoors, state: Position, question: Question) -> Odds:
    """Answer a question exactly.

    Raises:
        UnknownNameError: there is no such question.
        UnreadableError: a parameter that says nothing in this position.
        IllegalMoveError: a step of `after` that may not be played.
        EditionIncompleteError: the answer rests on cards that nobody has told.
        TooFewCardsError: more draws asked for than there are before the game is lost.
        ContradictionError: what was told of some cards cannot be.
    """
    teller = _ANSWERS.get(question.id)
    if teller is None:
        raise UnknownNameError("question", question.id, tuple(_ANSWERS))
    params = dict(question.params)
    if "after" in params:
        state = after(game, state, params["after"])
    if state.step == "setup":
        raise CompanionError("Nothing can be said before the tower is laid out: finish the setup first.")
    if state.ended and question.id != "lose":
        raise CompanionError("The game is over: no shadow falls any more. Ask about a position before its end.")
    return teller(game, state, params, question.text or _text(game, state, question.id, params))


def after(game: FourDoors, state: Position, text: str) -> Position:
    """Return the position behind steps in shorthand, parted by semicolons.

    Raises:
        IllegalMoveError: a step that may not be played.
        UnreadableError, AmbiguousError, UnknownCardError: a step that cannot be read.
    """
    for step in filter(None, map(str.strip, text.split(";"))):
        move = game.parse(step, state)
        verdict = game.check(state, move)
        if not verdict.legal:
            raise IllegalMoveError(step, verdict)
        state = game.apply(state, move)
        while (forced := game.automatic(state)) is not None:
            state = game.apply(state, forced)
    return state


# ---------------------------------------------------------------------------------------------------------- parameters


def _number(params: Params, name: str) -> int:
    return number_in(params, name, USUAL.get(name, ""))


def _door(state: Position, params: Params) -> str:
    return state.tower[params.get("door", "").lower()].name


def _side(params: Params) -> str:
    side = params.get("side", "").lower()
    if side not in SIDES:
        raise UnreadableError(side, "left or right")
    return side


def _wanted(game: FourDoors, state: Position, params: Params) -> Wanted:
    """Return the kind of card that the parameters mean."""
    if "relic" in params:
        return _relic(params["relic"])
    if "spell" in params:
        return _spell(game, params["spell"])
    if "lantern" in params:
        return _lantern(state, params["lantern"])
    if "side" in params:
        name, side = params.get("door", "").lower(), _side(params)
        if name not in state.tower.names:
            raise UnreadableError(name, f"a door: {', '.join(state.tower.names)}")
        what = f"{title(name)} {side} card"
        return Wanted(f"a {what}", f"{what}s", lambda card: None, (name, side))
    given = " ".join(f"{name}={value}" for name, value in params.items())
    raise UnreadableError(given, "relic=, spell=, lantern=, or door= with side=")


def _relic(name: str) -> Wanted:
    relic = name.lower()
    if relic not in RELICS:
        raise UnreadableError(name, f"a relic: {', '.join(RELICS)}")
    what = f"{RELIC_NAMES[relic]} card"
    one = f"{'an' if what[0] in 'AEIOU' else 'a'} {what}"
    return Wanted(one, f"{what}s", lambda card: None if card.relic is None else card.relic == relic)


def _spell(game: FourDoors, name: str) -> Wanted:
    spell = "-".join(name.lower().split())
    copies = sum(count for kind, count in game.box.deck.pairs if kind.spell == spell)
    # Once all copies of a spell are named, a spell that nobody has named is another one.
    all_named = copies >= (FLUX_COPIES if spell == FLUX else SPELL_COPIES)
    if not copies:
        named = sorted({kind.spell for kind in game.box.deck.kinds() if kind.spell})
        raise UnreadableError(name, f"a spell: {', '.join(named)}")

    def shows(card: PlayerCard) -> bool | None:
        if card.spell is None:
            return False if all_named else None
        return card.spell == spell

    return Wanted(f"a {title(spell)} card", f"{title(spell)} cards", shows)


def _lantern(state: Position, name: str) -> Wanted:
    door = name.lower()
    if door not in state.tower.names:
        raise UnreadableError(name, f"a lantern: {', '.join(state.tower.names)}")
    what = f"{title(door)} lantern"
    one = f"a card with {'an' if what[0] in 'AEIOU' else 'a'} {what}"
    many = f"cards with {'an' if what[0] in 'AEIOU' else 'a'} {what}"
    return Wanted(one, many, lambda card: None if card.lanterns is None else door in card.lanterns)


def _text(game: FourDoors, state: Position, name: str, params: Params) -> str:
    """Return a question in words."""
    words = _words(game, state, name, params)
    return f"{words[:-1]}, after {params['after']}?" if "after" in params else words


def _words(game: FourDoors, state: Position, name: str, params: Params) -> str:
    falls = f"the next {params['falls']} falls" if params.get("falls", "1") != "1" else "the next Shadows Fall"
    if name == "lose":
        return f"Is the game lost in {falls}?"
    if name == "doors":
        return "Do all doors stay as they are in the next Shadows Fall?"
    if name == "door":
        what = "shut" if params.get("what") == SHUT else "flipped to its partially closed side"
        return f"Is {title(_door(state, params))} {what} in the next Shadows Fall?"
    if name == "side":
        return f"Does a shadow come to {title(_door(state, params))} {_side(params)} in the next Shadows Fall?"
    if name == "stands":
        return f"Does {title(_door(state, params))} still stand after {falls}, with nothing done?"
    if name == "reshuffle":
        return "Is the discard pile shuffled this turn?"
    if name == "level":
        return f"Has the Shadow Level risen by turn {_number(params, 'turn')}?"
    if name == "flux":
        k = _number(params, "k")
        which = "at least one" if k == 1 else "all four" if k == FLUX_COPIES else f"at least {k}"
        return f"Can {which} Luminous Flux still be reached?"
    return _card_words(name, params, _wanted(game, state, params))


def _card_words(name: str, params: Params, wanted: Wanted) -> str:
    if name == "relic":
        return f"Are {NEEDED} {wanted.many} left outside the Hollow?"
    if name == "next":
        return f"Is the next card {wanted.one}?"
    k = _number(params, "k")
    what = wanted.one if k == 1 else f"{k} {wanted.many}"
    if name == "wait":
        return f"How many draws bring {what}, {_number(params, 'percent')} times in 100?"
    return f"Do the next {_number(params, 'n')} draws bring {what} or more?"


# ------------------------------------------------------------------------------------------------------------ the falls


def _lose(game: FourDoors, state: Position, params: Params, text: str) -> Odds:
    if state.ended:
        lost = state.ended != "won"
        return Odds.of(text, Fraction(int(lost)), counted="the game is over then", clauses=("four-doors.end.over",))
    falls = _number(params, "falls")
    law = fall_law(state, falls, {}).map(lambda ending: f"lost: {title(ending[1])}" if ending[1] else "not lost")
    value = 1 - law.probability("not lost")
    return Odds.of(
        text,
        value,
        recipe=_fall_recipe(state, falls, 1 - value, deadly=True),
        table=tuple(law.items()),
        **told.about_falls(state, falls),
    )


def _doors(game: FourDoors, state: Position, params: Params, text: str) -> Odds:
    names = [door.name for door in state.tower.doors]
    law = fall_law(state).map(lambda ending: _ending(names, ending))
    value = law.probability("nothing")
    return Odds.of(text, value, table=_by_weight(law), **told.about_falls(state, 1))


def _by_weight(law: Table[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(law.items(), key=lambda pair: -pair[1]))


def _ending(names: list[str], ending: Ending) -> str:
    """Return an ending in words: "purple flipped, green lost"."""
    seen, lost = ending
    parts = [f"{name} {what}" for name, what in zip(names, seen, strict=True) if what]
    if lost and lost not in names:
        parts.append(f"lost: {lost}")
    return ", ".join(parts) or "nothing"


def _of_door(game: FourDoors, state: Position, params: Params, text: str) -> Odds:
    name, what = _door(state, params), params.get("what", FLIPPED)
    if what not in (FLIPPED, SHUT):
        raise UnreadableError(what, f"{FLIPPED} or {SHUT}")
    at = [door.name for door in state.tower.doors].index(name)
    law = fall_law(state, 1, {name: "status"}).map(lambda ending: str(ending[0][at]) or "nothing")
    good = (SHUT, LOST) if what == SHUT else (FLIPPED,)
    return Odds.of(text, law.where(lambda s: s in good), table=tuple(law.items()), **told.about_falls(state, 1))


def _of_side(game: FourDoors, state: Position, params: Params, text: str) -> Odds:
    name, side = _door(state, params), _side(params)
    law = side_law(state, name, side)
    mean = expected(law)
    about = told.about_falls(state, 1)
    about["counted"] = f"{about['counted']}; {mean} shadows expected"
    table = tuple((str(n), weight) for n, weight in sorted(law.items()))
    value = law.where(lambda n: n > 0)
    return Odds.of(text, value, recipe=_side_recipe(state, name, side, value), table=table, **about)


def _stands(game: FourDoors, state: Position, params: Params, text: str) -> Odds:
    name, falls = _door(state, params), _number(params, "falls")
    law = door_law(state, name, falls)

    def words(end: tuple[str, str]) -> str:
        return end[1] or {STANDS: "stands", LOST: SHUT}.get(end[0], end[0])

    table = law.map(words)
    value = table.where(lambda word: word in ("stands", FLIPPED))
    about = told.about_falls(state, falls, alone=True)
    recipe = _fall_recipe(state, falls, value, deadly=False, only=name)
    return Odds.of(text, value, recipe=recipe, table=tuple(table.items()), **about)


def _fall_recipe(
    state: Position, falls: int, safe: Fraction, deadly: bool, only: str = ""
) -> Callable[[], sympy.Expr] | None:
    """Return what builds the formula, None where there is no closed form: several worlds, or unnamed shadows.

    Args:
        state: the position.
        falls: how many falls.
        safe: the chance of the ways that are counted.
        deadly: whether the question is for the other ways.
        only: the door that is looked at.
    """
    found = list(cases(state, falls, only))
    if len(found) != 1 or found[0].deal.loose or found[0].run.strays or found[0].run.end:
        return None
    deal, run = found[0].deal, found[0].run
    draws = ((deal.unseen, run.random), (deal.discards, run.second))
    whole = comb(deal.unseen, run.random) * comb(deal.discards, run.second)
    hits = sum(
        side.unseen
        for gate in deal.gates
        for side in (gate.left, gate.right)
        if gate.half and side.room <= 0
        if not gate.found or only
    )
    plain = not run.second and safe * whole == comb(deal.unseen - hits, run.random)

    def recipe() -> sympy.Expr:
        if plain and run.random:
            part = formulas.none_of(deal.unseen, hits, run.random)
        else:
            part = formulas.ways(int(safe * whole), *draws)
        return formulas.less_than_one(part) if deadly else part

    return recipe


def _side_recipe(state: Position, name: str, side: str, value: Fraction) -> Callable[[], sympy.Expr] | None:
    """Return the chance by the complement, where no loss cuts the fall short."""
    found = list(cases(state))
    if len(found) != 1 or found[0].deal.loose or found[0].run.second or None not in found[0].run.first:
        return None
    deal, run = found[0].deal, found[0].run
    gate = next(gate for gate in deal.gates if gate.name == name)
    hits = (gate.left if side == "left" else gate.right).unseen
    if 1 - value != Fraction(comb(deal.unseen - hits, run.random), comb(deal.unseen, run.random)):
        return None
    return lambda: formulas.less_than_one(formulas.none_of(deal.unseen, hits, run.random))


# ------------------------------------------------------------------------------------------------------------ the cards


def _draws(game: FourDoors, state: Position, params: Params, text: str) -> Odds:
    return _in_draws(state, _wanted(game, state, params), _number(params, "k"), _number(params, "n"), text)


def _next(game: FourDoors, state: Position, params: Params, text: str) -> Odds:
    return _in_draws(state, _wanted(game, state, params), 1, 1, text)


def _in_draws(state: Position, wanted: Wanted, k: int, n: int, text: str) -> Odds:
    law = draw_law(state, wanted, n)
    table = tuple((str(hits), weight) for hits, weight in law.items())
    about, value = told.about_draws(state, wanted, n), at_least(law, k)
    return Odds.of(text, value, recipe=_draw_recipe(state, wanted, n, k, value), table=table, **about)


def _draw_recipe(state: Position, wanted: Wanted, n: int, k: int, value: Fraction) -> Callable[[], sympy.Expr] | None:
    """Return the chance of drawing from the unseen cards, where nothing is known of the next cards beforehand."""
    found = stocks(state, wanted)
    if n > found[0].down or any(hit is not None for hit in found[0].top[:n]):
        return None
    hits, size = told.unseen_hits(state, wanted, found)
    if len(found) > 1 and (k > size or at_least(hypergeometric(size, hits, n), k) != value):
        return None
    return lambda: formulas.at_least(size, hits, n, k)


def _wait(game: FourDoors, state: Position, params: Params, text: str) -> Odds:
    """Answer with the chance that the fewest draws that are enough do bring it; the table is the draw that does."""
    wanted, k, percent = _wanted(game, state, params), _number(params, "k"), _number(params, "percent")
    if not 1 <= percent <= 100:
        raise UnreadableError(str(percent), "a percentage from 1 to 100")
    law = wait_law(state, wanted, k)
    running, enough = 0, 0
    for n in sorted(n for n in law if n):
        running += law.weight(n)
        if running * 100 >= percent * law.total:
            enough = n
            break
    table = tuple(
        (str(n) if n else "never", weight) for n, weight in sorted(law.items(), key=lambda p: (not p[0], p[0]))
    )
    about = told.about_draws(state, wanted, enough)
    number = f"{enough} draws are enough" if enough else f"no number of draws is enough for {percent} in 100"
    about["counted"] = f"{number}; {about['counted']}"
    return Odds.of(text, Fraction(running, law.total), table=table, **about)


def _left(game: FourDoors, state: Position, params: Params, text: str) -> Odds:
    return _outside(game, state, _relic(params.get("relic", "")), NEEDED, text, "four-doors.actions.find")


def _flux(game: FourDoors, state: Position, params: Params, text: str) -> Odds:
    return _outside(game, state, _spell(game, FLUX), _number(params, "k"), text, "four-doors.end.flux")


def _outside(game: FourDoors, state: Position, wanted: Wanted, k: int, text: str, clause: str) -> Odds:
    law = left_law(game.box, state, wanted)
    table = tuple((str(n), weight) for n, weight in law.items())
    return Odds.of(text, at_least(law, k), table=table, **told.about_left(state, wanted, law, clause))


# ------------------------------------------------------------------------------------------------------- pile and level


def _reshuffle(game: FourDoors, state: Position, params: Params, text: str) -> Odds:
    """Answer 0 or 1: nothing is left to chance, if nobody draws more than a turn demands."""
    shuffle = next_shuffle(state)
    table = ((f"turn {shuffle.turn}, card {shuffle.card} of the {shuffle.step}", 1),)
    value = Fraction(int(shuffle.turn == state.turn))
    return Odds.of(text, value, table=table, **told.about_pile(state, shuffle))


def _level(game: FourDoors, state: Position, params: Params, text: str) -> Odds:
    turn = _number(params, "turn")
    if turn < state.turn:
        raise UnreadableError(str(turn), f"this turn or a later one: {state.turn} or more")
    law = level_law(state, turn)

    def words(where: tuple[int, str]) -> str:
        level, end = where
        if end == "skull":
            return "lost: skull"
        space = f"space {level + 1}, rate {state.track.step(level - state.track.level).rate}"
        return f"{space}; nothing to shuffle" if end else space

    value = law.where(lambda where: where[0] > state.track.level)
    return Odds.of(text, value, table=tuple(law.map(words).items()), **told.about_pile(state, next_shuffle(state)))


_ANSWERS: dict[str, Callable[[Any, Position, Params, str], Odds]] = {
    "lose": _lose,
    "doors": _doors,
    "door": _of_door,
    "side": _of_side,
    "stands": _stands,
    "draws": _draws,
    "wait": _wait,
    "reshuffle": _reshuffle,
    "level": _level,
    "relic": _left,
    "flux": _flux,
    "next": _next,
}
"""Each question with what answers it; `lose` is also asked where the game is over after a step."""
