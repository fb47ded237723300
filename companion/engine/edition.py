"""Editions: the cards of one physical box, loaded, checked, learned in play and saved.

Rules are code, cards are data. What a card is, and what the rulebook says about how many there are, is told by the
`Schema` that each game's `cards` module provides under the name `SCHEMA`.
"""

from __future__ import annotations

import difflib
import importlib
import importlib.resources
import os
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec
import tomli_w

from companion.engine.errors import EditionError, UnknownCardError, UnknownNameError
from companion.engine.home import home, write_atomically
from companion.engine.told import unknowns

OUR_BOX = "our-box"
"""The edition that starts with what the rulebook tells, and learns the rest at the table."""

PRACTICE_LABEL = "practice cards (made up)"


class Card(Protocol):
    """A card value: a frozen msgspec struct whose unknown fields are None."""

    @property
    def known(self) -> bool:
        """Whether nothing about the card is unknown."""
        ...

    def fits(self, other: Any) -> bool:
        """Return whether this card, with its unknown fields, could be `other`."""
        ...


class Schema(Protocol):
    """What one game's cards are: read, written and counted. Each game's `cards.SCHEMA` is one."""

    game: str
    """Id of the game: "four-keys"."""
    card_type: Any
    """The type (a tagged union of structs) that one card decodes to."""

    def read(self, tables: Mapping[str, Any]) -> tuple[list[tuple[str, Any]], list[str]]:
        """Turn the parsed TOML tables into pairs of id and card, and list every complaint."""
        ...

    def write(self, cards: Iterable[tuple[str, Any]]) -> Mapping[str, Any]:
        """Turn pairs of id and card into TOML tables, so that `read` gives them back."""
        ...

    def check(self, cards: Sequence[Any]) -> list[str]:
        """Compare the cards with the counts that the rulebook gives; list every complaint."""
        ...

    def blank(self) -> list[tuple[str, Any]]:
        """Return what the rulebook alone tells: every card of the box, with unknown fields."""
        ...


def read_tables(
    tables: Mapping[str, Any], readers: Mapping[str, Callable[[Mapping[str, Any]], Any]]
) -> tuple[list[tuple[str, Any]], list[str]]:
    """Read every entry of a card list, for a schema's `read`.

    Args:
        tables: the parsed TOML: the name of a kind to its entries.
        readers: for each kind what turns an entry into a card; it raises ValueError for one that cannot be read.

    Returns:
        pairs of an id and a card, and every complaint about tables and entries.
    """
    cards: list[tuple[str, Any]] = []
    known = ", ".join(readers)
    complaints = [f"there is no table {name!r}; known: {known}" for name in tables if name not in readers]
    for kind, reader in readers.items():
        rows = tables.get(kind, [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            complaints.append(f"{kind!r} is a list of cards, with [[{kind}]] before each")
            continue
        for number, row in enumerate(rows, start=1):
            name = str(row.get("id", f"{kind} number {number}"))
            try:
                cards.append((name, reader(row)))
            except ValueError as fault:
                complaints.append(f"{name}: {fault}")
    return cards, complaints


def package_of(game: str) -> str:
    """Return the package that holds a game: "four-keys" stands in `companion.games.four_keys`."""
    return f"companion.games.{game.replace('-', '_')}"


def schema_of(game: str) -> Schema:
    """Find the schema of a game's cards.

    Raises:
        UnknownNameError: no such game.
    """
    try:
        module = importlib.import_module(f"{package_of(game)}.cards")
    except ModuleNotFoundError as error:
        if error.name is None or not error.name.startswith(package_of(game)):
            raise
        raise UnknownNameError("game", game) from None
    schema: Schema = module.SCHEMA
    return schema


class Edition(msgspec.Struct, frozen=True):
    """The cards of one box.

    Args:
        game: id of the game: "four-keys".
        name: what it is called in commands, and the stem of its file: "practice".
        title: what people see: "Ana's box".
        made_up: whether the cards are invented.
        cards: the game's card values, one for each physical card.
        ids: the id of each card, in the same order.
    """

    game: str
    name: str
    title: str
    made_up: bool
    cards: tuple[Any, ...]
    ids: tuple[str, ...]

    @classmethod
    def load(cls, game: str, name_or_path: str | os.PathLike[str]) -> Edition:
        """Load an edition from a file, or by name: from the user's folder, then from those that come with the game.

        Args:
            game: id of the game.
            name_or_path: a name ("practice", "our-box"), or the path of a TOML file.

        Raises:
            EditionError: the file cannot be read, or does not fit the box; every complaint at once.
            UnknownNameError: no such game or edition.
        """
        schema = schema_of(game)
        text = os.fspath(name_or_path)
        if _is_path(text):
            path = Path(text).expanduser()
            if not path.is_file():
                raise UnknownNameError("edition file", text)
            return _parse(schema, path.stem, path.read_bytes())
        for raw in _named(game, text):
            return _parse(schema, text, raw)
        if text == OUR_BOX:
            return cls.blank(game)
        raise UnknownNameError("edition", text, _nearest(text, editions(game)))

    @classmethod
    def blank(cls, game: str, name: str = OUR_BOX, title: str = "Our box") -> Edition:
        """Return the edition that holds only what the rulebook tells.

        Raises:
            UnknownNameError: no such game.
        """
        pairs = schema_of(game).blank()
        return cls(game, name, title, False, tuple(card for _, card in pairs), tuple(id for id, _ in pairs))

    @classmethod
    def from_json(cls, game: str, raw: str | bytes) -> Edition:
        """Read back what `to_json` wrote.

        Raises:
            EditionError: it is not an edition of that game.
        """
        try:
            edition = msgspec.json.decode(raw, type=Edition)
            cards = msgspec.convert(edition.cards, tuple[schema_of(game).card_type, ...])  # type: ignore[misc]
        except msgspec.MsgspecError as error:
            raise EditionError("saved cards", [str(error)]) from None
        if edition.game != game:
            raise EditionError(edition.name, [f"it lists the cards of {edition.game!r}, not of {game!r}"])
        return msgspec.structs.replace(edition, cards=cards)

    def to_json(self) -> str:
        """Return the whole edition as JSON, as a table keeps it in its header."""
        return msgspec.json.encode(self).decode()

    @property
    def label(self) -> str:
        """What people see wherever the cards are shown: the title, or that they are made up."""
        return PRACTICE_LABEL if self.made_up else self.title

    @property
    def told(self) -> tuple[int, int]:
        """How many cards are wholly known, and how many there are."""
        return sum(card.known for card in self.cards), len(self.cards)

    def __getitem__(self, id: str) -> Any:
        """Return the card with that id; a leading `#` is ignored.

        Raises:
            UnknownCardError: there is none; near ids are named.
        """
        try:
            return self.cards[self.ids.index(id.removeprefix("#"))]
        except ValueError:
            near = ", ".join(f"#{other}" for other in _nearest(id.removeprefix("#"), self.ids)[:4])
            raise UnknownCardError(f"There is no card {id!r} in {self.label}; near it: {near or 'none'}.") from None

    def learn(self, cards: Sequence[Any]) -> Edition:
        """Return this edition with cards told in play written into the entries they fit best.

        Each card takes one entry that is not wholly known, the fullest that says nothing beyond it. A card told too
        vaguely for any (its room was never seen) is left out: keeping it would be guessing.

        Args:
            cards: card values, or their JSON form; each stands for a physical card that the edition did not know.

        Raises:
            UnknownCardError: every copy of that kind is told already.
        """
        told = [self._card(card) for card in cards]
        chosen = _assign(self.cards, told)
        surplus = [card for card, place in zip(told, chosen, strict=True) if place is None and card.known]
        if surplus:
            raise UnknownCardError(self._full(surplus[0]))
        filled = dict(zip(chosen, told, strict=True))
        return msgspec.structs.replace(self, cards=tuple(filled.get(i, card) for i, card in enumerate(self.cards)))

    def _card(self, card: Any) -> Any:
        """Return a card value; decode it where it is in its JSON form."""
        if isinstance(card, msgspec.Struct):
            return card
        try:
            return msgspec.convert(card, schema_of(self.game).card_type)
        except msgspec.ValidationError as error:
            raise UnknownCardError(f"{card!r} is not a card of {self.game}: {error}.") from None

    def _full(self, card: Any) -> str:
        """Say which count leaves no room for one more card."""
        copies = sum(blank.fits(card) for _, blank in schema_of(self.game).blank())
        if not copies:
            return f"{card} is not a card of this box."
        return f"{card} would be one too many: the box holds {copies} such, and all of them are told."

    def save(self, path: str | os.PathLike[str] | None = None) -> Path:
        """Write the edition as TOML, whole or not at all.

        Args:
            path: where to; by default its place in the user's folder, where `load` finds it by name.

        Returns:
            The path of the file.
        """
        target = Path(path) if path is not None else place_of(self.game, self.name)
        head = {"game": self.game, "title": self.title, "made_up": self.made_up}
        text = tomli_w.dumps({**head, **schema_of(self.game).write(zip(self.ids, self.cards, strict=True))})
        write_atomically(target, text.encode())
        return target


def editions(game: str) -> tuple[str, ...]:
    """Name the editions that can be loaded: the user's, those that come with the game, and "our-box".

    Raises:
        UnknownNameError: no such game.
    """
    schema_of(game)
    shipped = importlib.resources.files(package_of(game)) / "editions"
    names = {OUR_BOX}
    names |= {f.name.removesuffix(".toml") for f in _entries(shipped) if f.name.endswith(".toml")}
    names |= {f.stem for f in (home() / "editions" / game).glob("*.toml")}
    return tuple(sorted(names))


def _entries(folder: Any) -> list[Any]:
    return list(folder.iterdir()) if folder.is_dir() else []


def _is_path(text: str) -> bool:
    return text.endswith(".toml") or "/" in text or os.sep in text


def place_of(game: str, name: str) -> Path:
    """Return the file in the user's folder that holds, or would hold, the edition of that name."""
    return home() / "editions" / game / f"{name}.toml"


def _named(game: str, name: str) -> list[bytes]:
    """Return the text of the editions of that name, the user's own first."""
    shipped = importlib.resources.files(package_of(game)) / "editions" / f"{name}.toml"
    return [place.read_bytes() for place in (place_of(game, name), shipped) if place.is_file()]


def _nearest(name: str, known: Sequence[str]) -> list[str]:
    near = difflib.get_close_matches(name, known, n=8, cutoff=0.4)
    return near or list(known)


def _parse(schema: Schema, name: str, raw: bytes) -> Edition:
    """Turn a file into an edition, collecting every complaint before refusing it."""
    try:
        data = tomllib.loads(raw.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise EditionError(name, [f"it is not a TOML file: {error}"]) from None
    head = {key: data.pop(key, None) for key in ("game", "title", "made_up")}
    complaints = _head_complaints(schema, head)
    pairs, unread = schema.read(data)
    ids = tuple(id for id, _ in pairs)
    cards = tuple(card for _, card in pairs)
    complaints += unread
    complaints += [f"{n} cards have the id {id!r}; each needs its own" for id, n in Counter(ids).items() if n > 1]
    complaints += schema.check(cards)
    if complaints:
        raise EditionError(name, complaints)
    return Edition(schema.game, name, head["title"], head["made_up"], cards, ids)


def _head_complaints(schema: Schema, head: Mapping[str, Any]) -> list[str]:
    complaints = []
    if head["game"] != schema.game:
        complaints.append(f"game = {head['game']!r}; expected {schema.game!r}")
    if not isinstance(head["title"], str) or not head["title"].strip():
        complaints.append(f'title = {head["title"]!r}; expected a text such as "Ana\'s box"')
    if not isinstance(head["made_up"], bool):
        complaints.append(f"made_up = {head['made_up']!r}; expected true or false")
    return complaints


def _says_no_more(entry: Any, card: Any) -> bool:
    """Whether everything that the entry tells is told by the card too, so that the card can stand in its place."""
    if entry is None:
        return True
    if card is None:
        return False
    if isinstance(entry, tuple) and isinstance(card, tuple) and len(entry) == len(card):
        return all(_says_no_more(e, c) for e, c in zip(entry, card, strict=True))
    return True


def _candidates(entries: Sequence[Any], card: Any) -> list[int]:
    """Return the entries that the card may fill, the fullest first."""
    able = [i for i, entry in enumerate(entries) if not entry.known and entry.fits(card)]
    fields = card.__struct_fields__
    vaguer = [
        i
        for i in able
        if type(entries[i]) is type(card)
        and all(_says_no_more(getattr(entries[i], field), getattr(card, field)) for field in fields)
    ]
    return sorted(vaguer, key=lambda i: unknowns(entries[i]))


def _assign(entries: Sequence[Any], cards: Sequence[Any]) -> list[int | None]:
    """Give as many cards as possible an entry of their own (augmenting paths, known cards first), None to the rest."""
    wishes = [_candidates(entries, card) for card in cards]
    holder: dict[int, int] = {}

    def seat(card: int, tried: set[int]) -> bool:
        for entry in wishes[card]:
            if entry in tried:
                continue
            tried.add(entry)
            if entry not in holder or seat(holder[entry], tried):
                holder[entry] = card
                return True
        return False

    for card in sorted(range(len(cards)), key=lambda card: not cards[card].known):
        seat(card, set())
    places = {card: entry for entry, card in holder.items()}
    return [places.get(card) for card in range(len(cards))]
