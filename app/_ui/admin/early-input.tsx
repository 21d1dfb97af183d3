"use client";
// Repeats what a reader clicked and typed before the page's scripts ran.
import { useEffect } from "react";
import { FIELDS } from "./early-input-script";

declare global {
  interface Window {
    /** Set by `earlyInputScript`. Returns events in their order, and ends keeping them. */
    takeEarlyInput?: () => Event[];
  }
}

/** Clicks each button once, however often someone in a hurry clicked it. */
function repeat(events: readonly Event[]): void {
  const clicked = new Set<Element>();
  for (const event of events) {
    if (event instanceof KeyboardEvent) {
      const focused = document.activeElement ?? document.body;
      if (!focused.closest(FIELDS)) focused.dispatchEvent(new KeyboardEvent(event.type, event));
      continue;
    }
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (!button || clicked.has(button)) continue;
    clicked.add(button);
    button.click();
  }
}

export function EarlyInput() {
  useEffect(() => {
    // After the effects of all screens and of the router, which listen from then on.
    setTimeout(() => {
      const events = window.takeEarlyInput?.() ?? [];
      delete window.takeEarlyInput;
      repeat(events);
    });
  }, []);
  return null;
}
