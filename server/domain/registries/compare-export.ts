import type { Context, Mode } from "#core/context";
import { decodeText } from "#core/decode-text";
import type { FileRetirementRow } from "./export-contents";
import { MAX_REPORTED } from "./import-report";
import { readRetirements } from "./read-exports";
import type { Registry } from "./registry-identities";

/**
 * `unknown_here`: the registry retired them, and we have no record. `differs`: the registry names
 * another beneficiary or date than our record. `missing_there`: our record says retired, but the
 * export, which covers that day, does not. `overdue`: sold past the limit, and not retired there.
 * `unconfirmed`: requested, and not retired there.
 */
export const driftKinds = [
  "unknown_here",
  "differs",
  "missing_there",
  "overdue",
  "unconfirmed",
] as const;
export type DriftKind = (typeof driftKinds)[number];

export interface DriftEntry {
  kind: DriftKind;
  lotId: string;
  serials: string;
  kg: number;
  detail: string;
  /** File and line of the export, if a row is the reason. */
  place: string | null;
  /** The first orders that have the credits. */
  orderIds: string[];
  orderCount: number;
}

/** Differences between a registry's export and our records. */
export interface Drift {
  entries: DriftEntry[];
  /** Rows of the export. */
  rows: number;
  /** First and last day of the export. */
  from: string | null;
  to: string | null;
}

export interface DriftReport extends Drift {
  /** By kind, in the order of driftKinds; `entries` has the first of each. */
  sums: { kind: DriftKind; count: number; kg: number }[];
  /** Rows that could not be read; at most MAX_REPORTED. */
  unread: { place: string; reason: string }[];
  unreadCount: number;
}

/** Compares the rows with our records. The room above implements it. */
export type FindDrift = (
  ctx: Context,
  input: { mode: Mode; registry: Registry; rows: readonly FileRetirementRow[] },
) => Promise<Drift>;

/** Stored entries of each kind. */
const MAX_ENTRIES = 1000;

/** Counts the entries by kind, and keeps the first of each. */
function summarizeDrift(drift: Drift): Pick<DriftReport, keyof Drift | "sums"> {
  const byKind = Map.groupBy(drift.entries, ({ kind }) => kind);
  const lists = driftKinds.map((kind) => ({ kind, entries: byKind.get(kind) ?? [] }));
  return {
    ...drift,
    entries: lists.flatMap(({ entries }) => entries.slice(0, MAX_ENTRIES)),
    sums: lists.map(({ kind, entries }) => ({
      kind,
      count: entries.length,
      kg: entries.reduce((sum, { kg }) => sum + kg, 0),
    })),
  };
}

interface CompareExports {
  mode: Mode;
  registry: Registry;
  files: readonly { name: string; bytes: Uint8Array }[];
  findDrift: FindDrift;
}

/**
 * Compares a registry's exports with our records, without any change.
 * @throws invalid-parameters if a file is no export of the registry
 */
export async function compareExports(
  ctx: Context,
  { mode, registry, files, findDrift }: CompareExports,
): Promise<DriftReport> {
  const exports = files.map(({ name, bytes }) => ({ name, text: decodeText(bytes) ?? "" }));
  const { rows, refused } = readRetirements(registry, exports);
  const unread = refused.map(({ file, line, reason }) => ({
    place: `${file}, line ${line}`,
    reason,
  }));
  return {
    ...summarizeDrift(await findDrift(ctx, { mode, registry, rows })),
    unread: unread.slice(0, MAX_REPORTED),
    unreadCount: unread.length,
  };
}
