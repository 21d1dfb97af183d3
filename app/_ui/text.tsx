import { Fragment, type ReactNode } from "react";

export function CO2e() {
  return (
    <span className="whitespace-nowrap">
      CO<sub>2</sub>e
    </span>
  );
}

export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[-/])/).map((part, index, parts) => (
    <Fragment key={parts.slice(0, index + 1).join("")}>
      {part}
      <wbr />
    </Fragment>
  ));
}

interface FactProps {
  label: string;
  className?: string;
  children: ReactNode;
}

/** One labeled value of a description list. */
export function Fact({ label, className = "", children }: FactProps) {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="text-sm text-quiet">{label}</dt>
      <dd className="mt-0.5 text-[0.9375rem] hyphens-auto whitespace-pre-line">{children}</dd>
    </div>
  );
}
