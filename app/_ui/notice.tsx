// A line that must not be overlooked.
import type { ReactNode } from "react";

export function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="inline-block rounded-md bg-warning-soft px-3 py-2 text-sm font-semibold text-warning print:border">
      {children}
    </p>
  );
}
