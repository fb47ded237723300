"""The Pad widget: one picker for every question, driven by data. It knows no game.

A question is a list of steps; each step shows keys in fixed places. The half-filled answer lives in the page; one
message comes back when the answer is complete, and it is complete as soon as only one answer is left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import anywidget
import msgspec
import traitlets

from companion.engine.errors import UnreadableError
from companion.ui import base

Picked = tuple[str, ...]
"""The keys picked in one step, in the order of the keys."""


class Key(msgspec.Struct, frozen=True, omit_defaults=True):
    """One key of a step.

    Args:
        id: what is sent back.
        label: what it says.
        sub: small type under the label.
        svg: a picture instead of the label's text (the label is then read out); trusted markup, no typed names in it.
        enabled: False greys it out in its place.
        likely: a thicker edge; never another place.
        then: steps that follow only when this key is picked, before the steps that follow anyway.
    """

    id: str
    label: str
    sub: str = ""
    svg: str = ""
    enabled: bool = True
    likely: bool = False
    then: tuple[Step, ...] = ()


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """One step of a question.

    Args:
        prompt: the sentence above the keys.
        keys: the keys, row by row.
        columns: how many stand in a row.
        most: how many may be picked; with more than one they gather (H, L gives HL), and a key may be picked twice.
        least: how many must be picked before "That is all" is offered.
        rows: what stands before each row, for a grid.
        heads: what stands over each column, for a grid.
    """

    prompt: str
    keys: tuple[Key, ...]
    columns: int = 4
    most: int = 1
    least: int = 1
    rows: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()

    def sort(self, picked: Sequence[str]) -> Picked:
        """Put picked keys in the order of the keys: how they were tapped does not matter."""
        order = [key.id for key in self.keys]
        return tuple(sorted(picked, key=order.index))


class Ask(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question.

    Args:
        name: names the question, so that a half-filled answer survives a reload: "reveal 2K".
        steps: what is asked, one step after the other.
        answers: every answer still possible, each with one tuple of keys a step; None where anything goes. Keys that
            lead to none of them are greyed, and the answer is sent as soon as one is left.
        later: what the key says that skips the question; empty for none.
        slots: whether what is picked stands over the keys in slots, a row for each step: for dice.
        waits: whether the large button waits while the answer is half-filled: it would throw that away.
    """

    name: str
    steps: tuple[Step, ...]
    answers: tuple[tuple[Picked, ...], ...] | None = None
    later: str = "Not now"
    slots: bool = False
    waits: bool = False


class Answer(msgspec.Struct, frozen=True):
    """What was answered.

    Args:
        name: the question.
        value: the keys picked, a tuple for each step.
        seq: the entry number that the page saw when it answered.
    """

    name: str
    value: tuple[Picked, ...]
    seq: int

    @property
    def keys(self) -> tuple[str, ...]:
        """The value with each step joined: (("H", "L"), ("C",)) gives ("HL", "C")."""
        return tuple("".join(picked) for picked in self.value)


class Draft:
    """A half-filled answer, and what may be tapped next. The page keeps the same book in JavaScript.

    Args:
        ask: the question.
        picked: what has been picked in each step so far; the last one is the step at hand.
    """

    def __init__(self, ask: Ask, picked: Sequence[Sequence[str]] = ((),)) -> None:
        self.ask = ask
        self.picked = [list(step) for step in picked]
        self.value: tuple[Picked, ...] | None = None

    @property
    def steps(self) -> list[Step]:
        """The steps known so far: those of the question, and those that picked keys brought along."""
        known, rest, at = [], list(self.ask.steps), 0
        while rest:
            step = rest.pop(0)
            known.append(step)
            chosen = self.picked[at] if at < len(self.picked) else []
            brought = [key.then for key in step.keys if chosen[:1] == [key.id]]
            rest = [*(brought[0] if brought and step.most == 1 else ()), *rest]
            at += 1
        return known

    @property
    def step(self) -> Step:
        """The step at hand."""
        return self.steps[len(self.picked) - 1]

    def left(self, more: Sequence[str] = ()) -> list[tuple[Picked, ...]] | None:
        """The answers that still fit, with some more keys picked in the step at hand; None where anything goes."""
        if self.ask.answers is None:
            return None
        *before, here = self.picked
        want = Counter([*here, *more])
        at = len(before)
        return [
            answer
            for answer in dict.fromkeys(self.ask.answers)
            if len(answer) > at
            and all(Counter(answer[i]) == Counter(done) for i, done in enumerate(before))
            and want <= Counter(answer[at])
        ]

    def may(self, key: Key) -> bool:
        """Tell whether a key may be tapped now."""
        if not key.enabled or len(self.picked[-1]) >= self.step.most:
            return False
        left = self.left([key.id])
        return left is None or bool(left)

    def may_end(self) -> bool:
        """Tell whether the step at hand may be ended with what is picked."""
        here = self.picked[-1]
        if self.step.most == 1 or len(here) < self.step.least:
            return False
        left = self.left()
        at = len(self.picked) - 1
        return left is None or any(Counter(answer[at]) == Counter(here) for answer in left)

    def tap(self, key_id: str) -> None:
        """Pick a key.

        Raises:
            UnreadableError: the step has no such key, or it may not be tapped now.
        """
        allowed = [key.id for key in self.step.keys if self.may(key)]
        if self.value is not None or key_id not in allowed:
            raise UnreadableError(key_id, f"one of {', '.join(allowed) or 'no more keys'}")
        self.picked[-1].append(key_id)
        left = self.left()
        if left is not None and len(left) == 1:
            self.value = left[0]
        elif len(self.picked[-1]) >= self.step.most or (left is not None and not self._can_grow()):
            self._next()

    def _can_grow(self) -> bool:
        return any(self.may(key) for key in self.step.keys)

    def end(self) -> None:
        """End the step at hand: "That is all".

        Raises:
            UnreadableError: something is still missing.
        """
        if not self.may_end():
            raise UnreadableError("That is all", f"at least {self.step.least} picked, as one of the known cards")
        self._next()

    def _next(self) -> None:
        steps = self.steps
        if len(self.picked) < len(steps):
            self.picked.append([])
            left = self.left()
            if left is not None and len(left) == 1:
                self.value = left[0]
        else:
            self.value = tuple(step.sort(done) for step, done in zip(steps, self.picked, strict=True))

    def back(self) -> None:
        """Take the last pick back, across steps."""
        if not self.picked[-1] and len(self.picked) > 1:
            self.picked.pop()
        if self.picked[-1]:
            self.picked[-1].pop()


class Pad(anywidget.AnyWidget):
    """The picker on the page.

    Attributes:
        seq: the entry number of the table that the page shows; set it after every entry.
        where: the table's name, for the half-filled answer that survives a reload.
        ask: the question shown, or None.
    """

    _esm = Path(__file__).with_suffix(".js")
    question: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    showing = traitlets.Int(0).tag(sync=True)
    seq = traitlets.Int(0).tag(sync=True)
    where = traitlets.Unicode("").tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self.ask: Ask | None = None
        self._commit: list[Callable[[Answer], object]] = []
        self._later: list[Callable[[Ask], object]] = []
        base.listen(self, {"pad": self._receive, "later": self._receive})

    def __repr__(self) -> str:
        return f"Pad({self.ask.name!r})" if self.ask else "Pad()"

    def show(self, ask: Ask) -> None:
        """Ask a question; it replaces the one on the page."""
        self.ask = ask
        with self.hold_sync():
            self.question = msgspec.to_builtins(ask)
            self.showing += 1

    def hide(self) -> None:
        """Ask nothing."""
        self.ask = None
        with self.hold_sync():
            self.question = {}
            self.showing += 1

    def on_commit(self, fn: Callable[[Answer], object]) -> None:
        """Call `fn` with each complete answer; unless it shows or hides something, the same question is asked again."""
        self._commit.append(base.safely(fn))

    def on_later(self, fn: Callable[[Ask], object]) -> None:
        """Call `fn` with a question that was skipped."""
        self._later.append(base.safely(fn))

    def choose(self, *values: str | Sequence[str]) -> None:
        """Answer as the page would, without a page.

        Args:
            values: for each step a key, or several: "box", ["H", "L"], or "HL" where each letter is a key.

        Raises:
            UnreadableError: the question has no such answer.
        """
        ask = self._asked()
        draft = Draft(ask)
        for value in values:
            self._choose_step(draft, value)
        if draft.value is None:
            raise UnreadableError(repr(values), f"an answer to {draft.step.prompt!r}")
        self._receive({"kind": "pad", "value": list(draft.value), "seq": self.seq, "showing": self.showing})

    def _choose_step(self, draft: Draft, value: str | Sequence[str]) -> None:
        at = len(draft.picked)
        known = {key.id for key in draft.step.keys}
        keys = [value] if isinstance(value, str) and (value in known or len(value) < 2) else list(value)
        for key in keys:
            if draft.value is None:
                draft.tap(key)
        if draft.value is None and len(draft.picked) == at:
            draft.end()

    def skip(self) -> None:
        """Skip the question as the page would."""
        self._asked()
        self._receive({"kind": "later", "seq": self.seq, "showing": self.showing})

    def _asked(self) -> Ask:
        if self.ask is None:
            raise UnreadableError("a choice", "nothing: no question is on the pad")
        return self.ask

    def _receive(self, content: dict[str, Any]) -> None:
        ask, showing = self.ask, self.showing
        if ask is None or content.get("showing") != showing:
            return  # the second half of a double click, or a page that has not caught up
        if content["kind"] == "later":
            self._tell(self._later, ask)
        else:
            answer = Answer(ask.name, check(ask, content.get("value")), int(content.get("seq", 0)))
            self._tell(self._commit, answer)
        if self.showing == showing:
            self.show(ask)

    def _tell(self, listeners: Sequence[Callable[[Any], object]], what: Answer | Ask) -> None:
        for fn in listeners:
            fn(what)


def check(ask: Ask, value: Any) -> tuple[Picked, ...]:
    """Read a complete answer that a page sent.

    Args:
        ask: the question.
        value: a list of keys for each step.

    Raises:
        UnreadableError: it is not an answer to this question.
    """
    try:
        answer = msgspec.convert(value, tuple[Picked, ...])
    except msgspec.ValidationError:
        raise UnreadableError(repr(value), "a list of keys for each step") from None
    if ask.answers is not None:
        if answer in ask.answers:
            return answer
        raise UnreadableError(repr(value), "one of the answers still possible")
    steps = Draft(ask, answer or ((),)).steps
    if len(steps) != len(answer) or not all(map(_fits, steps, answer)):
        raise UnreadableError(repr(value), "keys of each step, as many as it takes")
    return answer


def _fits(step: Step, picked: Picked) -> bool:
    known = {key.id for key in step.keys if key.enabled}
    return min(step.least, step.most) <= len(picked) <= step.most and known.issuperset(picked)
