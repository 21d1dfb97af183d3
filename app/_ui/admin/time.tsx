"use client";
// A moment in the reader's own time zone.
import { useIsLive } from "./is-live";

export function Time({ at }: { at: string }) {
  const isLive = useIsLive();
  const zone = isLive ? undefined : "UTC";
  const format = new Intl.DateTimeFormat(isLive ? undefined : "en-GB", {
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
