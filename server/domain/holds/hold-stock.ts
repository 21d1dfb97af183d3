// The caller's transaction makes the hold, under the lock that matching and imports take too.
import { sql } from "kysely";
import type { AccountContext, Mode, SqlContext } from "#core/context";
import type { Sql } from "#core/db";
import { isLockTimeout } from "#core/db-errors";
import { Problem } from "#core/errors";
import { newId } from "#core/id";
import { type Params, queriesOn, unnest } from "#core/query";
import { bumpStockVersion, lockStock } from "#domain/catalogue";
import { allocate, type CategoryPlan, findPlans, findSellableKg } from "#domain/inventory";
import {
  type Demand,
  draftOrder,
  findUnfilled,
  maxFillableKg,
  type OrderDetail,
  remainingStock,
} from "#domain/orders";
import { findHeldKg, insertHold, type StockHold, takeFreed } from "./hold-store";
import { type HoldState, toParts, unheldStock } from "./rules";
import type { HoldTables } from "./tables";

const query = queriesOn<HoldTables>();

type NewHold = Pick<
  StockHold,
  "accountId" | "currency" | "kind" | "portfolioId" | "splitPortfolioId" | "amountKg" | "expiresAt"
> & { mode: Mode } & Partial<
    Pick<
      StockHold,
      | "subaccountId"
      | "channel"
      | "pricePerTonne"
      | "price"
      | "reservedUntil"
      | "checkoutSessionId"
      | "orderId"
    >
  >;

interface HoldRequest extends NewHold {
  /** Most kg that the buyer may hold of this stock, as computed under the lock. */
  limitKg?: (stock: { sellableKg: number; projectIds: string[] }) => Promise<number>;
}

export type Held = { hold: StockHold } | { availableKg: number };

const defaults = {
  subaccountId: null,
  channel: null,
  pricePerTonne: null,
  price: null,
  reservedUntil: null,
  checkoutSessionId: null,
  orderId: null,
} as const;

/**
 * Holds stock as matching would allocate it, after older orders. Returns the available kg, without
 * a change, if that is too little. @throws a lock timeout while an import runs
 */
export async function holdStock(ctx: SqlContext, request: HoldRequest): Promise<Held> {
  const { limitKg, ...input } = request;
  const { mode, amountKg } = input;
  const portfolioId = input.splitPortfolioId ?? input.portfolioId;
  await lockStock(ctx, mode);
  await returnFreedStock(ctx, mode);
  const { plan, sellableKg, leftKg } = await findStockFor(ctx, { mode, portfolioId });
  const demand = { portfolioId, amountKg };
  const plans = new Map([[portfolioId, plan]]);
  const fillableKg = maxFillableKg(demand, { plans, stock: leftKg, allocate });
  const projectIds = plan.flatMap(({ projects }) => projects.map(({ id }) => id));
  const ownKg = [...new Set(projectIds)].reduce((kg, id) => kg + (sellableKg.get(id) ?? 0), 0);
  const mostKg = (await limitKg?.({ sellableKg: ownKg, projectIds })) ?? amountKg;
  const kgByProject = allocate(amountKg, plan, (id) => leftKg.get(id) ?? 0);
  if (kgByProject === null || plan.length === 0 || mostKg < amountKg) {
    return { availableKg: Math.min(fillableKg, mostKg) };
  }
  const hold: StockHold = {
    ...defaults,
    ...input,
    id: newId("stockHold"),
    state: "held",
    createdAt: ctx.now,
    endedAt: null,
  };
  await insertHold(ctx.db, { ...hold, parts: toParts(kgByProject) });
  return { hold };
}

/** Work that locks stock for someone who waits. @throws unavailable while an import runs */
export async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    const headers = { "retry-after": "10" };
    throw new Problem("unavailable", { detail: "Stock is being imported.", headers, cause: error });
  }
}

interface SessionKey {
  accountId: string;
  id: string;
}

const findForSession = query("holds-find-for-session", (db, session: Params<SessionKey>) =>
  db
    .selectFrom("stockHolds")
    .select(["id", "expiresAt"])
    .where("accountId", "=", session.accountId)
    .where("checkoutSessionId", "=", session.id)
    .where("state", "=", "held"),
);

/** The session's hold, as of now; null if it has none, or it has expired. */
export async function findSessionHold(
  { db, now }: SqlContext,
  session: SessionKey,
): Promise<{ id: string } | null> {
  const [hold] = await findForSession(db, session);
  return hold && (hold.expiresAt === null || hold.expiresAt > now) ? hold : null;
}

const keepForPayment = query(
  "holds-keep-for-payment",
  (db, session: Params<SessionKey & { now: Date }>) =>
    db
      .updateTable("stockHolds")
      .set({ expiresAt: null })
      .where("accountId", "=", session.accountId)
      .where("checkoutSessionId", "=", session.id)
      .where("state", "=", "held")
      .where((eb) => eb.or([eb("expiresAt", "is", null), eb("expiresAt", ">", session.now)]))
      .returning("id"),
);

/** Keeps the session's hold while its payment is under way. Returns false if it has none. */
export async function keepSessionHold(ctx: SqlContext, session: SessionKey): Promise<boolean> {
  return (await keepForPayment(ctx.db, { ...session, now: ctx.now })).length === 1;
}

const attach = query(
  "holds-attach-to-order",
  (db, hold: Params<SessionKey & { orderId: string }>) =>
    db
      .updateTable("stockHolds")
      .set({ orderId: hold.orderId, expiresAt: null })
      .where("accountId", "=", hold.accountId)
      .where("checkoutSessionId", "=", hold.id)
      .where("state", "=", "held")
      .returning("id"),
);

/** Gives the session's hold to its order. Returns false if the session has none. */
export async function attachSessionHold(
  db: Sql,
  input: SessionKey & { orderId: string },
): Promise<boolean> {
  return (await attach(db, input)).length === 1;
}

// A reservation lives on until its promised end, an interrupted payment's hold until `keepUntil`.
const returnHold = query(
  "holds-return",
  (db, session: Params<SessionKey & { now: Date; keepUntil: Date | null }>) => {
    const end = sql<Date | null>`greatest(reserved_until, ${session.keepUntil}::timestamptz)`;
    const lives = sql<boolean>`coalesce(${end} > ${session.now}::timestamptz, false)`;
    return db
      .updateTable("stockHolds")
      .set({
        expiresAt: end,
        state: sql<HoldState>`CASE WHEN ${lives} THEN 'held' ELSE 'released' END`,
        endedAt: sql<Date | null>`CASE WHEN NOT ${lives} THEN ${session.now}::timestamptz END`,
        isFreed: sql<boolean>`NOT ${lives}`,
      })
      .where("accountId", "=", session.accountId)
      .where("checkoutSessionId", "=", session.id)
      .where("orderId", "is", null)
      .where("state", "=", "held");
  },
);

/**
 * Ends the use of the session's hold by a payment that took no money. A reservation stays held
 * until it expires; any other hold ends, or stays until `keepUntil`.
 */
export async function returnSessionHold(
  { db, now }: SqlContext,
  input: SessionKey & { keepUntil?: Date },
): Promise<void> {
  const { accountId, id, keepUntil = null } = input;
  await returnHold(db, { accountId, id, keepUntil, now });
}

const releaseOfSessions = query(
  "holds-release-of-sessions",
  (db, of: Params<{ sessions: readonly SessionKey[]; now: Date }>) =>
    db
      .updateTable("stockHolds as hold")
      .from(unnest("session", of.sessions, { accountId: "text", id: "text" }))
      .set({ state: "released", endedAt: of.now, isFreed: true })
      .whereRef("hold.accountId", "=", "session.accountId")
      .whereRef("hold.checkoutSessionId", "=", "session.id")
      .where("hold.state", "=", "held"),
);

/** Releases the holds of sessions, and of their orders, that have ended without credits. */
export async function releaseSessionHolds(
  { db, now }: SqlContext,
  sessions: readonly SessionKey[],
): Promise<void> {
  if (sessions.length > 0) await releaseOfSessions(db, { sessions, now });
}

const releaseOfOrder = query(
  "holds-release-of-order",
  (db, of: Params<SessionKey & { now: Date }>) =>
    db
      .updateTable("stockHolds")
      .set({ state: "released", endedAt: of.now, isFreed: true })
      .where("accountId", "=", of.accountId)
      .where("orderId", "=", of.id)
      .where("state", "=", "held"),
);

/** Releases the hold of an order that was cancelled. */
export async function releaseOrderHold(
  { db, now }: SqlContext,
  { accountId, id }: SessionKey,
): Promise<void> {
  await releaseOfOrder(db, { accountId, id, now });
}

interface Stock {
  plan: CategoryPlan[];
  /** Kg on sale by project, held or not. */
  sellableKg: Map<string, number>;
  /** Kg by project that a new buyer can get. */
  leftKg: Map<string, number>;
}

/** Stock for a new buyer of the portfolio: what is neither held nor needed by older orders. */
async function findStockFor(
  ctx: SqlContext,
  { mode, portfolioId }: { mode: Mode; portfolioId: string },
): Promise<Stock> {
  // Before the older orders: those that wait for a hold that ends in between then count.
  const heldKg = await findHeldKg(ctx, mode);
  const older = await findUnfilled(ctx.db, mode);
  const portfolioIds = [...older.map((demand) => demand.portfolioId), portfolioId];
  const plans = await findPlans(ctx.db, mode, [...new Set(portfolioIds)]);
  const projects = [...plans.values()].flat().flatMap((category) => category.projects);
  const projectIds = [...new Set(projects.map(({ id }) => id))];
  const sellableKg = await findSellableKg(ctx, { mode, projectIds });
  const stock = unheldStock(sellableKg, heldKg);
  const leftKg = remainingStock(older, { plans, stock, allocate });
  return { plan: plans.get(portfolioId) ?? [], sellableKg, leftKg };
}

/**
 * Returns how many kg of `demand` a new buyer could get now. Older orders come first, as in
 * matching, and held kg are left out.
 */
export async function findAvailableKg(
  ctx: SqlContext,
  { mode, demand }: { mode: Mode; demand: Demand },
): Promise<number> {
  const { portfolioId } = demand;
  const { plan, leftKg } = await findStockFor(ctx, { mode, portfolioId });
  const plans = new Map([[portfolioId, plan]]);
  return maxFillableKg(demand, { plans, stock: leftKg, allocate });
}

export interface OrderQuote {
  order: OrderDetail;
  /** Kg of the portfolio that a new buyer could get now; an order beyond them waits. */
  availableKg: number;
}

/** Prices an order, and looks up whether stock covers it. @throws as draftOrder */
export async function quoteOrder(
  ctx: AccountContext,
  input: Parameters<typeof draftOrder>[1],
): Promise<OrderQuote> {
  const order = await draftOrder(ctx, input);
  const { portfolioId, splitPortfolioId, amountKg } = order;
  const demand = { portfolioId: splitPortfolioId ?? portfolioId, amountKg };
  const availableKg = await findAvailableKg(ctx, { mode: ctx.account.mode, demand });
  return { order, availableKg };
}

/**
 * Makes matching try waiting orders again if holds have ended unused. The caller has locked the
 * stock. Returns the new stock version, or null if nothing was freed.
 */
export async function returnFreedStock(ctx: SqlContext, mode: Mode): Promise<number | null> {
  return (await takeFreed(ctx.db, mode)) ? bumpStockVersion(ctx, mode) : null;
}
