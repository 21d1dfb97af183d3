import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { createSubaccount } from "#domain/catalogue";
import { call } from "#testing/api";
import { openSession, pay } from "#testing/checkout";
import { giveStatus, REFERENCE } from "#testing/evidence";
import { contextOf, makeAccount, makeStock, matchAll } from "#testing/factories";
import { fulfillAt } from "#testing/fulfillment-time";
import { placeOrder } from "#testing/place-order";
import type { StatementLineResource } from "./line-resource";

type Line = StatementLineResource;

const month = new Date().toISOString().slice(0, 7);
let holder: Awaited<ReturnType<typeof makeAccount>>;
let shopId: string;
let bought: { id: string };
let portfolioId: string;

const get = (path: string, accept = "application/json") =>
  call("GET", `/statements/${path}`, { key: holder.token, headers: { accept } });

async function allLines(limit: number, of = month): Promise<Line[]> {
  const lines: Line[] = [];
  for (let after = ""; ; ) {
    const { json } = await get(`${of}/lines?limit=${limit}${after}`);
    lines.push(...json.data);
    if (!json.has_more) return lines;
    after = `&starting_after=${json.data.at(-1).id}`;
  }
}

const sumOf = (lines: readonly Line[], kind: Line["kind"], channel: Line["channel"] = null) =>
  lines
    .filter((line) => line.kind === kind && line.channel === channel)
    .reduce((sum, line) => sum + line.amount, 0);

beforeAll(async () => {
  holder = await makeAccount();
  const ctx = contextOf(holder.account);
  // Thirds of an odd price: each order's lines must still sum to it.
  const stock = await makeStock({ projects: ["a", "b", "c"], apiPrice: 3 });
  portfolioId = stock.portfolioId;
  ({ id: shopId } = await database().transaction((db) =>
    createSubaccount({ ...ctx, db }, { name: '=Oslo, "north"', logoFileKey: null }),
  ));
  const place = (kg: number, subaccountId: string | null, metadata: string | null = null) =>
    placeOrder(ctx, { amount_kg: kg, portfolio_id: portfolioId, subaccountId, metadata });
  bought = await place(100, shopId, "invoice 4711");
  await place(7, null);
  const former = await place(11, null);
  const { id } = await openSession({ account: holder.account, portfolioId, amountKg: 20 });
  await pay(id);
  await matchAll();
  await fulfillAt("2026-09-30T23:59:59.999Z", [former.id]);
  await giveStatus(bought.id, { status: "retired" });
  // Another account's month.
  const other = await makeAccount();
  await placeOrder(contextOf(other.account), {
    amount_kg: 5,
    portfolio_id: portfolioId,
    subaccountId: null,
  });
  await matchAll();
});

describe("a month's statement", () => {
  it("has the figures of the account, with cost and customers' payments apart", async () => {
    const { json } = await get(month);
    expect(json).toMatchObject({ month, is_complete: false, currency: "USD" });
    expect(json.sold).toEqual({
      api: { orders: 2, amount_kg: 107, price: 321, price_usd_cents: 321 },
      checkout: { orders: 1, amount_kg: 20, price: 80, price_usd_cents: 80 },
    });
    expect(json.customers_paid).toMatchObject({
      payments: 1,
      paid_usd_cents: 80,
      net_usd_cents: 80,
    });
    expect(json.registry_retired_kg).toBe(100);
    expect((await get("2026-09")).json).toMatchObject({
      is_complete: true,
      sold: { api: { orders: 1, amount_kg: 11, price_usd_cents: 33 } },
    });
  });

  it("groups add up to what was sold, by channel", async () => {
    const { json } = await get(month);
    for (const channel of ["api", "checkout"] as const) {
      const own = json.groups.filter((group: Line) => group.channel === channel);
      const sum = (key: string) =>
        own.reduce((total: number, group: Record<string, number>) => total + (group[key] ?? 0), 0);
      expect(sum("amount_kg")).toBe(json.sold[channel].amount_kg);
      expect(sum("price_usd_cents")).toBe(json.sold[channel].price_usd_cents);
    }
    const names = json.groups.map((group: Line) => group.subaccount_name);
    expect(new Set(names)).toEqual(new Set([null, '=Oslo, "north"']));
  });

  it("lines are the same in pages of any size, and each order's sum to its price", async () => {
    const lines = await allLines(100);
    expect(await allLines(1)).toEqual(lines);
    expect(await allLines(3)).toEqual(lines);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
    const { json } = await get(month);
    expect(sumOf(lines, "sale", "api")).toBe(json.sold.api.price_usd_cents);
    expect(sumOf(lines, "sale", "checkout")).toBe(json.sold.checkout.price_usd_cents);
    expect(sumOf(lines, "payment")).toBe(80);
    const own = lines.filter((line) => line.order_id === bought.id);
    expect(own).toHaveLength(3);
    expect(own.reduce((sum, line) => sum + line.amount, 0)).toBe(300);
    expect(own[0]).toMatchObject({
      subaccount_id: shopId,
      metadata: "invoice 4711",
      price_per_tonne_usd_cents: 3000,
      registry_status: "retired",
      registry_reference: REFERENCE,
    });
    const sale = lines.find((line) => line.channel === "checkout");
    const payment = lines.find((line) => line.kind === "payment");
    expect(sale?.payment_reference).toBe(payment?.payment_reference);
    expect(payment?.order_id).toBe(sale?.order_id);
  });

  it("as CSV has the same lines, with a column to sum for each kind of money", async () => {
    const { text, headers } = await get(month, "text/csv");
    expect(headers.get("content-type")).toContain("text/csv");
    const rows = parse(text, { columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength((await allLines(100)).length);
    const sum = (column: string) =>
      rows.reduce((total, row) => total + Math.round(Number(row[column] ?? 0) * 100), 0);
    expect([sum("api_sold"), sum("checkout_sold")]).toEqual([321, 80]);
    expect([sum("customers_paid"), sum("refunded")]).toEqual([80, 0]);
    expect(sum("amount_kg")).toBe(127 * 100);
    // Text that a spreadsheet could run.
    expect(rows.some((row) => row["subaccount_name"] === '\'=Oslo, "north"')).toBe(true);
  });

  it("of a subaccount has its orders and payments only, in each form", async () => {
    const of = `?subaccount_id=${shopId}`;
    const { json } = await get(`${month}${of}`);
    const none = { orders: 0, amount_kg: 0, price: 0, price_usd_cents: 0 };
    const sold = { orders: 1, amount_kg: 100, price: 300, price_usd_cents: 300 };
    const name = '=Oslo, "north"';
    expect(json).toMatchObject({
      ...{ subaccount_id: shopId, subaccount_name: name, registry_retired_kg: 100 },
      ...{ ordered: { api: sold, checkout: none }, sold: { api: sold, checkout: none } },
      customers_paid: { payments: 0, net_usd_cents: 0 },
    });
    expect(new Set(json.groups.map((group: Line) => group.subaccount_id))).toEqual(
      new Set([shopId]),
    );
    const own = (await allLines(100)).filter((line) => line.subaccount_id === shopId);
    expect((await get(`${month}/lines${of}`)).json.data).toEqual(own);
    const rows = parse((await get(`${month}${of}`, "text/csv")).text, { columns: true });
    expect(rows).toHaveLength(own.length);
    const other = await makeAccount();
    for (const path of [`${month}${of}`, `${month}/lines${of}`]) {
      const { status, json: problem } = await call("GET", `/statements/${path}`, {
        key: other.token,
      });
      expect([status, Object.keys(problem.errors)]).toEqual([400, ["subaccount_id"]]);
    }
  });

  it("as PDF is a document", async () => {
    const { status, headers, text } = await get(month, "application/pdf");
    expect([status, headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(text.startsWith("%PDF-")).toBe(true);
  });

  it("is not found for a future month or another text, in each form", async () => {
    for (const path of ["2999-01", "2026-13", "2026", "x", "2999-01/lines"]) {
      expect((await get(path)).status).toBe(404);
    }
    expect((await get("2999-01", "text/csv")).status).toBe(404);
  });

  it("rejects a cursor that is no line of the account", async () => {
    const other = await makeAccount();
    const lines = await allLines(100);
    for (const line of [lines[0], lines.at(-1)]) {
      const path = `/statements/${month}/lines?starting_after=${line?.id}`;
      expect((await call("GET", path, { key: other.token })).status).toBe(400);
    }
  });
});
