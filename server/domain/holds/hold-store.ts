import { type Selectable, sql } from "kysely";
import type { Mode } from "#core/context";
import { columnsOf, type Sql } from "#core/db";
import { type Params, pick, queriesOn, unnest } from "#core/query";
import type { HeldPart } from "./rules";
import type { HoldTables } from "./tables";

const query = queriesOn<HoldTables>();

export const holdColumns = columnsOf("StockHold", ["isHeld", "isFreed"]);
export type StockHold = Pick<Selectable<HoldTables["stockHolds"]>, (typeof holdColumns)[number]>;

const partTypes = { projectId: "text", kg: "int" } as const;

type NewHold = StockHold & { parts: readonly HeldPart[] };

// One statement, because the parts' foreign key carries the hold's state.
const insert = query("holds-insert", (db, hold: Params<NewHold>) =>
  db
    .with("hold", (qb) =>
      qb.insertInto("stockHolds").values(pick(hold, holdColumns)).returning(["mode", "id"]),
    )
    .insertInto("stockHoldParts")
    .columns(["mode", "holdId", "projectId", "kg", "isHeld"])
    .expression((from) =>
      from
        .selectFrom("hold")
        .crossJoin(unnest("part", hold.parts, partTypes))
        .select([
          "hold.mode",
          "hold.id",
          "part.projectId",
          "part.kg",
          sql<boolean>`true`.as("held"),
        ]),
    ),
);

export async function insertHold(db: Sql, hold: NewHold): Promise<void> {
  await insert(db, hold);
}

const sumHeld = query("holds-sum-held", (db, of: Params<{ mode: Mode }>) =>
  db
    .selectFrom("stockHoldParts")
    .select(["projectId", sql<number>`sum(kg)::bigint`.as("kg")])
    .where("mode", "=", of.mode)
    .where("isHeld", "=", true)
    .groupBy("projectId"),
);

/** Held kg of each project; those without any are left out. */
export async function findHeldKg({ db }: { db: Sql }, mode: Mode): Promise<Map<string, number>> {
  return new Map((await sumHeld(db, { mode })).map(({ projectId, kg }) => [projectId, kg]));
}

interface OrderKey {
  accountId: string;
  id: string;
}

// Sums of all holds, then the parts that these orders hold themselves.
const findForOrders = query(
  "holds-find-for-orders",
  (db, of: Params<{ mode: Mode; orders: readonly OrderKey[] }>) =>
    db
      .selectFrom("stockHoldParts")
      .select([
        sql<string | null>`NULL::text`.as("orderId"),
        "projectId",
        sql<number>`sum(kg)::bigint`.as("kg"),
      ])
      .where("mode", "=", of.mode)
      .where("isHeld", "=", true)
      .groupBy("projectId")
      .unionAll((from) =>
        from
          .selectFrom(unnest("o", of.orders, { accountId: "text", id: "text" }))
          .innerJoin("stockHolds as hold", (join) =>
            join
              .onRef("hold.accountId", "=", "o.accountId")
              .onRef("hold.orderId", "=", "o.id")
              .on("hold.state", "=", "held"),
          )
          .innerJoin("stockHoldParts as part", (join) =>
            join.onRef("part.mode", "=", "hold.mode").onRef("part.holdId", "=", "hold.id"),
          )
          .select(["o.id as orderId", "part.projectId", sql<number>`part.kg::bigint`.as("kg")]),
      ),
);

export interface HeldStock {
  /** Held kg by project, those of the orders included. */
  heldKg: Map<string, number>;
  /** Order id → kg by project that it holds. */
  ofOrders: Map<string, Map<string, number>>;
}

/** Held stock as matching needs it, in one statement. */
export async function findHeldStock(
  db: Sql,
  input: { mode: Mode; orders: readonly OrderKey[] },
): Promise<HeldStock> {
  const held: HeldStock = { heldKg: new Map(), ofOrders: new Map() };
  for (const { orderId, projectId, kg } of await findForOrders(db, input)) {
    if (orderId === null) {
      held.heldKg.set(projectId, kg);
      continue;
    }
    const parts = held.ofOrders.get(orderId) ?? new Map<string, number>();
    held.ofOrders.set(orderId, parts.set(projectId, kg));
  }
  return held;
}

const markUsed = query("holds-use", (db, of: Params<{ orders: readonly OrderKey[]; now: Date }>) =>
  db
    .updateTable("stockHolds as hold")
    .from(unnest("o", of.orders, { accountId: "text", id: "text" }))
    .set({ state: "used", endedAt: of.now })
    .whereRef("hold.accountId", "=", "o.accountId")
    .whereRef("hold.orderId", "=", "o.id")
    .where("hold.state", "=", "held")
    .returning("hold.id"),
);

/** Ends the holds of orders that matching has filled. Throws if one is no longer held. */
export async function markHoldsUsed(
  db: Sql,
  input: { orders: readonly OrderKey[]; now: Date },
): Promise<void> {
  if (input.orders.length === 0) return;
  const used = await markUsed(db, input);
  if (used.length !== input.orders.length) {
    throw new Error(
      `matching expected to use ${input.orders.length} holds and used ${used.length}`,
    );
  }
}

const findFreed = query("holds-find-freed", (db, of: Params<{ mode: Mode }>) =>
  db
    .selectFrom("stockHolds")
    .select("id")
    .where("mode", "=", of.mode)
    .where("isFreed", "=", true)
    .limit(1),
);

/** Returns whether holds have ended since the last call of `takeFreed`. */
export async function hasFreed(db: Sql, mode: Mode): Promise<boolean> {
  return (await findFreed(db, { mode })).length > 0;
}

const findHeldEdges = query("holds-find-projects-of-orders", (db, of: Params<{ mode: Mode }>) =>
  db
    .selectFrom("stockHolds as hold")
    .innerJoin("stockHoldParts as part", (join) =>
      join.onRef("part.mode", "=", "hold.mode").onRef("part.holdId", "=", "hold.id"),
    )
    .select("part.projectId")
    .select((eb) => eb.fn.coalesce("hold.splitPortfolioId", "hold.portfolioId").as("portfolioId"))
    .distinct()
    .where("hold.mode", "=", of.mode)
    .where("hold.state", "=", "held")
    .where("part.isHeld", "=", true)
    .where("hold.orderId", "is not", null),
);

/** Portfolios of orders that hold stock, each with a project of that stock. */
export async function findHeldProjects(
  db: Sql,
  mode: Mode,
): Promise<{ portfolioId: string; projectId: string }[]> {
  return findHeldEdges(db, { mode });
}

const clearFreed = query("holds-clear-freed", (db, of: Params<{ mode: Mode }>) =>
  db
    .updateTable("stockHolds")
    .set({ isFreed: false })
    .where("mode", "=", of.mode)
    .where("isFreed", "=", true)
    .returning("id"),
);

/** Forgets which holds have ended since the last call. Returns whether any had. */
export async function takeFreed(db: Sql, mode: Mode): Promise<boolean> {
  return (await clearFreed(db, { mode })).length > 0;
}
