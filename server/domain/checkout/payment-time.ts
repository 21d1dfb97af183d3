import { type AccountContext, systemTime } from "#core/context";
import { allProviders } from "#gateways/payments";
import { pollPaymentsOf } from "./payment-store";

/**
 * Lets time pass for the test account's payments: what a stand-in simulates happens earlier, such as
 * the end of a dispute, and all are polled now.
 */
export async function letPaymentTimePass(
  ctx: AccountContext,
  { seconds }: { seconds: number },
): Promise<void> {
  const { id: accountId } = ctx.account;
  const polled = await pollPaymentsOf(ctx.db, { accountId, now: systemTime(ctx) });
  for (const { name, letTimePass } of allProviders) {
    const ids = polled
      .filter(({ provider }) => provider === name)
      .flatMap(({ providerPaymentId }) => providerPaymentId ?? []);
    if (ids.length > 0) await letTimePass?.(ctx.db, { ids, seconds });
  }
}
