import type { Context, Mode } from "#core/context";
import { decodeText } from "#core/decode-text";
import { type Drift, type DriftReport, driftKinds, type FindDrift } from "./drift-report";
import { readRetirements } from "./read-retirements";
import type { Registry } from "./registry-keys";
import { MAX_REPORTED } from "./task";

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
