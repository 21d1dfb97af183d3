"use client";
// A moment in the reader's own time zone.
import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False on the server and at first, so that both draw the same. */
function useIsHere(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

export function Time({ at }: { at: string }) {
  const isHere = useIsHere();
  const zone = isHere ? undefined : "UTC";
  const format = new Intl.DateTimeFormat(isHere ? undefined : "en-GB", {
    dateStyle: "medium",
    timeStyle: "short",
    ...(zone && { timeZone: zone }),
  });
  return (
    <time dateTime={at} title={at} className="whitespace-nowrap tabular-nums">
      {format.format(new Date(at))}
    </time>
  );
}
