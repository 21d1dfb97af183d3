"use client";
import { useEffect, useRef } from "react";
import { isChanged } from "./form-state";

export const filterClass =
  "min-h-10 min-w-0 rounded-lg border border-edge bg-paper px-3 py-1.5 text-[0.9375rem]";

type Field = HTMLInputElement | HTMLSelectElement;

/** Returns a ref for a field, and calls `choose` if someone changed the field before hydration. */
export function useEarlyChoice<Kind extends Field>(choose: (field: Kind) => void) {
  const field = useRef<Kind>(null);
  const isHydrated = useRef(false);
  useEffect(() => {
    const { current } = field;
    if (!isHydrated.current && current && isChanged(current)) {
      choose(current);
      // Next follows the address only after an effect of its own, which comes after this one.
      setTimeout(choose, 0, current);
    }
    isHydrated.current = true;
  });
  return field;
}

/**
 * A ref for a field that follows its part of the address, except while someone types. It is not
 * controlled, because it would show the old value until the next render.
 */
export function useAddressField<Kind extends Field>(
  name: string,
  choose: (field: Kind) => void,
  format = (part: string) => part,
) {
  const field = useEarlyChoice(choose);
  const followed = useRef<string | null>(null);
  useEffect(() => {
    const { current } = field;
    const part = new URLSearchParams(window.location.search).get(name) ?? "";
    // Options may appear later than their value.
    const isDue = part !== followed.current || current instanceof HTMLSelectElement;
    if (!current || !isDue) return;
    followed.current = part;
    const isTyped = current instanceof HTMLInputElement && document.activeElement === current;
    if (!isTyped) current.value = format(part);
  });
  return field;
}
