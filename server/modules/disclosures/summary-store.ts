import { type Kysely, sql } from "kysely";
import type { Sql } from "#core/db";
import { runOnce } from "#core/query";
import { latestRecord } from "#domain/inventory";
import { countedRetirements, type ReadTables, type RetirementFilter } from "#domain/retirements";
import type { SummaryPart } from "./summary-rules";

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
