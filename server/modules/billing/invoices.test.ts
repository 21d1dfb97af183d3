import { beforeAll, expect, it } from "vitest";
import { database } from "#core/db";
import { cancelOrder } from "#domain/orders";
import { endedMonth, issue, makeBilledAccount, sellOrders, setUpIssuer } from "#testing/billing";
import { type contextOf, makeStock, systemContext } from "#testing/factories";
import { getBalance, recordDeposit } from "./balances/balances";
import { checkBilling } from "./check-billing";
import { takeNextSequence } from "./document-store";
import { getInvoice, listInvoices, recordInvoicePayment } from "./invoices";
import { issueCreditNote } from "./issue-credit-note";
import { issueInvoice } from "./issue-invoice";
import { issueInvoices } from "./issue-invoices";
import { issueMonth } from "./issue-month";
import { setBillingProfile } from "./profiles";
import { getInvoicePdf } from "./stored-pdfs";

type Ctx = ReturnType<typeof contextOf>;
type Invoice = NonNullable<Awaited<ReturnType<typeof issue>>>;

let portfolioId: string;
beforeAll(async () => {
  ({ portfolioId } = await makeStock({ tonnes: 10_000 }));
  await setUpIssuer();
});

const sell = (ctx: Ctx, ...kg: number[]) => sellOrders(ctx, { portfolioId, kg });

async function issued(ctx: Ctx): Promise<Invoice> {
  const invoice = await issue(ctx);
  if (!invoice) throw new Error("nothing was issued");
  return invoice;
}

/** A day after the invoices. */
const credit = (ctx: Ctx, input: Omit<Parameters<typeof issueCreditNote>[1], "reason">) =>
  database().transaction((db) => {
    const now = new Date(endedMonth().now.getTime() + 86_400_000);
    return issueCreditNote({ ...ctx, db, now }, { reason: "Goodwill", ...input });
  });

const pay = (ctx: Ctx, invoiceId: string, amount: number, reference: string) =>
  database().transaction((db) =>
    recordInvoicePayment({ ...ctx, db }, { invoice_id: invoiceId, amount, reference }),
  );

it("a month's invoice has its fulfilled orders, their tax and a total that the ledger agrees with", async () => {
  const { ctx } = await makeBilledAccount({ profile: { country_code: "DE", language: "de" } });
  await sell(ctx, 1, 1, 1, 50);
  expect(await getBalance(ctx)).toMatchObject({ balance: -(3 + 3 + 3 + 119) });
  const { content } = await getInvoice(ctx, await issued(ctx));
  expect(content).toMatchObject({
    lines: [{ portfolio: "Portfolio", orders: 4, amount_kg: 53, net: 106 }],
    taxes: [{ rule_id: "de-domestic", name: "USt.", net: 106, tax: 20 }],
    total: 126,
    buyer: { legal_name: "Riverside Stores SARL", country_code: "DE" },
  });
  // Each order was charged with its tax rounded up: two cents too much in all.
  expect(await getBalance(ctx)).toMatchObject({ balance: -126 });
  expect(await checkBilling(systemContext())).toEqual([]);
});

it("a month that is issued twice, or by five at once, is billed once", async () => {
  const { ctx } = await makeBilledAccount();
  await sell(ctx, 10, 20);
  const results = await Promise.all(Array.from({ length: 5 }, () => issue(ctx)));
  expect(results.filter((invoice) => invoice !== null)).toHaveLength(1);
  expect(await issue(ctx)).toBeNull();
  await sell(ctx, 5);
  const later = await issued(ctx);
  expect(Number(later.total)).toBe(10);
});

it("50 concurrent issues, of which every third is rolled back, leave no gap in the numbers", async () => {
  const accounts = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const { ctx } = await makeBilledAccount();
      await sell(ctx, 1);
      return ctx;
    }),
  );
  const { period, now } = endedMonth();
  await Promise.allSettled(
    accounts.map((ctx, at) =>
      database().transaction(async (db) => {
        await issueInvoice({ ...ctx, db, now }, { period });
        if (at % 3 === 0) throw new Error("rolled back");
      }),
    ),
  );
  const invoices = await database().prisma.invoice.findMany({
    where: { mode: "test", kind: "invoice" },
    orderBy: { sequence: "asc" },
  });
  expect(invoices.map(({ sequence }) => Number(sequence))).toEqual(invoices.map((_, at) => at + 1));
  expect(invoices.length).toBeGreaterThanOrEqual(33);
  const { issued: rest } = await issueMonth(
    { ...systemContext(), now },
    { mode: "test", period, database: database() },
  );
  expect(rest).toHaveLength(17);
  expect(await checkBilling(systemContext())).toEqual([]);
}, 60_000);

it("a number that no document takes cannot be committed", async () => {
  await expect(
    database().transaction((db) =>
      takeNextSequence(db, { issuerId: "iss_unknown", kind: "invoice", year: 2030 }),
    ),
  ).rejects.toThrow(/ForeignKeyConstraintViolation|document_counters_last_fkey/);
});

it("an issued document never changes: content, PDF and their digests stay when everything else changes", async () => {
  const { ctx } = await makeBilledAccount();
  const [order = ""] = await sell(ctx, 100);
  const { id } = await issued(ctx);
  const before = await getInvoice(ctx, { id });
  const pdf = await getInvoicePdf(ctx, { id });
  expect(Buffer.from(pdf.bytes.subarray(0, 5)).toString()).toBe("%PDF-");
  await database().transaction((db) =>
    setBillingProfile(
      { ...ctx, db },
      {
        ...before.content.buyer,
        legal_name: "New Name",
        billing_email: "a@b.example",
        language: "de",
      },
    ),
  );
  await database().prisma.portfolio.updateMany({
    where: { id: portfolioId },
    data: { name: "Another name" },
  });
  await credit(ctx, { invoice_id: id, orders: [{ order_id: order, net: 50 }] });
  const after = await getInvoice(ctx, { id });
  expect(after.content).toEqual(before.content);
  expect(after.contentHash).toBe(before.contentHash);
  expect((await getInvoicePdf(ctx, { id })).sha256).toBe(pdf.sha256);
  const { renderInvoicePdf } = await import("./invoice-pdf");
  expect(Buffer.from(await renderInvoicePdf(after.content)).equals(pdf.bytes)).toBe(true);
  await expect(
    database().prisma.invoice.update({ where: { id }, data: { content: "{}" } }),
  ).rejects.toThrow();
  await database().prisma.portfolio.updateMany({
    where: { id: portfolioId },
    data: { name: "Portfolio" },
  });
});

it("a billed order cannot be cancelled, but credited: in parts, with tax, up to its price and no further", async () => {
  const { ctx } = await makeBilledAccount({ profile: { country_code: "DE" } });
  const [first = "", second = ""] = await sell(ctx, 50, 25);
  const { id } = await issued(ctx);
  await expect(
    database().transaction((db) => cancelOrder({ ...ctx, db }, { id: first })),
  ).rejects.toThrow("Cannot cancel a fulfilled order");
  const part = await credit(ctx, {
    invoice_id: id,
    orders: [{ order_id: first, net: 33 }],
  });
  expect(part.number).toMatch(/^INV-CN-\d{4}-\d{5}$/);
  expect(Number(part.total)).toBe(33 + 6);
  await expect(
    credit(ctx, { invoice_id: id, orders: [{ order_id: first, net: 68 }] }),
  ).rejects.toMatchObject({ errors: { orders: [expect.stringContaining("$0.67 is left")] } });
  await expect(
    credit(ctx, { invoice_id: id, orders: [{ order_id: "ord_unknown" }] }),
  ).rejects.toMatchObject({ errors: { orders: ["ord_unknown is not on the invoice"] } });
  const twice = { order_id: second };
  await expect(credit(ctx, { invoice_id: id, orders: [twice, twice] })).rejects.toMatchObject({
    code: "invalid-parameters",
  });
  const racing = await Promise.allSettled([1, 2, 3].map(() => credit(ctx, { invoice_id: id })));
  expect(racing.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const invoice = await getInvoice(ctx, { id });
  expect(invoice).toMatchObject({ state: "credited", openAmount: 0 });
  expect(invoice.credited).toBe(invoice.content.total);
  expect(await getBalance(ctx)).toMatchObject({ balance: 0 });
  const { data } = await listInvoices(ctx, { limit: 10 });
  expect(data.map(({ content }) => content.kind)).toEqual([
    "credit_note",
    "credit_note",
    "invoice",
  ]);
  expect(await checkBilling(systemContext())).toEqual([]);
});

it("payments are recorded once per reference, up to the open amount", async () => {
  const { ctx } = await makeBilledAccount({ limitAmount: 1_000 });
  await sell(ctx, 500);
  const { id } = await issued(ctx);
  const racing = await Promise.allSettled([1, 2, 3].map(() => pay(ctx, id, 600, "bank 1")));
  expect(racing.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(pay(ctx, id, 401, "bank 2")).rejects.toMatchObject({
    errors: { amount: [expect.stringContaining("at most the open amount, $4.00")] },
  });
  expect(await pay(ctx, id, 400, "bank 2")).toMatchObject({ state: "paid", openAmount: 0 });
  await expect(pay(ctx, id, 1, "bank 3")).rejects.toMatchObject({ code: "conflict" });
  expect(await getBalance(ctx)).toMatchObject({ balance: 0, available: 1_000 });
});

it("an invoice of a prepaid account is paid from its balance", async () => {
  const { ctx } = await makeBilledAccount({ terms: "prepaid" });
  await database().transaction((db) =>
    recordDeposit({ ...ctx, db }, { amount: 1_000, reference: "bank" }),
  );
  await sell(ctx, 100);
  const { id } = await issued(ctx);
  expect(await getInvoice(ctx, { id })).toMatchObject({ state: "paid", openAmount: 0 });
  await expect(pay(ctx, id, 1, "again")).rejects.toMatchObject({ code: "conflict" });
  expect(await getBalance(ctx)).toMatchObject({ balance: 800 });
});

it("an account without a tax rule holds up no other, and says what is missing", async () => {
  const blocked = await makeBilledAccount({ profile: { country_code: "US" } });
  const other = await makeBilledAccount();
  await database().prisma.taxRule.updateMany({ data: { validTo: null } });
  await sell(blocked.ctx, 1);
  await sell(other.ctx, 1);
  await database().prisma.billingProfile.delete({ where: { accountId: blocked.ctx.account.id } });
  const { period, now } = endedMonth();
  const result = await issueMonth(
    { ...systemContext(), now },
    { mode: "test", period, database: database() },
  );
  expect(result.issued).toMatchObject([{ accountId: other.ctx.account.id, total: 2 }]);
  expect(result.blocked).toEqual([
    { accountId: blocked.ctx.account.id, period, reason: "Set its billing profile first." },
  ]);
});

it("a month that has not ended is not issued, and accounts do not see each other's documents", async () => {
  const { ctx } = await makeBilledAccount();
  await sell(ctx, 1);
  const { period } = endedMonth();
  await expect(
    database().transaction((db) => issueInvoice({ ...ctx, db }, { period })),
  ).rejects.toMatchObject({ errors: { month: ["must have ended"] } });
  const { id } = await issued(ctx);
  const other = await makeBilledAccount();
  await expect(getInvoice(other.ctx, { id })).rejects.toMatchObject({ code: "not-found" });
  await expect(credit(other.ctx, { invoice_id: id })).rejects.toMatchObject({ code: "not-found" });
});

it("a month's invoice is issued by itself a day after the month, once", async () => {
  const { ctx } = await makeBilledAccount();
  await sell(ctx, 1);
  const { period, now } = endedMonth();
  const periodsAt = async (at: Date) => {
    await issueInvoices({ ...systemContext(), now: at });
    const where = { accountId: ctx.account.id };
    const invoices = await database().prisma.invoice.findMany({ where });
    return invoices.map((invoice) => invoice.period.toISOString().slice(0, 7));
  };
  expect(await periodsAt(new Date(now.getTime() - 1))).toEqual([]);
  expect(await periodsAt(now)).toEqual([period]);
  expect(await periodsAt(now)).toEqual([period]);
});
