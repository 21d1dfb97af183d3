import type { ReactNode } from "react";
import type { CertificateResource, VerificationQuery } from "#domain/certificates";

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

export const statusLabels: Record<Status, string> = {
  disputed: "Set aside, but the registry’s records differ",
  unreported: "Allocated, without a registry record",
  pending: "Set aside, retirement pending",
  requested: "Set aside, retirement requested",
  retired: "Retired",
};

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
      <Verdict variant="unknown" title="No order found">
        <p>This service has no order with this number and has not issued a certificate for it.</p>
        <Checks
          points={[
            "Compare the number with the certificate. An order number has 32 digits and letters.",
            "Open the link on the certificate. If another service issued it, verify it there.",
          ]}
        />
      </Verdict>
    );
  }
  if (serial === null) {
    return (
      <Verdict variant="unknown" title="This is not a certificate link">
        <p>
          A certificate link contains an order ID, which starts with <code>ord_</code>. This link
          does not.
        </p>
        <Checks points={["Copy the complete link, or enter the order number instead."]} />
      </Verdict>
    );
  }
  return (
    <Verdict variant="unknown" title="Not found">
      <p>
        No order here has credits with this number. They may have been retired elsewhere or not at
        all. The registry can tell you.
      </p>
      <Checks
        points={[
          "Copy the number from the certificate, including all hyphens. A range starts and ends with a serial number.",
          "Look up the number in the registry’s public records. Verra, Gold Standard, and other registries list every retired serial number.",
          "If you have a certificate with this number, open its link to see who issued it.",
        ]}
      />
    </Verdict>
  );
}

export function NotReadable() {
  return (
    <Verdict variant="unknown" title="This is too long">
      <p>Enter a single serial number or range, order number, or certificate link.</p>
    </Verdict>
  );
}

export function TooFast() {
  return (
    <Verdict variant="waiting" title="Too many requests">
      <p>Your network sent too many requests within a second. Select “Verify” again in a moment.</p>
    </Verdict>
  );
}
