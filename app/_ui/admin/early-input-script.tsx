/** Buttons that do nothing by themselves. */
const SCRIPTED = "button[type=button]:not([popovertarget])";
/** A browser enters their keys by itself. */
export const FIELDS = "input, textarea, select, [contenteditable]";

/**
 * Runs before anything else of a page and keeps clicks and keys until `EarlyInput` repeats them:
 * React repeats only what was submitted in a form, and the router does not listen at first.
 */
export const earlyInputScript = `{
  const events = [];
  const isEarly = ({ type, target }) =>
    type === "click" ? target.closest?.("${SCRIPTED}") : !target.closest?.("${FIELDS}");
  const keep = (event) => {
    if (!event.isTrusted || !isEarly(event)) return;
    event.stopImmediatePropagation();
    events.push(event);
  };
  const kinds = ["click", "keydown"];
  for (const kind of kinds) addEventListener(kind, keep, true);
  window.takeEarlyInput = () => {
    for (const kind of kinds) removeEventListener(kind, keep, true);
    return events;
  };
}`;
