// The pad: fixed places, a half-filled answer that never leaves the page, one message when it is complete.
const SETTLE = 300;   // a new question ignores taps for so long: the second half of a double click is not an answer

const count = (keys) => keys.reduce((sum, key) => sum.set(key, (sum.get(key) || 0) + 1), new Map());
const within = (few, many) => [...few].every(([key, n]) => n <= (many.get(key) || 0));
const same = (a, b) => a.length === b.length && within(count(a), count(b));

// The same book as `Draft` in pad.py; a test compares the two tap by tap.
export class Draft {
  constructor(ask, picked) {
    this.ask = ask;
    this.picked = picked || [[]];
    this.value = null;
  }
  get steps() {
    const known = [], rest = [...this.ask.steps];
    for (let at = 0; rest.length; at += 1) {
      const step = rest.shift();
      known.push(step);
      const chosen = (this.picked[at] || [])[0];
      const key = (step.most || 1) === 1 && step.keys.find((one) => one.id === chosen);
      if (key?.then) rest.unshift(...key.then);
    }
    return known;
  }
  get step() { return this.steps[this.picked.length - 1]; }
  get here() { return this.picked[this.picked.length - 1]; }
  left(more = []) {
    if (!this.ask.answers) return null;
    const at = this.picked.length - 1, want = count([...this.here, ...more]), seen = new Set();
    return this.ask.answers.filter((answer) => {
      const text = JSON.stringify(answer);
      if (seen.has(text)) return false;
      seen.add(text);
      return answer.length > at && this.picked.slice(0, at).every((done, i) => same(answer[i], done))
        && within(want, count(answer[at]));
    });
  }
  may(key) {
    if (key.enabled === false || this.here.length >= (this.step.most || 1)) return false;
    const left = this.left([key.id]);
    return left === null || left.length > 0;
  }
  mayEnd() {
    if ((this.step.most || 1) === 1 || this.here.length < (this.step.least ?? 1)) return false;
    const left = this.left();
    return left === null || left.some((answer) => same(answer[this.picked.length - 1], this.here));
  }
  tap(key) {
    this.here.push(key.id);
    const left = this.left();
    if (left?.length === 1) [this.value] = left;
    else if (this.here.length >= (this.step.most || 1) || (left && !this.step.keys.some((one) => this.may(one)))) this.next();
  }
  next() {
    const steps = this.steps;
    if (this.picked.length < steps.length) {
      this.picked.push([]);
      const left = this.left();
      if (left?.length === 1) [this.value] = left;
      return;
    }
    this.value = this.picked.map((done, i) => {
      const order = steps[i].keys.map((key) => key.id);
      return [...done].sort((a, b) => order.indexOf(a) - order.indexOf(b));
    });
  }
  back() {
    if (!this.here.length && this.picked.length > 1) this.picked.pop();
    this.here.pop();
  }
  get empty() { return this.picked.length === 1 && !this.here.length; }
}

const el = (tag, name, text = "") => {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.textContent = text;
  return made;
};

function keyButton(key, times) {
  const button = el("button", "pad-key");
  button.type = "button";
  button.dataset.key = key.id;
  button.setAttribute("role", "button");
  button.setAttribute("aria-label", [key.label, key.sub, times ? `picked ${times}` : ""].filter(Boolean).join(", "));
  if (key.svg) {
    const picture = el("span", "pad-svg");
    picture.innerHTML = key.svg;
    picture.setAttribute("aria-hidden", "true");
    button.append(picture);
  } else button.append(el("span", "pad-label", key.label));
  if (key.sub) button.append(el("span", "pad-sub", key.sub));
  if (key.likely) button.classList.add("pad-likely");
  if (times) {
    button.classList.add("pad-picked");
    if (times > 1) button.append(el("span", "pad-times", `x${times}`));
  }
  return button;
}

function control(text, name, does, enabled = true) {
  const button = el("button", name, text);
  button.type = "button";
  button.disabled = !enabled;
  button.onclick = does;
  return button;
}

function render({ model, el: root }) {
  root.classList.add("c-pad");
  root.dataset.companion = "pad";
  let draft = null, since = 0, sent = false;

  const store = () => `companion:pad:${model.get("where")}:${model.get("question").name}`;
  const save = () => {
    try {
      if (!draft || draft.value || draft.empty) sessionStorage.removeItem(store());
      else sessionStorage.setItem(store(), JSON.stringify({ picked: draft.picked, seq: model.get("seq") }));
    } catch { /* private mode: the half-filled answer does not survive a reload */ }
  };
  // What was picked before the reload, replayed tap by tap, as far as it still fits.
  const restore = (ask) => {
    const fresh = new Draft(ask);
    let half = null;
    try { half = JSON.parse(sessionStorage.getItem(store())); } catch { return fresh; }
    if (!half || half.seq !== model.get("seq")) return fresh;
    for (const [at, keys] of half.picked.entries()) {
      for (const id of keys) {
        const key = fresh.step.keys.find((one) => one.id === id);
        if (!key || !fresh.may(key)) return new Draft(ask);
        fresh.tap(key);
        if (fresh.value) return new Draft(ask);
      }
      if (fresh.picked.length === at + 1 && at + 1 < half.picked.length) fresh.next();
    }
    return fresh;
  };
  const send = (content) => {
    const message = { ...content, seq: model.get("seq"), showing: model.get("showing") };
    const page = window.companion;
    const gone = page ? page.send(model, message) : (model.send(message), true);
    sent = gone;
    return gone;
  };
  const changed = () => {
    save();
    if (draft.value && !send({ kind: "pad", value: draft.value })) { draft.value = null; draft.back(); save(); }
    paint();
  };
  const settled = () => !sent && Date.now() - since > SETTLE;
  const tap = (key) => { if (settled() && draft.may(key)) { draft.tap(key); changed(); } };
  const later = () => { if (settled() && send({ kind: "later" })) { draft = new Draft(draft.ask); save(); paint(); } };

  const grid = () => {
    const step = draft.step, columns = step.columns || 4;
    const box = el("div", "pad-grid");
    box.style.setProperty("--pad-columns", columns);
    if (step.rows) box.classList.add("pad-with-rows");
    if (step.heads) {
      if (step.rows) box.append(el("span", "pad-head"));
      for (const head of step.heads) box.append(el("span", "pad-head", head));
    }
    step.keys.forEach((key, i) => {
      if (step.rows && i % columns === 0) box.append(el("span", "pad-head", step.rows[i / columns] || ""));
      const button = keyButton(key, draft.here.filter((id) => id === key.id).length);
      button.disabled = sent || !draft.may(key);
      button.onclick = () => tap(key);
      box.append(button);
    });
    return box;
  };
  // A row of slots for each step: what is picked lies in them, the step at hand has an edge.
  const slots = () => {
    const box = el("div", "pad-slots");
    draft.steps.forEach((step, at) => {
      const row = el("div", "pad-slot-row");
      if (at === draft.picked.length - 1) row.classList.add("pad-slot-now");
      row.setAttribute("aria-label", step.prompt);
      row.append(el("span", "pad-slot-name", step.prompt));
      const picked = draft.picked[at] || [];
      for (let i = 0; i < (step.most || 1); i += 1) {
        const key = step.keys.find((one) => one.id === picked[i]), slot = el("span", "pad-slot");
        if (key?.svg) slot.innerHTML = key.svg;
        else if (key) slot.textContent = key.label;
        row.append(slot);
      }
      box.append(row);
    });
    return box;
  };
  const controls = () => {
    const row = el("div", "pad-controls");
    const undo = control("⌫", "pad-control", () => { if (settled()) { draft.back(); changed(); } }, !sent && !draft.empty);
    undo.setAttribute("aria-label", "Take the last pick back");
    undo.dataset.pad = "back";
    row.append(undo);
    if ((draft.step.most || 1) > 1 && !draft.ask.slots) {
      const all = control("That is all", "pad-control pad-end", () => {
        if (settled() && draft.mayEnd()) { draft.next(); changed(); }
      }, !sent && draft.mayEnd());
      all.dataset.pad = "end";
      row.append(all);
    }
    const words = draft.ask.later ?? "Not now";
    if (words) {
      const skip = control(words, "pad-control", later, !sent);
      skip.dataset.pad = "later";
      row.append(skip);
    }
    return row;
  };
  // What was picked is named as it stood on its key; keys with a picture have short ids that people write.
  const name = (at, id) => {
    const key = draft.steps[at].keys.find((one) => one.id === id);
    return key && !key.svg && key.label ? key.label : id;
  };
  const paint = () => {
    const focus = root.contains(document.activeElement) ? document.activeElement.dataset : null;
    root.replaceChildren();
    root.dataset.sent = sent ? "1" : "0";
    root.classList.toggle("pad-with-slots", Boolean(draft?.ask.slots));
    root.classList.toggle("pad-half", Boolean(draft?.ask.waits && !draft.empty && !draft.value));
    if (!draft) return;
    const done = draft.picked.slice(0, -1).map((ids, at) => ids.map((id) => name(at, id)).join("")).join(" / ");
    const prompt = el("p", "pad-prompt", draft.step.prompt);
    if (done) prompt.append(" ", el("span", "pad-done", done));
    root.append(draft.ask.slots ? slots() : prompt, grid(), controls());
    const again = focus?.key ? `[data-key="${CSS.escape(focus.key)}"]` : focus?.pad ? `[data-pad="${focus.pad}"]` : "";
    if (again) root.querySelector(again)?.focus();
  };
  const typed = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !draft) return;
    if (event.key === "Backspace") { event.preventDefault(); if (settled()) { draft.back(); changed(); } return; }
    if (event.key.startsWith("Arrow")) { move(event); return; }
    const key = draft.step.keys.find((one) => one.id.toLowerCase() === event.key.toLowerCase());
    if (key) { event.preventDefault(); tap(key); }
  };
  const move = (event) => {
    const keys = [...root.querySelectorAll(".pad-key")], at = keys.indexOf(document.activeElement);
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -(draft.step.columns || 4), ArrowDown: draft.step.columns || 4 };
    const to = keys[at + (by[event.key] || 0)];
    if (at >= 0 && to) { event.preventDefault(); to.focus(); }
  };
  const asked = () => {
    const ask = model.get("question");
    since = draft ? Date.now() : 0;   // the first question after a load has no tap before it
    sent = false;
    draft = ask.steps ? restore(ask) : null;
    paint();
  };
  root.addEventListener("keydown", typed);
  model.on("change:showing", asked);
  asked();
  return () => { model.off("change:showing", asked); root.removeEventListener("keydown", typed); };
}

export default { render };
