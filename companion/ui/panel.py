"""The Panel widget: rows, buttons and fields described by data. It knows no game.

Everything typed by people is text, never HTML. Fields and opened rows live in the page; a tap sends one message with
what the fields hold and the entry number that the page saw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import anywidget
import msgspec
import traitlets

from companion.engine.errors import UnknownNameError
from companion.ui import base

Do: TypeAlias = Callable[[], object]
"""What a tap does."""


class Text(msgspec.Struct, frozen=True, omit_defaults=True, tag="text"):
    """A line or a paragraph.

    Args:
        text: plain text.
        look: "title", "sentence", "small", "badge", "big", "warn", "lead" or several with blanks between.
    """

    text: str
    look: str = ""


class Picture(msgspec.Struct, frozen=True, omit_defaults=True, tag="picture"):
    """A drawing.

    Args:
        svg: trusted markup, names in it escaped.
        label: what a screen reader says.
        look: how it is shown.
    """

    svg: str
    label: str = ""
    look: str = ""


class Button(msgspec.Struct, frozen=True, omit_defaults=True, tag="button"):
    """Something to tap.

    Args:
        id: its name in this panel.
        text: what it says.
        do: what a tap does; None with `inside` only opens it.
        sub: small type under the text.
        end: what stands at the right end of a row.
        look: "primary", "ghost", "danger", "chip", "row", "tab", "struck" ...
        on: whether it is the chosen one.
        enabled: False greys it.
        svg: a small trusted picture before the text.
        inside: what a tap opens under it, in the page.
        label: what a screen reader says instead of the text.
        key: a letter that taps it too, while nothing is being typed.
    """

    id: str
    text: str
    do: Do | None = None
    sub: str = ""
    end: str = ""
    look: str = ""
    on: bool = False
    enabled: bool = True
    svg: str = ""
    inside: tuple[Item, ...] = ()
    label: str = ""
    key: str = ""


class Field(msgspec.Struct, frozen=True, omit_defaults=True, tag="field"):
    """Something to type. Its text comes with every tap on the panel.

    Args:
        id: its name in this panel.
        label: what it asks for.
        value: what stands in it; another value from Python replaces what was typed.
        hint: pale text in an empty field.
        kind: "line", "area" or "file" (the text of a file).
        most: characters.
        enter: the button that Enter taps; empty for none.
        look: how it is shown.
        turn: another number empties what was typed.
    """

    id: str
    label: str
    value: str = ""
    hint: str = ""
    kind: str = "line"
    most: int = 200
    enter: str = ""
    look: str = ""
    turn: int = 0


class Pick(msgspec.Struct, frozen=True, omit_defaults=True, tag="pick"):
    """One of a few, chosen in the page. What is chosen comes with every tap on the panel, under `id`.

    Args:
        id: its name in this panel.
        label: what it asks.
        options: buttons; their ids are the values, and what they do is not called.
        value: the id that is chosen at first.
        look: how it is shown.
    """

    id: str
    label: str
    options: tuple[Button, ...]
    value: str = ""
    look: str = ""


class Download(msgspec.Struct, frozen=True, omit_defaults=True, tag="download"):
    """A text that the page can save as a file.

    Args:
        text: what the link says.
        name: the file's name.
        content: what is in it.
    """

    text: str
    name: str
    content: str


class Group(msgspec.Struct, frozen=True, omit_defaults=True, tag="group"):
    """Items side by side or in a frame.

    Args:
        items: what is in it.
        look: "chips", "row", "card", "actions", "tabs", "grid".
        seconds: it goes away by itself after so many; 0 for never.
    """

    items: tuple[Item, ...]
    look: str = ""
    seconds: float = 0


Item: TypeAlias = Text | Picture | Button | Field | Pick | Download | Group


def walk(items: Sequence[Item]) -> Iterator[Item]:
    """Yield every item, those inside others included."""
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from walk(item.items)
        elif isinstance(item, Button):
            yield from walk(item.inside)


def _wire(item: Any) -> Any:
    """Return an item as the page gets it: what a tap does stays here."""
    if isinstance(item, tuple):
        return [_wire(one) for one in item]
    if not isinstance(item, msgspec.Struct):
        return item
    kept = {name: getattr(item, name) for name in item.__struct_fields__ if name != "do"}
    kind = type(item).__struct_config__.tag
    taps = {"tap": True} if isinstance(item, Button) and item.do is not None else {}
    return {"type": kind, **taps, **{name: _wire(value) for name, value in kept.items() if value not in ("", (), None)}}


def _given(items: Iterable[Item]) -> dict[str, tuple[str, int]]:
    """Return what stands in each field before anybody types, and its turn."""
    return {one.id: (one.value, getattr(one, "turn", 0)) for one in items if isinstance(one, Field | Pick)}


class Panel(anywidget.AnyWidget):
    """A column of items.

    Attributes:
        seq: the entry that the page saw; a tap that saw another one is stale and does nothing.
        hidden: whether it is out of sight.
        values: what the fields and picks held at the last tap, or as `fill` set them.
    """

    _esm = Path(__file__).with_suffix(".js")
    items: traitlets.List[Any] = traitlets.List().tag(sync=True)
    seq = traitlets.Int(0).tag(sync=True)
    hidden = traitlets.Bool(False).tag(sync=True)

    def __init__(self, *looks: str, hidden: bool = False) -> None:
        super().__init__(hidden=hidden)
        self.shown: tuple[Item, ...] = ()
        self.values: dict[str, str] = {}
        self._does: dict[str, Do] = {}
        self._stale: list[Do] = []
        base.listen(self, {"tap": self._on_tap})
        for look in looks:
            self.add_class(look)

    def __repr__(self) -> str:
        return f"Panel({len(self.shown)} items)"

    def show(self, *items: Item, seq: int | None = None) -> None:
        """Show other items; fields keep what was typed, rows stay open.

        Args:
            items: from top to bottom.
            seq: the entry that they show; None leaves it.
        """
        every = tuple(walk(items))
        self._does = {one.id: one.do for one in every if isinstance(one, Button) and one.do is not None}
        fields, before = _given(every), _given(walk(self.shown))
        kept = {name: self.values[name] for name in fields if name in self.values and before.get(name) == fields[name]}
        self.values = {name: value for name, (value, _) in fields.items()} | kept
        self.shown = items
        with self.hold_sync():
            self.items = [_wire(item) for item in items]
            if seq is not None:
                self.seq = seq

    def on_stale(self, fn: Do) -> None:
        """Call `fn` at a tap that was meant for an older picture."""
        self._stale.append(fn)

    def __getitem__(self, id: str) -> Button:
        """Return a button of the panel.

        Raises:
            UnknownNameError: there is none of that id.
        """
        buttons = {one.id: one for one in walk(self.shown) if isinstance(one, Button)}
        if id not in buttons:
            raise UnknownNameError("button", id, tuple(buttons))
        return buttons[id]

    def __contains__(self, id: object) -> bool:
        return any(isinstance(one, Button) and one.id == id for one in walk(self.shown))

    @property
    def text(self) -> str:
        """Everything that can be read on it, a line an item."""
        parts = []
        for one in walk(self.shown):
            words = [getattr(one, name, "") for name in ("text", "end", "sub")]
            parts.append(" ".join(word for word in words if word))
        return "\n".join(part for part in parts if part)

    def fill(self, **values: str) -> None:
        """Type into fields as the page would, without a page.

        Raises:
            UnknownNameError: there is no such field.
        """
        known = {one.id for one in walk(self.shown) if isinstance(one, Field | Pick)}
        for name in values:
            if name not in known:
                raise UnknownNameError("field", name, sorted(known))
        self.values |= values

    def tap(self, id: str) -> None:
        """Do what a tap on a button of the page does.

        Raises:
            UnknownNameError: there is no such button, or it is grey.
        """
        button = self[id]
        if not button.enabled:
            raise UnknownNameError("button that may be tapped", id)
        self._handle_custom_msg({"kind": "tap", "id": id, "seq": self.seq, "values": self.values}, [])

    def _on_tap(self, content: dict[str, Any]) -> None:
        values = content.get("values")
        if isinstance(values, dict):
            known = {one.id for one in walk(self.shown) if isinstance(one, Field | Pick)}
            self.values |= {str(name): str(value) for name, value in values.items() if name in known}
        do = self._does.get(str(content.get("id", "")))
        if do is None or content.get("seq") != self.seq:
            for fn in self._stale:
                fn()
        else:
            do()
