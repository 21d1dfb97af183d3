import { type Selectable, sql } from "kysely";
import type { Mode, SqlContext } from "#core/context";
import { type Params, queriesOn, unnest } from "#core/query";
import { bumpStockVersion, lockStock } from "#domain/catalogue";
import { allocate, findPlans, findSellableKg } from "#domain/inventory";
import { findHeldKg } from "./hold-store";
import { type HeldPart, type MovableHold, type Move, moveOverdrawn, unheldStock } from "./rules";
import type { HoldTables } from "./tables";

const query = queriesOn<HoldTables>();

type HeldRow = Pick<
  Selectable<HoldTables["stockHolds"]>,
  "id" | "accountId" | "kind" | "orderId" | "amountKg"
> & { portfolioId: string; projectId: string; kg: number };

const findOfProjects = query(
  "holds-find-of-projects",
  (db, of: Params<{ mode: Mode; projectIds: string[] }>) =>
    db
      .selectFrom("stockHolds as hold")
      .innerJoin("stockHoldParts as part", (join) =>
        join.onRef("part.mode", "=", "hold.mode").onRef("part.holdId", "=", "hold.id"),
      )
      .select(["hold.id", "hold.accountId", "hold.kind", "hold.orderId", "hold.amountKg"])
      .select((eb) => eb.fn.coalesce("hold.splitPortfolioId", "hold.portfolioId").as("portfolioId"))
      .select(["part.projectId", "part.kg"])
      .where("hold.mode", "=", of.mode)
      .where("hold.state", "=", "held")
      .where("hold.id", "in", (from) =>
        from
          .selectFrom("stockHoldParts as own")
          .select("own.holdId")
          .where("own.mode", "=", of.mode)
          .where("own.isHeld", "=", true)
          .where("own.projectId", "=", sql<string>`any (${of.projectIds}::text[])`),
      ),
);

const voidHolds = query("holds-void", (db, of: Params<{ mode: Mode; ids: string[]; now: Date }>) =>
  db
    .updateTable("stockHolds")
    .set({ state: "void", endedAt: of.now })
    .where("mode", "=", of.mode)
    .where("id", "=", sql<string>`any (${of.ids}::text[])`)
    .where("state", "=", "held")
    .returning(["id", "accountId", "orderId", "checkoutSessionId", "amountKg"]),
);

type PartRow = HeldPart & { holdId: string };

const dropParts = query("holds-drop-parts", (db, of: Params<{ mode: Mode; ids: string[] }>) =>
  db
    .deleteFrom("stockHoldParts")
    .where("mode", "=", of.mode)
    .where("holdId", "=", sql<string>`any (${of.ids}::text[])`)
    .where("isHeld", "=", true)
    .returning("holdId"),
);

const insertParts = query(
  "holds-insert-parts",
  (db, of: Params<{ mode: Mode; parts: readonly PartRow[] }>) =>
    db
      .insertInto("stockHoldParts")
      .columns(["mode", "holdId", "projectId", "kg", "isHeld"])
      .expression((from) =>
        from
          .selectFrom(unnest("part", of.parts, { holdId: "text", projectId: "text", kg: "int" }))
          .select([
            sql<Mode>`${of.mode}::text`.as("mode"),
            "part.holdId",
            "part.projectId",
            "part.kg",
            sql<boolean>`true`.as("held"),
          ]),
      ),
);

async function toMovable(ctx: SqlContext, mode: Mode, rows: HeldRow[]): Promise<MovableHold[]> {
  const ids = [...new Set(rows.map(({ portfolioId }) => portfolioId))];
  const plans = await findPlans(ctx.db, mode, ids);
  return [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, parts]) => {
    const [first] = parts;
    if (!first) return [];
    const { kind, orderId, amountKg, portfolioId } = first;
    const plan = plans.get(portfolioId) ?? [];
    return [{ id, kind, hasOrder: orderId !== null, amountKg, plan, parts }];
  });
}

/** Returns the holds that are void now. */
async function writeMoves(ctx: SqlContext, mode: Mode, moves: readonly Move[]) {
  const moved = moves.flatMap(({ id, parts }) =>
    (parts ?? []).map((part) => ({ ...part, holdId: id })),
  );
  const ids = [...new Set(moved.map(({ holdId }) => holdId))];
  // A hold that has ended since it was read keeps its parts.
  const dropped = new Set((await dropParts(ctx.db, { mode, ids })).map(({ holdId }) => holdId));
  const parts = moved.filter(({ holdId }) => dropped.has(holdId));
  if (parts.length > 0) await insertParts(ctx.db, { mode, parts });
  const lost = moves.filter((move) => move.parts === null).map(({ id }) => id);
  const voided = await voidHolds(ctx.db, { mode, ids: lost, now: ctx.now });
  for (const { id, accountId, orderId, checkoutSessionId, amountKg } of voided) {
    ctx.log.warn(
      { event: "hold.voided", holdId: id, accountId, orderId, checkoutSessionId, amountKg },
      "held credits left the stock and could not be replaced",
    );
  }
  return voided;
}

export interface MovedHolds {
  /** Number of holds that were moved or are void. */
  changed: number;
  /** Checkout sessions without an order whose hold is void. */
  sessions: { accountId: string; id: string }[];
}

const unmoved: MovedHolds = { changed: 0, sessions: [] };

/**
 * Moves holds of more than is in stock to other projects of their portfolio, or voids them. Stock
 * shrinks in several ways (removal, stopped lots, policies), so this compares instead of following
 * each. @throws a lock timeout while an import runs
 */
export async function moveHolds(ctx: SqlContext, mode: Mode): Promise<MovedHolds> {
  await lockStock(ctx, mode);
  const heldKg = await findHeldKg(ctx, mode);
  if (heldKg.size === 0) return unmoved;
  const sellableKg = await findSellableKg(ctx, { mode, projectIds: [...heldKg.keys()] });
  const overdrawn = [...unheldStock(sellableKg, heldKg)].filter(([, kg]) => kg < 0);
  if (overdrawn.length === 0) return unmoved;
  const projectIds = overdrawn.map(([id]) => id);
  const holds = await toMovable(ctx, mode, await findOfProjects(ctx.db, { mode, projectIds }));
  const planned = holds.flatMap(({ plan }) => plan.flatMap(({ projects }) => projects));
  const allIds = [...new Set([...heldKg.keys(), ...planned.map(({ id }) => id)])];
  const stock = await findSellableKg(ctx, { mode, projectIds: allIds });
  const moves = moveOverdrawn(holds, unheldStock(stock, heldKg), allocate);
  const voided = await writeMoves(ctx, mode, moves);
  // Orders that matching could not fill from their old parts may be filled now.
  await bumpStockVersion(ctx, mode);
  const sessions = voided.flatMap(({ accountId, orderId, checkoutSessionId: id }) =>
    orderId === null && id !== null ? [{ accountId, id }] : [],
  );
  return { changed: moves.length, sessions };
}
