"use client";
import { useEffect, useState } from "react";

/** Returns the result of `load` once it is needed and there, and null before. */
export function useLazyValue<Value>(load: () => Promise<Value>, isNeeded: boolean): Value | null {
  const [loaded, setLoaded] = useState<{ value: Value } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function always loads the same.
  useEffect(() => {
    if (!isNeeded) return;
    load().then(
      (value) => setLoaded({ value }),
      () => undefined,
    );
  }, [isNeeded]);
  return loaded?.value ?? null;
}
