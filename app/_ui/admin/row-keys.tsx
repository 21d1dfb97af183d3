"use client";
// Rows of lists as links: by pointer, and with j, k and x. Enter follows the focused link itself.
import type { MouseEvent } from "react";

const CONTROLS = "a, button, input, select, textarea, label, summary";
const LINK = "[data-title] a[href]";
/** Targets of j and k: the link of a row, or its checkbox. */
const TARGETS = `${LINK}, [data-select]`;

/** A click beside the row's controls follows its link, as a click on that link would. */
export function openRow(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget, button, ctrlKey, metaKey, shiftKey } = event;
  if (event.defaultPrevented || button > 1) return;
  // A dialog of a button in the row is inside it for React, but not in the document.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return;
  if (target.closest(CONTROLS) || window.getSelection()?.isCollapsed === false) return;
  const link = currentTarget.querySelector<HTMLAnchorElement>(LINK);
  if (!link) return;
  if (button === 1 || ctrlKey || metaKey || shiftKey) window.open(link.href, "_blank", "noopener");
  else link.click();
}

/** Moves the focus to the next or previous row, from no row to the first or last. */
function moveRow(step: 1 | -1): void {
  const current = document.activeElement?.closest("[data-row]");
  const table = current?.closest("table") ?? document.querySelector("main table[data-rows]");
  const rows = [...(table?.querySelectorAll("[data-row]") ?? [])];
  const start = step === 1 ? -1 : rows.length;
  const row = rows[(current ? rows.indexOf(current) : start) + step];
  const target = row?.querySelector<HTMLElement>(LINK) ?? row?.querySelector<HTMLElement>(TARGETS);
  // Browsers show the focus of an element that a program focused after a key.
  target?.focus();
  row?.scrollIntoView({ block: "nearest" });
}

function toggleRow(): void {
  const row = document.activeElement?.closest("[data-row]");
  row?.querySelector<HTMLInputElement>("[data-select]")?.click();
}

export const rowKeys: Readonly<Record<string, () => void>> = {
  j: () => moveRow(1),
  k: () => moveRow(-1),
  x: toggleRow,
};

export const rowKeyHelp = [
  { keys: "j and k", does: "Next and previous row of a list" },
  { keys: "Enter", does: "Open the row" },
  { keys: "x", does: "Select the row" },
];
