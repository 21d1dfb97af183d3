import { type Kysely, sql } from "kysely";
import type { Sql } from "#core/db";
import { runOnce } from "#core/query";
import { filterRetirements, type RetirementFilter } from "./retirement-rows";
import type { SummaryPart } from "./summary-rules";
import type { ReadTables } from "./tables";

const sumKg = sql<number>`sum(order_end_kg - order_start_kg - replaced_kg)::bigint`;

/** Retirements that remedies have not replaced as a whole. */
const isCounted = sql<boolean>`replaced_kg < order_end_kg - order_start_kg`;

/** Kg of the account's retirements by registry and status. */
export function sumByStatus(db: Sql, filter: RetirementFilter) {
  return runOnce(db, (builder: Kysely<ReadTables>) =>
    builder
      .selectFrom((from) =>
        from
          .selectFrom("retirements as r")
          .select(["r.mode", "r.lotId", "r.registryStatus", sumKg.as("kg")])
          .where((eb) => filterRetirements(eb, filter))
          .where(isCounted)
          .groupBy(["r.mode", "r.lotId", "r.registryStatus"])
          .as("part"),
      )
      .innerJoin("creditLots as l", (join) =>
        join.onRef("l.mode", "=", "part.mode").onRef("l.id", "=", "part.lotId"),
      )
      .select(["l.registry", "part.registryStatus as status"])
      .select(sql<number>`sum(part.kg)::bigint`.as("kg"))
      .groupBy(["l.registry", "part.registryStatus"])
      .orderBy("l.registry")
      .orderBy("part.registryStatus"),
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
      .selectFrom((from) =>
        from
          .selectFrom("retirements as r")
          .select(["r.mode", "r.lotId", "r.registryStatus", sumKg.as("kg")])
          .select([
            sql<number>`extract(year FROM r.retired_at AT TIME ZONE 'UTC')::integer`.as(
              "allocatedYear",
            ),
            yearOf("r.registryRetiredOn").$castTo<number | null>().as("retiredYear"),
          ])
          .where((eb) => filterRetirements(eb, all))
          .where(isCounted)
          .groupBy(["r.mode", "r.lotId", "r.registryStatus", "allocatedYear", "retiredYear"])
          .as("part"),
      )
      .innerJoin("creditLots as l", (join) =>
        join.onRef("l.mode", "=", "part.mode").onRef("l.id", "=", "part.lotId"),
      )
      .select([
        "part.kg",
        "part.registryStatus as status",
        "part.allocatedYear",
        "part.retiredYear",
      ])
      .select(["l.projectId", "l.registry", "l.labels", "l.correspondingAdjustment as adjustment"]),
  );
  return rows.map(({ labels, ...row }) => ({ ...row, labels: labels.map(({ scheme }) => scheme) }));
}
