// Parts of the statements that allocate credits to orders.
import { type QueryCreator, type Selectable, sql } from "kysely";
import type { Mode } from "#core/context";
import { type Params, unnest } from "#core/query";
import type { InventoryTables, OpenLot } from "#domain/inventory";

/** Credits of one lot that are retired for an order. */
export interface NewRetirement extends NewRow {
  /** Of substitutes: the end of their remedy on the order's line. */
  remedyEndKg: number | null;
}

type NewRow = Pick<
  Selectable<InventoryTables["retirements"]>,
  | "accountId"
  | "orderId"
  | "orderAmountKg"
  | "orderStartKg"
  | "orderEndKg"
  | "lotId"
  | "lotQuantityKg"
  | "lotStartKg"
  | "lotEndKg"
  | "serialNumberRange"
>;

const retirementTypes = {
  accountId: "text",
  orderId: "text",
  orderAmountKg: "int",
  orderStartKg: "int",
  orderEndKg: "int",
  lotId: "text",
  lotQuantityKg: "bigint",
  lotStartKg: "bigint",
  lotEndKg: "bigint",
  serialNumberRange: "text",
  remedyEndKg: "int",
} as const satisfies Record<keyof NewRetirement, string>;
const retirementColumns = Object.keys(retirementTypes) as (keyof typeof retirementTypes)[];

/** Credits that are taken from lots, and the lots. */
export interface Allocation {
  mode: Mode;
  now: Date;
  lots: readonly OpenLot[];
  retirements: readonly NewRetirement[];
}

/** Advances the lots that have not changed since they were read. */
export const moveLots = (
  db: QueryCreator<InventoryTables>,
  batch: Pick<Params<Allocation>, "mode" | "lots">,
) =>
  db
    .updateTable("creditLots as l")
    .from(unnest("m", batch.lots, { id: "text", readKg: "bigint", nextKg: "bigint" }))
    .set((eb) => ({ retiredKg: eb.ref("m.nextKg") }))
    .where("l.mode", "=", batch.mode)
    .whereRef("l.id", "=", "m.id")
    .whereRef("l.retiredKg", "=", "m.readKg")
    .returning("l.id");

export const insertRetirements = (
  db: QueryCreator<InventoryTables>,
  batch: Pick<Params<Allocation>, "mode" | "now" | "retirements">,
) =>
  db
    .insertInto("retirements")
    .columns([...retirementColumns, "mode", "retiredAt"])
    .expression((from) =>
      from
        .selectFrom(unnest("r", batch.retirements, retirementTypes))
        .select(retirementColumns)
        .select([
          sql<Mode>`${batch.mode}::text`.as("mode"),
          sql<Date>`${batch.now}::timestamptz`.as("retiredAt"),
        ]),
    )
    .returning(["accountId", "orderId", "orderStartKg", "orderEndKg", "lotId"]);
