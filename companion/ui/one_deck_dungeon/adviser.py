"""Hints and odds of One Deck Dungeon in the words of the table: which door, who meets what, which way, which edge."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from companion.engine.advice import EXACT, NOT_SEARCHED
from companion.engine.errors import CompanionError
from companion.engine.game import TABLE, Game, Move, Question
from companion.engine.odds import in_hundred
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.advice import Weighed, weighed
from companion.games.one_deck_dungeon.rooms import foe_of
from companion.games.one_deck_dungeon.rules import OneDeckDungeon
from companion.games.one_deck_dungeon.stakes import FALL
from companion.games.one_deck_dungeon.state import Position
from companion.games.one_deck_dungeon.telling import card_words, dice_words, people, skill_words, way_words
from companion.ui.advising import Line, OddsWords
from companion.ui.boards.one_deck_dungeon_places import read_place
from companion.ui.common_adviser import TOP, CommonAdviser

WINS = "in 100"
"""Games that are won against the boss, or fights in which nobody falls."""
SAFE = "safe"
"""Stands before how often nobody falls."""
LEAST = Fraction(1, 20)
"""Hearts under which nothing is told of."""
SICK = ("resist", "sick", "over")
"""Questions about poison."""
NUDGES = {
    "loot": "What does the party lack: dice, a skill, or the next level?",
    "end": "What is behind the doors may be worth a turn, but the stairs hurt whoever stays.",
    "resist": "Who carries the tokens, and who helps to resist them?",
    "round": "Who covers more skulls now, and who bears what stays open?",
}
"""A push in the right direction, by what the party is at."""


def _nudge_turn(state: Position) -> str:
    if any(door.open for door in state.doors):
        return "Could you meet what lies open unhurt? And what does one more turn of time cost you?"
    if state.doors:
        return "Is one of these doors enough, or is it worth a turn to have more of them?"
    return "No door stands there yet: what is there to do but explore?"


def _nudge_meet(state: Position) -> str:
    if state.four:
        return "Who brings the color that each card asks for? Both pairs must bear a bad day."
    return "Do your dice have the colors that the card asks for? And could you bear a bad day?"


def _nudge_due(state: Position) -> str:
    due = state.due[0]
    if len(due.among) == 1:
        return f"Count what {people(state, due.among)} has left first."
    return "Who needs it most?" if due.what in ("heal", "cleanse") else "Who has the most hearts left to lose?"


class OneDeckAdviser(CommonAdviser):
    """What One Deck Dungeon brings to its hints."""

    odds_words = OddsWords(
        tap="Tap the deck, or a hero with poison",
        rail="How likely?",
        field="Any word: foe, poison, boxes",
        hint="foe",
        lost="try the next card, or poison",
        estimates="~ from the worst to the best that is proven: not everything is counted yet.",
    )

    def heading(self, lines: Sequence[Line]) -> str:
        """Return what the lines are ranked by: against the boss by the chance to win, as their values say."""
        if any(WINS in line.value and SAFE not in line.value for line in lines):
            return "The best steps, by the chance to win"
        return f"The best steps; a fall weighs as much as {FALL} hearts"

    setup = "First choose heroes and the dungeon, then ask again."

    def waits(self, state: Position, seat: str) -> str:
        """Return why there is nothing to advise in the middle of a game; empty where there is."""
        if state.step == "open":
            return "First tap the names of the cards behind the door."
        if state.fight is not None and state.fight.untold:
            return "The dice decide this fight: enter what it cost, then ask again."
        return ""

    def think(self, game: Game, state: Position, seat: str, seconds: float, seed: int) -> tuple[Line, ...]:
        """Return the best next steps of the party; a thought where dice or cards are not told yet."""
        assert isinstance(game, OneDeckDungeon)
        if game.actor(state) == TABLE:
            return (Line((), "The dice decide now: tap what they show, then the best placement draws itself."),)
        try:
            found = weighed(game, state, TOP, seconds, seed)
        except CompanionError as error:
            return (Line((), str(error)),)
        return tuple(_line(game, state, one, one is found[0]) for one in found)

    def nudge(self, state: Position, seat: str, line: Line) -> str:
        """Return a push in the right direction that does not name the move."""
        if state.due:
            return _nudge_due(state)
        if state.fight is not None:
            return "Cover first what hurts: hearts before time, and armor before all else."
        ask = {"turn": _nudge_turn, "meet": _nudge_meet}.get(state.step)
        return ask(state) if ask is not None else NUDGES.get(state.step, "What would hurt you most?")

    def at(self, game: Game, state: Position, place: str) -> tuple[Question, ...]:
        """Return the questions about the deck and about poison; fights carry their odds on their cards."""
        spot = read_place(place)
        if spot.kind == "hero":
            return tuple(q for q in game.questions(state) if q.id in SICK and spot.name in q.param("group").split("+"))
        return _between(game, state) if spot.kind == "deck" else ()

    def headlines(self, game: Game, state: Position, seat: str) -> tuple[Question, ...]:
        """Return what matters between fights; at an open door its splits have that room on the page."""
        return () if state.step in ("meet", "round") else _between(game, state)


def _between(game: Game, state: Position) -> tuple[Question, ...]:
    """Return the questions about poison, and about the next card."""
    found = [q for q in game.questions(state) if q.id in ("resist", "behind")]
    return tuple(sorted(found, key=lambda q: q.id != "resist"))


def _line(game: OneDeckDungeon, state: Position, one: Weighed, best: bool) -> Line:
    """Return a step in words, with what it is worth and the places that it touches."""
    advice, there, said = one.advice, state, []
    moves = []
    for text in advice.moves:
        move = game.parse(text, there)
        moves.append(move)
        said.append(_words(game, move, there))
        there = game.apply(there, move)
    obvious = _words(game, game.parse(advice.obvious[0], state), state)
    price = _price(state, one, obvious) if best else ""
    exact = advice.label in (EXACT, NOT_SEARCHED)
    return Line(advice.moves, "; ".join(said), _value(state, one), exact, advice.why, price, None, _touched(moves[0]))


def _value(state: Position, one: Weighed) -> str:
    """Return what a step is worth: who falls and the hearts lost, against the boss games won, else as it is told."""
    advice, worth = one.advice, one.line.worth
    if worth is None:
        return ""
    if state.at_boss:
        least = f"{100 * advice.value.low:.1f}".removesuffix(".0")
        return f"= {least} {WINS}" if advice.label == EXACT else f"~ {least} {WINS} or more"
    if not one.line.odds:
        return one.line.said
    least = "" if worth.exact else "≥ "
    sure = {Fraction(1): "nobody falls", Fraction(0): "somebody falls" if worth.exact else "not counted"}
    safe = sure.get(worth.safe, f"{SAFE} {least}{in_hundred(worth.safe)} {WINS}")
    return f"{safe}, −{_number(worth.damage)} ♥" if worth.damage else safe


def _number(n: Fraction) -> str:
    return f"{float(n):.1f}".removesuffix(".0")


def _price(state: Position, one: Weighed, obvious: str) -> str:
    """Return what the obvious step costs against the best: falls and hearts, against the boss games won."""
    less = one.advice.price or 0.0
    if state.at_boss:
        return f"The obvious step wins {100 * less:.1f} {WINS} less." if less >= 0.0005 else ""
    best, other = one.line.worth, one.obvious
    if best is None or other is None:
        return ""
    parts = []
    here, there = in_hundred(1 - best.safe), in_hundred(1 - other.safe)
    if other.safe < best.safe and here != there:
        parts.append(f"somebody falls in {'' if other.exact else 'at most '}{there} of 100, not in {here}")
    if other.damage - best.damage >= LEAST:
        most = "" if other.exact else "at most "
        parts.append(f"{most}{_number(other.damage)} hearts are lost on average, not {_number(best.damage)}")
    return f"The obvious step, {obvious[:1].lower()}{obvious[1:]}: {'; '.join(parts)}." if parts else ""


def _words(game: OneDeckDungeon, move: Move, state: Position) -> str:
    """Return a step as somebody at the table would propose it."""
    match move:
        case m.Explore():
            return "Explore"
        case m.Enter(door=n):
            return f"Enter door {n}"
        case m.Flee():
            return "Flee"
        case m.Descend():
            return "Go down"
        case m.Next():
            return "Stay"
        case m.Begin():
            return "Fight"
        case m.Arrange(groups=groups) if len(groups) == 1:
            return "Fight"
        case m.Arrange():
            return game.describe(move, state).removesuffix(".").replace(" met ", " meet ")
    return _at_the_dice(game, move, state) or _taking(game, move, state) or game.describe(move, state).removesuffix(".")


def _at_the_dice(game: OneDeckDungeon, move: Move, state: Position) -> str:
    """Return a step of a fight that is followed; empty for any other."""
    match move:
        case m.Option(n=n) if state.fight is not None:
            foe = foe_of(game.cat, state.fight)
            options = (foe.options if foe is not None else None) or ()
            pays = way_words(options[n - 1].pays) if n <= len(options) else f"Take way {n}"
            return "Take the free way" if pays == "Free" else pays
        case m.Black(dice=dice):
            return f"Make a black die of {dice_words(dice)}"
        case m.Settle(placed=placed):
            boxes: dict[int, list[str]] = {}
            for box, die in placed:
                boxes.setdefault(box, []).append(f"{die.colour}{die.value}")
            laid = ", ".join(f"{' '.join(dice)} on box {box}" for box, dice in boxes.items())
            return f"Place {laid}" if laid else "Place no more dice"
        case m.Skill(hero=hero, name=name, pay=pay):
            paid = f" for {dice_words(pay)}" if pay else ""
            return f"{state.hero(hero).name}: use {skill_words(game.cat, name)}{paid}"
        case m.Potion(name=name, hero=hero):
            return f"Use a potion of {skill_words(game.cat, name)} for {state.hero(hero).name}"
    return ""


def _taking(game: OneDeckDungeon, move: Move, state: Position) -> str:
    """Return who takes what, damage or loot; empty for any other step."""
    match move:
        case m.Damage(shares=shares) | m.Poison(shares=shares):
            what = "" if isinstance(move, m.Damage) else " poison"
            return ", ".join(f"{state.hero(who).name} takes {n}{what}" for who, n in shares)
        case m.Loot(n=n, what=what, hero=hero) if n <= len(state.spoils) and what != "gone":
            card = f"the {card_words(game.cat, state.spoils[n - 1].card)}"
            if what == "xp":
                return f"Take {card} as XP"
            who = f"{state.hero(hero).name}: take" if hero else "Take"
            return f"{who} the {what} of {card}"
    return ""


def _touched(move: Move | None) -> tuple[str, ...]:
    """Return the places of the board that a step is about."""
    match move:
        case m.Enter(door=n):
            return (f"door/{n}",)
        case m.Loot(n=n, what=what):
            return (f"loot/{n}/{what}",)
        case m.Option(n=n):
            return (f"way/1/{n}",)
        case m.Arrange(cards=cards) if cards:
            return (f"card/{cards[0]}",)
    return ()


ADVISER = OneDeckAdviser()

__all__ = ["ADVISER", "OneDeckAdviser"]
