"""Answers about the torch, curses, and what the decks bring: stairs and barrier, items, puzzle items, riddles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb, lcm
from typing import Any

from companion.engine import formulas as common
from companion.engine.draws import sum_law
from companion.engine.errors import CompanionError, EditionIncompleteError, TooFewCardsError, UnreadableError
from companion.engine.odds import Odds, Table, at_least
from companion.games.shadowgate import castle, costs, formulas, torch_odds
from companion.games.shadowgate.asking import Asked
from companion.games.shadowgate.box import supply
from companion.games.shadowgate.cards import BARRIER, GATES, ItemCard, PuzzleCard, QuestCard, quest_reward
from companion.games.shadowgate.decks import agreed, available, is_blank, patterns
from companion.games.shadowgate.dice import curses_law
from companion.games.shadowgate.state import Card, Gear, Player, Position, outside
from companion.games.shadowgate.vocabulary import CATEGORIES, TRAITS, TYPES

ABOUT_TORCH = ("shadowgate.torch.track", "shadowgate.torch.round", "shadowgate.torch.skull", "shadowgate.failure.torch")


def _rows(law: Table[int]) -> tuple[tuple[str, int], ...]:
    return tuple((str(n), weight) for n, weight in sorted(law.items()))


def _torch(asked: Asked) -> None:
    if asked.state.final:
        raise CompanionError("The torch has burnt its last: it is not used in the Final Quest.")


def skull(asked: Asked) -> Odds:
    """Return the chance that the skull is lit within so many rounds (question 11)."""
    _torch(asked)
    rounds, fails, seats = asked.number("rounds"), asked.share("fails"), len(asked.state.alive)
    position = asked.state.torch
    law = torch_odds.rounds_law(position, seats, fails)
    return Odds.of(
        asked.text,
        torch_odds.first_skull(position, seats, fails, rounds),
        recipe=lambda: formulas.binomial_tail(seats * rounds, fails, position - rounds),
        table=_rows(law),
        counted=f"the torch on {position}; round {float(torch_odds.mean(law)):.1f} from now on average",
        assumptions=(_failing(fails), "a whole round is to come"),
        clauses=ABOUT_TORCH,
    )


def _failing(fails: Fraction) -> str:
    return f"each turn fails a quest with one torch with chance {fails}"


def torch_deaths(asked: Asked) -> Odds:
    """Return the chance of a Death card for all from the torch; the table says how many (question 12)."""
    _torch(asked)
    rounds, fails, seats = asked.number("rounds"), asked.share("fails"), len(asked.state.alive)
    law = torch_odds.skulls_law(asked.state.torch, seats, fails, rounds)
    return Odds.of(
        asked.text,
        at_least(law, asked.number("k")),
        table=_rows(law),
        counted=f"{float(torch_odds.mean(law)):.2f} Death cards for everybody on average",
        assumptions=(_failing(fails), "a whole round is to come"),
        clauses=(*ABOUT_TORCH, "shadowgate.death.points"),
    )


def curse(asked: Asked) -> Odds:
    """Return the chance that curses hit a trait; the table is how many of them do (question 13)."""
    curses, trait, red = asked.number("curses"), asked.trait, asked.box.red
    stock = [supply(asked.state, name) for name in TRAITS]
    law = curses_law(red, curses, stock).map(lambda taken: taken[TRAITS.index(trait)])
    p = Fraction(red.count(trait), len(red))
    return Odds.of(
        asked.text,
        at_least(law, 1),
        recipe=(lambda: formulas.within_tries(p, curses)) if stock[TRAITS.index(trait)] else None,
        table=_rows(law),
        counted=f"all of them with chance {p**curses}; {stock[TRAITS.index(trait)]} tokens on the board",
        assumptions=asked.red_assumed,
        clauses=("shadowgate.curses.roll", "shadowgate.tokens.limited"),
    )


# ------------------------------------------------------------------------------------------------------- the way down


def _hidden(state: Position, deck: str) -> int:
    """Return how many cards of a deck may come in any order: those above what is known to lie under it."""
    return state.deck(deck).down - len(state.deck(deck).bottom)


def gate(asked: Asked) -> Odds:
    """Return when the Stairwell, the Banquet Hall or the Great Barrier comes (questions 14 and 15)."""
    name, draws, state = asked.params.get("card", "stairwell"), asked.number("draws"), asked.state
    name = "-".join(name.lower().split())
    found = next((gate for gate in GATES if name and name in gate), None)
    if found is None:
        raise UnreadableError(name, f"one of {', '.join(GATES)}")
    clauses = ("shadowgate.locks.stairwell", "shadowgate.locks.hall", "shadowgate.cycle.bottom")
    if _revealed(state, found):
        return Odds.of(asked.text, Fraction(1), counted="it has been revealed", clauses=clauses)
    deck = GATES[found]
    agreed(state, deck)
    hidden = _hidden(state, deck)
    untold = _unnamed(state, deck)
    unseen = hidden + untold
    if unseen < 1:
        raise CompanionError(f"All cards of deck {deck} have been seen, and {found} is not among them.")
    shut = () if deck in state.opened else (f"deck {deck} is open by then",)
    which = "the card" if untold == 1 else f"one of {untold} cards"
    loose = (f"it may be {which} of deck {deck} that nobody named",) if untold else ()
    return Odds.of(
        asked.text,
        castle.within(min(draws, hidden), unseen),
        recipe=lambda: common.ratio(min(draws, hidden), unseen),
        table=_rows(castle.position_law(hidden)) if not untold else (),
        counted=f"1 card of {unseen} unseen ones of deck {deck}; draw {float(Fraction(hidden + 1, 2)):g} on average",
        assumptions=(f"draws are from deck {deck}", *shut, *loose),
        clauses=clauses,
    )


def _unnamed(state: Position, deck: str) -> int:
    """Return how many cards that have left the top of a deck may be anything, for nobody said what they are."""
    cards = [*(card for _, card in outside(state)), *state.deck(deck).bottom]
    return sum(isinstance(card, QuestCard) and card == QuestCard(deck) for card in cards)


def _revealed(state: Position, name: str) -> bool:
    if name == BARRIER:
        return state.barrier
    return ("II" if GATES[name] == "I" else "III") in state.opened


def vault_of(asked: Asked) -> tuple[castle.Vault, int]:
    """Return what of deck III is unseen, and how many quests on the board bring Staff items."""
    state = asked.state
    agreed(state, "III")
    unseen = [card for card in state.deck("III").unseen if getattr(card, "name", "") != BARRIER]
    on_board = sum(_staffs(space.card) for space in state.spaces if space.card is not None)
    brings = tuple(map(_staffs, unseen))
    down = min(_hidden(state, "III"), len(brings) + (not state.barrier))
    left = max(0, state.deck("staff").down - on_board)
    return castle.Vault(not state.barrier, brings, down, left, asked.share("met")), on_board


def _staffs(card: Card) -> int:
    if not isinstance(card, QuestCard) or card.reward is None:
        return 0
    return sum(step.n for step in quest_reward(card) if step.verb == "draw" and step.what == "staff")


def final(asked: Asked) -> Odds:
    """Return the chance that the Final Quest is unlocked within so many draws from deck III (question 16)."""
    state, draws = asked.state, asked.number("draws")
    clauses = ("shadowgate.final.trigger", "shadowgate.final.any-order", "shadowgate.cycle.bottom")
    if state.unlocked or state.final:
        return Odds.of(asked.text, Fraction(1), counted="it is unlocked", clauses=clauses)
    vault, on_board = vault_of(asked)
    steps, never = castle.final_law(vault)
    unit = Fraction(1) / _common(steps)
    table = tuple((str(n), int(p / unit)) for n, p in enumerate(steps) if p)
    bringing = sum(1 for n in vault.staffs if n)
    counted = f"{bringing} of {len(vault.staffs)} unseen cards bring a Staff item; {vault.left} more are needed"
    assumed = [] if state.barrier else ["the Great Barrier is still in deck III"]
    assumed += [f"a quest that brings a Staff item is met with chance {vault.met} once it is revealed"]
    if on_board:
        assumed.append("those on the board are met")
    if "III" not in state.opened:
        assumed.append("deck III is open by then, and decks I and II bring no more Staff items")
    if never:
        counted += f"; not at all by these cards: {float(never):.2f}"
    return Odds.of(
        asked.text,
        castle.final_within(vault, draws),
        table=table,
        counted=counted,
        assumptions=tuple(assumed),
        clauses=clauses,
    )


def _common(parts: Sequence[Fraction]) -> int:
    return lcm(*(part.denominator for part in parts))


# -------------------------------------------------------------------------------------------------------------- cards


def _kind_test(kind: str) -> Callable[[Card], bool | None]:
    """Return what says whether a card is of a kind: a type, a category, wild, or an item of that name."""
    word = "-".join(kind.lower().split())
    if word in TYPES or word in CATEGORIES:
        return lambda card: costs.shows(card, word) if isinstance(card, ItemCard) else False
    if word == "wild":
        return lambda card: None if getattr(card, "types", ()) is None else len(getattr(card, "types", ()) or ()) > 1
    return lambda card: None if getattr(card, "name", None) is None else getattr(card, "name", "") == word


def _drawn(asked: Asked, deck: str, kind: str, n: int, k: int) -> tuple[Fraction, dict[str, Any]]:
    """Return the chance of at least k cards of a kind among n draws from a deck, with what to tell about it."""
    state, test = asked.state, _kind_test(kind)
    unseen = state.deck(deck).unseen
    if any(test(card) is None for card in unseen.kinds()):
        raise EditionIncompleteError(f"Nobody has told which cards of the {deck} deck are {kind}; describe them first.")
    if n > available(state, deck):
        raise TooFewCardsError(n, available(state, deck))
    hits, population = sum(count for card, count in unseen.pairs if test(card)), len(unseen)
    told = patterns(state, deck)
    law = sum_law(unseen, told, lambda card: int(bool(test(card))), n)
    about: dict[str, Any] = {"table": _rows(law), "counted": f"{hits} such among {population} unseen cards"}
    if not told:
        about["recipe"] = lambda: common.at_least(population, hits, n, k)
    return at_least(law, k), about


def items(asked: Asked) -> Odds:
    """Return the chance of at least k items of a kind among the next n (questions 18 and 19)."""
    kind = asked.params.get("kind", "")
    if not kind:
        raise UnreadableError(kind, f"a kind of item: {', '.join((*TYPES, *CATEGORIES))}, wild, or a name")
    value, about = _drawn(asked, "item", kind, asked.number("n"), asked.number("k"))
    return Odds.of(asked.text, value, clauses=("shadowgate.rewards.draw", "shadowgate.setup.items"), **about)


def puzzle(asked: Asked) -> Odds:
    """Return the chance that a puzzle item is among the next n draws (question 17)."""
    value, about = _drawn(asked, "puzzle", _puzzle(asked), asked.number("n"), 1)
    return Odds.of(asked.text, value, clauses=("shadowgate.rewards.draw", "shadowgate.items.puzzle"), **about)


def _puzzle(asked: Asked) -> str:
    name = "-".join(asked.params.get("item", "").lower().split())
    known = sorted(
        {card.name for card in asked.box.decks["puzzle"].kinds() if isinstance(card, PuzzleCard) and card.name}
    )
    if name not in known:
        raise UnreadableError(name, f"a puzzle item: {', '.join(known) or 'none is told yet'}")
    return name


def holds(asked: Asked) -> Odds:
    """Return the chance that a seat holds a puzzle item among its face-down ones: k of u unseen (question 17)."""
    name, player, deck = _puzzle(asked), asked.player, asked.state.deck("puzzle")
    clauses = ("shadowgate.items.face-down",)
    if any(isinstance(card, PuzzleCard) and card.name == name for card in player.inventory):
        return Odds.of(asked.text, Fraction(1), counted="it lies there, told", clauses=clauses)
    agreed(asked.state, "puzzle")
    down = sum(isinstance(card, PuzzleCard) and is_blank(card) for card in player.inventory)
    hits = sum(count for card, count in deck.unseen.pairs if getattr(card, "name", None) == name)
    if any(is_blank(card) for card in deck.unseen.kinds()):
        raise EditionIncompleteError("Nobody has told all the Puzzle items of this box; describe them first.")
    population = len(deck.unseen)
    value = 1 - Fraction(comb(population - hits, down), comb(population, down))
    return Odds.of(
        asked.text,
        value,
        recipe=lambda: common.at_least(population, hits, down, 1) if down else common.ratio(0, 1),
        counted=f"{down} face-down of {population} unseen Puzzle items, {hits} of them {name}",
        clauses=clauses,
    )


def riddle(asked: Asked) -> Odds:
    """Return the chance that a seat can answer the riddle, now or with n more items (question 20)."""
    card, player = asked.state.riddle, asked.player
    if card is None:
        raise CompanionError("No riddle lies face up.")
    if card.answer is None:
        raise EditionIncompleteError("Tell which card the riddle wants; then it can be said who can answer it.")
    clauses = ("shadowgate.riddles.card", "shadowgate.riddles.death")
    if answers(player, card.answer):
        return Odds.of(asked.text, Fraction(1), counted=f"{player.name} has what it wants", clauses=clauses)
    if card.answer == "death":
        return Odds.of(asked.text, Fraction(0), counted=f"{player.name} has no Death card", clauses=clauses)
    n = asked.number("draws") if "draws" in asked.params else 0
    deck = "puzzle" if card.answer == "puzzle" else "item"
    untold = sum(is_blank(held) and isinstance(held, ItemCard) for held in (*player.inventory, *player.equipped))
    if deck == "puzzle":
        return Odds.of(asked.text, Fraction(int(n > 0)), counted="any Puzzle item will do", clauses=clauses)
    if not n + untold:
        return Odds.of(asked.text, Fraction(0), counted=f"{player.name} has no such card", clauses=clauses)
    value, about = _drawn(asked, deck, card.answer, n + untold, 1)
    about["counted"] += f"; {untold} untold in hand and {n} to be drawn"
    return Odds.of(asked.text, value, clauses=clauses, **about)


def answers(player: Player, wanted: str) -> bool:
    """Say whether a seat has, as far as is told, the card that a riddle wants."""
    if wanted == "death":
        return player.deaths > 0
    return any(_is(card, wanted) for card in (*player.inventory, *player.equipped))


def _is(card: Gear, wanted: str) -> bool:
    if wanted == "puzzle":
        return isinstance(card, PuzzleCard)
    return bool(costs.shows(card, wanted)) or card.name == wanted
