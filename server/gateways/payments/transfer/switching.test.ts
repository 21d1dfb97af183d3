import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { payments } from "#gateways/payments";
import { booksOf, cards, openSession, pay } from "#testing/checkout";
import { receive, setBankAccount, statesOf, transfer } from "#testing/transfers";

beforeAll(() => setBankAccount(true));
afterAll(() => setBankAccount(false));

describe("cards and transfers for one session", () => {
  it("a declined card payment is cancelled before the transfer begins", async () => {
    const { id } = await openSession();
    await pay(id, cards.declined);
    expect(await transfer(id)).toBe("started");
    const { payment, provider } = await booksOf(id);
    expect(payment?.provider).toBe("transfer");
    expect(provider).toMatchObject([{ state: "cancelled", charges: 0 }]);
    await receive(payment?.providerPaymentId ?? "");
    expect((await statesOf(id))[1]).toBe("paid");
  });

  it("a card charged without a response replaces the transfer", async () => {
    const { id } = await openSession();
    await pay(id, cards.declined);
    const { payment } = await booksOf(id);
    const known = payment?.providerPaymentId ?? "";
    const card = { number: cards.good, expiryMonth: 1, expiryYear: 40, cvc: "1" };
    const source = { type: "card", ...card } as const;
    const calls = payments(database(), { provider: "test", mode: "test" });
    await calls.confirm(known, { key: "late", source, returnUrl: "" });
    expect(await transfer(id)).toBe("closed");
    expect(await statesOf(id)).toEqual(["complete", "paid", [["placed", false]], []]);
  });

  it("only one of both is taken at the same time", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await openSession();
      await Promise.all([pay(id), transfer(id)]);
      const { provider, orders } = await booksOf(id);
      const books = await database().prisma.transferPayment.findMany({ where: { reference: id } });
      const charged = provider.filter(({ charges }) => charges > 0).length;
      const waiting = books.filter(({ state }) => state === "waiting").length;
      expect([charged + waiting, orders.length]).toEqual([1, 1]);
    }
  });
});
