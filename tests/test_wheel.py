"""The wheel carries everything: what it holds works far from the checkout."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

PROBE = """
import companion
from companion.engine import rulebook
from companion.engine.data import data_dir
from companion.engine.edition import Edition, editions
print(companion.__file__)
print(len(rulebook.load("four-keys")))
print(",".join(editions("four-keys")))
print(Edition.load("four-keys", "practice").label)
print((data_dir("dashboards") / "start.ipynb").is_file())
"""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    """A folder with the content of a freshly built wheel."""
    built, folder = tmp_path_factory.mktemp("wheel"), tmp_path_factory.mktemp("elsewhere")
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", built, ROOT]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = built.glob("companion-*.whl")
    zipfile.ZipFile(wheel).extractall(folder)
    return folder


def test_it_works_away_from_the_checkout(unpacked, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", PROBE], cwd=tmp_path, env={"PYTHONPATH": str(unpacked)}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    place, clauses, names, label, dashboard = done.stdout.splitlines()
    assert place == str(unpacked / "companion" / "__init__.py")
    assert int(clauses) > 100
    assert names == "our-box,practice"
    assert label == "practice cards (made up)"
    assert dashboard == "True"


def test_every_file_of_the_package_is_in_it(unpacked):
    here = {path.relative_to(ROOT) for path in (ROOT / "companion").rglob("*") if path.is_file()}
    caches = {path for path in here if any(part.startswith(".") or part == "__pycache__" for part in path.parts)}
    assert here - caches <= {path.relative_to(unpacked) for path in unpacked.rglob("*")}
