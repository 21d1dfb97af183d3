import { formatMoment } from "#core/dates";
import { registryLabel } from "#core/registry-label";
import {
  formatAmount,
  formatKg,
  leadOf,
  recordNotesOf,
  registryDateOf,
  SHARED_TONNES,
  type VerifiedCertificate,
} from "#domain/certificates";
import { projectPath } from "#ui/catalogue";
import { ButtonLink } from "#ui/page-parts";
import { Swatch } from "#ui/share-bar";
import { Breakable, CO2e, Fact } from "#ui/text";
import { Mark, statusLabels, variantOf } from "./verdict";

/** The registry's records of some credits, or the lack of them. */
function RecordNotes({ retirement, mode }: { retirement: Retirement; mode: Mode }) {
  if (retirement.credits === null) return null;
  return recordNotesOf(retirement.credits, mode).map(({ text, url }) => (
    <span key={text} className="mt-1 block text-sm text-quiet">
      {text}
      {url !== null && (
        <>
          {" "}
          <a href={url} className="link whitespace-nowrap">
            View in registry
          </a>
        </>
      )}
    </span>
  ));
}

function Facts({ one, isOfSerial }: { one: VerifiedCertificate; isOfSerial: boolean }) {
  const { certificate, retirements } = one;
  const { retired_on, created_on } = certificate;
  return (
    <dl className="mt-4 grid gap-x-8 gap-y-3 sm:grid-cols-2">
      {retired_on === null ? (
        <Fact label="Ordered">
          <time dateTime={created_on}>{formatMoment(created_on)}</time>
        </Fact>
      ) : (
        <>
          <Fact label="Allocated">
            <time dateTime={retired_on}>{formatMoment(retired_on)}</time>
          </Fact>
          <Fact
            label={certificate.mode === "test" ? "Retired in the sandbox" : "Retired at registry"}
          >
            {registryDateOf(certificate)}
          </Fact>
        </>
      )}
      <Fact label="Sold by">{certificate.seller.name}</Fact>
      <Fact label="Order number" className="sm:col-span-2">
        <Breakable text={certificate.order_number} />
      </Fact>
      {isOfSerial && (
        <Fact label="Serial numbers on this certificate" className="sm:col-span-2">
          {retirements.map((retirement) => (
            <span key={`${retirement.serialNumberRange} ${retirement.amountKg}`} className="block">
              <Breakable text={retirement.serialNumberRange} /> ({formatKg(retirement.amountKg)})
              <RecordNotes retirement={retirement} mode={certificate.mode} />
            </span>
          ))}
        </Fact>
      )}
    </dl>
  );
}

type Retirement = VerifiedCertificate["retirements"][number];
type Mode = VerifiedCertificate["certificate"]["mode"];

/** Project, registry and vintage of credits. */
export function Origin({ retirement, mode }: { retirement: Retirement; mode: Mode }) {
  const { project, vintageYear } = retirement;
  return (
    <p className="mt-2 text-[0.9375rem] text-quiet">
      <a href={projectPath(project.id, mode)} className="link">
        {project.name}
      </a>
      , {registryLabel(project.registry_name, project.registry_id)}, vintage {vintageYear}
    </p>
  );
}

function Retirements({ one }: { one: VerifiedCertificate }) {
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
            <a href={projectPath(retirement.project.id, certificate.mode)} className="link min-w-0">
              {retirement.project.name}
            </a>
            <span className="shrink-0 whitespace-nowrap tabular-nums">
              {formatKg(retirement.amountKg)}
            </span>
          </div>
          <p className="mt-1 text-sm text-quiet">
            {registryLabel(retirement.project.registry_name, retirement.project.registry_id)},
            vintage {retirement.vintageYear}
          </p>
          <p className="mt-1 text-sm text-quiet">
            <Breakable text={retirement.serialNumberRange} />
          </p>
          <RecordNotes retirement={retirement} mode={certificate.mode} />
        </li>
      ))}
    </ul>
  );
}

const links = {
  fulfilled: "View certificate",
  placed: "View order",
  cancelled: "View order",
};

function headOf({ certificate }: VerifiedCertificate) {
  if (certificate.state === "placed") {
    return { variant: "waiting", title: "Not retired yet" } as const;
  }
  const { registry_status: status, mode } = certificate;
  if (status === null) {
    return { variant: "cancelled", title: "Cancelled. No credits were retired." } as const;
  }
  const asTest = mode === "test" ? " (test)" : "";
  return { variant: variantOf(status, mode), title: `${statusLabels[status]}${asTest}` } as const;
}

/** Tells the holder of a copy whether it shows the current status. */
function CopyNotice({ one: { certificate, isCurrentRevision } }: { one: VerifiedCertificate }) {
  if (isCurrentRevision === null) return null;
  const { revision, status_as_of } = certificate;
  return (
    <p className="mt-3 text-pretty">
      {isCurrentRevision ? (
        <>Your copy is the current revision, {revision}.</>
      ) : (
        <strong className="font-semibold">
          Your copy is not the current revision, which is {revision} as of{" "}
          {formatMoment(status_as_of)}.
        </strong>
      )}
    </p>
  );
}

/** Certificate of a queried order, with its state first. */
function OfOrder({ one }: { one: VerifiedCertificate }) {
  const { certificate } = one;
  const { variant, title } = headOf(one);
  const isCancelled = certificate.state === "cancelled";
  return (
    <li className="flex gap-4 max-sm:flex-col">
      <Mark variant={variant} className="size-10" />
      <div className="min-w-0 grow">
        <h2 className="text-xl/snug font-semibold tracking-tight sm:pt-1">{title}</h2>
        <p className="mt-2 text-pretty">{certificate.statement}</p>
        <CopyNotice one={one} />
        {!isCancelled && (
          <p className="mt-5 text-lg/snug">
            <strong className="font-semibold">{formatAmount(certificate.amount_kg)}</strong> of{" "}
            <CO2e /> {leadOf(certificate)}{" "}
            <strong className="font-semibold">{certificate.beneficiary.name}</strong>
          </p>
        )}
        {!isCancelled && <Facts one={one} isOfSerial={false} />}
        <Retirements one={one} />
        <p className="mt-6">
          <ButtonLink href={`/certificates/${certificate.order_id}`} variant="primary">
            {links[certificate.state]}
          </ButtonLink>
        </p>
        {certificate.state === "fulfilled" && (
          <p className="mt-5 text-sm text-pretty text-quiet">{SHARED_TONNES}</p>
        )}
      </div>
    </li>
  );
}

/** Certificate that includes queried serial numbers, with its share of them first. */
function OfSerial({ one, index, hasOrigin }: Omit<Props, "isOfSerial">) {
  const { certificate, retirements } = one;
  const matchedKg = retirements.reduce((sum, one) => sum + (one.matchedKg ?? 0), 0);
  const kg = retirements.reduce((rest, { replacedKg }) => rest - replacedKg, matchedKg);
  return (
    <li className="border-t border-line py-6 last:pb-0">
      <h3 className="flex gap-3 text-lg/snug">
        <Swatch index={index} className="size-3" />
        <span className="min-w-0">
          <strong className="font-semibold">{formatKg(kg === 0 ? matchedKg : kg)}</strong>{" "}
          {kg === 0 ? "first allocated to" : leadOf(certificate)}{" "}
          <strong className="font-semibold">{certificate.beneficiary.name}</strong>
          {kg === 0 && ", then replaced"}
        </span>
      </h3>
      <div className="sm:pl-6">
        {certificate.amount_kg > kg && (
          <p className="mt-1 text-[0.9375rem] text-quiet">
            Part of an order of {formatAmount(certificate.amount_kg)} of <CO2e />
          </p>
        )}
        {hasOrigin &&
          retirements.map((retirement) => (
            <Origin
              key={`${retirement.serialNumberRange} ${retirement.amountKg}`}
              retirement={retirement}
              mode={certificate.mode}
            />
          ))}
        <Facts one={one} isOfSerial />
        <p className="mt-5">
          <ButtonLink href={`/certificates/${certificate.order_id}`} variant="secondary">
            {links[certificate.state]}
          </ButtonLink>
        </p>
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
}

export function MatchingCertificate({ isOfSerial, ...props }: Props) {
  return isOfSerial ? <OfSerial {...props} /> : <OfOrder one={props.one} />;
}
