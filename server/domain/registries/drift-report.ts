import type { Context, Mode } from "#core/context";
import type { Registry } from "./registry-keys";
import type { FileRetirementRow } from "./retirement-row";

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
