import { type QueryCreator, sql } from "kysely";
import type { AccountContext, Context } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn, unnest } from "#core/query";
import type { AccountTables } from "#domain/accounts";
import {
  coverPeriod,
  type InventoryTables,
  type Period,
  type Piece,
  retiredKg,
  type Span,
} from "#domain/inventory";
import type { OrderTables } from "#domain/orders";
import type { SplitKg } from "./whose-rules";

const query = queriesOn<Tables & InventoryTables & AccountTables>();

type Tables = InventoryTables & OrderTables;

interface Stretch {
  span: Span | null;
  fromTime: Date;
  beforeTime: Date;
  sign: number;
}

interface RetirementFilter {
  accountId: string;
  /** Empty for the whole account. */
  subaccountId: string;
  whole: readonly Stretch[];
  rests: readonly Stretch[];
}

// OFFSET 0 forces a lookup per row, so that no plan reads whole tables.
const wholeSpans = (db: QueryCreator<Tables>, filter: Params<RetirementFilter>) =>
  db
    .selectFrom(
      unnest("piece", filter.whole, {
        span: "text",
        fromTime: "timestamptz",
        beforeTime: "timestamptz",
        sign: "int",
      }),
    )
    .crossJoinLateral((from) =>
      from
        .selectFrom("retirementTotals as stored")
        .selectAll()
        .where("stored.accountId", "=", filter.accountId)
        .where("stored.subaccountId", "=", filter.subaccountId)
        .whereRef("stored.span", "=", "piece.span")
        .whereRef("stored.startsAt", ">=", "piece.fromTime")
        .whereRef("stored.startsAt", "<", "piece.beforeTime")
        .offset(0)
        .as("total"),
    )
    .select((eb) => [
      "total.projectId",
      "total.vintageYear",
      eb("piece.sign", "*", eb.ref("total.retiredKg")).as("kg"),
      eb("piece.sign", "*", eb.ref("total.registryRetiredKg")).as("registryRetiredKg"),
      eb("piece.sign", "*", eb.ref("total.ownKg")).as("ownKg"),
      eb("piece.sign", "*", eb.ref("total.ownRegistryRetiredKg")).as("ownRegistryRetiredKg"),
    ]);

const rests = (db: QueryCreator<Tables>, filter: Params<RetirementFilter>) =>
  db
    .selectFrom(
      unnest("rest", filter.rests, {
        fromTime: "timestamptz",
        beforeTime: "timestamptz",
        sign: "int",
      }),
    )
    .crossJoinLateral((from) =>
      from
        .selectFrom("orders")
        .selectAll()
        .where("accountId", "=", filter.accountId)
        .where("state", "=", "fulfilled")
        .where((eb) =>
          eb.or([eb(filter.subaccountId, "=", ""), eb("subaccountId", "=", filter.subaccountId)]),
        )
        .whereRef("createdAt", ">=", "rest.fromTime")
        .whereRef("createdAt", "<", "rest.beforeTime")
        .offset(0)
        .as("o"),
    )
    .crossJoinLateral((from) =>
      from
        .selectFrom("retirements")
        .selectAll()
        .where("accountId", "=", filter.accountId)
        .whereRef("orderId", "=", "o.id")
        .offset(0)
        .as("r"),
    )
    .crossJoinLateral((from) =>
      from
        .selectFrom("creditLots")
        .select(["projectId", "vintageYear", "lineStartKg"])
        .whereRef("id", "=", "r.lotId")
        .whereRef("mode", "=", "r.mode")
        .offset(0)
        .as("lot"),
    )
    .crossJoinLateral(
      sql<SplitKg>`(
        SELECT kg, registry_retired_kg, CASE WHEN is_own THEN kg ELSE 0 END,
               CASE WHEN is_own THEN registry_retired_kg ELSE 0 END
        FROM (SELECT r.order_end_kg - r.order_start_kg - r.replaced_kg AS kg,
                     ${retiredKg} AS registry_retired_kg,
                     o.is_own AND coalesce(o.subaccount_id, '') = ${filter.subaccountId} AS is_own)
      )`.as<"sums">(sql`sums (kg, registry_retired_kg, own_kg, own_registry_retired_kg)`),
    )
    .select((eb) => [
      "lot.projectId",
      "lot.vintageYear",
      eb("rest.sign", "*", eb.ref("sums.kg")).as("kg"),
      eb("rest.sign", "*", eb.ref("sums.registryRetiredKg")).as("registryRetiredKg"),
      eb("rest.sign", "*", eb.ref("sums.ownKg")).as("ownKg"),
      eb("rest.sign", "*", eb.ref("sums.ownRegistryRetiredKg")).as("ownRegistryRetiredKg"),
    ]);

/** Sums of the kg in the column, and of the others under their names. */
const sumsBy = (kg: "kg" | "retired_kg") =>
  [
    sql<number>`sum(${sql.raw(kg)})::bigint`.as("kg"),
    sql<number>`sum(registry_retired_kg)::bigint`.as("registryRetiredKg"),
    sql<number>`sum(own_kg)::bigint`.as("ownKg"),
    sql<number>`sum(own_registry_retired_kg)::bigint`.as("ownRegistryRetiredKg"),
  ] as const;

const sumOf = (
  name: string,
  parts: (
    db: QueryCreator<Tables>,
    filter: Params<RetirementFilter>,
  ) => ReturnType<typeof wholeSpans>,
) =>
  query(name, (db, filter: Params<RetirementFilter>) =>
    db
      .selectFrom(parts(db, filter).as("part"))
      .select(["projectId", "vintageYear", ...sumsBy("kg")])
      .groupBy(["projectId", "vintageYear"])
      .having(sql`sum(kg)`, "<>", 0)
      .orderBy("projectId")
      .orderBy("vintageYear"),
  );
const sumWhole = sumOf("inventory-sum-totals", wholeSpans);
// One statement for one snapshot, so that totals and retirements are consistent.
const sumWithRests = sumOf("inventory-sum-totals-and-rests", (db, filter) =>
  wholeSpans(db, filter).unionAll(rests(db, filter)),
);

export interface RetiredKg extends SplitKg {
  projectId: string;
  vintageYear: number;
}

interface PieceSelection {
  accountId: string;
  subaccountId: string | null;
  pieces: Piece[];
}

/** Sums the pieces by project and vintage, ordered by both. */
function sumTotals(db: Sql, selection: PieceSelection): Promise<RetiredKg[]> {
  const { accountId, subaccountId, pieces } = selection;
  const stretches = pieces.map(({ span, fromMs, beforeMs, sign }) => ({
    span,
    fromTime: new Date(fromMs),
    beforeTime: new Date(beforeMs),
    sign,
  }));
  const filter = {
    accountId,
    subaccountId: subaccountId ?? "",
    whole: stretches.filter(({ span }) => span !== null),
    rests: stretches.filter(({ span }) => span === null),
  };
  return (filter.rests.length === 0 ? sumWhole : sumWithRests)(db, filter);
}

interface MonthKg extends SplitKg {
  /** Start of the month, in UTC. */
  startsAt: Date;
}

export interface RetiredHistory {
  /** All time, ordered by project and year. */
  parts: RetiredKg[];
  /** Months with retirements, oldest first. */
  months: MonthKg[];
}

type HistoryRow = ({ startsAt: null } & RetiredKg) | ({ projectId: null } & MonthKg);

// One statement for one snapshot, so that parts and months have the same total.
const findHistory = query(
  "inventory-sum-history",
  (db, of: Params<{ accountId: string; subaccountId: string }>) => {
    const stored = db
      .selectFrom("retirementTotals")
      .where("accountId", "=", of.accountId)
      .where("subaccountId", "=", of.subaccountId);
    return stored
      .select([
        sql`NULL::timestamptz`.as("startsAt"),
        "projectId",
        "vintageYear",
        "retiredKg as kg",
        "registryRetiredKg",
        "ownKg",
        "ownRegistryRetiredKg",
      ])
      .where("span", "=", "all")
      .$castTo<HistoryRow>()
      .unionAll(
        stored
          .select([
            "startsAt",
            sql`NULL`.as("projectId"),
            sql`NULL`.as("vintageYear"),
            ...sumsBy("retired_kg"),
          ])
          .where("span", "=", "month")
          .groupBy("startsAt")
          .$castTo<HistoryRow>(),
      )
      .orderBy(sql`starts_at, project_id, vintage_year`);
  },
);

async function sumHistory(
  db: Sql,
  { accountId, subaccountId }: { accountId: string; subaccountId: string | null },
): Promise<RetiredHistory> {
  const history: RetiredHistory = { parts: [], months: [] };
  for (const row of await findHistory(db, { accountId, subaccountId: subaccountId ?? "" })) {
    if (row.startsAt !== null) history.months.push(row);
    else history.parts.push(row);
  }
  return history;
}

/**
 * Returns the retirements of an account or subaccount: fulfilled orders by creation time (UTC). The
 * cost grows with months, projects and vintages, not with orders.
 */
export async function getRetiredHistory(
  ctx: Context,
  owner: { accountId: string; subaccountId: string | null },
): Promise<RetiredHistory> {
  return sumHistory(ctx.db, owner);
}

/**
 * Returns the kg of each project and vintage: fulfilled orders by creation time. The cost grows with
 * projects and vintages; orders are only read for at most five minutes at each end of the period.
 */
export async function listRetired(
  ctx: AccountContext,
  input: Period & { subaccountId: string | null },
): Promise<RetiredKg[]> {
  const { subaccountId } = input;
  const pieces = coverPeriod(input);
  return sumTotals(ctx.db, { accountId: ctx.account.id, subaccountId, pieces });
}
