// Enhances the checkout page: submits and waits without reloading, and groups digits. The page works
// without it. It is served without a build step.

/** @param {string} selector @param {ParentNode} [root] */
const find = (selector, root = document) =>
  /** @type {HTMLElement | null} */ (root.querySelector(selector));
/** The part of the page that is replaced when the state changes. */
const view = () => /** @type {HTMLElement} */ (find("[data-view]"));
/** @param {number} ms */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Fields on which the tax depends. */
const repricing = ["country", "buyer", "vat_id"];
/** True while a form is being submitted. */
let busy = false;
/** Seconds until the redirect to the shop; null: none, -1: not started. */
let leavesIn = /** @type {number | null} */ (null);
/** Incremented with each new page, so that pending loops of the previous page stop. */
let turn = 0;

/** Announces a text to screen readers. @param {string} text */
function announce(text) {
  const region = find("#announcements");
  if (region) region.textContent = text;
}

/** @param {string} url @param {RequestInit} [how] @returns {Promise<Document | null>} */
async function read(url, how) {
  try {
    const response = await fetch(url, { ...how, signal: AbortSignal.timeout(45_000) });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    // DOMParser treats scripts as disabled, so the content of noscript would take effect.
    for (const other of page.querySelectorAll("noscript")) other.remove();
    // Ignore responses of proxies and failures.
    if (!find("[data-view]", page) || response.status === 503) return null;
    const address = new URL(response.url);
    for (const name of ["fault", ...repricing]) address.searchParams.delete(name);
    if (address.href !== location.href) history.replaceState(null, "", address);
    return page;
  } catch {
    return null;
  }
}

const here = () => location.href.split("#")[0] ?? "";

/** Copies typed input to the same fields of the new page. @param {ParentNode} from @param {ParentNode} to */
function keepTyped(from, to) {
  const typed = from.querySelectorAll("input[id], select[id], textarea");
  for (const old of /** @type {NodeListOf<HTMLInputElement>} */ (typed)) {
    const field = /** @type {HTMLInputElement | null} */ (find(`#${old.id}`, to));
    if (field) field.value = old.value;
  }
}

/** Replaces the parts of the page that changed. @param {Document} page */
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

/** Moves the focus to the first error, or to the title. */
function lead() {
  // A field inside a closed fold cannot be focused.
  for (const fold of document.querySelectorAll("details:has([aria-invalid])")) {
    fold.setAttribute("open", "");
  }
  const wrong = find("[aria-invalid]") ?? find("#notice:not(:empty)") ?? find("#title");
  wrong?.focus();
  if (wrong?.id !== "title") announce(find("#notice")?.innerText ?? "");
}

/** @param {HTMLFormElement} form @param {string} text */
function notice(form, text) {
  const place = find("#notice") ?? form;
  const line = find("[data-lost-line]") ?? document.createElement("p");
  line.dataset["lostLine"] = "";
  line.className = "mb-5 font-medium text-danger";
  line.textContent = text;
  place.prepend(line);
  announce(text);
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
  if (isBusy) announce(label.textContent);
}

/** Polls until the outcome of a lost submission is known. @param {HTMLFormElement} form */
async function settle(form) {
  notice(form, form.dataset["lostWaiting"] ?? "");
  let page = null;
  for (let pause = 1000; !page; pause = Math.min(pause * 1.5, 5000)) {
    await sleep(pause);
    page = await read(here());
  }
  const isOpen = find("form [data-part]", page);
  show(page);
  // The form is still open, so the submission did not arrive.
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
    // The provider's form may need time to collect its data, or may be invalid.
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

/** Updates the tax line for the buyer. @param {Event} event */
async function reprice(event) {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (!field.matches("[data-reprices]") || !field.form) return;
  const values = new FormData(field.form);
  const url = new URL(here());
  for (const name of repricing) url.searchParams.set(name, `${values.get(name) ?? ""}`);
  const page = await read(url.href);
  const [old, fresh] = [find("[data-part=tax]"), page && find("[data-part=tax]", page)];
  // A later choice has been made in the meantime.
  const current = new FormData(field.form);
  const isCurrent = repricing.every((name) => current.get(name) === values.get(name));
  if (old && fresh && isCurrent) old.replaceWith(fresh);
}

/** Polls the page while its state can change without the customer. */
async function renew() {
  const ownTurn = turn;
  for (let pause = 1000; view().dataset["renews"] !== undefined; ) {
    await sleep(pause);
    pause = Math.min(pause * 1.2, document.hidden ? 15_000 : 3000);
    const page = busy ? null : await read(here());
    if (ownTurn !== turn) return;
    // Leave an unchanged page alone: the customer may be reading it.
    if (!page || find("[data-view]", page)?.textContent === view().dataset["read"]) continue;
    const before = view().dataset["view"];
    show(page);
    if (view().dataset["view"] === before) announce(find("#title")?.parentElement?.innerText ?? "");
    else lead();
    return;
  }
}

/** Redirects to the shop after a countdown, unless the customer stays or returned. */
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
  const ownTurn = turn;
  while (ownTurn === turn && leavesIn !== null && leavesIn >= 0) {
    text.textContent = (text.dataset["text"] ?? "").replace("{seconds}", String(leavesIn));
    if (leavesIn === 0) return location.assign(onward.href);
    await sleep(1000);
    if (ownTurn === turn && leavesIn !== null) leavesIn--;
  }
}

/** Sets up a new page. */
function begin() {
  view().dataset["read"] = view().textContent ?? "";
  document.dispatchEvent(new CustomEvent("checkout:updated"));
  void renew();
  void leave();
}

/** Formats digits in groups. @type {Record<string, (digits: string, typed: boolean) => string>} */
const groups = {
  number: (digits) => digits.slice(0, 19).replace(/(\d{4})(?=\d)/g, "$1 "),
  expiry: (digits, typed) => {
    // "4" can only mean April.
    const all = /^[2-9]/.test(digits) ? `0${digits}` : digits;
    const month = all.slice(0, 2);
    // Some browsers fill in the year with its century.
    const year = all.length === 6 && all.startsWith("20", 2) ? all.slice(4) : all.slice(2, 4);
    return month.length === 2 && (year || typed) ? `${month} / ${year}` : month;
  },
  cvc: (digits) => digits.slice(0, 4),
};

/** Networks by the first digits of their cards. @type {[name: string, digits: RegExp][]} */
const networks = [
  ["Visa", /^4/],
  ["Mastercard", /^(5[1-5]|2[2-7])/],
  ["American Express", /^3[47]/],
  ["Discover", /^6(011|5)/],
];

/** Names the card's network beside its number. */
function nameNetwork(/** @type {string} */ digits) {
  const output = document.getElementById("card-network");
  const name = networks.find(([, pattern]) => pattern.test(digits))?.[0] ?? "";
  if (output && output.textContent !== name) output.textContent = name;
}

/** Groups digits while the customer types, and keeps the caret after the same digit. */
function group(/** @type {Event} */ event) {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const form = groups[field.id];
  if (!form || /** @type {InputEvent} */ (event).isComposing) return;
  const isDeleting = /^delete/.test(/** @type {InputEvent} */ (event).inputType ?? "");
  const caret = field.selectionStart ?? field.value.length;
  const isAtEnd = caret === field.value.length;
  // "4/" and "1/" are complete months.
  if (field.id === "expiry") field.value = field.value.replace(/^\s*(\d)\s*[/.-]/, "0$1/");
  let before = field.value.slice(0, caret).replace(/\D/g, "").length;
  const digits = field.value.replace(/\D/g, "");
  if (field.id === "number") nameNetwork(digits);
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
document.addEventListener("change", reprice);
// A page from the back/forward cache can be outdated.
window.addEventListener("pageshow", (event) => event.persisted && location.reload());

// Reloading must not repeat old errors, and secrets that a bank's page adds must not stay.
const clean = new URL(location.href);
for (const name of new Set(clean.searchParams.keys()))
  if (name !== "lang") clean.searchParams.delete(name);
if (clean.href !== location.href) history.replaceState(null, "", clean);

const [arrival] = performance.getEntriesByType("navigation");
// No redirect after going back or reloading.
const isNew = /** @type {PerformanceNavigationTiming} */ (arrival)?.type === "navigate";
leavesIn = isNew ? -1 : null;
begin();
