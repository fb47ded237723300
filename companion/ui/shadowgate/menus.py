"""Every move that may be made, in words, as lists on the board: first what is done, then with what, then to whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.engine.game import Move
from companion.games.shadowgate import moves as m
from companion.games.shadowgate.cards import PuzzleCard, quest_cost
from companion.games.shadowgate.rules import Shadowgate
from companion.games.shadowgate.state import Card, Gear, Position
from companion.games.shadowgate.telling import card_name
from companion.ui.boards.shadowgate_list import Choice, Entry
from companion.ui.shadowgate.picture import quest_name

TOLD = (m.Assign, m.First, m.Deal, m.Draw, m.Djinn, m.Energy, m.Boss, m.Roll, m.Red, m.Made, m.Failed, m.Hit)
"""What the table sees and tells; the board and the pad ask it in their own way."""
ON_CARDS = (m.Unequip, m.Equip, m.Use, m.Answer, m.Trade, m.Bonus)
"""Moves that begin with a tap on a card."""


def choices(moves: Iterable[Move]) -> list[Move]:
    """Return the moves that are chosen: all but what the table sees and tells."""
    return [move for move in dict.fromkeys(moves) if not isinstance(move, TOLD)]


def with_card(moves: Iterable[Move], card: Gear) -> list[Move]:
    """Return the moves that use a card of the own mat."""
    return [move for move in moves if _begins_with(move, card)]


def _begins_with(move: Move, card: Gear) -> bool:
    if isinstance(move, m.Pay):
        return card in move.cards
    return isinstance(move, ON_CARDS) and move.card == card


def path(game: Shadowgate, state: Position, move: Move) -> tuple[str, ...]:
    """Return a move as the words that are picked for it, one after the other."""
    match move:
        case m.Unequip(card=card):
            return "Take off", said(card)
        case m.Equip(card=card, slot=slot):
            return "Equip", said(card), _slot(game, state, slot)
        case m.Flip():
            return ("Fully equipped",)
        case m.Use(card=card, trait=trait):
            return "Use", said(card), trait.title() or "as it says"
        case m.Ability(full=full, trait=trait):
            return "Ability", "fully equipped" if full else "of the character", trait.title() or "as it says"
        case m.Answer(card=card):
            return "Answer the riddle", "with a Death card" if card is None else said(card)
        case m.Trade(card=card, seat=seat, other=other):
            return "Swap", said(card), f"with {state.player(seat).name}", said(other)
        case m.Bonus(card=card):
            return "Bonus: put away", said(card)
    return _on_the_board(state, move)


def _on_the_board(state: Position, move: Move) -> tuple[str, ...]:
    match move:
        case m.Cycle(space=space, deck=deck):
            return "Cycle", _quest(state, space), f"draw from {deck}"
        case m.Attempt(space=space):
            return "Attempt", _quest(state, space)
        case m.Pay(cards=cards, tokens=tokens):
            return "Pay", ", ".join([*map(said, cards), *tokens]) or "nothing"
        case m.GiveUp():
            return ("Give up",)
        case m.Attack(trait=trait):
            return "Attack", f"with {trait.title()}"
        case m.Uncurse(trait=trait):
            return "A curse goes", trait.title()
        case m.Tokens(tokens=tokens):
            return "Take tokens", ", ".join(tokens) or "not told"
        case m.Refill(deck=deck):
            return "New quest", f"from {deck}"
        case m.Done():
            return ("The turn is over",)
    return (type(move).__name__,)


def said(card: Card) -> str:
    """Return a card as its key says it."""
    name = card_name(card)
    return name[:1].upper() + name[1:]


def _quest(state: Position, space: int) -> str:
    card = state.quest(space)
    return quest_name(card, space) if card is not None else f"Quest {space}"


def _slot(game: Shadowgate, state: Position, slot: int) -> str:
    kind = game.box.slots(state.player(state.active))[slot - 1]
    return f"slot {slot}: {kind or 'not told'}"


class Menu:
    """A list of moves that is walked through, one word after the other.

    Args:
        game: the game with its box.
        state: the position in which they may be made.
        moves: what may be chosen.
        asked: what is asked first.
    """

    def __init__(self, game: Shadowgate, state: Position, moves: Sequence[Move], asked: str) -> None:
        self.state = state
        self.asked = asked
        self._paths = [(path(game, state, move), move) for move in moves]
        self._picked: tuple[str, ...] = ()
        self._advance()

    def _left(self) -> list[tuple[tuple[str, ...], Move]]:
        n = len(self._picked)
        return [(words, move) for words, move in self._paths if words[:n] == self._picked]

    def _next(self) -> list[str]:
        n = len(self._picked)
        return list(dict.fromkeys(words[n] for words, _ in self._left() if len(words) > n))

    def _advance(self) -> None:
        """Go on as long as there is only one thing to pick."""
        while len(self._left()) > 1 and len(nexts := self._next()) == 1:
            self._picked = (*self._picked, nexts[0])

    @property
    def move(self) -> Move | None:
        """The move, once only one is left."""
        left = self._left()
        return left[0][1] if len(left) == 1 else None

    def choice(self) -> Choice:
        """Return the list as the board draws it."""
        asked = " → ".join(self._picked) if self._picked else self.asked
        entries = tuple(Entry(str(n), word) for n, word in enumerate(self._next()))
        return Choice(title=asked, entries=entries)

    def pick(self, number: str) -> None:
        """Take a word of the list."""
        words = self._next()
        if number.isdecimal() and int(number) < len(words):
            self._picked = (*self._picked, words[int(number)])
            self._advance()


def unveiled(game: Shadowgate, state: Position, pay: m.Pay) -> m.Pay:
    """Name the Puzzle items of a payment that lie face down: the quest says which it calls for."""
    card = state.quest(state.attempt)
    wanted = (
        [need.what for way in quest_cost(card) for need in way if need.kind == "puzzle"] if card is not None else []
    )
    known = {one.name: one for one in _puzzles(game)}
    cards: list[Gear] = []
    for one in pay.cards:
        name = (
            next((name for name in wanted if name in known), "")
            if isinstance(one, PuzzleCard) and not one.known
            else ""
        )
        if name:
            wanted.remove(name)
            one = known[name]
        cards.append(one)
    return m.Pay(tuple(sorted(cards, key=repr)), pay.tokens)


def spelled(game: Shadowgate, state: Position, move: Move, chosen: str) -> str:
    """Return a move as text; Puzzle items that lie face down are named by their places.

    Args:
        game: the game with its box.
        state: as this device sees it.
        move: the move.
        chosen: the card that was tapped, as the game names it.
    """
    match move:
        case m.Answer(card=PuzzleCard(name=None)):
            named = next(
                (one for one in _puzzles(game) if state.riddle is not None and one.name == state.riddle.answer), None
            )
            return f"riddle with {game.language.card(named) if named else _place(state, state.active, chosen)}"
        case m.Trade(card=card, seat=seat, other=other):
            mine = _place(state, state.active, chosen) if _hidden(card) else game.language.card(card)
            theirs = _place(state, seat, "") if _hidden(other) else game.language.card(other)
            return f"trade {mine} {seat} {theirs}"
    return game.spell(move, state)


def _puzzles(game: Shadowgate) -> list[PuzzleCard]:
    return [one for one in game.box.decks["puzzle"].kinds() if isinstance(one, PuzzleCard) and one.name]


def _hidden(card: Card) -> bool:
    return isinstance(card, PuzzleCard) and not card.known


def _place(state: Position, seat: str, chosen: str) -> str:
    """Return the place of a face-down Puzzle item in an Inventory: the one that was tapped, else the first."""
    bag = state.player(seat).inventory
    places = [f"{seat}.{n}" for n, card in enumerate(bag, start=1) if _hidden(card)]
    return chosen if chosen in places else places[0]
