"""The text of the small things: cards, dice, groups of heroes, and shares, both ways."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence

from companion.engine.edition import Edition
from companion.engine.errors import AmbiguousError, UnknownCardError, UnreadableError
from companion.games.one_deck_dungeon.boxes import COLOURS
from companion.games.one_deck_dungeon.catalogue import Catalogue, face_of
from companion.games.one_deck_dungeon.kinds import EncounterCard
from companion.games.one_deck_dungeon.moves import Shares
from companion.games.one_deck_dungeon.state import UNTOLD, Face, Position, Rolled

_DIE = re.compile(r"([SAMH])([0-9])(?:\.([a-z0-9]+)|(\+))?(?:!(armor|mana))?", re.IGNORECASE)
_UNKNOWN = "?"


class Cards:
    """How the encounter cards of one box are written.

    Args:
        cat: the cards by name.
        edition: the box, for its ids.
    """

    def __init__(self, cat: Catalogue, edition: Edition) -> None:
        self.cat, self.edition = cat, edition
        pairs = zip(edition.ids, edition.cards, strict=True)
        self.ids = {id.lower(): face_of(card) for id, card in pairs if isinstance(card, EncounterCard) and card.name}
        self.names = {face: id for id, face in reversed(list(self.ids.items())) if face.known}

    def spell(self, face: Face) -> str:
        """Return a card in its one form: `?`, its id, its name, or name, item and skill between slashes."""
        if face == UNTOLD:
            return _UNKNOWN
        if face in self.names:
            return f"#{self.names[face]}"
        if not (face.item or face.skill):
            return f"#{face.name}"
        return "#" + "/".join(part or _UNKNOWN for part in (face.name, face.item, face.skill))

    def read(self, text: str) -> Face:
        """Read a card.

        Raises:
            UnknownCardError: it is no card of this box, though the box knows all its cards.
            UnreadableError: a part of it cannot be read.
        """
        word = text.removeprefix("#").lower()
        if word in (_UNKNOWN, ""):
            return UNTOLD
        if "/" in word:
            return self._parts(text, word.split("/"))
        return self.ids[word] if word in self.ids else Face(self._name(text, word))

    def _parts(self, text: str, parts: Sequence[str]) -> Face:
        if len(parts) != 3:
            raise UnreadableError(text, "a card: #goblin, #goblin-a, or #goblin/S/dodge with ? for what is not told")
        name, item, skill = ("" if part == _UNKNOWN else part for part in parts)
        letters = item.upper().replace("H", "h") if item else ""
        return Face(self._name(text, name) if name else "", letters, skill)

    def _name(self, text: str, word: str) -> str:
        known = self.cat.encounters
        if word in known:
            return word
        fits = [name for name in known if name.startswith(word)]
        if len(fits) == 1:
            return fits[0]
        if len(fits) > 1:
            raise AmbiguousError(text, fits)
        if not self.cat.complete and re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", word):
            return word
        near = difflib.get_close_matches(word, known, 3)
        raise UnknownCardError(f"There is no card {text!r} in this box; near it: {', '.join(near) or 'none'}.")


# ----------------------------------------------------------------------------------------------------------------- dice


def spell_die(die: Rolled, alone: bool) -> str:
    """Return a die: `S6`, where there are two heroes with its owner: `S6.bo`, or `S6+` where it is nobody's alone.

    Args:
        die: the die.
        alone: whether only one hero is in the encounter, whose die it must be.
    """
    owner = "" if alone else f".{die.owner}" if die.owner else "+"
    return f"{die}{owner}{f'!{die.only}' if die.only else ''}"


def read_die(text: str, among: Iterable[Rolled], alone: str) -> Rolled:
    """Read a die as one of those that lie there: the first that fits, else as it is told.

    Args:
        text: what is typed.
        among: the dice that may be meant.
        alone: the only hero of the encounter, "" where there are two.

    Raises:
        UnreadableError: it is no die.
    """
    found = _DIE.fullmatch(text)
    if found is None:
        raise UnreadableError(text, "a die: colour (S, A, M or H) and value, as in S6, or S6.bo for Bo's")
    colour, value = found[1].upper(), int(found[2])
    owner, only = (found[3] or "").lower(), (found[5] or "").lower()
    dice = [die for die in among if (die.colour, die.value) == (colour, value)]
    asked = bool(owner or found[4])
    fits = [die for die in dice if (not asked or die.owner == owner) and (not only or die.only == only)]
    exact = [die for die in fits if die.only == only]
    if exact or fits:
        return (exact or fits)[0]
    return Rolled(colour, value, "" if found[4] else owner or alone, only)


# --------------------------------------------------------------------------------------------------------------- heroes


def read_group(text: str, state: Position) -> tuple[str, ...]:
    """Read heroes who stand together, `ana+bo`; they come back in the order of seats."""
    handles = {state.hero(word).handle for word in text.lower().split("+")}
    return tuple(handle for handle in state.handles if handle in handles)


def read_shares(words: Sequence[str], state: Position) -> Shares:
    """Read who takes how much, `ana 2 bo 1`; those who take nothing are left out.

    Raises:
        ValueError: a number is missing.
        UnknownNameError: there is no such hero.
    """
    if len(words) % 2:
        raise ValueError("a hero without a number")
    told = {state.hero(who.lower()).handle: int(n) for who, n in zip(words[::2], words[1::2], strict=True)}
    return tuple((handle, told[handle]) for handle in state.handles if told.get(handle))


def spell_shares(shares: Shares) -> str:
    """Return who takes how much."""
    return " ".join(f"{handle} {n}" for handle, n in shares)


def read_name(text: str, known: Iterable[str], what: str) -> str:
    """Read one of some names, or the beginning of one.

    Raises:
        AmbiguousError: several begin so.
        UnreadableError: none does.
    """
    names = list(known)
    word = text.lower()
    fits = [name for name in names if name == word] or [name for name in names if name.startswith(word)]
    if len(fits) > 1:
        raise AmbiguousError(text, fits)
    if not fits:
        raise UnreadableError(text, f"{what}: {', '.join(names)}")
    return fits[0]


def is_colour(word: str) -> bool:
    """Say whether a word is a colour letter."""
    return word.upper() in COLOURS
