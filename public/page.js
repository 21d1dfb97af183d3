// Enhances public pages: copy buttons, and reloading a page that waits for a change. Pages work
// without it. It is served without a build step.

const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;
const CONFIRMATION_MS = 2000;

/** Copies a text; insecure origins have no clipboard API. @param {string} text */
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

/** Returns the code that the button's figure shows. @param {Element} button */
function visibleCode(button) {
  const codes = button.closest("figure")?.querySelectorAll("pre") ?? [];
  const code = [...codes].find((one) => one.getClientRects().length > 0);
  return code?.textContent ?? "";
}

document.addEventListener("click", async ({ target }) => {
  const button = target instanceof Element ? target.closest("[data-copy]") : null;
  const label = button?.querySelector("[data-confirmation]");
  if (!button || !label) return;
  await copy(button.getAttribute("data-copy") || visibleCode(button));
  const usual = label.getAttribute("data-usual") ?? label.textContent ?? "";
  label.setAttribute("data-usual", usual);
  label.textContent = label.getAttribute("data-confirmation");
  setTimeout(() => {
    label.textContent = usual;
  }, CONFIRMATION_MS);
});

/** Reloads the page when it no longer waits. */
async function renew() {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, MAX_PAUSE_MS)) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const response = await fetch(location.href, { cache: "no-store" }).catch(() => null);
    if (!response || response.status >= 500) continue;
    // Compared as text, because parsing would apply this page's policy to the styles. Quotes in
    // content are escaped. The pattern does not match this script, which the page may contain.
    if (!/data-renews="\w*"/.test(await response.text())) return location.reload();
  }
}

if (document.querySelector("[data-renews]")) void renew();
