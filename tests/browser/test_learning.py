"""Learning, hints and looking back, on a phone and on a laptop, as a person meets them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

import companion
from companion.engine.store import Store
from companion.games.four_keys.teaser import teaser
from companion.ui.four_keys.teacher import TEACHER
from companion.ui.hints import EVERYONE, settle

from .conftest import HOMES
from .people import LAPTOP, PHONE, Person

TALL = {**PHONE, "viewport": {"width": 390, "height": 844}}
SIZES = {"phone": TALL, "laptop": LAPTOP}


@pytest.fixture(params=SIZES)
def size(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Either screen."""
    return SIZES[request.param]


@pytest.fixture
def visitor(visitors: Callable[..., Any]) -> Any:
    """A visitor of the dashboards."""
    return visitors(None, "loopback")


@pytest.fixture
def here(visitor: Any, size: dict[str, Any]) -> Callable[..., Person]:
    """Open a page as a person at that screen; nothing may be complained about."""

    def give(page: str = "start", **query: str) -> Person:
        return Person(visitor.open(page, device=visitor.device(**size), **query))

    yield give
    assert visitor.complaints == []
    assert visitor.strangers() == []


@pytest.fixture
def store(visitor: Any) -> Any:
    """Where the server keeps its tables."""
    kept = Store(HOMES[visitor.server.pid] / "tables.db")
    yield kept
    kept.close()


@pytest.fixture
def table(store: Store) -> Any:
    """A practice table some turns into its game, at which everybody may ask for hints."""
    made = companion.open_table("four-keys", ["Ana", "Bo"], store=store, seed=4)
    settle(made, EVERYONE)
    play(made, 20)
    return made


def play(table: Any, steps: int | None = None) -> None:
    """Play on without much thought; so many steps, or to the end."""
    rng, greedy = random.Random(3), table.game.policy("greedy")
    while table.outcome() is None and steps != 0:
        if table.actor == "TABLE":
            table.sample()
        else:
            table.play(greedy(table.game, table.state, rng))
            steps = None if steps is None else steps - 1
    while table.actor == "TABLE":
        table.sample()


def lower(table: Any) -> str:
    """The seat whose dungeon is counted first."""
    return str(min(table.score(), key=lambda sheet: sheet.points).seat)


def test_the_first_sixty_seconds(here):
    person = here()
    person.says("Drop this key. Two doors should open.")
    assert len(person.lit()) == 11
    person.fits()
    lesser = next(choice for choice in teaser().choices if choice.value % 100 == 1)
    person.board(lesser.place).says("There is a space that opens two.")
    person.board(teaser().best.place).says("Two doors open: +8. Best of 11.")
    person.page.wait_for_function("document.querySelectorAll('.pl-run').length === 4")
    person.reads("5 in 10 that a key you need is on top").tap("why").reads("= 6/11")
    person.tap("game four-keys")
    for way in ("new four-keys", "learn four-keys", "count four-keys"):
        assert person.button(way).is_visible()


def test_a_lesson_wrong_then_right(here):
    person = here("learn")
    person.tap("learn key")
    puzzle = TEACHER.course.lesson("key").puzzles[0]
    person.says(puzzle.say)
    lesser = next(choice for choice in puzzle.choices if choice.value == 0)
    person.board(lesser.place).reads("There is better")
    person.page.wait_for_function("document.querySelectorAll('.bd-it[data-key^=\"best:\"]').length > 4")
    person.fits()
    person.tap("again")
    for puzzle in TEACHER.course.lesson("key").puzzles:
        person.says(puzzle.say).board(puzzle.best.place).reads(puzzle.best.says)
        person.tap("next")
    person.tap("lessons").reads("✓")
    person.page.reload()
    person.page.wait_for_function("document.documentElement.dataset.live === '1'")
    person.reads("Learn 4 KEYS").reads("✓")


def test_a_puzzle_and_one_more(here):
    person = here("learn")
    person.tap("train count").says("What is this dungeon worth?")
    shown = person.page.locator(".pn-answer")
    shown.first.wait_for()
    for _ in range(4):
        person.page.locator(".pn-answer").nth(_).click()
        person.page.wait_for_selector('[data-id="again"]:visible, [data-id="next"]:visible')
        # A second tap on the same place within moments is taken for a double click.
        person.page.wait_for_timeout(600)
        if person.button("next").count():
            break
        person.tap("again")
        shown.first.wait_for()
    person.reads(" = ")
    person.fits()
    person.tap("next").says("What is this dungeon worth?")
    shown.first.wait_for()


def test_a_hint_in_one_tap_then_the_move_then_the_numbers(here, table):
    person = here("table", table=table.id, seat="all")
    person.tap("hint")
    person.page.wait_for_selector(".pn-group-hint")
    assert person.taps == 1
    person.tap("more")
    person.page.wait_for_selector(".bd-high")
    person.tap("numbers").reads("best rival", ".c-sheet")
    values = person.page.locator(".c-sheet .pn-end").all_inner_texts()
    assert values
    assert len({value[0] for value in values if value}) == 1, "exact and sampled never stand in one list"
    table.refresh()
    assert sum("asked for a hint" in record.sentence for record in table.log) == 3


def test_try_keep_and_back(here, table, store):
    person = here("table", table=table.id, seat="all")
    before = table.seq
    person.tap("menu", "try").reads("the table is untouched")
    pile = next(place for place in person.lit() if place in ("1K", "2K"))
    person.board(pile)
    person.page.wait_for_function("document.querySelectorAll('.bd-lit').length > 0")
    assert person.page.locator("[data-key='trying']").count() == 1
    person.tap("back")
    person.page.wait_for_selector("[data-id='tab table']:visible")
    table.refresh()
    assert table.seq == before
    person.page.wait_for_timeout(600)
    person.tap("menu", "try").reads("the table is untouched").board(pile)
    person.page.wait_for_timeout(600)
    person.tap("keep")
    person.page.wait_for_selector("[data-id='tab table']:visible")
    person.entered(before + 1)
    table.refresh()
    assert table.state.hand is not None


def test_odds_and_one_tap_deeper(here, table):
    person = here("table", table=table.id, seat="all")
    person.page.locator('.c-panel [data-id="odds"]:visible').first.click()
    person.board("1K")
    line = person.page.locator('[data-id="odds line"]')
    line.wait_for()
    assert len(re.findall("[●○]", line.inner_text())) == 10
    line.click()
    person.tap("sheet 0").reads("Counted:", ".c-sheet").reads("Components: cards", ".c-sheet")


def test_the_line_after_the_game(here, table):
    play(table)
    person = here("table", table=table.id, seat="all", tab="end")
    for number, seat in enumerate(("ana", "bo"), start=1):
        person.tap(f"yes {seat}").entered(table.seq + number)
    person.tap("next").reads("Count Bo's" if lower(table) == "ana" else "Count Ana's")
    # A second tap on the same button is not taken for the second half of a double click.
    person.page.wait_for_timeout(450)
    person.tap("next")
    person.page.wait_for_function("document.body.innerText.includes('what could I have had?')", timeout=60_000)
    person.tap("back ana", "turn 13").reads("proven best", ".c-sheet")
    assert person.page.locator(".pn-picture-board svg").count() == 1


def test_teach_the_table_in_big_type(here):
    person = here("learn")
    person.tap("teach").says("You win by gold")
    size = person.page.eval_on_selector(".pn-line-sentence", "(node) => parseFloat(getComputedStyle(node).fontSize)")
    assert size >= 22
    person.fits()


def test_the_advisor_page(here):
    person = here("advisor")
    person.tap("practice four-keys", "consult")
    person.page.wait_for_function("document.querySelectorAll('[data-id^=\"hint \"]').length > 0")
