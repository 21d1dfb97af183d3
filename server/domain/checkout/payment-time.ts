import { sql } from "kysely";
import { type AccountContext, systemTime } from "#core/context";
import { type Params, queriesOn } from "#core/query";
import { allProviders } from "#gateways/payments";
import type { CheckoutTables } from "./tables";

const query = queriesOn<CheckoutTables>();

const makeDue = query(
  "checkout-poll-payments-of-account",
  (db, of: Params<{ accountId: string; now: Date }>) =>
    db
      .updateTable("payments")
      .set({
        nextPollAt: sql<Date | null>`least(next_poll_at, ${of.now}::timestamptz)`,
        watchAt: sql<Date | null>`CASE WHEN watch_at IS NOT NULL THEN ${of.now}::timestamptz END`,
        polls: 0,
      })
      .where("accountId", "=", of.accountId)
      .where((eb) => eb.or([eb("nextPollAt", "is not", null), eb("watchAt", "is not", null)]))
      .returning(["provider", "providerPaymentId"]),
);

/**
 * Lets time pass for the test account's payments: stand-ins bring forward what they simulate, such
 * as the end of a dispute, and all payments are polled now.
 */
export async function letPaymentTimePass(
  ctx: AccountContext,
  { seconds }: { seconds: number },
): Promise<void> {
  const { id: accountId } = ctx.account;
  const polled = await makeDue(ctx.db, { accountId, now: systemTime(ctx) });
  for (const { name, letTimePass } of allProviders) {
    const ids = polled
      .filter(({ provider }) => provider === name)
      .flatMap(({ providerPaymentId }) => providerPaymentId ?? []);
    if (ids.length > 0) await letTimePass?.(ctx.db, { ids, seconds });
  }
}
