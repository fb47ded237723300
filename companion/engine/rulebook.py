"""The digests of the rulebooks: every rule as a clause with an id, in our own words."""

from __future__ import annotations

import difflib
import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal

import msgspec

from companion.engine.data import data_dir
from companion.engine.errors import CompanionError, UnknownNameError

Kind = Literal["rule", "fact", "ruling"]
Confidence = Literal["", "H", "M", "L"]

KINDS: tuple[Kind, ...] = ("rule", "fact", "ruling")
CONFIDENCES: tuple[Confidence, ...] = ("H", "M", "L")
MOST_OPTIONS = 6
"""House-rule switches a game may have: more would be a set-up form, not a dispute settled."""

SILENT = "The rulebook is silent; this is our reading."

_TEXTS = ("id", "section", "text", "kind")
_OPTIONAL = ("why", "confidence", "ruling", "option")
_HEADER = ("game", "title", "source")


class DigestError(CompanionError):
    """A digest that breaks the rules for digests.

    Args:
        name: the file.
        complaints: everything that is wrong with it, all at once.
    """

    def __init__(self, name: str, complaints: Sequence[str]) -> None:
        self.name = name
        self.complaints = tuple(complaints)
        listed = "".join(f"\n  - {complaint}" for complaint in self.complaints)
        super().__init__(f"The digest {name!r} has {len(self.complaints)} faults:{listed}")


class Clause(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One rule of a rulebook.

    Args:
        id: `<game>.<section>.<name>`, what verdicts, score lines and tests cite.
        section: where in the rulebook it belongs.
        text: the rule, one or two sentences.
        kind: "rule" (the rulebook says so), "fact" (a count or a property of the box), "ruling" (our reading).
        why: the reason for a ruling.
        confidence: how sure a ruling is: "H", "M" or "L".
        ruling: numbers of the rulings that the clause carries: "FK-4, FK-11".
        option: the house-rule switch that turns the ruling; empty where there is none.
    """

    id: str
    section: str
    text: str
    kind: Kind
    why: str = ""
    confidence: Confidence = ""
    ruling: str = ""
    option: str = ""

    @property
    def name(self) -> str:
        """The section and the rule as people read them, from the id: "Placement: orthogonal"."""
        section, *rest = self.id.partition(".")[2].replace("-", " ").split(".")
        return ": ".join([section[:1].upper() + section[1:], *filter(None, [" ".join(rest)])])

    @property
    def is_ruling(self) -> bool:
        """Whether this is our reading and not the rulebook's word."""
        return self.kind == "ruling"

    @property
    def silent(self) -> str:
        """What to tell people of a ruling: that the rulebook is silent. Empty for rules and facts."""
        return SILENT if self.is_ruling else ""


@dataclass(frozen=True)
class Rulebook:
    """All clauses of one game, in the order of the rulebook.

    Args:
        game: id of the game, "four-keys".
        title: its name as printed.
        source: the rulebook that the digest restates.
        clauses: every clause.
    """

    game: str
    title: str
    source: str
    clauses: tuple[Clause, ...]

    @cached_property
    def _by_id(self) -> dict[str, Clause]:
        return {clause.id: clause for clause in self.clauses}

    @cached_property
    def _words(self) -> tuple[tuple[Clause, _Words], ...]:
        return tuple((clause, _Words.of(clause)) for clause in self.clauses)

    def __getitem__(self, id: str) -> Clause:
        """Get a clause.

        Raises:
            UnknownNameError: there is none of that id; the nearest ids are named.
        """
        try:
            return self._by_id[id]
        except KeyError:
            raise UnknownNameError("clause", id, self.near(id)) from None

    def __contains__(self, id: object) -> bool:
        return id in self._by_id

    def __iter__(self) -> Iterator[Clause]:
        return iter(self.clauses)

    def __len__(self) -> int:
        return len(self.clauses)

    def near(self, id: str) -> tuple[str, ...]:
        """List the ids that resemble `id`, nearest first: by spelling, else by any word in common."""
        close = difflib.get_close_matches(id, self._by_id, n=5, cutoff=0.7)
        words = id.removeprefix(self.game)
        found = [clause.id for clause in self.search(words)] if _fold(words) else []
        return tuple(dict.fromkeys([*close, *found]))[:5]

    def search(self, words: str) -> tuple[Clause, ...]:
        """Find the clauses that hold every word, best first; where none holds all, those that hold any.

        Args:
            words: words or beginnings of words, in any case, with or without accents; no word finds every clause.
        """
        wanted = _fold(words)
        ranked = [(clause, [held.weight(word) for word in wanted]) for clause, held in self._words]
        every = [(clause, weights) for clause, weights in ranked if all(weights)]
        found = every or [(clause, weights) for clause, weights in ranked if any(weights)]
        found.sort(key=lambda pair: (-sum(map(bool, pair[1])), -sum(pair[1])))
        return tuple(clause for clause, _ in found)

    def options(self) -> Mapping[str, Clause]:
        """List the house-rule switches, each with the ruling that it turns."""
        return {clause.option: clause for clause in self.clauses if clause.option}


class _Words(msgspec.Struct, frozen=True):
    """The words of a clause, by where they stand."""

    name: tuple[str, ...]
    section: tuple[str, ...]
    text: tuple[str, ...]

    @classmethod
    def of(cls, clause: Clause) -> _Words:
        return cls(_fold(clause.id.rpartition(".")[2]), _fold(clause.section), _fold(clause.text))

    def weight(self, word: str) -> int:
        """Weigh a word of a search: more in the name than in the section or the text, more if whole."""
        places = ((self.name, 8), (self.section, 4), (self.text, 2))
        return max(weight * _hit(word, held) for held, weight in places)


def _hit(word: str, held: Sequence[str]) -> int:
    return 2 if word in held else int(any(other.startswith(word) for other in held))


def _fold(text: str) -> tuple[str, ...]:
    """Split a text into words without case and accents."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return tuple(re.findall(r"[^\W_]+", plain))


def digests() -> tuple[str, ...]:
    """List the ids of the games that have a digest."""
    return tuple(sorted(path.stem.replace("_", "-") for path in data_dir("seeds").glob("*.toml")))


@cache
def load(game_id: str) -> Rulebook:
    """Get the digest of a game; it is read once.

    Args:
        game_id: "four-keys".

    Raises:
        UnknownNameError: no digest for that game.
        DigestError: the digest is faulty; every fault is listed.
    """
    known = digests()
    if game_id not in known:
        near = difflib.get_close_matches(game_id, known, n=len(known), cutoff=0.0)
        raise UnknownNameError("game", game_id, near)
    return read(data_dir("seeds") / f"{game_id.replace('-', '_')}.toml")


def read(path: Path) -> Rulebook:
    """Read and check a digest file.

    Raises:
        DigestError: everything that is wrong with it, at once.
    """
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DigestError(path.name, [f"not a TOML text: {error}"]) from error
    complaints = [*_header_complaints(raw), *_complaints(str(raw.get("game", "")), _tables(raw))]
    if complaints:
        raise DigestError(path.name, complaints)
    clauses = msgspec.convert(raw["clause"], tuple[Clause, ...])
    return Rulebook(raw["game"], raw["title"], raw["source"], clauses)


def _tables(raw: Mapping[str, Any]) -> list[dict[str, Any]]:
    tables = raw.get("clause")
    if isinstance(tables, list) and all(isinstance(table, dict) for table in tables):
        return tables
    return []


def _header_complaints(raw: Mapping[str, Any]) -> Iterator[str]:
    for key in _HEADER:
        if not _is_text(raw.get(key)):
            yield f"{key} is {raw.get(key)!r}: expected a text"
    for key in sorted(raw.keys() - {*_HEADER, "clause"}):
        yield f"{key!r} is not known: expected {', '.join(_HEADER)} and [[clause]] tables"
    if not _tables(raw):
        yield "no clauses: expected [[clause]] tables"


def _complaints(game: str, tables: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for number, table in enumerate(tables, start=1):
        name = str(table.get("id") or f"clause {number}")
        for complaint in _clause_complaints(game, table):
            yield f"{name}: {complaint}"
    yield from (f"{id}: the id is used {count} times" for id, count in _repeated(tables, "id"))
    yield from (f"option {option!r} is used {count} times" for option, count in _repeated(tables, "option"))
    options = sorted({str(table["option"]) for table in tables if table.get("option")})
    if len(options) > MOST_OPTIONS:
        yield f"{len(options)} options ({', '.join(options)}): at most {MOST_OPTIONS} are allowed"


def _repeated(tables: Iterable[Mapping[str, Any]], key: str) -> Iterator[tuple[str, int]]:
    counts = Counter(str(table[key]) for table in tables if table.get(key))
    return ((value, count) for value, count in counts.items() if count > 1)


def _clause_complaints(game: str, table: Mapping[str, Any]) -> Iterator[str]:
    yield from _field_complaints(table)
    section, id, kind = (str(table.get(key, "")) for key in ("section", "id", "kind"))
    if not re.fullmatch(rf"{re.escape(game)}\.{re.escape(section)}\.[a-z0-9]+(-[a-z0-9]+)*", id):
        yield f"the id {id!r} does not fit: expected {game}.{section}.<name>, small letters and dashes"
    if kind not in KINDS:
        yield f"unknown kind {kind!r}: expected {', '.join(KINDS)}"
    if kind == "ruling":
        yield from _ruling_complaints(table)
    else:
        yield from (f"{key} on a {kind}: only a ruling has one" for key in ("option", "confidence") if key in table)


def _field_complaints(table: Mapping[str, Any]) -> Iterator[str]:
    for key in _TEXTS:
        if not _is_text(table.get(key)):
            yield f"{key} is {table.get(key)!r}: expected a text"
    for key in _OPTIONAL:
        if key in table and not _is_text(table[key]):
            yield f"{key} is {table[key]!r}: expected a text, or leave it out"
    for key in sorted(table.keys() - {*_TEXTS, *_OPTIONAL}):
        yield f"unknown field {key!r}: expected {', '.join((*_TEXTS, *_OPTIONAL))}"


def _ruling_complaints(table: Mapping[str, Any]) -> Iterator[str]:
    if "why" not in table:
        yield "a ruling without why: say the reason"
    if table.get("confidence") not in CONFIDENCES:
        yield f"a ruling with confidence {table.get('confidence')!r}: expected {', '.join(CONFIDENCES)}"


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())
