import type { z } from "zod";
import { amountColumns, type Columns, csvPage } from "#core/csv";
import { PageQuery, pageResource } from "#core/page";
import { calls, presentsPage } from "#trpc/calls";
import { respondToOwnPage } from "#trpc/context";
import { ExportInput, placeAfter } from "#trpc/csv";
import { pdfResponse } from "#trpc/file-response";
import { createCallerFactory, forCapability, IdInput, Opened, router } from "#trpc/procedures";
import { getBalance, listEntries } from "./balances/balances";
import { toBalanceResource } from "./balances/resource";
import { getInvoiceOrderSums, type InvoiceOrder, listInvoiceOrders } from "./invoice-orders";
import { type Document, getInvoice, listInvoices } from "./invoices";
import { findBillingProfile, setBillingProfile } from "./profiles";
import { toInvoiceListItemResource, toNationalTax } from "./resource";
import { SetBillingProfile } from "./schema";
import { getInvoicePdf } from "./stored-pdfs";

const MAX_LEDGER_ENTRIES = 50;

const forBilling = forCapability("read_billing");

type Entry = Awaited<ReturnType<typeof listEntries>>[number];

const toEntry = (entry: Entry) => ({
  number: entry.seq,
  kind: entry.kind,
  currency: entry.currency,
  amount: entry.amount,
  balance: entry.balanceAfter,
  orderId: entry.orderId,
  reference: entry.reference,
  note: entry.note,
  createdOn: entry.createdAt.toISOString(),
});

/** An account's terms, balance and billing profile, with its latest ledger entries. */
export async function billingOf(ctx: Parameters<typeof getBalance>[0]) {
  const balance = await getBalance(ctx);
  return {
    mode: ctx.account.mode,
    isUndecided: ctx.account.terms === "undecided",
    currency: balance.currency,
    balance: toBalanceResource(balance),
    profile: await findBillingProfile(ctx),
    entries: (await listEntries(ctx, { limit: MAX_LEDGER_ENTRIES })).map(toEntry),
  };
}

/** As the API has it, with the currency by its code. */
export const toListedDocument = (document: Document) => ({
  ...toInvoiceListItemResource(document),
  currency: document.currency,
});

export const InvoiceOrdersQuery = PageQuery.extend(IdInput.shape);

type BilledContext = Parameters<typeof getInvoice>[0];

export async function documentOf(ctx: BilledContext, input: { id: string }) {
  const document = await getInvoice(ctx, input);
  const { orders, amountKg, net } = await getInvoiceOrderSums(ctx, input);
  return {
    ...toListedDocument(document),
    national_tax: document.content.national && toNationalTax(document.content.national),
    reason: document.content.credits?.reason ?? null,
    credited_number: document.content.credits?.number ?? null,
    orders: { count: orders, is_capped: false, amount_kg: amountKg, net },
  };
}

const toInvoiceOrder = (order: InvoiceOrder) => ({
  id: order.id,
  supplied_on: order.suppliedOn,
  portfolio: order.portfolio,
  subaccount: order.subaccount,
  amount_kg: order.amountKg,
  currency: order.currency,
  price: order.price,
  net: order.net,
});

export async function documentOrdersOf(
  ctx: BilledContext,
  input: z.output<typeof InvoiceOrdersQuery>,
) {
  return pageResource(await listInvoiceOrders(ctx, input), toInvoiceOrder);
}

/** Amounts of credit notes are negative. */
const signed = (name: "net" | "tax" | "total") =>
  amountColumns<Document>(name, ({ content, currency }) => ({
    minor: content.kind === "invoice" ? content[name] : 0 - content[name],
    currency,
  }));

const positive = (name: string, key: "paid" | "credited" | "openAmount") =>
  amountColumns<Document>(name, (document) => ({
    minor: document[key],
    currency: document.currency,
  }));

/** Columns of a register of documents. */
export const documentColumns: Columns<Document> = {
  id: ({ id }) => id,
  document_number: ({ content }) => content.number,
  kind: ({ content }) => content.kind,
  credited_invoice: ({ content }) => content.credits?.number ?? null,
  period: ({ content }) => content.period,
  issued_on: ({ content }) => content.issued_on,
  due_on: ({ content }) => content.due_on,
  buyer: ({ content }) => content.buyer.legal_name,
  buyer_country_code: ({ content }) => content.buyer.country_code,
  buyer_tax_id: ({ content }) => content.buyer.tax_id,
  currency: ({ content }) => content.currency,
  ...signed("net"),
  ...signed("tax"),
  ...signed("total"),
  state: ({ state }) => state,
  ...positive("paid", "paid"),
  ...positive("credited", "credited"),
  ...positive("open", "openAmount"),
  overdue_days: ({ overdueDays }) => overdueDays,
};

export const exportDocuments = forBilling
  .input(ExportInput)
  .query(async ({ ctx, input: { after } }) =>
    csvPage(await listInvoices(ctx, placeAfter(after)), documentColumns),
  );

const pdfRouter = router({
  pdf: forBilling.input(IdInput).query(calls(getInvoicePdf)),
});

export const billingRouter = router({
  get: forBilling.query(({ ctx }) => billingOf(ctx)),

  invoices: forBilling.input(PageQuery).query(presentsPage(listInvoices, toListedDocument)),

  document: forBilling.input(IdInput).query(calls(documentOf)),

  documentOrders: forBilling.input(InvoiceOrdersQuery).query(calls(documentOrdersOf)),

  setProfile: forCapability("billing")
    .input(SetBillingProfile.extend({ opened: Opened }))
    .mutation(({ ctx, input: { opened, ...profile } }) =>
      setBillingProfile({ ...ctx, opened }, profile),
    ),
});

const makeCaller = createCallerFactory(pdfRouter);

export function handleInvoicePdf(
  request: Request,
  { id, ...place }: { account: string; mode: string; id: string },
): Promise<Response> {
  return respondToOwnPage(request, place, async (ctx) =>
    pdfResponse(await makeCaller(ctx).pdf({ id })),
  );
}
