"""Pebbles of sizes 1 to 9; what a box of eight holds is told in play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec


class Pebble(msgspec.Struct, frozen=True, tag="pebble"):
    size: int | None = None

    @property
    def known(self) -> bool:
        return self.size is not None

    def fits(self, other: object) -> bool:
        return isinstance(other, Pebble) and self.size in (None, other.size)

    def __str__(self) -> str:
        return f"pebble of size {self.size}"


class Schema:
    game = "toy-pebbles"
    card_type = Pebble

    def read(self, tables: Mapping[str, Any]) -> tuple[list[tuple[str, Any]], list[str]]:
        return [(row["id"], Pebble(row.get("size"))) for row in tables.get("pebble", [])], []

    def write(self, cards: Iterable[tuple[str, Any]]) -> dict[str, Any]:
        return {"pebble": [{"id": name, **({"size": card.size} if card.known else {})} for name, card in cards]}

    def check(self, cards: Sequence[Any]) -> list[str]:
        return [] if len(cards) == 8 else [f"a box has 8 pebbles, not {len(cards)}"]

    def blank(self) -> list[tuple[str, Any]]:
        return [(f"p{n}", Pebble()) for n in range(1, 9)]


SCHEMA = Schema()
