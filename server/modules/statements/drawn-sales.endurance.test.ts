// Drawn sales in six currencies agree in every book and on every page, to the minor unit.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { database } from "#core/db";
import { currencies } from "#core/money";
import { checkPayments, customerMails } from "#domain/checkout";
import { checkLedger } from "#domain/diagnostics";
import { monthOf } from "#domain/figures";
import { publicPages } from "#public-pages";
import { Site } from "#site/site";
import { call } from "#testing/api";
import { readPdf, unspaced } from "#testing/certificates";
import {
  added,
  codes,
  drawSales,
  type ExpectedSale,
  openShops,
  playSales,
  type Seller,
  type Sold,
  sold,
} from "#testing/drawn-sales";
import { contextOf, systemContext } from "#testing/factories";
import type { FakeStripe } from "#testing/fake-stripe/server";
import { noAssets } from "#testing/no-assets";
import { enduranceSeed } from "#testing/seed";
import { withFakeStripe } from "#testing/stripe";
import { journalLines } from "./journal-lines";
import { journalOf } from "./journal-rules";
import { listStatementLines } from "./lines";
import { linesCsv } from "./lines-csv";
import { getOperatorMonth } from "./operator-month";
import { renderStatementPdf } from "./render-statement-pdf";
import { getStatement } from "./statement";

/** Sales of the sample; 10,000 with `CT_SALES=10000`. */
const SALES = Number(process.env["CT_SALES"] ?? 160);
/** The step from one sale to the next of which pages and mails are read, too. */
const READ_EVERY = Math.max(4, Math.floor(SALES / 100));
const month = monthOf(new Date());

let fake: FakeStripe;
let shops: Record<Sold, Seller>;
let sales: ExpectedSale[];
withFakeStripe((started) => {
  fake = started;
  fake.books.booking = "at_once";
});
beforeAll(async () => {
  Object.assign(currencies, added);
  shops = await openShops(SALES * 4);
  sales = await playSales(drawSales(SALES, enduranceSeed()), { fake, shops });
}, 3_600_000);

afterAll(() => {
  for (const code of Object.keys(added)) delete currencies[code];
});

const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0);
const refundedOf = ({ refunds }: ExpectedSale) => sum(refunds.map(({ amount }) => amount));
const salesIn = (currency: Sold) => sales.filter((sale) => sale.currency === currency);
const paidIn = (currency: Sold) => salesIn(currency).filter(({ sessionId }) => sessionId !== null);

/** As a reader of English reads it, by the currency's own decimals. */
function written(minor: number, currency: Sold): string {
  const { digits } = sold[currency];
  const style = { style: "currency", currency, minimumFractionDigits: digits } as const;
  return new Intl.NumberFormat("en", style).format(minor / 10 ** digits);
}

async function listAll(key: string, path: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  let after = "";
  for (;;) {
    const { json } = await call("GET", `${path}?limit=100${after}`, { key });
    rows.push(...json.data);
    if (!json.has_more) return rows;
    after = `&starting_after=${json.data.at(-1).id}`;
  }
}

function totalsOf(currency: Sold) {
  const drawn = salesIn(currency);
  const lost = sum(drawn.map((sale) => sale.lost));
  return {
    priceOf: (channel: ExpectedSale["channel"]) =>
      sum(drawn.filter((sale) => sale.channel === channel).map(({ price }) => price)),
    lost,
    refunded: sum(drawn.map(refundedOf)) + lost,
  };
}

describe.each(codes)("all sales in %s", (currency) => {
  test("are the same as JSON, and no other account's", async () => {
    const { token } = shops[currency];
    const orders = await listAll(token, "/orders");
    const expected = salesIn(currency).map((sale) => [
      ...[sale.orderId, currency, sale.kg, sale.price, refundedOf(sale)],
      currency === "usd" ? sale.price : null,
    ]);
    const facts = orders.map((row) => [
      ...[row["id"], row["currency"], row["amount_kg"], row["price"], row["refunded"]],
      row["price_usd_cents"],
    ]);
    expect(facts.sort()).toEqual(expected.sort());
    const sessions = await listAll(token, "/checkout/sessions");
    expect(sessions.map((row) => [row["id"], row["currency"], row["price"]]).sort()).toEqual(
      paidIn(currency)
        .map((sale) => [sale.sessionId, currency, sale.price])
        .sort(),
    );
    for (const { sessionId, refunds } of paidIn(currency)) {
      if (refunds.length === 0) continue;
      const { json } = await call("GET", `/checkout/sessions/${sessionId}/refunds`, { key: token });
      const facts = json.data.map((row: Record<string, unknown>) => [
        ...[row["id"], row["amount"], row["currency"], row["state"]],
      ]);
      expect(facts.sort()).toEqual(
        refunds.map(({ id, amount }) => [id, amount, currency, "succeeded"]).sort(),
      );
    }
  });

  test("are the same in the statement, and in its lines as CSV", async () => {
    const ctx = contextOf(shops[currency].account);
    const { priceOf, lost, refunded } = totalsOf(currency);
    const { json } = await call("GET", `/statements/${month.key}`, { key: shops[currency].token });
    expect(json).toMatchObject({
      currency: currency.toUpperCase(),
      sold: { api: { price: priceOf("api") }, checkout: { price: priceOf("checkout") } },
      customers_paid: { paid: priceOf("checkout"), refunded, lost_disputes: lost },
    });

    const cells: Record<string, string>[] = [];
    for (let after: string | undefined, hasMore = true; hasMore; ) {
      const query = { month, limit: 500, ...(after !== undefined && { starting_after: after }) };
      const page = await listStatementLines(ctx, query);
      const { head, rows } = linesCsv(page);
      const names = head.map(String);
      cells.push(
        ...rows.map((row) =>
          Object.fromEntries(row.map((cell, at) => [names[at], `${cell ?? ""}`])),
        ),
      );
      after = page.data.at(-1)?.id;
      hasMore = page.hasMore;
    }
    expect(
      new Set(cells.filter(({ kind }) => kind !== "fee").map((row) => row["currency"])),
    ).toEqual(new Set([currency.toUpperCase()]));
    const ofKind = (kind: string, channel?: string) =>
      cells.filter((row) => row["kind"] === kind && (!channel || row["channel"] === channel));
    const minor = (rows: Record<string, string>[]) =>
      sum(rows.map((row) => Number(row["amount_minor_units"])));
    expect([
      minor(ofKind("sale", "api")),
      minor(ofKind("sale", "checkout")),
      minor(ofKind("payment")),
      minor(ofKind("refund")),
    ]).toEqual([priceOf("api"), priceOf("checkout"), priceOf("checkout"), refunded]);
  });

  test("are the same in the statement's PDF, and in the journal", async () => {
    const ctx = contextOf(shops[currency].account);
    const { priceOf, lost, refunded } = totalsOf(currency);
    const statement = await getStatement(ctx, { month: month.key });
    const { text } = await readPdf(await renderStatementPdf(ctx, statement));
    for (const amount of [priceOf("api"), priceOf("checkout"), refunded - lost, lost])
      expect(text).toContain(unspaced(written(amount, currency)));

    const { accounts } = await getOperatorMonth(ctx, { mode: "test", month: month.key });
    const entries = accounts.filter(({ accountId }) => accountId === ctx.account.id);
    const lines = journalLines(journalOf(month, entries)).filter(
      ({ entry }) => entry.currency === currency,
    );
    const balance = (role: string) =>
      sum(
        lines
          .filter((line) => line.role === role)
          .map(({ debitAmount, creditAmount }) => (creditAmount ?? 0) - (debitAmount ?? 0)),
      );
    const converted = Math.abs(balance("settlement_differences"));
    expect(converted > 0).toBe(currency === "gbp");
    expect(balance("revenue_api")).toBe(priceOf("api"));
    expect(balance("revenue_checkout")).toBe(priceOf("checkout"));
    expect(balance("refunds")).toBe(0 - refunded);
    const all = lines.map(
      ({ debitAmount, creditAmount }) => (creditAmount ?? 0) - (debitAmount ?? 0),
    );
    expect(sum(all)).toBe(0);
  });

  test("are the same in the provider's books, with fee and net in its own currency", async () => {
    let charges = 0;
    for (const { sessionId, price, refunds } of paidIn(currency)) {
      if (sessionId === null) continue;
      const [charge] = fake.books.of(sessionId);
      const where = { checkoutSessionId: sessionId };
      const payment = await database().prisma.payment.findFirstOrThrow({ where });
      expect(Number(payment.amount)).toBe(price);
      if (!charge) continue;
      charges += 1;
      const { atStripe, step } = sold[currency];
      expect([charge.amount, charge.currency]).toEqual([price * atStripe, currency]);
      const refunded = fake.books.refunds.filter((each) => each.payment === charge.id);
      expect(refunded.map((each) => each.amount).sort()).toEqual(
        refunds.map(({ amount }) => amount * atStripe).sort(),
      );
      const [rate, settled] = currency === "gbp" ? [1.25, "eur"] : [1, currency];
      // Stripe pays out whole krónur and tens of fils.
      const unit = currency === "isk" ? 100 : step;
      const whole = (amount: number) => Math.round(amount / unit) * unit;
      const fee = whole(whole(charge.amount * rate) * 0.029 + 30) / atStripe;
      expect([Number(payment.fee), payment.settlementCurrency]).toEqual([fee, settled]);
    }
    // A third of the customers pays at the test provider.
    expect(charges).toBeGreaterThan(paidIn(currency).length / 2);
  });

  test("are the same on checkout pages and in mails", async () => {
    const site = new Site(publicPages, async () => noAssets);
    const paid = paidIn(currency);
    for (let at = 0; at < paid.length; at += READ_EVERY) {
      const { sessionId, price, refunds } = paid[at] as ExpectedSale;
      const match = await site.find({ url: `/checkout/${sessionId}`, header: () => null });
      const { body = "" } = (await match?.respond()) ?? {};
      expect(String(body)).toContain(written(price, currency));
      const mailOf = async (name: string, refundId?: string) => {
        const params = { checkoutSessionId: sessionId ?? "", ...(refundId && { refundId }) };
        const template = customerMails.find((one) => one.name === name);
        const mail = await template?.prepare(systemContext(), { params, createdAt: new Date() });
        return mail?.state === "ready" ? mail.content.text : "";
      };
      expect(await mailOf("receipt")).toContain(written(price, currency));
      for (const { id, amount } of refunds)
        expect(await mailOf("refund", id)).toContain(written(amount, currency));
    }
  });
});

test("the books of payments and credits are clean", async () => {
  expect((await checkPayments(systemContext())).faults).toEqual([]);
  expect(await checkLedger(systemContext())).toEqual([]);
});
