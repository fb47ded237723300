// The shell of the page: lamp, toasts, history, device, wake lock. The page's own script does the rest.
const page = () => window.companion;

function device() {
  const known = page().kept(localStorage, "companion:device");
  if (known) return known;
  const bytes = new Uint8Array(8);
  // Plain http on a phone has no randomUUID.
  if (globalThis.crypto?.getRandomValues) crypto.getRandomValues(bytes);
  else bytes.forEach((_, i) => { bytes[i] = Math.floor(256 * Math.random()); });
  const made = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  page().keep(localStorage, "companion:device", made);
  return made;
}

function facts() {
  return {
    device: device(),
    secure: window.isSecureContext === true,
    touch: matchMedia("(pointer: coarse)").matches,
    width: innerWidth,
    height: innerHeight,
    theme: page().theme(),
  };
}

// What changes the history, one after another: going back takes a moment, and nothing may overtake it.
function inTurn() {
  const waiting = [];
  let going = false, timer = 0;
  const next = () => { while (!going && waiting.length) waiting.shift()(); };
  return {
    do(change) { waiting.push(change); next(); },
    back(wanted) {
      this.do(() => {
        going = wanted();
        if (!going) return;
        history.back();
        // Somebody who goes back at the same moment may leave one event for the two.
        timer = setTimeout(() => this.arrived(() => {}), 1000);
      });
    },
    arrived(then) {
      if (!going) return false;
      clearTimeout(timer);
      going = false;
      then();
      next();
      return true;
    },
  };
}

// An open sheet and every view above the first own a history entry, so that the Back gesture goes one up.
function levels(model) {
  const open = [], turns = inTurn();
  let floor = history.state?.depth ?? 0;
  // A sheet does not outlive a reload; its entry does.
  let gone = Boolean(history.state?.sheet);
  if (gone) history.replaceState({ depth: floor }, "");
  // The entry under a sheet was written before the sheet was opened; that under a view has its own address.
  const under = (one) => { if (!one.view) page().setQuery({}); };
  let leaving = null;
  addEventListener("popstate", (event) => {
    if (turns.arrived(() => under(leaving))) return;
    const depth = event.state?.depth ?? 0;
    if (gone && depth === floor - 1) {
      floor = depth;
      gone = false;
    } else if (depth < floor || depth > floor + open.length) location.reload();
    while (open.length && open.length > depth - floor) {
      const left = open.pop();
      under(left);
      model.send({ kind: "back", sheet: left.name });
    }
  });
  const covered = () => open.length > 0 && !open.at(-1).view;
  const beside = ({ target, clientX: x, clientY: y }) => {
    if (!(target instanceof Element) || !target.classList.contains("c-sheet")) return false;
    const { left, right, top, bottom } = target.getBoundingClientRect();
    return x < left || x > right || y < top || y > bottom;
  };
  addEventListener("click", (event) => { if (covered() && beside(event)) history.back(); });
  addEventListener("keydown", (event) => { if (covered() && event.key === "Escape") history.back(); });
  return {
    open(name, view) {
      turns.do(() => {
        open.push({ name, view });
        history.pushState({ depth: floor + open.length, view, ...(view ? {} : { sheet: name }) }, "");
      });
    },
    close(name) {
      turns.back(() => {
        const place = open.findLastIndex((one) => one.name === name);
        if (place >= 0) [leaving] = open.splice(place, 1);
        return place >= 0;
      });
    },
    query(changes) { turns.do(() => page().setQuery(changes)); },
  };
}

function titles() {
  let steady = document.title, timer = 0;
  const stop = () => { clearInterval(timer); timer = 0; document.title = steady; };
  addEventListener("visibilitychange", () => { if (!document.hidden) stop(); });
  return {
    set(text) { steady = text; if (!timer) document.title = text; },
    flash(text) {
      stop();
      if (!text || !document.hidden) return;
      document.title = text;
      timer = setInterval(() => { document.title = document.title === text ? steady : text; }, 1000);
    },
  };
}

function wakeLock() {
  let wanted = false, lock = null;
  const take = async () => {
    if (!wanted || lock || document.hidden || !navigator.wakeLock) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { lock = null; });
    } catch { lock = null; }
  };
  addEventListener("visibilitychange", take);
  return (on) => { wanted = on; if (on) take(); else lock?.release(); };
}

function initialize({ model }) {
  const history_ = levels(model), title = titles(), awake = wakeLock();
  const does = {
    toast: ({ text, seconds }) => page().toast(text, seconds),
    trouble: ({ text }) => page().trouble(text),
    flash: ({ text }) => title.flash(text),
    title: ({ text }) => title.set(text),
    cache: ({ html, where }) => page().cache(where, html),
    query: ({ changes }) => history_.query(changes),
    open: ({ sheet, view = false }) => history_.open(sheet, view),
    close: ({ sheet }) => history_.close(sheet),
    theme: ({ name }) => page().theme(name),
    wake: ({ on }) => awake(on),
    vibrate: ({ ms }) => navigator.vibrate?.(ms),
    go: ({ address }) => location.assign(address),
  };
  model.on("msg:custom", (content) => does[content.do]?.(content));
  model.on("change:beat", () => page().beat(model.get("beat")));
  if (model.get("beat")) page().beat(model.get("beat"));
  model.send({ kind: "ready", facts: facts() });
}

const WORDS = { live: "live", stale: "not connected", lost: "no link" };

function render({ el }) {
  const lamp = document.createElement("span");
  lamp.className = "lamp";
  lamp.setAttribute("role", "status");
  const show = () => {
    const state = document.documentElement.dataset.link || "stale";
    lamp.dataset.link = state;
    lamp.textContent = WORDS[state] || state;
  };
  addEventListener("companion:link", show);
  show();
  el.classList.add("c-lamp");
  el.append(lamp);
  page().painted();
  return () => removeEventListener("companion:link", show);
}

export default { initialize, render };
