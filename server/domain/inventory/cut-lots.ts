import { type QueryCreator, sql } from "kysely";
import type { Mode, SqlContext } from "#core/context";
import { columnsOf } from "#core/db";
import { conflict, notFound } from "#core/errors";
import { type Params, queriesOn, unnest } from "#core/query";
import { type CutPiece, type CuttableLot, cutFault, type LotPiece, piecesOf } from "./cut-rules";
import { recountEvidence } from "./evidence-counters";
import { batchesOf, serialFormOf } from "./lot-store";
import { type LotCuts, splitIncidents } from "./split-incidents";
import type { InventoryTables } from "./tables";

const query = queriesOn<InventoryTables>();

const lotsById = query(
  "inventory-find-cuttable",
  (db, { mode, ids }: Params<{ mode: Mode; ids: readonly string[] }>) =>
    db
      .selectFrom("creditLots")
      .select(["id", "retiredKg", "quantityKg", "unitKg", "serialNumberRange", serialFormOf])
      .select(sql<number | null>`serial_first::float8`.as("serialFirst"))
      .where("mode", "=", mode)
      .where("id", "=", sql<string>`any (${ids}::text[])`),
);

interface Point {
  lotId: string;
  atKg: number;
}

// Registry records stay whole, so a lot is not cut within live evidence or an open request.
const within = query(
  "inventory-find-uncuttable",
  (db, { mode, points }: Params<{ mode: Mode; points: readonly Point[] }>) =>
    db
      .selectFrom(unnest("cut", points, { lotId: "text", atKg: "bigint" }))
      .select(["cut.lotId", "cut.atKg"])
      .where(
        sql<boolean>`EXISTS (
          SELECT FROM registry_retirement_items i
          WHERE i.mode = ${mode} AND i.lot_id = cut.lot_id AND i.is_live
            AND i.start_kg < cut.at_kg AND i.end_kg > cut.at_kg
        ) OR EXISTS (
          SELECT FROM registry_request_items i
          WHERE i.mode = ${mode} AND i.lot_id = cut.lot_id AND i.is_open
            AND i.start_kg < cut.at_kg AND i.end_kg > cut.at_kg
        )`,
      )
      .limit(1),
);

type Shrunk = Pick<CutPiece, "id" | "serialNumberRange" | "serialLast"> & { quantityKg: number };
type Added = Shrunk & { parentId: string; startKg: number; serialFirst: number };

interface Cuts {
  mode: Mode;
  shrunk: readonly Shrunk[];
  added: readonly Added[];
}

const copied = columnsOf("CreditLot", [
  "id",
  "serialNumberRange",
  "quantityKg",
  "serialFirst",
  "serialLast",
  "lineStartKg",
  "parentLotId",
  "retiredKg",
  "retiredEndKg",
  "registryRetiredKg",
  "registryCancelledKg",
  "evidenceEndKg",
  "requestedKg",
  "requestEndKg",
]);

const shorten = (db: QueryCreator<InventoryTables>, cuts: Params<Cuts>) =>
  db
    .updateTable("creditLots as lot")
    .from(
      unnest("row", cuts.shrunk, {
        id: "text",
        quantityKg: "bigint",
        serialNumberRange: "text",
        serialLast: "numeric",
      }),
    )
    .set((eb) => ({
      quantityKg: eb.ref("row.quantityKg"),
      serialNumberRange: eb.ref("row.serialNumberRange"),
      serialLast: sql<string>`"row".serial_last`,
      registryRetiredKg: 0,
      registryCancelledKg: 0,
      evidenceEndKg: 0,
      requestedKg: 0,
      requestEndKg: 0,
    }))
    .where("lot.mode", "=", cuts.mode)
    .whereRef("lot.id", "=", "row.id")
    .returning([...copied.map((column) => `lot.${column}` as const), "lot.id", "lot.lineStartKg"]);

const pieceTypes = {
  parentId: "text",
  id: "text",
  startKg: "bigint",
  quantityKg: "bigint",
  serialNumberRange: "text",
  serialFirst: "numeric",
  serialLast: "numeric",
} as const;
const stated = ["id", "quantityKg", "serialNumberRange"] as const;

// One statement: foreign keys bind lots and the items in them to each other. Pieces are read from
// the shortened lots, because no two stretches of the line may overlap in between.
const cut = query("inventory-cut-lots", (db, cuts: Params<Cuts>) =>
  db
    .with("shortened", (qb) => shorten(qb, cuts))
    .with("pieces", () => db.selectFrom(unnest("row", cuts.added, pieceTypes)).selectAll())
    .with("moved", () => moveItems("registry_retirement_items", cuts))
    .with("requested", () => moveItems("registry_request_items", cuts))
    .with("disputed", () => moveIncidents(cuts))
    .insertInto("creditLots")
    .columns([...copied, ...stated, "serialFirst", "serialLast", "parentLotId", "lineStartKg"])
    .expression((from) =>
      from
        .selectFrom("shortened as lot")
        .innerJoin("pieces", "pieces.parentId", "lot.id")
        .select(copied.map((column) => `lot.${column}` as const))
        .select(stated.map((column) => `pieces.${column}` as const))
        .select([
          sql<string>`pieces.serial_first`.as("serialFirst"),
          sql<string>`pieces.serial_last`.as("serialLast"),
          "lot.id as parentLotId",
          sql<number>`lot.line_start_kg + pieces.start_kg`.as("lineStartKg"),
        ]),
    ),
);

const countPieces = query(
  "inventory-count-pieces",
  (db, { mode, ids }: Params<{ mode: Mode; ids: readonly string[] }>) =>
    db
      .updateTable("stockTotals as total")
      .from((from) =>
        from
          .selectFrom("creditLots")
          .select((eb) => ["projectId", "vintageYear", eb.fn.countAll<number>().as("lots")])
          .where("mode", "=", mode)
          .where("id", "=", sql<string>`any (${ids}::text[])`)
          .groupBy(["projectId", "vintageYear"])
          .as("more"),
      )
      .set((eb) => ({ lots: eb("total.lots", "+", eb.ref("more.lots")) }))
      .where("total.mode", "=", mode)
      .whereRef("total.projectId", "=", "more.projectId")
      .whereRef("total.vintageYear", "=", "more.vintageYear"),
);

/** Items keep their place on the line, and now belong to the piece that they start in. */
function moveItems(
  table: "registry_retirement_items" | "registry_request_items",
  { mode }: Params<Cuts>,
) {
  return sql<{ moved: number }>`(
    UPDATE ${sql.table(table)} item
    SET lot_id = pieces.id, start_kg = item.start_kg - pieces.start_kg,
        end_kg = item.end_kg - pieces.start_kg, lot_quantity_kg = pieces.quantity_kg,
        line_start_kg = item.line_start_kg + pieces.start_kg
    FROM pieces
    WHERE item.mode = ${mode} AND item.lot_id = pieces.parent_id
      AND item.start_kg >= pieces.start_kg
      AND item.start_kg < pieces.start_kg + pieces.quantity_kg
    RETURNING 1 AS moved)`;
}

function moveIncidents({ mode }: Params<Cuts>) {
  return sql<{ moved: number }>`(
    UPDATE registry_incidents item
    SET lot_id = pieces.id, start_kg = item.start_kg - pieces.start_kg,
        end_kg = item.end_kg - pieces.start_kg
    FROM pieces
    WHERE item.mode = ${mode} AND item.lot_id = pieces.parent_id
      AND item.start_kg >= pieces.start_kg
      AND item.start_kg < pieces.start_kg + pieces.quantity_kg
    RETURNING 1 AS moved)`;
}

interface CutLots {
  mode: Mode;
  cuts: readonly LotCuts[];
}

interface Planned {
  lot: CuttableLot;
  innerKg: number[];
}

async function planCuts(ctx: SqlContext, { mode, cuts }: CutLots): Promise<Planned[]> {
  const ids = cuts.map(({ lotId }) => lotId);
  const lots = new Map((await lotsById(ctx.db, { mode, ids })).map((lot) => [lot.id, lot]));
  const planned = cuts.map(({ lotId, atKg }) => {
    const lot = lots.get(lotId);
    if (!lot) throw notFound("credit lot");
    const innerKg = atKg.filter((kg) => kg > 0 && kg < lot.quantityKg);
    const fault = innerKg.map((kg) => cutFault(lot, kg)).find((reason) => reason !== null);
    if (fault) throw conflict(`Lot "${lotId}" cannot be cut: ${fault}`);
    return { lot, innerKg };
  });
  const points = planned.flatMap(({ lot, innerKg }) =>
    innerKg.map((atKg) => ({ lotId: lot.id, atKg })),
  );
  const [taken] = await within(ctx.db, { mode, points });
  if (!taken) return planned;
  throw conflict(`Lot "${taken.lotId}" cannot be cut: kg ${taken.atKg} are requested or retired`);
}

/**
 * Cuts lots into pieces that are lots of their own. Allocations, evidence and the place on the line
 * stay where they are. Returns each lot's pieces. The caller holds the catalogue's lock.
 * @throws not-found; conflict within sold units, live evidence or an open request
 */
export async function cutLots(ctx: SqlContext, input: CutLots): Promise<Map<string, LotPiece[]>> {
  const { mode } = input;
  const result = new Map<string, LotPiece[]>();
  for await (const cuts of batchesOf(ctx, { items: input.cuts, phase: "Cutting lots" })) {
    const planned = await planCuts(ctx, { mode, cuts });
    const shrunk: Shrunk[] = [];
    const added: Added[] = [];
    for (const { lot, innerKg } of planned) {
      const whole = { id: lot.id, startKg: 0, endKg: lot.quantityKg };
      const pieces = innerKg.length > 0 ? piecesOf(lot, innerKg) : [];
      result.set(lot.id, pieces.length > 0 ? pieces : [whole]);
      const rows = pieces.map((piece) => ({
        ...piece,
        parentId: lot.id,
        quantityKg: piece.endKg - piece.startKg,
      }));
      shrunk.push(...rows.slice(0, 1));
      added.push(...rows.slice(1));
    }
    if (added.length === 0) continue;
    await splitIncidents(ctx, { mode, cuts });
    await cut(ctx.db, { mode, shrunk, added });
    await countPieces(ctx.db, { mode, ids: added.map(({ id }) => id) });
    await recountEvidence(ctx.db, { mode, ids: [...shrunk, ...added].map(({ id }) => id) });
  }
  return result;
}
