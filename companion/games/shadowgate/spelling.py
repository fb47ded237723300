"""Moves of Shadowgate as table shorthand, in their one normal form; `shorthand` reads them back."""

from __future__ import annotations

from companion.engine.game import Move
from companion.games.shadowgate import moves as m
from companion.games.shadowgate.cards import (
    BOSSES,
)
from companion.games.shadowgate.decks import deck_of
from companion.games.shadowgate.language import GATES, Language, slot_of
from companion.games.shadowgate.mats import UNTOLD
from companion.games.shadowgate.state import SLOTS, Position


def spell(move: Move, state: Position, language: Language) -> str:
    """Return a move in normal form."""
    text = _spell_cards(move, state, language) or _spell_plain(move) or type(move).__name__.lower()
    return f"{move.by}: {text}" if move.by else text


def _spell_cards(move: Move, state: Position, language: Language) -> str:
    """Spell the moves that name cards; "" for the others."""
    say = language.card
    match move:
        case m.Deal(space=space, card=card):
            return f"quest {space} {say(card)}"
        case m.Draw(card=card) | m.Djinn(card=card) | m.Energy(card=card):
            return f"{deck_of(card)} {language.after(card)}"
        case m.Boss(card=card):
            known = card.name in BOSSES and card in language.box.decks["boss"]
            return f"boss {card.name if known else language.after(card)}"
        case m.Unequip(card=card) | m.Bonus(card=card):
            return f"{type(move).__name__.lower()} {say(card)}"
        case m.Equip(card=card, slot=slot):
            return f"equip {say(card)} {_slot(move, state, language)}" if slot else ""
        case m.Use(card=card, trait=trait):
            return f"use {say(card)} {trait}".rstrip()
        case m.Answer(card=card):
            return f"riddle with {'death' if card is None else say(card)}"
        case m.Trade(card=card, seat=seat, other=other):
            return f"trade {say(card)} {seat} {say(other)}"
        case m.Pay(cards=cards, tokens=tokens):
            return " ".join(["pay", *map(say, cards), *tokens])
        case m.Get(seat=seat, card=card) | m.Lose(seat=seat, card=card):
            return f"{type(move).__name__.lower()} {seat} {say(card)}"
        case m.Name(place=place, card=card):
            return f"is {place} {say(card)}"
    return ""


def _slot(move: m.Equip, state: Position, language: Language) -> str:
    """Return the word of a slot where it means that slot, else its number."""
    player = state.player(move.by or state.active)
    kind = language.box.slots(player)[move.slot - 1] if 1 <= move.slot <= SLOTS else None
    if kind is None:
        return str(move.slot)
    return kind if slot_of(language, player, move.card, kind) == move.slot else str(move.slot)


def _spell_plain(move: Move) -> str:
    """Spell the moves without cards; "" for those that are one word."""
    match move:
        case m.Assign(seat=seat, character=name):
            return f"character {seat} {name}"
        case m.First(seat=seat) | m.Turn(seat=seat) | m.Flipped(seat=seat) | m.Out(seat=seat):
            return f"{type(move).__name__.lower()} {seat}"
        case m.Roll(black=black, blue=blue):
            return f"roll {' '.join(black)}{f' blue {blue}' if blue else ''}"
        case m.Red(trait=trait) | m.Uncurse(trait=trait) | m.Attack(trait=trait):
            return f"{type(move).__name__.lower()} {trait}"
        case m.Ability(full=full, trait=trait):
            return " ".join(["ability", *(["full"] if full else []), *([trait] if trait else [])])
        case m.Cycle(space=space, deck=deck):
            return f"cycle {space} from {deck}"
        case m.Refill(deck=deck):
            return f"from {deck}"
        case m.GiveUp():
            return "give up"
        case m.Tokens(tokens=tokens):
            return f"tokens {' '.join(tokens) or UNTOLD}"
    return _spell_seen(move)


def _spell_seen(move: Move) -> str:
    """Spell the observations without cards, and what is one word and a number."""
    match move:
        case m.Made(space=0):
            return "spared"
        case m.Failed(space=0):
            return "struck"
        case m.Attempt(space=number) | m.Made(space=number) | m.Failed(space=number) | m.Leave(space=number):
            return f"{type(move).__name__.lower()} {number}"
        case m.Crossed(number=number) | m.Torch(number=number) | m.Life(number=number) | m.Hit(score=number):
            return f"{type(move).__name__.lower()} {number}"
        case m.Trait(seat=seat, trait=trait, value=number):
            return f"trait {seat} {trait} {number}"
        case m.Xp(seat=seat, points=number):
            return f"xp {seat} {number}"
        case m.Death(seat=seat, number=number):
            return f"death {seat}" if number == 1 else f"death {seat} {number}"
        case m.Penalty(trait=trait):
            return f"penalty {trait or 'none'}"
        case m.Gate(name=name):
            return next(word for word, gate in GATES.items() if gate == name)
        case m.Token(seat=seat, what=what, number=number):
            return f"token {seat} {what}" if number == 1 else f"token {seat} {what} {number}"
        case m.Faces(colour=colour, faces=faces):
            return f"faces {colour} {' '.join(faces)}"
        case m.Depth(depth=depth):
            return depth
    return ""
