"""May this be told? The setup, cards that come, and dice."""

from __future__ import annotations

from typing import Any

from companion.engine.game import YES, Move, Verdict
from companion.games.shadowgate import moves as m
from companion.games.shadowgate.box import Box
from companion.games.shadowgate.cards import (
    CHARACTERS,
    StaffCard,
)
from companion.games.shadowgate.costs import stage
from companion.games.shadowgate.decks import deck_of
from companion.games.shadowgate.judging import (
    Judged,
    locked,
    no,
    not_over,
    possible,
    running,
    settled,
)
from companion.games.shadowgate.mats import UNTOLD
from companion.games.shadowgate.state import (
    Player,
    Position,
)
from companion.games.shadowgate.vocabulary import SKULL, STAFF, TRAITS


def _assign(box: Box, state: Position, move: m.Assign) -> Judged:
    yield not_over(state)
    if move.character != UNTOLD and move.character not in CHARACTERS:
        yield no(f"The characters are {', '.join(CHARACTERS)}.", "components.characters")
    player = state.player(move.seat)
    if player.character:
        yield no(f"{player.name} plays {player.character.title()} already.", "setup.characters")
    if move.character == UNTOLD:
        if f"character {move.seat}" not in state.due:
            yield no("Nobody asks for that character now.", "setup.characters")
        return
    yield from _free_mat(box, state, move.character)


def _free_mat(box: Box, state: Position, name: str) -> Judged:
    mat = box.people.get(name)
    for other in state.players:
        theirs = box.people.get(other.character)
        if other.character == name:
            yield no(f"{other.name} plays {name.title()} already.", "setup.characters")
        if mat is not None and theirs is not None and mat.mat is not None and mat.mat == theirs.mat:
            reason = f"{name.title()} is on the other side of {other.name}'s mat."
            yield no(reason, "setup.two-sides")
    if state.mode == "beginner" and mat is not None and mat.star is False:
        yield no(f"Beginner Mode plays the sides with the star; {name.title()} is on the other.", "modes.beginner")


def _first(box: Box, state: Position, move: m.First) -> Judged:
    if "first" not in state.due:
        yield no("Who begins is settled already.", "setup.first")


def _deal(box: Box, state: Position, move: m.Deal) -> Judged:
    yield not_over(state)
    word, *rest = state.token or [""]
    if word not in ("quest", "refill"):
        yield no("No quest is to be revealed now.", "end-phase.refill")
        return
    if int(rest[0]) != move.space:
        yield no(f"The next quest comes to space {rest[0]}.", "end-phase.refill")
    if word == "quest" and rest[1] != move.card.deck:
        yield no(f"It is drawn from deck {rest[1]}, not {move.card.deck}.", "cycle.draw")
    if move.card.deck not in state.opened:
        yield locked(move.card.deck)
    yield possible(state, move.card)


def _draw(box: Box, state: Position, move: m.Draw) -> Judged:
    word = state.token[0] if state.due else ""
    if word != deck_of(move.card):
        yield no(f"No {deck_of(move.card)} card is drawn now.", "rewards.draw")
        return
    yield possible(state, move.card)


def _djinn(box: Box, state: Position, move: m.Djinn) -> Judged:
    yield not_over(state) if state.token == ["riddle"] else running(state)
    if state.riddle is not None:
        yield no("One riddle lies face up already.", "riddles.one")
    if state.token != ["riddle"]:
        yield settled(state)
        if box.board.riddles is not None:
            yield no("No riddle is turned up now.", "riddles.when")
    yield possible(state, move.card)


def _energy(box: Box, state: Position, move: m.Energy) -> Judged:
    if (state.token or [""])[0] not in ("energy", "spoil"):
        yield no("No Energy card is turned up now.", "boss.crossed")
        return
    yield possible(state, move.card)


def _boss(box: Box, state: Position, move: m.Boss) -> Judged:
    if (state.token or [""])[0] != "boss":
        yield no("The Final Quest card is not revealed now.", "final.begin")
        return
    yield possible(state, move.card)


def wields_staff(player: Player) -> bool:
    """Say whether a seat has a Staff item equipped (shadowgate.attack.blue)."""
    return any(isinstance(card, StaffCard) for card in player.equipped)


def roller(state: Position) -> str:
    """Return who rolls now, "" where nobody does."""
    if state.attempt or state.attack:
        return state.active
    return state.token[1] if state.token[:1] == ["defend"] else ""


def may_roll(box: Box, state: Position) -> Verdict:
    """Say whether dice are rolled now."""
    if state.attack or state.token[:1] == ["defend"]:
        return YES
    if not state.attempt or state.due:
        return no("No dice are rolled now: attempt a quest or attack first.", "quest-phase.dice")
    if state.dice:
        return no("The dice of this attempt have been rolled.", "quest-phase.dice")
    at = stage(box, state)
    if at.name == "roll" or at.open:
        return YES
    return YES if at.name == "judge" else no("No roll can help here: nothing is short.", "quest-phase.no-roll")


def _roll(box: Box, state: Position, move: m.Roll) -> Judged:
    yield may_roll(box, state)
    if len(move.black) != 2:
        yield no("Two black dice are rolled, or none.", "quest-phase.dice")
    faces = box.black or (*map(str, range(10)), SKULL)
    if any(face not in faces for face in move.black):
        yield no(f"A black die shows {', '.join(dict.fromkeys(faces))}.", "components.dice")
    if not move.blue:
        return
    if state.attempt:
        yield no("Quests are rolled with black dice only.", "quest-phase.dice")
    blues = box.blue or (*map(str, range(10)), SKULL, STAFF)
    if move.blue not in blues:
        yield no(f"The blue die shows {', '.join(dict.fromkeys(blues))}.", "components.dice")
    seat = roller(state)
    if seat and state.full and not wields_staff(state.player(seat)):
        yield no("The blue die is for who has a Staff item equipped.", "attack.blue")


def _red(box: Box, state: Position, move: m.Red) -> Judged:
    yield not_over(state)
    if move.trait != UNTOLD and move.trait not in TRAITS:
        yield no(f"The red die shows {', '.join(TRAITS)}.", "components.dice")
    word = (state.token or [""])[0]
    if word in ("red", "curse"):
        return
    if box.board.red_torch is not None or state.final:
        yield no("The red die is rolled when the torch has moved to red, or for a curse.", "torch.red")


CHECKS: dict[type[Move], Any] = {
    m.Assign: _assign,
    m.First: _first,
    m.Deal: _deal,
    m.Draw: _draw,
    m.Djinn: _djinn,
    m.Energy: _energy,
    m.Boss: _boss,
    m.Roll: _roll,
    m.Red: _red,
}
"""What has to hold for each kind of move."""
