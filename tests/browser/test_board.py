"""The board under fingers, mice and keys, in a real browser."""

from __future__ import annotations

import os
import signal

import pytest

SENTENCE = ".c-sentence"
LIT = ".bd-lit"


@pytest.fixture
def page(demo_here):
    opened = demo_here.open("board_demo")
    # The board is drawn once more when the page has told how much room it has.
    opened.wait_for_function(
        "document.querySelector('.c-board svg.bd')?.viewBox.baseVal.width > 371"
        " || document.querySelector('.c-board')?.clientWidth === 370"
    )
    return opened


def says(page, text):
    page.wait_for_function("([where, text]) => document.querySelector(where).innerText === text", arg=[SENTENCE, text])


def at(page, place):
    return page.locator(f'.bd-it[data-place="{place}"]')


def heard(page, place, words):
    page.wait_for_selector(f'.bd-it[data-place="{place}"][aria-label^="{words}"]')


def middle(page, place):
    box = at(page, place).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_tap_reaches_python_and_the_card_lies_there_by_each_way(demo):
    page = demo.open("board_demo")
    at(page, "bo:c4").tap()
    says(page, "tap bo:c4, 4 cards")
    heard(page, "bo:c4", "Key with a Heart, on its back a Hexagon, row")
    heard(page, "bo:d4", "Starting room, worth 1, row")
    assert demo.complaints == []
    assert demo.strangers() == []


def test_only_what_changed_is_painted_again(page):
    page.evaluate("for (const art of document.querySelectorAll('.bd-art')) art.firstChild.seen = true")
    before = page.locator(".bd-it").count()
    at(page, "bo:d2").tap()  # outside the frame seen so far: the ring grows and everything moves
    says(page, "tap bo:d2, 4 cards")
    page.evaluate("for (const art of document.querySelectorAll('.bd-art')) art.firstChild.seen = true")
    at(page, "bo:e3").tap()  # inside: nothing moves
    says(page, "tap bo:e3, 5 cards")
    fresh = page.evaluate("""() => [...document.querySelectorAll('.bd-it')]
        .filter(node => !node.querySelector('.bd-art').firstChild.seen).map(node => node.dataset.place)""")
    assert before > 16
    assert fresh == ["bo:e3"]


def test_tap_to_repaint_stays_in_its_budget(page):
    took = []
    for place in ("bo:e3", "bo:c4", "bo:d5", "bo:e5"):
        took.append(
            page.evaluate(
                """place => new Promise(done => {
            const node = document.querySelector(`[data-place="${place}"]`), began = performance.now();
            new MutationObserver((_, watch) => { if (!/^Key/.test(node.getAttribute("aria-label"))) return;
                watch.disconnect(); done(performance.now() - began); }).observe(node, { attributes: true });
            node.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: 10 + 100 * Math.random() + 200 *
                (window.taps = (window.taps || 0) + 1), clientY: 10 }));
        })""",
                place,
            )
        )
    assert min(took) < 150, took


def test_a_double_click_is_one_tap(page):
    at(page, "bo:c4").dblclick()
    says(page, "tap bo:c4, 4 cards")
    at(page, "bo:e3").click()
    says(page, "tap bo:e3, 5 cards")


@pytest.mark.parametrize("how", ["long press", "right click", "Shift+Enter"])
def test_a_hold_asks_what_it_is_and_does_not_tap(page, how):
    if how == "long press":
        page.mouse.move(*middle(page, "bo:e4"))
        page.mouse.down()
        says(page, "hold bo:e4")
        page.mouse.up()
    elif how == "right click":
        at(page, "bo:e4").click(button="right")
    else:
        at(page, "bo:e4").focus()
        page.keyboard.press("Shift+Enter")
    says(page, "hold bo:e4")
    at(page, "bo:c4").click()
    says(page, "tap bo:c4, 4 cards")


def test_a_long_press_with_a_finger_holds_once(page, demo_here):
    x, y = middle(page, "bo:e4")
    page.evaluate("""() => { const send = companion.send; window.sent = 0;
        companion.send = (...all) => { window.sent += 1; return send(...all); }; }""")
    wire = page.context.new_cdp_session(page)
    wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    says(page, "hold bo:e4")
    page.wait_for_timeout(400)
    wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(400)
    assert page.evaluate("window.sent") == 1
    assert page.locator(SENTENCE).inner_text() == "hold bo:e4"


def test_a_finger_that_wanders_off_does_nothing(page):
    page.mouse.move(*middle(page, "bo:e4"))
    page.mouse.down()
    page.mouse.move(*middle(page, "bo:c4"), steps=4)
    page.wait_for_timeout(700)
    page.mouse.up()
    page.wait_for_timeout(200)
    assert page.locator(SENTENCE).inner_text() == "Tap a lit space"


def test_keys_walk_choose_and_keep_the_focus(page):
    at(page, "bo:d4").focus()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.place") == "bo:c4"
    page.keyboard.press("Enter")
    says(page, "tap bo:c4, 4 cards")
    page.keyboard.press("ArrowUp")
    focus = page.evaluate("document.activeElement.dataset.place")
    page.keyboard.press("Space")
    says(page, f"tap {focus}, 5 cards")
    assert page.evaluate("document.activeElement.dataset.place") == focus


def test_every_place_is_a_named_button_of_44_pixels_on_a_phone(demo_here):
    page = demo_here.open("board_demo", device=demo_here.device(viewport={"width": 390, "height": 660}))
    for scene in ("dungeon", "table"):
        if scene == "table":
            page.get_by_role("button", name="Table").click()
            page.wait_for_selector('[data-place="1D"]')
        boxes = page.evaluate("""() => [...document.querySelectorAll('.bd-it[data-place]')].map(node => {
            const { width, height, bottom, right } = node.querySelector('.bd-hit').getBoundingClientRect();
            const told = [node.dataset.place, node.getAttribute('role'), node.getAttribute('aria-label')];
            return [...told, width, height, bottom, right];
        })""")
        assert len(boxes) > 12
        for place, role, label, width, height, bottom, right in boxes:
            assert role == "button", place
            assert label, place
            assert min(width, height) >= 44, (scene, place, width, height)
            assert bottom <= 660, place
            assert right <= 390, place
    assert page.evaluate("document.documentElement.scrollHeight - document.documentElement.clientHeight") == 0


def test_no_text_of_the_board_is_smaller_than_12_pixels(page):
    page.get_by_role("button", name="Table").click()
    page.wait_for_selector('[data-place="1D"]')
    sizes = page.evaluate("""() => [...document.querySelectorAll('svg.bd text')].map(node => {
        const size = node.getScreenCTM().a * parseFloat(getComputedStyle(node).fontSize);
        return [node.textContent, size]; })""")
    assert len(sizes) > 10
    assert [small for small in sizes if small[1] < 11.9] == []


def test_names_typed_by_people_are_text(page):
    page.get_by_role("button", name="Table").click()
    page.wait_for_selector('[data-place="1D"]')
    assert page.locator("svg.bd img, svg.bd script").count() == 0
    assert page.evaluate("window.pwned") is None
    assert "<img src=x" in at(page, "gold/bo").get_attribute("aria-label")


def test_what_is_in_the_way_flashes_each_time(page):
    at(page, "bo:e4").click()
    says(page, "refused bo:e4")
    page.wait_for_selector('.bd-flash[data-place="bo:d4"]')
    page.wait_for_selector(".bd-flash", state="detached")
    at(page, "bo:e4").click()
    page.wait_for_selector('.bd-flash[data-place="bo:d4"]')


def test_no_tap_leaves_a_page_that_has_lost_its_kernel(page):
    pid = int(page.locator(".pid").inner_text())
    os.kill(pid, signal.SIGSTOP)
    try:
        page.wait_for_function("document.documentElement.dataset.live === '0'")
        page.evaluate("""() => { const send = WebSocket.prototype.send; window.sent = 0;
            WebSocket.prototype.send = function (data) { window.sent += 1; return send.call(this, data); }; }""")
        at(page, "bo:c4").click()
        at(page, "bo:c4").focus()
        page.keyboard.press("Enter")
        page.wait_for_function("document.querySelector('#toasts')?.innerText.includes('Not connected')")
        assert page.evaluate("window.sent") == 0
    finally:
        os.kill(pid, signal.SIGCONT)


def test_the_picture_is_laid_out_anew_for_a_wide_screen(demo_here):
    page = demo_here.open("board_demo", device=demo_here.device(viewport={"width": 1280, "height": 800}))
    page.wait_for_function("""() => { const svg = document.querySelector('svg.bd'), box = svg.parentNode;
        return svg.viewBox.baseVal.width === box.clientWidth && svg.viewBox.baseVal.height === box.clientHeight; }""")
    assert at(page, "bo:d4").bounding_box()["width"] > 90


def test_the_picture_turns_for_the_other_side_of_the_table(page):
    x, _ = middle(page, "bo:c4")
    page.get_by_role("button", name="Turn").click()
    page.wait_for_selector("svg.bd-turned")
    turned, _ = middle(page, "bo:c4")
    assert turned > x


def test_dark_and_light_are_different_pictures_with_the_same_cards(demo_here):
    fills = []
    for scheme in ("light", "dark"):
        page = demo_here.open("board_demo", device=demo_here.device(color_scheme=scheme))
        fills.append(
            page.evaluate("""() => [".fk-table", ".fk-H, .fk-L"].map(name =>
            getComputedStyle(document.querySelector(name)).fill)""")
        )
    (table, symbol), (dark_table, dark_symbol) = fills
    assert table != dark_table
    assert symbol.startswith("rgb(17")
    assert dark_symbol.startswith("rgb(1")
