"use client";
// Keys that lead somewhere: none of them while somebody writes, or while a sheet is open.
import { useEffect, useRef } from "react";

/** How long after "g" the letter of a place may come. */
const SECOND_KEY_MS = 1500;
const WRITING = "input, textarea, select, [contenteditable], [role=dialog]";

interface Shortcuts {
  /** Letters after "g", each with what it does. */
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

/** Listens for the dashboard's keys: Ctrl+K or ⌘K, "/", "?", and "g" with a place's letter. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts);
  useEffect(() => {
    current.current = shortcuts;
  });
  useEffect(() => {
    let wentAt = 0;
    const onKey = (event: KeyboardEvent) => {
      const { key, target, altKey } = event;
      if (key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey)) {
        event.preventDefault();
        return current.current.openPalette();
      }
      const isElsewhere = event.metaKey || event.ctrlKey || altKey || event.defaultPrevented;
      if (isElsewhere || (target instanceof Element && target.closest(WRITING))) return;
      const isSecond = Date.now() - wentAt < SECOND_KEY_MS;
      wentAt = key === "g" ? Date.now() : 0;
      if (isSecond) current.current.go[key]?.();
      else if (key === "/") focusSearch(event);
      else if (key === "?") current.current.openHelp();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
