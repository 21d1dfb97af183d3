// A flow of refunds that an account requests: a part, then all that is left, before or after
// fulfillment.
import { database } from "#core/db";
import { reconcilePayments } from "#domain/checkout";
import { booksOf, openSession, pay } from "#testing/checkout";
import { difference, flow, runAsWorker } from "#testing/crashes/flow";
import { isKilledNow } from "#testing/crashes/lifetime";
import { matchNow, openShop } from "#testing/crashes/order-flows";

interface Refunding {
  key: string;
  tag: string;
  sessionId: string;
  /** Requested one after the other; null is all that is left. */
  amounts: (number | null)[];
  isFulfilled: boolean;
}

export const refundingParts = flow<Refunding>({
  name: "refund_part",
  async prepare(scene) {
    const { draw, tag } = scene;
    const { key, account, portfolioId } = await openShop(scene);
    const options = { account, portfolioId, amountKg: draw.int(60, 2000) };
    const { id } = await openSession({ ...options, provider: "test" });
    await pay(id);
    const isFulfilled = draw.oneIn(2);
    if (isFulfilled) await matchNow();
    const amounts = draw.pick<(number | null)[]>([[20], [20, 10], [20, null], [null]]);
    return { key, tag, sessionId: id, amounts, isFulfilled };
  },
  async run({ key, tag, sessionId, amounts }, client) {
    for (const [at, cents] of amounts.entries()) {
      const body = { reason: "Ordered twice", ...(cents !== null && { amount_usd_cents: cents }) };
      const path = `/checkout/sessions/${sessionId}/refunds`;
      if (!isKilledNow()) await client.post(`refund ${at}`, path, { key, tag, body });
    }
    if (!isKilledNow()) {
      await runAsWorker((ctx) => reconcilePayments(ctx, { database: database() }));
    }
  },
  async judge({ sessionId, amounts, isFulfilled }, client) {
    const { payment, orders, refunds, provider, mails } = await booksOf(sessionId);
    const price = Number(payment?.amountUsdCents);
    const isWhole = amounts.includes(null);
    const cents = isWhole ? price : amounts.reduce<number>((sum, one) => sum + (one ?? 0), 0);
    const states = [...client.acknowledged.values()].map(({ status }) => status);
    // A worker of the recovery may be faster than the repeated request.
    const isOver = isWhole && !isFulfilled && orders[0]?.state === "cancelled";
    return [
      ...difference(
        "the responses",
        states,
        amounts.map(() => 201),
      ),
      ...difference("the money returned", Number(provider[0]?.refundedUsdCents), cents),
      ...difference("the payment's refunds", Number(payment?.refundedUsdCents), cents),
      ...difference(
        "the refunds",
        refunds.map(({ state }) => state),
        amounts.map(() => "succeeded"),
      ),
      ...difference("the payment's state", payment?.state, isWhole ? "refunded" : "paid"),
      ...difference("the order's state", orders[0]?.state, isOver ? "cancelled" : "fulfilled"),
      ...difference("the order's refunds", Number(orders[0]?.refundedUsdCents), cents),
      ...difference(
        "the refund mails",
        mails.filter(({ kind }) => kind === "refund").length,
        amounts.length,
      ),
    ];
  },
});
