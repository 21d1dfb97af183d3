"use client";
import { useSyncExternalStore } from "react";

const subscribe = () => () => undefined;

/** Returns false on the server and in the first render, so that both produce the same HTML. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
