"""May this be done? Each kind of move yields what has to hold, in order; the first refusal counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from companion.engine.errors import TooFewCardsError, UnknownCardError
from companion.engine.game import YES, Move, Verdict, cannot_tell
from companion.engine.game import no as refuse
from companion.games.shadowgate import moves as m
from companion.games.shadowgate.box import Box, kinds, supply
from companion.games.shadowgate.cards import (
    CHARACTERS,
    GATES,
    TORCH_START,
    ItemCard,
    PuzzleCard,
    QuestCard,
    StaffCard,
    quest_cost,
)
from companion.games.shadowgate.costs import Payment, is_general, shows, sorted_cards, stage
from companion.games.shadowgate.decks import available, best_match, deck_of, is_blank, law, may_be
from companion.games.shadowgate.effects import UNTOLD, ability_of, card_at, key_of, playing
from companion.games.shadowgate.scoring import title
from companion.games.shadowgate.state import (
    ACTION,
    CYCLED,
    DEPTHS,
    EQUIP,
    PHASES,
    RESOLVE,
    SLOTS,
    UNEQUIP,
    Card,
    Gear,
    Player,
    Position,
)
from companion.games.shadowgate.vocabulary import ELEMENTS, SKULL, SLOT_TYPES, STAFF, TRAITS, Ability

Judged = Iterator[Verdict]
"""What has to hold for a move, in order; later conditions may rest on the earlier ones."""


def no(reason: str, *clauses: str) -> Verdict:
    """Build a refusal; clauses are named without the name of the game."""
    return refuse(reason, *(f"shadowgate.{clause}" for clause in clauses))


def doubt(reason: str, *needs: str) -> Verdict:
    """Build the third verdict."""
    return cannot_tell(reason, needs=needs)


def advice(reason: str, *clauses: str) -> Verdict:
    """Build a yes with a word of caution."""
    return Verdict(True, reason, tuple(f"shadowgate.{clause}" for clause in clauses))


def check(box: Box, state: Position, move: Move) -> Verdict:
    """Say whether a move may be made in a position."""
    seats = {player.handle for player in state.players}
    for seat in (move.by, getattr(move, "seat", "")):
        if seat and seat not in seats and not (isinstance(move, m.First | m.Assign) and seat == UNTOLD):
            return no(f"Nobody at this table is called {seat}.", "setup.players")
    if move.by and decided(move) and move.by != understood(state) and not state.ended:
        return no(f"That is {_name(state, understood(state))}'s to do.", "turn.order")
    judge: Callable[[Box, Position, Any], Judged] = _CHECKS[type(move)]
    return joined(judge(box, state, move))


def decided(move: Move) -> bool:
    """Say whether somebody decides a move, so that it matters who."""
    return not move.observation and not isinstance(move, _REVEALS)


def understood(state: Position) -> str:
    """Return the seat that decides now, and that a move without a name is of."""
    word, *rest = state.token or [""]
    return rest[0] if word in ("tokens", "uncurse") else state.active


_REVEALS = (m.Assign, m.First, m.Deal, m.Draw, m.Djinn, m.Energy, m.Boss, m.Roll, m.Red)


def joined(verdicts: Iterable[Verdict]) -> Verdict:
    """Return the first refusal, else the first doubt, else the first word of caution, else yes."""
    found = YES
    for verdict in verdicts:
        if not verdict.legal:
            return verdict
        if (verdict.needs and not found.needs) or (verdict.reason and not found.reason):
            found = verdict
    return found


# ------------------------------------------------------------------------------------------------------- small things


def _name(state: Position, seat: str) -> str:
    return state.player(seat).name if seat else "Nobody"


def _running(state: Position) -> Verdict:
    if state.ended:
        return no("The game is over.", "end.over")
    if state.step == "setup":
        return no("First the setup: tell what lies on the table.", "setup.order")
    return YES


def _not_over(state: Position) -> Verdict:
    return no("The game is over.", "end.over") if state.ended else YES


def _followed(state: Position) -> Verdict:
    if state.full:
        return YES
    return no("Mats and items are not followed now; say `full` to follow them.", "turn.phases")


_WAITS = {
    "quest": "tell the new quest",
    "refill": "say from which deck the empty space is filled",
    "item": "tell the item that was drawn",
    "puzzle": "tell the Puzzle item that was drawn, or `draw ?`",
    "staff": "tell the Staff item that was drawn",
    "riddle": "turn up the next riddle",
    "tokens": "choose the tokens",
    "curse": "roll the red die for the curse",
    "uncurse": "choose the curse that goes",
    "red": "roll the red die for the torch",
    "boss": "reveal the Final Quest card",
    "energy": "turn up an Energy card",
    "spoil": "tell the further Energy card",
    "defend": "roll against the boss",
}


def _settled(state: Position) -> Verdict:
    """Nothing is in the middle of being resolved."""
    if state.due:
        what = _WAITS.get(state.token[0], "settle what is due")
        return no(f"First {what}.", "turn.resolve-first")
    if state.attempt:
        return no(f"First settle the quest on space {state.attempt}: made or failed.", "quest-phase.attempt")
    if state.attack:
        return no("First roll the dice of the attack.", "attack.score")
    return YES


def _phase(state: Position, latest: str, reason: str, *clauses: str) -> Verdict:
    """Say whether a phase can still be entered."""
    return YES if PHASES.index(state.phase) <= PHASES.index(latest) else no(reason, *clauses)


def _acting(state: Position, move: Move) -> Judged:
    """A decision of the seat whose turn it is, with nothing in between."""
    yield _running(state)
    yield _settled(state)


def _in(cards: tuple[Gear, ...], card: Gear) -> Verdict | None:
    """Say whether a card is among others: None for no."""
    held = best_match(cards, card)
    if held is None:
        return None
    return YES if held == card else doubt("That card is not told there; taking your word.", "which card it is")


def _possible(state: Position, card: Card) -> Verdict:
    """Say whether the next card of its deck may be this one."""
    name = deck_of(card)
    if not available(state, name):
        return no(f"The {name} deck is empty.", "decks.empty")
    if is_blank(card):
        return YES
    try:
        if any(may_be(card, kind) or kind.fits(card) for kind in law(state, name)):
            return YES
    except (UnknownCardError, TooFewCardsError):
        pass
    what = title(getattr(card, "name", "")) or "That card"
    return no(f"{what} cannot come now: it lies elsewhere.", "decks.one-each")


# --------------------------------------------------------------------------------------------------- setup and reveals


def _assign(box: Box, state: Position, move: m.Assign) -> Judged:
    yield _not_over(state)
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
    yield _not_over(state)
    word, *rest = state.token or [""]
    if word not in ("quest", "refill"):
        yield no("No quest is to be revealed now.", "end-phase.refill")
        return
    if int(rest[0]) != move.space:
        yield no(f"The next quest comes to space {rest[0]}.", "end-phase.refill")
    if word == "quest" and rest[1] != move.card.deck:
        yield no(f"It is drawn from deck {rest[1]}, not {move.card.deck}.", "cycle.draw")
    if move.card.deck not in state.opened:
        yield _locked(move.card.deck)
    yield _possible(state, move.card)


def _locked(deck: str) -> Verdict:
    if deck == "II":
        return no("Deck II is locked until the Cavern Stairwell is revealed.", "locks.stairwell")
    if deck == "III":
        return no("Deck III is locked until the Banquet Hall is revealed.", "locks.hall")
    return no(f"There is no deck {deck}; there are I, II and III.", "components.quests")


def _draw(box: Box, state: Position, move: m.Draw) -> Judged:
    word = state.token[0] if state.due else ""
    if word != deck_of(move.card):
        yield no(f"No {deck_of(move.card)} card is drawn now.", "rewards.draw")
        return
    yield _possible(state, move.card)


def _djinn(box: Box, state: Position, move: m.Djinn) -> Judged:
    yield _not_over(state) if state.token == ["riddle"] else _running(state)
    if state.riddle is not None:
        yield no("One riddle lies face up already.", "riddles.one")
    if state.token != ["riddle"]:
        yield _settled(state)
        if box.board.riddles is not None:
            yield no("No riddle is turned up now.", "riddles.when")
    yield _possible(state, move.card)


def _energy(box: Box, state: Position, move: m.Energy) -> Judged:
    if (state.token or [""])[0] not in ("energy", "spoil"):
        yield no("No Energy card is turned up now.", "boss.crossed")
        return
    yield _possible(state, move.card)


def _boss(box: Box, state: Position, move: m.Boss) -> Judged:
    if (state.token or [""])[0] != "boss":
        yield no("The Final Quest card is not revealed now.", "final.begin")
        return
    yield _possible(state, move.card)


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
    yield _not_over(state)
    if move.trait != UNTOLD and move.trait not in TRAITS:
        yield no(f"The red die shows {', '.join(TRAITS)}.", "components.dice")
    word = (state.token or [""])[0]
    if word in ("red", "curse"):
        return
    if box.board.red_torch is not None or state.final:
        yield no("The red die is rolled when the torch has moved to red, or for a curse.", "torch.red")


# --------------------------------------------------------------------------------------------------------------- equip


def _equipping(state: Position, move: Move, latest: str) -> Judged:
    yield from _acting(state, move)
    yield _followed(state)
    late = "Cards come off before others go on." if state.phase == EQUIP else "The Equip Phase of this turn is over."
    yield _phase(state, latest, late, "equip.out-first" if state.phase == EQUIP else "turn.phases")


def _unequip(box: Box, state: Position, move: m.Unequip) -> Judged:
    yield from _equipping(state, move, UNEQUIP)
    yield _in(state.player(state.active).equipped, move.card) or no("That card is not equipped.", "equip.out-first")


def _equip(box: Box, state: Position, move: m.Equip) -> Judged:
    yield from _equipping(state, move, EQUIP)
    player = state.player(state.active)
    yield _in(player.inventory, move.card) or no("That card is not in the Inventory.", "equip.from-inventory")
    if not 1 <= move.slot <= SLOTS:
        yield no(f"A mat has {SLOTS} slots.", "components.mats")
        return
    yield fits_slot(box, state, player, move.card, move.slot)


def fits_slot(box: Box, state: Position, player: Player, card: Gear, slot: int) -> Verdict:
    """Say whether a card may go to a slot (1 to 4) of a mat."""
    there = player.slots[slot - 1]
    shared = isinstance(card, StaffCard) and there and all(isinstance(other, StaffCard) for other in there)
    if there and not shared:
        return no("That slot is taken; only Staff items share one.", "equip.empty-slot", "equip.staff-share")
    if isinstance(card, PuzzleCard):
        return no("Puzzle items are not equipped.", "items.puzzle")
    kind = box.slots(player)[slot - 1]
    symbols = types_of(card)
    if symbols is not None and not any(symbol in SLOT_TYPES for symbol in symbols):
        if kind == "any" and not state.rules.general_from_inventory:
            return YES
        return no("A General item works from the Inventory; it is not equipped.", "items.general")
    if kind is None or symbols is None:
        return doubt("What fits that slot is not told; taking your word.", "the type of the card and of the slot")
    if kind == "any" or kind in symbols:
        return YES
    return no(f"That slot is for {kind} items.", "equip.match")


def types_of(card: Gear) -> tuple[str, ...] | None:
    """Return the types of a card, None where they are not told."""
    if isinstance(card, StaffCard):
        return ("relic",)
    return card.types if isinstance(card, ItemCard) else ()


def _flip(box: Box, state: Position, move: m.Flip) -> Judged:
    yield from _equipping(state, move, EQUIP)
    player = state.player(state.active)
    if player.full:
        yield no("The token shows its fully equipped side already, and stays so.", "full.stays")
    if not player.filled:
        yield no("Not every slot of the mat is full.", "full.when")


# ----------------------------------------------------------------------------------------------------- action, resolve


def _use(box: Box, state: Position, move: m.Use) -> Judged:
    yield from _acting(state, move)
    yield _followed(state)
    player = state.player(state.active)
    yield _usable(state, player, move.card)
    does = ability_of(move.card)
    yield _ready(state, player, does, key_of(move.card), copies(player, move.card))
    yield _chosen(does, move.trait)


def copies(player: Player, card: Gear) -> int:
    """Return how many cards of that name lie on a mat."""
    return sum(key_of(other) == key_of(card) for other in (*player.inventory, *player.equipped)) or 1


def _usable(state: Position, player: Player, card: Gear) -> Verdict:
    """Say whether a card lies where it may be used from (shadowgate.action.items, shadowgate.resolve.items)."""
    if isinstance(card, PuzzleCard):
        return no("Puzzle items are for Puzzle quests; they are not used.", "items.puzzle")
    bag, worn = _in(player.inventory, card), _in(player.equipped, card)
    if bag is None and worn is None:
        return no(f"{player.name} does not have that card.", "action.items")
    general = is_general(card)
    if playing(state) == RESOLVE and bag is None:
        return no("After the Quest Phase only cards of the Inventory are used.", "resolve.items")
    if general is False and (worn is None or playing(state) == RESOLVE):
        reason = "That card works only while equipped, in the Action Phase."
        return no(reason, "items.equipped", "resolve.items")
    return (bag if general else worn) or bag or worn or YES


def _ready(state: Position, player: Player, does: Ability, key: str, number: int = 1) -> Verdict:
    """Say whether an ability may be used now (shadowgate.abilities.limit)."""
    if not does.effects:
        return no("There is nothing to use on it.", "action.items")
    if does.when in ("always", "start"):
        return no("That works by itself.", "abilities.limit")
    if does.when == "turn" and state.used.count(key) >= number:
        return no("That is used once a turn, and has been.", "abilities.limit")
    if does.when == "game" and player.spent.count(key) >= number:
        return no("That is used once a game, and has been.", "abilities.limit")
    return YES


def needs_trait(does: Ability) -> bool:
    """Say whether an ability boosts a trait of one's choice."""
    return any(step.verb == "boost" and step.what == "trait" for step in does.effects)


def _chosen(does: Ability, trait: str) -> Verdict:
    if needs_trait(does) != bool(trait) or (trait and trait not in TRAITS):
        if needs_trait(does):
            return no(f"Say which trait it boosts: {', '.join(TRAITS)}.", "abilities.choice")
        return no("It leaves no choice of a trait.", "abilities.choice")
    return YES


def _ability(box: Box, state: Position, move: m.Ability) -> Judged:
    yield from _acting(state, move)
    yield _followed(state)
    yield _phase(state, ACTION, "Abilities are used in the Action Phase, before the quest.", "abilities.when")
    player = state.player(state.active)
    if move.full and not player.full:
        yield no("That ability needs the fully equipped side of the token.", "full.ability")
    does = box.ability(player, move.full)
    if does is None:
        yield doubt("The character is not told; taking your word.", f"{player.name}'s character")
        return
    yield _ready(state, player, does, "full" if move.full else "ability")
    yield _chosen(does, move.trait)


def _answer(box: Box, state: Position, move: m.Answer) -> Judged:
    yield from _acting(state, move)
    yield _followed(state)
    player = state.player(state.active)
    if state.riddle is None:
        if box.board.riddles is None:
            yield doubt("No riddle is told; taking your word.", "the riddle")
        else:
            yield no("No riddle lies face up.", "riddles.face-up")
    if move.card is None:
        if not player.deaths:
            yield no(f"{player.name} has no Death card.", "riddles.death")
    else:
        found = _in((*player.inventory, *player.equipped), move.card)
        yield found or no(f"{player.name} does not have that card.", "riddles.card")
    if state.riddle is not None:
        yield answers(state.riddle.answer, move.card)


def answers(answer: str | None, card: Gear | None) -> Verdict:
    """Say whether a card is what a riddle asks for; None is a Death card."""
    if answer is None:
        return doubt("What the riddle asks for is not told; taking your word.", "the answer of the riddle")
    wrong = no(f"The riddle asks for {title(answer)}.", "riddles.card")
    if card is None or answer == "death":
        return YES if card is None and answer == "death" else wrong
    if answer == "puzzle":
        return YES if isinstance(card, PuzzleCard) else wrong
    if card.name == answer:
        return YES
    fits = shows(card, answer)
    if fits or (fits is None and card.name is None):
        return YES if fits else doubt("That card is not told; taking your word.", "what the card shows")
    return wrong


def _trade(box: Box, state: Position, move: m.Trade) -> Judged:
    yield from _acting(state, move)
    yield _followed(state)
    me = state.player(state.active)
    if state.traded:
        yield no(f"One trade a turn, and {me.name} has had it.", "trade.once")
    if move.seat == me.handle or state.player(move.seat).out:
        yield no("Trade with another player who is still in the game.", "trade.other")
    mine, theirs = _in(me.inventory, move.card), _in(state.player(move.seat).inventory, move.other)
    yield mine or no(f"{me.name} does not have that card in the Inventory.", "trade.inventory")
    yield theirs or no(f"{_name(state, move.seat)} does not have that card in the Inventory.", "trade.inventory")


# --------------------------------------------------------------------------------------------------------------- quest


def _questing(state: Position, move: Move) -> Judged:
    yield from _acting(state, move)
    if state.final:
        yield no("The Final Quest has an Attack Phase in the place of quests.", "attack.phase")


def _there(state: Position, space: int) -> Verdict:
    if not 1 <= space <= len(state.spaces):
        return no(f"There are {len(state.spaces)} quest spaces.", "setup.active-quests")
    return YES if state.quest(space) is not None else no(f"No quest lies on space {space}.", "quest-phase.face-up")


def _cycle(box: Box, state: Position, move: m.Cycle) -> Judged:
    yield from _questing(state, move)
    late = "Cycle first, then attempt; not after, and twice at most."
    yield _phase(state, CYCLED, late, "quest-phase.order", "quest-phase.two-things")
    yield _there(state, move.space)
    if state.extra:
        yield no("No quest is revealed any more, so none can be cycled.", "final.no-reveals")
    if move.deck not in state.opened:
        yield _locked(move.deck)
        return
    card = state.quest(move.space)
    if not state.deck(move.deck).down and (card is None or card.deck != move.deck):
        yield no(f"Deck {move.deck} is empty.", "cycle.draw")


def _refill(box: Box, state: Position, move: m.Refill) -> Judged:
    if (state.token or [""])[0] != "refill":
        yield no("No empty space waits for a deck.", "end-phase.refill")
    if move.deck not in state.opened:
        yield _locked(move.deck)
    elif not state.deck(move.deck).down:
        yield no(f"Deck {move.deck} is empty.", "decks.empty")


def _attempt(box: Box, state: Position, move: m.Attempt) -> Judged:
    yield from _questing(state, move)
    yield _phase(state, CYCLED, "One attempt a turn, and the Quest Phase is over.", "quest-phase.two-things")
    yield _there(state, move.space)
    yield _no_event(state, move.space)
    card = state.quest(move.space)
    assert card is not None
    yield from _warned(box, state, card)


def _no_event(state: Position, space: int) -> Verdict:
    card = state.quest(space)
    if card is not None and card.kind == "event":
        return no("An event cannot be attempted.", "events.no-attempt")
    return YES


def _warned(box: Box, state: Position, card: QuestCard) -> Judged:
    """A careful friend's word: a failure would light the skull (shadowgate.torch.skull)."""
    if card.torch and 0 < state.torch <= card.torch and card.kind != "event":
        yield advice("A failure would light the skull: a Death for everybody.", "torch.skull", "failure.torch")


def _attempting(state: Position) -> Verdict:
    if state.attempt and not state.due:
        return YES
    return no("No quest is being attempted.", "quest-phase.attempt")


def _pay(box: Box, state: Position, move: m.Pay) -> Judged:
    yield _attempting(state)
    yield _followed(state)
    at = stage(box, state)
    paid = Payment(sorted_cards(move.cards), move.tokens)
    if paid in at.payments:
        return
    yield _payable(state, at.payments, paid)


def _payable(state: Position, known: Iterable[Payment], paid: Payment) -> Verdict:
    """Say whether a payment is one of those possible, with untold cards told now."""
    for one in known:
        if one.tokens == paid.tokens and len(one.cards) == len(paid.cards) and _same(one.cards, paid.cards):
            return doubt("Not every card paid was told before; taking your word.", "what was paid")
    card = state.quest(state.attempt)
    where = "Pay from equipped cards; puzzle cards from the Inventory."
    needs = [need for way in quest_cost(card) for need in way] if card is not None else []
    clause = "cost.equipped" if any(need.kind == "item" for need in needs) else "cost.discard"
    return no(where if paid.cards else "That does not meet the cost.", clause)


def _same(one: tuple[Gear, ...], other: tuple[Gear, ...]) -> bool:
    left = list(one)
    for card in other:
        held = best_match(tuple(left), card)
        if held is None:
            return False
        left.remove(held)
    return True


def _give_up(box: Box, state: Position, move: m.GiveUp) -> Judged:
    yield _attempting(state)


def _bonus(box: Box, state: Position, move: m.Bonus) -> Judged:
    yield from _acting(state, move)
    if not state.bonus:
        yield no("No Quest Bonus is open: it is paid right after the quest.", "bonus.at-once")
        return
    player = state.player(state.active)
    if isinstance(move.card, PuzzleCard):
        yield no("Only Item cards are put away for a Quest Bonus.", "bonus.items-only")
    found = _in((*player.equipped, *player.inventory), move.card)
    yield found or no(f"{player.name} does not have that card.", "bonus.where")
    fits = [shows(move.card, symbol) for symbol in state.bonus]
    if not any(fits):
        if None in fits:
            yield doubt("What that card shows is not told; taking your word.", "what the card shows")
        else:
            yield no(f"The bonus is for {' or '.join(dict.fromkeys(state.bonus))}.", "bonus.symbol")


def _attack(box: Box, state: Position, move: m.Attack) -> Judged:
    yield from _acting(state, move)
    if not state.final:
        yield no("There is no boss to attack yet.", "attack.phase")
    yield _phase(state, CYCLED, "One attack a turn, and it has been made or passed.", "attack.optional")
    if move.trait not in TRAITS:
        yield no(f"Attack with {', '.join(TRAITS)}.", "attack.score")


def _tokens(box: Box, state: Position, move: m.Tokens) -> Judged:
    word, *rest = state.token or [""]
    if word != "tokens":
        yield no("No tokens are to be chosen now.", "rewards.tokens")
        return
    _, number, choice = rest
    if not move.tokens:
        return
    if len(move.tokens) != int(number) or any(token not in kinds(choice) for token in move.tokens):
        yield no(f"Choose {number} of {', '.join(kinds(choice))}.", "rewards.tokens")
        return
    for token in set(move.tokens):
        if move.tokens.count(token) > supply(state, token):
            yield no(f"The board has {supply(state, token)} {token} tokens left.", "tokens.limited")


def _uncurse(box: Box, state: Position, move: m.Uncurse) -> Judged:
    word, *rest = state.token or [""]
    if word != "uncurse":
        yield no("No curse is lifted now.", "curses.lift")
        return
    if move.trait not in TRAITS or not state.player(rest[0]).curses[TRAITS.index(move.trait)]:
        yield no(f"{_name(state, rest[0])} has no such curse.", "curses.lift")


def _done(box: Box, state: Position, move: m.Done) -> Judged:
    yield from _acting(state, move)


# -------------------------------------------------------------------------------------------------------- observations


def _result(box: Box, state: Position, move: m.Made | m.Failed) -> Judged:
    yield _running(state)
    if not move.space:
        if state.token[:1] != ["defend"]:
            yield no("Nobody rolls against the boss now.", "boss.defence")
        return
    if state.attempt:
        if move.space != state.attempt or state.due:
            yield no(f"The quest attempted is that of space {state.attempt}.", "quest-phase.attempt")
        return
    yield from _questing(state, move)
    yield _phase(state, CYCLED, "One attempt a turn, and the Quest Phase is over.", "quest-phase.two-things")
    yield _there(state, move.space)
    yield _no_event(state, move.space)


def _fighting(state: Position) -> Verdict:
    return YES if state.final and not state.due else no("No boss is fought now.", "attack.phase")


def _hit(box: Box, state: Position, move: m.Hit) -> Judged:
    yield _running(state)
    yield _fighting(state)
    if not state.attack:
        yield _phase(state, CYCLED, "One attack a turn, and it has been made or passed.", "attack.optional")
    if move.score < 0:
        yield no("An attack comes to 0 or more.", "attack.score")


def _crossed(box: Box, state: Position, move: m.Crossed) -> Judged:
    yield _running(state)
    yield _fighting(state)
    if box.board.red_boss is not None:
        yield no("The red spaces of this box are told; they are counted by themselves.", "boss.crossed")
    if not 1 <= move.number <= 7:
        yield no("Say how many red spaces were crossed.", "boss.crossed")


def _trait(box: Box, state: Position, move: m.Trait) -> Judged:
    yield _not_over(state)
    if move.trait not in TRAITS or not 0 <= move.value <= 40:
        yield no(f"A trait ({', '.join(TRAITS)}) is a number from 0.", "traits.floor")


def _anytime(box: Box, state: Position, move: Move) -> Judged:
    yield _not_over(state)


def _torch(box: Box, state: Position, move: m.Torch) -> Judged:
    yield _running(state)
    if state.final:
        yield no("The Torch track is out of use in the Final Quest.", "final.torch-gone")
    if not 1 <= move.number <= TORCH_START:
        yield no(f"The Torch track goes from {TORCH_START} to 1.", "torch.track")


def _penalty(box: Box, state: Position, move: m.Penalty) -> Judged:
    yield _running(state)
    if state.final:
        yield no("The penalty of the torch is gone in the Final Quest.", "final.torch-gone")
    if move.trait not in ("", *TRAITS):
        yield no(f"The penalty is on {', '.join(TRAITS)}, or none.", "torch.penalty")


def _gate(box: Box, state: Position, move: m.Gate) -> Judged:
    yield _not_over(state)
    if move.name not in GATES:
        yield no(f"The cards that open something are {', '.join(map(title, GATES))}.", "locks.stairwell")
    elif move.name != "cavern-stairwell" and GATES[move.name] not in state.opened:
        yield _locked(GATES[move.name])


def _leave(box: Box, state: Position, move: m.Leave) -> Judged:
    yield _running(state)
    yield _settled(state)
    yield _there(state, move.space)


def _token(box: Box, state: Position, move: m.Token) -> Judged:
    yield _not_over(state)
    word, _, trait = move.what.partition(" ")
    if move.what not in (*TRAITS, *ELEMENTS) and not (word == "curse" and trait in TRAITS):
        yield no(f"Tokens are {', '.join((*TRAITS, *ELEMENTS))}, or a curse of a trait.", "components.tokens")
        return
    if move.number > 0 and supply(state, trait or word) < move.number:
        yield no(f"The board has {supply(state, trait or word)} of these left.", "tokens.limited")


def _get(box: Box, state: Position, move: m.Get) -> Judged:
    yield _running(state)
    yield _settled(state)
    yield _possible(state, move.card)


def _lose(box: Box, state: Position, move: m.Lose) -> Judged:
    yield _running(state)
    yield _settled(state)
    player = state.player(move.seat)
    found = _in((*player.inventory, *player.equipped), move.card)
    yield found or no(f"{player.name} does not have that card.", "action.items")


def _flipped(box: Box, state: Position, move: m.Flipped) -> Judged:
    yield _not_over(state)
    if state.player(move.seat).full:
        yield no("The token shows its fully equipped side already, and stays so.", "full.stays")


def _out(box: Box, state: Position, move: m.Out) -> Judged:
    yield _running(state)
    if state.mode != "competition":
        yield no("Only Competition Mode takes players out.", "death.unlimited")


def _life(box: Box, state: Position, move: m.Life) -> Judged:
    yield _running(state)
    yield _fighting(state)
    if not 0 <= move.number <= 50:
        yield no("The Boss life track goes from 50 to 0.", "final.begin")
    if move.number < state.life and not state.attack:
        yield _phase(state, CYCLED, "One attack a turn, and it has been made or passed.", "attack.optional")


def _named(box: Box, state: Position, move: m.Name) -> Judged:
    yield _not_over(state)
    try:
        old = card_at(state, move.place)
    except LookupError:
        yield no(f"No card lies at {move.place}.", "decks.one-each")
        return
    if deck_of(old) != deck_of(move.card):
        yield no(f"A {deck_of(old)} card lies at {move.place}.", "decks.one-each")
        return
    if move.place.startswith("quest.") and state.due:
        yield _settled(state)
    kinds_left = (*state.deck(deck_of(old)).unseen.kinds(), *((old,) if old.known else ()))
    told = [kind for kind in kinds_left if may_be(old, kind) and (kind == move.card or kind.fits(move.card))]
    if not told:
        yield no("That card has been seen elsewhere.", "decks.one-each")


def _turn(box: Box, state: Position, move: m.Turn) -> Judged:
    yield _running(state)
    if state.player(move.seat).out:
        yield no(f"{_name(state, move.seat)} is defeated.", "death.fifth")


def _depth(box: Box, state: Position, move: m.Depth) -> Judged:
    yield _not_over(state)
    if move.depth not in DEPTHS:
        yield no(f"Follow {' or '.join(DEPTHS)}.", "turn.phases")


_CHECKS: dict[type[Move], Any] = {
    m.Assign: _assign,
    m.First: _first,
    m.Deal: _deal,
    m.Draw: _draw,
    m.Djinn: _djinn,
    m.Energy: _energy,
    m.Boss: _boss,
    m.Roll: _roll,
    m.Red: _red,
    m.Unequip: _unequip,
    m.Equip: _equip,
    m.Flip: _flip,
    m.Use: _use,
    m.Ability: _ability,
    m.Answer: _answer,
    m.Trade: _trade,
    m.Cycle: _cycle,
    m.Refill: _refill,
    m.Attempt: _attempt,
    m.Pay: _pay,
    m.GiveUp: _give_up,
    m.Bonus: _bonus,
    m.Attack: _attack,
    m.Tokens: _tokens,
    m.Uncurse: _uncurse,
    m.Done: _done,
    m.Made: _result,
    m.Failed: _result,
    m.Hit: _hit,
    m.Crossed: _crossed,
    m.Trait: _trait,
    m.Xp: _anytime,
    m.Death: _anytime,
    m.Torch: _torch,
    m.Penalty: _penalty,
    m.Gate: _gate,
    m.Leave: _leave,
    m.Token: _token,
    m.Get: _get,
    m.Lose: _lose,
    m.Flipped: _flipped,
    m.Out: _out,
    m.Life: _life,
    m.Name: _named,
    m.Turn: _turn,
    m.Depth: _depth,
}
