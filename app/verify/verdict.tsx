// One outcome of a check: a mark, what it is in a few words, and what there is to say of it.
import type { ReactNode } from "react";

const marks = {
  retired: { path: "m7.5 12.4 3.1 3.1 6-6.6", look: "bg-accent text-paper" },
  test: { path: "m7.5 12.4 3.1 3.1 6-6.6", look: "bg-warning-soft text-warning" },
  elsewhere: {
    path: "m7.5 12.4 3.1 3.1 6-6.6",
    look: "bg-soft text-quiet ring-1 ring-line ring-inset",
  },
  waiting: {
    path: "M12 5.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 1 0 0-13m0 3v3.6l2.4 1.6",
    look: "bg-warning-soft text-warning",
  },
  cancelled: { path: "m8.4 8.4 7.2 7.2m0-7.2-7.2 7.2", look: "bg-soft text-danger" },
  unknown: {
    path: "M9.4 9.6a2.7 2.7 0 1 1 3.9 2.4c-.8.4-1.3.9-1.3 1.7v.3m0 2.9v.01",
    look: "bg-soft text-quiet ring-1 ring-line ring-inset",
  },
};

export type Look = keyof typeof marks;

/** The mark alone. */
export function Mark({ look, className }: { look: Look; className: string }) {
  const mark = marks[look];
  return (
    <svg
      viewBox="0 0 24 24"
      className={`shrink-0 rounded-full ${mark.look} ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={mark.path} />
    </svg>
  );
}

interface Props {
  look: Look;
  title: string;
  children: ReactNode;
}

export function Verdict({ look, title, children }: Props) {
  return (
    <section
      aria-labelledby="verdict"
      className="mt-10 rounded-2xl border border-line bg-paper px-5 py-7 shadow-sheet sm:px-8 sm:py-9"
    >
      <div className="flex gap-4 max-sm:flex-col">
        <Mark look={look} className="size-10" />
        <div className="min-w-0 grow">
          <h2 id="verdict" className="text-xl/snug font-semibold tracking-tight sm:pt-1">
            {title}
          </h2>
          <div className="mt-2 text-pretty">{children}</div>
        </div>
      </div>
    </section>
  );
}
