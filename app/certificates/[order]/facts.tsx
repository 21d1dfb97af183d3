// The order's facts, and the code that leads from paper or another's screen to the page.
import type { ReactNode } from "react";
import { type CertificateResource, formatAmount, formatMoment, qrCode } from "#domain/certificates";
import { Breakable } from "#ui/breakable";
import { CO2e } from "#ui/co2e";

interface FactProps {
  label: string;
  /** How many columns it takes where there are several. */
  className: string;
  children: ReactNode;
}

function Fact({ label, className, children }: FactProps) {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="text-sm text-quiet">{label}</dt>
      <dd className="mt-0.5 text-[0.9375rem] whitespace-pre-line sm:text-base">{children}</dd>
    </div>
  );
}

function ScannedCode({ url }: { url: string }) {
  const code = qrCode(url);
  return (
    <div className="hidden shrink-0 text-center sm:block">
      <svg viewBox={`0 0 ${code.size} ${code.size}`} className="size-24" role="img">
        <title>{`QR code of ${url}`}</title>
        <path d={code.path} fill="currentColor" />
      </svg>
      <p className="mt-1 text-sm text-quiet">Scan to verify</p>
    </div>
  );
}

export function Facts({ certificate }: { certificate: CertificateResource }) {
  const { created_on, retired_on, description } = certificate;
  return (
    <section
      aria-label="Order"
      className="flex gap-8 border-t border-line px-5 py-7 sm:px-12 sm:py-9 print:px-0"
    >
      <dl className="grid grow gap-x-8 gap-y-4 sm:gap-y-5 sm:grid-cols-2 lg:grid-cols-6 print:grid-cols-2">
        <Fact label="Order number" className="lg:col-span-4 print:col-span-1">
          <Breakable text={certificate.order_number} />
        </Fact>
        <Fact label="Amount" className="lg:col-span-2 print:col-span-1">
          {formatAmount(certificate.amount_kg)} of <CO2e />
        </Fact>
        <Fact label="Ordered" className="lg:col-span-2 print:col-span-1">
          <time dateTime={created_on}>{formatMoment(created_on)}</time>
        </Fact>
        <Fact label="Retired" className="lg:col-span-2 print:col-span-1">
          {retired_on === null ? (
            "Not yet"
          ) : (
            <time dateTime={retired_on}>{formatMoment(retired_on)}</time>
          )}
        </Fact>
        <Fact label="Sold by" className="lg:col-span-2 print:col-span-1">
          {certificate.seller.name}
        </Fact>
        {description !== null && (
          <Fact label="Note" className="sm:col-span-2 lg:col-span-6 print:col-span-2">
            {description}
          </Fact>
        )}
      </dl>
      <ScannedCode url={certificate.certificate_public_url} />
    </section>
  );
}
