// A month of accounts in three currencies, one of them settled by its provider in another.
import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { settlePayment } from "#checkout/payments/payment";
import { findPayment } from "#checkout/payments/store";
import { csvLine } from "#core/csv";
import { database } from "#core/db";
import { formatMoney } from "#core/money";
import { monthOf } from "#domain/figures";
import { call } from "#testing/api";
import { REFUNDED, type Settle, sellInCurrencies, settled, soldKg } from "#testing/currencies";
import { contextOf, systemContext } from "#testing/factories";
import { makePerson } from "#testing/people";
import { dashboardOf, trpcContextOf } from "#testing/procedures";
import { createCallerFactory, router } from "#trpc/procedures";
import { journalOf } from "./journal-rules";
import { getOperatorMonth } from "./operator-month";
import { exportJournal, exportMonth } from "./operator-procedures";
import { getStatement } from "./statement";
import { toStatementView } from "./statement-view";

const settle: Settle = (ctx, status) =>
  database().transaction(async (db) => {
    const where = { accountId: ctx.account.id };
    const { id } = await db.prisma.checkoutSession.findFirstOrThrow({ where });
    const payment = await findPayment(db, ctx.account.id, id);
    if (!payment) throw new Error("the session has no payment");
    return settlePayment({ ...ctx, db }, { payment, status });
  });

type World = Awaited<ReturnType<typeof sellInCurrencies>>;
type Row = Record<string, string>;

const month = monthOf(new Date());
let world: World;
let operator: { email: string };

beforeAll(async () => {
  world = await sellInCurrencies(settle);
  operator = await makePerson({ isOperator: true });
});

const asOperator = () => dashboardOf(operator, { slug: "" });

const exportsCaller = createCallerFactory(router({ journal: exportJournal, month: exportMonth }));

async function rowsOf(name: "journal" | "month"): Promise<Row[]> {
  const caller = exportsCaller(await trpcContextOf(operator, { slug: "" }));
  const { head, rows } = await caller[name]({});
  return parse([head, ...rows].map(csvLine).join(""), { columns: true });
}

describe("the operator's month", () => {
  it("has one sum for each currency, in the order of the table", async () => {
    const { totals } = await (await asOperator()).operatorMonths.get({});
    expect(totals.map(({ currency }) => currency)).toEqual(["usd", "eur", "jpy"]);
    for (const { currency, ordered, sold, paid } of totals) {
      const seller = world[currency as keyof typeof soldKg];
      const own = { kg: soldKg[currency as keyof typeof soldKg] };
      expect(ordered.api).toMatchObject({ ...own, price: seller.apiPrice });
      expect(sold.api).toMatchObject({ ...own, price: seller.apiPrice });
      expect(sold.checkout).toMatchObject({ ...own, price: seller.checkoutPrice });
      expect(paid.paid).toBe(seller.checkoutPrice);
      expect(paid.refunded).toBe(currency === "usd" ? 0 : REFUNDED);
    }
  });

  it("as CSV has a row for each account and currency, in major and minor units", async () => {
    const rows = await rowsOf("month");
    const rowOf = (key: keyof typeof soldKg, currency = key.toUpperCase()) =>
      rows.find(
        (row) => row["account_id"] === world[key].account.id && row["currency"] === currency,
      );
    const { eur, jpy } = world;
    expect(rowOf("eur")).toMatchObject({
      ...{ api_sold: (eur.apiPrice / 100).toFixed(2), api_sold_minor_units: `${eur.apiPrice}` },
      ...{ refunded: "0.07", refunded_minor_units: "7", fees: "0.00", sold_kg: "400" },
    });
    // The provider kept its fee in the currency of the settlement.
    expect(rowOf("eur", "USD")).toMatchObject({ sold_kg: "0", api_sold: "0.00", fees: "0.11" });
    expect(rowOf("jpy")).toMatchObject({
      ...{ api_sold: `${jpy.apiPrice}`, api_sold_minor_units: `${jpy.apiPrice}`, refunded: "7" },
    });
  });

  it("has a margin only where lots cost the currency of their sale, and else both side by side", async () => {
    const where = { id: { in: world.lotIds } };
    const data = { costPerTonne: 1000, costCurrency: "eur" };
    await database().prisma.creditLot.updateMany({ where, data });
    const { totals } = await (await asOperator()).operatorMonths.get({});
    const costs = totals.map(({ currency, cost, otherCostKg, margin }) => [
      ...[currency, cost, otherCostKg, margin],
    ]);
    const kg = 2 * (soldKg.usd + soldKg.eur + soldKg.jpy);
    expect(costs).toEqual([
      ["usd", 0, 2 * soldKg.usd, null],
      ["eur", kg, kg - 2 * soldKg.eur, null],
      ["jpy", 0, 2 * soldKg.jpy, null],
    ]);
    const { accounts } = await (await asOperator()).operatorMonths.get({});
    const own = accounts.find(
      (row) => row.accountId === world.eur.account.id && row.currency === "eur",
    );
    const revenue = world.eur.apiPrice + world.eur.checkoutPrice;
    expect(own?.margin).toBe(revenue - 2 * soldKg.eur);
  });
});

describe("the journal", () => {
  it("balances in each currency, with settlement differences on an account of their own", async () => {
    const { accounts } = await getOperatorMonth(systemContext(), {
      mode: "test",
      month: month.key,
    });
    const own = accounts.filter(({ accountId }) => accountId === world.eur.account.id);
    const entries = journalOf(month, own);
    const balance = (role: string, currency: string) =>
      entries
        .filter((entry) => entry.currency === currency)
        .reduce(
          (sum, { debit, credit, amount }) =>
            sum + (debit === role ? amount : 0) - (credit === role ? amount : 0),
          0,
        );
    const { checkoutPrice } = world.eur;
    // No euros are left at the provider: it holds US dollars.
    expect(balance("clearing", "eur")).toBe(0);
    expect(balance("settlement_differences", "eur")).toBe(checkoutPrice - REFUNDED);
    expect(balance("clearing", "usd")).toBe(settled.net);
    expect(balance("settlement_differences", "usd")).toBe(-settled.net - settled.fee);
    expect(balance("fees", "usd")).toBe(settled.fee);
    expect(balance("revenue_checkout", "eur")).toBe(-checkoutPrice);
  });

  it("as CSV sums to the same debits and credits in each currency", async () => {
    const rows = await rowsOf("journal");
    const byCurrency = Map.groupBy(rows, (row) => row["currency"]);
    expect(new Set(byCurrency.keys())).toEqual(new Set(["USD", "EUR", "JPY"]));
    const sum = (own: Row[], side: string) =>
      own.reduce((total, row) => total + Number(row[`${side}_minor_units`]), 0);
    for (const own of byCurrency.values()) expect(sum(own, "debit")).toBe(sum(own, "credit"));
    const entries = Map.groupBy(rows, (row) => row["entry"]);
    for (const sides of entries.values()) {
      expect(new Set(sides.map((row) => row["currency"])).size).toBe(1);
    }
    const yen = byCurrency.get("JPY")?.find((row) => row["account_role"] === "revenue_api");
    expect([yen?.["credit"], yen?.["credit_minor_units"]]).toEqual([
      `${world.jpy.apiPrice}`,
      `${world.jpy.apiPrice}`,
    ]);
  });
});

describe("the statement of an account in euros", () => {
  const get = async (accept?: string, path = "") => {
    const headers = accept === undefined ? {} : { accept };
    const { token: key } = world.eur;
    return call("GET", `/statements/${month.key}${path}`, { key, headers });
  };

  it("has amounts in euros, no US cents, and fees in the currency of the settlement", async () => {
    const { json } = await get();
    const { apiPrice, checkoutPrice } = world.eur;
    expect(json.currency).toBe("EUR");
    expect(json.sold.api).toMatchObject({ price: apiPrice, price_usd_cents: null });
    expect(json.customers_paid).toMatchObject({
      ...{ paid: checkoutPrice, paid_usd_cents: null, refunded: REFUNDED, fees: 0 },
      ...{ net: checkoutPrice - REFUNDED, net_usd_cents: null },
      other_fees: [{ currency: "usd", amount: settled.fee }],
    });
    for (const group of json.groups) expect(group.price_usd_cents).toBeNull();
  });

  it("names the currency of each line, in JSON and CSV", async () => {
    const { json } = await get(undefined, "/lines");
    type Line = { kind: string; currency: string; amount: number; amount_usd_cents: number | null };
    const lines = json.data as Line[];
    for (const { kind, currency, amount, amount_usd_cents: cents } of lines) {
      expect([currency, cents]).toEqual(kind === "fee" ? ["USD", amount] : ["EUR", null]);
    }
    const rows = parse((await get("text/csv")).text, { columns: true }) as Row[];
    const payment = rows.find((row) => row["kind"] === "payment");
    const { checkoutPrice } = world.eur;
    expect(payment).toMatchObject({
      ...{ currency: "EUR", customers_paid: (checkoutPrice / 100).toFixed(2) },
      amount_minor_units: `${checkoutPrice}`,
    });
    expect(rows.find((row) => row["kind"] === "fee")).toMatchObject({
      currency: "USD",
      fee: "0.11",
    });
  });

  it("is written in euros on the page", async () => {
    const ctx = contextOf(world.eur.account);
    const view = toStatementView(await getStatement(ctx, { month: month.key }));
    const euros = formatMoney({ minor: world.eur.apiPrice, currency: "eur" }, "en-US");
    expect(view.figures[0]?.price).toBe(euros);
    expect(view.money.at(-1)).toEqual({ title: "Providers’ fees in USD", amount: "$0.11" });
  });
});
