// The customer pays: one attempt, with the call to the provider between two transactions.
import type { Context } from "#core/context";
import type { Database } from "#core/db";
import type { Source } from "#gateways/payments";
import { chargePayment } from "./charge-payment";
import { type Customer, type Start, startPayment } from "./start-payment";

/**
 * Pays an open session, or tells why it was not tried. What came of it is on the session's page,
 * whichever of several attempts at once came first. Runs transactions of its own.
 * @throws not-found
 */
export async function payCheckoutSession(
  ctx: Context,
  input: { database: Database; sessionId: string; customer: Customer; source: Source },
): Promise<Start["outcome"]> {
  const { database, sessionId, customer, source } = input;
  const start = await database.transaction((db) =>
    startPayment({ ...ctx, db }, { sessionId, customer, sourceType: source.type }),
  );
  if (start.outcome !== "started") return start.outcome;
  await chargePayment(ctx, { database, payment: start.payment, source });
  return start.outcome;
}
