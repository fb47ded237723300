"""Run the whole suite in three steps and close with one line that adds them up.

Plain tests share the cores; notebooks compare their cells in order, and browsers are slowed by anything else that runs,
so these two have a step of their own. Every step runs, whatever became of the one before.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = ["--nbval", "--nbval-current-env", "--nbval-sanitize-with", "tests/nbval_sanitize.cfg"]
STEPS = {
    "plain tests": [
        "-p",
        "no:nbval",
        "-m",
        "not browser",
        "-n",
        "2",
        "--dist",
        "loadgroup",
        "--benchmark-disable",
        "tests",
    ],
    "notebooks": [*NOTEBOOKS, "notebooks"],
    # Two browsers, since each waits much. One on a busy machine may miss a moment; what fails three times is broken.
    "browser": ["-p", "no:nbval", "-m", "browser", "-n", "2", "--dist", "loadfile", "--reruns", "2", "tests"],
}
"""What to run: the arguments of pytest for each step."""

NOT_PASSED = {"failures": "failed", "errors": "errors", "skipped": "skipped"}
ORDER = ("failed", "passed", "skipped", "errors")


def run(name: str, arguments: list[str], report: Path) -> int:
    """Run one step; return the exit code of pytest."""
    print("\n" + f" {name} ".center(80, "#"), flush=True)
    command = [sys.executable, "-m", "pytest", "-q", f"--junitxml={report}", *arguments]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def counts(report: Path) -> Counter[str]:
    """Read how many tests passed, failed, were skipped or broke from pytest's own report."""
    found: Counter[str] = Counter()
    if report.exists():
        for suite in ElementTree.parse(report).iter("testsuite"):
            numbers = {said: int(suite.get(key, 0)) for key, said in NOT_PASSED.items()}
            found.update(numbers)
            found["passed"] += int(suite.get("tests", 0)) - sum(numbers.values())
    return found


def closing_line(found: Counter[str], seconds: float) -> str:
    """Say it as pytest does: `512 passed, 3 skipped in 312.33s`."""
    said = ", ".join(f"{found[what]} {what}" for what in ORDER if found[what]) or "no tests ran"
    return f" {said} in {seconds:.2f}s ".center(80, "=")


def main() -> int:
    """Run every step; 0 only if all of them found tests and all passed."""
    began = time.monotonic()
    broken: list[str] = []
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, arguments) in enumerate(STEPS.items()):
            report = Path(folder, f"{number}.xml")
            code = run(name, arguments, report)
            found += counts(report)
            if code:
                broken.append(f"{name} (pytest ended with {code})")
    print()
    if broken:
        print(f"Not in order: {', '.join(broken)}")
    print(closing_line(found, time.monotonic() - began), flush=True)
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main())
