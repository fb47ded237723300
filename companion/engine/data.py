"""Where the data folders are: beside the package in a checkout, inside it once installed."""

from __future__ import annotations

from pathlib import Path

from companion.engine.errors import CompanionError

PACKAGE = Path(__file__).resolve().parents[1]
"""The folder of the `companion` package."""


class MissingDataError(CompanionError):
    """A data folder that neither a checkout nor an installed package holds."""


def data_dir(name: str, package: Path = PACKAGE) -> Path:
    """Find a folder of data files that are shipped with the project.

    Args:
        name: the folder: "seeds", "dashboards".
        package: the folder of the package; another one only in tests.

    Raises:
        MissingDataError: neither place holds it.
    """
    # The installed place comes first: what lies beside an installed package belongs to other projects.
    places = (package / "_data" / name, package.parent / name)
    for place in places:
        if place.is_dir():
            return place
    raise MissingDataError(f"The folder {name!r} is missing: expected {places[0]} or {places[1]}.")
