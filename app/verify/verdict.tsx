import type { ReactNode } from "react";
import type { VerificationQuery } from "#domain/certificates";

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

function Verdict({ look, title, children }: Props) {
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

function Checks({ points }: { points: ReactNode[] }) {
  return (
    <>
      <h3 className="mt-6 font-semibold">What to check</h3>
      <ul className="mt-2 list-disc space-y-1.5 pl-5 text-pretty text-quiet">
        {points.map((point, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the points never change places.
          <li key={index}>{point}</li>
        ))}
      </ul>
    </>
  );
}

export function NotFound({ query }: { query: VerificationQuery }) {
  const { orderId, serial } = query;
  if (orderId !== null) {
    return (
      <Verdict look="unknown" title="No order found">
        <p>
          This service has no order with that number. So it has issued no certificate for it either.
        </p>
        <Checks
          points={[
            "Compare each digit and letter with the certificate: an order number has 32 of them.",
            "Open the certificate’s own link: if another service issued it, it can be checked there.",
          ]}
        />
      </Verdict>
    );
  }
  if (serial === null) {
    return (
      <Verdict look="unknown" title="This link leads to no certificate">
        <p>
          A link to a certificate has an order’s id in it, which begins with <code>ord_</code>. This
          one has none.
        </p>
        <Checks points={["Copy the whole link, or enter the order number instead."]} />
      </Verdict>
    );
  }
  return (
    <Verdict look="unknown" title="Not found">
      <p>
        Nothing is retired here under this number. The credits may be retired elsewhere, or not at
        all: only their registry knows.
      </p>
      <Checks
        points={[
          "Copy the number from the certificate with every hyphen. A range begins and ends with a serial number.",
          "Look the number up in the registry’s public records: Verra, Gold Standard and others list each retired serial number.",
          "If you hold a certificate that shows this number, open its link: it names who issued it.",
        ]}
      />
    </Verdict>
  );
}

export function NotReadable() {
  return (
    <Verdict look="unknown" title="This is too long to look up">
      <p>Enter one serial number or range, one order number, or one certificate’s link.</p>
    </Verdict>
  );
}

export function TooFast() {
  return (
    <Verdict look="waiting" title="One moment, please">
      <p>
        There were too many checks from your network within a second. Nothing is wrong with what you
        entered: press “Check” again in a moment.
      </p>
    </Verdict>
  );
}
