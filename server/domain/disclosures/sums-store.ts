import { type Kysely, sql } from "kysely";
import type { Sql } from "#core/db";
import { runOnce } from "#core/query";
import { latestRecord, registryStatus } from "#domain/inventory";
import { filterRetirements, type RetirementFilter } from "./retirement-rows";
import type { SummaryPart } from "./summary-rules";
import type { ReadTables } from "./tables";

const sumKg = sql<number>`sum(r.order_end_kg - r.order_start_kg - r.replaced_kg)::bigint`;

/** Retirements that remedies have not replaced as a whole. */
const isCounted = sql<boolean>`r.replaced_kg < r.order_end_kg - r.order_start_kg`;

/** The account's retirements with their orders and lots. */
function countedRetirements(builder: Kysely<ReadTables>, filter: RetirementFilter) {
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

const yearOf = (column: string) => sql<number>`extract(year FROM ${sql.ref(column)})::integer`;

/** Kg of the account's retirements by the facts that a summary reports. */
export async function findSummaryParts(
  db: Sql,
  filter: Pick<RetirementFilter, "accountId" | "subaccountId">,
): Promise<SummaryPart[]> {
  const all = { ...filter, registry: null, status: null, from: null, to: null };
  const rows = await runOnce(db, (builder: Kysely<ReadTables>) =>
    builder
      .selectFrom(
        countedRetirements(builder, all)
          .leftJoinLateral(latestRecord.as<"e">(sql`e`), (join) => join.onTrue())
          .select(["r.mode", "r.lotId"])
          .select([
            sql<number>`extract(year FROM r.retired_at AT TIME ZONE 'UTC')::integer`.as(
              "allocatedYear",
            ),
            yearOf("e.retiredOn").$castTo<number | null>().as("retiredYear"),
          ])
          .groupBy(["r.mode", "r.lotId", "status", "allocatedYear", "retiredYear"])
          .as("part"),
      )
      .innerJoin("creditLots as l", (join) =>
        join.onRef("l.mode", "=", "part.mode").onRef("l.id", "=", "part.lotId"),
      )
      .select(["part.kg", "part.status", "part.allocatedYear", "part.retiredYear"])
      .select(["l.projectId", "l.registry", "l.labels", "l.correspondingAdjustment as adjustment"]),
  );
  return rows.map(({ labels, ...row }) => ({ ...row, labels: labels.map(({ scheme }) => scheme) }));
}
