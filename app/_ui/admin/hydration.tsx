"use client";
import { useEffect, useSyncExternalStore } from "react";

const subscribe = () => () => undefined;

/** Returns false on the server and in the first render, so that both produce the same HTML. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}

/** Marks the page once its scripts respond, which browser tests wait for. */
export function HydrationMark() {
  useEffect(() => {
    // After the effects of all screens and of the router, which listen from then on.
    setTimeout(() => document.documentElement.setAttribute("data-hydrated", ""));
  }, []);
  return null;
}
