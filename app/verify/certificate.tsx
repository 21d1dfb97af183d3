import { formatMoment } from "#core/dates";
import { shortReference } from "#core/id";
import type { Language } from "#core/language";
import { linkFor, type Reader } from "#core/reader";
import { registryLabel } from "#core/registry-label";
import {
  certificateCopy,
  formatAmount,
  formatKg,
  leadOf,
  recordNotesOf,
  registryDateOf,
  type VerifiedCertificate,
} from "#domain/certificates";
import { projectPath } from "#ui/catalogue";
import { ButtonLink } from "#ui/page-parts";
import { RecordText } from "#ui/record-text";
import { Swatch } from "#ui/share-bar";
import { Statement } from "#ui/statement";
import { Breakable, CO2e, Fact, OriginalName } from "#ui/text";
import { verifyCopy } from "./copy/copy";
import { Mark, variantOf } from "./verdict";

/** The registry's records of some credits, or the lack of them. */
interface RecordProps {
  retirement: Retirement;
  mode: Mode;
  reader: Reader;
}

function RecordNotes({ retirement, mode, reader: { language } }: RecordProps) {
  if (retirement.credits === null) return null;
  return recordNotesOf(retirement.credits, mode, language).map((note) => (
    <span key={note.text} className="mt-1 block text-sm text-quiet">
      <RecordText note={note} link={certificateCopy[language].projects.inRegistry} />
    </span>
  ));
}

interface FactsProps {
  one: VerifiedCertificate;
  reader: Reader;
}

function Facts({ one, reader }: FactsProps) {
  const { language } = reader;
  const { facts: copy } = certificateCopy[language];
  const { certificate } = one;
  const { retired_on, created_on } = certificate;
  return (
    <dl className="mt-4 grid gap-x-8 gap-y-3 sm:grid-cols-2">
      {retired_on === null ? (
        <Fact label={copy.ordered}>
          <time dateTime={created_on}>{formatMoment(created_on, language)}</time>
        </Fact>
      ) : (
        <>
          <Fact label={copy.allocated}>
            <time dateTime={retired_on}>{formatMoment(retired_on, language)}</time>
          </Fact>
          <Fact label={certificate.mode === "test" ? copy.retiredInTest : copy.retired}>
            {registryDateOf(certificate, language)}
          </Fact>
        </>
      )}
      <Fact label={copy.soldBy}>{certificate.seller.name}</Fact>
      <Fact label={copy.reference}>
        <span className="font-semibold">{shortReference(certificate.order_id)}</span>
      </Fact>
      <Fact label={copy.number} className="sm:col-span-2">
        <Breakable text={certificate.order_number} />
      </Fact>
    </dl>
  );
}

type Retirement = VerifiedCertificate["retirements"][number];
type Mode = VerifiedCertificate["certificate"]["mode"];

/** Project, registry and vintage of credits. */
export function Origin({ retirement, mode, reader }: RecordProps) {
  const { project, originalName, vintageYear } = retirement;
  return (
    <p className="mt-2 text-[0.9375rem] text-quiet">
      <a href={linkFor(reader, projectPath(project.id, mode))} className="link">
        {project.name}
      </a>
      , {registryLabel(project.registry_name, project.registry_id)},{" "}
      {verifyCopy[reader.language].certificate.vintage(vintageYear)}
      {originalName !== null && (
        <span className="block text-sm">
          <OriginalName name={originalName} language={reader.language} />
        </span>
      )}
    </p>
  );
}

function Retirements({ one, reader }: FactsProps) {
  const { language } = reader;
  const { certificate, retirements } = one;
  if (retirements.length === 0) return null;
  return (
    <ul className="mt-6 border-t border-line">
      {retirements.map((retirement) => (
        <li
          key={`${retirement.project.id} ${retirement.serialNumberRange} ${retirement.amountKg}`}
          className="border-b border-line py-3 text-[0.9375rem] last:border-b-0 last:pb-0"
        >
          <div className="flex items-baseline justify-between gap-x-6">
            <a
              href={linkFor(reader, projectPath(retirement.project.id, certificate.mode))}
              className="link min-w-0"
            >
              {retirement.project.name}
            </a>
            <span className="shrink-0 whitespace-nowrap tabular-nums">
              {formatKg(retirement.amountKg, language)}
            </span>
          </div>
          {retirement.originalName !== null && (
            <p className="mt-1 text-sm text-quiet">
              <OriginalName name={retirement.originalName} language={language} />
            </p>
          )}
          <p className="mt-1 text-sm text-quiet">
            {registryLabel(retirement.project.registry_name, retirement.project.registry_id)},{" "}
            {verifyCopy[language].certificate.vintage(retirement.vintageYear)}
          </p>
          <p className="mt-1 text-sm text-quiet">
            <Breakable text={retirement.serialNumberRange} />
          </p>
          <RecordNotes retirement={retirement} mode={certificate.mode} reader={reader} />
        </li>
      ))}
    </ul>
  );
}

function headOf({ certificate }: VerifiedCertificate, language: Language) {
  const copy = verifyCopy[language];
  if (certificate.state === "placed") return { variant: "waiting", title: copy.placed } as const;
  const { registry_status: status, mode } = certificate;
  if (status === null) return { variant: "cancelled", title: copy.cancelled } as const;
  const title = copy.statuses[status];
  return {
    variant: variantOf(status, mode),
    title: mode === "test" ? copy.inTest(title) : title,
  } as const;
}

/** Tells the holder of a copy whether it shows the current status. */
function CopyNotice({ one, reader: { language } }: FactsProps) {
  const { certificate, isCurrentRevision } = one;
  const { certificate: copy } = verifyCopy[language];
  if (isCurrentRevision === null) return null;
  const { revision, status_as_of } = certificate;
  return (
    <p className="mt-3 text-pretty">
      {isCurrentRevision ? (
        copy.current(revision)
      ) : (
        <strong className="font-semibold">
          {copy.outdated(revision, formatMoment(status_as_of, language))}
        </strong>
      )}
    </p>
  );
}

/** Certificate of a queried order, with its state first. */
function OfOrder({ one, reader }: FactsProps) {
  const { certificate } = one;
  const { language } = reader;
  const { of, sharedTonnes } = certificateCopy[language];
  const { variant, title } = headOf(one, language);
  const isCancelled = certificate.state === "cancelled";
  return (
    <li className="flex gap-4 max-sm:flex-col">
      <Mark variant={variant} className="size-10" />
      <div className="min-w-0 grow">
        <h2 className="text-xl/snug font-semibold tracking-tight sm:pt-1">{title}</h2>
        <p className="mt-2 text-pretty">
          <Statement certificate={certificate} />
        </p>
        <CopyNotice one={one} reader={reader} />
        {!isCancelled && (
          <p className="mt-5 text-lg/snug">
            <strong className="font-semibold">
              {formatAmount(certificate.amount_kg, language)}
            </strong>{" "}
            {of} <CO2e /> {leadOf(certificate, language)}{" "}
            <strong className="font-semibold">{certificate.beneficiary.name}</strong>
          </p>
        )}
        {!isCancelled && <Facts one={one} reader={reader} />}
        <Retirements one={one} reader={reader} />
        <p className="mt-6">
          <ButtonLink
            href={linkFor(reader, `/certificates/${certificate.order_id}`)}
            variant="primary"
          >
            {verifyCopy[language].links[certificate.state]}
          </ButtonLink>
        </p>
        {certificate.state === "fulfilled" && (
          <p className="mt-5 text-sm text-pretty text-quiet">{sharedTonnes}</p>
        )}
      </div>
    </li>
  );
}

/** Share of a certificate in the queried serial numbers, without its holder, time and number. */
function OfSerial({ one, index, hasOrigin, reader }: Omit<Props, "isOfSerial">) {
  const { language } = reader;
  const { certificate: copy } = verifyCopy[language];
  const { certificate, retirements } = one;
  const { mode } = certificate;
  const matchedKg = retirements.reduce((sum, one) => sum + (one.matchedKg ?? 0), 0);
  const kg = retirements.reduce((rest, { replacedKg }) => rest - replacedKg, matchedKg);
  return (
    <li className="border-t border-line py-5 last:pb-0">
      <h3 className="flex gap-3 text-lg/snug">
        <Swatch index={index} className="size-3" />
        <span className="min-w-0">
          <strong className="font-semibold">{formatKg(kg === 0 ? matchedKg : kg, language)}</strong>{" "}
          {kg === 0 ? copy.replaced : copy.held}
        </span>
      </h3>
      <div className="sm:pl-6">
        {retirements.map((retirement) => (
          <div key={`${retirement.serialNumberRange} ${retirement.amountKg}`}>
            {hasOrigin && <Origin retirement={retirement} mode={mode} reader={reader} />}
            {retirement.matchedKg !== retirement.amountKg && (
              <p className="mt-1 text-sm text-quiet">
                {copy.entry(formatKg(retirement.amountKg, language))}
              </p>
            )}
            <RecordNotes retirement={retirement} mode={mode} reader={reader} />
          </div>
        ))}
      </div>
    </li>
  );
}

interface Props {
  one: VerifiedCertificate;
  index: number;
  /** True if the query was for serial numbers. */
  isOfSerial: boolean;
  /** True if the origin is listed per certificate, because it differs between them. */
  hasOrigin: boolean;
  reader: Reader;
}

export function MatchingCertificate({ isOfSerial, ...props }: Props) {
  return isOfSerial ? <OfSerial {...props} /> : <OfOrder one={props.one} reader={props.reader} />;
}
