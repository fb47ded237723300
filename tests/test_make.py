"""`make play` says in words what is missing, before it installs anything."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

OLD = """#!/bin/sh
case "$1" in
  -c) exit 1 ;;
  -V) echo "Python 3.9.2" ;;
esac
"""
BARE = """#!/bin/sh
case "$2" in
  *version_info*) exit 0 ;;
  *ensurepip*) exit 1 ;;
esac
"""


def play(python: Path, venv: Path) -> subprocess.CompletedProcess[str]:
    if shutil.which("make") is None:
        pytest.skip("make is not installed")
    # What the make that runs this suite has put into the environment is not meant for this one.
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    command = ["make", "play", f"PYTHON={python}", f"VENV={venv}"]
    return subprocess.run(command, cwd=ROOT, env=plain, capture_output=True, text=True, check=False)


def script(path: Path, text: str) -> Path:
    path.write_text(text)
    path.chmod(0o755)
    return path


def test_no_python_is_said(tmp_path):
    done = play(tmp_path / "nowhere", tmp_path / "venv")
    assert done.returncode
    assert "needs Python 3.11 or newer, and there is no" in done.stderr
    assert not (tmp_path / "venv").exists()


def test_an_old_python_is_said(tmp_path):
    done = play(script(tmp_path / "old", OLD), tmp_path / "venv")
    assert done.returncode
    assert "is Python 3.9.2. Name a newer one" in done.stderr
    assert not (tmp_path / "venv").exists()


def test_a_python_without_venv_is_said(tmp_path):
    done = play(script(tmp_path / "bare", BARE), tmp_path / "venv")
    assert done.returncode
    assert "sudo apt install python3-venv" in done.stderr
    assert not (tmp_path / "venv").exists()
