"""What the board shows of a position: the ledger, quests with their numbers, a mat, the fight."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.odds import natural_frequency
from companion.games.shadowgate.cards import BOSS_LIFE, TIE_LIFE, ItemCard, PuzzleCard, QuestCard, StaffCard, quest_cost
from companion.games.shadowgate.decks import is_blank
from companion.games.shadowgate.rules import Shadowgate
from companion.games.shadowgate.scoring import points, title
from companion.games.shadowgate.state import DECKS, SLOTS, Gear, Player, Position
from companion.games.shadowgate.telling import card_name, character_name
from companion.games.shadowgate.traits import for_attack, penalised, standing, told
from companion.games.shadowgate.vocabulary import ELEMENTS, TRAITS, Way
from companion.ui.boards.shadowgate_view import Fight, Mat, QuestLine, SeatLine, Tile, View
from companion.ui.shadowgate import chances

STAFFS = 3


def view_of(
    game: Shadowgate,
    state: Position,
    size: tuple[int, int],
    looking: str = "",
    card: str = "",
    trait: str = "",
    hints: Mapping[str, str] | None = None,
    trying: bool = False,
) -> View:
    """Return what the board shows.

    Args:
        game: the game with its box.
        state: as the viewer may see it.
        size: of the board, in CSS pixels.
        looking: the seat whose mat is shown; empty for none.
        card: the card that is chosen, as the game names it.
        trait: the trait of the attack that is offered.
        hints: what a hint says of a quest, by its place.
        trying: Try mode.
    """
    return View(
        size=size,
        seats=tuple(_seat(game, state, player, looking) for player in state.players),
        quests=tuple(quest_line(game, state, n, hints or {}) for n in range(1, len(state.spaces) + 1)),
        torch=state.torch,
        reds=game.box.board.red_torch,
        penalty=state.penalty,
        decks=tuple((name, name in state.opened) for name in DECKS[:3]),
        barrier=state.barrier,
        staff=STAFFS - state.deck("staff").down,
        riddle=card_name(state.riddle) if state.riddle is not None else "",
        mat=mat_of(game, state, looking, card) if state.full and looking else None,
        fight=_fight(game, state, trait) if state.final else None,
        trying=trying,
    )


# ----------------------------------------------------------------------------------------------------------- the ledger


def trait_words(game: Shadowgate, state: Position, player: Player) -> tuple[str, str, str]:
    """Return how the traits of a seat stand now, the torch's penalty included; "?" where nobody told."""
    values, hurt = standing(game.box, state, player), penalised(game.box, state)
    one, two, three = (
        str(max(0, value - (n == hurt))) if told(game.box, player, n) else "?" for n, value in enumerate(values)
    )
    return one, two, three


def _seat(game: Shadowgate, state: Position, player: Player, looking: str) -> SeatLine:
    return SeatLine(
        handle=player.handle,
        name=player.name,
        traits=trait_words(game, state, player),
        xp=points(player) + 5 * player.deaths - sum(card.xp or 0 for card in player.equipped),
        deaths=player.deaths,
        turn=player.handle == state.active and not state.ended,
        looking=player.handle == looking,
        out=player.out,
        last=player.handle in state.waits or (state.extra and player.handle == state.active),
        chance=_lands(game, state, player) if state.final and not state.ended else "",
    )


def _lands(game: Shadowgate, state: Position, player: Player) -> str:
    if player not in state.fighters():
        return ""
    chance = chances.answered(game, state, "blow", player.handle)
    return "" if chance is None else chances.in_hundred(chance)


# ----------------------------------------------------------------------------------------------------------- the quests


def quest_line(game: Shadowgate, state: Position, space: int, hints: Mapping[str, str]) -> QuestLine:
    """Return a quest as it lies on its space, with what the seat to move lacks and how likely it is met."""
    card = state.quest(space)
    if card is None:
        return QuestLine(space=space, kind="empty")
    if is_blank(card):
        return QuestLine(space=space, kind="untold", deck=card.deck)
    if card.kind == "event":
        name, does = quest_name(card, space), card.reward or ""
        return QuestLine(space=space, name=name, deck=card.deck, kind="event", more=does)
    here = chances.chance_of(game, state, state.active, space)
    needs, more = _asks(card)
    filled = here.filled
    return QuestLine(
        space=space,
        name=quest_name(card, space),
        deck=card.deck,
        needs=needs,
        more=more,
        xp=-1 if card.xp is None else card.xp,
        torch=card.torch or 0,
        skulls=card.skulls or 0,
        bonus=", ".join(card.bonus or ()),
        short=here.lacks or ("cost not told" if card.cost is None else "traits not told"),
        filled=-1 if filled is None else filled,
        odds=here.words,
        others=_others(game, state, space),
        tried=state.attempt == space,
        hint=hints.get(f"quest.{space}", ""),
    )


def quest_name(card: QuestCard, space: int) -> str:
    """Return what people call a quest; one without a name is that of its space."""
    return title(card.name) if card.name else f"Quest {space}"


def _asks(card: QuestCard) -> tuple[tuple[tuple[int, int], ...], str]:
    """Return what a quest asks of traits, and all else in words."""
    if card.cost is None:
        return (), ""
    # The way by traits goes first: what is short, and the odds, are reckoned by it.
    ways = sorted(quest_cost(card), key=lambda way: not any(need.kind == "trait" for need in way))
    first, *others = ways
    needs = tuple((TRAITS.index(need.what), need.n) for need in first if need.kind == "trait")
    said = [_need_words(need.kind, need.what, need.n) for need in first if need.kind != "trait"]
    said += [f"or {_way_words(way)}" for way in others]
    return needs, ", ".join(said)


def _way_words(way: Way) -> str:
    return ", ".join(_need_words(need.kind, need.what, need.n) for need in way)


def _need_words(kind: str, what: str, n: int) -> str:
    if kind == "by hand":
        return "+ item"
    if kind == "trait":
        return f"{what[:1].upper()}{n}"
    name = title(what).lower() if kind != "puzzle" or what == "puzzle" else title(what)
    return f"+ {n} {name}" if n > 1 else f"+ {name}"


def _others(game: Shadowgate, state: Position, space: int) -> tuple[tuple[str, str], ...]:
    said = []
    for player in state.in_order(state.active)[1:]:
        tenths = chances.chance_of(game, state, player.handle, space).tenths
        if tenths and not player.out:
            said.append((player.name.split()[0], tenths))
    return tuple(said)


# --------------------------------------------------------------------------------------------------------------- a mat


def mat_of(game: Shadowgate, state: Position, seat: str, chosen: str) -> Mat:
    """Return the mat of a seat."""
    player = state.player(seat)
    slots: list[Tile] = []
    types = game.box.slots(player)
    for n in range(SLOTS):
        cards = player.slots[n]
        slots += [tile(state, card, f"{seat}.slot{n + 1}", chosen, False) for card in cards[:1]]
        if len(cards) > 1:
            last = slots.pop()
            slots.append(tile(state, cards[-1], last.place, chosen, False, f"{len(cards)} pieces"))
        if not cards:
            slots.append(Tile(type=types[n] or "slot", name="an empty slot", empty=True))
    late = bool(state.ended or state.tied)
    bag = tuple(tile(state, card, f"{seat}.{n}", chosen, late) for n, card in enumerate(player.inventory, start=1))
    who = f"{player.name} · {character_name(player.character)}" if player.character else player.name
    full = " · fully equipped" if player.full else ""
    return Mat(title=who + full, tokens=_tokens(player), slots=tuple(slots), bag=bag)


def tile(state: Position, card: Gear, place: str, chosen: str, grey: bool, name: str = "") -> Tile:
    """Return a card as it lies on a mat."""
    down = isinstance(card, PuzzleCard) and not card.known
    return Tile(
        place=place,
        name=name or (card_name(card) if card.name else card_name(card).removeprefix("an ").removeprefix("a ")),
        type=type_of(card),
        sub=" ".join(filter(None, (symbols_of(card), "" if card.xp is None else f"{card.xp} XP"))),
        down=down,
        grey=grey,
        chosen=place == chosen,
    )


def type_of(card: Gear) -> str:
    """Return the type of a card: "weapon", "wild" for one of several, "" where nobody told."""
    if isinstance(card, StaffCard):
        return "relic"
    if isinstance(card, PuzzleCard):
        return "puzzle"
    if not card.types:
        return ""
    return card.types[0] if len(card.types) == 1 else "wild"


def symbols_of(card: Gear) -> str:
    """Return the trait symbols of a card: "S2 M1"."""
    traits = card.traits if isinstance(card, ItemCard | StaffCard) else None
    letters = ("S", "R", "M")
    return " ".join(f"{letter}{n}" for letter, n in zip(letters, traits or (), strict=False) if n)


def _tokens(player: Player) -> str:
    said = [f"{name} {n}" for name, n in zip(ELEMENTS, player.magic, strict=True) if n]
    for n, trait in enumerate(TRAITS):
        net = player.plus[n] - player.curses[n]
        said += [f"{trait[:3].title()} {net:+d}"] if net else []
    return " · ".join(said)


# ------------------------------------------------------------------------------------------------------------ the fight


def best_trait(game: Shadowgate, state: Position) -> str:
    """Return the trait that whose turn it is attacks with best."""
    player = state.player(state.active)
    return max(TRAITS, key=lambda trait: for_attack(game.box, state, player, trait))


def _fight(game: Shadowgate, state: Position, trait: str) -> Fight:
    player = state.player(state.active)
    kill, fails = (chances.answered(game, state, kind, state.active) for kind in ("kill", "fails"))
    one, two, three = (for_attack(game.box, state, player, name) for name in TRAITS)
    reds = sorted((red for red in game.box.board.red_boss or () if red < state.life), reverse=True)
    boss = state.boss
    return Fight(
        boss=card_name(boss) if boss is not None else "The boss",
        life=max(0, state.life),
        full=TIE_LIFE if state.tied else BOSS_LIFE,
        reds=tuple(reds),
        kill="" if kill is None else chances.in_hundred(kill),
        skulls="" if fails is None else natural_frequency(fails),
        traits=(one, two, three),
        chosen=TRAITS.index(trait or best_trait(game, state)),
        energy=f"energy: {state.energy.effect}" if state.energy is not None and state.energy.effect else "",
        action=f"on red: {boss.action}" if boss is not None and boss.action else "",
    )
