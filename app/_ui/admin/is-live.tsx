"use client";
// Whether this runs in the browser yet.
import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False on the server and at first, so that both draw the same. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
