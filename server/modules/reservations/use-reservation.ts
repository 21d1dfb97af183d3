// An order or a checkout session takes a reservation's price and stock.
import { sql } from "kysely";
import type { AccountContext } from "#core/context";
import { conflict, invalid } from "#core/errors";
import { type Params, queriesOn } from "#core/query";
import { requireOpenSubaccount } from "#domain/accounts";
import type { HoldTables, Purchase, Reservations, ReservationUse } from "#domain/holds";
import type { Reservation } from "./reservations";
import { publicStateOf } from "./rules";

const query = queriesOn<HoldTables>();

function requireSame(use: ReservationUse, reservation: Reservation): void {
  const { amountKg, portfolioId } = reservation;
  if (use.total_price_usd_cents !== undefined) {
    throw invalid("total_price_usd_cents", "must not be given with reservation_id", "exclusive");
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
  const { portfolioId, splitPortfolioId, pricePerTonneUsdCents, amountKg } = reservation;
  const offer = { portfolioId, splitPortfolioId, pricePerTonneCents: pricePerTonneUsdCents };
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
