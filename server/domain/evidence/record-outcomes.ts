import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { type Params, queriesOn } from "#core/query";
import type { InventoryTables } from "#domain/inventory";
import type { EvidenceReport, Registry } from "#domain/registries";
import { toIncidentRow } from "./evidence-row-rules";
import type { FileOutcome } from "./import-evidence";
import { openIncidents } from "./incidents";
import type { LotStretch } from "./match-evidence-types";
import { recordRetirements } from "./registry-retirements";

const query = queriesOn<InventoryTables>();

type EvidenceCounts = Pick<
  EvidenceReport,
  "retirements" | "retiredKg" | "orders" | "incidents" | "incidentKg" | "confirmations"
>;

interface RecordOutcomes {
  mode: Mode;
  registry: Registry;
  outcomes: readonly FileOutcome[];
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

const countOrders = query(
  "evidence-count-orders",
  (db, { mode, ids }: Params<{ mode: Mode; ids: string[] }>) =>
    db.selectNoFrom(
      sql<number>`(
        SELECT count(DISTINCT (r.account_id, r.order_id))::int
        FROM registry_retirement_items i
        JOIN retirements r ON r.lot_id = i.lot_id AND r.mode = i.mode
          AND r.lot_end_kg > i.start_kg AND r.lot_start_kg < i.end_kg
        WHERE i.mode = ${mode} AND i.retirement_id = ANY (${ids}::text[])
      )`.as("orders"),
    ),
);

/** One registry retirement per row, and per request that it fulfills. */
async function recordRows(ctx: Context, { mode, registry, outcomes }: RecordOutcomes) {
  const evidence = ofKind(outcomes, "evidence");
  const groups = Map.groupBy(evidence, ({ row, isPool, requestId }) =>
    JSON.stringify([row.key, isPool, requestId]),
  );
  const retirements = [...groups.values()].flatMap((pieces) => {
    const [first] = pieces;
    if (!first || first.row.retiredOn === null) return [];
    const { file, row, isPool, requestId } = first;
    return {
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
  if (retirements.length === 0) return { retirements: 0, retiredKg: 0, orders: 0 };
  const ids = await recordRetirements(ctx, { mode, registry, retirements });
  const [counted] = await countOrders(ctx.db, { mode, ids });
  return { retirements: ids.length, retiredKg: kgOf(evidence), orders: counted?.orders ?? 0 };
}

async function recordIncidents(ctx: Context, { mode, registry, outcomes }: RecordOutcomes) {
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
  if (incidents.length > 0) await openIncidents(ctx, { mode, registry, incidents });
  return {
    incidents: disputes.length,
    incidentKg: kgOf(disputes),
    confirmations: waiting.length + rows.length,
  };
}

/** Writes what the rows of an export mean for orders. */
export async function recordOutcomes(ctx: Context, input: RecordOutcomes): Promise<EvidenceCounts> {
  return { ...(await recordRows(ctx, input)), ...(await recordIncidents(ctx, input)) };
}
