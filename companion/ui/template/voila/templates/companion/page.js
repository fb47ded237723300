"use strict";
// The page's own script: theme before the first paint, the still, the heartbeat, refused taps, coming back after sleep.
// It knows no game. Widgets reach it as window.companion.
(() => {
  const LIVE = 3000;          // a page is live while its last beat is younger
  const LOST = 5000;          // after this it looks for its kernel
  const STUCK = 15000;        // a kernel that is there but silent for so long is given up
  const SETTLE = 1500;        // after waking, this long for a beat before judging
  const RELOADS = 3, RELOADS_WITHIN = 90000;
  const root = document.documentElement;
  const now = () => Date.now();
  const keep = (store, name, value) => { try { store.setItem(name, value); } catch { /* private mode: nothing kept */ } };
  const kept = (store, name) => { try { return store.getItem(name); } catch { return null; } };
  const el = (tag, attributes = {}, text = "") => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.textContent = text;
    return made;
  };

  // --- theme
  const theme = (name) => {
    if (name) keep(localStorage, "companion:theme", name);
    const chosen = name || kept(localStorage, "companion:theme") || "auto";
    if (chosen === "auto") delete root.dataset.theme; else root.dataset.theme = chosen;
    return chosen;
  };
  theme();

  // --- the address: the token has become a cookie by now, so it need not be seen over a shoulder
  const parameters = () => new URLSearchParams(location.search);
  const rewrite = (parts) => history.replaceState(history.state, "", location.pathname + (String(parts) ? "?" + parts : ""));
  let query = null;            // as it was last set
  const setQuery = (changes) => {
    query = query || parameters();
    for (const [name, value] of Object.entries(changes))
      if (value === null || value === "") query.delete(name); else query.set(name, value);
    rewrite(query);
  };
  if (parameters().has("token")) setQuery({ token: null });

  // --- the still: what is seen before the kernel is up
  let failed = false;
  const boardKey = (where) => "companion:board:" + where;
  const clean = (html) => {
    const holder = new DOMParser().parseFromString(html, "text/html").body;
    for (const node of holder.querySelectorAll("*")) {
      if (/^(script|iframe|object|embed|link|meta|form|base)$/i.test(node.localName)) { node.remove(); continue; }
      for (const { name, value } of [...node.attributes])
        if (/^on/i.test(name) || /^\s*javascript:/i.test(value)) node.removeAttribute(name);
    }
    return [...holder.childNodes];
  };
  const cache = (where, html) => {
    const live = document.querySelector("[data-companion-board]");
    const text = html ?? live?.outerHTML;
    if (text) keep(sessionStorage, boardKey(where), JSON.stringify({ html: text, at: now() }));
  };
  const paintStill = () => {
    const text = kept(sessionStorage, boardKey(parameters().get("table") || ""));
    if (!text) return;
    let board;
    try { board = JSON.parse(text); } catch { return; }
    const time = new Date(board.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
    document.getElementById("still").classList.add("still-cached");
    document.getElementById("still-when").textContent = "as of " + time;
    document.getElementById("still-words").textContent = "Coming back to the table...";
    document.getElementById("still-board").replaceChildren(...clean(board.html));
  };
  const failedWith = (text) => {
    failed = true;
    const words = document.getElementById("still-words");
    if (!words) return trouble(text);
    words.textContent = text;
    document.getElementById("still").classList.add("still-failed");
    document.getElementById("still-again").hidden = false;
  };
  const up = () => {
    if (failed || root.dataset.app === "up") return;
    root.dataset.app = "up";
    const still = document.getElementById("still");
    still?.classList.add("still-gone");
    setTimeout(() => still?.remove(), 220);
  };
  // The app is painted when the page has been quiet for a moment after the shell is there.
  const painted = () => {
    const started = now();
    let changed = started;
    const watch = new MutationObserver(() => { changed = now(); });
    watch.observe(document.getElementById("rendered_cells") || document.body, { childList: true, subtree: true });
    const look = () => {
      if (now() - changed < 100 && now() - started < 1500) return setTimeout(look, 20);
      watch.disconnect();
      return up();
    };
    look();
  };
  const watchdog = (started) => {
    if (root.dataset.app === "up" || failed) return;
    const waited = now() - started;
    const words = document.getElementById("still-words");
    if (waited > 45000) failedWith("This page does not come up; no table was touched.");
    else if (waited > 10000 && words) words.textContent = "Still shuffling; this machine is busy...";
  };

  // --- toasts and the sentence of an error
  const holder = (id, role) => {
    let box = document.getElementById(id);
    if (!box) { box = el("div", { id, role, "data-local": "" }); document.body.append(box); }
    return box;
  };
  let lastToast = { text: "", at: 0 };
  const toast = (text, seconds = 4) => {
    if (lastToast.text === text && now() - lastToast.at < 1500) return;
    lastToast = { text, at: now() };
    const made = el("div", { class: "toast" }, text);
    const box = holder("toasts", "status");
    while (box.children.length > 2) box.firstChild.remove();
    box.append(made);
    setTimeout(() => made.remove(), 1000 * seconds);
  };
  const trouble = (text, again = false) => {
    const box = holder("trouble", "alert");
    box.replaceChildren();
    if (!text) return;
    const close = el("button", { type: "button" }, again ? "Try again" : "OK");
    close.onclick = () => (again ? reload() : box.replaceChildren());
    box.append(el("p", {}, text), close);
  };

  // --- heartbeat
  let lastBeat = 0;            // our clock, when the last timely beat came
  let beatValue = 0;           // the kernel's clock in it; goes back with every message
  let offset = Infinity;       // our clock minus the kernel's, at the quickest delivery seen
  let woke = 0, wasLost = false, looking = false, leaving = false;
  const born = now();
  const age = () => (lastBeat ? now() - lastBeat : Infinity);
  const live = () => age() <= LIVE;
  const beat = (value) => {
    const lag = now() - value;
    offset = Math.min(offset, lag);
    // Beats that were waiting in a buffer come in a burst after a sleep: they say nothing about now.
    if (lag - offset > LIVE) return;
    lastBeat = now();
    beatValue = value;
    show();
  };
  const link = (state) => {
    if (root.dataset.link === state) return;
    root.dataset.link = state;
    dispatchEvent(new CustomEvent("companion:link", { detail: state }));
  };
  const show = () => {
    root.dataset.live = live() ? "1" : "0";
    if (live()) { link("live"); wasLost = false; } else if (lastBeat) link(wasLost ? "lost" : "stale");
  };
  const kernel = () => document.body?.dataset.kernelId;
  const probe = async () => {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), 2500);
    try {
      const answer = await fetch(`/companion/alive/${kernel()}`, { cache: "no-store", signal: stop.signal });
      return answer.ok ? (await answer.json()).kernel : "gone";
    } catch { return "none"; } finally { clearTimeout(timer); }
  };
  const lookForKernel = async () => {
    if (looking || leaving || document.hidden || now() - woke < SETTLE) return;
    looking = true;
    const state = await probe();
    setTimeout(() => { looking = false; }, 1000);
    if (age() <= LIVE) return;
    const back = wasLost && state !== "none";
    wasLost = state === "none";
    show();
    const justWoke = now() - woke < 12000;
    if (state === "gone" || back || (state === "here" && (justWoke || age() > STUCK))) comeBack();
  };
  const comeBack = () => {
    const past = JSON.parse(kept(sessionStorage, "companion:reloads") || "[]").filter((at) => now() - at < RELOADS_WITHIN);
    if (past.length >= RELOADS) return trouble("This page cannot get back to the table by itself.", true);
    keep(sessionStorage, "companion:reloads", JSON.stringify([...past, now()]));
    return reload();
  };
  const reload = () => { leaving = true; location.reload(); };
  const tick = () => {
    show();
    if (!lastBeat) watchdog(born); else if (age() > LOST) lookForKernel();
  };
  const wake = () => { if (!document.hidden) { woke = now(); tick(); } };
  setInterval(tick, 500);
  addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("pageshow", (event) => (event.persisted ? reload() : wake()));

  // --- the kernel ends with its page (phones send pagehide only)
  const close = () => {
    if (kernel()) navigator.sendBeacon(`/voila/api/shutdown/${kernel()}`);
  };
  addEventListener("pagehide", close);

  // --- taps while not connected: the browser would deliver them later, so they are refused here
  const REFUSED = "Not connected; nothing was entered";
  const CONTROLS = "[data-companion], button, select, input, [role=button], [role=tab], [role=checkbox], [role=radio]";
  const refuse = (event) => {
    if (live() || !lastBeat) return;
    const target = event.target instanceof Element ? event.target.closest(CONTROLS) : null;
    if (!target || target.closest("[data-local]")) return;
    const typing = target.matches("input:not([type=checkbox]):not([type=radio]):not([type=range])");
    if (typing && event.key !== "Enter") return;
    if (event.type === "keydown" && !["Enter", " "].includes(event.key) && event.key.length > 1) return;
    event.stopImmediatePropagation();
    if (!event.type.startsWith("touch")) event.preventDefault();
    if (event.type === "click" || event.type === "keydown") toast(REFUSED);
  };
  const TAPS = "pointerdown pointerup mousedown mouseup touchstart touchend click dblclick contextmenu keydown change";
  for (const name of TAPS.split(" ")) addEventListener(name, refuse, { capture: true, passive: false });

  const send = (model, content) => {
    if (!live()) { toast(REFUSED); return false; }
    model.send({ ...content, beat: beatValue });
    return true;
  };

  // --- what voila calls while it runs the notebook
  window.voila_heartbeat = window.voila_process = window.voila_finish = () => {};

  window.companion = {
    beat, live, send, toast, trouble, theme, setQuery, cache, painted, paintStill, failed: failedWith, reload, keep, kept,
  };
})();
