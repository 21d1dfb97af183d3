import { sql } from "kysely";
import type { AccountContext } from "#core/context";
import { requestedAmount, requestedField } from "#core/contract-money";
import { conflict, invalid, notFound, Problem } from "#core/errors";
import { rulesOf } from "#core/money";
import { cursorOf, type Page, type PageQuery, pageOf, walkOf } from "#core/page";
import { type Params, queriesOn } from "#core/query";
import { recordAudit, requireOpenSubaccount } from "#domain/accounts";
import { type Channel, priceOf, resolveOffer } from "#domain/catalogue";
import {
  type HoldTables,
  holdStock,
  orUnavailable,
  type Purchase,
  type Reservations,
  type ReservationUse,
} from "#domain/holds";
import { amountOf, measureOf } from "#domain/orders";
import type { StockHold as Row } from "#prisma";
import { publicStateOf, reservableKg } from "./rules";
import type { CreateReservation } from "./schema";

const query = queriesOn<HoldTables>();

/** A reservation as of `readAt`. */
export interface Reservation
  extends Omit<Row, "channel" | "pricePerTonne" | "price" | "reservedUntil"> {
  channel: Channel;
  pricePerTonne: number;
  price: bigint | number;
  reservedUntil: Date;
  readAt: Date;
}

const sumReserved = query(
  "holds-sum-reserved",
  (db, of: Params<{ accountId: string; projectIds: string[] }>) =>
    db
      .selectFrom("stockHolds as hold")
      .innerJoin("stockHoldParts as part", (join) =>
        join.onRef("part.mode", "=", "hold.mode").onRef("part.holdId", "=", "hold.id"),
      )
      .select(sql<number>`coalesce(sum(part.kg), 0)::bigint`.as("kg"))
      .where("hold.accountId", "=", of.accountId)
      .where("hold.kind", "=", "reservation")
      .where("hold.state", "=", "held")
      .where("hold.orderId", "is", null)
      .where("part.projectId", "=", sql<string>`any (${of.projectIds}::text[])`),
);

/** Most kg that the account may still reserve of this stock. */
async function limitOf(
  ctx: AccountContext,
  stock: { sellableKg: number; projectIds: string[] },
): Promise<number> {
  const { id } = ctx.account;
  const [reserved] = await sumReserved(ctx.db, { accountId: id, projectIds: stock.projectIds });
  const { holdSharePercent: percent } = await ctx.db.prisma.account.findUniqueOrThrow({
    where: { id },
    select: { holdSharePercent: true },
  });
  return reservableKg({ percent, sellableKg: stock.sellableKg, reservedKg: reserved?.kg ?? 0 });
}

/**
 * Keeps credits for the account at today's price.
 * @throws invalid naming the field; invalid-subaccount; insufficient-stock; unavailable
 */
export async function createReservation(
  ctx: AccountContext,
  input: CreateReservation & { subaccountId: string | null },
): Promise<Reservation> {
  const measure = measureOf(ctx, input);
  const { channel, subaccountId } = input;
  const portfolioId = input.portfolio_id ?? null;
  const offer = await resolveOffer(ctx, { portfolioId, subaccountId, channel });
  const amountKg = amountOf(measure, offer);
  const reservedUntil = new Date(ctx.now.getTime() + input.expires_in_seconds * 1000);
  const holding = holdStock(ctx, {
    kind: "reservation",
    accountId: ctx.account.id,
    mode: ctx.account.mode,
    currency: ctx.account.currency,
    subaccountId,
    portfolioId: offer.portfolioId,
    splitPortfolioId: offer.splitPortfolioId,
    amountKg,
    channel,
    pricePerTonne: offer.pricePerTonne,
    price: priceOf(offer, amountKg),
    reservedUntil,
    expiresAt: reservedUntil,
    limitKg: (stock) => limitOf(ctx, stock),
  });
  const held = await orUnavailable(holding);
  if (!("hold" in held)) {
    const { availableKg } = held;
    const detail = `You can reserve ${availableKg} kg of portfolio ${offer.portfolioId} now, not ${amountKg} kg.`;
    throw new Problem("insufficient-stock", { detail, availableKg });
  }
  await recordAudit(ctx, {
    action: "reservation.created",
    subjectId: held.hold.id,
    data: { amount_kg: amountKg },
  });
  return getReservation(ctx, { id: held.hold.id });
}

const toReservation = (row: Row, readAt: Date) => ({ ...row, readAt }) as Reservation;

/** @throws not-found */
export async function getReservation(
  ctx: AccountContext,
  { id }: { id: string },
): Promise<Reservation> {
  const where = { accountId: ctx.account.id, id, kind: "reservation" };
  const row = await ctx.db.prisma.stockHold.findFirst({ where });
  if (!row) throw notFound("reservation");
  return toReservation(row, ctx.now);
}

/** Newest first. @throws invalid naming an unknown cursor */
export async function listReservations(
  ctx: AccountContext,
  input: PageQuery & { subaccountId: string | null },
): Promise<Page<Reservation>> {
  const { subaccountId } = input;
  const cursor = cursorOf(input);
  const { beyond, orderBy, take } = walkOf(input.limit, cursor);
  const own = {
    ...{ accountId: ctx.account.id, kind: "reservation" },
    ...(subaccountId !== null && { subaccountId }),
  };
  const { stockHold } = ctx.db.prisma;
  if (cursor && !(await stockHold.findFirst({ where: { ...own, id: cursor.id } }))) {
    throw invalid(cursor.parameter, "is not the id of a reservation", "unknown-id");
  }
  const rows = await stockHold.findMany({ where: { ...own, ...beyond }, orderBy, take });
  return pageOf(
    rows.map((row) => toReservation(row, ctx.now)),
    input.limit,
    cursor,
  );
}

/** Few accounts reserve credits, and only programs do. */
export async function hasReservations(
  ctx: AccountContext,
  input: { subaccountId: string | null },
): Promise<boolean> {
  return (await listReservations(ctx, { ...input, limit: 1 })).data.length > 0;
}

interface Key {
  accountId: string;
  id: string;
  now: Date;
}

const releaseUnused = query("holds-release-reservation", (db, of: Params<Key>) =>
  db
    .updateTable("stockHolds")
    .set({ state: "released", endedAt: of.now, isFreed: true })
    .where("accountId", "=", of.accountId)
    .where("id", "=", of.id)
    .where("kind", "=", "reservation")
    .where("state", "=", "held")
    .where("orderId", "is", null)
    .where("expiresAt", ">", of.now)
    .returning("id"),
);

/** Gives reserved credits back, once. @throws not-found; conflict if it is used or has ended */
export async function releaseReservation(
  ctx: AccountContext,
  { id }: { id: string },
): Promise<Reservation> {
  const { now } = ctx;
  const released = await releaseUnused(ctx.db, { accountId: ctx.account.id, id, now });
  const reservation = await getReservation(ctx, { id });
  if (released.length === 0) {
    const state = publicStateOf(reservation, now);
    throw conflict(
      state === "held"
        ? "Cannot release a reservation whose payment is under way"
        : `Cannot release a reservation that is ${state}`,
    );
  }
  await recordAudit(ctx, { action: "reservation.released", subjectId: id });
  return reservation;
}

function requireSame(use: ReservationUse, reservation: Reservation): void {
  const { amountKg, portfolioId } = reservation;
  const { currency } = reservation;
  if (requestedAmount(use, { name: "total_price", currency }) !== null) {
    const field = requestedField(use, "total_price");
    throw invalid(field, "must not be given with reservation_id", "exclusive");
  }
  if (use.amount_kg !== undefined && use.amount_kg !== amountKg) {
    throw invalid("amount_kg", `must be the reserved ${amountKg} kg, or left out`);
  }
  if (use.portfolio_id && use.portfolio_id !== portfolioId) {
    throw invalid("portfolio_id", `must be the reserved ${portfolioId}, or left out`);
  }
}

const stateConflict = (state: string) =>
  conflict(
    state === "held" ? "A checkout session uses the reservation" : `The reservation is ${state}`,
  );

/**
 * The account's reservation, which an order or a session may use now.
 * @throws invalid naming the field; invalid-subaccount; conflict if it is used or has ended
 */
export async function findUsableReservation(
  ctx: AccountContext,
  use: ReservationUse,
): Promise<Purchase> {
  const where = { accountId: ctx.account.id, id: use.reservation_id, kind: "reservation" };
  const row = await ctx.db.prisma.stockHold.findFirst({ where });
  if (!row) throw invalid("reservation_id", "is not a reservation of yours", "unknown-id");
  const reservation = { ...row, readAt: ctx.now } as Reservation;
  requireSame(use, reservation);
  await requireOpenSubaccount(ctx, use);
  const state = publicStateOf(reservation, ctx.now);
  if (state !== "held" || reservation.checkoutSessionId !== null) throw stateConflict(state);
  const { portfolioId, splitPortfolioId, currency, pricePerTonne, amountKg } = reservation;
  const priceStep = rulesOf(currency).step;
  const offer = { portfolioId, splitPortfolioId, currency, pricePerTonne, priceStep };
  return { amountKg, offer };
}

/** Exactly one of the ids is given. */
interface Taken {
  accountId: string;
  id: string;
  now: Date;
  orderId: string | null;
  sessionId: string | null;
}

// A session's hold keeps its end until a payment starts.
const take = query("holds-take", (db, use: Params<Taken>) =>
  db
    .updateTable("stockHolds")
    .set({
      orderId: use.orderId,
      checkoutSessionId: use.sessionId,
      expiresAt: sql<Date | null>`CASE WHEN ${use.orderId}::text IS NULL THEN expires_at END`,
    })
    .where("accountId", "=", use.accountId)
    .where("id", "=", use.id)
    .where("state", "=", "held")
    .where("orderId", "is", null)
    .where("checkoutSessionId", "is", null)
    .where("expiresAt", ">", use.now)
    .returning("id"),
);

/** Gives the reservation to an order or a session. @throws conflict if it was used or has ended */
export const takeReservation: Reservations["take"] = async (ctx, input) => {
  const taken = await take(ctx.db, {
    accountId: ctx.account.id,
    now: ctx.now,
    id: input.id,
    orderId: "orderId" in input ? input.orderId : null,
    sessionId: "sessionId" in input ? input.sessionId : null,
  });
  if (taken.length === 0) throw conflict("The reservation was used, or has ended");
};
