// Sales in currencies with zero, two and three decimals, to the minor unit in the provider's books.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { type Currency, currencies, formatMoney } from "#core/money";
import { checkPayments } from "#domain/checkout";
import {
  booksOf,
  cards,
  disputeStateOf,
  letTimePass,
  openSession,
  pageOf,
  passDispute,
  pay,
  refund,
} from "#testing/checkout";
import { makeAccount, makeStock, systemContext } from "#testing/factories";
import type { FakeStripe } from "#testing/fake-stripe/server";
import { payByToken, withFakeStripe } from "#testing/stripe";
import { setBankAccount, transfer } from "#testing/transfers";

let fake: FakeStripe;
withFakeStripe((started) => {
  fake = started;
  fake.books.booking = "at_once";
});
beforeAll(() => {
  currencies["isk"] = { digits: 0, providerDigits: 2, step: 1, smallestCharge: 50 };
  currencies["kwd"] = { digits: 3, providerDigits: 3, step: 10, smallestCharge: 200 };
});
afterAll(() => {
  delete currencies["isk"];
  delete currencies["kwd"];
});

/** One minor unit, in Stripe's units. */
const atStripe: Record<Currency, number> = { usd: 1, eur: 1, jpy: 1, isk: 100, kwd: 1 };
const codes = Object.keys(atStripe);

interface Sale {
  amountKg?: number;
  perTonne?: number;
  provider?: "test" | "stripe";
}

/** A session of an account in the currency: 100 kg for 5,000 minor units, if not otherwise given. */
async function open(currency: Currency, { amountKg = 100, perTonne = 50_000, ...options }: Sale) {
  const { account } = await makeAccount("write", "test", currency);
  const { portfolioId } = await makeStock();
  await database().prisma.accountPrice.create({
    data: {
      ...{ accountId: account.id, mode: account.mode, portfolioId, currency },
      ...{ checkoutPricePerTonne: perTonne, changedAt: new Date() },
    },
  });
  return openSession({ account, portfolioId, amountKg, ...options });
}

async function faults() {
  return (await checkPayments(systemContext())).faults;
}

describe.each(codes)("a sale in %s through Stripe", (currency) => {
  it("is charged, refunded in part and disputed beyond its amount, to the minor unit", async () => {
    const unit = atStripe[currency] ?? 0;
    fake.books.settlement = { currency: "eur", rate: currency === "eur" ? 1 : 0.5 };
    const { id, account } = await open(currency, {});
    await payByToken(id, "ok");
    const [atFake] = fake.books.of(id);
    expect(atFake).toMatchObject({ amount: 5000 * unit, currency });
    // The provider reports fee and net in the currency of the settlement.
    const settled = currency === "eur" ? 5000 : 2500 * unit;
    const fee = Math.round(settled * 0.029 + 30);
    expect((await booksOf(id)).payment).toMatchObject({
      ...{ state: "paid", amount: 5000n, currency, settlementCurrency: "eur" },
      ...{ fee: BigInt(fee), net: BigInt(settled - fee) },
    });
    await refund(account, id, 1230);
    await letTimePass(id);
    expect((await booksOf(id)).payment).toMatchObject({ state: "paid", refunded: 1230n });
    expect(fake.refunds.at(-1)).toMatchObject({ amount: 1230 * unit, currency });
    expect(await faults()).toEqual([]);
    fake.books.dispute(atFake?.id ?? "", {
      ...{ status: "lost", amount: 6000 * unit, movedAmount: -6000 * unit },
    });
    const where = { checkoutSessionId: id };
    await database().prisma.payment.updateMany({ where, data: { nextPollAt: new Date(0) } });
    await letTimePass(id);
    const { payment } = await booksOf(id);
    expect(payment).toMatchObject({ state: "charged_back", amount: 5000n, refunded: 1230n });
    const ofPayment = { where: { paymentId: payment?.id ?? "" } };
    const disputes = await database().prisma.paymentDispute.findMany(ofPayment);
    expect(disputes).toMatchObject([{ state: "lost", amount: 6000n, currency }]);
    const moved = await database().prisma.paymentMovement.findMany(ofPayment);
    const movements = moved.map((row) => [row.kind, Number(row.amount), row.currency]);
    expect(movements.sort()).toEqual([
      ["fee", fee, "eur"],
      ["refund", 1230, currency],
      ["refund", 6000, currency],
    ]);
    await expect(refund(account, id)).rejects.toMatchObject({ code: "conflict" });
    expect(await pageOf(id)).toMatchObject({ dispute: "returned", currency });
    expect(await faults()).toEqual([]);
  });
});

describe.each(codes)("a sale in %s through the test provider", (currency) => {
  it("is charged, refunded in part, and disputed for more than is left", async () => {
    const { id, account } = await open(currency, { provider: "test" });
    await pay(id, cards.lostDispute);
    await refund(account, id, 1230);
    await letTimePass(id);
    const { provider, payment } = await booksOf(id);
    expect(provider).toMatchObject([{ amount: 5000n, refunded: 1230n, currency }]);
    expect(payment).toMatchObject({ refunded: 1230n, settlementCurrency: currency });
    await passDispute(id, "closed");
    const { payment: state, disputes } = await disputeStateOf(id);
    expect([state, disputes]).toEqual(["charged_back", [["lost", "dispute"]]]);
    expect(await faults()).toEqual([]);
  });
});

it("a refund between two steps of the currency is refused", async () => {
  const { id, account } = await open("kwd", {});
  await payByToken(id, "ok");
  await expect(refund(account, id, 1235)).rejects.toMatchObject({
    errors: { amount: ["must be a multiple of 10"] },
  });
});

describe.each(codes)("the smallest sale in %s", (currency) => {
  const rules = () => ({ step: 1, smallestCharge: 0, ...currencies[currency] });

  it("is the smallest charge of the provider that takes cards", async () => {
    const { step, smallestCharge } = rules();
    // A kilogram costs one step.
    const sale = { perTonne: 1000 * step };
    const leastKg = smallestCharge / step;
    const { id } = await open(currency, { ...sale, amountKg: leastKg });
    await payByToken(id, "ok");
    expect((await booksOf(id)).payment?.amount).toBe(BigInt(smallestCharge));
    const least = formatMoney({ minor: smallestCharge, currency }, "en");
    await expect(open(currency, { ...sale, amountKg: leastKg - 1 })).rejects.toMatchObject({
      errors: { amount_kg: [expect.stringContaining(`the minimum is ${least}: ${leastKg} kg`)] },
    });
  });

  it("is one step by bank transfer, but in US dollars 50 cents, as the contract says", async () => {
    setBankAccount(true);
    const { step, smallestCharge } = rules();
    const least = currency === "usd" ? smallestCharge : step;
    const sale = { perTonne: 1000 * least, amountKg: 1 };
    const { id } = await open(currency, sale);
    const forms = (await pageOf(id)).forms.map(({ provider }) => provider);
    expect(forms).toEqual(currency === "usd" ? ["stripe", "transfer"] : ["transfer"]);
    await transfer(id);
    expect((await booksOf(id)).payment).toMatchObject({
      state: "processing",
      amount: BigInt(least),
    });
    setBankAccount(false);
  });
});
