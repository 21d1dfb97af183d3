"use client";
// Copies a text at a click, and says so. Without JavaScript it is not there.
import { useEffect, useState } from "react";

export function CopyButton({ text, what }: { text: string; what: string }) {
  const [state, setState] = useState<"absent" | "ready" | "copied">("absent");
  useEffect(() => {
    if (typeof navigator.clipboard?.writeText === "function") setState("ready");
  }, []);
  useEffect(() => {
    if (state !== "copied") return;
    const timer = setTimeout(() => setState("ready"), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  if (state === "absent") return null;
  return (
    <button
      type="button"
      className="-my-1 shrink-0 rounded-md px-2 py-1 text-sm font-medium text-accent hover:bg-soft"
      onClick={() => navigator.clipboard.writeText(text).then(() => setState("copied"))}
    >
      <span aria-live="polite">{state === "copied" ? "Copied" : "Copy"}</span>
      <span className="sr-only"> {what}</span>
    </button>
  );
}
