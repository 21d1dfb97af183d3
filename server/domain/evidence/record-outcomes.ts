import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { type Params, queriesOn, unnest } from "#core/query";
import type { InventoryTables } from "#domain/inventory";
import type {
  EvidenceInput,
  EvidenceReport,
  FileRetirementRow,
  Registry,
} from "#domain/registries";
import { toIncidentRow } from "./evidence-row-rules";
import { openIncidents } from "./incidents";
import type { EvidenceOutcome, LotStretch } from "./match-evidence-types";
import { recordRetirements } from "./registry-retirements";
import { firstSlice } from "./slices";

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
export async function recordOutcomes(ctx: Context, input: RecordOutcomes): Promise<EvidenceCounts> {
  return { ...(await recordRows(ctx, input)), ...(await recordIncidents(ctx, input)) };
}
