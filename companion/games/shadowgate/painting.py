"""A position that somebody paints or types: to ask about a quest or the boss without having followed the game.

Lines, parted by line breaks or ` / `; what is left out is not told::

    ana jair S4 R1 M2 xp 14 deaths 1 staff     a seat: character, traits as they stand, XP, Deaths, the blue die
    quest "Bat Cave" S4 M3 5xp torch           what lies on the next quest space (`none`: nothing)
    torch 4 mental                             the Torch marker, and the token beside its track
    open II III                                the decks without a lock
    barrier                                    the Great Barrier has been revealed
    boss reaper 23                             the Final Quest, and the life that is left
    energy #energy-2                           the Active Energy card
    turn bo                                    whose turn it is
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from companion.engine.errors import UnreadableError
from companion.engine.game import Seat
from companion.games.shadowgate.cards import CHARACTERS, EnergyCard, QuestCard, StaffCard
from companion.games.shadowgate.course import begin_turn
from companion.games.shadowgate.decks import blank, is_blank, take
from companion.games.shadowgate.notation import deck_name, parse_card, trait_name
from companion.games.shadowgate.rules import Shadowgate
from companion.games.shadowgate.scoring import points
from companion.games.shadowgate.state import Card, Player, Position, Space
from companion.games.shadowgate.traits import followed, told
from companion.games.shadowgate.vocabulary import TRAITS

WORDS = ("quest", "torch", "open", "barrier", "boss", "energy", "turn")
"""What a line that is no seat's begins with."""
SEAT_FORM = "a seat such as `ana jair S4 R1 M2 xp 14 deaths 1 staff`"


def paint(
    game: Shadowgate, text: str, seats: Sequence[Seat] = (), options: Mapping[str, Any] | None = None
) -> Position:
    """Return the position that a text describes, at the beginning of a turn.

    Args:
        game: the game with its box.
        text: the position, as this module says.
        seats: who plays; by default those whom the text names, and as many more as the game needs.
        options: as for `Shadowgate.setup`; by default only a ledger is kept.

    Raises:
        UnreadableError: a line that cannot be read, or somebody who does not play.
        UnknownCardError: a card that cannot lie there.
    """
    lines = [line.split() for line in re.split(r"\n|\s/\s", text) if line.strip()]
    named = [Seat(words[0].lower(), words[0].title()) for words in lines if words[0].lower() not in WORDS]
    spare = (Seat(handle, handle.title()) for handle in ("you", "other"))
    people = list(seats) or [*named, *list(spare)[: max(0, game.seats_min - len(named))]]
    state = _cleared(game, game.setup(people, {"depth": "light", **(options or {})}))
    state = begin_turn(replace(state, due=(), first=people[0].handle), people[0].handle, 1)
    for word, *rest in lines:
        reader = _READERS.get(word.lower())
        state = reader(game, state, rest) if reader is not None else state
    state = replace(state, spaces=(*state.spaces, *[Space()] * (game.box.spaces - len(state.spaces))))
    # Traits stand as they do beside the events and the Energy card that lie there, so seats come last.
    for words in lines:
        state = state if words[0].lower() in WORDS else _seat(game, state, words)
    return state


def _cleared(game: Shadowgate, state: Position) -> Position:
    """Return the position with every quest back in its deck."""
    deck = replace(state.deck("I"), down=len(game.box.decks["I"]))
    return replace(state.with_deck("I", deck), spaces=())


# -------------------------------------------------------------------------------------------------------------- reading


def _seat(game: Shadowgate, state: Position, words: Sequence[str]) -> Position:
    handle, *rest = (word.lower() for word in words)
    if handle not in {player.handle for player in state.players}:
        raise UnreadableError(words[0], f"somebody who plays: {', '.join(p.handle for p in state.players)}")
    player = state.player(handle)
    traits: dict[str, int] = {}
    while rest:
        player, rest = _said(game, player, traits, rest)
    state = state.with_player(player)
    for trait, value in traits.items():
        at = TRAITS.index(trait)
        extra = list(state.player(handle).extra)
        extra[at] = value - followed(game.box, state, state.player(handle))[at]
        state = state.with_player(replace(state.player(handle), extra=(extra[0], extra[1], extra[2])))
    return state


def _said(game: Shadowgate, player: Player, traits: dict[str, int], words: Sequence[str]) -> tuple[Player, list[str]]:
    """Read the next thing that is said of a seat; return what is left to read."""
    word, rest = words[0], list(words[1:])
    if (match := re.fullmatch(r"([a-z]+)(\d+)", word)) is not None:
        word, rest = match[1], [match[2], *rest]
    if word in CHARACTERS:
        return replace(player, character=word), rest
    if word == "full":
        return replace(player, full=True), rest
    if word == "staff":
        return replace(player, slots=((StaffCard(),), *player.slots[1:])), rest
    if not rest or not rest[0].lstrip("-").isdecimal():
        raise UnreadableError(" ".join(words), SEAT_FORM)
    number = int(rest.pop(0))
    if word == "xp":
        return replace(player, xp=number), rest
    if word in ("death", "deaths"):
        return replace(player, deaths=number), rest
    traits[trait_name(word)] = number
    return player, rest


def _quest(game: Shadowgate, state: Position, words: Sequence[str]) -> Position:
    text = " ".join(words)
    if text.lower() == "none":
        return replace(state, spaces=(*state.spaces, Space()))
    state, card = take(state, *_card(game, text, "I"))
    if not isinstance(card, QuestCard):
        raise UnreadableError(text, "a quest such as `quest S4 M3 5xp torch`")
    return replace(state, spaces=(*state.spaces, Space(card)))


def _card(game: Shadowgate, text: str, deck: str) -> tuple[str, Card]:
    """Return a card with the deck that it comes from."""
    found = game.language.ids.get(text[1:].lower()) if text.startswith("#") else parse_card(text, deck)
    if found is None:
        raise UnreadableError(text, "the id of a card of this box")
    return (found.deck if isinstance(found, QuestCard) else deck), found


def _torch(game: Shadowgate, state: Position, words: Sequence[str]) -> Position:
    if not words or not words[0].isdecimal() or not 1 <= int(words[0]) <= 10:
        raise UnreadableError(" ".join(["torch", *words]), "the Torch marker such as `torch 4 mental`")
    return replace(state, torch=int(words[0]), penalty=trait_name(words[1]) if words[1:] else "")


def _open(game: Shadowgate, state: Position, words: Sequence[str]) -> Position:
    return replace(state, opened=tuple(sorted({"I", *map(deck_name, words)})))


def _barrier(game: Shadowgate, state: Position, words: Sequence[str]) -> Position:
    return replace(state, barrier=True)


def _boss(game: Shadowgate, state: Position, words: Sequence[str]) -> Position:
    *name, life = words or ["?"]
    if not life.isdecimal() or int(life) > 50:
        raise UnreadableError(" ".join(["boss", *words]), "a boss with its life such as `boss reaper 23`")
    state = replace(state, life=int(life), torch=0, penalty="", unlocked=True)
    text = "-".join(name).lower()
    known = [card for card in game.box.decks["boss"].kinds() if text and text in (card.name or "")]
    state, card = take(state, "boss", known[0] if len(known) == 1 else blank("boss"))
    return replace(state, boss=None if is_blank(card) else card)


def _energy(game: Shadowgate, state: Position, words: Sequence[str]) -> Position:
    state, card = take(state, *_card(game, " ".join(words), "energy"))
    if not isinstance(card, EnergyCard):
        raise UnreadableError(" ".join(words), "an Energy card")
    return replace(state, energy=card)


def _turn(game: Shadowgate, state: Position, words: Sequence[str]) -> Position:
    if len(words) != 1:
        raise UnreadableError(" ".join(["turn", *words]), "whose turn it is: turn bo")
    return replace(state, active=state.player(words[0].lower()).handle)


_READERS = {
    "quest": _quest,
    "torch": _torch,
    "open": _open,
    "barrier": _barrier,
    "boss": _boss,
    "energy": _energy,
    "turn": _turn,
}


# -------------------------------------------------------------------------------------------------------------- writing


def spell(game: Shadowgate, state: Position) -> str:
    """Return a position as text, as `paint` reads it: what a question needs, and no more."""
    return "\n".join(_lines(game, state))


def _lines(game: Shadowgate, state: Position) -> Iterator[str]:
    for player in state.players:
        yield _spell_seat(game, state, player)
    for space in state.spaces:
        yield f"quest {game.language.card(space.card) if space.card is not None else 'none'}"
    if state.final:
        name = state.boss.name if state.boss is not None else "?"
        yield f"boss {name} {state.life}"
        if state.energy is not None:
            yield f"energy {game.language.card(state.energy)}"
    else:
        yield f"torch {state.torch}{f' {state.penalty}' if state.penalty in TRAITS else ''}"
    if len(state.opened) > 1:
        yield " ".join(["open", *state.opened[1:]])
    if state.barrier:
        yield "barrier"
    yield f"turn {state.active or state.players[0].handle}"


def _spell_seat(game: Shadowgate, state: Position, player: Player) -> str:
    words = [player.handle, *([player.character] if player.character else [])]
    values = followed(game.box, state, player)
    for at, trait in enumerate(TRAITS):
        if told(game.box, player, at):
            words.append(f"{trait} {values[at] + (player.extra[at] or 0)}")
    staff = any(isinstance(card, StaffCard) for card in player.equipped)
    equipped = sum(card.xp or 0 for card in player.equipped)
    xp = points(player) - equipped + 5 * player.deaths
    words += [f"xp {xp}"] if xp else []
    words += [f"deaths {player.deaths}"] if player.deaths else []
    words += ["full"] if player.full else []
    return " ".join([*words, *(["staff"] if staff else [])])
