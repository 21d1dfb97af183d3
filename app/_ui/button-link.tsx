// A link that looks like what it is for: the page's main act, or another one beside it.
import type { ReactNode } from "react";

const looks = {
  primary: "bg-accent text-paper hover:bg-accent-strong",
  secondary: "text-ink ring-1 ring-line ring-inset hover:bg-soft",
};

interface Props {
  href: string;
  look: keyof typeof looks;
  children: ReactNode;
}

export function ButtonLink({ href, look, children }: Props) {
  return (
    <a
      href={href}
      className={`inline-flex min-h-11 items-center rounded-lg px-4 py-2 text-[0.9375rem] font-medium transition-colors motion-reduce:transition-none ${looks[look]}`}
    >
      {children}
    </a>
  );
}
