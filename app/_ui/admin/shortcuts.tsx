"use client";
import { useEffect, useRef } from "react";
import type { Command } from "./palette-items";
import { rowKeyHelp, rowKeys } from "./row-keys";

/** Time in which the second key of a shortcut must follow "g". */
const SECOND_KEY_MS = 1500;
/** Shortcuts are off while someone types, or while a dialog is open. */
const TYPING =
  "input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog]";

interface Shortcuts {
  go: Readonly<Record<string, () => void>>;
  openPalette(): void;
  openHelp(): void;
}

function focusSearch(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLInputElement>("main input[type=search]");
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.select();
}

export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts);
  useEffect(() => {
    current.current = shortcuts;
  });
  useEffect(() => {
    let goPressedAt = 0;
    const onKey = (event: KeyboardEvent) => {
      const { key, target, altKey } = event;
      const hasModifier = event.metaKey || event.ctrlKey;
      if (key.toLowerCase() === "k" && hasModifier) {
        event.preventDefault();
        return current.current.openPalette();
      }
      if (hasModifier || altKey || event.defaultPrevented) return;
      if (target instanceof Element && target.closest(TYPING)) return;
      const isSecond = Date.now() - goPressedAt < SECOND_KEY_MS;
      goPressedAt = key === "g" ? Date.now() : 0;
      if (isSecond && current.current.go[key]) current.current.go[key]();
      else if (rowKeys[key]) rowKeys[key]();
      else if (key === "/") focusSearch(event);
      else if (key === "?") current.current.openHelp();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}

export function Keys({ children }: { children: string }) {
  return (
    <kbd className="rounded-md border border-line bg-soft px-1.5 font-sans text-xs text-quiet">
      {children}
    </kbd>
  );
}

export function ShortcutHelp({ places }: { places: readonly Command[] }) {
  const rows = [
    { keys: "Ctrl K or ⌘ K", does: "Search the dashboard" },
    { keys: "/", does: "Search the list" },
    ...rowKeyHelp,
    { keys: "?", does: "Show keyboard shortcuts" },
    ...places.flatMap(({ name, hotkey }) => (hotkey ? [{ keys: `g ${hotkey}`, does: name }] : [])),
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2 text-[0.9375rem]">
      {rows.map(({ keys, does }) => (
        <div key={keys} className="contents">
          <dt>
            <Keys>{keys}</Keys>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}
