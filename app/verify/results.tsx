import { formatKg, MAX_CERTIFICATES, TEST_NOTICE, type Verification } from "#domain/certificates";
import { Notice } from "#ui/page-parts";
import { ShareBar } from "#ui/share-bar";
import { MatchingCertificate, Origin } from "./certificate";
import { Mark, type Variant } from "./verdict";

type SerialStatus = Verification["serials"][number];

interface StatusText {
  variant: Variant;
  title: string;
  text: string;
}

/** Share of the orders' kg that the registry has on record. */
function recordText(status: SerialStatus): string {
  const { registryRetiredKg, isInRegistry, mode } = status;
  const countedKg = status.retiredKg - status.replacedKg;
  const where = mode === "test" ? "in the sandbox registry" : "at the registry";
  const listed = isInRegistry
    ? " The registry’s list of retirements, as last imported, has some of these serial numbers."
    : "";
  if (registryRetiredKg === countedKg) return ` They are retired ${where}.${listed}`;
  const openKg = formatKg(countedKg - registryRetiredKg);
  if (registryRetiredKg === 0) return ` Their retirement ${where} is not on file here.${listed}`;
  return (
    ` Of these, ${formatKg(registryRetiredKg)} are retired ${where}; the retirement of ${openKg} ` +
    `is not on file here.${listed}`
  );
}

function describeStatus(status: SerialStatus, hasMore: boolean): StatusText {
  const { queriedKg, retiredKg, replacedKg, registryRetiredKg, mode } = status;
  const isTest = mode === "test";
  const countedKg = retiredKg - replacedKg;
  const isRetired = registryRetiredKg === countedKg;
  const variant = isRetired ? (isTest ? "test" : "retired") : "waiting";
  const asTest = isTest ? " (test)" : "";
  const isOne = queriedKg === 1000;
  const of = isOne ? "this tonne" : "these serial numbers";
  if (retiredKg === 0) {
    return {
      variant: "elsewhere",
      title: `Retired outside this service${asTest}`,
      text:
        `The registry lists ${isOne ? "this serial number" : "some or all of these serial numbers"} ` +
        "as retired, but no certificate of this service includes " +
        `${isOne ? "it" : "them"}. The registry’s public records may name the beneficiary.`,
    };
  }
  if (countedKg === 0) {
    return {
      variant: "elsewhere",
      title: `Retired for someone else${asTest}`,
      text:
        `The registry shows ${of} as retired for someone else. The orders below had ` +
        `${formatKg(retiredKg)} of ${isOne ? "it" : "them"} and got other credits in place.`,
    };
  }
  const replaced =
    replacedKg > 0
      ? ` ${formatKg(replacedKg)} were replaced by other credits, because the registry shows them ` +
        "as retired for someone else."
      : "";
  const record = recordText(status) + replaced;
  if (replacedKg === 0 && (queriedKg === null || retiredKg >= queriedKg)) {
    const text = `All ${formatKg(retiredKg)} of ${of} belong to the orders below.${record}`;
    const title = isRetired ? "Retired" : "Set aside, not all retired";
    return { variant, title: `${title}${asTest}`, text };
  }
  const least = hasMore ? "At least " : "";
  const elsewhereKg = (queriedKg ?? retiredKg) - retiredKg;
  const others =
    elsewhereKg > 0
      ? ` The remaining ${formatKg(elsewhereKg)} are on no certificate of this service.`
      : "";
  const rest = hasMore
    ? ` Only the first ${MAX_CERTIFICATES} are listed. Enter fewer serial numbers to see all of them.`
    : others;
  return {
    variant,
    title: `${hasMore ? "At least partly" : "Partly"} ${isRetired ? "retired" : "set aside"}${asTest}`,
    text:
      `${least}${formatKg(countedKg)} of the ${formatKg(queriedKg ?? retiredKg)} of ${of} belong ` +
      `to the orders below.${record}${rest}`,
  };
}

/** Returns a retirement if all certificates share its project and vintage. */
function sharedBy(certificates: Verification["certificates"]) {
  const [first, ...others] = certificates.flatMap(({ retirements }) => retirements);
  const isShared = others.every(
    ({ project, vintageYear }) =>
      project.id === first?.project.id && vintageYear === first.vintageYear,
  );
  return first && isShared ? first : null;
}

function SerialSummary({
  verification,
  mode,
}: {
  verification: Verification;
  mode: SerialStatus["mode"];
}) {
  const status = verification.serials.find((one) => one.mode === mode);
  if (!status) return null;
  const { variant, title, text } = describeStatus(status, verification.hasMore);
  const { queriedKg } = status;
  const its = verification.certificates.filter(({ certificate }) => certificate.mode === mode);
  const shared = sharedBy(its);
  const parts = its.map(({ certificate, retirements }) => ({
    key: certificate.order_id,
    share:
      retirements.reduce((kg, one) => kg + (one.matchedKg ?? 0) - one.replacedKg, 0) /
      (queriedKg ?? 1),
  }));
  return (
    <div className="flex gap-4 max-sm:flex-col">
      <Mark variant={variant} className="size-10" />
      <div className="min-w-0 grow">
        <h2 className="text-xl/snug font-semibold tracking-tight sm:pt-1">{title}</h2>
        <p className="mt-2 text-pretty">{text}</p>
        {shared && <Origin retirement={shared} mode={mode} />}
        {parts.some(({ share }) => share > 0) && (
          <ShareBar className="mt-5 h-2.5 bg-line" parts={parts} />
        )}
      </div>
    </div>
  );
}

/** Results of one mode. */
function Part({ verification, mode }: { verification: Verification; mode: SerialStatus["mode"] }) {
  const certificates = verification.certificates.filter(
    ({ certificate }) => certificate.mode === mode,
  );
  const hasSerials = verification.serials.some((one) => one.mode === mode);
  if (certificates.length === 0 && !hasSerials) return null;
  return (
    <section
      aria-label={mode === "test" ? "Test results" : "Results"}
      className="mt-10 rounded-2xl border border-line bg-paper px-5 py-7 shadow-sheet sm:px-8 sm:py-9"
    >
      {mode === "test" && (
        <div className="mb-6">
          <Notice>{TEST_NOTICE}</Notice>
        </div>
      )}
      <SerialSummary verification={verification} mode={mode} />
      <ul className={hasSerials && certificates.length > 0 ? "mt-7" : ""}>
        {certificates.map((one, index) => (
          <MatchingCertificate
            key={one.certificate.order_id}
            one={one}
            index={index}
            isOfSerial={hasSerials}
            hasOrigin={sharedBy(certificates) === null}
          />
        ))}
      </ul>
    </section>
  );
}

export function Results({ verification }: { verification: Verification }) {
  return (
    <>
      <Part verification={verification} mode="live" />
      <Part verification={verification} mode="test" />
    </>
  );
}
