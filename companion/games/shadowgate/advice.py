"""Advice: the next step of whoever decides, ranked by what it is worth in experience points; and three warnings.

Quests are worth chance times XP, bonus and reward at stated values, less the exact cost of failing; cycling is worth
the best quest after it; an attack what it adds to the last blow and the Energy cards. Nothing is sampled, so the same
position always gets the same advice.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from companion.engine.advice import EXACT, NOT_SEARCHED, Advice, Value
from companion.engine.errors import CompanionError
from companion.engine.game import Move, Problem
from companion.games.shadowgate import moves as m
from companion.games.shadowgate import quest_odds, torch_odds
from companion.games.shadowgate.asking import FacesUntoldError, named
from companion.games.shadowgate.box import Box
from companion.games.shadowgate.cards import PuzzleCard
from companion.games.shadowgate.policies import greedy
from companion.games.shadowgate.state import Position
from companion.games.shadowgate.weighing import MAIN, NEVER, Judged, View, judge

if TYPE_CHECKING:
    from companion.games.shadowgate.rules import Shadowgate


def advise(game: Shadowgate, state: Position, seat: str, top: int, seconds: float, seed: int) -> tuple[Advice, ...]:
    """Return the best next steps for a seat, best first.

    Args:
        game: the rules.
        state: the position, as that seat sees it.
        seat: who decides.
        top: how many steps at most.
        seconds, seed: are not needed: everything is reckoned at once, and nothing is sampled.

    Raises:
        CompanionError: it is not for that seat to decide.
        FacesUntoldError: nobody has told the faces of the black dice.
    """
    _refuse(game, state, seat)
    ranked = rank(game, state, seat)
    best = ranked[0][1]
    shown = [pair for pair in ranked if pair[1].tier == best.tier][:top]
    obvious = greedy(game, state, Random(0))
    at_hand = next((judged for move, judged in ranked if move == obvious), None)
    same = at_hand is not None and at_hand.tier == best.tier
    price = float(best.value - at_hand.value) if at_hand is not None and same else None
    return tuple(
        Advice(
            (game.spell(move, state),),
            Value.of(judged.value),
            EXACT if judged.tier == MAIN else NOT_SEARCHED,
            judged.why,
            (game.spell(obvious, state),),
            price,
        )
        for move, judged in shown
    )


def _refuse(game: Shadowgate, state: Position, seat: str) -> None:
    name = state.player(seat).name
    if state.ended:
        raise CompanionError(f"There is nothing to advise {name}: the game is over.")
    actor = game.actor(state)
    if actor != seat:
        seats = [player.handle for player in state.players]
        waits = f"{state.player(actor).name} decides" if actor in seats else "the table sees something first"
        raise CompanionError(f"There is nothing to advise {name}: {waits}.")
    if game.box.black is None:
        raise FacesUntoldError(None)


def rank(game: Shadowgate, state: Position, seat: str) -> list[tuple[Move, Judged]]:
    """Return the moves of whoever decides with what they are worth, best first; equal ones in the order of `legal`."""
    view = View(game.box, state, seat)
    found = [(move, judge(view, move)) for move in game.legal(state) if not isinstance(move, m.Trade)]
    return sorted(found, key=lambda pair: (-pair[1].tier, -pair[1].value))


def choose(game: Shadowgate, state: Position, seat: str) -> Move:
    """Return the best move for a seat."""
    ranked = rank(game, state, seat)
    return next((move for move, judged in ranked if judged.tier > NEVER), ranked[0][0])


# ------------------------------------------------------------------------------------------------------------ warnings


def warnings(box: Box, state: Position, seat: str) -> tuple[Problem, ...]:
    """Return what a careful friend would say to a seat now; where something is not told, nothing is said of it."""
    if state.ended or state.step == "setup":
        return ()
    return (*_unequipped(state, seat), *_hopeless(box, state), *_dark(box, state, seat))


def _unequipped(state: Position, seat: str) -> list[Problem]:
    """Say what scores nothing once the end is near."""
    player = state.player(seat)
    kept = [card for card in player.inventory if (card.xp or 0) > 0 and not isinstance(card, PuzzleCard)]
    if not kept or not (state.final or state.unlocked):
        return []
    text = f"What stays in the Inventory scores nothing: {sum(card.xp or 0 for card in kept)} XP lie there."
    return [Problem(text, ("shadowgate.end.inventory",), (seat,))]


def _hopeless(box: Box, state: Position) -> list[Problem]:
    """Name the quests that nobody can meet as they are equipped now."""
    found = []
    for space in state.spaces if not state.final else ():
        card = space.card
        if card is None or card.kind == "event" or card.cost is None:
            continue
        try:
            best = max(quest_odds.case_of(box, state, player, card).chance() for player in state.alive)
        except CompanionError:
            continue
        if not best:
            text = f"Nobody can meet {named(card)} as they are equipped now."
            found.append(Problem(text, ("shadowgate.quest-phase.hopeless",)))
    return found


def _dark(box: Box, state: Position, seat: str) -> list[Problem]:
    """Name the quests whose failure would light the skull."""
    pending = int(state.ends_round()) if seat == state.active else 0
    found = []
    for space in state.spaces if not state.final else ():
        card = space.card
        if card is None or not card.torch:
            continue
        if torch_odds.lights(state.torch, card.torch + pending) > torch_odds.lights(state.torch, pending):
            text = f"If {named(card)} fails, the torch goes out: a Death card for everybody."
            found.append(Problem(text, ("shadowgate.torch.skull", "shadowgate.failure.torch")))
    return found
