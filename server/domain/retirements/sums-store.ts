import { type Kysely, sql } from "kysely";
import type { Sql } from "#core/db";
import { runOnce } from "#core/query";
import { registryStatus } from "#domain/inventory";
import { filterRetirements, type RetirementFilter } from "./retirement-rows";
import type { ReadTables } from "./tables";

const sumKg = sql<number>`sum(r.order_end_kg - r.order_start_kg - r.replaced_kg)::bigint`;

/** Retirements that remedies have not replaced as a whole. */
const isCounted = sql<boolean>`r.replaced_kg < r.order_end_kg - r.order_start_kg`;

/** The account's retirements with their orders and lots. */
export function countedRetirements(builder: Kysely<ReadTables>, filter: RetirementFilter) {
  return builder
    .selectFrom("retirements as r")
    .innerJoin("orders as o", (join) =>
      join.onRef("o.accountId", "=", "r.accountId").onRef("o.id", "=", "r.orderId"),
    )
    .innerJoin("creditLots as lot", (join) =>
      join.onRef("lot.mode", "=", "r.mode").onRef("lot.id", "=", "r.lotId"),
    )
    .where((eb) => filterRetirements(eb, filter))
    .where(isCounted)
    .select([registryStatus.as("status"), sumKg.as("kg")]);
}

/** Kg of the account's retirements by registry and status. */
export function sumByStatus(db: Sql, filter: RetirementFilter) {
  return runOnce(db, (builder: Kysely<ReadTables>) =>
    countedRetirements(builder, filter)
      .select("lot.registry")
      .groupBy(["lot.registry", "status"])
      .orderBy("lot.registry")
      .orderBy("status"),
  );
}
