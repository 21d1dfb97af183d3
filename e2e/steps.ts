// Counts what a person does on pages: clicks, and fields that are filled in, chosen or ticked. An
// address that a test opens stands for the link to it, and counts once however often it is polled.
import { expect, type Page } from "playwright/test";

/** Ticks and choices are clicks, too, and count once. */
function report(): void {
  const send = (window as unknown as { countStep(): void }).countStep;
  const typed = new WeakSet<EventTarget>();
  const isField = (it: EventTarget | null) =>
    it instanceof Element && it.closest("input:not([type=submit]), select, textarea, label");
  addEventListener(
    "click",
    ({ target, isTrusted }) => {
      if (isTrusted && !isField(target)) send();
    },
    true,
  );
  addEventListener(
    "input",
    ({ target }) => {
      if (!target || typed.has(target)) return;
      if (!(target instanceof HTMLInputElement && /checkbox|radio/.test(target.type))) {
        typed.add(target);
      }
      send();
    },
    true,
  );
}

/** Counts from now on, in all pages of the page's context. Returns the number of steps so far. */
export async function countSteps(page: Page): Promise<() => number> {
  let steps = 0;
  await page.context().exposeFunction("countStep", () => {
    steps += 1;
  });
  await page.context().addInitScript(report);
  const goto = page.goto.bind(page);
  let last = "";
  page.goto = (...args) => {
    if (args[0] !== last) steps += 1;
    last = args[0];
    return goto(...args);
  };
  return () => steps;
}

/** A change of the dashboard must not make a person's week longer. */
export function expectAtMost(most: number, steps: () => number): void {
  expect(steps(), "clicks and fields").toBeLessThanOrEqual(most);
  expect(steps(), "clicks and fields").toBeGreaterThan(0);
}
