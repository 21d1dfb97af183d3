// The files of a dispute's evidence, for the payment provider's form. Pure.
import { type Cell, csvLine } from "#core/csv";
import { formatMoney } from "#core/money";

type Row = readonly Cell[];

/** A moment in the life of a purchase. */
export interface TimelineEntry {
  at: Date;
  event: string;
  detail: string | null;
}

export interface EvidenceFacts {
  /** Seller, customer, purchase and payment, by name. */
  facts: readonly (readonly [name: string, value: Cell])[];
  consent: { at: Date; language: string | null; text: string } | null;
  credits: readonly Row[];
  money: readonly Row[];
  mails: readonly Row[];
  /** In any order. */
  timeline: readonly TimelineEntry[];
  /** Null until the order is fulfilled, and for a cancelled one. */
  certificate: Uint8Array | null;
}

const csv = (head: readonly string[], rows: readonly Row[]) =>
  [head, ...rows].map(csvLine).join("");

const creditColumns = [
  ...["project", "registry", "vintage", "serial_numbers", "kg"],
  ...["retired_on", "beneficiary", "registry_record"],
];
const moneyColumns = [
  ...["kind", "id", "provider_id", "state", "amount_usd", "reason", "opened_on", "closed_on"],
];
const mailColumns = ["email", "to", "state", "created_on", "sent_on", "error"];

function consentText({ consent }: EvidenceFacts): string {
  if (consent === null) return "No consent is recorded for this purchase.\n";
  const { at, language, text } = consent;
  return `Given on ${at.toISOString()} (language: ${language ?? "en"}), in these words:\n\n${text}\n`;
}

function timelineRows({ timeline }: EvidenceFacts): Row[] {
  return timeline
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, event, detail }) => [at.toISOString(), event, detail]);
}

function readme({ certificate }: EvidenceFacts): string {
  return [
    "Evidence about one purchase of carbon credits. All times are UTC.",
    "",
    "summary.csv    seller, customer, purchase and payment",
    "consent.txt    the customer's consent, in the words that were shown",
    "credits.csv    serial numbers that are allocated to the order, and their retirement",
    "payments.csv   payment, refunds and disputes",
    "emails.csv     emails about the purchase",
    "timeline.csv   all of it in the order of time",
    ...(certificate ? ["certificate.pdf   the certificate of the order"] : []),
    "",
  ].join("\n");
}

/** Content of the evidence by file name. */
export function evidenceFiles(evidence: EvidenceFacts): Record<string, string | Uint8Array> {
  const { facts, credits, money, mails, certificate } = evidence;
  return {
    "README.txt": readme(evidence),
    "summary.csv": csv(["name", "value"], facts),
    "consent.txt": consentText(evidence),
    "credits.csv": csv(creditColumns, credits),
    "payments.csv": csv(moneyColumns, money),
    "emails.csv": csv(mailColumns, mails),
    "timeline.csv": csv(["time", "event", "detail"], timelineRows(evidence)),
    ...(certificate && { "certificate.pdf": certificate }),
  };
}

export const dollars = (cents: bigint | number) => formatMoney(Number(cents), "USD", "en");
