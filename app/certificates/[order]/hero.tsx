import { Fragment } from "react";
import type { Language } from "#core/language";
import { formatMass } from "#core/mass";
import { addressIn } from "#core/reader";
import type { Brand } from "#domain/brands";
import {
  type CertificateResource,
  certificateCopy,
  displayAddress,
  kindOf,
  leadOf,
  ROSETTE_VIEW_BOX,
  rosette,
} from "#domain/certificates";
import { Owner } from "#ui/owner";
import { ButtonLink, Notice } from "#ui/page-parts";
import { Statement } from "#ui/statement";
import { Breakable, CO2e } from "#ui/text";

function RosetteMark({ seed, className }: { seed: string; className: string }) {
  return (
    <svg viewBox={ROSETTE_VIEW_BOX} className={className} fill="none" aria-hidden="true">
      <g stroke="currentColor" strokeWidth="1.3">
        {rosette(seed).map(({ path, turns }, strand) => (
          <Fragment key={path}>
            <defs>
              <path id={`strand-${strand}`} d={path} />
            </defs>
            {turns.map((degrees) => (
              <use key={degrees} href={`#strand-${strand}`} transform={`rotate(${degrees})`} />
            ))}
          </Fragment>
        ))}
      </g>
    </svg>
  );
}

function Website({ url }: { url: string }) {
  const address = displayAddress(url);
  if (address === null) return null;
  return (
    <p className="mt-2 max-w-2xl" dir="ltr">
      <a
        href={url}
        rel="nofollow ugc noopener"
        className="link line-clamp-2 w-fit print:line-clamp-none"
      >
        <Breakable text={address} />
      </a>
    </p>
  );
}

function BeneficiaryDetails({ beneficiary }: Pick<CertificateResource, "beneficiary">) {
  const { message, url } = beneficiary;
  return (
    <>
      {url !== null && <Website url={url} />}
      {message !== null && (
        <blockquote
          dir="auto"
          className="mt-5 w-fit max-w-2xl border-s-2 border-thread ps-4 text-lg/relaxed whitespace-pre-line text-quiet text-pretty"
        >
          {message}
        </blockquote>
      )}
    </>
  );
}

interface Props {
  certificate: CertificateResource;
  language: Language;
}

function nameSize(name: string): string {
  if (name.length > 160) return "text-lg/snug font-semibold";
  return name.length > 50 ? "text-xl/snug font-semibold" : "text-name font-semibold";
}

function Headline({ certificate, language }: Props) {
  const { name } = certificate.beneficiary;
  return (
    <h1>
      <span className="block">
        <span className="mr-1 text-amount font-semibold whitespace-nowrap tabular-nums sm:mr-2">
          {formatMass(certificate.amount_kg, language)}
        </span>{" "}
        <span className="text-2xl font-medium whitespace-nowrap text-quiet sm:text-4xl">
          {certificateCopy[language].of} <CO2e />
        </span>
      </span>{" "}
      <span className="mt-4 block text-lg text-quiet">{leadOf(certificate, language)}</span>{" "}
      <span className={`mt-0.5 block max-w-2xl text-balance ${nameSize(name)}`}>{name}</span>
    </h1>
  );
}

export const pdfPath = ({ order_id: id }: CertificateResource) => `/certificates/${id}/pdf`;

function Actions({ certificate, language }: Props) {
  const { actions: copy } = certificateCopy[language];
  return (
    <p className="mt-8 flex flex-wrap gap-3 print:hidden">
      <ButtonLink href={addressIn(pdfPath(certificate), language)} variant="primary">
        {certificate.state === "fulfilled" ? copy.certificate : copy.order}
      </ButtonLink>
      <ButtonLink href={`/certificates/${certificate.order_id}/json`} variant="secondary">
        {copy.json}
      </ButtonLink>
    </p>
  );
}

/** Marks what is still open, and with another color what needs the seller. */
function StateDot({ certificate: { state, registry_status: status } }: Omit<Props, "language">) {
  if (status === "retired") return null;
  const isContested = status === "disputed" || status === "unreported";
  const pulse = state === "placed" ? "motion-safe:animate-pulse" : "";
  const color = isContested ? "bg-warning" : "bg-accent";
  return <span className={`size-2 shrink-0 rounded-full ${color} ${pulse}`} />;
}

export function Hero({ certificate, brand, language }: Props & { brand: Brand }) {
  const isFinal = certificate.state === "fulfilled";
  const isTest = certificate.mode === "test";
  return (
    <header className="px-5 pt-6 pb-8 sm:px-12 sm:pt-10 sm:pb-11 print:px-0 print:pt-0">
      {isFinal && (
        <RosetteMark
          seed={certificate.order_number}
          className={`pointer-events-none absolute -top-24 -right-24 size-56 sm:-top-40 sm:-right-40 sm:size-[30rem] ${isTest ? "text-thread-test" : "text-thread"}`}
        />
      )}
      <div className="relative">
        <Owner brand={brand} language={language} />
        {isTest && (
          <div className="mt-6 max-w-80 sm:mt-8 sm:max-w-none">
            <Notice>{certificateCopy[language].testNotice}</Notice>
          </div>
        )}
        <p className="mt-12 mb-3 flex items-center gap-2.5 text-[0.9375rem] font-medium text-accent sm:mt-20 print:mt-8">
          <StateDot certificate={certificate} />
          {kindOf(certificate, language)}
        </p>
        <Headline certificate={certificate} language={language} />
        <BeneficiaryDetails beneficiary={certificate.beneficiary} />
        <p className="mt-6 max-w-2xl text-lg/relaxed text-pretty" role="status">
          <Statement certificate={certificate} />
        </p>
        <Actions certificate={certificate} language={language} />
      </div>
    </header>
  );
}
