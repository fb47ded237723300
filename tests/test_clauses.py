"""Every clause of every digest has a test, and no test names a clause that is not there."""

from __future__ import annotations

import difflib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.engine import rulebook

if TYPE_CHECKING:
    from conftest import ClauseCensus

HERE = Path(__file__).resolve().parent


def every_clause() -> list[str]:
    return [clause.id for game in rulebook.digests() for clause in rulebook.load(game)]


def test_no_test_names_an_unknown_clause(clause_census: ClauseCensus) -> None:
    known = every_clause()
    wrong = [
        f"{tests[0]} names {clause!r}; near: {', '.join(difflib.get_close_matches(clause, known)) or 'nothing'}"
        for clause, tests in clause_census.tests.items()
        if clause not in known
    ]
    assert not wrong, "\n".join(wrong)


def test_every_clause_has_a_test(clause_census: ClauseCensus) -> None:
    if clause_census.subset:
        pytest.skip(f"needs the whole suite: {clause_census.subset}")
    untested = [clause for clause in every_clause() if clause not in clause_census.tests]
    assert not untested, f"{len(untested)} clauses have no test:\n" + "\n".join(untested)


class TestTheCount:
    """The two tests above, run on a small suite of its own."""

    SETTINGS = "[pytest]\ntestpaths = tests\naddopts = -p no:cacheprovider\nmarkers = clause(*ids): clauses\n"
    MARKED = "import pytest\n\n@pytest.mark.clause(*{ids!r})\ndef test_rule():\n    pass\n"

    @pytest.fixture
    def suite(self, tmp_path: Path) -> Path:
        (tmp_path / "pytest.ini").write_text(self.SETTINGS)
        (tmp_path / "tests" / "engine").mkdir(parents=True)
        for name in ("conftest.py", "test_clauses.py"):
            shutil.copy(HERE / name, tmp_path / "tests" / name)
        return tmp_path

    def run(self, suite: Path, ids: list[str], *arguments: str) -> str:
        (suite / "tests" / "engine" / "test_rule.py").write_text(self.MARKED.format(ids=ids))
        command = [sys.executable, "-m", "pytest", "-q", "-rs", "--deselect", "tests/test_clauses.py::TestTheCount"]
        alone = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""}
        run = subprocess.run([*command, *arguments], cwd=suite, env=alone, capture_output=True, text=True, timeout=120)
        return run.stdout

    def test_a_suite_that_names_every_clause_passes(self, suite: Path) -> None:
        assert "3 passed" in self.run(suite, every_clause())

    def test_a_clause_without_a_test_fails_the_whole_suite(self, suite: Path) -> None:
        *named, last = every_clause()
        output = self.run(suite, named)
        assert "1 failed" in output
        assert f"1 clauses have no test:\n{last}" in output.replace("E         ", "").replace("E       ", "")

    def test_tests_that_a_mark_expression_leaves_out_still_count(self, suite: Path) -> None:
        assert "2 passed" in self.run(suite, every_clause(), "-m", "not clause")

    @pytest.mark.parametrize("arguments", [("tests/test_clauses.py", "tests/engine"), ("-k", "clause")])
    def test_a_part_of_the_suite_is_not_blamed(self, suite: Path, arguments: tuple[str, ...]) -> None:
        output = self.run(suite, every_clause()[1:], *arguments)
        assert "needs the whole suite" in output
        assert "failed" not in output

    def test_a_mark_for_an_unknown_clause_fails_even_a_part(self, suite: Path) -> None:
        output = self.run(suite, ["four-keys.opening.ajr"], "tests/test_clauses.py", "tests/engine")
        assert "1 failed" in output
        assert "test_rule names 'four-keys.opening.ajr'; near: four-keys.opening.ajar" in output
