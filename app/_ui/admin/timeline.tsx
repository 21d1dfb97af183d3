"use client";
// What happened, one thing after the other.
import type { ReactNode } from "react";
import { Time } from "./time";

export interface Happening {
  at: string;
  title: string;
  /** What more there is to say. */
  note?: ReactNode;
  look?: "good" | "bad" | "quiet";
}

const dots = { good: "bg-accent", bad: "bg-danger", quiet: "bg-edge" };

/** Sorts them itself, the first first; `next` is what is still to come. */
export function Timeline({ all, next }: { all: readonly Happening[]; next?: string | null }) {
  const sorted = all.toSorted((a, b) => a.at.localeCompare(b.at));
  return (
    <ol className="space-y-4 border-l border-line pl-5">
      {sorted.map(({ at, title, note, look = "quiet" }) => (
        <li key={at + title} className="relative">
          <span
            aria-hidden="true"
            className={`absolute top-1.5 -left-[1.59rem] size-2.5 rounded-full ring-4 ring-paper ${dots[look]}`}
          />
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-medium">{title}</span>
            <span className="text-sm text-quiet">
              <Time at={at} />
            </span>
          </p>
          {note && <p className="mt-0.5 text-[0.9375rem] text-pretty text-quiet">{note}</p>}
        </li>
      ))}
      {next && (
        <li className="relative text-quiet">
          <span
            aria-hidden="true"
            className="absolute top-1.5 -left-[1.59rem] size-2.5 rounded-full bg-paper ring-2 ring-edge"
          />
          {next}
        </li>
      )}
    </ol>
  );
}
