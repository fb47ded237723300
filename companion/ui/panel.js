// The panel: rows, buttons and fields from data. Typed text and opened rows live here; a tap is one message.
const TWICE = 400;   // a second tap on the same button so soon is the second half of a double click

const make = (tag, name = "", text = "") => {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text) made.textContent = text;
  return made;
};
const looks = (base, look = "") => [base, ...look.split(" ").filter(Boolean).map((word) => `${base}-${word}`)].join(" ");

function drawing(svg, name, label) {
  const box = make("span", name);
  box.innerHTML = svg;
  if (label) { box.setAttribute("role", "img"); box.setAttribute("aria-label", label); } else box.setAttribute("aria-hidden", "true");
  return box;
}

// What the page itself remembers of a panel: typed text, chosen picks, opened rows.
class Memory {
  constructor() { this.typed = new Map(); this.given = new Map(); this.turns = new Map(); this.open = new Set(); }
  value({ id, value = "", turn = 0 }) {
    if (this.given.get(id) !== value || this.turns.get(id) !== turn) this.typed.delete(id);
    this.given.set(id, value);
    this.turns.set(id, turn);
    return this.typed.get(id) ?? value;
  }
  // What a drawn item depends on besides its data.
  state(item) {
    if (item.type === "pick") return this.typed.get(item.id) ?? "";
    if (item.type === "button" && item.inside) return [this.open.has(item.id), item.inside.map((one) => this.state(one))];
    return item.items ? item.items.map((one) => this.state(one)) : "";
  }
  values() {
    const all = Object.fromEntries(this.given);
    for (const [id, text] of this.typed) all[id] = text;
    return all;
  }
}

function painter(memory, tap, repaint) {
  const button = (item) => {
    const made = make("button", looks("pn", item.look || "button"));
    made.type = "button";
    made.dataset.id = item.id;
    made.disabled = item.enabled === false;
    if (item.on) { made.classList.add("pn-on"); }
    if ("on" in item) made.setAttribute("aria-pressed", String(Boolean(item.on)));
    if (item.label) made.setAttribute("aria-label", item.label);
    if (item.svg) made.append(drawing(item.svg, "pn-svg"));
    const words = make("span", "pn-words");
    words.append(make("span", "pn-text", item.text));
    if (item.sub) words.append(make("span", "pn-sub", item.sub));
    made.append(words);
    if (item.end) made.append(make("span", "pn-end", item.end));
    made.onclick = () => press(item, made);
    if (!item.inside) return made;
    made.setAttribute("aria-expanded", String(memory.open.has(item.id)));
    const box = make("div", "pn-fold");
    box.append(made);
    if (memory.open.has(item.id)) box.append(list(item.inside, "pn-inside"));
    return box;
  };
  const press = (item) => {
    if (item.inside) {
      if (!memory.open.delete(item.id)) memory.open.add(item.id);
      if (!item.tap) return repaint();
    }
    return tap(item.id);
  };
  const field = (item) => {
    const box = make("label", looks("pn-field", item.look));
    if (item.label) box.append(make("span", "pn-label", item.label));
    const input = make(item.kind === "area" ? "textarea" : "input");
    input.dataset.id = item.id;
    const value = memory.value(item);
    if (item.kind === "file") { input.type = "file"; readFile(input, item.id); } else {
      input.value = value;
      input.maxLength = item.most || 200;
      input.placeholder = item.hint || "";
      input.autocomplete = "off";
      input.spellcheck = false;
      input.oninput = () => memory.typed.set(item.id, input.value);
    }
    if (item.kind === "area") input.rows = 5;
    if (item.enter) input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.isComposing) { event.preventDefault(); tap(item.enter); }
    });
    box.append(input);
    return box;
  };
  const readFile = (input, id) => {
    input.onchange = async () => { if (input.files[0]) memory.typed.set(id, await input.files[0].text()); };
  };
  const pick = (item) => {
    const box = make("div", looks("pn-pick", item.look));
    box.setAttribute("role", "radiogroup");
    if (item.label) { box.append(make("span", "pn-label", item.label)); box.setAttribute("aria-label", item.label); }
    const row = make("div", "pn-options");
    const chosen = memory.value(item);
    for (const option of item.options) {
      const made = button({ ...option, on: option.id === chosen });
      made.setAttribute("role", "radio");
      made.removeAttribute("aria-pressed");
      made.setAttribute("aria-checked", String(option.id === chosen));
      made.dataset.id = `${item.id}:${option.id}`;
      made.onclick = () => { memory.typed.set(item.id, option.id); repaint(); };
      row.append(made);
    }
    box.append(row);
    return box;
  };
  const download = (item) => {
    const link = make("a", "pn-button pn-download", item.text);
    link.download = item.name;
    link.href = URL.createObjectURL(new Blob([item.content], { type: "application/json" }));
    return link;
  };
  const group = (item) => {
    const box = list(item.items, looks("pn-group", item.look));
    // What has gone by itself leaves its place, so that the next picture does not bring it back.
    if (item.seconds) setTimeout(() => { if (box.isConnected) box.replaceChildren(); box.hidden = true; }, 1000 * item.seconds);
    return box;
  };
  const kinds = {
    button, field, pick, download, group,
    text: (item) => make("p", looks("pn-line", item.look), item.text),
    picture: (item) => drawing(item.svg, looks("pn-picture", item.look), item.label),
  };
  const drawn = (item) => {
    const node = kinds[item.type](item);
    node.drawnFrom = { key: JSON.stringify([item, memory.state(item)]), item };
    return node;
  };
  const list = (items, name) => {
    const box = make("div", name);
    box.append(...items.map(drawn));
    return box;
  };
  // Replace only what has changed: a finger or a cursor may be on the rest.
  const patch = (box, items) => {
    const old = [...box.children];
    items.forEach((item, at) => {
      const node = old[at], from = node?.drawnFrom;
      const key = JSON.stringify([item, memory.state(item)]);
      if (from?.key === key) return;
      const same = from && item.type === "group" && from.item.type === "group" && from.item.look === item.look;
      if (same && !item.seconds && !from.item.seconds) {
        patch(node, item.items);
        node.drawnFrom = { key, item };
      } else if (node) node.replaceWith(drawn(item)); else box.append(drawn(item));
    });
    for (const node of old.slice(items.length)) node.remove();
  };
  return patch;
}

function render({ model, el }) {
  el.classList.add("c-panel");
  el.dataset.companion = "panel";
  const memory = new Memory();
  let last = { id: "", at: 0 };
  let before = new Set();
  const tap = (id, sure = false) => {
    const twice = !sure && last.id === id && Date.now() - last.at < TWICE;
    last = { id, at: Date.now() };
    if (twice) return;
    const message = { kind: "tap", id, seq: model.get("seq"), values: memory.values() };
    if (window.companion) window.companion.send(model, message); else model.send(message);
  };
  const patch = painter(memory, tap, () => paint());
  const paint = () => {
    const here = el.contains(document.activeElement) ? document.activeElement : null;
    const kept = here && { id: here.dataset.id, at: here.selectionStart };
    const known = fields(model.get("items"));
    const named = new Set([...known, ...buttons(model.get("items")).map((one) => one.id)]);
    // Something else altogether is read from its top.
    const scrolled = !before.size || [...named].some((id) => before.has(id)) ? el.scrollTop : 0;
    before = named;
    for (const id of [...memory.given.keys()]) if (!known.has(id)) { memory.given.delete(id); memory.typed.delete(id); }
    patch(el, model.get("items"));
    el.classList.toggle("pn-empty", !el.childElementCount);
    el.scrollTop = scrolled;
    const again = kept?.id && document.activeElement !== here && el.querySelector(`[data-id="${CSS.escape(kept.id)}"]`);
    if (again) { again.focus({ preventScroll: true }); if (kept.at != null) again.setSelectionRange?.(kept.at, kept.at); }
  };
  // The classes that Python changes later do not reach a widget of this kind.
  const show = () => el.classList.toggle("c-gone", model.get("hidden"));
  const typed = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.target.closest?.("input, textarea, select")) return;
    const named = buttons(model.get("items")).find((one) => one.key && one.key === event.key.toLowerCase());
    if (named && named.enabled !== false && !model.get("hidden")) tap(named.id, true);
  };
  document.addEventListener("keydown", typed);
  model.on("change:items", paint);
  model.on("change:hidden", show);
  paint();
  show();
  return () => {
    document.removeEventListener("keydown", typed);
    model.off("change:items", paint);
    model.off("change:hidden", show);
  };
}

const buttons = (items) => items.flatMap((item) => (item.type === "button" ? [item] : buttons(item.items || [])));

function fields(items, found = new Set()) {
  for (const item of items) {
    if (item.type === "field" || item.type === "pick") found.add(item.id);
    fields(item.items || item.inside || [], found);
  }
  return found;
}

export default { render };
