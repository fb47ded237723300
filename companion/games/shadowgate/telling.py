"""Sentences of Shadowgate: what a move was, for the log, and what to do now, for the top of the page."""

from __future__ import annotations

from companion.engine.game import Move, Prompt
from companion.games.shadowgate import moves as m
from companion.games.shadowgate.box import Box
from companion.games.shadowgate.cards import BOSS_NAMES, CHARACTER_NAMES, BossCard, ItemCard, PuzzleCard, QuestCard
from companion.games.shadowgate.costs import deficit, stage, traits_told
from companion.games.shadowgate.course import defence_of
from companion.games.shadowgate.decks import deck_of, is_blank
from companion.games.shadowgate.judging import understood
from companion.games.shadowgate.mats import UNTOLD
from companion.games.shadowgate.scoring import title
from companion.games.shadowgate.state import CYCLED, PHASES, Card, Position
from companion.games.shadowgate.table_checks import wields_staff
from companion.games.shadowgate.traits import for_attack, roll_boost
from companion.games.shadowgate.vocabulary import TRAITS

_ARTICLES = {"item": "an item", "puzzle": "a Puzzle item", "staff": "a piece of the Staff", "energy": "an Energy card"}


def card_name(card: Card) -> str:
    """Return a card as people say it: "Short Sword", "a Puzzle item"."""
    if isinstance(card, BossCard):
        return BOSS_NAMES.get(card.name, "the boss")
    if getattr(card, "name", None):
        return title(card.name)
    if isinstance(card, QuestCard):
        return f"a quest of deck {card.deck}"
    return _ARTICLES.get(deck_of(card), f"a {deck_of(card)}")


def face_down(card: Card) -> str:
    """Return a card that came to an Inventory as everybody may read it: Puzzle items lie face down there."""
    return "a Puzzle item" if isinstance(card, PuzzleCard) else card_name(card)


def character_name(name: str) -> str:
    """Return the full name of a character."""
    return CHARACTER_NAMES.get(name, "somebody nobody named")


def describe(box: Box, move: Move, state: Position) -> str:
    """Return a move as a sentence for the log."""
    name = _name(state, move.by or understood(state))
    said = _reveals(move, state) or _plays(move, state, name) or _quests(move, state, name) or _seen(move, state)
    return f"{said or 'Something happened'}."


def _name(state: Position, seat: str) -> str:
    return state.player(seat).name if seat else "Somebody"


def _due_name(state: Position) -> str:
    token = state.token
    return _name(state, token[1]) if len(token) > 1 and token[0] not in ("quest", "refill") else "Somebody"


def _quest(state: Position, space: int) -> str:
    card = state.quest(space)
    return card_name(card) if card is not None and not is_blank(card) else f"the quest on space {space}"


def _reveals(move: Move, state: Position) -> str:
    match move:
        case m.Assign(seat=seat, character=name):
            return f"{_name(state, seat)} is {character_name(name)}"
        case m.First(seat=seat):
            return "Nobody says who begins" if seat == UNTOLD else f"{_name(state, seat)} begins"
        case m.Deal(space=space, card=card):
            return f"{_first_upper(card_name(card))} comes to space {space}"
        case m.Draw(card=card):
            first = "" if _lies_ready(state, card) else "The discarded items are shuffled, and "
            return f"{first}{_due_name(state)} drew {face_down(card)}"
        case m.Djinn(card=card):
            return f"The Djinn asks: {card_name(card)}"
        case m.Energy(card=card):
            who = f"{_due_name(state)} gained" if state.token[:1] == ["spoil"] else "Active now:"
            return f"{who} {card_name(card)}"
        case m.Boss(card=card):
            return f"The boss is {card_name(card)}"
        case m.Roll(black=black, blue=blue):
            blues = f" and blue {blue}" if blue else ""
            who = _due_name(state) if state.token[:1] == ["defend"] else _name(state, state.active)
            return f"{who} rolled {' and '.join(black)}{blues}"
        case m.Red(trait=trait):
            what = f"{_due_name(state)} is cursed" if state.token[:1] == ["curse"] else "The torch takes one"
            return f"{what}: {trait.title() if trait != UNTOLD else 'nobody says which trait'}"
    return ""


def _lies_ready(state: Position, card: Card) -> bool:
    """Say whether a card can be drawn without a shuffle first (shadowgate.discard.reshuffle)."""
    return not isinstance(card, ItemCard) or state.deck("item").down > 0


def _first_upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _plays(move: Move, state: Position, name: str) -> str:
    """Tell what is done with cards of the own mat."""
    match move:
        case m.Unequip(card=card):
            return f"{name} took off {card_name(card)}"
        case m.Equip(card=card):
            return f"{name} equipped {card_name(card)}"
        case m.Flip():
            return f"{name} is fully equipped"
        case m.Use(card=card, trait=trait):
            return f"{name} used {card_name(card)}{f' for {trait.title()}' if trait else ''}"
        case m.Ability(full=full):
            return f"{name} used the {'fully equipped ability' if full else 'ability of the character'}"
        case m.Answer(card=card):
            what = "a Death card" if card is None else card_name(card)
            return f"{name} answered the riddle with {what}"
        case m.Trade(card=card, seat=seat, other=other):
            return f"{name} swapped {face_down(card)} for {face_down(other)} with {_name(state, seat)}"
        case m.Bonus(card=card):
            return f"{name} put {card_name(card)} away as a bonus"
        case m.Tokens(tokens=tokens):
            return f"{_due_name(state)} took {', '.join(tokens) or 'tokens nobody named'}"
        case m.Uncurse(trait=trait):
            return f"{_due_name(state)} lost the curse on {trait.title()}"
    return ""


def _quests(move: Move, state: Position, name: str) -> str:
    """Tell what is done in the Quest and the Attack Phase."""
    match move:
        case m.Cycle(space=space, deck=deck):
            return f"{name} cycled {_quest(state, space)} and draws from deck {deck}"
        case m.Refill(deck=deck):
            return f"The empty space is filled from deck {deck}"
        case m.Attempt(space=space):
            return f"{name} attempts {_quest(state, space)}"
        case m.Pay(cards=cards, tokens=tokens):
            return f"{name} paid {', '.join([*map(card_name, cards), *tokens]) or 'nothing'}"
        case m.GiveUp():
            return f"{name} gave up"
        case m.Made(space=0):
            return f"{_due_name(state)} was spared"
        case m.Failed(space=0):
            return f"{_due_name(state)} was struck"
        case m.Made(space=space):
            return f"{name} completed {_quest(state, space)}"
        case m.Failed(space=space):
            return f"{name} failed {_quest(state, space)}"
        case m.Attack(trait=trait):
            return f"{name} attacks with {trait.title()}"
        case m.Hit(score=score):
            return f"{name} hit the boss for {score}"
        case m.Done():
            return f"{name} is done"
    return ""


def _seen(move: Move, state: Position) -> str:
    """Tell an observation."""
    match move:
        case m.Crossed(number=number):
            return f"{number} red spaces were crossed" if number != 1 else "A red space was crossed"
        case m.Trait(seat=seat, trait=trait, value=value):
            return f"{_name(state, seat)} has {trait.title()} {value} now"
        case m.Xp(seat=seat, points=points):
            return f"{_name(state, seat)} {'gained' if points >= 0 else 'lost'} {abs(points)} XP"
        case m.Death(seat=seat, number=number):
            return f"{_name(state, seat)} {'took' if number > 0 else 'lost'} {_deaths(abs(number))}"
        case m.Torch(number=number):
            return f"The torch is at {number}"
        case m.Penalty(trait=trait):
            return f"Beside the torch lies {trait.title() if trait else 'nothing'}"
        case m.Gate(name=name):
            return f"The {title(name)} is revealed"
        case m.Leave(space=space):
            return f"{_first_upper(_quest(state, space))} left the board"
        case m.Token(seat=seat, what=what, number=number):
            return f"{_name(state, seat)} {'gained' if number > 0 else 'lost'} {abs(number)} {what}"
        case m.Get(seat=seat, card=card):
            return f"{_name(state, seat)} gained {face_down(card)}"
        case m.Lose(seat=seat, card=card):
            return f"{_name(state, seat)} discarded {card_name(card)}"
    return _told(move, state)


def _deaths(number: int) -> str:
    return "a Death card" if number == 1 else f"{number} Death cards"


def _told(move: Move, state: Position) -> str:
    match move:
        case m.Flipped(seat=seat):
            return f"{_name(state, seat)} is fully equipped"
        case m.Out(seat=seat):
            return f"{_name(state, seat)} is defeated"
        case m.Life(number=number):
            return f"The boss has {number} left"
        case m.Name(place=place, card=card):
            where = f"Quest {place[6:]}" if place.startswith("quest.") else f"The card at {place}"
            return f"{where} is {face_down(card)}"
        case m.Faces(colour=colour, faces=faces):
            return f"A {colour} die shows {', '.join(faces)}"
        case m.Turn(seat=seat):
            return f"It is {_name(state, seat)}'s turn"
        case m.Depth(depth=depth):
            return "Everything is followed from here on" if depth == "full" else "A ledger is kept from here on"
    return ""


# ------------------------------------------------------------------------------------------------------------- prompts


def prompt(box: Box, state: Position, viewer: str = "") -> Prompt:
    """Return the one sentence and the likeliest next step."""
    if state.ended:
        sentence = "Nobody is left" if state.ended == "defeat" else "The boss has fallen!"
        return Prompt(sentence, "Count up", "done")
    if state.due:
        return _prompt_due(state, viewer)
    if state.attempt:
        return _prompt_attempt(box, state, viewer)
    if state.attack:
        player = state.player(state.active)
        value = for_attack(box, state, player, state.attack) + roll_boost(box, state, player)
        dice = "two black dice and the blue one" if wields_staff(player) else "two black dice"
        return Prompt(f"{_you(state, state.active, viewer)}: {value} and {dice}", "", "roll")
    return _prompt_turn(box, state, viewer)


def _you(state: Position, seat: str, viewer: str) -> str:
    return "You" if seat == viewer else _name(state, seat)


def _prompt_due(state: Position, viewer: str) -> Prompt:
    word, *rest = state.token
    if word == "character":
        return Prompt(f"Who does {_name(state, rest[0])} play?", "Not now", "character", f"character {rest[0]} ?")
    if word == "first":
        return Prompt("Who bested an evil most recently?", "Not now", "first", "first ?")
    if word == "quest":
        sentence = f"New quest on space {rest[0]}, from deck {rest[1]}"
        return Prompt(sentence, "Not now", "quest", f"quest {rest[0]} {rest[1]}", (f"quest.{rest[0]}",))
    if word == "refill":
        decks = state.open_decks()
        sentence = f"New quest on space {rest[0]}: from which deck?"
        return Prompt(sentence, f"From {decks[-1]}", "deck", f"from {decks[-1]}", decks)
    if word in ("item", "puzzle", "staff"):
        what = {"item": "an item", "puzzle": "a Puzzle item", "staff": "a piece of the Staff"}[word]
        verb = "draw" if rest[0] == viewer else "draws"
        empty = " (shuffle the discards first)" if word == "item" and not state.deck("item").down else ""
        return Prompt(f"{_you(state, rest[0], viewer)} {verb} {what}{empty}", "Not now", word, f"{word} ?")
    return _prompt_more(state, word, rest, viewer)


def _prompt_more(state: Position, word: str, rest: list[str], viewer: str) -> Prompt:
    if word in ("riddle", "energy", "spoil"):
        deck = "riddle" if word == "riddle" else "energy"
        what = "the next riddle" if word == "riddle" else "an Energy card"
        return Prompt(f"Turn up {what}", "Not now", deck, f"{deck} ?")
    if word == "boss":
        return Prompt("Which boss is it?", "Not now", "boss", "boss ?")
    if word == "tokens":
        what = "Trait" if rest[2] == "trait" else "Magic"
        verb = "choose" if rest[0] == viewer else "chooses"
        return Prompt(f"{_you(state, rest[0], viewer)} {verb} {rest[1]} {what} tokens", "Not now", "tokens", "tokens ?")
    if word == "uncurse":
        return Prompt(f"{_you(state, rest[0], viewer)}: which curse goes?", "", "trait")
    if word == "curse":
        verb = "are" if rest[0] == viewer else "is"
        return Prompt(f"{_you(state, rest[0], viewer)} {verb} cursed: roll the red die", "Not now", "red", "red ?")
    if word == "red":
        return Prompt("The torch is on red: roll the red die", "Not now", "red", "red ?")
    trait, number = defence_of(state)
    asked = f" {trait.title()} {number}" if trait else ""
    return Prompt(f"{_you(state, rest[0], viewer)} against the boss:{asked}", "", "roll")


def _prompt_attempt(box: Box, state: Position, viewer: str) -> Prompt:
    who, at = _you(state, state.active, viewer), stage(box, state)
    quest = _quest(state, state.attempt)
    if at.name == "pay":
        return Prompt(f"{who}: pay for {quest}, or give up", "", "pay")
    player, card = state.player(state.active), state.quest(state.attempt)
    if card is None or not traits_told(box, state, player, card):
        return Prompt(f"{who}: {quest} made or failed?", "Made it", "result", f"made {state.attempt}")
    short = deficit(box, state, player, card)
    if at.name == "roll":
        return Prompt(f"{who}: {short} short, two black dice", "Made it", "roll", f"made {state.attempt}")
    button = "Made it" if short else "Made it, no roll"
    return Prompt(f"{who}: {quest} made or failed?", button, "result", f"made {state.attempt}")


def _prompt_turn(box: Box, state: Position, viewer: str) -> Prompt:
    who = _you(state, state.active, viewer)
    if PHASES.index(state.phase) > PHASES.index(CYCLED):
        follows = state.next_seat()
        torch = f", torch {state.torch} to {state.torch - 1}" if _burns(state) else ""
        if state.bonus:
            return Prompt("Bonus: put an item away for its XP?", "Keep it", "bonus", "done")
        verb = "are" if who == "You" else "is"
        return Prompt(f"{who} {verb} nearly done", f"Next: {_name(state, follows)}{torch}", "done", "done")
    if state.final:
        player = state.player(state.active)
        best = max(TRAITS, key=lambda trait: for_attack(box, state, player, trait))
        verb = "attack" if who == "You" else "attacks"
        sentence = f"{who} {verb}: best with {best.title()} ({for_attack(box, state, player, best)})"
        return Prompt(sentence, f"Attack with {best.title()}", "attack", f"attack {best}", TRAITS)
    quests = tuple(f"quest.{n}" for n, space in enumerate(state.spaces, start=1) if space.card is not None)
    verb = "try" if who == "You" else "tries"
    last = " (the last full turn)" if state.extra else ""
    sentence = f"{who}: tap the quest {'you' if who == 'You' else who} {verb}{last}"
    return Prompt(sentence, "No quest this turn", "quest", "done", quests)


def _burns(state: Position) -> bool:
    return bool(state.torch) and state.ends_round()
