// What is said where nothing was found, could be read, or may be looked up just now.
import type { ReactNode } from "react";
import type { VerificationQuery } from "#domain/certificates";
import { Verdict } from "./verdict";

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
