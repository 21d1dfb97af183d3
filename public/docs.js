// Enhances the documentation: remembers the language of samples, fills samples with the reader's
// own test key and IDs, and sends requests to the sandbox. It is served without a build step.

const LANGUAGE = "ct-docs-language";
const KEY = "ct-test-key";
const TEST_KEY = /^ct_test_\w+$/;

/** Storage fails where a browser blocks it. @template T @param {() => T} work */
function attempt(work) {
  try {
    return work();
  } catch {
    return null;
  }
}

// Languages

/** @param {string} language */
function showLanguage(language) {
  for (const samples of document.querySelectorAll("[data-samples]")) {
    const button = samples.querySelector(`input[value="${CSS.escape(language)}"]`);
    if (button instanceof HTMLInputElement) button.checked = true;
  }
}

document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.closest("[data-samples]")) return;
  if (target.type !== "radio") return;
  // The other samples change their height above or below what is being read.
  const before = target.getBoundingClientRect().top;
  showLanguage(target.value);
  scrollBy(0, target.getBoundingClientRect().top - before);
  attempt(() => localStorage.setItem(LANGUAGE, target.value));
});

const remembered = attempt(() => localStorage.getItem(LANGUAGE));
if (remembered) showLanguage(remembered);

// The reader's key, for this tab only

/** @returns {string | null} */
function testKey() {
  const key = attempt(() => sessionStorage.getItem(KEY));
  return key && TEST_KEY.test(key) ? key : null;
}

/** Replaces a text in the code of a part of the page. @param {Element} part */
function replaceIn(part, from = "", to = "") {
  for (const code of part.querySelectorAll("pre code")) {
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      text.nodeValue = text.nodeValue?.replaceAll(from, to) ?? null;
    }
  }
}

/** @param {string} address @param {string} key @returns {Promise<string[]>} */
async function listIds(address, key) {
  const response = await fetch(`/v1${address}`, {
    headers: { authorization: `Bearer ${key}` },
    cache: "no-store",
  });
  if (!response.ok) return [];
  const { data } = await response.json();
  return data.map((/** @type {{ id: string }} */ { id }) => id);
}

/** @param {string} path @param {string} key */
async function newestId(path, key) {
  const [id = null] = await listIds(`${path}?limit=1`, key);
  return id;
}

/** Replaces a text in what the forms send. */
function replaceInForms(from = "", to = "") {
  for (const field of document.querySelectorAll("[data-try] input, [data-try] textarea")) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue;
    // Assigning a file field's value throws.
    if (field.value.includes(from)) field.value = field.value.replaceAll(from, to);
  }
}

const CATALOGUE = [
  { form: /\bpf_\w+/, path: "/portfolios" },
  { form: /\bcat_\w+/, path: "/project-categories" },
  { form: /\bprj_\w+/, path: "/projects" },
];

/** Replaces IDs of the sandbox's catalogue where this installation has another. @param {string} key */
async function fillCatalogue(key) {
  const samples = [...document.querySelectorAll("[data-samples]")];
  for (const { form, path } of CATALOGUE) {
    const [example] = samples.flatMap((it) => form.exec(it.textContent ?? "")?.[0] ?? []);
    if (example === undefined) continue;
    const ids = await listIds(path, key).catch(() => []);
    const [first] = ids;
    if (first === undefined || ids.includes(example)) continue;
    for (const part of samples) replaceIn(part, example, first);
    replaceInForms(example, first);
  }
}

/** Replaces example IDs with those of the reader's newest objects. @param {string} key */
async function fillIds(key) {
  /** @type {Map<string, Promise<string | null>>} */
  const ids = new Map();
  for (const hint of document.querySelectorAll("[data-placeholder][data-list]")) {
    const path = hint.getAttribute("data-list") ?? "";
    const id = ids.get(path) ?? newestId(path, key).catch(() => null);
    ids.set(path, id);
    const own = await id;
    const from = hint.getAttribute("data-placeholder") ?? "";
    if (!own || !hint.parentElement) continue;
    replaceIn(hint.parentElement, from, own);
    replaceInForms(from, own);
    hint.setAttribute("data-placeholder", own);
    hint.textContent = `${own} is your newest one in the sandbox.`;
  }
}

let currentKey = "ct_test_…";

function showKey() {
  const key = testKey();
  for (const figure of document.querySelectorAll("[data-key-sample]")) {
    replaceIn(figure, `=${currentKey}`, `=${key ?? "ct_test_…"}`);
    const button = figure.querySelector("[data-copy]");
    button?.setAttribute("data-copy", "");
  }
  currentKey = key ?? "ct_test_…";
  for (const form of document.querySelectorAll("[data-test-key]")) {
    const state = form.querySelector("[data-key-state]");
    const forget = form.querySelector("[data-forget-key]");
    if (forget instanceof HTMLElement) forget.hidden = key === null;
    if (state && key) state.textContent = `Using the test key that ends in ${key.slice(-4)}.`;
    else if (state && form.hasAttribute("data-had-key")) state.textContent = "The key is forgotten.";
    form.toggleAttribute("data-had-key", key !== null);
  }
  if (!key) return;
  void fillIds(key);
  void fillCatalogue(key);
}

document.addEventListener("click", ({ target }) => {
  if (!(target instanceof Element) || !target.closest("[data-forget-key]")) return;
  attempt(() => sessionStorage.removeItem(KEY));
  showKey();
});

// Requests from the page

function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `docs-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** @param {HTMLFormElement} form @param {string | null} key @returns {[string, RequestInit]} */
function requestOf(form, key) {
  const values = new FormData(form);
  const headers = new Headers();
  const query = new URLSearchParams();
  let path = form.dataset["path"] ?? "";
  for (const [field, value] of values) {
    const [place, name = ""] = field.split(/:(.*)/s);
    if (typeof value !== "string") continue;
    if (place === "path") path = path.replace(`{${name}}`, encodeURIComponent(value.trim()));
    if (place === "query" && value !== "") query.set(name, value);
    if (place === "header" && value !== "") headers.set(name, value);
    if (field === "header:Idempotency-Key" && value === "") headers.set(name, randomKey());
  }
  if (key) headers.set("authorization", `Bearer ${key}`);
  const method = form.dataset["method"] ?? "GET";
  const file = values.get("file");
  const text = values.get("body");
  if (file instanceof File) headers.set("content-type", file.type);
  else if (text !== null) headers.set("content-type", "application/json");
  const body = file instanceof File ? file : text;
  const url = query.size > 0 ? `${path}?${query}` : path;
  return [url, { method, headers, body, cache: "no-store", credentials: "omit" }];
}

/** @param {Element} result @param {string} heading @param {string} text */
function show(result, heading, text = "") {
  const title = document.createElement("p");
  title.className = "text-sm font-medium";
  title.textContent = heading;
  const body = document.createElement("pre");
  body.className = "mt-2 max-h-96 overflow-auto text-[0.8125rem]/relaxed whitespace-pre-wrap";
  body.tabIndex = 0;
  body.textContent = text;
  result.replaceChildren(title, ...(text === "" ? [] : [body]));
}

/** @param {string} text */
function formatted(text) {
  return attempt(() => JSON.stringify(JSON.parse(text), null, 2)) ?? text;
}

/** @param {HTMLFormElement} form */
async function send(form) {
  const result = form.querySelector("[data-result]");
  if (!result) return;
  const needsKey = form.dataset["scope"] !== "";
  const key = needsKey ? testKey() : null;
  if (needsKey && !key) return show(result, "Enter your test key first.");
  const startedAt = performance.now();
  try {
    const response = await fetch(...requestOf(form, key));
    const text = await response.text();
    const ms = Math.round(performance.now() - startedAt);
    const id = response.headers.get("x-request-id");
    show(result, `${response.status}, ${ms} ms, request ${id}`, formatted(text));
  } catch {
    show(result, "The server could not be reached. Send the request again.");
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  if (form.hasAttribute("data-test-key")) {
    event.preventDefault();
    const input = form.elements.namedItem("key");
    if (!(input instanceof HTMLInputElement)) return;
    // A live key must not get here by any way around the field's pattern.
    const key = input.value.trim();
    if (TEST_KEY.test(key)) attempt(() => sessionStorage.setItem(KEY, key));
    input.value = "";
    showKey();
  } else if (form.hasAttribute("data-try")) {
    event.preventDefault();
    void send(form);
  }
});

showKey();
