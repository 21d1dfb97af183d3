import type { AccountContext } from "#core/context";
import { conflict, invalid } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import { emitEvents } from "#domain/events";
import { findNationalRates, type Tax } from "#domain/tax";
import type { Invoice } from "#prisma";
import { addReferencedEntry, lockBalance } from "./balances/balances";
import { dayAfter, monthSpan, taxesOf, taxPointOf } from "./content-rules";
import { findUnbilledDays, insertBilledLines, sumChargesOf, sumLines } from "./document-store";
import { getInvoice } from "./invoices";
import { newDocumentId, partiesOf, writeDocument } from "./issue-document";
import { queueInvoiceMail } from "./mails";
import { nationalTaxOn } from "./national-rules";
import { findParties, taxBetween } from "./profiles";
import { toInvoiceListItemResource } from "./resource";

/** @throws conflict naming what the operator must set first */
async function requireParties(ctx: AccountContext) {
  const { issuer, buyer } = await findParties(ctx);
  if (!issuer) {
    throw conflict(
      "No invoices can be issued yet",
      `Set who issues the documents of ${ctx.account.mode} mode first.`,
    );
  }
  if (!buyer) {
    throw conflict("The account has no billing profile", "Set its billing profile first.");
  }
  return { issuer, buyer };
}

/** The rule of each day. @throws conflict if no rule covers a day */
async function rulesOf(
  ctx: AccountContext,
  { issuer, buyer }: Awaited<ReturnType<typeof requireParties>>,
  days: readonly string[],
) {
  const rules = new Map<string, Tax>();
  const ofDays: { day: string; ruleId: string }[] = [];
  for (const day of days) {
    const tax = await taxBetween(ctx, { issuer: issuer.details, buyer, on: new Date(day) });
    if (!tax) {
      throw conflict(
        "No tax rule covers the sale",
        `No rule covers sales from ${issuer.details.country_code} to businesses in ${buyer.country_code} on ${day}. Import one: till tax import.`,
      );
    }
    rules.set(tax.ruleId, tax);
    ofDays.push({ day, ruleId: tax.ruleId });
  }
  return { rules, ofDays };
}

/** Parties, rules and rates of the invoice of these days. @throws conflict saying what is missing */
export async function prepareInvoice(
  ctx: AccountContext,
  { period, days }: { period: string; days: readonly string[] },
) {
  const { issuer, buyer } = await requireParties(ctx);
  const { rules, ofDays } = await rulesOf(ctx, { issuer, buyer }, days);
  const rates = await findNationalRates(ctx, {
    sellerCountry: issuer.details.country_code,
    rateRule: issuer.details.rate_rule,
    currency: ctx.account.currency,
    kinds: [...rules.values()].map(({ kind }) => kind),
    taxPoint: taxPointOf(period),
  });
  return { issuer, buyer, rules, ofDays, rates };
}

/**
 * Issues the account's invoice for the orders that were fulfilled in an ended month and are on no
 * invoice yet. Null if there is no such order: a month that is issued again changes nothing.
 * @throws conflict if something must be set first
 */
export async function issueInvoice(
  ctx: AccountContext,
  { period }: { period: string },
): Promise<Invoice | null> {
  const { id: accountId } = ctx.account;
  const { from, to } = monthSpan(period);
  if (to > ctx.now) throw invalid("month", "must have ended");
  // One at a time per account, so that no order is on two invoices.
  const balance = await lockBalance(ctx);
  if (!balance) return null;
  const days = await findUnbilledDays(ctx.db, { accountId, from, to });
  if (days.length === 0) return null;
  const { issuer, buyer, rules, ofDays, rates } = await prepareInvoice(ctx, { period, days });
  const id = newDocumentId("invoice");
  await insertBilledLines(ctx.db, { accountId, invoiceId: id, days: ofDays });
  const parties = partiesOf(issuer, buyer);
  const taxes = taxesOf(await sumLines(ctx.db, id), rules, parties.language);
  const { currency } = ctx.account;
  const invoice = await writeDocument(ctx, {
    ...parties,
    id,
    kind: "invoice",
    period,
    taxes,
    national: rates && nationalTaxOn(taxes, { rates, currency }),
    creditsInvoiceId: null,
    credits: null,
    due_on: balance.terms === "prepaid" ? null : dayAfter(ctx.now, buyer.payment_days),
  });
  await settleTax(ctx, invoice);
  await recordIssued(ctx, invoice);
  return invoice;
}

/** Orders were charged with their tax rounded up each: gives back the difference. */
async function settleTax(ctx: AccountContext, invoice: Invoice): Promise<void> {
  const charged = await sumChargesOf(ctx.db, invoice.id);
  const amount = charged - Number(invoice.total);
  if (amount === 0) return;
  await addReferencedEntry(ctx, {
    kind: "adjustment",
    amount,
    invoiceId: invoice.id,
    reference: invoice.number,
    note: "Tax of the invoice, less the tax held back with each order",
  });
}

/** Audit entry, event and mail of a new document. */
export async function recordIssued(ctx: AccountContext, document: Invoice): Promise<void> {
  const { id, number, kind, total, currency } = document;
  await recordAudit(ctx, {
    action: `${kind}.issued`,
    subjectId: id,
    data: { number, total: Number(total), currency },
  });
  const payload = toInvoiceListItemResource(await getInvoice(ctx, { id }));
  const event = { type: "invoice.issued", subjectId: id, sequence: 1, payload } as const;
  await emitEvents(ctx, [{ ...event, accountId: ctx.account.id, subaccountId: null }]);
  await queueInvoiceMail(ctx, document);
}
