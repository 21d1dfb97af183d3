// Payments that should have come to an end, and have not.
import type { AccountContext } from "#core/context";
import { allProviders } from "#gateways/payments";
import type { PaymentState } from "./payment-rules";

const MOST = 100;
/** With ever longer pauses between, so many questions take about half an hour. */
const ASKED = 9;
/** What a provider settles in seconds; a bank's transfer may take days. */
const quick: PaymentState[] = ["confirming", "refunding"];

/** Their refunds take as long as the operator does. */
const byHand = allProviders.filter((one) => one.byHand).map(({ name }) => name);

/**
 * The account's payments of which the provider does not say, asked again and again, whether they
 * came or were given back; at most a hundred.
 */
export async function listStuckPayments(
  ctx: AccountContext,
): Promise<{ id: string; checkoutSessionId: string }[]> {
  return ctx.db.prisma.payment.findMany({
    where: {
      accountId: ctx.account.id,
      askAt: { not: null },
      asked: { gte: ASKED },
      state: { in: quick },
      provider: { notIn: byHand },
    },
    select: { id: true, checkoutSessionId: true },
    take: MOST,
  });
}
