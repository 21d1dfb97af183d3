// What a script adds to the checkout page: it pays and waits without reloading, and sets digits well.
// The page works without it; it is served as it stands, so it is plain, and small.

/** @param {string} selector @param {ParentNode} [root] */
const find = (selector, root = document) =>
  /** @type {HTMLElement | null} */ (root.querySelector(selector));
/** What a state of the page is made of, and is replaced as a whole. */
const view = () => /** @type {HTMLElement} */ (find("[data-view]"));
/** @param {number} ms */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** While something is sent, nothing else is. */
let busy = false;
/** Seconds until the customer goes on to the shop: null where nobody does, -1 before they count. */
let leavesIn = /** @type {number | null} */ (null);
/** Counts what is shown, so that what waits knows that it waited for another page. */
let turn = 0;

/** Says a text to those who listen to the page. @param {string} text */
function tell(text) {
  const told = find("#told");
  if (told) told.textContent = text;
}

/** @param {string} url @param {RequestInit} [how] @returns {Promise<Document | null>} */
async function read(url, how) {
  try {
    const answer = await fetch(url, { ...how, signal: AbortSignal.timeout(45_000) });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    // The parser has no scripts: what is for those without them would come alive here, and reload.
    for (const other of page.querySelectorAll("noscript")) other.remove();
    // An answer of somebody in between, or an accident, is not our page.
    if (!find("[data-view]", page) || answer.status === 503) return null;
    const shown = new URL(answer.url);
    shown.searchParams.delete("fault");
    if (shown.href !== location.href) history.replaceState(null, "", shown);
    return page;
  } catch {
    return null;
  }
}

/** The page's own address, without what was wrong before. */
const here = () => location.href.split("#")[0] ?? "";

/** Keeps what was typed where the new page has the same field. @param {ParentNode} from @param {ParentNode} to */
function keepTyped(from, to) {
  const typed = from.querySelectorAll("input[id], textarea");
  for (const old of /** @type {NodeListOf<HTMLInputElement>} */ (typed)) {
    const field = /** @type {HTMLInputElement | null} */ (find(`#${old.id}`, to));
    if (field) field.value = old.value;
  }
}

/** Puts the new page in the place of the old one, as little of it as will do. @param {Document} page */
function show(page) {
  const [old, fresh] = [view(), /** @type {HTMLElement} */ (find("[data-view]", page))];
  const isNews = old.dataset["view"] !== fresh.dataset["view"];
  const held = document.activeElement;
  turn++;
  if (isNews && fresh.dataset["view"] === "paid") leavesIn = -1;
  document.title = page.title;
  if (old.querySelector("form [data-part]") && fresh.querySelector("form [data-part]")) {
    for (const part of fresh.querySelectorAll("[data-part]")) {
      const before = find(`[data-part="${part.getAttribute("data-part")}"]`, old);
      if (!before) continue;
      keepTyped(before, part);
      before.replaceWith(part);
    }
  } else {
    old.replaceWith(fresh);
    if (isNews) window.scrollTo({ top: 0 });
    else if (held?.id) find(`#${held.id}`)?.focus({ preventScroll: true });
  }
  begin();
}

/** Leads those who pay to what they have to see next. */
function lead() {
  // What is folded away can be neither seen nor focused.
  for (const fold of document.querySelectorAll("details:has([aria-invalid])")) {
    fold.setAttribute("open", "");
  }
  const wrong = find("[aria-invalid]") ?? find("#notice:not(:empty)") ?? find("#title");
  wrong?.focus();
  if (wrong?.id !== "title") tell(find("#notice")?.innerText ?? "");
}

/** @param {HTMLFormElement} form @param {string} text */
function notice(form, text) {
  const place = find("#notice") ?? form;
  const line = find("[data-lost-line]") ?? document.createElement("p");
  line.dataset["lostLine"] = "";
  line.className = "mb-5 font-medium text-danger";
  line.textContent = text;
  place.prepend(line);
  tell(text);
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} button @param {boolean} isBusy */
function setBusy(form, button, isBusy) {
  busy = isBusy;
  form.ariaBusy = isBusy ? "true" : null;
  for (const one of form.querySelectorAll("button")) one.ariaDisabled = isBusy ? "true" : null;
  const label = button && find("[data-label]", button);
  if (!label) return;
  label.dataset["was"] ??= label.textContent ?? "";
  label.textContent = (isBusy ? form.dataset["busy"] : label.dataset["was"]) ?? "";
  if (isBusy) tell(label.textContent);
}

/** Nobody knows whether it arrived: asks until somebody does. @param {HTMLFormElement} form */
async function settle(form) {
  notice(form, form.dataset["lostWaiting"] ?? "");
  let page = null;
  for (let pause = 1000; !page; pause = Math.min(pause * 1.5, 5000)) {
    await sleep(pause);
    page = await read(here());
  }
  const isOpen = find("form [data-part]", page);
  show(page);
  // No answer, and the form again: nothing came of it.
  if (isOpen && !find("#notice:not(:empty)")) notice(form, form.dataset["lost"] ?? "");
  lead();
}

/** @param {SubmitEvent} event */
async function submit(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.dataset["busy"]) return;
  event.preventDefault();
  if (busy) return;
  const button = event.submitter ?? find("button", form);
  setBusy(form, button, true);
  try {
    // A provider's own form may have to be read first, and may be wrong itself.
    const waits = /** @type {Promise<boolean>[]} */ ([]);
    form.dataset["method"] = /** @type {HTMLButtonElement} */ (button)?.value ?? "";
    form.dispatchEvent(new CustomEvent("checkout:sending", { bubbles: true, detail: waits }));
    if ((await Promise.all(waits)).includes(false)) return;
    const body = new URLSearchParams(/** @type {any} */ (new FormData(form, event.submitter)));
    const page = await read(form.action, { method: "POST", body });
    if (page) {
      show(page);
      lead();
    } else await settle(form);
  } finally {
    setBusy(form, button, false);
  }
}

/** Reads the page again while it may change by itself. */
async function renew() {
  const mine = turn;
  for (let pause = 1000; view().dataset["renews"] !== undefined; ) {
    await sleep(pause);
    pause = Math.min(pause * 1.2, document.hidden ? 15_000 : 3000);
    const page = busy ? null : await read(here());
    if (mine !== turn) return;
    // Unchanged, it is left alone: somebody may be reading it.
    if (!page || find("[data-view]", page)?.textContent === view().dataset["read"]) continue;
    const before = view().dataset["view"];
    show(page);
    if (view().dataset["view"] === before) tell(find("#title")?.parentElement?.innerText ?? "");
    else lead();
    return;
  }
}

/** Goes on to the shop after some seconds, unless the customer stays or came back. */
async function leave() {
  const line = find("[data-leaves]");
  const onward = find("[data-onward]")?.closest("a");
  const text = find("[data-text]");
  if (!line || !onward || !text || leavesIn === null) return;
  if (leavesIn < 0) leavesIn = Number(line.dataset["leaves"]);
  line.hidden = false;
  find("[data-stay]")?.addEventListener("click", () => {
    leavesIn = null;
    line.hidden = true;
    onward.focus();
  });
  const mine = turn;
  while (mine === turn && leavesIn !== null && leavesIn >= 0) {
    text.textContent = (text.dataset["text"] ?? "").replace("{seconds}", String(leavesIn));
    if (leavesIn === 0) return location.assign(onward.href);
    await sleep(1000);
    if (mine === turn && leavesIn !== null) leavesIn--;
  }
}

/** What each page that is shown needs. */
function begin() {
  view().dataset["read"] = view().textContent ?? "";
  document.dispatchEvent(new CustomEvent("checkout:shown"));
  void renew();
  void leave();
}

/** The digits in their groups. @type {Record<string, (digits: string, typed: boolean) => string>} */
const groups = {
  number: (digits) => digits.slice(0, 19).replace(/(\d{4})(?=\d)/g, "$1 "),
  expiry: (digits, typed) => {
    // "4" can only be April.
    const all = /^[2-9]/.test(digits) ? `0${digits}` : digits;
    const month = all.slice(0, 2);
    // A whole date, with the century too, as some fill it in.
    const year = all.length === 6 && all.startsWith("20", 2) ? all.slice(4) : all.slice(2, 4);
    return month.length === 2 && (year || typed) ? `${month} / ${year}` : month;
  },
  cvc: (digits) => digits.slice(0, 4),
};

/** Groups the digits while they are typed; the caret stays behind the digit it was behind. */
function group(/** @type {Event} */ event) {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const form = groups[field.id];
  if (!form || /** @type {InputEvent} */ (event).isComposing) return;
  const isDeleting = /^delete/.test(/** @type {InputEvent} */ (event).inputType ?? "");
  const caret = field.selectionStart ?? field.value.length;
  const isAtEnd = caret === field.value.length;
  // "4/" and "1/" are whole months.
  if (field.id === "expiry") field.value = field.value.replace(/^\s*(\d)\s*[/.-]/, "0$1/");
  let before = field.value.slice(0, caret).replace(/\D/g, "").length;
  const digits = field.value.replace(/\D/g, "");
  const text = form(digits, !isDeleting);
  before += text.replace(/\D/g, "").length > digits.length ? 1 : 0;
  if (text === field.value) return;
  field.value = text;
  let at = 0;
  while (before > 0 && at < text.length) if (/\d/.test(text[at++] ?? "")) before--;
  if (isAtEnd) at = text.length;
  if (document.activeElement === field) field.setSelectionRange(at, at);
}

document.addEventListener("submit", submit);
document.addEventListener("input", group);
// Kept by the browser as it was left: busy, perhaps, and paid meanwhile.
window.addEventListener("pageshow", (event) => event.persisted && location.reload());

// What was wrong before is not to be said again by a reload.
const clean = new URL(location.href);
clean.searchParams.delete("fault");
if (clean.href !== location.href) history.replaceState(null, "", clean);

const [arrival] = performance.getEntriesByType("navigation");
// Who came back or looks again wants to be here.
const isNew = /** @type {PerformanceNavigationTiming} */ (arrival)?.type === "navigate";
leavesIn = isNew ? -1 : null;
begin();
