"""A person at a page: taps what is seen, counts the taps, reads what is there."""

from __future__ import annotations

from typing import Any

PHONE = {"viewport": {"width": 390, "height": 660}, "has_touch": True, "is_mobile": True}
LAPTOP = {"viewport": {"width": 1280, "height": 800}}

TARGETS = """() => {
  const small = [];
  const all = 'button, input, textarea, select, a[href], [role=button]';
  for (const node of document.querySelectorAll(all)) {
    const box = node.getBoundingClientRect();
    if (!box.width || !box.height || node.disabled || getComputedStyle(node).visibility === 'hidden') continue;
    if (node.closest('.pn-hidden, #still, .c-gone')) continue;
    if (Math.min(box.width, box.height) < 43.5) {
      const name = node.dataset.id || node.dataset.key || node.dataset.place || node.textContent;
      small.push(`${name}: ${box.width.toFixed(1)} x ${box.height.toFixed(1)}`);
    }
  }
  return small;
}"""
"""What can be tapped and is smaller than a finger."""

OUTSIDE = """(wanted) => [...document.querySelectorAll(wanted)].filter((node) => {
  const box = node.getBoundingClientRect();
  return box.width && (box.bottom > innerHeight + 0.5 || box.right > innerWidth + 0.5 || box.left < -0.5);
}).map((node) => node.dataset.id || node.dataset.key || node.dataset.place)"""
"""What of a turn's controls lies outside the screen."""

OVERFLOW = (
    """() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"""
)


class Person:
    """Someone with a page in front of them.

    Attributes:
        page: the page.
        taps: how often they have tapped.
    """

    def __init__(self, page: Any) -> None:
        self.page = page
        self.taps = 0

    def _press(self, locator: Any) -> None:
        locator.click()
        self.taps += 1

    def button(self, id: str) -> Any:
        return self.page.locator(f'.c-panel [data-id="{id}"]:visible').first

    def tap(self, *ids: str) -> Person:
        for id in ids:
            self._press(self.button(id))
        return self

    def board(self, *places: str) -> Person:
        for place in places:
            self._press(self.page.locator(f'.c-board [data-place="{place}"]'))
        return self

    def hold(self, place: str) -> Person:
        self.page.locator(f'.c-board [data-place="{place}"]').click(delay=700)
        self.taps += 1
        return self

    def pad(self, *keys: str) -> Person:
        """Tap keys of the pad; "." is "That is all", "-" is "Not now"."""
        for key in keys:
            special = {".": '[data-pad="end"]', "-": '[data-pad="later"]'}.get(key, f'[data-key="{key}"]')
            locator = self.page.locator(f".c-pad {special}")
            locator.wait_for(state="visible")
            # A new question ignores taps for a moment: they belong to the one before.
            self.page.wait_for_timeout(350)
            self._press(locator)
        return self

    def type(self, id: str, text: str) -> Person:
        """Type into a field; it is tapped first."""
        self.page.locator(f'input[data-id="{id}"]:visible, textarea[data-id="{id}"]:visible').first.fill(text)
        self.taps += 1
        return self

    def reads(self, text: str, where: str = "#rendered_cells") -> Person:
        """Wait until a text is on the page."""
        self.page.wait_for_function(
            """([where, text]) => [...document.querySelectorAll(where)].some(
                (one) => one.getClientRects().length && one.innerText.includes(text))""",
            arg=[where, text],
        )
        return self

    def says(self, text: str) -> Person:
        """Wait until the one sentence is this."""
        return self.reads(text, ".pn-line-sentence")

    def entered(self, number: int) -> Person:
        """Wait until the page shows the entry of that number."""
        self.page.wait_for_function("(n) => new URLSearchParams(location.search).get('n') === String(n)", arg=number)
        return self

    def lit(self) -> list[str]:
        """The places that are lit."""
        places: list[str] = self.page.evaluate(
            "[...document.querySelectorAll('.bd-lit')].map((one) => one.dataset.place)"
        )
        return places

    def fits(self) -> None:
        """Nothing needed now lies outside the screen or is too small for a finger, and the page does not scroll."""
        self.page.wait_for_timeout(150)
        found = self.page.evaluate(TARGETS)
        assert found == [], found
        assert self.page.evaluate(OUTSIDE, ".c-actions button, .c-tabs button, .pad-key, .pad-control, .bd-lit") == []
        assert self.page.evaluate(OVERFLOW) == [0, 0]
