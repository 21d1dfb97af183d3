// Months of checkout sales under several tax rules, with refunds in parts before and after
// fulfillment and across months: lines, totals, CSV and journal have the same tax, to the cent.
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { payCheckoutSession } from "#domain/checkout";
import { monthOf, readMonth } from "#domain/figures";
import { replaceTaxRules } from "#domain/tax";
import { BROWSER, bookWritten, cards, openSession, pay, refund } from "#testing/checkout";
import {
  contextOf,
  makeAccount,
  makeStock,
  matchAll,
  saveSellerDetails,
  systemContext,
} from "#testing/factories";
import { makeTaxRule } from "#testing/tax-rules";
import { journalOf } from "./journal-rules";
import { toStatementLineResource } from "./line-resource";
import { listStatementLines } from "./lines";
import { linesCsv } from "./lines-csv";
import { getOperatorMonth } from "./operator-month";
import { toStatementResource } from "./resource";
import { getStatement } from "./statement";
import { toStatementView } from "./statement-view";

const thisMonth = monthOf(new Date());
const september = readMonth("2026-09") ?? thisMonth;
const months = [september, thisMonth];
const inMonths = [new Date("2026-09-30T23:59:59.999Z"), thisMonth.from];

/** Rates in basis points; null for a sale that no rule covers. */
const rates = [null, 0, 700, 1900, 2000];

interface Sale {
  kg: number;
  rate: number | null;
  paidIn: number;
  isFulfilled: boolean;
  /** Parts of the price that go back, and their month. */
  refunds: { part: number; month: number }[];
}

const sales = fc.array(
  fc.record<Sale>({
    kg: fc.integer({ min: 40, max: 900 }),
    rate: fc.constantFrom(...rates),
    paidIn: fc.nat(1),
    isFulfilled: fc.boolean(),
    refunds: fc.array(
      fc.record({ part: fc.double({ min: 0.01, max: 0.3, noNaN: true }), month: fc.nat(1) }),
      { maxLength: 3 },
    ),
  }),
  { minLength: 14, maxLength: 14 },
);

const SEED = 20_261_123;
let account: Account;

/** Tax within a gross amount, exactly and then rounded: half a cent up. */
const taxIn = (amount: number, rate: number) =>
  Number(
    (2n * BigInt(amount) * BigInt(rate) + 10_000n + BigInt(rate)) / (2n * BigInt(10_000 + rate)),
  );

const at = (month: number) => inMonths[month] ?? thisMonth.from;

/** Added up sale by sale. */
const expected = months.map(() => ({ paid: 0, paidTax: 0, refunded: 0, refundedTax: 0 }));

const priceOf = async (id: string) =>
  Number(
    (await database().prisma.payment.findFirstOrThrow({ where: { checkoutSessionId: id } })).amount,
  );

/** Stores the tax of a paid session, and its month. */
async function giveTax({ rate, paidIn }: Sale, id: string) {
  const { prisma } = database();
  const price = await priceOf(id);
  const tax = taxIn(price, rate ?? 0);
  const saleTax = {
    ...{ ruleId: `rule-${rate}`, kind: rate === 0 ? "reverse_charge" : "standard" },
    ...{ rateBasisPoints: rate, net: price - tax, tax, gross: price },
    ...{ name: { en: "VAT", de: "USt.", fr: "TVA", es: "IVA" }, legalText: null },
  };
  const data = { customerCountry: "GB", ...(rate !== null && { saleTax }) };
  await prisma.checkoutSession.updateMany({ where: { id }, data });
  const where = { checkoutSessionId: id };
  await prisma.payment.updateMany({ where, data: { paidAt: at(paidIn) } });
  const sum = expected[paidIn];
  if (!sum) throw new Error("no month");
  sum.paid += price;
  sum.paidTax += rate === null ? 0 : tax;
}

/** Refunds parts of the session's price, each in its month. */
async function giveBack({ rate, paidIn, refunds }: Sale, id: string) {
  const { prisma } = database();
  const price = await priceOf(id);
  let before = 0;
  for (const { part, month } of refunds.toSorted((a, b) => a.month - b.month)) {
    const amount = Math.max(1, Math.floor(price * part));
    const { id: refundId } = await refund(account, id, amount);
    await prisma.refund.updateMany({
      where: { id: refundId },
      data: { state: "succeeded", settledAt: at(Math.max(month, paidIn)) },
    });
    await bookWritten(refundId);
    await prisma.payment.updateMany({
      where: { checkoutSessionId: id },
      data: { refunding: 0, refunded: before + amount },
    });
    const sum = expected[Math.max(month, paidIn)];
    if (!sum) throw new Error("no month");
    sum.refunded += amount;
    sum.refundedTax += taxIn(before + amount, rate ?? 0) - taxIn(before, rate ?? 0);
    before += amount;
  }
}

beforeAll(async () => {
  account = (await makeAccount()).account;
  const { portfolioId } = await makeStock({ tonnes: 100 });
  const [generated = []] = fc.sample(sales, { seed: SEED, numRuns: 1 });
  const sessions: { id: string; sale: Sale }[] = [];
  for (const isFulfilled of [true, false]) {
    for (const sale of generated.filter((one) => one.isFulfilled === isFulfilled)) {
      const { id } = await openSession({ account, portfolioId, amountKg: sale.kg });
      await pay(id);
      await giveTax(sale, id);
      sessions.push({ id, sale });
    }
    if (isFulfilled) await matchAll();
  }
  for (const { id, sale } of sessions) await giveBack(sale, id);
});

type Line = ReturnType<typeof toStatementLineResource>;
const sum = (lines: readonly Line[], kind: Line["kind"], key: "amount" | "tax") =>
  lines.filter((line) => line.kind === kind).reduce((total, line) => total + (line[key] ?? 0), 0);

describe.each([0, 1])("month %i of generated sales", (index) => {
  const month = months[index] ?? thisMonth;
  const input = { month: month.key };

  it("has in its lines the tax of each sale and refund", async () => {
    const page = await listStatementLines(contextOf(account), { month, limit: 500 });
    const lines = page.data.map(toStatementLineResource);
    expect({
      paid: sum(lines, "payment", "amount"),
      paidTax: sum(lines, "payment", "tax"),
      refunded: sum(lines, "refund", "amount"),
      refundedTax: sum(lines, "refund", "tax"),
    }).toEqual(expected[index]);
    const { head, rows } = linesCsv(page);
    const column = (name: string) =>
      rows.reduce((total, row) => total + Math.round(Number(row[head.indexOf(name)]) * 100), 0);
    expect(column("customers_paid_tax")).toBe(expected[index]?.paidTax);
    expect(column("refunded_tax")).toBe(expected[index]?.refundedTax);
  });

  it("has the same sums in its total, by rule, on the page and in the journal", async () => {
    const statement = await getStatement(contextOf(account), input);
    const { customers_paid: paid } = toStatementResource(statement);
    const own = expected[index] ?? { paid: 0, paidTax: 0, refunded: 0, refundedTax: 0 };
    const due = own.paidTax - own.refundedTax;
    expect(paid).toMatchObject({
      ...{ paid_usd_cents: own.paid, refunded_usd_cents: own.refunded, tax_usd_cents: due },
      net_of_tax_and_fees_usd_cents: own.paid - own.refunded - due - paid.fees,
    });
    const parts = { paid: 0, paidTax: 0, refunded: 0, refundedTax: 0 };
    for (const tax of paid.taxes) {
      parts.paid += tax.paid;
      parts.paidTax += tax.paid_tax;
      parts.refunded += tax.refunded;
      parts.refundedTax += tax.refunded_tax;
      if (tax.rate_basis_points === null) expect(tax.tax).toBe(0);
    }
    expect(parts).toEqual(own);
    expect(new Set(paid.taxes.map((tax) => tax.rate_basis_points)).size).toBe(paid.taxes.length);
    expect(toStatementView(statement).taxes).toHaveLength(paid.taxes.length);
    const read = await getOperatorMonth(systemContext(), { mode: account.mode, ...input });
    const entries = journalOf(read.month, read.accounts);
    const balance = (role: string) =>
      entries.reduce(
        (total, { debit, credit, amount }) =>
          total + (credit === role ? amount : 0) - (debit === role ? amount : 0),
        0,
      );
    expect(balance("tax_checkout")).toBe(due);
    expect(0 - balance("clearing")).toBe(own.paid - own.refunded - paid.fees);
  });
});

it("a rule that comes later adds no tax to a sale", async () => {
  const { account: seller } = await makeAccount();
  await saveSellerDetails(seller, { country_code: "DE" });
  const { id } = await openSession({ account: seller });
  await payCheckoutSession(systemContext(), {
    database: database(),
    sessionId: id,
    customer: {
      ...{ email: "ada@example.com", beneficiary: null, language: "de", browserHash: BROWSER },
      buyer: { country: "DE", isBusiness: false, company: null, consent: null },
    },
    source: { type: "card", number: cards.good, expiryMonth: 12, expiryYear: 2040, cvc: "123" },
  });
  const rules = [makeTaxRule()];
  await database().transaction((db) => replaceTaxRules({ ...systemContext(), db }, { rules }));
  const input = { month: thisMonth, limit: 100 };
  const { data } = await listStatementLines(contextOf(seller), input);
  const lines = data.map(toStatementLineResource);
  expect(lines.find(({ kind }) => kind === "payment")).toMatchObject({ tax_usd_cents: null });
});
