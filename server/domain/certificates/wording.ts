// Words of the page and the PDF about what registries have on record.
import { formatDay, formatMoment } from "#core/dates";
import { kgPerSerial, type RegistryStatus, readNumbers } from "#domain/inventory";
import { type OrderState, retirementCopy } from "#domain/orders";
import type { CertificateProject, CertificateResource } from "./resource";
import { formatKg } from "./rules";

interface Certified {
  state: OrderState;
  registry_status: RegistryStatus | null;
}

/** Words before the beneficiary's name: "25 kg of CO₂e ... Harbor Street Bakery". */
export function leadOf({ state, registry_status: status }: Certified): string {
  if (state !== "fulfilled") return "to be set aside for";
  if (status === "retired") return "retired on behalf of";
  return status === "pending" || status === "requested" ? "set aside for" : "allocated to";
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
export function kindOf({ state, registry_status: status }: Certified): string {
  if (state !== "fulfilled" || status === null) return "Order waiting to be matched";
  if (status === "retired") return "Certificate of carbon credit retirement";
  return `Carbon credit certificate · ${retirementCopy.en.labels[status]}`;
}

/** "November 3, 2026", or the status as long as not all credits are retired. */
export function registryDateOf(certificate: Certified & { registry_retired_on: string | null }) {
  const { registry_status: status, registry_retired_on: day } = certificate;
  if (day !== null) return formatDay(day);
  return status === null ? "Not yet" : retirementCopy.en.labels[status];
}

/** Dates that a placed order waits for, with their labels. */
export function waitsOf(
  certificate: Pick<CertificateResource, "matchable_from" | "credits_expected_by">,
): { label: string; text: string }[] {
  const { matchable_from: from, credits_expected_by: day } = certificate;
  return [
    ...(from === null ? [] : [{ label: "Can be withdrawn until", text: formatMoment(from) }]),
    ...(day === null ? [] : [{ label: "Credits expected by", text: formatDay(day) }]),
  ];
}

/** A record of the registry, or the lack of one, about a part of some credits. */
export interface RecordNote {
  text: string;
  url: string | null;
}

interface Recorded {
  amount_kg: number;
  replaced_kg: number;
  replaced_on: string | null;
  substituted_on: string | null;
  registry_status: RegistryStatus;
  registry_records: readonly {
    amount_kg: number;
    retired_on: string;
    reference: string | null;
    beneficiary: string | null;
    is_shared: boolean;
    url: string | null;
  }[];
}

/** "400 kg: retired", or "Retired" if it is all of the credits. */
const noteOf = (kg: number, totalKg: number, text: string) =>
  kg === totalKg ? text : `${formatKg(kg)}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** Notes on credits that were replaced, or that replaced others. */
function remedyNotes(credits: Recorded): RecordNote[] {
  const { amount_kg: totalKg, replaced_kg: kg, replaced_on: on, substituted_on: since } = credits;
  const replaced =
    on &&
    noteOf(
      kg,
      totalKg,
      `Replaced on ${formatDay(on)}, because the registry shows them as retired for someone else`,
    );
  const substituted = since && `Allocated on ${formatDay(since)} in place of disputed credits`;
  return [substituted, replaced].flatMap((text) => (text ? [{ text, url: null }] : []));
}

/**
 * Notes on the credits: one for each of the registry's records, one for the kg that have none, and
 * what was replaced.
 */
export function recordNotesOf(credits: Recorded, mode: "live" | "test"): RecordNote[] {
  const { amount_kg: totalKg, replaced_kg: replacedKg, registry_status: status } = credits;
  const label = retirementCopy.en.labels[status];
  const remedies = remedyNotes(credits);
  const countedKg = totalKg - replacedKg;
  if (countedKg === 0) return remedies;
  if (status === "disputed") {
    return [{ text: noteOf(countedKg, totalKg, label), url: null }, ...remedies];
  }
  const place = mode === "test" ? " in the sandbox" : "";
  const notes = credits.registry_records.map((record) => {
    const retired = `Retired${place} on ${formatDay(record.retired_on)}`;
    const reference = record.reference === null ? "" : `, reference ${record.reference}`;
    const name = record.is_shared ? `, in the name of “${record.beneficiary ?? "–"}”` : "";
    const text = noteOf(record.amount_kg, totalKg, retired + reference + name);
    return { text, url: record.url };
  });
  const restKg = credits.registry_records.reduce((kg, one) => kg - one.amount_kg, countedKg);
  const rest = restKg > 0 ? [{ text: noteOf(restKg, totalKg, label), url: null }] : [];
  return [...notes, ...rest, ...remedies];
}

/** The page's address with the revision of this copy, so that the page can say if it is current. */
export function copyUrl(certificate: CertificateResource): string {
  const { certificate_public_url: url, state, revision } = certificate;
  return state === "fulfilled" ? `${url}?revision=${revision}` : url;
}
