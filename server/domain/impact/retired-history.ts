// What was retired: in any period, by month, by project, by account.
import { type QueryCreator, sql } from "kysely";
import type { AccountContext, Context, Mode } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn, unnest } from "#core/query";
import type { AccountTables } from "#domain/accounts";
import {
  coverPeriod,
  type InventoryTables,
  type Period,
  type Piece,
  type Span,
  sumRetiredByAccount,
} from "#domain/inventory";
import type { OrderTables } from "#domain/orders";

const query = queriesOn<Tables & InventoryTables & AccountTables>();

type Tables = InventoryTables & OrderTables;

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
function sumTotals(db: Sql, wanted: Wanted): Promise<RetiredKg[]> {
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

interface MonthKg {
  /** Its first instant, in UTC. */
  startsAt: Date;
  kg: number;
}

export interface RetiredHistory {
  /** Of all time, by project and year. */
  parts: RetiredKg[];
  /** Each month that has any, from the first on. */
  months: MonthKg[];
}

type HistoryRow = ({ startsAt: null } & RetiredKg) | ({ projectId: null } & MonthKg);

// One statement, and so one snapshot: the parts and the months come to the same total.
const findHistory = query(
  "inventory-sum-history",
  (db, of: Params<{ accountId: string; subaccountId: string }>) => {
    const kept = db
      .selectFrom("retirementTotals")
      .where("accountId", "=", of.accountId)
      .where("subaccountId", "=", of.subaccountId);
    return kept
      .select([
        sql`NULL::timestamptz`.as("startsAt"),
        "projectId",
        "vintageYear",
        "retiredKg as kg",
      ])
      .where("span", "=", "all")
      .$castTo<HistoryRow>()
      .unionAll(
        kept
          .select([
            "startsAt",
            sql`NULL`.as("projectId"),
            sql`NULL`.as("vintageYear"),
            sql`sum(retired_kg)::bigint`.as("kg"),
          ])
          .where("span", "=", "month")
          .groupBy("startsAt")
          .$castTo<HistoryRow>(),
      )
      .orderBy(sql`starts_at, project_id, vintage_year`);
  },
);

/** What was retired of each project and vintage, and in each month. */
async function sumHistory(
  db: Sql,
  { accountId, subaccountId }: { accountId: string; subaccountId: string | null },
): Promise<RetiredHistory> {
  const history: RetiredHistory = { parts: [], months: [] };
  for (const row of await findHistory(db, { accountId, subaccountId: subaccountId ?? "" })) {
    const { kg } = row;
    if (row.startsAt !== null) history.months.push({ startsAt: row.startsAt, kg });
    else history.parts.push({ projectId: row.projectId, vintageYear: row.vintageYear, kg });
  }
  return history;
}

// A total names no mode: its account has one.
const sumVintages = query(
  "inventory-sum-of-project",
  (db, of: Params<{ mode: Mode; projectId: string }>) =>
    db
      .selectFrom("retirementTotals as total")
      .innerJoin("accounts as a", (join) =>
        join.onRef("a.id", "=", "total.accountId").on("a.mode", "=", of.mode),
      )
      .select(["total.vintageYear", sql<number>`sum(total.retired_kg)::bigint`.as("kg")])
      .where("total.projectId", "=", of.projectId)
      .where("total.span", "=", "all")
      .where("total.subaccountId", "=", "")
      .groupBy("total.vintageYear")
      .orderBy("total.vintageYear"),
);

/** The kg of each vintage of a project that all accounts of the mode have retired. */
function sumOfProject(
  db: Sql,
  of: { mode: Mode; projectId: string },
): Promise<{ vintageYear: number; kg: number }[]> {
  return sumVintages(db, of);
}

/**
 * Of an account, or of one of its subaccounts; fulfilled orders, by the time of their making (in
 * UTC). What it costs depends on the months, projects and vintages, never on the orders.
 */
export async function getRetiredHistory(
  ctx: Context,
  owner: { accountId: string; subaccountId: string | null },
): Promise<RetiredHistory> {
  return sumHistory(ctx.db, owner);
}

/**
 * The kg of each project and vintage, of fulfilled orders by the time of their making. What it
 * costs depends on the projects and vintages; of the orders, only on those of twice five minutes.
 */
export async function listRetired(
  ctx: AccountContext,
  input: Period & { subaccountId: string | null },
): Promise<RetiredKg[]> {
  const { subaccountId } = input;
  const pieces = coverPeriod(input);
  return sumTotals(ctx.db, { accountId: ctx.account.id, subaccountId, pieces });
}

/** In kg of CO2e; nothing for an account for which nothing was. */
export function listRetiredOfAccounts(
  ctx: Context,
  { accountIds }: { accountIds: string[] },
): Promise<{ accountId: string; kg: number }[]> {
  return sumRetiredByAccount(ctx.db, accountIds);
}

/** The kg of each vintage, the oldest first. What it costs depends on the accounts, not on orders. */
export function listRetiredOfProject(
  ctx: Context,
  input: { mode: Mode; projectId: string },
): Promise<{ vintageYear: number; kg: number }[]> {
  return sumOfProject(ctx.db, input);
}
