// A flow of refunds that an account requests: a part, then all that is left, before or after
// fulfillment.
import { booksOf, openSession, pay } from "#testing/checkout";
import { differences, flow } from "#testing/crashes/flow";
import { inTurn } from "#testing/crashes/lifetime";
import { openShop } from "#testing/crashes/order-flows";
import { matchNow, reconcileNow } from "#testing/world/turns";

export const refundingParts = flow({
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
  run: ({ key, tag, sessionId, amounts }, client) =>
    inTurn(
      ...amounts.map((amount, at) => () => {
        const part = amount === null ? {} : { amount_usd_cents: amount };
        const body = { reason: "Ordered twice", ...part };
        return client.post(`refund ${at}`, `/checkout/sessions/${sessionId}/refunds`, {
          ...{ key, tag, body },
        });
      }),
      reconcileNow,
    ),
  async judge({ sessionId, amounts, isFulfilled }, client) {
    const { payment, orders, refunds, provider, mails } = await booksOf(sessionId);
    const price = Number(payment?.amount);
    const isWhole = amounts.includes(null);
    const amount = isWhole ? price : amounts.reduce<number>((sum, one) => sum + (one ?? 0), 0);
    const states = [...client.acknowledged.values()].map(({ status }) => status);
    // A worker of the recovery may be faster than the repeated request.
    const isOver = isWhole && !isFulfilled && orders[0]?.state === "cancelled";
    return differences({
      "the responses": [states, amounts.map(() => 201)],
      "the money returned": [Number(provider[0]?.refunded), amount],
      "the payment's refunds": [Number(payment?.refunded), amount],
      "the refunds": [refunds.map(({ state }) => state), amounts.map(() => "succeeded")],
      "the payment's state": [payment?.state, isWhole ? "refunded" : "paid"],
      "the order's state": [orders[0]?.state, isOver ? "cancelled" : "fulfilled"],
      "the order's refunds": [Number(orders[0]?.refunded), amount],
      "the refund mails": [mails.filter(({ kind }) => kind === "refund").length, amounts.length],
    });
  },
});
