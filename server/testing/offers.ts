import type { Account } from "#core/context";
import { database } from "#core/db";
import { CreateReservation, createReservation } from "#domain/holds";
import { CreatePaymentLink, createPaymentLink } from "#domain/links";
import { contextOf } from "#testing/factories";

/** A reservation and a payment link of the portfolio. */
export async function makeOffers(live: Account, portfolioId: string) {
  const reservation = await database().transaction((db) =>
    createReservation(
      { ...contextOf(live), db },
      {
        ...CreateReservation.parse({ amount_kg: 1, portfolio_id: portfolioId }),
        subaccountId: null,
      },
    ),
  );
  const link = await database().transaction((db) =>
    createPaymentLink(
      { ...contextOf(live), db },
      CreatePaymentLink.parse({
        ...{ slug: live.slug, name: "Live", portfolio_id: portfolioId },
      }),
    ),
  );
  return { reservation, link };
}
