// Running totals of what was retired and of what is in stock: kept, and computed again from the books.
import { type QueryCreator, sql } from "kysely";
import type { Context, SqlContext } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn, type Table, unnest } from "#core/query";
import { recordAudit } from "#domain/accounts";
import { lockCatalogue } from "#domain/catalogue";
import type { Order, Prisma } from "#prisma";
import { compareStatement, keptSums, rebuildStatement } from "./kept-sums";
import type { InventoryTables } from "./tables";
import { type Piece, type RetiredPart, type Span, sumParts } from "./totals-rules";

const query = queriesOn<Tables>();

type Tables = InventoryTables & { orders: Table<Order, Prisma.OrderUncheckedCreateInput> };

type Part = Omit<RetiredPart, "orderedAt"> & { startsAt: Date };

// In one order, so that two writers can never wait for each other.
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

/** Adds parts, each of ten minutes, to the totals of all spans that they are in. */
async function addTotals(db: Sql, retired: RetiredPart[]): Promise<void> {
  const parts = retired.map(({ orderedAt, ...part }) => ({
    ...part,
    startsAt: orderedAt,
  }));
  await add(db, { parts });
}

interface Stretch {
  span: Span | null;
  fromTime: Date;
  beforeTime: Date;
  sign: number;
}

interface Sought {
  accountId: string;
  /** Empty for the whole account. */
  subaccountId: string;
  whole: readonly Stretch[];
  rests: readonly Stretch[];
}

// Offset 0 makes a look-up of its own for each row before it: no plan can read whole tables instead.
const wholeSpans = (db: QueryCreator<Tables>, sought: Params<Sought>) =>
  db
    .selectFrom(
      unnest("piece", sought.whole, {
        span: "text",
        fromTime: "timestamptz",
        beforeTime: "timestamptz",
        sign: "int",
      }),
    )
    .crossJoinLateral((from) =>
      from
        .selectFrom("retirementTotals as kept")
        .selectAll()
        .where("kept.accountId", "=", sought.accountId)
        .where("kept.subaccountId", "=", sought.subaccountId)
        .whereRef("kept.span", "=", "piece.span")
        .whereRef("kept.startsAt", ">=", "piece.fromTime")
        .whereRef("kept.startsAt", "<", "piece.beforeTime")
        .offset(0)
        .as("total"),
    )
    .select((eb) => [
      "total.projectId",
      "total.vintageYear",
      eb("piece.sign", "*", eb.ref("total.retiredKg")).as("kg"),
    ]);

const rests = (db: QueryCreator<Tables>, sought: Params<Sought>) =>
  db
    .selectFrom(
      unnest("rest", sought.rests, {
        fromTime: "timestamptz",
        beforeTime: "timestamptz",
        sign: "int",
      }),
    )
    .crossJoinLateral((from) =>
      from
        .selectFrom("orders")
        .select("id")
        .where("accountId", "=", sought.accountId)
        .where("state", "=", "fulfilled")
        .where((eb) =>
          eb.or([eb(sought.subaccountId, "=", ""), eb("subaccountId", "=", sought.subaccountId)]),
        )
        .whereRef("createdAt", ">=", "rest.fromTime")
        .whereRef("createdAt", "<", "rest.beforeTime")
        .offset(0)
        .as("made"),
    )
    .crossJoinLateral((from) =>
      from
        .selectFrom("retirements")
        .select((eb) => ["mode", "lotId", eb("orderEndKg", "-", eb.ref("orderStartKg")).as("kg")])
        .where("accountId", "=", sought.accountId)
        .whereRef("orderId", "=", "made.id")
        .offset(0)
        .as("retired"),
    )
    .crossJoinLateral((from) =>
      from
        .selectFrom("creditLots")
        .select(["projectId", "vintageYear"])
        .whereRef("id", "=", "retired.lotId")
        .whereRef("mode", "=", "retired.mode")
        .offset(0)
        .as("lot"),
    )
    .select((eb) => [
      "lot.projectId",
      "lot.vintageYear",
      eb("rest.sign", "*", eb.ref("retired.kg")).as("kg"),
    ]);

const sumOf = (
  name: string,
  parts: (db: QueryCreator<Tables>, sought: Params<Sought>) => ReturnType<typeof wholeSpans>,
) =>
  query(name, (db, sought: Params<Sought>) =>
    db
      .selectFrom(parts(db, sought).as("part"))
      .select(["projectId", "vintageYear", sql<number>`sum(kg)::bigint`.as("kg")])
      .groupBy(["projectId", "vintageYear"])
      .having(sql`sum(kg)`, "<>", 0)
      .orderBy("projectId")
      .orderBy("vintageYear"),
  );
const sumWhole = sumOf("inventory-sum-totals", wholeSpans);
// One statement, and so one snapshot: a commit's totals and its retirements are seen together.
const sumWithRests = sumOf("inventory-sum-totals-and-rests", (db, sought) =>
  wholeSpans(db, sought).unionAll(rests(db, sought)),
);

export interface RetiredKg {
  projectId: string;
  vintageYear: number;
  kg: number;
}

interface Wanted {
  accountId: string;
  subaccountId: string | null;
  pieces: Piece[];
}

/** The kg of each project and vintage in the pieces together, by project and year. */
export function sumTotals(db: Sql, wanted: Wanted): Promise<RetiredKg[]> {
  const { accountId, subaccountId, pieces } = wanted;
  const stretches = pieces.map(({ span, fromMs, beforeMs, sign }) => ({
    span,
    fromTime: new Date(fromMs),
    beforeTime: new Date(beforeMs),
    sign,
  }));
  const sought = {
    accountId,
    subaccountId: subaccountId ?? "",
    whole: stretches.filter(({ span }) => span !== null),
    rests: stretches.filter(({ span }) => span === null),
  };
  return (sought.rests.length === 0 ? sumWhole : sumWithRests)(db, sought);
}

/** Adds what was just retired to all totals that it belongs to, in the same transaction. */
export async function keepTotals(ctx: SqlContext, retired: readonly RetiredPart[]): Promise<void> {
  await addTotals(ctx.db, sumParts(retired));
}

/** Of each sum, no more rows than these are given. */
const MAX_ROWS = 100;

export interface TotalsReport {
  table: string;
  /** Rows that were not what they must be, or missing. */
  differing: number;
  rows: Record<string, unknown>[];
}

const LOCK = {
  name: "inventory-lock-totals",
  // In the order in which matching writes them. Whoever writes a sum does it in the transaction of
  // what it sums up: with these locks, both are there or neither is.
  text: "LOCK TABLE stock_totals, order_totals, retirement_totals IN SHARE ROW EXCLUSIVE MODE",
};

/**
 * Compares all kept sums with the books; corrects them unless it is a dry run. The caller opens the
 * transaction. Matching and imports wait meanwhile; orders are placed as ever.
 */
export async function rebuildTotals(
  ctx: Context,
  { dryRun }: { dryRun: boolean },
): Promise<TotalsReport[]> {
  if (!dryRun) {
    await lockCatalogue(ctx, "live");
    await lockCatalogue(ctx, "test");
    await ctx.db.query(LOCK, []);
  }
  const reports: TotalsReport[] = [];
  for (const sum of keptSums) {
    const statement = (dryRun ? compareStatement : rebuildStatement)(sum, MAX_ROWS);
    const found = await ctx.db.query<Record<string, unknown> & { differing: number }>(
      statement,
      [],
    );
    const rows = found.map(({ differing: _, ...row }) => row);
    reports.push({ table: sum.table, differing: found[0]?.differing ?? 0, rows });
  }
  const corrected = reports.filter(({ differing }) => differing > 0);
  if (!dryRun && corrected.length > 0) {
    const data = Object.fromEntries(corrected.map(({ table, differing }) => [table, differing]));
    await recordAudit(ctx, { action: "totals.rebuilt", data });
  }
  return reports;
}
