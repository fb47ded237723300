"""Parts that several screens show: clauses, score sheets, the badge of the cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from companion.engine.edition import Edition
from companion.engine.game import PARTY, ScoreLine, ScoreSheet
from companion.engine.rulebook import Rulebook
from companion.ui.panel import Button, Group, Item, Text

LONG = 36
"""Letters of a sentence that fit on a line of a phone; a longer one is set smaller, so that the board does not move."""


def clause_items(rulebook: Rulebook, ids: Iterable[str]) -> list[Item]:
    """Return clauses as text: what they say, for a ruling that it is one and why, and their section and name.

    Args:
        rulebook: the digest.
        ids: ids of clauses; those that it does not hold are left out.
    """
    out: list[Item] = []
    for clause in (rulebook[name] for name in ids if name in rulebook):
        lines = [Text(clause.text)]
        if clause.is_ruling:
            lines += [Text(clause.silent, "warn"), Text(clause.why, "small")]
        out.append(Group((*lines, Text(f"Rule · {clause.name}", "small")), "card"))
    return out


def sheet_items(rulebook: Rulebook, sheet: ScoreSheet, name: str = "", spoken: bool = False) -> list[Item]:
    """Return a score sheet: each line opens to its arithmetic and its clause.

    Args:
        rulebook: the digest.
        sheet: the sheet.
        name: whose it is, for the ids of the rows.
        spoken: show the arithmetic without a tap.
    """
    say = reached if sheet.seat == PARTY else points
    rows = [_row(rulebook, line, f"{name} line {i}", spoken, say) for i, line in enumerate(sheet.lines)]
    total = Button(f"{name} total", "Together", end=total_of(sheet), look="row total", enabled=False)
    return [*_problems(rulebook, sheet, name), *rows, total]


def _row(rulebook: Rulebook, line: ScoreLine, id: str, spoken: bool, say: Callable[[int, int], str]) -> Button:
    inside = (Text(line.why or "as printed", "why"), *clause_items(rulebook, line.clauses))
    look = "row" if line.points == line.up_to else "row hollow"
    sub = line.why if spoken else ""
    return Button(id, line.what, sub=sub, end=say(line.points, line.up_to), look=look, inside=inside)


def _problems(rulebook: Rulebook, sheet: ScoreSheet, name: str) -> list[Item]:
    return [
        Button(
            f"{name} problem {i}",
            problem.text,
            look="row problem",
            inside=tuple(clause_items(rulebook, problem.clauses)),
        )
        for i, problem in enumerate(sheet.problems)
    ]


def points(sure: int, up_to: int) -> str:
    """Return points as people read them: "3", or "1 to 3" while they are not settled."""
    return str(sure) if sure == up_to else f"{sure} to {up_to}"


def reached(sure: int, up_to: int) -> str:
    """Return what a party that wins or loses together has reached: "3", or "1 of 3" while more can be."""
    return str(sure) if sure == up_to else f"{sure} of {up_to}"


def total_of(sheet: ScoreSheet) -> str:
    """Return the total of a sheet: points, or what a party has reached together."""
    return (reached if sheet.seat == PARTY else points)(sheet.points, sheet.up_to)


def box_words(edition: Edition) -> str:
    """Return what the badge says of the cards: that they are made up, or how many of the box are told."""
    if edition.made_up:
        return edition.label
    told, cards = edition.told
    return f"{edition.title}: {told} of {cards} told"


def shortened(text: str, most: int) -> str:
    """Cut a text that is too long for its button."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
