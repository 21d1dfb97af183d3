import type { ReactNode } from "react";
import type { Language } from "#core/language";
import {
  type CertificateResource,
  isShortReference,
  type VerificationQuery,
} from "#domain/certificates";
import { verifyCopy } from "./copy/copy";

const marks = {
  retired: { path: "m7.5 12.4 3.1 3.1 6-6.6", className: "bg-accent text-paper" },
  test: { path: "m7.5 12.4 3.1 3.1 6-6.6", className: "bg-warning-soft text-warning" },
  elsewhere: {
    path: "m7.5 12.4 3.1 3.1 6-6.6",
    className: "bg-soft text-quiet ring-1 ring-line ring-inset",
  },
  waiting: {
    path: "M12 5.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 1 0 0-13m0 3v3.6l2.4 1.6",
    className: "bg-warning-soft text-warning",
  },
  cancelled: { path: "m8.4 8.4 7.2 7.2m0-7.2-7.2 7.2", className: "bg-soft text-danger" },
  unknown: {
    path: "M9.4 9.6a2.7 2.7 0 1 1 3.9 2.4c-.8.4-1.3.9-1.3 1.7v.3m0 2.9v.01",
    className: "bg-soft text-quiet ring-1 ring-line ring-inset",
  },
};

export type Variant = keyof typeof marks;

type Status = NonNullable<CertificateResource["registry_status"]>;

export function variantOf(status: Status, mode: CertificateResource["mode"]): Variant {
  if (status === "disputed" || status === "unreported") return "unknown";
  if (status !== "retired") return "waiting";
  return mode === "test" ? "test" : "retired";
}

export function Mark({ variant, className }: { variant: Variant; className: string }) {
  const mark = marks[variant];
  return (
    <svg
      viewBox="0 0 24 24"
      className={`shrink-0 rounded-full ${mark.className} ${className}`}
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
  variant: Variant;
  title: string;
  children: ReactNode;
}

function Verdict({ variant, title, children }: Props) {
  return (
    <section
      aria-labelledby="verdict"
      className="mt-10 rounded-2xl border border-line bg-paper px-5 py-7 shadow-sheet sm:px-8 sm:py-9"
    >
      <div className="flex gap-4 max-sm:flex-col">
        <Mark variant={variant} className="size-10" />
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

function Checks({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <>
      <h3 className="mt-6 font-semibold">{title}</h3>
      <ul className="mt-2 list-disc space-y-1.5 pl-5 text-pretty text-quiet">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </>
  );
}

interface NotFoundProps {
  query: VerificationQuery;
  language: Language;
}

export function NotFound({ query: { orderId, serial }, language }: NotFoundProps) {
  const copy = verifyCopy[language];
  const isReference = serial !== null && isShortReference(serial);
  const notFound = isReference ? copy.shortReference : copy.notFound;
  const without = serial === null ? copy.noLink : notFound;
  const { title, text, checks } = orderId === null ? without : copy.noOrder;
  return (
    <Verdict variant="unknown" title={title}>
      <p>{text}</p>
      <Checks title={copy.checks} points={checks} />
    </Verdict>
  );
}

export function NotReadable({ language }: Pick<NotFoundProps, "language">) {
  const { title, text } = verifyCopy[language].tooLong;
  return (
    <Verdict variant="unknown" title={title}>
      <p>{text}</p>
    </Verdict>
  );
}

export function TooFast({ language }: Pick<NotFoundProps, "language">) {
  const { title, text } = verifyCopy[language].tooFast;
  return (
    <Verdict variant="waiting" title={title}>
      <p>{text}</p>
    </Verdict>
  );
}
