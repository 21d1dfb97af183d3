import { beforeAll, describe, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { plainAmount } from "#core/money";
import { cards, letTimePass, openSession, pay, refund } from "#testing/checkout";
import { contextOf, makeAccount, makeStock, matchAll } from "#testing/factories";
import { makePerson } from "#testing/people";
import { placeOrder } from "#testing/place-order";
import { trpcContextOf } from "#testing/procedures";
import { exportsRouter } from "./exports";
import { createCallerFactory } from "./procedures";
import { appRouter } from "./router";

let account: Account;
let stock: Awaited<ReturnType<typeof makeStock>>;
let viewer: Awaited<ReturnType<typeof trpcContextOf>>;
let operator: typeof viewer;
const as = createCallerFactory(appRouter);

// One order of 40 kg for $0.80; sessions of 100 kg: one paid and partly refunded, one paid, one
// declined, one that no one paid.
beforeAll(async () => {
  const { live, test } = await makeAccount();
  account = test;
  const { slug } = live;
  stock = await makeStock();
  viewer = await trpcContextOf(await makePerson({ accountId: live.id, role: "viewer" }), { slug });
  operator = await trpcContextOf(await makePerson({ isOperator: true }), { slug });
  const { portfolioId } = stock;
  const terms = { amount_kg: 40, portfolio_id: portfolioId, subaccountId: null };
  await placeOrder(contextOf(account), terms);
  for (const card of [cards.good, cards.good, cards.declined, null]) {
    const { id } = await openSession({ account, portfolioId });
    if (card !== null) await pay(id, card);
  }
  await matchAll();
  const [first] = await database().prisma.payment.findMany({
    where: { accountId: account.id, state: "paid" },
  });
  const refunded = first?.checkoutSessionId ?? "";
  await refund(account, refunded, 120);
  await letTimePass(refunded);
});

describe("the totals of a list", () => {
  it("of orders keep the account's cost apart from what customers pay", async () => {
    const { count, is_capped, sums } = await as(viewer).orders.totals({});
    expect([count, is_capped]).toEqual([3, false]);
    const common = { state: "fulfilled" };
    expect(sums?.sort((a, b) => a.channel.localeCompare(b.channel))).toEqual([
      { ...common, channel: "api", count: 1, amount_kg: 40, price: 80 },
      { ...common, channel: "checkout", count: 2, amount_kg: 200, price: 600 },
    ]);
  });

  it("of sessions sum up the complete ones", async () => {
    const prices = [{ currency: "usd", minor: 600 }];
    const complete = { count: 2, amount_kg: 200, prices };
    expect(await as(viewer).checkout.totals({})).toEqual({ count: 4, is_capped: false, complete });
    const open = await as(viewer).checkout.totals({ state: "open" });
    expect([open.count, open.complete?.prices]).toEqual([2, []]);
  });

  it("of payments sum up the paid ones, and fees only if each is known", async () => {
    const paid = { count: 2, sums: [{ currency: "usd", amount: 600, refunded: 120 }] };
    const totals = await as(viewer).checkout.paymentTotals({});
    expect(totals).toMatchObject({ count: 3, is_capped: false, paid });
    const { payment } = database().prisma;
    const where = { accountId: account.id, paidAt: { not: null } };
    const rows = await payment.findMany({ where });
    const fees = rows.reduce((sum, { fee }) => sum + Number(fee), 0);
    expect(fees).toBeGreaterThan(0);
    expect(totals.paid?.fees).toEqual([{ currency: "usd", minor: fees }]);
    const one = rows.find(({ refunded }) => refunded > 0n);
    await payment.updateMany({
      where: { ...where, id: one?.id ?? "" },
      data: { fee: null, settlementCurrency: null, net: null },
    });
    expect((await as(viewer).checkout.paymentTotals({})).paid?.fees).toBeNull();
    const { paid: own } = await as(operator).operatorPayments.totals({ search: one?.id ?? "" });
    expect(own).toMatchObject({ count: 1, sums: [{ amount: 300 }] });
  });

  it("of lots are issued, retired and remaining kg", async () => {
    const project = stock.file.projects[0]?.id ?? "";
    const all = { quantityKg: 100_000, retiredKg: 240, leftKg: 99_760 };
    const { operatorLots } = as(operator);
    expect(await operatorLots.totals({ project })).toEqual({
      count: 1,
      is_capped: false,
      sums: all,
    });
    expect((await operatorLots.totals({ project, stock: "stopped" })).count).toBe(0);
    expect((await operatorLots.totals({ project, vintage: 2021 })).sums?.quantityKg).toBe(0);
    const category = stock.file.project_categories[0]?.id ?? "";
    expect((await operatorLots.totals({ category, stock: "open" })).sums).toEqual(all);
  });
});

describe("the CSV of orders", () => {
  it("has fulfillment, credits and payment of each order", async () => {
    const { head, rows } = await createCallerFactory(exportsRouter)(viewer).orders({
      channel: "checkout",
    });
    const payment = await database().prisma.payment.findFirstOrThrow({
      where: { accountId: account.id, paidAt: { not: null }, fee: { not: null } },
    });
    const orders = rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at]])));
    const order = orders.find((one) => one["payment_id"] === payment.id);
    expect(order).toMatchObject({
      state: "fulfilled",
      amount_kg: 100,
      price: "3.00",
      price_minor_units: 300,
      currency: "USD",
      portfolio_name: "Portfolio",
      payment_reference: payment.providerPaymentId,
      fee: plainAmount({ minor: Number(payment.fee), currency: "usd" }),
      net: plainAmount({ minor: Number(payment.net), currency: "usd" }),
      projects: "a",
      vintages: "2022",
    });
    expect(order?.["fulfilled_on"]).toMatch(/^20/);
    expect(order?.["serial_number_ranges"]).toMatch(`TST-${stock.tag}-a-`);
    expect(orders.map((one) => one["refunded"]).sort()).toEqual(["0.00", "1.20"]);
  });
});
