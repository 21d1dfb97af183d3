// A log of 400 orders, and copies in which a seller changed entries.
import { type AuditInput, encodeEntry, type LogEntry, leafHash } from "#sdk/log";
import { type Files, filesOf, generateEntries, openingsOf, proofOf } from "./generated-log";

export interface Planted extends Pick<AuditInput, "remembered" | "certificates"> {
  files: Files;
  against?: Files;
}

export interface Fraud {
  name: string;
  by: "log" | "remembered checkpoint" | "certificate" | "second copy";
  /** Code of the finding. */
  code: string;
  plant(): Planted;
}

const ORDERS = 400;
export const honestEntries = [...generateEntries(ORDERS, 3)];
export const honestBytes = honestEntries.map(encodeEntry);
export const honestFiles = filesOf(honestBytes);
export const allocationOf = (order: number) =>
  honestEntries.findIndex(({ parts, type }) => {
    return type === "allocated" && parts[0]?.from_kg === order * 1000;
  });
export const evidenceOf = (order: number) =>
  honestEntries.findIndex(({ parts, type }) => {
    return type === "evidence" && parts[0]?.from_kg === order * 1000;
  });
export const first = (entry: LogEntry) => entry.parts[0] as LogEntry["parts"][number];

/** Links the entries of each subject again, as a careful fraud would. */
export function linked(entries: LogEntry[]): LogEntry[] {
  const last = new Map<string, string>();
  return entries.map((entry) => {
    const next = { ...entry, previous: last.get(entry.subject) ?? null };
    last.set(entry.subject, leafHash(encodeEntry(next)).toString("base64"));
    return next;
  });
}

export type Change = (
  entries: LogEntry[],
  at: { sold: LogEntry; retired: LogEntry; other: LogEntry },
) => void;

/** Entries changed in a copy of the honest log: order 100's two, and order 200's allocation. */
export function changed(change: Change): LogEntry[] {
  const entries = structuredClone(honestEntries);
  const pick = (index: number) => entries[index] as LogEntry;
  const sold = pick(allocationOf(100));
  const [retired, other] = [pick(evidenceOf(100)), pick(allocationOf(200))];
  change(entries, { sold, retired, other });
  return entries;
}

/** The JSON that a customer saved. */
export function certificateOf(order: number, change: object = {}, from = honestBytes) {
  const index = allocationOf(order);
  const openings = openingsOf(order);
  const kg = honestEntries[index]?.parts.reduce((sum, part) => sum + part.to_kg - part.from_kg, 0);
  const proof = proofOf({ entries: from, index, openings });
  const claims = { amount_kg: kg, beneficiary: { name: openings.beneficiary }, log: [{ proof }] };
  const content = Buffer.from(JSON.stringify({ ...claims, ...change }));
  return { name: "certificate.json", content };
}
