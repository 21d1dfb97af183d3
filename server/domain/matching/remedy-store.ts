import { sql } from "kysely";
import type { Mode } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn, unnest } from "#core/query";
import { isLost } from "#domain/evidence";
import type { InventoryTables } from "#domain/inventory";
import type { OrderTables } from "#domain/orders";
import { type Allocation, insertRetirements, moveLots } from "./allocation-rows";
import type { QueuedOrder } from "./match-store";

const query = queriesOn<OrderTables & InventoryTables>();

interface Disputed {
  mode: Mode;
  id: string;
  limit: number;
}

/** Kg of an order's allocation that an incident has lost and no remedy has replaced. */
export interface DisputedPart extends QueuedOrder {
  /** End of the order's line, remedies included. */
  lineEndKg: number;
  /** Start of the allocation on the order's line. */
  replacedStartKg: number;
  projectId: string;
  vintageYear: number;
  lotId: string;
  startKg: number;
  endKg: number;
  /** True if the registry's record of a retirement covers some of these kg. */
  isRetired: boolean;
}

const findDisputed = query("match-find-disputed", (db, of: Params<Disputed>) =>
  db
    .selectFrom(
      sql<DisputedPart>`(
        SELECT o.account_id, o.subaccount_id, o.id, o.amount_kg, o.callback_url, o.created_at,
          o.is_own,
          coalesce(o.split_portfolio_id, o.portfolio_id) AS portfolio_id,
          (SELECT max(own.order_end_kg) FROM retirements own
            WHERE own.account_id = o.account_id AND own.order_id = o.id) AS line_end_kg,
          r.order_start_kg AS replaced_start_kg, lot.project_id, lot.vintage_year,
          lot.id AS lot_id, lower(part) AS start_kg, upper(part) AS end_kg,
          EXISTS (
            SELECT FROM registry_retirement_items item
            JOIN registry_retirements record
              ON record.mode = item.mode AND record.id = item.retirement_id
            WHERE record.kind = 'retired' AND item.lot_id = lot.id AND item.mode = lot.mode AND item.is_live
              AND item.start_kg < upper(part) AND item.end_kg > lower(part)
          ) AS is_retired
        FROM registry_incidents incident
        JOIN credit_lots lot ON lot.mode = incident.mode AND lot.id = incident.lot_id
        JOIN retirements r ON r.lot_id = lot.id AND r.mode = lot.mode
          AND r.lot_end_kg > incident.start_kg AND r.lot_start_kg < incident.end_kg
        JOIN orders o ON o.account_id = r.account_id AND o.id = r.order_id
        CROSS JOIN LATERAL unnest(
          int8multirange(int8range(r.lot_start_kg, r.lot_end_kg)
            * int8range(incident.start_kg, incident.end_kg))
          - coalesce((
            SELECT range_agg(int8range(x.start_kg, x.end_kg)) FROM allocation_remedies x
            WHERE x.account_id = r.account_id AND x.order_id = r.order_id
              AND x.replaced_start_kg = r.order_start_kg
          ), '{}')) part
        WHERE incident.mode = ${of.mode} AND incident.id = ${of.id}
          AND ${isLost}
        ORDER BY r.lot_end_kg, part LIMIT ${of.limit}
      )`.as("disputed"),
    )
    .selectAll(),
);

/** The incident's first kg that wait for a remedy, by order. */
export function findDisputedParts(db: Sql, of: Disputed): Promise<DisputedPart[]> {
  return findDisputed(db, of);
}

/** A stretch of a lot that is replaced, and the stretch of the order's line that is filled. */
export interface NewRemedy
  extends Pick<DisputedPart, "accountId" | "replacedStartKg" | "lotId" | "startKg" | "endKg"> {
  orderId: string;
  orderAmountKg: number;
  orderStartKg: number;
  orderEndKg: number;
}

const remedyTypes = {
  accountId: "text",
  orderId: "text",
  orderAmountKg: "int",
  orderStartKg: "int",
  orderEndKg: "int",
  replacedStartKg: "int",
  lotId: "text",
  startKg: "bigint",
  endKg: "bigint",
} as const satisfies Record<keyof NewRemedy, string>;
const remedyColumns = Object.keys(remedyTypes) as (keyof NewRemedy)[];

interface Substitution extends Allocation {
  incidentId: string;
  recordedBy: string | null;
  remedies: readonly NewRemedy[];
}

// One statement, because foreign keys bind remedies, retirements and lots to each other.
const write = query("match-substitute", (db, batch: Params<Substitution>) =>
  db
    .with("moved", (qb) => moveLots(qb, batch))
    .with("retired", (qb) => insertRetirements(qb, batch))
    .with("remedied", (qb) =>
      qb
        .insertInto("allocationRemedies")
        .columns([
          ...remedyColumns,
          ...(["lineStartKg", "lotQuantityKg", "unitKg"] as const),
          ...(["mode", "incidentId", "createdAt", "createdBy"] as const),
        ])
        .expression((from) =>
          from
            .selectFrom(unnest("x", batch.remedies, remedyTypes))
            // Not as the part was read: its lot may have been cut for the substitutes.
            .innerJoin("creditLots as lot", (join) =>
              join.on("lot.mode", "=", batch.mode).onRef("lot.id", "=", "x.lotId"),
            )
            .select(remedyColumns.map((column) => `x.${column}` as const))
            .select(["lot.lineStartKg", "lot.quantityKg as lotQuantityKg", "lot.unitKg"])
            .select([
              sql<Mode>`${batch.mode}::text`.as("mode"),
              sql<string>`${batch.incidentId}::text`.as("incidentId"),
              sql<Date>`${batch.now}::timestamptz`.as("createdAt"),
              sql<string | null>`${batch.recordedBy}::text`.as("createdBy"),
            ]),
        )
        .returning("orderId"),
    )
    .with("replaced", (qb) =>
      qb
        .updateTable("retirements as r")
        .from((from) =>
          from
            .selectFrom(unnest("x", batch.remedies, remedyTypes))
            .select(["x.accountId", "x.orderId", "x.replacedStartKg"])
            .select(sql<number>`sum(x.end_kg - x.start_kg)::int`.as("kg"))
            .groupBy(["x.accountId", "x.orderId", "x.replacedStartKg"])
            .as("part"),
        )
        .set((eb) => ({ replacedKg: eb("r.replacedKg", "+", eb.ref("part.kg")) }))
        .whereRef("r.accountId", "=", "part.accountId")
        .whereRef("r.orderId", "=", "part.orderId")
        .whereRef("r.orderStartKg", "=", "part.replacedStartKg")
        .returning("part.kg"),
    )
    .selectNoFrom((eb) => [
      ...(["moved", "retired", "remedied"] as const).map((name) =>
        eb.selectFrom(name).select(sql<number>`count(*)::int`.as("rows")).as(name),
      ),
      eb
        .selectFrom("replaced")
        .select(sql<number>`coalesce(sum(kg), 0)::int`.as("kg"))
        .as("replacedKg"),
    ]),
);

/** Writes remedies. Throws, so that nothing is committed, if a row has changed since it was read. */
export async function writeRemedies(db: Sql, batch: Substitution): Promise<void> {
  const { lots, retirements, remedies } = batch;
  const [written] = await write(db, batch);
  const kg = remedies.reduce((sum, { startKg, endKg }) => sum + endKg - startKg, 0);
  const expected = [lots.length, retirements.length, remedies.length, kg];
  const actual = [written?.moved, written?.retired, written?.remedied, written?.replacedKg];
  if (expected.some((count, index) => count !== actual[index])) {
    throw new Error(`a remedy expected to write ${expected} rows and wrote ${actual}`);
  }
}
