"use client";
// What is known of one thing, label by label.
import type { ReactNode } from "react";

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">{children}</dl>;
}

interface Props {
  label: string;
  /** Takes the whole line: for what is long. */
  isWide?: boolean;
  children: ReactNode;
}

export function Fact({ label, isWide = false, children }: Props) {
  return (
    <div className={isWide ? "min-w-0 sm:col-span-full" : "min-w-0"}>
      <dt className="text-sm text-quiet">{label}</dt>
      <dd className="mt-0.5 text-[0.9375rem] wrap-anywhere">{children}</dd>
    </div>
  );
}
