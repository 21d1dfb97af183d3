import { sql } from "kysely";
import type { SqlContext } from "#core/context";
import { type Params, queriesOn, unnest } from "#core/query";
import type { InventoryTables } from "./tables";
import { type RetiredPart, type Span, sumParts } from "./totals-rules";

const query = queriesOn<InventoryTables>();

type Part = Omit<RetiredPart, "orderedAt"> & { startsAt: Date };

// Sorted, so that two writers cannot deadlock.
const add = query("inventory-add-totals", (db, { parts }: Params<{ parts: readonly Part[] }>) =>
  db
    .insertInto("retirementTotals")
    .columns([
      "accountId",
      "subaccountId",
      "span",
      "startsAt",
      "projectId",
      "vintageYear",
      "retiredKg",
    ])
    .expression((from) =>
      from
        .selectFrom(
          unnest("part", parts, {
            accountId: "text",
            subaccountId: "text",
            startsAt: "timestamptz",
            projectId: "text",
            vintageYear: "int",
            kg: "bigint",
          }),
        )
        .innerJoinLateral(
          sql<{ subaccountId: string }>`unnest(ARRAY['', part.subaccount_id])`.as<"scope">(
            sql`scope (subaccount_id)`,
          ),
          (join) => join.on("scope.subaccountId", "is not", null),
        )
        .crossJoinLateral(
          sql<{ name: Span; startsAt: Date }>`(
            VALUES ('all', to_timestamp(0)),
                   ('month', date_trunc('month', part.starts_at, 'UTC')),
                   ('day', date_trunc('day', part.starts_at, 'UTC')),
                   ('hour', date_trunc('hour', part.starts_at, 'UTC')),
                   ('ten_minutes', part.starts_at)
          )`.as<"span">(sql`span (name, starts_at)`),
        )
        .select([
          "part.accountId",
          "scope.subaccountId",
          "span.name",
          "span.startsAt",
          "part.projectId",
          "part.vintageYear",
        ])
        .select((eb) => eb.fn.sum<number>("part.kg").as("kg"))
        .groupBy(sql`1, 2, 3, 4, 5, 6`)
        .orderBy(sql`1, 2, 3, 4, 5, 6`),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["accountId", "subaccountId", "span", "startsAt", "projectId", "vintageYear"])
        .doUpdateSet((eb) => ({
          retiredKg: eb("retirementTotals.retiredKg", "+", eb.ref("excluded.retiredKg")),
        })),
    ),
);

/** Adds new retirements to all totals that they belong to, in the same transaction. */
export async function addRetirementTotals(
  ctx: SqlContext,
  retired: readonly RetiredPart[],
): Promise<void> {
  const parts = sumParts(retired).map(({ orderedAt, ...part }) => ({
    ...part,
    startsAt: orderedAt,
  }));
  await add(ctx.db, { parts });
}
