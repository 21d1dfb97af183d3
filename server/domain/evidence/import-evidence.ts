import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { type Params, queriesOn, unnest } from "#core/query";
import { recordAudit } from "#domain/accounts";
import { lockCatalogue } from "#domain/catalogue";
import { type InventoryTables, separateRetired } from "#domain/inventory";
import type {
  EvidenceInput,
  EvidenceReport,
  FileRetirementRow,
  RecordEvidence,
  Registry,
} from "#domain/registries";
import { findEvidenceCandidates } from "./evidence-candidates";
import { findEvidenceLots, findSerialPieces } from "./evidence-lots";
import { rowKeyOf, toEvidenceRow, toIncidentRow } from "./evidence-row-rules";
import { openIncidents } from "./incidents";
import { firstSlice } from "./lot-stretches";
import { matchEvidence } from "./match-evidence-rules";
import type { EvidenceOutcome, LotStretch } from "./match-evidence-types";
import { getPolicy } from "./policies";
import { recordRetirements } from "./registry-retirements";

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

const query = queriesOn<InventoryTables>();

/** An outcome with its rows as they are in the files. */
export type FileOutcome = EvidenceOutcome & { file: FileRetirementRow };

interface EvidenceCounts
  extends Pick<
    EvidenceReport,
    "retirements" | "retiredKg" | "incidents" | "incidentKg" | "confirmations"
  > {
  orderKeys: string[];
  /** Stretches with new evidence. */
  recorded: LotStretch[];
  hasMore: boolean;
}

interface RecordOutcomes {
  mode: Mode;
  registry: Registry;
  outcomes: readonly FileOutcome[];
  extent: EvidenceInput["extent"];
}

type Of<Kind extends FileOutcome["kind"]> = Extract<FileOutcome, { kind: Kind }>;

function ofKind<Kind extends FileOutcome["kind"]>(
  outcomes: readonly FileOutcome[],
  kind: Kind,
): Of<Kind>[] {
  return outcomes.filter((one): one is Of<Kind> => one.kind === kind);
}

const kgOf = (pieces: readonly { startKg: number; endKg: number }[]) =>
  pieces.reduce((kg, { startKg, endKg }) => kg + endKg - startKg, 0);

const stretchOf = ({ lotId, startKg, endKg }: LotStretch) => ({ lotId, startKg, endKg });

const findOrders = query(
  "evidence-find-orders-of-stretches",
  (db, { mode, stretches }: Params<{ mode: Mode; stretches: readonly LotStretch[] }>) =>
    db
      .selectFrom(
        sql<{ key: string }>`(
          SELECT DISTINCT r.account_id || ' ' || r.order_id AS key
          FROM ${unnest("i", stretches, { lotId: "text", startKg: "bigint", endKg: "bigint" })}
          JOIN retirements r ON r.lot_id = i.lot_id AND r.mode = ${mode}
            AND r.lot_end_kg > i.start_kg AND r.lot_start_kg < i.end_kg
        )`.as("affected"),
      )
      .selectAll(),
);

type Evidence = Of<"evidence">;

/** The part of the evidence that one transaction may record. */
async function sliceOf(ctx: Context, mode: Mode, evidence: readonly Evidence[]) {
  const slice = await firstSlice(ctx, { mode, stretches: evidence });
  const ends = new Map(slice.map((one) => [`${one.startKg} ${one.lotId}`, one.endKg]));
  return evidence.flatMap((one) => {
    const endKg = ends.get(`${one.startKg} ${one.lotId}`);
    return endKg === undefined ? [] : [{ ...one, endKg }];
  });
}

/** One registry retirement per row, and per request that it fulfills. */
function retirementsOf(evidence: readonly Evidence[]) {
  const groups = Map.groupBy(evidence, ({ row, isPool, requestId }) =>
    JSON.stringify([row.key, isPool, requestId]),
  );
  return [...groups.values()].flatMap((pieces) => {
    const [first] = pieces;
    if (!first || first.row.retiredOn === null) return [];
    const { file, row, isPool, requestId } = first;
    return {
      kind: row.kind,
      retiredOn: first.row.retiredOn,
      beneficiary: row.beneficiary,
      reason: file.reason,
      registryReference: file.reference,
      url: file.url,
      source: "import" as const,
      isPool,
      requestId,
      items: pieces.map(stretchOf),
    };
  });
}

async function recordRows(ctx: Context, { mode, registry, outcomes, extent }: RecordOutcomes) {
  const all = ofKind(outcomes, "evidence");
  const evidence = extent === "slice" ? await sliceOf(ctx, mode, all) : all;
  const retirements = retirementsOf(evidence);
  const recorded = evidence.map(stretchOf);
  if (extent !== "preview") await recordRetirements(ctx, { mode, registry, retirements });
  const orders = recorded.length > 0 ? await findOrders(ctx.db, { mode, stretches: recorded }) : [];
  return {
    retirements: retirements.length,
    retiredKg: kgOf(evidence),
    orderKeys: orders.map(({ key }) => key),
    recorded,
    hasMore: kgOf(evidence) < kgOf(all),
  };
}

async function recordIncidents(ctx: Context, input: RecordOutcomes) {
  const { mode, registry, outcomes, extent } = input;
  const disputes = ofKind(outcomes, "other_beneficiary");
  const waiting = ofKind(outcomes, "needs_confirmation");
  const rows = ofKind(outcomes, "row_needs_confirmation");
  const incidents = [
    ...disputes.map(({ file, rowKey, proposal, ...piece }) => ({
      kind: "other_beneficiary",
      stretch: stretchOf(piece),
      row: toIncidentRow(file, rowKey),
      proposal,
    })),
    ...waiting.map(({ file, rowKey, reason, proposal, ...piece }) => ({
      kind: "needs_confirmation",
      stretch: stretchOf(piece),
      row: { ...toIncidentRow(file, rowKey), waitsFor: reason },
      proposal,
    })),
    ...rows.map(({ file, row: { key }, reason, proposal }) => ({
      kind: "needs_confirmation",
      stretch: null,
      row: { ...toIncidentRow(file, key), waitsFor: reason },
      proposal,
    })),
  ];
  const isWritten = incidents.length > 0 && extent !== "preview";
  if (isWritten) await openIncidents(ctx, { mode, registry, incidents });
  return {
    incidents: disputes.length,
    incidentKg: kgOf(disputes),
    confirmations: waiting.length + rows.length,
  };
}

/** Writes what the rows of an export mean for orders. */
async function recordOutcomes(ctx: Context, input: RecordOutcomes): Promise<EvidenceCounts> {
  return { ...(await recordRows(ctx, input)), ...(await recordIncidents(ctx, input)) };
}
