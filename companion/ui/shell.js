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

// An open sheet owns a history entry, so that the Back gesture closes it instead of leaving the page.
function sheets(model) {
  const open = [];
  let ours = 0;
  if (history.state?.sheet) history.replaceState({}, "");
  addEventListener("popstate", () => {
    if (ours > 0) { ours -= 1; return; }
    const name = open.pop();
    if (name !== undefined) model.send({ kind: "back", sheet: name });
  });
  const beside = ({ target, clientX: x, clientY: y }) => {
    if (!(target instanceof Element) || !target.classList.contains("c-sheet")) return false;
    const { left, right, top, bottom } = target.getBoundingClientRect();
    return x < left || x > right || y < top || y > bottom;
  };
  addEventListener("click", (event) => { if (open.length && beside(event)) history.back(); });
  addEventListener("keydown", (event) => { if (open.length && event.key === "Escape") history.back(); });
  return {
    open(name) { open.push(name); history.pushState({ sheet: name }, ""); },
    close(name) {
      const place = open.lastIndexOf(name);
      if (place < 0) return;
      open.splice(place, 1);
      ours += 1;
      history.back();
    },
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
  const history_ = sheets(model), title = titles(), awake = wakeLock();
  const does = {
    toast: ({ text, seconds }) => page().toast(text, seconds),
    trouble: ({ text }) => page().trouble(text),
    flash: ({ text }) => title.flash(text),
    title: ({ text }) => title.set(text),
    cache: ({ html, where }) => page().cache(where, html),
    query: ({ changes }) => page().setQuery(changes),
    open: ({ sheet }) => history_.open(sheet),
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
