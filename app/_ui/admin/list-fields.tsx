"use client";
import { useEffect, useRef } from "react";
import { useListState } from "./list-state";

export const filterClass =
  "min-h-10 min-w-0 rounded-lg border border-edge bg-paper px-3 py-1.5 text-[0.9375rem]";

export const selectFilterClass = `${filterClass} max-sm:w-full max-sm:flex-1 max-sm:basis-[45%] sm:max-w-60`;

/** Of a combobox between filters. */
export const comboboxFilterClasses = {
  width: "max-sm:flex-1 max-sm:basis-[45%] sm:w-60",
  className: `${filterClass} w-full`,
};

/**
 * A ref for a field that follows its part of the address, except while someone types. It is not
 * controlled, because it would show the old value until the next render.
 */
export function useAddressField<Kind extends HTMLInputElement | HTMLSelectElement>(
  name: string,
  format = (part: string) => part,
) {
  const { get } = useListState();
  const field = useRef<Kind>(null);
  const followed = useRef(get(name) ?? "");
  useEffect(() => {
    const { current } = field;
    const part = new URLSearchParams(window.location.search).get(name) ?? "";
    if (!current || part === followed.current) return;
    followed.current = part;
    const isTyped = current instanceof HTMLInputElement && document.activeElement === current;
    if (!isTyped) current.value = format(part);
  });
  return field;
}
