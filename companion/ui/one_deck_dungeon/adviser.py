"""Hints and odds of One Deck Dungeon in the words of the table: which door, who meets what, which way, which edge."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.advice import EXACT, NOT_SEARCHED, Advice
from companion.engine.game import PARTY, TABLE, Game, Move, Question
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.rules import OneDeckDungeon
from companion.games.one_deck_dungeon.state import Position
from companion.ui.advising import Line, OddsWords
from companion.ui.boards.one_deck_dungeon_places import read_place
from companion.ui.common_adviser import CommonAdviser, advised

WINS = "in 100"
"""Games that are won against the boss."""
SICK = ("resist", "sick", "over")
"""Questions about poison."""
NUDGES = {
    "turn": "Which open door would you meet unhurt? And what does one more turn of time cost you?",
    "meet": "Who brings the color that each card asks for? Both pairs must bear a bad day.",
    "loot": "What does the party lack: dice, a skill, or the next level?",
    "end": "What is behind the doors may be worth a turn, but the stairs hurt whoever stays.",
}
"""A push in the right direction, by what the party is at."""


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
        if any(WINS in line.value for line in lines):
            return "The best steps, by the chance to win"
        return "The best steps, by hearts won or lost"

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
        found = advised(game, state, PARTY, seconds, seed)
        if isinstance(found, str):
            return (Line((), found),)
        return tuple(_line(game, state, advice, advice is found[0]) for advice in found)

    def nudge(self, state: Position, seat: str, line: Line) -> str:
        """Return a push in the right direction that does not name the move."""
        if state.fight is not None:
            return "Cover first what hurts: hearts before time, and armor before all else."
        return NUDGES.get(state.step, "Who has the most hearts left to lose?")

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


def _line(game: OneDeckDungeon, state: Position, advice: Advice, best: bool) -> Line:
    """Return a step in words, with what it is worth and the places that it touches."""
    there, said = state, []
    moves = []
    for text in advice.moves:
        move = game.parse(text, there)
        moves.append(move)
        said.append(_words(game, move, there))
        there = game.apply(there, move)
    value, price = _worth(state, advice)
    price = price if best and advice.price else ""
    exact = advice.label in (EXACT, NOT_SEARCHED)
    return Line(advice.moves, "; ".join(said), value, exact, advice.why, price, None, _touched(moves[0]))


def _worth(state: Position, advice: Advice) -> tuple[str, str]:
    """Return what a step is worth, and what the obvious one is worth less: hearts, against the boss games won."""
    if advice.label == NOT_SEARCHED:
        return "", ""
    less = advice.price or 0.0
    if not state.at_boss:
        return str(advice.value), f"The obvious step is worth {less:.1f} hearts less."
    least = f"{100 * advice.value.low:.1f}".removesuffix(".0")
    value = f"= {least} {WINS}" if advice.label == EXACT else f"~ {least} {WINS} or more"
    return value, f"The obvious step wins {100 * less:.1f} {WINS} less." if less >= 0.0005 else ""


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
        case m.Option(n=n):
            return "Take the upper way" if n == 1 else "Take the lower way"
        case m.Arrange():
            return game.describe(move, state).replace(" met ", " meet ")
    return game.describe(move, state)


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
