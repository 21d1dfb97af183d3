"use client";
// The parts that each screen is made of: its head, its sections, and what is shown of nothing.
import type { ReactNode } from "react";

interface HeadProps {
  title: string;
  /** One line on what this is for. */
  intro?: ReactNode;
  acts?: ReactNode;
}

export function PageHead({ title, intro, acts }: HeadProps) {
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        {intro && <p className="mt-1 max-w-2xl text-[0.9375rem] text-pretty text-quiet">{intro}</p>}
      </div>
      {acts && <div className="flex flex-wrap gap-2">{acts}</div>}
    </header>
  );
}

export function Panel({ title, acts, children }: HeadProps & { children: ReactNode }) {
  return (
    <section className="mb-6 rounded-2xl border border-line bg-paper p-5 sm:p-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold">{title}</h2>
        {acts}
      </div>
      {children}
    </section>
  );
}

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="rounded-2xl border border-dashed border-line px-5 py-12 text-center">
      <p className="font-medium">{title}</p>
      {children && (
        <div className="mx-auto mt-2 max-w-md text-[0.9375rem] text-pretty text-quiet">
          {children}
        </div>
      )}
    </div>
  );
}

export function Loading({ lines = 4 }: { lines?: number }) {
  return (
    <div role="status" className="space-y-3">
      <span className="sr-only">Loading</span>
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <div key={line} className="h-10 rounded-lg bg-soft motion-safe:animate-pulse" />
      ))}
    </div>
  );
}

const looks = {
  good: "bg-accent/12 text-accent",
  waits: "bg-warning-soft text-warning",
  bad: "bg-danger/12 text-danger",
  quiet: "bg-soft text-quiet",
};

export function Badge({ look, children }: { look: keyof typeof looks; children: ReactNode }) {
  return (
    <span
      className={`inline-block rounded-full px-2.5 py-0.5 text-sm font-medium whitespace-nowrap ${looks[look]}`}
    >
      {children}
    </span>
  );
}
