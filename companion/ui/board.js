// The board: one SVG made of items. It repaints only what changed, and sends one message for a tap or a hold.
const HOLD = 500;      // milliseconds of a press that mean "this is really something else"
const TWICE = 400;     // a second tap at the same point so soon is the second half of a double click
const SAME = 24;       // pixels that two taps at the same point may lie apart
const SLIP = 12;       // pixels that a finger may wander during a hold
const FLASH = 1600;    // how long the thing in the way is shown
const NS = "http://www.w3.org/2000/svg";

const make = (name, attributes = {}) => {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};
const set = (node, name, value) => {
  if (value === null) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
};

// One thing of the scene, with the rectangle that takes taps and the edge that shows what is lit.
function newItem(item) {
  const node = make("g", { "data-key": item.key });
  const art = make("g", { class: "bd-art" });
  node.append(art, make("rect", { class: "bd-edge" }), make("rect", { class: "bd-hit" }));
  return { node, art, svg: null, face: null };
}

function fit(node, { w, h }) {
  for (const box of node.querySelectorAll(":scope > rect")) {
    const inset = box.classList.contains("bd-edge") ? 2 : 0;
    set(box, "x", inset); set(box, "y", inset);
    set(box, "width", Math.max(0, w - 2 * inset)); set(box, "height", Math.max(0, h - 2 * inset));
    set(box, "rx", inset ? Math.min(w, h) * 0.09 : 0);
  }
}

function animate(art, name) {
  art.classList.remove("bd-drop", "bd-flip");
  void art.getBoundingClientRect();
  art.classList.add(name);
}

function paintItem(kept, item, first) {
  if (kept.svg !== item.svg) {
    kept.art.innerHTML = item.svg;
    const face = item.face || "";
    if (!first && kept.face !== null && kept.face !== face && face) animate(kept.art, kept.face ? "bd-flip" : "bd-drop");
    kept.svg = item.svg;
  }
  kept.face = item.face || "";
  set(kept.node, "transform", `translate(${item.x} ${item.y})`);
  fit(kept.node, item);
}

// What a place is now: lit, chosen, flashed; and what a screen reader says about it.
function dress(node, item, told) {
  const lit = told.legal.has(item.place), high = told.highlight.has(item.place);
  const flash = item.place !== "" && told.flash.has(item.place);
  node.setAttribute("class", ["bd-it", lit && "bd-lit", high && "bd-high", flash && "bd-flash"].filter(Boolean).join(" "));
  set(node, "data-place", item.place || null);
  set(node, "data-counts", item.counts ? "" : null);
  const label = [told.labels[item.place] || item.label, lit && "may be chosen"].filter(Boolean).join("; ");
  set(node, "role", item.place ? "button" : label ? "img" : null);
  set(node, "tabindex", item.place ? 0 : null);
  set(node, "aria-label", label || null);
  set(node, "aria-hidden", item.place || label ? null : "true");
}

function painter(model, el) {
  const svg = make("svg", { class: "bd", role: "group" });
  const style = document.createElement("style"), defs = make("defs"), body = make("g");
  svg.append(defs, body);
  el.append(style, svg);
  const items = new Map();
  let flashed = 0, flashing = new Set(), timer = 0, first = true;

  const told = () => ({
    legal: new Set(model.get("legal")), highlight: new Set(model.get("highlight")),
    labels: model.get("labels"), flash: flashing,
  });
  const look = () => {
    const { css = "", defs: symbols = "" } = model.get("look");
    if (style.textContent !== css) style.textContent = css;
    if (defs.innerHTML !== symbols) defs.innerHTML = symbols;
  };
  const states = () => {
    const now = told();
    // A change of what is lit may be heard before the change of the scene that comes with it.
    for (const item of model.get("scene").items || []) if (items.has(item.key)) dress(items.get(item.key).node, item, now);
  };
  const scene = () => {
    const { w = 1, h = 1, label = "", items: wanted = [] } = model.get("scene");
    set(svg, "viewBox", `0 0 ${w} ${h}`);
    set(svg, "aria-label", label);
    const keys = new Set(wanted.map((item) => item.key));
    for (const [key, kept] of items) if (!keys.has(key)) { kept.node.remove(); items.delete(key); }
    wanted.forEach((item, at) => {
      if (!items.has(item.key)) items.set(item.key, newItem(item));
      const kept = items.get(item.key);
      if (body.children[at] !== kept.node) body.insertBefore(kept.node, body.children[at] || null);
      paintItem(kept, item, first);
    });
    first = wanted.length === 0;
    states();
  };
  const flash = () => {
    const { n = 0, places = [] } = model.get("flash");
    if (n === flashed) return;
    flashed = n;
    clearTimeout(timer);
    flashing = new Set();
    states();
    void svg.getBoundingClientRect();
    flashing = new Set(places);
    states();
    timer = setTimeout(() => { flashing = new Set(); states(); }, FLASH);
  };
  const turn = () => svg.classList.toggle("bd-turned", model.get("turned"));
  flashed = model.get("flash").n || 0;
  look(); scene(); turn();
  return { svg, look, scene, states, flash, turn };
}

function sender(model) {
  return (kind, place) => {
    const message = { kind, place, seq: model.get("seq") };
    if (window.companion) return window.companion.send(model, message);
    if (document.documentElement.dataset.live === "0") return false;
    model.send(message);
    return true;
  };
}

// The second half of a double click, wherever the picture has moved meanwhile.
function doubles() {
  let last = { x: 0, y: 0, at: 0 };
  return ({ clientX: x, clientY: y }) => {
    const twice = Date.now() - last.at < TWICE && Math.hypot(x - last.x, y - last.y) < SAME;
    last = { x, y, at: Date.now() };
    return twice;
  };
}

const itemOf = (event) => (event.target instanceof Element ? event.target.closest(".bd-it[data-place]") : null);

function fingers(svg, send) {
  let press = null, held = false, pointer = "";
  const twice = doubles();
  const end = () => {
    if (press) { clearTimeout(press.timer); press.node.classList.remove("bd-press"); }
    press = null;
  };
  const hold = (node) => {
    if (held) return;
    held = true;
    end();
    if (send("hold", node.dataset.place)) navigator.vibrate?.(20);
  };
  svg.addEventListener("pointerdown", (event) => {
    end();
    held = false;
    pointer = event.pointerType;
    const node = itemOf(event);
    if (!node || event.button > 0) return;
    node.classList.add("bd-press");
    press = { node, x: event.clientX, y: event.clientY, timer: setTimeout(() => hold(node), HOLD) };
  });
  svg.addEventListener("pointermove", (event) => {
    if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLIP) end();
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) svg.addEventListener(name, end);
  svg.addEventListener("contextmenu", (event) => {
    const node = itemOf(event);
    if (!node) return;
    event.preventDefault();
    hold(node);
    if (pointer !== "touch") held = false;   // only a finger is still to be lifted
  });
  svg.addEventListener("click", (event) => {
    const node = itemOf(event);
    const was = held;
    held = false;
    const again = twice(event);
    if (node && !was && (!again || "counts" in node.dataset)) send("tap", node.dataset.place);
  });
}

// Arrow keys walk to the nearest place in their direction.
function nearest(from, key, nodes) {
  const middle = (node) => { const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const [x, y] = middle(from);
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  let best = null, least = Infinity;
  for (const node of nodes) {
    const [a, b] = middle(node);
    const along = (a - x) * dx + (b - y) * dy, aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
    if (along > 1 && along + 2 * aside < least) { best = node; least = along + 2 * aside; }
  }
  return best;
}

function keys(svg, send) {
  svg.addEventListener("keydown", (event) => {
    const node = itemOf(event);
    if (!node || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!event.repeat) send(event.shiftKey ? "hold" : "tap", node.dataset.place);
    } else if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      nearest(node, event.key, svg.querySelectorAll(".bd-it[data-place]"))?.focus();
    }
  });
}

// The room that the page leaves for the board; scenes are laid out for it in pixels.
function measure(model, el) {
  let timer = 0;
  const tell = () => {
    const fixed = getComputedStyle(el).overflowY === "hidden";
    el.classList.toggle("bd-fixed", fixed);
    const [w, h] = model.get("size"), wide = Math.floor(el.clientWidth);
    const high = fixed ? Math.floor(el.clientHeight) : h;
    if (wide < 100 || high < 100 || (Math.abs(wide - w) < 2 && Math.abs(high - h) < 2)) return;
    model.set("size", [wide, high]);
    model.save_changes();
  };
  const watch = new ResizeObserver(() => { clearTimeout(timer); timer = setTimeout(tell, 60); });
  watch.observe(el);
  return () => { clearTimeout(timer); watch.disconnect(); };
}

function render({ model, el }) {
  el.classList.add("c-board");
  el.dataset.companion = "board";
  el.dataset.companionBoard = "";
  const paint = painter(model, el), send = sender(model);
  fingers(paint.svg, send);
  keys(paint.svg, send);
  const heard = {
    "change:look": paint.look, "change:scene": paint.scene, "change:flash": paint.flash, "change:turned": paint.turn,
    "change:legal": paint.states, "change:highlight": paint.states, "change:labels": paint.states,
  };
  for (const [name, does] of Object.entries(heard)) model.on(name, does);
  const stop = measure(model, el);
  return () => {
    stop();
    for (const [name, does] of Object.entries(heard)) model.off(name, does);
  };
}

export default { render };
