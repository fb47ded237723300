"""Answers as text for a terminal: score sheets, odds, clauses. Nothing here is read as markup."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from companion.engine.game import Problem, ScoreSheet
from companion.engine.odds import Odds
from companion.engine.rulebook import Clause

CONFIDENCE = {"H": "we are sure of it", "M": "we think so", "L": "tables may well differ"}


def console(error: bool = False) -> Console:
    """Return a console on the standard output, or on the standard error; text typed by people stays as it is."""
    return Console(file=sys.stderr if error else sys.stdout, markup=False, highlight=False, emoji=False, soft_wrap=True)


def say(*lines: str, style: str = "") -> None:
    """Print lines of plain text."""
    out = console()
    for line in lines:
        out.print(Text(line, style=style))


def complain(line: str) -> None:
    """Print one sentence on the standard error."""
    console(error=True).print(Text(line, style="red"))


def clause_lines(clause: Clause) -> list[str]:
    """Return a clause as lines: its id and text, and for a ruling that it is our reading, and why."""
    lines = [clause.id, f"  {clause.text}"]
    if clause.is_ruling:
        sure = CONFIDENCE.get(clause.confidence, "")
        lines.append(f"  {clause.silent} {clause.why}" + (f" ({sure})" if sure else ""))
    if clause.option:
        lines.append(f"  House rule: {clause.option}")
    return lines


def span(points: int, up_to: int) -> str:
    """Return points as people say them: "5", or "1 to 5" where they are not settled."""
    return str(points) if points == up_to else f"{points} to {up_to}"


def sheet(one: ScoreSheet, name: str = "", clauses: bool = False) -> None:
    """Print a score sheet line by line, its total, and what is wrong with the position."""
    grid = Grid(title=Text(name) if name else None, title_justify="left", box=None, pad_edge=False)
    for heading, side in (("where", "left"), ("what", "left"), ("points", "right"), ("why", "left")):
        grid.add_column(heading, justify="right" if side == "right" else "left")
    for line in one.lines:
        why = f"{line.why} [{', '.join(line.clauses)}]" if clauses else line.why
        grid.add_row(*map(Text, (line.where, line.what, span(line.points, line.up_to), why)))
    grid.add_row("", Text("Total", style="bold"), Text(span(one.points, one.up_to), style="bold"), "")
    console().print(grid)
    problems(one.problems)


def problems(found: Iterable[Problem]) -> None:
    """Print what is impossible or missed in a position."""
    for problem in found:
        say(f"Look again: {problem.text}", style="yellow")


def odds_line(odds: Odds) -> str:
    """Return an answer on one line: word, ten dots, natural frequency; of what a thing is worth both chances."""
    dots = "o" * odds.dots + "." * (10 - odds.dots)
    asked = odds.question if odds.question.endswith("?") else f"{odds.question}:"
    if odds.change:
        return f"{asked} {dots}  {odds.change}"
    often = "" if odds.settled else f"  {odds.frequency}"
    return f"{asked} {odds.words}  {dots}{often}"


def odds_lines(odds: Odds) -> list[str]:
    """Return an answer with everything behind it: fraction, formula, what was counted and assumed, the whole law."""
    lines = [odds_line(odds), f"  {_value(odds)}"]
    lines += [f"  {text}" for text in (odds.counted, *odds.assumptions) if text]
    if odds.untold:
        lines.append(f"  not told, counted as unseen: {', '.join(odds.untold)}")
    total = sum(weight for _, weight in odds.table)
    lines += [f"    {outcome}: {weight} of {total}" for outcome, weight in odds.table]
    return lines + ([f"  rules: {', '.join(odds.clauses)}"] if odds.clauses else [])


def _value(odds: Odds) -> str:
    """Return the value with its formula; of one that is only bounded, the bounds."""
    if odds.bounded:
        return f"between {float(odds.span[0]):.2%} and {float(odds.span[1]):.2%}"
    exact, formula = str(odds.fraction), str(odds.formula)
    return f"= {exact}" + (f" = {formula}" if formula != exact else "")


def columns(words: Sequence[str], width: int = 78) -> list[str]:
    """Lay short texts out in columns, read downwards."""
    if not words:
        return []
    across = max(1, width // (max(map(len, words)) + 2))
    down = -(-len(words) // across)
    size = max(map(len, words)) + 2
    return ["".join(word.ljust(size) for word in words[row::down]).rstrip() for row in range(down)]
