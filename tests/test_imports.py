"""Imports point one way: ui -> games -> engine. A game imports no other game, and nothing but the ui imports the ui."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "companion"
MODULES = sorted(PACKAGE.rglob("*.py"))
HEAVY = ("sympy", "networkx")


def name_of(path: Path) -> str:
    """Return the dotted name of a module."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path, top_only: bool = False) -> Iterator[str]:
    """Yield the dotted names that a module imports, those for type checkers left out.

    Args:
        path: the module.
        top_only: leave out what is imported only when a function runs.
    """
    package = name_of(path) if path.name == "__init__.py" else name_of(path).rpartition(".")[0]
    for node in statements(ast.parse(path.read_text()), top_only):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            up = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*up, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def statements(node: ast.AST, top_only: bool) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        if top_only and isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        yield child
        yield from statements(child, top_only)


def area(name: str) -> str:
    """Return where a module belongs: "engine", "ui", "games", "games.four_keys", or "face" for the top modules."""
    parts = name.split(".")
    if parts[0] != "companion":
        return ""
    if parts[1:2] == ["games"]:
        game = PACKAGE.joinpath("games", *parts[2:3])
        return f"games.{parts[2]}" if parts[2:] and game.is_dir() else "games"
    return parts[1] if parts[1:] and parts[1] in ("engine", "ui") else "face"


def allowed(inside: str, wanted: str) -> bool:
    """Whether a module of one area may import from another."""
    if not wanted or wanted == inside or wanted == "engine":
        return True
    if inside == "engine":
        return False
    if inside.startswith("games."):
        return False
    if inside == "games":
        return wanted.startswith("games.")
    return inside in ("ui", "face")


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_point_one_way(path):
    inside = area(name_of(path))
    wrong = sorted({name for name in imports(path) if not allowed(inside, area(name))})
    assert not wrong, f"{name_of(path)} may not import {', '.join(wrong)}"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_slow_libraries_are_imported_where_they_are_used(path):
    assert not [name for name in imports(path, top_only=True) if name.partition(".")[0] in HEAVY]


@pytest.mark.parametrize(
    ("inside", "wanted", "may"),
    [
        ("companion.engine.table", "companion.games", False),
        ("companion.engine.table", "companion.ui.app", False),
        ("companion.engine.table", "companion", False),
        ("companion.engine.table", "companion.engine.odds", True),
        ("companion.games.four_keys.rules", "companion.engine.game", True),
        ("companion.games.four_keys.rules", "companion.games.four_keys.cards", True),
        ("companion.games.four_keys.rules", "companion.games", False),
        ("companion.games.four_keys.rules", "companion.ui", False),
        ("companion.games.four_keys.rules", "companion", False),
        ("companion.games", "companion.games.four_keys.rules", True),
        ("companion.games", "companion.ui", False),
        ("companion.ui.app", "companion.games.four_keys.rules", True),
        ("companion.ui.app", "companion", True),
        ("companion.cli", "companion.ui.server", True),
    ],
)
def test_the_check_itself_tells_ways_apart(inside, wanted, may):
    assert allowed(area(inside), area(wanted)) is may


def test_the_check_sees_every_kind_of_import(tmp_path, monkeypatch):
    package = tmp_path / "companion"
    module = package / "engine" / "deep.py"
    module.parent.mkdir(parents=True)
    lines = [
        "import companion.ui.app as a",
        "from ..games import four_keys",
        "from .. import ui",
        "if TYPE_CHECKING:",
        "    import companion.cli",
        "def f():",
        "    from companion.games.four_keys import rules",
        "    import sympy",
    ]
    module.write_text("\n".join(lines))
    monkeypatch.setitem(globals(), "PACKAGE", package)
    found = set(imports(module))
    assert {"companion.ui.app", "companion.games.four_keys", "companion.ui", "companion.games.four_keys.rules"} < found
    assert "companion.cli" not in found
    assert "sympy" not in set(imports(module, top_only=True))
