import type { Context } from "#core/context";
import { recordAudit } from "#domain/accounts";
import { lockCatalogue } from "#domain/catalogue";
import { separateRetired } from "#domain/inventory";
import type { EvidenceInput, FileRetirementRow, RecordEvidence } from "#domain/registries";
import { findEvidenceCandidates } from "./evidence-candidates";
import { findEvidenceLots, findSerialPieces } from "./evidence-lots";
import { rowKeyOf, toEvidenceRow } from "./evidence-row-rules";
import { matchEvidence } from "./match-evidence-rules";
import { getPolicy } from "./policies";
import { type FileOutcome, recordOutcomes } from "./record-outcomes";

type ImportEvidence = Pick<EvidenceInput, "mode" | "registry" | "rows">;

/** References of retirements that the registry's API has confirmed, among those of the rows. */
async function findAdapterReferences(
  ctx: Context,
  { mode, registry, rows }: ImportEvidence,
): Promise<Set<string | null>> {
  const references = rows.flatMap(({ serials, reference }) =>
    serials === null && reference !== null ? [reference] : [],
  );
  if (references.length === 0) return new Set();
  const known = { mode, registry, isLive: true, source: "adapter" };
  const records = await ctx.db.prisma.registryRetirement.findMany({
    where: { ...known, registryReference: { in: [...new Set(references)] } },
    select: { registryReference: true },
  });
  return new Set(records.map(({ registryReference }) => registryReference));
}

/** Outcomes of the export's rows, without any change. */
export async function findEvidenceOutcomes(
  ctx: Context,
  { mode, registry, rows }: ImportEvidence,
): Promise<FileOutcome[]> {
  const at = { mode, registry };
  const policy = await getPolicy(ctx, at);
  const pieces = await findSerialPieces(ctx, { ...at, rows });
  const entries = rows.map((row, index) => {
    const named = pieces.get(index) ?? [];
    return { row, entry: toEvidenceRow(row, row.serials === null ? null : named) };
  });
  const lots = await findEvidenceLots(ctx, { mode, pieces: [...pieces.values()].flat() });
  const hasRowsWithoutSerials = rows.some(({ serials }) => serials === null);
  const { candidates, waitingRows } = hasRowsWithoutSerials
    ? await findEvidenceCandidates(ctx, { ...at, policy })
    : { candidates: [], waitingRows: new Map<string, number>() };
  const held = await findAdapterReferences(ctx, { ...at, rows });
  for (const { row, entry } of entries) {
    if (row.serials !== null || row.reference === null || !held.has(row.reference)) continue;
    waitingRows.set(entry.key, (waitingRows.get(entry.key) ?? 0) + 1);
  }
  const { now } = ctx;
  const input = {
    ...{ rows: entries.map(({ entry }) => entry), lots, candidates, waitingRows, policy, now },
  };
  const byKey = new Map(entries.map(({ row, entry }) => [entry.key, row]));
  return matchEvidence(input).flatMap((outcome) => {
    const file = byKey.get(outcome.row.key);
    return file ? [{ ...outcome, file }] : [];
  });
}

function countRows(rows: readonly FileRetirementRow[], outcomes: readonly FileOutcome[]) {
  const keys = (kinds: readonly string[]) =>
    new Set(outcomes.flatMap(({ kind, row }) => (kinds.includes(kind) ? [row.key] : [])));
  const known = keys(["known", "differs", "row_known"]);
  const written = keys([
    "evidence",
    "removal",
    "other_beneficiary",
    "needs_confirmation",
    "row_needs_confirmation",
  ]);
  const knownRows = [...known].filter((key) => !written.has(key)).length;
  const related = new Set([...known, ...written]).size;
  const differingRows = keys(["differs"]).size;
  return { knownRows, differingRows, unrelatedRows: Math.max(0, rows.length - related) };
}

/**
 * Rows whose unsold serials leave stock. Those that were retired for the pool in advance, or that
 * wait for a decision about that, stay.
 */
function removableRows(rows: readonly FileRetirementRow[], outcomes: readonly FileOutcome[]) {
  const keysOf = (kinds: readonly string[]) =>
    new Set(outcomes.flatMap(({ kind, row }) => (kinds.includes(kind) ? [row.key] : [])));
  const recorded = keysOf(["evidence", "needs_confirmation", "known", "differs"]);
  const removed = keysOf(["removal"]);
  return rows.filter((row) => {
    const key = rowKeyOf(row);
    return removed.has(key) || !recorded.has(key);
  });
}

/**
 * Records the retirements that a registry's exports list. Rows that fit our orders become evidence;
 * others become incidents, or wait for an operator. No row keeps another one out, and importing an
 * export again changes nothing.
 */
export const recordEvidence: RecordEvidence = async (ctx, input) => {
  const { mode, registry, rows, extent } = input;
  await lockCatalogue(ctx, mode);
  const outcomes = await findEvidenceOutcomes(ctx, input);
  const result = await recordOutcomes(ctx, { mode, registry, outcomes, extent });
  const { orderKeys, recorded, hasMore, ...counts } = result;
  if (extent !== "preview") await separateRetired(ctx, { mode, stretches: recorded });
  const { retirements, incidents, confirmations } = counts;
  const orders = orderKeys.length;
  const changed = retirements + incidents + confirmations > 0;
  if (changed && extent !== "preview") {
    await recordAudit(ctx, {
      action: "registry_evidence.imported",
      data: {
        mode,
        registry,
        registry_retirements: retirements,
        retired_kg: counts.retiredKg,
        orders,
        incidents,
        confirmations,
      },
    });
  }
  const report = { ...counts, orders, ...countRows(rows, outcomes), changed };
  return { report, removable: removableRows(rows, outcomes), orderKeys, hasMore };
};
