// What a script adds to a page that has none of Next's: it copies texts, and renews what waits.
// The page works without it; it is served as it stands, so it is plain, and small.

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
const SAID_MS = 2000;

/** Puts a text on the clipboard, also where only the old way is allowed. @param {string} text */
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

document.addEventListener("click", async ({ target }) => {
  const button = target instanceof Element ? target.closest("[data-copy]") : null;
  const told = button?.querySelector("[data-said]");
  if (!button || !told) return;
  await copy(button.getAttribute("data-copy") ?? "");
  const usual = told.getAttribute("data-usual") ?? told.textContent ?? "";
  told.setAttribute("data-usual", usual);
  told.textContent = told.getAttribute("data-said");
  setTimeout(() => {
    told.textContent = usual;
  }, SAID_MS);
});

/** Loads the page anew when it no longer waits; until then it is left to be read. */
async function renew() {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
    if (!answer || answer.status >= 500) continue;
    // As text: a parsed page's styles would be held against this one's policy. Quotes that are no
    // part of the markup are escaped.
    if (!(await answer.text()).includes('data-renews="')) return location.reload();
  }
}

if (document.querySelector("[data-renews]")) void renew();
