"""Coins (size, two sides) and one joker: four small coins, two big ones of which one shows a crown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec


class Coin(msgspec.Struct, frozen=True, tag="coin"):
    size: int
    crown: bool | None = None
    sides: tuple[str | None, str | None] | None = None

    @property
    def known(self) -> bool:
        return self.crown is not None and self.sides is not None and None not in self.sides

    def fits(self, other: object) -> bool:
        if not isinstance(other, Coin) or self.size != other.size:
            return False
        mine, theirs = self.sides or (None, None), other.sides or (None, None)
        return self.crown in (None, other.crown) and all(a in (None, b) for a, b in zip(mine, theirs, strict=True))

    def __str__(self) -> str:
        return f"coin of size {self.size}"


class Joker(msgspec.Struct, frozen=True, tag="joker"):
    known = True

    def fits(self, other: object) -> bool:
        return isinstance(other, Joker)


BLANK: list[tuple[str, Any]] = [
    *((f"small{n}", Coin(1, False)) for n in (1, 2, 3, 4)),
    ("big1", Coin(2, True)),
    ("big2", Coin(2, False)),
    ("joker", Joker()),
]


class ToySchema:
    game = "toy-box"
    card_type = Coin | Joker

    def read(self, tables: Mapping[str, Any]) -> tuple[list[tuple[str, Any]], list[str]]:
        cards: list[tuple[str, Any]] = []
        complaints = []
        for row in tables.get("coin", []):
            if row.get("size") not in (1, 2):
                complaints.append(f"{row['id']}: size is 1 or 2, not {row.get('size')!r}")
                continue
            sides = row.get("sides")
            cards.append((row["id"], Coin(row["size"], row.get("crown"), tuple(sides) if sides else None)))
        return cards + [(row["id"], Joker()) for row in tables.get("joker", [])], complaints

    def write(self, cards: Iterable[tuple[str, Any]]) -> dict[str, Any]:
        tables: dict[str, Any] = {"coin": [], "joker": []}
        for name, card in cards:
            told = {f: getattr(card, f) for f in card.__struct_fields__}
            row = {"id": name} | {f: v for f, v in told.items() if v is not None}
            tables["coin" if isinstance(card, Coin) else "joker"].append(row)
        return tables

    def check(self, cards: Sequence[Any]) -> list[str]:
        big = sum(isinstance(card, Coin) and card.size == 2 for card in cards)
        return [] if big == 2 else [f"a box has 2 big coins, not {big}"]

    def blank(self) -> list[tuple[str, Any]]:
        return list(BLANK)


SCHEMA = ToySchema()
