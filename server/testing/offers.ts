import { randomUUID } from "node:crypto";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { newId } from "#core/id";
import { createReservation } from "#modules/reservations/reservations";
import { CreateReservation } from "#modules/reservations/schema";
import { contextOf } from "#testing/factories";

/** A reservation of the portfolio. */
export function makeReservation(live: Account, portfolioId: string) {
  return database().transaction((db) =>
    createReservation(
      { ...contextOf(live), db },
      {
        ...CreateReservation.parse({ amount_kg: 1, portfolio_id: portfolioId }),
        subaccountId: null,
      },
    ),
  );
}

/** A payment link of the portfolio, which exists without its module, too. */
export function makePaymentLink(
  { id: accountId, mode }: Account,
  portfolioId: string,
  subaccountId: string | null = null,
) {
  const now = new Date();
  const terms = { minKg: 1, maxKg: 1000, suggestedKg: [], state: "active" };
  const names = { id: newId("paymentLink"), slug: `link-${randomUUID()}`, name: "Trip" };
  return database().prisma.paymentLink.create({
    data: {
      accountId,
      mode,
      portfolioId,
      subaccountId,
      ...names,
      ...terms,
      createdAt: now,
      updatedAt: now,
    },
  });
}
