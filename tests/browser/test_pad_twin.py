"""The pad keeps its book twice, in the page and in Python: both must say the same after every tap."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import msgspec
import pytest

import companion.ui.pad
from companion.ui.pad import Ask, Draft, Key, Step

SOURCE = Path(companion.ui.pad.__file__).with_suffix(".js").read_text(encoding="utf-8")

WALK = """
async ([source, ask, taps]) => {
    const { Draft } = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
    const draft = new Draft(ask), book = [];
    const note = () => book.push([draft.picked.map((step) => [...step]), draft.value,
        draft.steps.map((step) => step.prompt),
        draft.step.keys.filter((key) => draft.may(key)).map((key) => key.id), draft.mayEnd()]);
    note();
    for (const tap of taps) {
        if (tap === ".") draft.next();
        else if (tap === "<") draft.back();
        else draft.tap(draft.step.keys.find((key) => key.id === tap));
        note();
    }
    return book;
}
"""


def note(draft):
    value = draft.value and [list(step) for step in draft.value]
    open_keys = [key.id for key in draft.step.keys if draft.may(key)]
    return [
        [list(step) for step in draft.picked],
        value,
        [step.prompt for step in draft.steps],
        open_keys,
        draft.may_end(),
    ]


def question(rng):
    """A random question: two or three steps, some with many picks, keys that bring steps, some with known answers."""
    letters = "HLCX"
    more = Step("More?", (Key("m", "M"), Key("n", "N")))
    keys = tuple(
        Key(one, one, enabled=rng.random() > 0.1, then=(more,) if rng.random() < 0.2 else ()) for one in letters
    )
    steps = tuple(Step(f"{i}?", keys, most=rng.choice((1, 1, 2, 3))) for i in range(rng.choice((2, 3))))
    if rng.random() < 0.5:
        return Ask("q", steps)
    plain = tuple(msgspec.structs.replace(step, keys=tuple(Key(one, one) for one in letters)) for step in steps)
    faces = [face for size in (1, 2) for face in itertools.combinations_with_replacement(letters, size)]
    pools = [[face for face in faces if len(face) <= step.most] for step in plain]
    answers = tuple(tuple(rng.choice(pool) for pool in pools) for _ in range(rng.randint(2, 12)))
    return Ask("q", plain, answers=answers)


@pytest.fixture
def blank(browser):
    context = browser.new_context()
    yield context.new_page()
    context.close()


def test_both_books_agree_tap_by_tap(blank):
    ended = 0
    for seed in range(120):
        rng = random.Random(seed)
        ask = question(rng)
        draft, taps, book = Draft(ask), [], []
        book.append(note(draft))
        while draft.value is None and len(taps) < 12:
            choices = [key.id for key in draft.step.keys if draft.may(key)]
            choices += ["."] if draft.may_end() else []
            if not choices or rng.random() < 0.1:
                choices = ["<"]
            taps.append(rng.choice(choices))
            draft.end() if taps[-1] == "." else draft.back() if taps[-1] == "<" else draft.tap(taps[-1])
            book.append(note(draft))
        ended += draft.value is not None
        assert blank.evaluate(WALK, [SOURCE, msgspec.to_builtins(ask), taps]) == book, (seed, taps)
    assert ended > 60
