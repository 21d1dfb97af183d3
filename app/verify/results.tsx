import type { Language } from "#core/language";
import type { Reader } from "#core/reader";
import {
  certificateCopy,
  formatKg,
  MAX_CERTIFICATES,
  type Verification,
} from "#domain/certificates";
import { Notice } from "#ui/page-parts";
import { ShareBar } from "#ui/share-bar";
import { MatchingCertificate, Origin } from "./certificate";
import { verifyCopy } from "./copy/copy";
import { Mark, type Variant } from "./verdict";

type SerialStatus = Verification["serials"][number];

interface StatusText {
  variant: Variant;
  title: string;
  text: string;
}

interface Described {
  status: SerialStatus;
  hasMore: boolean;
  language: Language;
}

/** Share of the orders' kg that the registry has on record, and kg that were replaced. */
function recordSentences({ status, language }: Described): string[] {
  const { registryRetiredKg, replacedKg, isInRegistry, mode } = status;
  const { serials: copy } = verifyCopy[language];
  const isTest = mode === "test";
  const kgText = (kg: number) => formatKg(kg, language);
  const openKg = status.retiredKg - replacedKg - registryRetiredKg;
  const partly = () => copy.partOnFile(kgText(registryRetiredKg), kgText(openKg), isTest);
  const nothing = registryRetiredKg === 0 ? copy.notOnFile(isTest) : partly();
  return [
    openKg === 0 ? copy.retired(isTest) : nothing,
    ...(isInRegistry ? [copy.listed] : []),
    ...(replacedKg > 0 ? [copy.replaced(kgText(replacedKg))] : []),
  ];
}

function titleOf({ hasMore, language }: Described, is: { retired: boolean; all: boolean }): string {
  const { titles } = verifyCopy[language].serials;
  if (is.all) return is.retired ? titles.retired : titles.setAside;
  if (hasMore) return is.retired ? titles.atLeastRetired : titles.atLeastSetAside;
  return is.retired ? titles.partlyRetired : titles.partlySetAside;
}

/** About the rest of the queried serial numbers. */
function restSentences({ status, hasMore, language }: Described): string[] {
  const { queriedKg, retiredKg } = status;
  const { serials: copy } = verifyCopy[language];
  if (hasMore) return [copy.onlyFirst(MAX_CERTIFICATES)];
  const elsewhereKg = (queriedKg ?? retiredKg) - retiredKg;
  return elsewhereKg > 0 ? [copy.elsewhere(formatKg(elsewhereKg, language))] : [];
}

function describeStatus(described: Described): StatusText {
  const { status, hasMore, language } = described;
  const { queriedKg, retiredKg, replacedKg, registryRetiredKg, mode } = status;
  const { serials: copy, inTest } = verifyCopy[language];
  const withMode = (title: string) => (mode === "test" ? inTest(title) : title);
  const kgText = (kg: number) => formatKg(kg, language);
  const countedKg = retiredKg - replacedKg;
  const isOne = queriedKg === 1000;
  const facts = { isOne, ofKg: kgText(queriedKg ?? retiredKg), hasMore };
  if (retiredKg === 0) {
    const { title, text } = copy.outside;
    return { variant: "elsewhere", title: withMode(title), text: text(isOne) };
  }
  if (countedKg === 0) {
    const { title, text } = copy.someoneElse;
    const kg = kgText(retiredKg);
    return { variant: "elsewhere", title: withMode(title), text: text({ ...facts, kg }) };
  }
  const isRetired = registryRetiredKg === countedKg;
  const isAll = replacedKg === 0 && (queriedKg === null || retiredKg >= queriedKg);
  const sentences = isAll
    ? [copy.all({ ...facts, kg: kgText(retiredKg) }), ...recordSentences(described)]
    : [
        copy.part({ ...facts, kg: kgText(countedKg) }),
        ...recordSentences(described),
        ...restSentences(described),
      ];
  const retired = mode === "test" ? "test" : "retired";
  return {
    variant: isRetired ? retired : "waiting",
    title: withMode(titleOf(described, { retired: isRetired, all: isAll })),
    text: sentences.join(" "),
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

interface PartProps {
  verification: Verification;
  mode: SerialStatus["mode"];
  reader: Reader;
}

function SerialSummary({ verification, mode, reader }: PartProps) {
  const status = verification.serials.find((one) => one.mode === mode);
  if (!status) return null;
  const { variant, title, text } = describeStatus({
    status,
    hasMore: verification.hasMore,
    language: reader.language,
  });
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
        {shared && <Origin retirement={shared} mode={mode} reader={reader} />}
        {parts.some(({ share }) => share > 0) && (
          <ShareBar className="mt-5 h-2.5 bg-line" parts={parts} />
        )}
      </div>
    </div>
  );
}

/** Results of one mode. */
function Part({ verification, mode, reader }: PartProps) {
  const copy = verifyCopy[reader.language];
  const certificates = verification.certificates.filter(
    ({ certificate }) => certificate.mode === mode,
  );
  const hasSerials = verification.serials.some((one) => one.mode === mode);
  if (certificates.length === 0 && !hasSerials) return null;
  return (
    <section
      aria-label={mode === "test" ? copy.testResults : copy.results}
      className="mt-10 rounded-2xl border border-line bg-paper px-5 py-7 shadow-sheet sm:px-8 sm:py-9"
    >
      {mode === "test" && (
        <div className="mb-6">
          <Notice>{certificateCopy[reader.language].testNotice}</Notice>
        </div>
      )}
      <SerialSummary verification={verification} mode={mode} reader={reader} />
      <ul className={hasSerials && certificates.length > 0 ? "mt-7" : ""}>
        {certificates.map((one, index) => (
          <MatchingCertificate
            key={one.certificate.order_id}
            one={one}
            index={index}
            isOfSerial={hasSerials}
            hasOrigin={sharedBy(certificates) === null}
            reader={reader}
          />
        ))}
      </ul>
      {hasSerials && certificates.length > 0 && (
        <p className="mt-5 border-t border-line pt-5 text-sm text-pretty text-quiet">
          {copy.certificate.unnamed}
        </p>
      )}
    </section>
  );
}

export function Results({ verification, reader }: Omit<PartProps, "mode">) {
  return (
    <>
      <Part verification={verification} mode="live" reader={reader} />
      <Part verification={verification} mode="test" reader={reader} />
    </>
  );
}
