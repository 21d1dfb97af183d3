import { formatMoment } from "#core/dates";
import { shortReference } from "#core/id";
import type { Brand } from "#domain/brands";
import {
  type CertificateResource,
  formatAmount,
  qrCode,
  registryDateOf,
  SHARED_TONNES,
  waitsOf,
} from "#domain/certificates";
import { Breakable, CO2e, Fact } from "#ui/text";

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

function Revision({ certificate: { revision, status_as_of } }: Props) {
  return (
    <Fact label="Revision" className="lg:col-span-4 print:col-span-1">
      {revision}, status as of <time dateTime={status_as_of}>{formatMoment(status_as_of)}</time>
    </Fact>
  );
}

interface Props {
  certificate: CertificateResource;
}

/** Name of the company, as registered where it is known. */
function Issuer({ certificate, brand }: Props & { brand: Brand }) {
  return (
    <Fact label="Issued by" className="lg:col-span-2 print:col-span-1">
      {brand.legalName ?? certificate.seller.name}
    </Fact>
  );
}

export function Facts({ certificate, brand }: Props & { brand: Brand }) {
  const { created_on, retired_on, description, mode } = certificate;
  return (
    <section
      aria-label="Order"
      className="flex gap-8 border-t border-line px-5 py-7 sm:px-12 sm:py-9 print:px-0"
    >
      <dl className="grid grow gap-x-8 gap-y-4 sm:gap-y-5 sm:grid-cols-2 lg:grid-cols-6 print:grid-cols-2">
        <Fact label="Reference" className="lg:col-span-2 print:col-span-1">
          <span className="font-semibold">{shortReference(certificate.order_id)}</span>
        </Fact>
        <Fact label="Order number" className="lg:col-span-4 print:col-span-1">
          <Breakable text={certificate.order_number} />
        </Fact>
        <Fact label="Amount" className="lg:col-span-2 print:col-span-1">
          {formatAmount(certificate.amount_kg)} of <CO2e />
        </Fact>
        <Fact label="Ordered" className="lg:col-span-2 print:col-span-1">
          <time dateTime={created_on}>{formatMoment(created_on)}</time>
        </Fact>
        <Fact label="Allocated" className="lg:col-span-2 print:col-span-1">
          {retired_on === null ? (
            "Not yet"
          ) : (
            <time dateTime={retired_on}>{formatMoment(retired_on)}</time>
          )}
        </Fact>
        <Fact
          label={mode === "test" ? "Retired in the sandbox" : "Retired at registry"}
          className="lg:col-span-2 print:col-span-1"
        >
          {registryDateOf(certificate)}
        </Fact>
        <Issuer certificate={certificate} brand={brand} />
        {waitsOf(certificate).map(({ label, text }) => (
          <Fact key={label} label={label} className="lg:col-span-2 print:col-span-1">
            {text}
          </Fact>
        ))}
        {retired_on !== null && <Revision certificate={certificate} />}
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

function instructionsFor({ mode, registry_status: status }: CertificateResource): string {
  if (mode === "test") {
    return "This is a test. Its projects and serial numbers are fictional and appear in no registry.";
  }
  if (status === "retired") {
    return "Open the project in its registry and look up the serial numbers among the retired credits.";
  }
  return (
    "Open the project in its registry and look up the serial numbers. The registry does not list " +
    "all of them as retired for this certificate yet. This page always shows the latest status."
  );
}

function Signature() {
  return (
    <>
      <h2 className="mt-6 font-semibold">Digital signature</h2>
      <p className="mt-2 text-pretty text-quiet">
        The JSON version of this certificate is signed. You can{" "}
        <a href="/docs#certificates-signature" className="link">
          verify any copy with a few lines of code
        </a>{" "}
        and our{" "}
        <a href="/.well-known/jwks.json" className="link">
          public keys
        </a>
        , without contacting us.
      </p>
    </>
  );
}

export function Verification({ certificate }: Props) {
  return (
    <section className="grid gap-x-12 gap-y-6 border-t border-line bg-soft px-5 py-8 text-[0.9375rem] sm:grid-cols-2 sm:px-12 sm:py-10 print:bg-transparent print:px-0">
      <div>
        <h2 className="font-semibold">How to verify this certificate</h2>
        <p className="mt-2 text-pretty text-quiet">{instructionsFor(certificate)}</p>
        <p className="mt-3 text-pretty text-quiet">{SHARED_TONNES}</p>
        <p className="mt-3 print:hidden">
          <a href={`/verify?q=${certificate.order_number}`} className="link">
            Verify this order or a serial number
          </a>
        </p>
      </div>
      <div>
        <h2 className="font-semibold">Permanent link</h2>
        <p className="mt-2">
          <a href={certificate.certificate_public_url} className="link">
            <Breakable text={certificate.certificate_public_url} />
          </a>
        </p>
        <Signature />
      </div>
    </section>
  );
}
