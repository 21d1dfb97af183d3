// A month with 1,500 orders over 50 subaccounts, closed as an accountant does: each document and
// file has the same sums, to the cent and the kg.
import { beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { formatTonnes } from "#core/mass";
import { formatMoney } from "#core/money";
import { getMonthFigures, monthOf } from "#domain/figures";
import { call } from "#testing/api";
import { readPdf, unspaced } from "#testing/certificates";
import { cancel, letTimePass, openSession, pay, refund } from "#testing/checkout";
import { contextOf, makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { expectTables } from "#testing/pdf-structure";
import { sumColumns } from "#testing/spreadsheet";
import { journalLines } from "./journal-lines";
import { journalOf } from "./journal-rules";
import type { StatementLineResource } from "./line-resource";
import { getOperatorMonth } from "./operator-month";
import { renderStatementPdf } from "./render-statement-pdf";
import { getStatement } from "./statement";
import { toStatementView } from "./statement-view";

const [SUBACCOUNTS, API_ORDERS, CHECKOUT_ORDERS] = [50, 1_440, 60];
const AT_ONCE = 8;
const month = monthOf(new Date());

/** Added up from the responses to each order and session, one by one. */
const expected = { apiKg: 0, apiPrice: 0, checkoutKg: 0, checkoutPrice: 0, refunded: 0 };
const bySubaccount = new Map<string | null, { kg: number; amount: number }>();

let holder: Awaited<ReturnType<typeof makeAccount>>;
const sessions: string[] = [];

const get = async (path: string, accept = "application/json") => {
  const response = await call("GET", path, { key: holder.token, headers: { accept } });
  expect(response.status).toBe(200);
  return response;
};

function count(subaccountId: string | null, kg: number, amount: number): void {
  const sum = bySubaccount.get(subaccountId) ?? { kg: 0, amount: 0 };
  bySubaccount.set(subaccountId, { kg: sum.kg + kg, amount: sum.amount + amount });
}

/** An order of some kg, or for some money, with a description that a spreadsheet could run. */
async function place(index: number, portfolioId: string, subaccountId: string | null) {
  const amount =
    index % 3 === 0
      ? { total_price_usd_cents: 101 + 7 * index }
      : { amount_kg: 1 + ((index * 37) % 900) };
  const { status, json } = await call("POST", "/orders", {
    key: holder.token,
    body: { ...amount, portfolio_id: portfolioId, description: `=1+1; "quoted", ${index}` },
    ...(subaccountId && { headers: { "x-subaccount-id": subaccountId } }),
  });
  expect(status).toBe(201);
  expected.apiKg += json.amount_kg;
  expected.apiPrice += json.price_usd_cents;
  count(subaccountId, json.amount_kg, json.price_usd_cents);
}

async function buy(index: number, portfolioId: string, subaccountId: string | null) {
  const { account } = holder;
  const { id } = await openSession({ account, portfolioId, amountKg: 11 + index, subaccountId });
  await pay(id);
  sessions.push(id);
  const { price } = await database().prisma.checkoutSession.findFirstOrThrow({
    where: { id },
  });
  expected.checkoutKg += 11 + index;
  expected.checkoutPrice += Number(price);
  count(subaccountId, 11 + index, Number(price));
}

async function inTurns(total: number, work: (index: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < total; from += AT_ONCE) {
    const size = Math.min(AT_ONCE, total - from);
    await Promise.all(Array.from({ length: size }, (_, at) => work(from + at)));
  }
}

beforeAll(async () => {
  holder = await makeAccount();
  const projects = ["a", "b", "c"];
  const stocks = [
    await makeStock({ tonnes: 900, projects, apiPrice: 7 }),
    await makeStock({ tonnes: 900, projects: ["d", "e"], apiPrice: 13 }),
  ];
  const portfolioOf = (index: number) => stocks[index % 2]?.portfolioId ?? "";
  const ids: (string | null)[] = [null];
  for (let index = 1; index <= SUBACCOUNTS; index += 1) {
    const body = { name: `Shop ${index}, "north"` };
    ids.push((await call("POST", "/subaccounts", { key: holder.token, body })).json.id);
  }
  const subaccountOf = (index: number) => ids[index % ids.length] ?? null;
  await inTurns(API_ORDERS, (index) => place(index, portfolioOf(index), subaccountOf(index)));
  await inTurns(CHECKOUT_ORDERS, (index) => buy(index, portfolioOf(index), subaccountOf(index)));
  // A customer who changes their mind before the credits are allocated, and six afterwards.
  const early = await openSession({ account: holder.account, portfolioId: portfolioOf(0) });
  await pay(early.id);
  const { price, orderId } = await database().prisma.checkoutSession.findFirstOrThrow({
    where: { id: early.id },
  });
  await cancel(holder.account, orderId ?? "");
  expected.refunded += Number(price);
  await matchAll();
  const partly = sessions.slice(0, 6);
  for (const id of partly) await refund(holder.account, id, 33);
  expected.refunded += 33 * partly.length;
  for (const id of [early.id, ...partly]) await letTimePass(id);
  await database().prisma.creditLot.updateMany({ data: { costPerTonne: 999 } });
}, 600_000);

const sum = (items: readonly number[]) => items.reduce((total, item) => total + item, 0);
const paidByCustomers = () => expected.checkoutPrice + expected.refunded - 33 * 6;

it("the API's statement and the figures are the sums of the orders", async () => {
  const { json } = await get(`/statements/${month.key}`);
  expect(json.sold).toEqual({
    api: {
      orders: API_ORDERS,
      amount_kg: expected.apiKg,
      price: expected.apiPrice,
      price_usd_cents: expected.apiPrice,
    },
    checkout: {
      orders: CHECKOUT_ORDERS,
      amount_kg: expected.checkoutKg,
      price: expected.checkoutPrice,
      price_usd_cents: expected.checkoutPrice,
    },
  });
  expect(json.customers_paid).toMatchObject({
    payments: CHECKOUT_ORDERS + 1,
    paid_usd_cents: paidByCustomers(),
    refunded_usd_cents: expected.refunded,
  });
  const { sold, paid } = await getMonthFigures(contextOf(holder.account), month);
  expect([sold.api.kg, sold.api.price]).toEqual([expected.apiKg, expected.apiPrice]);
  expect(paid.paid).toBe(paidByCustomers());
});

it("the parts of the subaccounts sum to the whole, as groups and one by one", async () => {
  const { groups } = (await get(`/statements/${month.key}`)).json;
  type Group = { subaccount_id: string | null; amount_kg: number; price_usd_cents: number };
  for (const [id, { kg, amount }] of bySubaccount) {
    const own = (groups as Group[]).filter(({ subaccount_id }) => subaccount_id === id);
    expect(sum(own.map((group) => group.amount_kg))).toBe(kg);
    expect(sum(own.map((group) => group.price_usd_cents))).toBe(amount);
  }
  expect(bySubaccount.size).toBe(SUBACCOUNTS + 1);
  const named = [...bySubaccount].filter(([id]) => id !== null);
  for (const [id, { kg, amount }] of named.slice(0, 5)) {
    const { sold } = (await get(`/statements/${month.key}?subaccount_id=${id}`)).json;
    expect(sold.api.amount_kg + sold.checkout.amount_kg).toBe(kg);
    expect(sold.api.price_usd_cents + sold.checkout.price_usd_cents).toBe(amount);
  }
});

it("the page and the PDF show them", async () => {
  const statement = await getStatement(contextOf(holder.account), { month: month.key });
  const { figures, money, sections } = toStatementView(statement);
  const dollars = (amount: number) => formatMoney({ minor: amount, currency: "usd" }, "en-US");
  expect(figures.slice(0, 2)).toEqual([
    {
      title: "Sold: API orders",
      kg: formatTonnes(expected.apiKg),
      price: dollars(expected.apiPrice),
    },
    {
      title: "Sold: checkout orders",
      kg: formatTonnes(expected.checkoutKg),
      price: dollars(expected.checkoutPrice),
    },
  ]);
  const net = paidByCustomers() - expected.refunded;
  expect(money.find(({ title }) => title === "Customers paid")?.amount).toBe(dollars(net));
  expect(sections).toHaveLength(SUBACCOUNTS + 1);
  const bytes = await renderStatementPdf(contextOf(holder.account), statement);
  await expectTables(bytes);
  const pdf = await readPdf(bytes);
  for (const { kg, price } of figures.slice(0, 2)) {
    expect(pdf.text).toContain(unspaced(kg));
    expect(pdf.text).toContain(unspaced(price ?? ""));
  }
  expect(pdf.text).toContain(unspaced(dollars(net)));
  for (const { name } of sections) expect(pdf.text).toContain(unspaced(name));
}, 180_000);

it("every line has its serial numbers, and the lines of an order sum to its price", async () => {
  const lines: StatementLineResource[] = [];
  for (let after = ""; ; ) {
    const { json } = await get(`/statements/${month.key}/lines?limit=100${after}`);
    lines.push(...json.data);
    if (!json.has_more) break;
    after = `&starting_after=${json.data.at(-1).id}`;
  }
  const sales = lines.filter(({ kind }) => kind === "sale");
  expect(sales.filter((line) => !line.serial_number_range || !line.vintage_year)).toEqual([]);
  const orders = Map.groupBy(sales, ({ order_id }) => order_id);
  expect(orders.size).toBe(API_ORDERS + CHECKOUT_ORDERS);
  const all = sum(sales.map((line) => line.amount));
  expect(all).toBe(expected.apiPrice + expected.checkoutPrice);
});

describe("a reader of the files", () => {
  it("sums the statement's columns to the figures", async () => {
    const { text } = await get(`/statements/${month.key}`, "text/csv");
    const columns = [...["api_sold", "checkout_sold", "customers_paid", "refunded", "amount_kg"]];
    expect(sumColumns({ csv: Buffer.from(text), columns })).toEqual({
      api_sold: expected.apiPrice,
      checkout_sold: expected.checkoutPrice,
      customers_paid: paidByCustomers(),
      refunded: expected.refunded,
      amount_kg: 100 * (expected.apiKg + expected.checkoutKg),
    });
  });

  it("sums the journal to the figures, debits to credits", async () => {
    const { accounts } = await getOperatorMonth(systemContext(), {
      mode: "test",
      month: month.key,
    });
    const entries = journalOf(month, accounts);
    const revenue = entries.filter(({ credit }) => credit.startsWith("revenue"));
    expect(sum(revenue.map(({ amount }) => amount))).toBe(
      expected.apiPrice + expected.checkoutPrice,
    );
    const all = sum(entries.map(({ amount }) => amount));
    const lines = journalLines(entries);
    expect(sum(lines.map(({ debitAmount }) => debitAmount ?? 0))).toBe(all);
    expect(sum(lines.map(({ creditAmount }) => creditAmount ?? 0))).toBe(all);
  });
});
