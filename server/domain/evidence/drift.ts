import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { type Params, queriesOn, unnest } from "#core/query";
import type { Drift, DriftEntry, FileRetirementRow, FindDrift } from "#domain/registries";
import { findDueItems } from "./due-items";
import { findSerialPieces } from "./evidence-lots";
import { type FileOutcome, findEvidenceOutcomes } from "./import-evidence";
import { findCreditParts } from "./incident-list";
import type { LotStretch } from "./match-evidence-types";
import { findPolicies } from "./policies";
import type { EvidenceTables } from "./tables";
import { isSameText } from "./text-rules";
import { findWorkLots, worklistSections } from "./work-lots";

const query = queriesOn<EvidenceTables>();

/** Overdue items of each section at most. */
const MAX_OVERDUE = 1000;
/** Orders that an entry names. */
const MAX_ORDERS = 3;

type DriftInput = Parameters<FindDrift>[1];

interface RecordedItem extends LotStretch {
  beneficiary: string | null;
  retiredOn: string;
}

const findRecorded = query(
  "evidence-find-recorded",
  (db, { mode, registry }: Params<{ mode: Mode; registry: string }>) =>
    db
      .selectFrom(
        sql<RecordedItem>`(
          SELECT i.lot_id, i.start_kg, i.end_kg, t.beneficiary,
            to_char(t.retired_on, 'YYYY-MM-DD') AS retired_on
          FROM registry_retirements t
          JOIN registry_retirement_items i ON i.mode = t.mode AND i.retirement_id = t.id
          WHERE t.mode = ${mode} AND t.registry = ${registry} AND t.is_live
          ORDER BY i.lot_id, i.start_kg
        )`.as("recorded"),
      )
      .selectAll(),
);

interface RequestedItem extends LotStretch {
  requestId: string;
  beneficiary: string;
  createdAt: Date;
}

const findRequested = query(
  "evidence-find-requested",
  (db, { mode, registry }: Params<{ mode: Mode; registry: string }>) =>
    db
      .selectFrom(
        sql<RequestedItem>`(
          SELECT i.lot_id, i.start_kg, i.end_kg, q.id AS request_id, q.beneficiary, q.created_at
          FROM registry_requests q
          JOIN registry_request_items i ON i.mode = q.mode AND i.request_id = q.id AND i.is_open
          WHERE q.mode = ${mode} AND q.registry = ${registry} AND q.is_open
          ORDER BY i.lot_id, i.start_kg
        )`.as("requested"),
      )
      .selectAll(),
);

const overlaps = (one: LotStretch, other: LotStretch) =>
  one.startKg < other.endKg && other.startKg < one.endKg;

type RowPiece = LotStretch & { row: FileRetirementRow };

/** The export's rows by the lots of their serials. */
async function findRowPieces(ctx: Context, input: DriftInput): Promise<Map<string, RowPiece[]>> {
  const pieces = await findSerialPieces(ctx, input);
  const rowPieces = input.rows.flatMap((row, index) =>
    (pieces.get(index) ?? []).map((piece) => ({ ...piece, row })),
  );
  return Map.groupBy(rowPieces, ({ lotId }) => lotId);
}

/** The parts of the stretch that no row names. */
function uncoveredBy(stretch: LotStretch, rowPieces: readonly RowPiece[]): LotStretch[] {
  const rest: LotStretch[] = [];
  let startKg = stretch.startKg;
  for (const piece of rowPieces
    .filter((one) => overlaps(one, stretch))
    .sort((a, b) => a.startKg - b.startKg)) {
    if (piece.startKg > startKg) rest.push({ ...stretch, startKg, endKg: piece.startKg });
    startKg = Math.max(startKg, piece.endKg);
  }
  if (startKg < stretch.endKg) rest.push({ ...stretch, startKg });
  return rest;
}

/** An entry before its serials and orders are known. */
type BareEntry = Pick<DriftEntry, "kind" | "detail" | "place"> & { stretch: LotStretch };

const placeOf = ({ file, rowNumber }: FileRetirementRow) => `${file}, line ${rowNumber}`;
const named = (beneficiary: string | null) => (beneficiary ? `“${beneficiary}”` : "no beneficiary");
const thereOf = ({ kind, retiredOn, beneficiary }: FileRetirementRow) =>
  `${kind} there on ${retiredOn ?? "an unknown day"} for ${named(beneficiary)}`;

/** Our credits that the row would change if it were imported. */
function changedCredits(outcome: FileOutcome): readonly LotStretch[] {
  if (outcome.kind === "row_needs_confirmation") return outcome.proposal.items;
  // A record that differs is compared in `recorded`.
  const isKnown = outcome.kind === "known" || outcome.kind === "differs";
  return "lotId" in outcome && !isKnown ? [outcome] : [];
}

function unknownHere(outcomes: readonly FileOutcome[]): BareEntry[] {
  return outcomes.flatMap((outcome) => {
    const { file } = outcome;
    const detail = `${thereOf(file)}, not recorded here`;
    return changedCredits(outcome).map(({ lotId, startKg, endKg }): BareEntry => {
      const stretch = { lotId, startKg, endKg };
      return { kind: "unknown_here", detail, place: placeOf(file), stretch };
    });
  });
}

/** Compares our records with the rows about the same serials. */
function compareRecord(
  { beneficiary, retiredOn, ...stretch }: RecordedItem,
  rowPieces: readonly RowPiece[],
  { from, to }: Pick<Drift, "from" | "to">,
): BareEntry[] {
  const here = `recorded here as retired on ${retiredOn} for ${named(beneficiary)}`;
  const differing = rowPieces
    .filter((piece) => overlaps(piece, stretch))
    .filter(({ row }) => {
      const isOtherDay = row.retiredOn !== null && row.retiredOn !== retiredOn;
      const isOtherName =
        row.beneficiary !== null &&
        beneficiary !== null &&
        !isSameText(row.beneficiary, beneficiary);
      return isOtherDay || isOtherName || row.kind === "cancelled";
    })
    .map(({ row, lotId, startKg, endKg }): BareEntry => {
      const common = {
        lotId,
        startKg: Math.max(startKg, stretch.startKg),
        endKg: Math.min(endKg, stretch.endKg),
      };
      const detail = `${here}; ${thereOf(row)}`;
      return { kind: "differs", detail, place: placeOf(row), stretch: common };
    });
  const isCovered = from !== null && to !== null && from <= retiredOn && retiredOn <= to;
  if (!isCovered) return differing;
  const missing = uncoveredBy(stretch, rowPieces).map((part): BareEntry => {
    return { kind: "missing_there", detail: here, place: null, stretch: part };
  });
  return [...differing, ...missing];
}

async function findOverdue(
  ctx: Context,
  { mode, registry }: DriftInput,
  rowPieces: ReadonlyMap<string, RowPiece[]>,
): Promise<BareEntry[]> {
  const policyOf = await findPolicies(ctx, { mode, registries: [registry] });
  const entries: BareEntry[] = [];
  for (const section of worklistSections) {
    const lots = await findWorkLots(ctx.db, { mode, section, registry });
    const work = { mode, section, lots, policyOf, from: null, limit: MAX_OVERDUE };
    const { items } = await findDueItems(ctx, work);
    for (const { lotId, startKg, endKg, beneficiary, retireBy } of items) {
      if (retireBy > ctx.now) continue;
      const detail = `sold to ${named(beneficiary)}, to be retired by ${retireBy.toISOString().slice(0, 10)}`;
      entries.push(
        ...uncoveredBy({ lotId, startKg, endKg }, rowPieces.get(lotId) ?? []).map(
          (stretch): BareEntry => ({ kind: "overdue", detail, place: null, stretch }),
        ),
      );
    }
  }
  return entries;
}

const findOrders = query(
  "evidence-find-orders-of-drift",
  (db, { mode, items }: Params<{ mode: Mode; items: readonly LotStretch[] }>) =>
    db
      .selectFrom(
        sql<LotStretch & { orderIds: string[]; orderCount: number }>`(
          SELECT item.lot_id, item.start_kg, item.end_kg, coalesce(affected.ids[1:${sql.lit(MAX_ORDERS)}], '{}')
            AS order_ids, coalesce(cardinality(affected.ids), 0) AS order_count
          FROM ${unnest("item", items, { lotId: "text", startKg: "bigint", endKg: "bigint" })}
          CROSS JOIN LATERAL (
            SELECT array_agg(r.order_id ORDER BY r.lot_start_kg) AS ids
            FROM retirements r
            WHERE r.lot_id = item.lot_id AND r.mode = ${mode}
              AND r.lot_end_kg > item.start_kg AND r.lot_start_kg < item.end_kg
          ) affected
        )`.as("taken"),
      )
      .selectAll(),
);

const keyOf = ({ lotId, startKg, endKg }: LotStretch) => `${startKg} ${endKg} ${lotId}`;

async function toEntries(ctx: Context, mode: Mode, entries: readonly BareEntry[]) {
  const items = [...new Map(entries.map(({ stretch }) => [keyOf(stretch), stretch])).values()];
  const parts = await findCreditParts(ctx, { mode, items });
  const serials = new Map(parts.map((part) => [keyOf(part), part.serialNumberRange]));
  const orders = new Map((await findOrders(ctx.db, { mode, items })).map((it) => [keyOf(it), it]));
  return entries.map(({ stretch, ...entry }): DriftEntry => {
    const { orderIds = [], orderCount = 0 } = orders.get(keyOf(stretch)) ?? {};
    return {
      ...entry,
      lotId: stretch.lotId,
      serials: serials.get(keyOf(stretch)) ?? stretch.lotId,
      kg: stretch.endKg - stretch.startKg,
      orderIds,
      orderCount,
    };
  });
}

/** Compares a registry's export with our records. Changes nothing. */
export const findDrift: FindDrift = async (ctx, input) => {
  const { mode, registry, rows } = input;
  const days = rows.flatMap(({ retiredOn }) => retiredOn ?? []).sort();
  const period = { from: days[0] ?? null, to: days.at(-1) ?? null };
  const rowPieces = await findRowPieces(ctx, input);
  const rowPiecesOn = ({ lotId }: LotStretch) => rowPieces.get(lotId) ?? [];
  const unknown = unknownHere(await findEvidenceOutcomes(ctx, input));
  const recorded = (await findRecorded(ctx.db, { mode, registry })).flatMap((item) =>
    compareRecord(item, rowPiecesOn(item), period),
  );
  const overdue = await findOverdue(ctx, input, rowPieces);
  const unconfirmed = (await findRequested(ctx.db, { mode, registry })).flatMap(
    ({ requestId, beneficiary, createdAt, ...item }) =>
      uncoveredBy(item, rowPiecesOn(item)).map((stretch): BareEntry => {
        const detail = `requested on ${createdAt.toISOString().slice(0, 10)} for ${named(beneficiary)} (${requestId})`;
        return { kind: "unconfirmed", detail, place: null, stretch };
      }),
  );
  const entries = [unknown, recorded, overdue, unconfirmed].flat();
  return { entries: await toEntries(ctx, mode, entries), rows: rows.length, ...period };
};
