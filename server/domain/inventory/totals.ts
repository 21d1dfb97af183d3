import { type QueryCreator, sql } from "kysely";
import type { SqlContext } from "#core/context";
import { type Params, queriesOn, unnest } from "#core/query";
import type { InventoryTables } from "./tables";
import { type RetiredPart, type RetiredSum, type Span, sumParts } from "./totals-rules";

const query = queriesOn<InventoryTables>();

type Part = Omit<RetiredSum, "orderedAt"> & { startsAt: Date };

const partTypes = {
  accountId: "text",
  subaccountId: "text",
  startsAt: "timestamptz",
  projectId: "text",
  vintageYear: "int",
  kg: "bigint",
  ownKg: "bigint",
} as const;

/** Kg of each total that the parts belong to. Sorted, so that two writers cannot deadlock. */
const totalsOf = (db: QueryCreator<InventoryTables>, parts: Params<{ parts: readonly Part[] }>) =>
  db
    .selectFrom(unnest("part", parts.parts, partTypes))
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
      "span.name as span",
      "span.startsAt",
      "part.projectId",
      "part.vintageYear",
    ])
    .select((eb) => eb.fn.sum<number>("part.kg").as("kg"))
    // A subaccount's own tonnes are not the account's.
    .select(
      sql<number>`sum(CASE WHEN scope.subaccount_id = coalesce(part.subaccount_id, '')
        THEN part.own_kg ELSE 0 END)`.as("ownKg"),
    )
    .groupBy(sql`1, 2, 3, 4, 5, 6`)
    .orderBy(sql`1, 2, 3, 4, 5, 6`);

const key = ["accountId", "subaccountId", "span", "startsAt", "projectId", "vintageYear"] as const;

const add = query("inventory-add-totals", (db, input: Params<{ parts: readonly Part[] }>) =>
  db
    .insertInto("retirementTotals")
    .columns([...key, "retiredKg", "ownKg"])
    .expression(() => totalsOf(db, input))
    .onConflict((conflict) =>
      conflict.columns(key).doUpdateSet((eb) => ({
        retiredKg: eb("retirementTotals.retiredKg", "+", eb.ref("excluded.retiredKg")),
        ownKg: eb("retirementTotals.ownKg", "+", eb.ref("excluded.ownKg")),
      })),
    ),
);

type Column = "retiredKg" | "registryRetiredKg" | "ownKg" | "ownRegistryRetiredKg";

/** Changes two columns, all kg and own kg, of the totals that the parts belong to, which exist. */
const changeTotals = (name: string, column: Column, ownColumn: Column) =>
  query(name, (db, input: Params<{ parts: readonly Part[] }>) =>
    db
      .with("added", (qb) => totalsOf(qb, input))
      .updateTable("retirementTotals as total")
      .from("added")
      .set((eb) => ({
        [column]: eb(`total.${column}`, "+", eb.ref("added.kg")),
        [ownColumn]: eb(`total.${ownColumn}`, "+", eb.ref("added.ownKg")),
      }))
      .whereRef("total.accountId", "=", "added.accountId")
      .whereRef("total.subaccountId", "=", "added.subaccountId")
      .whereRef("total.span", "=", "added.span")
      .whereRef("total.startsAt", "=", "added.startsAt")
      .whereRef("total.projectId", "=", "added.projectId")
      .whereRef("total.vintageYear", "=", "added.vintageYear"),
  );
const addRegistryRetired = changeTotals(
  "inventory-add-registry-retired",
  "registryRetiredKg",
  "ownRegistryRetiredKg",
);
const subtract = changeTotals("inventory-subtract-totals", "retiredKg", "ownKg");

const deleteEmpty = query(
  "inventory-delete-empty-totals",
  (db, { accountIds }: Params<{ accountIds: readonly string[] }>) =>
    db
      .deleteFrom("retirementTotals")
      .where("accountId", "=", sql<string>`any (${accountIds}::text[])`)
      .where("retiredKg", "=", 0),
);

function toRows(retired: readonly RetiredPart[]): Part[] {
  return sumParts(retired).map(({ orderedAt, ...part }) => ({ ...part, startsAt: orderedAt }));
}

/** Adds new retirements to all totals that they belong to, in the same transaction. */
export async function addRetirementTotals(
  ctx: SqlContext,
  retired: readonly RetiredPart[],
): Promise<void> {
  await add(ctx.db, { parts: toRows(retired) });
}

/** Takes retirements that other credits replaced out of all totals that they belong to. */
export async function subtractRetirementTotals(
  ctx: SqlContext,
  replaced: readonly RetiredPart[],
): Promise<void> {
  const parts = toRows(replaced).map((part) => ({ ...part, kg: -part.kg, ownKg: -part.ownKg }));
  await subtract(ctx.db, { parts });
  await deleteEmpty(ctx.db, { accountIds: replaced.map(({ accountId }) => accountId) });
}

/** Adds kg with registry evidence to the same totals; negative kg are evidence withdrawn. */
export async function addRegistryRetiredTotals(
  ctx: SqlContext,
  retired: readonly RetiredPart[],
): Promise<void> {
  const parts = toRows(retired).filter(({ kg }) => kg !== 0);
  if (parts.length > 0) await addRegistryRetired(ctx.db, { parts });
}
