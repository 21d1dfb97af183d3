// Words of the page and the PDF about what registries have on record.
import { formatDay, formatMoment } from "#core/dates";
import type { Language } from "#core/language";
import {
  type Adjustment,
  type EvidenceKind,
  kgPerSerial,
  type RegistryStatus,
  readNumbers,
} from "#domain/inventory";
import { type OrderState, retirementCopy } from "#domain/orders";
import { certificateCopy } from "./certificate-copy";
import type { CertificateProject, CertificateResource } from "./resource";
import { formatKg } from "./rules";

interface Certified {
  state: OrderState;
  registry_status: RegistryStatus | null;
}

/** Words before the beneficiary's name: "25 kg of CO₂e ... Harbor Street Bakery". */
export function leadOf(
  { state, registry_status: status }: Certified,
  language: Language = "en",
): string {
  const { lead } = certificateCopy[language];
  if (state !== "fulfilled") return lead.placed;
  if (status === "retired") return lead.retired;
  return status === "pending" || status === "requested" ? lead.setAside : lead.allocated;
}

/**
 * Number of tonnes that the project's credits are part of; null if a serial number does not say it.
 * Names that end in a year and a number can look like ranges, so the count must fit the kg.
 */
export function tonnesOf({ retirements }: CertificateProject): number | null {
  let tonnes = 0;
  for (const { serial_number_range: range, amount_kg: kg } of retirements) {
    const numbers = readNumbers(range);
    const count = numbers && numbers.last - numbers.first + 1;
    if (!count || kg > count * kgPerSerial || kg <= (count - 2) * kgPerSerial) return null;
    tonnes += count;
  }
  return tonnes;
}

/** Heading of the page and the PDF. */
export function kindOf(
  { state, registry_status: status }: Certified,
  language: Language = "en",
): string {
  const { kind } = certificateCopy[language];
  if (state !== "fulfilled" || status === null) return kind.order;
  return status === "retired" ? kind.retired : kind.other(retirementCopy[language].labels[status]);
}

/** "November 3, 2026", or the status as long as not all credits are retired. */
export function registryDateOf(
  certificate: Certified & { registry_retired_on: string | null },
  language: Language = "en",
): string {
  const { registry_status: status, registry_retired_on: day } = certificate;
  if (day !== null) return formatDay(day, language);
  const { notYet } = certificateCopy[language];
  return status === null ? notYet : retirementCopy[language].labels[status];
}

/** Dates that a placed order waits for, with their labels. */
export function waitsOf(
  certificate: Pick<CertificateResource, "matchable_from" | "credits_expected_by">,
  language: Language = "en",
): { label: string; text: string }[] {
  const { matchable_from: from, credits_expected_by: day } = certificate;
  const { waits } = certificateCopy[language];
  return [
    ...(from === null ? [] : [{ label: waits.withdrawal, text: formatMoment(from, language) }]),
    ...(day === null ? [] : [{ label: waits.expected, text: formatDay(day, language) }]),
  ];
}

/** A record of the registry, or the lack of one, about a part of some credits. */
export interface RecordNote {
  text: string;
  /** Text of the registry's record itself, in its language; null if that adds nothing. */
  wording: string | null;
  /** The wording as a quotation: "Wording in the registry: “customers of …”". */
  quotation: string | null;
  url: string | null;
}

interface Recorded {
  labels: readonly { scheme: string; granted_on: string | null }[];
  corresponding_adjustment: Adjustment | null;
  amount_kg: number;
  replaced_kg: number;
  replaced_on: string | null;
  replaced_as: "disputed" | "cancelled" | null;
  substituted_on: string | null;
  registry_status: RegistryStatus;
  registry_disputed_kg: number;
  registry_records: readonly {
    kind: EvidenceKind;
    amount_kg: number;
    retired_on: string;
    reference: string | null;
    beneficiary: string | null;
    is_shared: boolean;
    url: string | null;
  }[];
}

/** Returns a function for "400 kg: retired", or "Retired" if it is all of the credits. */
const notesOf = (totalKg: number, language: Language) => (kg: number, text: string) =>
  kg === totalKg ? text : certificateCopy[language].record.part(formatKg(kg, language), text);

const noteWith = (text: string): RecordNote => ({
  ...{ text, wording: null, quotation: null, url: null },
});

/** Notes on credits that were replaced, or that replaced others. */
function remedyNotes(credits: Recorded, language: Language): RecordNote[] {
  const { amount_kg: totalKg, replaced_kg: kg, replaced_on: on, substituted_on: since } = credits;
  const { record } = certificateCopy[language];
  const reason = record.replaced[credits.replaced_as ?? "disputed"];
  const replaced = on && notesOf(totalKg, language)(kg, reason(formatDay(on, language)));
  const substituted = since && record.substituted(formatDay(since, language));
  return [substituted, replaced].flatMap((text) => (text ? [noteWith(text)] : []));
}

/** Labels and adjustment of the credits, as far as they are known. */
function labelNotes(credits: Recorded, language: Language): RecordNote[] {
  const { record } = certificateCopy[language];
  const { labels, corresponding_adjustment: adjustment } = credits;
  const names = labels.map(({ scheme, granted_on: day }) =>
    day === null ? scheme : record.granted(scheme, formatDay(day, language)),
  );
  const facts = [
    ...(names.length > 0 ? [record.labels(names.join(", "))] : []),
    ...(adjustment === null ? [] : [record.adjustment[adjustment]]),
  ];
  return facts.length === 0 ? [] : [noteWith(facts.join(" · "))];
}

/**
 * Notes on the credits: one for each of the registry's records, one for the kg that have none, and
 * what was replaced, then labels and adjustment.
 */
export function recordNotesOf(
  credits: Recorded,
  mode: "live" | "test",
  language: Language = "en",
): RecordNote[] {
  const notes = evidenceNotes(credits, mode, language);
  return credits.amount_kg === credits.replaced_kg
    ? notes
    : [...notes, ...labelNotes(credits, language)];
}

function evidenceNotes(credits: Recorded, mode: "live" | "test", language: Language): RecordNote[] {
  const { amount_kg: totalKg, replaced_kg: replacedKg, registry_status: status } = credits;
  const label = retirementCopy[language].labels[status];
  const copy = certificateCopy[language].record;
  const noteOf = notesOf(totalKg, language);
  const remedies = remedyNotes(credits, language);
  const countedKg = totalKg - replacedKg;
  if (countedKg === 0) return remedies;
  const recordedKg = credits.registry_records.reduce((kg, one) => kg + one.amount_kg, 0);
  const { registry_disputed_kg: disputedKg } = credits;
  const notes = credits.registry_records.map((record) => {
    const day = formatDay(record.retired_on, language);
    const retired = mode === "test" ? copy.retiredInTest(day) : copy.retired(day);
    const outcome = record.kind === "cancelled" ? copy.cancelled(day) : retired;
    const reference = record.reference === null ? "" : copy.reference(record.reference);
    const text = noteOf(record.amount_kg, outcome + reference);
    const wording = (record.is_shared && record.beneficiary) || null;
    return { text, wording, quotation: wording && copy.wording(wording), url: record.url };
  });
  const { labels } = retirementCopy[language];
  const disputed = disputedKg > 0 ? [noteWith(noteOf(disputedKg, labels.disputed))] : [];
  const restKg = countedKg - recordedKg - disputedKg;
  const isPart = status === "cancelled" || status === "disputed";
  const restLabel = isPart ? labels.pending : label;
  const rest = restKg > 0 ? [noteWith(noteOf(restKg, restLabel))] : [];
  return [...notes, ...disputed, ...rest, ...remedies];
}

/** A project's share of the amount; "Replaced" if none of its credits count any more. */
export function formatProjectKg(kg: number, language: Language = "en"): string {
  return kg === 0 ? certificateCopy[language].replaced : formatKg(kg, language);
}

/** The page's address with the revision of this copy, so that the page can say if it is current. */
export function copyUrl(certificate: CertificateResource): string {
  const { certificate_public_url: url, state, revision } = certificate;
  return state === "fulfilled" ? `${url}?revision=${revision}` : url;
}
