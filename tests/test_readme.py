"""The README's example runs as it stands, and the commands it names exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion.cli import app

README = (Path(__file__).resolve().parents[1] / "README.md").read_text(encoding="utf-8")


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len([line for line in example.splitlines() if line and not line.startswith("import")]) <= 5
    exec(compile(example, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    assert printed.count("\n") == 2
    assert "push" in printed


@pytest.mark.parametrize("command", sorted(set(re.findall(r"^companion (\w+)", README, re.MULTILINE))))
def test_every_command_named_exists(command: str) -> None:
    assert CliRunner().invoke(app, [command, "--help"]).exit_code == 0


def test_every_picture_is_there() -> None:
    for path in re.findall(r"!\[.*?\]\((.*?)\)", README):
        assert (Path(__file__).resolve().parents[1] / path).stat().st_size > 10_000
