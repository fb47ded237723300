"""Sentences of The Four Doors: what a move was, for the log, and what to do now, for the top of the page."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.game import Move, Prompt
from companion.games.four_doors import moves as m
from companion.games.four_doors.box import Box
from companion.games.four_doors.cards import UNTOLD, PlayerCard
from companion.games.four_doors.names import card_name, side_words, title
from companion.games.four_doors.people import limited, mover
from companion.games.four_doors.reveal_checks import needs_card
from companion.games.four_doors.state import HAND_LIMIT, SETUP_SHADOWS, Position
from companion.games.four_doors.tower import BEACON, fall
from companion.games.four_doors.turns import guarded


def place_words(place: str) -> str:
    """Return a place as people say it."""
    return "the Beacon" if place == BEACON else title(place) if place else "a place nobody told"


def describe(box: Box, move: Move, state: Position) -> str:
    """Return a move as a sentence for the log; no card is named that comes into a hand which is held hidden."""
    return f"{_describe(box, _veiled(move, state) if state.hidden else move, state)}."


def _veiled(move: Move, state: Position) -> Move:
    """Return a move with the cards untold that come into a hand out of nobody's sight."""
    match move:
        case m.Draw(cards=cards):
            return replace(move, cards=(UNTOLD,) * len(cards))
        case m.Give(card=card) | m.Pass(card=card) if card is not None:
            return replace(move, card=UNTOLD)
        case m.Prism():
            return replace(move, gift=UNTOLD)
        case m.Name(place=place) if place.rpartition(".")[0] in [player.handle for player in state.players]:
            return replace(move, card=UNTOLD)
    return move


def _describe(box: Box, move: Move, state: Position) -> str:
    said = _reveals(move, state)
    if not said:
        who = mover(box, state, move)
        name = state.player(who).name if who else "Somebody"
        said = _plays(box, move, state, name) or _free(box, move, state, name)
    return said or _seen(move, state)


def _name(state: Position, seat: str) -> str:
    return state.player(seat).name if seat else "somebody"


def _reveals(move: Move, state: Position) -> str:
    match move:
        case m.Doors(names=names):
            return f"The doors from the top: {', '.join(map(title, names))}"
        case m.Assign(seat=seat, adventurer=adventurer):
            return f"{_name(state, seat)} is the {title(adventurer)}"
        case m.First(seat=seat):
            return f"{_name(state, seat)} begins"
        case m.Shadow(card=card):
            return _came(state, card)
        case m.Mark(door=door, side=side):
            return _came(state, PlayerCard(door=door, side=side))
        case m.Draw(cards=cards):
            seat = state.drawer or state.active
            if state.step == "setup":
                seat = move.by or state.pending[0].split()[-1]
            return f"{_name(state, seat)} drew {' and '.join(map(card_name, cards))}"
        case m.Reshuffled():
            after = state.track.step()
            known = after.level < len(after.rates)
            what = " to the skull" if after.skull else f" to {after.rate} cards a fall" if known else ""
            return f"The pile ran out: the level rises{what}, and the discards are shuffled"
    return ""


def _came(state: Position, card: PlayerCard) -> str:
    """Return what a Shadow card does, as a sentence."""
    if card.door is None or card.side is None:
        return "A shadow came that nobody named"
    where = side_words(card)
    if state.step == "setup":
        full = state.tower.full(card.door, card.side)
        return f"{where} holds three shadows already: that card goes back" if full else f"A shadow at {where}"
    if card.door == guarded(state):
        return f"The Wanderer discards the shadow for {where}"
    what = fall(state.tower, card).what
    name = title(card.door)
    more = {
        "added": f"A shadow at {where}",
        "flipped": f"A shadow too many at {where}: {name} is partially closed",
        "shut": f"A shadow too many at {where}: {name} is shut and goes to the Hollow",
        "lost": f"A shadow too many at {where}: {name} is shut before its relic was found",
        "vanished": f"A shadow for {name}, which is gone: it goes to the Hollow",
    }
    return more[what]


def _plays(box: Box, move: Move, state: Position, name: str) -> str:
    """Tell an action."""
    match move:
        case m.Illuminate(card=card, shadows=shadows):
            n = "a shadow" if len(shadows) == 1 else f"{len(shadows)} shadows"
            return f"{name} cleared {n} at {side_words(shadows[0])} with {card_name(card)}"
        case m.Step(way=way):
            at = state.player(mover(box, state, move)).at
            return f"{name} moved {way} to {place_words(state.tower.beside(at, 'up' if way == 'up' else 'down'))}"
        case m.Search():
            return f"{name} searched"
        case m.Give(seat=seat, card=card, relic=relic):
            return f"{name} gave {_gift(box, card, relic)} to {_name(state, seat)}"
        case m.Find():
            return f"{name} found the {box.relic_name(state.player(mover(box, state, move)).at)}"
        case m.Kindle(shadow=shadow):
            return f"{name} cleared {side_words(shadow)} with the Kindle Staff"
        case m.Oil():
            return f"{name} used the Oil of Evermore: two shadows fewer"
        case m.Shift(seat=seat, to=to):
            return f"{name} moved {_name(state, seat)} to {place_words(to)}"
        case m.Recall(card=card):
            return f"{name} took {card_name(card)} from the discard pile"
        case m.Swap(adventurer=adventurer):
            return f"{name} is the {title(adventurer)} now"
        case m.Done():
            return f"{name} has done acting"
    return ""


def _gift(box: Box, card: PlayerCard | None, relic: str) -> str:
    return card_name(card) if card is not None else f"the {box.relic_name(relic)}"


def _free(box: Box, move: Move, state: Position, name: str) -> str:
    """Tell what costs no action."""
    match move:
        case m.Discard(card=card):
            return f"{name} let go of {card_name(card)}"
        case m.Cast(card=card):
            return f"{name} used {title(card.spell) if card.spell else 'a spell'}"
        case m.Lumen(seat=seat, to=to):
            return f"{name} moved {_name(state, seat)} to {place_words(to)} with the Lumen Stone"
        case m.Prism(gift=gift, seat=seat):
            return f"{name} passed {card_name(gift)} to {_name(state, seat)} with the Prism of Clarity"
        case m.Extra():
            return f"{name} has one more action by the Prism of Clarity"
        case m.Walk(to=to):
            return f"{name} walked to {place_words(to)}"
        case m.Dispel(shadow=shadow):
            return f"{name} dispelled a shadow at {side_words(shadow)} on entering"
        case m.Pass(seat=seat, card=card, relic=relic):
            return f"{name} passed {_gift(box, card, relic)} to {_name(state, seat)}"
        case m.Toss(take=take):
            return f"{name} tossed two cards for {card_name(take)} from the Hollow"
        case m.Stand(way=way):
            seat = state.due[0].split()[1]
            return f"{_name(state, seat)} went {way} from the vanished door"
    return ""


def _seen(move: Move, state: Position) -> str:
    """Tell an observation."""
    match move:
        case m.Clear(door=door, side=side):
            return f"A shadow went from {title(door)} {side}"
        case m.Relic(door=door, seat=seat):
            return f"The relic of {title(door)} is found{f' by {_name(state, seat)}' if seat else ''}"
        case m.Half(door=door, half=half):
            return f"{title(door)} lies {'partially closed' if half else 'fully open'}"
        case m.Level(change=change):
            return f"The Shadow Level moved by {change:+d}"
        case m.Rate(rate=rate):
            return f"The Shadow rate is {rate}"
        case m.Skull():
            return "The Shadow Level is at the skull"
        case m.Pawn(seat=seat, to=to):
            return f"{_name(state, seat)} stands at {place_words(to)}"
        case m.Hold(seat=seat, cards=cards):
            return f"{_name(state, seat)} holds {len(cards)} cards, as told"
        case m.Count(down=down):
            return f"{down} cards lie in the pile"
        case m.Name(place=place, card=card) if card == UNTOLD:
            return f"The card at {place} was named"
        case m.Name(place=place, card=card):
            return f"The card at {place} is {card_name(card)}"
        case m.Turn(seat=seat):
            return f"It is {_name(state, seat)}'s turn"
        case m.Depth(depth=depth):
            words = {"light": "Shadows are", "sides": "Shadows and drawn marks are", "full": "Every card is"}
            return f"{words[depth]} followed from here on"
    return "Something happened"


# ------------------------------------------------------------------------------------------------------------- prompts


def prompt(box: Box, state: Position, viewer: str = "") -> Prompt:
    """Return the one sentence and the likeliest next step."""
    if state.ended:
        sentence = "The Beacon is lit!" if state.ended == "won" else "The tower has fallen"
        return Prompt(sentence, "How close was it?", "done")
    if state.step == "setup":
        return _prompt_setup(state, state.pending[0])
    if state.due:
        return _prompt_due(state, viewer)
    if state.pile_empty and needs_card(state):
        return Prompt("The pile is empty: shuffle the discards", "Pile empty", "reshuffled", "reshuffled")
    if state.to_draw or state.step == "draw" or (state.full and state.step == "act" and not state.left):
        return _prompt_draw(state, viewer)
    if state.step == "fall":
        return _prompt_shadow(state)
    return _prompt_act(state, viewer)


def _you(state: Position, seat: str, viewer: str) -> str:
    return "You" if seat == viewer else _name(state, seat)


def _prompt_setup(state: Position, token: str) -> Prompt:
    word, *rest = token.split()
    if word == "doors":
        return Prompt("Tap the doors from the top", "", "doors")
    if word == "shadows":
        n = state.laid + 1
        return Prompt(f"Shadow {n} of {SETUP_SHADOWS}: tap its mark", "Not now", "shadow", "shadow ?", _sides(state))
    if word == "adventurer":
        return Prompt(f"{_name(state, rest[0])}: which adventurer?", "", "adventurer")
    if word == "deal":
        return Prompt(f"{_name(state, rest[0])}: which card was dealt?", "Not now", "draw", "draw ?")
    return Prompt("Who saw their shadow last?", "", "first")


def _sides(state: Position) -> tuple[str, ...]:
    return tuple(f"{door.name}.{side}" for door, side, _ in state.tower.sides())


def _prompt_due(state: Position, viewer: str) -> Prompt:
    word, seat, *places = state.due[0].split()
    if word == "stand":
        up, down = map(place_words, places)
        return Prompt(f"Where does {_name(state, seat)} stand: {up} or {down}?", "", "stand", "", tuple(places))
    over = len(state.player(limited(state)).hand) - HAND_LIMIT
    verb = "let" if seat == viewer else "lets"
    return Prompt(f"{_you(state, seat, viewer)} {verb} go of {over}", "", "discard")


def _prompt_draw(state: Position, viewer: str) -> Prompt:
    n = state.to_draw or 2
    seat = (state.drawer if state.to_draw else "") or state.active
    verb = "draw" if seat == viewer else "draws"
    return Prompt(f"{_you(state, seat, viewer)} {verb} {n}", "Not now", "draw", "draw ?")


def _prompt_shadow(state: Position) -> Prompt:
    sentence = f"Shadow {state.drawn + 1} of {state.bound}: tap its mark"
    return Prompt(sentence, "Not now", "shadow", "shadow ?", _sides(state))


def _prompt_act(state: Position, viewer: str) -> Prompt:
    who = _you(state, state.active, viewer)
    button = f"Shadows fall ({state.bound})"
    if not state.full:
        verb = "act" if who == "You" else "acts"
        button = button if state.depth == "light" else "Draw 2: tap their marks"
        return Prompt(f"{who} {verb}: tap a shadow that goes", button, "clear", "done", _shaded(state))
    left = f"{state.left} action{'s' * (state.left != 1)}"
    verb = "have" if who == "You" else "has"
    return Prompt(f"{who} {verb} {left}: what now?", "Done acting", "action", "done", _shaded(state))


def _shaded(state: Position) -> tuple[str, ...]:
    return tuple(f"{door.name}.{side}" for door, side, cards in state.tower.sides() if cards)


__all__ = ["card_name", "describe", "place_words", "prompt", "side_words", "title"]
