import { beforeAll, expect, it } from "vitest";
import { formatTonnes } from "#core/mass";
import { formatMoney } from "#core/money";
import { call } from "#testing/api";
import { makePerson } from "#testing/people";
import { trpcContextOf } from "#testing/procedures";
import {
  API_PRICE,
  CHECKOUT_PRICE,
  makeSalesMonth,
  REFUNDED,
  own as sold,
} from "#testing/sales-month";
import { createCallerFactory } from "#trpc/procedures";
import { statementsRouter } from "./procedures";

const month = new Date().toISOString().slice(0, 7);

let key: string;
let oslo: string;
const makeCaller = createCallerFactory(statementsRouter);
let caller: ReturnType<typeof makeCaller>;

beforeAll(async () => {
  const { holder, subaccountId } = await makeSalesMonth();
  key = holder.token;
  oslo = subaccountId;
  const member = await makePerson({ accountId: holder.live.id, role: "viewer" });
  const ctx = await trpcContextOf(member, { slug: holder.live.slug });
  caller = makeCaller(ctx);
});

it("the page shows the figures, and never a sum of cost and customers' payments", async () => {
  const view = await caller.get({});
  const money = (amount: number) => formatMoney({ minor: amount, currency: "usd" }, "en-US");
  const figures = new Map(view.figures.map(({ title, kg, price }) => [title, [kg, price]]));
  expect(figures.get("Sold: API orders")).toEqual([formatTonnes(200), money(sold.apiPrice)]);
  expect(figures.get("Sold: checkout orders")).toEqual([
    formatTonnes(90),
    money(sold.checkoutPrice),
  ]);
  const paid = new Map(view.money.map(({ title, amount }) => [title, amount]));
  expect(paid.get("Customers paid")).toBe(money(sold.net));
  const text = JSON.stringify(view);
  for (const wrong of [sold.apiPrice + sold.checkoutPrice, sold.apiPrice + sold.net]) {
    expect(text).not.toContain(money(wrong));
  }
});

it("a subaccount's statement has its part, and the parts sum to the whole", async () => {
  const path = `/statements/${month}?subaccount_id=${oslo}`;
  const { json: part } = await call("GET", path, { key });
  expect(part.sold.api).toEqual({
    orders: 1,
    amount_kg: 100,
    price: 100 * API_PRICE,
    price_usd_cents: 100 * API_PRICE,
  });
  expect(part.sold.checkout.amount_kg).toBe(50);
  expect(part.customers_paid.paid_usd_cents).toBe(50 * CHECKOUT_PRICE);
  expect(part.customers_paid.refunded_usd_cents).toBe(REFUNDED);
  const { sections } = await caller.get({});
  expect(sections.map(({ name, kg }) => [name, kg])).toEqual([
    ["Without a subaccount", formatTonnes(140)],
    ["Oslo", formatTonnes(150)],
  ]);
});
