import type { ReactNode } from "react";
import { Time } from "#ui/admin/format";

export interface TimelineEntry {
  at: string;
  title: string;
  note?: ReactNode;
  tone?: "good" | "bad" | "neutral";
}

const dots = { good: "bg-accent", bad: "bg-danger", neutral: "bg-edge" };

interface TimelineProps {
  /** In any order; of entries with the same time, the first given comes first. */
  entries: readonly TimelineEntry[];
  next: string | null | undefined;
}

export function Timeline({ entries, next }: TimelineProps) {
  const sorted = entries.toSorted((a, b) => a.at.localeCompare(b.at));
  return (
    <ol className="space-y-4 border-l border-line pl-5">
      {sorted.map(({ at, title, note, tone = "neutral" }) => (
        <li key={at + title} className="relative">
          <span
            aria-hidden="true"
            className={`absolute top-1.5 -left-[1.59rem] size-2.5 rounded-full ring-4 ring-paper ${dots[tone]}`}
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
