"""Every golden playthrough comes out as it stands in its file, and no game is without one."""

from __future__ import annotations

import pytest

from companion.games import PACKAGES
from tests.playthrough import FOLDER, RECIPES, Recipe, told


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name)
def test_a_playthrough_comes_out_as_written(recipe: Recipe) -> None:
    written = (FOLDER / f"{recipe.name}.txt").read_text(encoding="utf-8").splitlines()
    moves = [line[2:] for line in written if line.startswith("> ")]
    for number, (now, then) in enumerate(zip(told(recipe, moves), written, strict=True), start=1):
        assert now == then, f"line {number}"


def test_every_game_has_a_playthrough() -> None:
    assert {recipe.game for recipe in RECIPES} >= set(PACKAGES)


def test_every_file_has_a_recipe() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {recipe.name for recipe in RECIPES}
