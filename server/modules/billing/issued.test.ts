import { createHash } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { database } from "#core/db";
import { env } from "#core/env";
import { languages } from "#core/language";
import { listEvents } from "#domain/events";
import {
  daysAfterMonth,
  issue,
  makeBilledAccount,
  sellOrders,
  setUpIssuer,
} from "#testing/billing";
import { readPdf } from "#testing/certificates";
import { makeStock, systemContext } from "#testing/factories";
import { expectTables } from "#testing/pdf-structure";
import { agingOf } from "./content-rules";
import { getInvoice, recordInvoicePayment } from "./invoices";
import { issueCreditNote } from "./issue-credit-note";
import { billingMails } from "./mails";
import { listOpenItems } from "./open-items";
import { setBillingProfile } from "./profiles";
import { queueReminders } from "./reminders";
import { toInvoiceListItemResource } from "./resource";
import { getInvoicePdf } from "./stored-pdfs";

let portfolioId: string;
beforeAll(async () => {
  ({ portfolioId } = await makeStock({ tonnes: 1_000 }));
  await setUpIssuer();
});

type Billed = Awaited<ReturnType<typeof makeBilledAccount>>["ctx"];

async function bill(ctx: Billed): Promise<string> {
  await sellOrders(ctx, { portfolioId, kg: [100] });
  const { id = "" } = (await issue(ctx)) ?? {};
  return id;
}

const credit = (ctx: Billed, invoiceId: string) =>
  database().transaction((db) =>
    issueCreditNote(
      { ...ctx, db, now: daysAfterMonth(3) },
      { invoice_id: invoiceId, reason: "Goodwill", orders: undefined },
    ),
  );

it("each document is one event with its public form, and an invoice that is refused is none", async () => {
  const { ctx } = await makeBilledAccount();
  const id = await bill(ctx);
  const invoice = toInvoiceListItemResource(await getInvoice(ctx, { id }));
  const note = await credit(ctx, id);
  expect(await issue(ctx)).toBeNull();
  await expect(credit(ctx, id)).rejects.toMatchObject({ code: "conflict" });
  const { data } = await listEvents(ctx, { limit: 10, subject_type: "all" });
  const issued = data.filter(({ type }) => type === "invoice.issued").toReversed();
  expect(issued.map(({ subjectId }) => subjectId)).toEqual([id, note.id]);
  const [first, second] = issued.map(({ payload }) => JSON.parse(String(payload)));
  expect(first).toEqual(invoice);
  expect(second).toMatchObject({ kind: "credit_note", credits_invoice_id: id });
});

it("a document is mailed to the billing address with the PDF that stays", async () => {
  const { ctx } = await makeBilledAccount();
  const id = await bill(ctx);
  const [template] = billingMails;
  const params = { accountId: ctx.account.id, invoiceId: id };
  const mail = await template?.prepare(systemContext(), { params, createdAt: ctx.now });
  if (mail?.state !== "ready") throw new Error("the mail is not ready");
  expect(mail.to).toBe("billing@riverside.example");
  const pdf = await getInvoicePdf(ctx, { id });
  const [attached] = mail.attachments ?? [];
  expect(attached).toMatchObject({ name: pdf.name, contentType: "application/pdf" });
  const digest = createHash("sha256").update(attached?.bytes ?? "");
  expect(digest.digest("hex")).toBe(pdf.sha256);
});

it("an invoice is due after the profile's days, which the account itself cannot change", async () => {
  const { ctx } = await makeBilledAccount({ profile: { payment_days: 14 } });
  const own = {
    legal_name: "New Name",
    address: "A",
    country_code: "FR",
    tax_id: null,
    billing_email: "new@riverside.example",
    language: "en" as const,
  };
  await database().transaction((db) => setBillingProfile({ ...ctx, db }, own));
  const { content } = await getInvoice(ctx, { id: await bill(ctx) });
  expect(content.buyer.legal_name).toBe("New Name");
  expect(content.due_on).toBe(
    daysAfterMonth(1 + 14)
      .toISOString()
      .slice(0, 10),
  );
});

it("an invoice is open until payments and credit notes cover it, and ages from the day it was due", async () => {
  const { ctx } = await makeBilledAccount({ profile: { payment_days: 10 } });
  const id = await bill(ctx);
  const openOn = async (day: number) => {
    const items = await listOpenItems(
      { ...systemContext(), now: daysAfterMonth(day) },
      { mode: "test" },
    );
    return items.filter((item) => item.id === id);
  };
  expect(await openOn(11)).toMatchObject([{ total: 200, openAmount: 200, overdueDays: 0 }]);
  const [late] = await openOn(11 + 31);
  expect(late).toMatchObject({ overdueDays: 31, accountName: ctx.account.name });
  expect(agingOf(late ? [late] : []).map(({ sums }) => sums[0]?.minor ?? 0)).toEqual([
    0, 0, 200, 0, 0,
  ]);
  await database().transaction((db) =>
    recordInvoicePayment({ ...ctx, db }, { invoice_id: id, amount: 150, reference: "bank" }),
  );
  expect(await openOn(12)).toMatchObject([{ openAmount: 50, overdueDays: 1 }]);
  const rowOn = async (day: number) =>
    toInvoiceListItemResource(await getInvoice({ ...ctx, now: daysAfterMonth(day) }, { id }));
  expect([(await rowOn(11)).overdue_days, (await rowOn(14)).overdue_days]).toEqual([0, 3]);
  await credit(ctx, id);
  expect(await openOn(12)).toEqual([]);
  expect((await rowOn(14)).overdue_days).toBe(0);
});

/** The PDF's text without spaces. */
async function pdfOf(ctx: Billed, id: string): Promise<string> {
  const bytes = Buffer.from((await getInvoicePdf(ctx, { id })).bytes);
  await expectTables(bytes);
  return (await readPdf(bytes)).text;
}

it("a credit note says of which orders it credits a part of the price", async () => {
  const { ctx } = await makeBilledAccount();
  const [order = ""] = await sellOrders(ctx, { portfolioId, kg: [100] });
  const { id: invoice_id = "" } = (await issue(ctx)) ?? {};
  const creditPart = (net: number) =>
    database().transaction((db) =>
      issueCreditNote(
        { ...ctx, db, now: daysAfterMonth(3) },
        { invoice_id, reason: "Goodwill", orders: [{ order_id: order, net }] },
      ),
    );
  expect(await pdfOf(ctx, (await creditPart(199)).id)).toContain("Partoftheprice");
  expect(await pdfOf(ctx, invoice_id)).not.toContain("Partoftheprice");
});

it.each(languages)("%s: a reminder names what is open, until it is paid", async (language) => {
  const { ctx } = await makeBilledAccount({ profile: { payment_days: 10, language } });
  const id = await bill(ctx);
  const remind = async (day: number) => {
    env.CT_INVOICE_REMINDERS = "7,21";
    await queueReminders({ ...ctx, now: daysAfterMonth(day) }, { mode: "test" });
    env.CT_INVOICE_REMINDERS = undefined;
    const jobs = await database().prisma.job.findMany({ where: { subjectId: id } });
    return jobs.map(({ key }) => key).filter((key) => key.startsWith("invoice-overdue"));
  };
  expect(await remind(11 + 6)).toEqual([]);
  expect(await remind(11 + 7)).toEqual([`invoice-overdue:${id}/7`]);
  expect(await remind(11 + 13)).toEqual([`invoice-overdue:${id}/7`]);
  const template = billingMails.find(({ name }) => name === "invoice-overdue");
  const params = { accountId: ctx.account.id, invoiceId: id };
  const prepare = () => template?.prepare(systemContext(), { params, createdAt: ctx.now });
  const mail = await prepare();
  if (mail?.state !== "ready") throw new Error("the mail is not ready");
  expect(mail.content.text).toMatch(/2[.,]00/);
  expect(mail.attachments).toHaveLength(1);
  const paid = { invoice_id: id, amount: 200, reference: "bank" };
  await database().transaction((db) => recordInvoicePayment({ ...ctx, db }, paid));
  expect(await prepare()).toMatchObject({ state: "refused" });
  expect(await remind(11 + 21)).toHaveLength(1);
});
