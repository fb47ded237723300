"""Probability questions of Shadowgate, answered exactly.

    quest       space, seat                 a face-up quest is met as the traits stand now
    plus        space, seat, trait          what +1 on a trait is worth to it
    harm        space, seat[, trait]        what a -1 token costs it; without a trait: on average of the red die
    worth       space, seat                 what an attempt is worth in XP, beside its chance
    best        seat                        the best of attempting and cycling, and its chance
    tries       space, seat, tries          a quest is met at least once in so many tries
    lights      space, seat                 a failure lights the skull
    skull       rounds, fails               the skull is lit within so many rounds
    torch       rounds, fails, k            the torch brings everybody k Death cards
    curse       trait, curses               curses hit a trait
    gate        card, draws                 the Stairwell, Banquet Hall or Great Barrier comes
    final       draws, met                  the Final Quest is unlocked
    puzzle      item, n                     a Puzzle item is drawn
    holds       seat, item                  a Puzzle item lies face down before a seat
    items       kind, n, k                  at least k items of a kind among the next n
    riddle      seat[, draws]               a seat can answer the riddle
    score       seat[, trait], k            an attack scores at least k
    kill        seat[, trait]               an attack brings the boss to 0
    attacks     attacks                     the boss falls within so many attacks
    blow        seat                        a seat lands the last blow
    energy      seat, k                     a seat takes k more Energy cards
    survive     seat                        a seat is there when the boss falls
    deaths      seat, k                     a seat takes k more Death cards in the fight
    snipe       seat                        attack now, or hold
    trait       seat                        which trait to attack with
    staff       seat                        the last blow with a Staff item equipped, and without
    win         seat                        a seat wins the game
    tie         seat[, tied]                a seat wins the tie-break
    clean       attacks                     no two skulls in so many attacks
    fails       seat                        an attack fails

A chance that rests on black dice whose faces nobody has told is no number: `FacesUntoldError` carries P(S >= D).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from companion.engine.errors import CompanionError, UnknownNameError
from companion.engine.game import Question
from companion.engine.odds import Odds
from companion.games.shadowgate import boss_odds, castle_odds, quest_odds
from companion.games.shadowgate.asking import USUAL, Asked, named
from companion.games.shadowgate.cards import GATES
from companion.games.shadowgate.state import Position
from companion.games.shadowgate.vocabulary import TRAITS

if TYPE_CHECKING:
    from companion.games.shadowgate.rules import Shadowgate


class Kind(NamedTuple):
    """One kind of question: its words, with the parameters in braces, and what answers it."""

    words: str
    tell: Callable[[Asked], Odds]


KINDS: dict[str, Kind] = {
    "quest": Kind("Does {who} meet {quest}?", quest_odds.quest),
    "plus": Kind("How much more likely is {quest} for {who} with 1 more {trait}?", quest_odds.plus_one),
    "harm": Kind("How much less likely is {quest} for {who} with a curse{on}?", quest_odds.harm),
    "worth": Kind("What is attempting {quest} worth to {who}?", quest_odds.worth),
    "best": Kind("What is best for {who} in the Quest Phase?", quest_odds.best),
    "tries": Kind("Does {who} meet {quest} within {tries} tries?", quest_odds.tries),
    "lights": Kind("Does {who} fail {quest} and light the skull?", quest_odds.lights),
    "skull": Kind("Is the skull lit within {rounds} rounds?", castle_odds.skull),
    "torch": Kind(
        "Does the torch bring everybody {k} or more Death cards in {rounds} rounds?", castle_odds.torch_deaths
    ),
    "curse": Kind("Does one of {curses} curses hit {trait}?", castle_odds.curse),
    "gate": Kind("Is the {card} among the next {draws} draws?", castle_odds.gate),
    "final": Kind("Is the Final Quest unlocked within {draws} draws?", castle_odds.final),
    "puzzle": Kind("Is the {item} among the next {n} Puzzle items?", castle_odds.puzzle),
    "holds": Kind("Does {who} hold the {item}?", castle_odds.holds),
    "items": Kind("Are {k} or more {kind} cards among the next {n} items?", castle_odds.items),
    "riddle": Kind("Can {who} answer the riddle{more}?", castle_odds.riddle),
    "score": Kind("Does {who} score {k} or more{by}?", boss_odds.score),
    "kill": Kind("Does {who} bring the boss to 0 now{by}?", boss_odds.kill),
    "attacks": Kind("Does the boss fall within {attacks} attacks?", boss_odds.attacks),
    "blow": Kind("Does {who} land the last blow?", boss_odds.blow),
    "energy": Kind("Does {who} take {k} or more Energy cards from here on?", boss_odds.energy),
    "survive": Kind("Is {who} still there when the boss falls?", boss_odds.survive),
    "deaths": Kind("Does {who} take {k} or more Death cards in the fight?", boss_odds.deaths),
    "snipe": Kind("Should {who} attack now or hold?", boss_odds.snipe),
    "trait": Kind("With which trait should {who} attack?", boss_odds.trait),
    "staff": Kind("What does a Staff item do for {who}'s last blow?", boss_odds.staff),
    "win": Kind("Does {who} win?", boss_odds.win),
    "tie": Kind("Does {who} win a tie?", boss_odds.tie),
    "clean": Kind("Do {attacks} attacks go without two skulls?", boss_odds.clean),
    "fails": Kind("Does {who}'s attack fail?", boss_odds.fails),
}
"""Every kind of question, by its id."""


def questions(game: Shadowgate, state: Position) -> tuple[Question, ...]:
    """Return the questions that make sense now; `answer` takes other parameters of the same kinds too."""
    if state.ended or state.step == "setup":
        return ()
    asked = _fight(game, state) if state.final else (*_quests(game, state), *_castle(game, state))
    return tuple(_question(game, state, name, params) for name, params in asked)


def _question(game: Shadowgate, state: Position, name: str, params: dict[str, str]) -> Question:
    return Question(name, _words(game, state, name, params), tuple(params.items()))


def _quests(game: Shadowgate, state: Position) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield questions about every face-up quest, the seat to move first."""
    spaces = [str(n) for n, s in enumerate(state.spaces, 1) if s.card and s.card.cost and s.card.kind != "event"]
    for player in state.in_order(state.active):
        if not player.out:
            yield from (("quest", {"space": space, "seat": player.handle}) for space in spaces)
    mine = {"seat": state.active}
    if game.box.black is None:
        # One formula a quest says all that there is to say, and asks for the faces.
        return
    if spaces:
        yield "best", mine
    for space in spaces:
        here = {"space": space, **mine}
        yield from (("worth", here), ("tries", here | {"tries": "2"}), ("lights", here), ("harm", here))
        yield from (("plus", here | {"trait": trait}) for trait in TRAITS)


def _castle(game: Shadowgate, state: Position) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield questions about the torch, the decks and the cards to be drawn."""
    yield from (("skull", {"rounds": n}) for n in ("1", "3", "5"))
    yield "torch", {"rounds": "10", "k": "1"}
    yield from (("curse", {"trait": trait, "curses": "1"}) for trait in TRAITS)
    shut = [card for card, deck in zip(GATES, ("II", "III", ""), strict=True) if deck and deck not in state.opened]
    shut += [] if state.barrier else [list(GATES)[-1]]
    yield from (("gate", {"card": card, "draws": "3"}) for card in shut)
    if not state.unlocked:
        yield "final", {"draws": "8"}
    if state.full:
        yield from _cards(game, state)


def _cards(game: Shadowgate, state: Position) -> Iterator[tuple[str, dict[str, str]]]:
    if state.deck("item").down and all(getattr(card, "types", None) for card in state.deck("item").unseen.kinds()):
        yield from (("items", {"kind": kind, "n": "2", "k": "1"}) for kind in ("weapon", "relic", "magic", "general"))
    names = sorted({name for card in game.box.decks["puzzle"].kinds() if (name := getattr(card, "name", None))})
    if state.deck("puzzle").down:
        yield from (("puzzle", {"item": name, "n": "1"}) for name in names)
    if state.riddle is not None and state.riddle.answer is not None:
        yield from (("riddle", {"seat": player.handle}) for player in state.alive)


def _fight(game: Shadowgate, state: Position) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield questions about the fight, the seat to move first."""
    mine = {"seat": state.active}
    yield "kill", mine
    if game.box.black is None:
        return
    card = state.boss
    acts = card is not None and None not in (card.action, card.defence)
    yield from (("trait", mine), ("score", mine | {"k": "10"}), ("fails", mine))
    if card is not None and card.xp is not None:
        yield "snipe", mine
    seats = [player.handle for player in state.in_order(state.active) if player in state.fighters()]
    yield from (("blow", {"seat": seat}) for seat in seats)
    yield from (("attacks", {"attacks": n}) for n in ("3", "6"))
    for seat in seats:
        if game.box.board.red_boss is not None:
            yield "energy", {"seat": seat, "k": "1"}
        if acts:
            yield "deaths", {"seat": seat, "k": "1"}
        if acts and state.mode == "competition":
            yield "survive", {"seat": seat}
        if acts and card is not None and card.xp is not None and not state.tied:
            yield "win", {"seat": seat}
    yield from (("staff", mine), ("clean", {"attacks": "6"}))
    yield from (("tie", {"seat": seat}) for seat in seats)


def answer(game: Shadowgate, state: Position, question: Question) -> Odds:
    """Answer a question exactly.

    Raises:
        UnknownNameError: there is no such question, or no such seat.
        UnreadableError: a parameter that says nothing in this position.
        EditionIncompleteError: the answer rests on something that nobody has told; of black dice a `FacesUntoldError`.
        TooFewCardsError: more cards drawn than there are.
        CompanionError: it makes no sense now.
    """
    kind = KINDS.get(question.id)
    if kind is None:
        raise UnknownNameError("question", question.id, tuple(KINDS))
    if state.step == "setup" and question.id != "items":
        raise CompanionError("Nothing can be said before the castle is laid out: finish the setup first.")
    params = dict(question.params)
    text = question.text or _words(game, state, question.id, params)
    return kind.tell(Asked(game.box, state, params, text))


def _words(game: Shadowgate, state: Position, name: str, params: dict[str, str]) -> str:
    """Return a question in words."""
    if name not in KINDS:
        raise UnknownNameError("question", name, tuple(KINDS))
    asked = Asked(game.box, state, params, "")
    trait = params.get("trait", "")
    filled = USUAL | params | {"trait": trait.title(), "on": f" on {trait.title()}" if trait else ""}
    filled["who"] = asked.player.name if "{who}" in KINDS[name].words else ""
    filled["quest"] = named(asked.quest) if "{quest}" in KINDS[name].words else ""
    filled["by"] = f" with {trait.title()}" if trait else ""
    filled["more"] = f" with {params['draws']} more items" if "draws" in params else ""
    for word in ("card", "item", "kind"):
        filled[word] = params.get(word, "").replace("-", " ").title()
    return KINDS[name].words.format_map(filled)
