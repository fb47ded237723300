"""What the platform promises to every page, in a real browser."""

from __future__ import annotations

import os
import re
import signal
import time

import psutil
import pytest

from .conftest import kernels, leave, wait_until

SENTENCE = ".c-sentence"


def sentence(page):
    return page.locator(SENTENCE).inner_text()


def tap(page, text):
    page.get_by_role("button", name=text, exact=True).first.click()


def says(page, text):
    page.wait_for_function("([where, text]) => document.querySelector(where).innerText === text", arg=[SENTENCE, text])


def shows(page, selector, text):
    page.wait_for_function(
        "([where, text]) => (document.querySelector(where)?.innerText || '').includes(text)", arg=[selector, text]
    )


@pytest.fixture
def frozen():
    """Processes to stop for a while; all go on at the end."""
    stopped = []

    def freeze(pid):
        os.kill(pid, signal.SIGSTOP)
        stopped.append(pid)

    yield freeze
    for pid in stopped:
        if psutil.pid_exists(pid):
            os.kill(pid, signal.SIGCONT)


def kernel_of(page):
    """The process id of the page's kernel, which the demo tells in its menu."""
    page.wait_for_function("document.querySelector('.facts')?.textContent.trim()")
    return int(page.locator(".facts").text_content().split()[-1])


# --- a page


def test_a_page_comes_up_live_and_asks_no_other_host(demo):
    page = demo.open()
    assert page.locator(".lamp").inner_text() == "live"
    tap(page, "Put it down")
    says(page, "count 1")
    assert len(demo.asked) > 20
    assert demo.strangers() == []
    assert demo.complaints == []


def test_the_token_leaves_the_address_bar_and_the_page_stays_reachable(visitors, servers):
    from .conftest import NETWORK_TOKEN, PAGES

    visitor = visitors(PAGES, "network")
    page = visitor.open(table="K7QX")
    assert page.url.endswith("/?table=K7QX")
    page.reload(wait_until="commit")
    visitor.up(page)
    stranger = visitor.device().new_page()
    answer = stranger.goto(servers(PAGES, "network").url("table", lan=True, token=False))
    assert "Scan the code" in stranger.inner_text("main")
    assert answer.request.redirected_from is not None
    stranger.fill("input[name=password]", NETWORK_TOKEN)
    stranger.get_by_role("button", name="Come in").click()
    stranger.wait_for_url(re.compile("/table$"))
    visitor.up(stranger)


def test_the_join_address_is_known_to_kernels_only_on_the_network(demo):
    page = demo.open()
    kernel_of(page)
    told = page.locator(".facts").text_content().split()[1]
    if demo.via == "loopback":
        assert told == "None"
    else:
        assert told.startswith(demo.server.lan_base + "/table?table=K7QX&token=")


def test_view_source_has_no_python_and_no_notebook_is_served(demo):
    page = demo.device().new_page()
    answer = page.goto(demo.url(), wait_until="commit")
    demo.up(page)
    source = answer.text()
    assert "Shuffling..." in source
    assert "Demo()" not in source
    assert "from demo import" not in source
    assert "open_app" not in source
    for path in (
        "/voila/files/demo.py",
        "/voila/files/start.ipynb",
        "/voila/tree",
        "/voila/render/start.ipynb",
        "/demo.py",
    ):
        answer = page.request.get(demo.url().split("?")[0].rstrip("/") + path)
        assert answer.status == 404, path
        assert "demo" not in answer.text()


def test_first_paint_is_a_still_board_before_the_kernel_is_up(demo_here):
    page = demo_here.open(wait=False)
    page.wait_for_selector("#still-board svg")
    assert page.locator("#still-words").inner_text() == "Shuffling..."
    assert page.evaluate("document.documentElement.dataset.app") is None
    demo_here.up(page)
    page.wait_for_selector("#still", state="detached")
    painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    ready = page.evaluate("performance.now()")
    assert painted < ready / 2


def test_a_page_that_cannot_be_set_up_says_so(demo_here):
    page = demo_here.open("broken", wait=False)
    shows(page, "#still-words", "could not be set up")
    tap(page, "Try again")
    shows(page, "#still-words", "could not be set up")
    assert "secret words" not in page.content()
    assert "Traceback" not in page.content()


# --- the look


@pytest.mark.parametrize("size", [(360, 640), (390, 660), (1280, 800)])
def test_nothing_scrolls_and_every_target_is_large(demo_here, size):
    page = demo_here.open(device=demo_here.device(viewport={"width": size[0], "height": size[1]}))
    room = page.evaluate("""() => {
        const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
        return [scrollWidth - clientWidth, scrollHeight - clientHeight];
    }""")
    assert room == [0, 0]
    boxes = page.evaluate("""() => [...document.querySelectorAll("button, [role=button], input")]
        .map((node) => [node.innerText || node.getAttribute("aria-label"), node.getBoundingClientRect()])
        .filter(([, box]) => box.width > 0).map(([name, box]) => [name, box.width, box.height, box.bottom])""")
    assert len(boxes) > 15
    assert [box for box in boxes if box[1] < 44 or box[2] < 44 or box[3] > size[1]] == []


def test_fields_are_16_px_and_the_sentence_18_px(demo_here):
    page = demo_here.open()
    tap(page, "Menu")
    measure = "node => parseFloat(getComputedStyle(node).fontSize)"
    assert page.locator(".c-sheet input").evaluate(measure) >= 16
    assert page.locator(f"{SENTENCE} .widget-html-content").evaluate(measure) >= 18


def test_the_theme_follows_the_device_until_it_is_chosen(demo_here):
    device = demo_here.device(color_scheme="dark")
    page = demo_here.open(device=device)
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    dark = page.evaluate(ground)
    tap(page, "Menu")
    tap(page, "light")
    page.wait_for_function(f"{ground} !== '{dark}'")
    page.reload(wait_until="commit")
    demo_here.up(page)
    assert page.evaluate(ground) != dark


# --- heartbeat


@pytest.mark.parametrize("how", ["kernel stands still", "no network"])
def test_a_tap_without_a_heartbeat_is_refused_and_never_delivered(demo_here, frozen, how):
    device = demo_here.device()
    page = demo_here.open(device=device)
    tap(page, "Put it down")
    says(page, "count 1")
    pid = kernel_of(page)
    if how == "no network":
        device.set_offline(True)
    frozen(pid)
    page.wait_for_function("document.documentElement.dataset.live === '0'")
    assert page.locator(".lamp").inner_text() != "live"
    tap(page, "Put it down")
    shows(page, "#toasts", "Not connected; nothing was entered")
    page.locator("[data-cell='4']").click()
    page.locator(".pad-key", has_text="H").first.click()
    device.set_offline(False)
    os.kill(pid, signal.SIGCONT)
    page.wait_for_function("document.documentElement.dataset.live === '1'")
    demo_here.up(page)
    tap(page, "Put it down")
    page.wait_for_function(f"/^count [12]$/.test(document.querySelector('{SENTENCE}').innerText)")
    # The page may have come back with a new kernel; what was tapped in between has reached neither.
    time.sleep(1.5)
    assert sentence(page) in ("count 1", "count 2")
    assert page.locator("[data-cell='4'] rect").get_attribute("fill") == "var(--card)"


def test_a_dead_kernel_brings_the_page_back_to_its_table(demo):
    page = demo.open(table="K7QX")
    first = kernel_of(page)
    page.evaluate("window.before = true")
    os.kill(first, signal.SIGKILL)
    page.wait_for_function("window.before === undefined", timeout=30_000)
    demo.up(page)
    assert page.url.endswith("table=K7QX")
    assert kernel_of(page) != first


def test_a_page_that_cannot_come_back_stops_trying(demo_here):
    page = demo_here.open()
    page.evaluate("sessionStorage.setItem('companion:reloads', JSON.stringify(Array(3).fill(Date.now())))")
    page.evaluate("window.before = true")
    os.kill(kernel_of(page), signal.SIGKILL)
    shows(page, "#trouble", "cannot get back to the table by itself")
    assert page.evaluate("window.before") is True
    page.evaluate("sessionStorage.clear()")
    page.locator("#trouble").get_by_role("button", name="Try again").click()
    demo_here.up(page)


def test_after_a_reload_the_last_board_is_there_at_once(demo_here):
    page = demo_here.open(table="K7QX")
    page.locator("[data-cell='4']").click()
    says(page, "marks [4]")
    page.wait_for_function("(sessionStorage.getItem('companion:board:K7QX') || '').includes('--accent')")
    page.reload(wait_until="commit")
    page.wait_for_selector("#still-board [data-cell='4'] rect[fill='var(--accent)']")
    assert re.fullmatch(r"as of \d\d:\d\d", page.locator("#still-when").inner_text())
    demo_here.up(page)


def test_a_cached_board_runs_no_script(demo_here):
    page = demo_here.open(table="K7QX")
    evil = "<svg onload='window.evil=1'><script>window.evil=1</script><rect width='9' height='9'/></svg>"
    page.evaluate("(html) => companion.cache('K7QX', html)", evil)
    page.reload(wait_until="commit")
    page.wait_for_selector("#still-board rect", state="attached")
    demo_here.up(page)
    assert page.evaluate("window.evil") is None


# --- kernels


def test_kernels_end_with_their_pages(demo):
    others = set(kernels(demo.server))
    device = demo.device()
    page = demo.open(device=device)
    for _ in range(3):
        page.reload(wait_until="commit")
        demo.up(page)
    wait_until(lambda: len(set(kernels(demo.server)) - others) == 1, what="one kernel for the one open page")
    leave(page)
    wait_until(lambda: set(kernels(demo.server)) <= others, what="no kernel for a closed page")


def test_a_page_that_vanishes_without_a_word_leaves_no_kernel(demo_here):
    others = set(kernels(demo_here.server))
    page = demo_here.open()
    page.evaluate("navigator.sendBeacon = () => false")
    wait_until(lambda: len(set(kernels(demo_here.server)) - others) == 1, what="a kernel for the page")
    page.close()
    wait_until(lambda: set(kernels(demo_here.server)) <= others, what="the sweep ends the kernel of a lost page")


def test_a_page_that_is_left_while_it_comes_up_leaves_no_kernel(demo_here):
    others = set(kernels(demo_here.server))
    page = demo_here.open(wait=False)
    wait_until(lambda: len(set(kernels(demo_here.server)) - others) == 1, what="a kernel for the page")
    page.close()
    wait_until(lambda: set(kernels(demo_here.server)) <= others, what="the kernel ends with the page that was left")


# --- errors


@pytest.mark.parametrize("button", ["Fail", "Bare"])
def test_an_error_of_a_callback_is_a_sentence(demo_here, button):
    frames = []
    device = demo_here.device()
    device.on(
        "page",
        lambda page: page.on(
            "websocket", lambda socket: socket.on("framereceived", lambda told: frames.append(str(told)))
        ),
    )
    page = demo_here.open(device=device)
    tap(page, button)
    shows(page, "#trouble", "Something went wrong here; nothing was lost. (ValueError)")
    told = page.content() + " ".join(frames)
    assert "secret words of the inside" not in told
    assert "Traceback" not in told
    assert ".py" not in page.locator("#trouble").inner_text()
    assert "secret words of the inside" in demo_here.server.output
    tap(page, "OK")
    page.wait_for_function("!document.querySelector('#trouble p')")


def test_a_refusal_speaks_for_itself(demo_here):
    page = demo_here.open()
    tap(page, "Refuse")
    shows(page, "#trouble", "Bo has no gold left to push.")


# --- history, device


def test_back_closes_a_sheet_and_keeps_the_page(demo):
    page = demo.open(table="K7QX")
    tap(page, "Menu")
    page.wait_for_selector(".c-sheet:not(.c-gone)")
    page.wait_for_function("history.state?.sheet === 'menu'")
    page.go_back()
    page.wait_for_selector(".c-sheet.c-gone", state="attached")
    assert page.url.endswith("/?table=K7QX")
    tap(page, "Menu")
    page.wait_for_function("history.state?.sheet === 'menu'")
    tap(page, "Close")
    page.wait_for_function("history.state?.sheet !== 'menu'")
    tap(page, "Put it down")
    says(page, "count 1")


@pytest.mark.parametrize("how", ["beside", "escape"])
def test_a_tap_beside_a_sheet_closes_it_and_reaches_nothing_under_it(demo_here, how):
    page = demo_here.open()
    tap(page, "Menu")
    page.wait_for_function("history.state?.sheet === 'menu'")
    under = page.locator("[data-cell='1']").bounding_box()
    if how == "beside":
        page.mouse.click(under["x"] + 30, under["y"] + 20)
    else:
        page.keyboard.press("Escape")
    page.wait_for_selector(".c-sheet.c-gone", state="attached")
    tap(page, "Put it down")
    says(page, "count 1")
    assert page.locator("[data-cell='1'] rect").get_attribute("fill") == "var(--card)"


def test_a_device_keeps_its_name(demo):
    device = demo.device()
    names = []
    for _ in range(2):
        page = demo.open(device=device)
        kernel_of(page)
        names.append(page.locator(".facts").text_content().split()[0])
    assert re.fullmatch("[0-9a-f]{16}", names[0])
    assert names[0] == names[1]


# --- pad


def test_the_pad_gathers_in_the_page_and_sends_once(demo):
    page = demo.open()
    pad = page.locator(".c-pad")
    for letter in "HH":
        pad.locator(f"[data-key={letter}]").click()
    pad.locator("[data-key=C]").click()
    says(page, "answer 1 HH/C")


def test_a_double_click_is_one_answer(demo_here):
    page = demo_here.open()
    pad = page.locator(".c-pad")
    pad.locator("[data-key=L]").click()
    pad.locator("[data-pad=end]").click()
    pad.locator("[data-key=C]").dblclick()
    says(page, "answer 1 L/C")
    time.sleep(0.6)
    assert pad.locator(".pad-picked").count() == 0
    assert sentence(page) == "answer 1 L/C"


def test_a_half_filled_answer_survives_a_reload(demo_here):
    page = demo_here.open(table="K7QX")
    pad = page.locator(".c-pad")
    pad.locator("[data-key=L]").click()
    pad.locator("[data-pad=end]").click()
    shows(page, ".pad-prompt", "Back of the key?")
    page.reload(wait_until="commit")
    demo_here.up(page)
    shows(page, ".pad-prompt", "Back of the key?")
    pad.locator("[data-pad=back]").click()
    shows(page, ".pad-prompt", "Front of the key?")
    assert pad.locator(".pad-picked").count() == 0


def test_the_pad_works_from_the_keyboard(demo_here):
    page = demo_here.open()
    first = page.locator(".c-pad [data-key=H]")
    first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("x")
    shows(page, ".pad-prompt", "Back of the key?")
    page.keyboard.press("Backspace")
    shows(page, ".pad-prompt", "Front of the key?")
    page.keyboard.press("x")
    page.locator(".c-pad [data-key=C]").press("Enter")
    says(page, "answer 1 LX/C")
    assert page.locator(".c-pad [data-key=H]").get_attribute("aria-label") == "H"


def test_skipping_is_told(demo_here):
    page = demo_here.open()
    page.locator(".c-pad [data-pad=later]").click()
    says(page, "skipped")
