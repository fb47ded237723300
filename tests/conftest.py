"""What all tests share: the count of which digest clauses have a test, and unhurried examples."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import settings

# A machine that is busy with something else must not fail a test.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


@dataclass
class ClauseCensus:
    """Which tests name which clauses.

    Args:
        tests: node ids of the tests, by the clause they name.
        subset: why this is not the whole suite; empty if it is.
    """

    tests: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    subset: str = ""


CENSUS = pytest.StashKey[ClauseCensus]()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    # First, so that tests which -m leaves out are still counted.
    census = ClauseCensus(subset=_subset(config))
    for item in items:
        for mark in item.iter_markers("clause"):
            for clause in mark.args:
                census.tests[clause].append(item.nodeid)
    config.stash[CENSUS] = census


def _subset(config: pytest.Config) -> str:
    """Say why less than the whole suite was collected; empty if all of it was."""
    for option in ("keyword", "lf", "ignore", "ignore_glob"):
        if config.getoption(option, None):
            return f"an option ({option}) chose tests"
    suite = Path(__file__).resolve().parent
    paths = [(config.invocation_params.dir / argument).resolve() for argument in config.args]
    if any(path == suite or path in suite.parents for path in paths):
        return ""
    return f"only {', '.join(config.args)} was collected"


@pytest.fixture
def clause_census(request: pytest.FixtureRequest) -> ClauseCensus:
    """The clauses that the collected tests name."""
    return request.config.stash[CENSUS]
