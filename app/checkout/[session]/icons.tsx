import type { ReactNode } from "react";

function Icon({ className, children }: { className: string; children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

export function LockIcon() {
  return (
    <Icon className="size-4.5">
      <rect x="5" y="11" width="14" height="9" rx="2.5" />
      <path d="M8 11V8a4 4 0 0 1 8 0v3" />
    </Icon>
  );
}

export function BackIcon() {
  return (
    <Icon className="size-4.5">
      <path d="M19 12H5m6-6-6 6 6 6" />
    </Icon>
  );
}

export function WarningIcon({ className }: { className: string }) {
  return (
    <Icon className={className}>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7.5v5.5m0 3.4v.1" />
    </Icon>
  );
}

function ChevronIcon() {
  return (
    <Icon className="size-4 transition-transform group-open:rotate-90 motion-reduce:transition-none">
      <path d="m9 6 6 6-6 6" />
    </Icon>
  );
}

/** The line that opens and closes a `<details className="group">`. */
export function FoldSummary({ children }: { children: ReactNode }) {
  return (
    <summary className="-mx-2 inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 rounded-lg px-2 text-[0.9375rem] font-medium text-accent hover:bg-soft [&::-webkit-details-marker]:hidden">
      <ChevronIcon />
      {children}
    </summary>
  );
}

const signs = {
  done: <path d="m6 12.5 4 4 8-9" />,
  over: <path d="M12 6.5v7m0 3.9v.1" />,
  confirm: (
    <>
      <path d="M12 3.5 5 6v5.5c0 4.3 2.9 7.4 7 9 4.1-1.6 7-4.7 7-9V6z" />
      <path d="m9 11.8 2.2 2.2 3.8-4.2" />
    </>
  ),
  wait: (
    <g className="origin-center animate-spin motion-reduce:animate-none">
      <circle cx="12" cy="12" r="8" strokeOpacity="0.25" />
      <path d="M12 4a8 8 0 0 1 8 8" />
    </g>
  ),
};

const grounds = {
  done: "bg-accent text-paper",
  over: "bg-soft text-ink",
  confirm: "bg-soft text-accent",
  wait: "bg-soft text-accent",
};

export function Sign({ kind }: { kind: keyof typeof signs }) {
  return (
    <span
      className={`inline-flex size-14 items-center justify-center rounded-full ${grounds[kind]}`}
    >
      <Icon className="size-9">{signs[kind]}</Icon>
    </span>
  );
}
