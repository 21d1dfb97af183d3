import { formatMoment } from "#core/dates";
import { shortReference } from "#core/id";
import { qrCode } from "#core/qr-code";
import { linkFor, type Reader } from "#core/reader";
import type { Brand } from "#domain/brands";
import {
  type CertificateResource,
  certificateCopy,
  formatAmount,
  registryDateOf,
  waitsOf,
} from "#domain/certificates";
import { Linked } from "#ui/public-parts";
import { Breakable, CO2e, Fact } from "#ui/text";

function ScannedCode({ url, reader }: { url: string; reader: Reader }) {
  const copy = certificateCopy[reader.language];
  const code = qrCode(url);
  return (
    <div className="hidden shrink-0 text-center sm:block">
      <svg viewBox={`0 0 ${code.size} ${code.size}`} className="size-24" role="img">
        <title>{copy.qrCode(url)}</title>
        <path d={code.path} fill="currentColor" />
      </svg>
      <p className="mt-1 text-sm text-quiet">{copy.scan}</p>
    </div>
  );
}

function Revision({ certificate: { revision, status_as_of }, reader: { language } }: Props) {
  const { facts: copy } = certificateCopy[language];
  return (
    <Fact label={copy.revision} className="lg:col-span-4 print:col-span-1">
      {revision}, {copy.statusAsOf}{" "}
      <time dateTime={status_as_of}>{formatMoment(status_as_of, language)}</time>
    </Fact>
  );
}

interface Props {
  certificate: CertificateResource;
  reader: Reader;
}

/** Name of the company, as registered where it is known. */
function Issuer({ certificate, brand, reader: { language } }: Props & { brand: Brand }) {
  return (
    <Fact
      label={certificateCopy[language].facts.issuedBy}
      className="lg:col-span-2 print:col-span-1"
    >
      {brand.legalName ?? certificate.seller.name}
    </Fact>
  );
}

export function Facts({ certificate, brand, reader }: Props & { brand: Brand }) {
  const { created_on, retired_on, description, mode } = certificate;
  const { language } = reader;
  const { facts: copy, of, notYet } = certificateCopy[language];
  return (
    <section
      aria-label={copy.order}
      className="flex gap-8 border-t border-line px-5 py-7 sm:px-12 sm:py-9 print:px-0"
    >
      <dl className="grid grow gap-x-8 gap-y-4 sm:gap-y-5 sm:grid-cols-2 lg:grid-cols-6 print:grid-cols-2">
        <Fact label={copy.reference} className="lg:col-span-2 print:col-span-1">
          <span className="font-semibold">{shortReference(certificate.order_id)}</span>
        </Fact>
        <Fact label={copy.number} className="lg:col-span-4 print:col-span-1">
          <Breakable text={certificate.order_number} />
        </Fact>
        <Fact label={copy.amount} className="lg:col-span-2 print:col-span-1">
          {formatAmount(certificate.amount_kg, language)} {of} <CO2e />
        </Fact>
        <Fact label={copy.ordered} className="lg:col-span-2 print:col-span-1">
          <time dateTime={created_on}>{formatMoment(created_on, language)}</time>
        </Fact>
        <Fact label={copy.allocated} className="lg:col-span-2 print:col-span-1">
          {retired_on === null ? (
            notYet
          ) : (
            <time dateTime={retired_on}>{formatMoment(retired_on, language)}</time>
          )}
        </Fact>
        <Fact
          label={mode === "test" ? copy.retiredInTest : copy.retired}
          className="lg:col-span-2 print:col-span-1"
        >
          {registryDateOf(certificate, language)}
        </Fact>
        <Issuer certificate={certificate} brand={brand} reader={reader} />
        {waitsOf(certificate, language).map(({ label, text }) => (
          <Fact key={label} label={label} className="lg:col-span-2 print:col-span-1">
            {text}
          </Fact>
        ))}
        {retired_on !== null && <Revision certificate={certificate} reader={reader} />}
        {description !== null && (
          <Fact label={copy.note} className="sm:col-span-2 lg:col-span-6 print:col-span-2">
            {description}
          </Fact>
        )}
      </dl>
      <ScannedCode url={certificate.certificate_public_url} reader={reader} />
    </section>
  );
}

function instructionsFor({
  certificate: { mode, registry_status: status },
  reader: { language },
}: Props): string {
  const { verification: copy } = certificateCopy[language];
  if (mode === "test") return copy.test;
  return status === "retired" ? copy.retired : copy.open;
}

function Signature({ reader: { language } }: Pick<Props, "reader">) {
  const { verification: copy } = certificateCopy[language];
  const links = { guide: "/docs/certificates#certificates", keys: "/.well-known/jwks.json" };
  return (
    <>
      <h2 className="mt-6 font-semibold">{copy.signature}</h2>
      <p className="mt-2 text-pretty text-quiet">
        <Linked text={copy.signatureText} links={links} />
      </p>
    </>
  );
}

export function Verification({ certificate, reader }: Props) {
  const { verification: copy, sharedTonnes } = certificateCopy[reader.language];
  const { certificate_public_url: url, order_number: number } = certificate;
  return (
    <section className="grid gap-x-12 gap-y-6 border-t border-line bg-soft px-5 py-8 text-[0.9375rem] sm:grid-cols-2 sm:px-12 sm:py-10 print:bg-transparent print:px-0">
      <div>
        <h2 className="font-semibold">{copy.title}</h2>
        <p className="mt-2 text-pretty text-quiet">{instructionsFor({ certificate, reader })}</p>
        <p className="mt-3 text-pretty text-quiet">{sharedTonnes}</p>
        <p className="mt-3 print:hidden">
          <a href={linkFor(reader, `/verify?q=${number}`)} className="link">
            {copy.link}
          </a>
        </p>
      </div>
      <div>
        <h2 className="font-semibold">{copy.permanent}</h2>
        <p className="mt-2">
          <a href={url} className="link">
            <Breakable text={url} />
          </a>
        </p>
        <Signature reader={reader} />
      </div>
    </section>
  );
}
