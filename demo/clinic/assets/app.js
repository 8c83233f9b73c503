"use strict";
// Opens and closes dialogs, guards forms, swallows clicks when told to, and tells the server what is on the screen.

const body = document.body;
const memory = (key, value) => {
  if (value === undefined) return JSON.parse(sessionStorage.getItem(key) || "null");
  sessionStorage.setItem(key, JSON.stringify(value));
};

// Clicks that are lost. The count lives with the tab and begins anew when the switches change.
const LOST = `lost ${body.dataset.epoch}`;
let lostClicks = memory("lost clicks") || 0;
function isLost() {
  const rule = body.dataset.lost;
  if (rule === "never") return false;
  const count = (memory(LOST) || 0) + 1;
  memory(LOST, count);
  if (rule === "once") return count === 1;
  if (rule === "always") return true;
  if (rule.startsWith("every:")) return count % Number(rule.slice(6)) === 0;
  // A number between 0 and 1 from seed and count.
  let x = (Number(body.dataset.seed) * 7919 + count * 104729) >>> 0;
  x = Math.imul(x ^ (x >>> 15), x | 1);
  x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
  return ((x ^ (x >>> 14)) >>> 0) / 4294967296 < parseInt(rule, 10) / 100;
}
document.addEventListener("click", (event) => {
  const target = event.target.closest("button, a[href]");
  if (target && isLost()) {
    event.preventDefault();
    event.stopImmediatePropagation();
    memory("lost clicks", ++lostClicks);
    tell();
  }
}, true);

document.addEventListener("click", (event) => {
  const opens = event.target.closest("[data-opens]");
  if (opens) {
    const dialog = document.querySelector(`[data-dialog="${opens.dataset.opens}"]`);
    dialog.hidden = false;
    const first = dialog.querySelector("textarea, input:not([type=hidden])");
    if (first) first.focus();
    else opens.blur();
  }
  const closes = event.target.closest("[data-closes]");
  if (closes) closes.closest(".veil").hidden = true;
  tell();
});

document.addEventListener("submit", (event) => {
  body.classList.add("busy");
  // Buttons go grey so that a form is not sent twice; not before this one is on its way.
  if (body.dataset.guard === "true") {
    setTimeout(() => event.target.querySelectorAll("button").forEach((button) => { button.disabled = true; }));
  }
});
addEventListener("beforeunload", () => body.classList.add("busy"));

// Where the viewport begins on the screen: guessed from the window's size until the pointer shows it exactly.
function guess() {
  const side = Math.max(0, (outerWidth - innerWidth) / 2);
  return { at: [screenX + side, screenY + Math.max(0, outerHeight - innerHeight - side)], exact: false };
}
let place = memory("place");
function offset() {
  const window_at = [screenX, screenY, outerWidth, outerHeight, innerWidth, innerHeight].join();
  if (!place || place.window_at !== window_at) place = { ...guess(), window_at };
  return place;
}
function measure(event) {
  if (!event.isTrusted || !(event.clientX || event.clientY)) return;
  const at = [event.screenX - event.clientX, event.screenY - event.clientY];
  const now = offset();
  if (now.exact && now.at[0] === at[0] && now.at[1] === at[1]) return;
  place = { ...now, at, exact: true };
  memory("place", place);
  tell();
}
addEventListener("mousemove", measure, { passive: true });
addEventListener("mousedown", measure, { passive: true });

function kind(element) {
  const tag = element.tagName;
  if (tag === "INPUT" && element.type === "checkbox") return "checkbox";
  return { INPUT: "field", TEXTAREA: "field", SELECT: "select", BUTTON: "button", A: "link" }[tag] || "text";
}
function value(element) {
  if (element.dataset.leaValue !== undefined) return element.dataset.leaValue;
  if (element.type === "checkbox") return element.checked ? "on" : "off";
  if (element.type === "password") return "•".repeat(element.value.length);
  return element.value === undefined || element.tagName === "BUTTON" ? "" : element.value;
}
// The viewport without its scroll bars.
function inside() {
  return [document.documentElement.clientWidth, document.documentElement.clientHeight];
}
function describe(element) {
  const r = element.getBoundingClientRect();
  if (!r.width || !r.height) return null;
  const [x, y] = [r.x + r.width / 2, r.y + r.height / 2], [width, height] = inside();
  const hit = x >= 0 && y >= 0 && x < width && y < height && document.elementFromPoint(x, y);
  const shown = Boolean(hit) && (element.contains(hit) || hit.contains(element) && !hit.matches(".veil, body, html"));
  const label = element.labels && element.labels[0] && element.labels[0].querySelector("span");
  const named = label ? label.innerText : element.innerText;
  const round = (n) => Math.round(n * 100) / 100;
  return {
    name: element.dataset.leaName, kind: kind(element), rect: [r.x, r.y, r.width, r.height].map(round), shown,
    options: element.options ? [...element.options].map((option) => [option.value, option.label]) : [],
    value: value(element), label: (named || "").trim().replace(/\s+/g, " ").slice(0, 120),
  };
}
// Places where a click does nothing: a coarse grid, tested.
function empty() {
  const found = [], [width, height] = inside();
  for (let j = 1; j < 6; j++) {
    for (let i = 1; i < 6; i++) {
      const [x, y] = [Math.round(width * i / 6), Math.round(height * j / 6)];
      const hit = document.elementFromPoint(x, y);
      if (hit && !hit.closest("a, button, input, select, textarea, label")) found.push([x, y]);
    }
  }
  return found;
}
// The choice whose list is open; browsers before 2025 cannot tell.
function list() {
  const open = CSS.supports("selector(select:open)") && document.querySelector("select:open");
  return open ? open.dataset.leaName : null;
}
function look() {
  const open = (selector) => [...document.querySelectorAll(selector)].find((veil) => !veil.hidden);
  const [dialog, box] = [open("[data-dialog]"), open("[data-box]")];
  const focus = document.activeElement && document.activeElement.dataset.leaName;
  const { at, exact } = offset();
  return {
    page: Number(body.dataset.page), screen: body.dataset.screen,
    dialog: dialog ? dialog.dataset.dialog : null, error: box ? body.dataset.error : null,
    notice: body.dataset.notice || null, focus: focus || null, list: list(),
    offset: at, exact, ratio: devicePixelRatio, viewport: inside(),
    empty: empty(), lost: lostClicks,
    elements: [...document.querySelectorAll("[data-lea-name]")].map(describe).filter(Boolean),
  };
}

// One message at a time, so that they arrive in order; nothing is sent when nothing changed.
let last = "", sending = false, again = false, waiting = false;
function tell() {
  if (waiting) return;
  waiting = true;
  setTimeout(send, 20);
}
async function send() {
  waiting = false;
  if (sending) { again = true; return; }
  const seen = look(), text = JSON.stringify(seen);
  if (text === last) return;
  last = text;
  sending = true;
  try {
    const told = { at_ms: Date.now(), ...seen };
    await fetch("/_where", { method: "POST", body: JSON.stringify(told), headers: { "Content-Type": "application/json" } });
  } catch { last = ""; }
  sending = false;
  if (again) { again = false; tell(); }
}
for (const event of ["input", "change", "focusin", "focusout", "keyup", "mouseup"]) document.addEventListener(event, tell);
for (const event of ["scroll", "resize", "focus", "blur", "load"]) addEventListener(event, tell, { passive: true, capture: true });
// What no event tells, such as a font that came late or a window that was moved.
setInterval(tell, 250);
const box = document.querySelector(".veil:not([hidden]) button");
if (box) box.focus();
send();
