"""The runner behind `make test`: every step runs, and the closing line adds them up."""

from __future__ import annotations

from collections import Counter

import pytest

from tests import suite

CASES = """
import pytest
def test_passes(): pass
def test_also_passes(): pass
def test_fails(): assert False
@pytest.mark.skip
def test_skipped(): pass
@pytest.fixture
def broken(): raise ValueError
def test_breaks(broken): pass
"""


@pytest.fixture
def cases(tmp_path, monkeypatch):
    """A folder of its own with a few tests, and steps that run them."""
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -p no:cacheprovider\n")
    (tmp_path / "test_cases.py").write_text(CASES)
    monkeypatch.setattr(suite, "ROOT", tmp_path)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    return tmp_path


def closing(steps, monkeypatch, capfd) -> tuple[int, str]:
    monkeypatch.setattr(suite, "STEPS", steps)
    code = suite.main()
    return code, capfd.readouterr().out.strip().splitlines()[-1]


def test_the_last_line_adds_up_all_steps(cases, monkeypatch, capfd):
    code, line = closing({"one": ["test_cases.py"], "two": ["-k", "passes", "test_cases.py"]}, monkeypatch, capfd)
    assert code == 1
    assert "= 1 failed, 4 passed, 1 skipped, 1 errors in" in line


def test_all_is_well_when_every_step_passes(cases, monkeypatch, capfd):
    code, line = closing({"one": ["-k", "passes", "test_cases.py"]}, monkeypatch, capfd)
    assert code == 0
    assert "= 2 passed in" in line


def test_a_step_without_tests_is_not_in_order(cases, monkeypatch, capfd):
    code, line = closing({"one": ["-k", "passes", "test_cases.py"], "two": ["nowhere"]}, monkeypatch, capfd)
    assert code == 1
    assert "= 2 passed in" in line


def test_nothing_at_all_is_said():
    assert "no tests ran in 1.50s" in suite.closing_line(Counter(), 1.5)
