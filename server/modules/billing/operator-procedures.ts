import type { Context, Mode } from "#core/context";
import { amountColumns, type Columns, csvPage, fields } from "#core/csv";
import { database } from "#core/db";
import { PageQuery, pageResource } from "#core/page";
import { getAccount } from "#domain/accounts";
import { ExchangeRate, listRates, readRates, setRates } from "#domain/tax";
import { callsInMode } from "#trpc/calls";
import { respondToOwnPage } from "#trpc/context";
import { ExportInput } from "#trpc/csv";
import { pdfResponse } from "#trpc/file-response";
import {
  createCallerFactory,
  forOperator,
  forProvenOperator,
  IdInput,
  Opened,
  router,
} from "#trpc/procedures";
import { recordAdjustment, recordDeposit } from "./balances/balances";
import { RecordAdjustment, RecordDeposit } from "./balances/schema";
import { findPdfOfAny, listBilledAccounts } from "./billed-accounts";
import { agingOf, monthSpan } from "./content-rules";
import { listInvoices, listIssuedDocuments, recordInvoicePayment } from "./invoices";
import { issueCreditNote } from "./issue-credit-note";
import { issueMonth, listDrafts } from "./issue-month";
import { findIssuer, listFormerIssuers } from "./issuer-store";
import { addIssuer, chooseIssuer, setIssuer } from "./issuers";
import { listOpenItems, type OpenItem } from "./open-items";
import {
  billingOf,
  documentColumns,
  documentOf,
  documentOrdersOf,
  InvoiceOrdersQuery,
  toListedDocument,
} from "./procedures";
import { setBillingProfile } from "./profiles";
import {
  IssueCreditNote,
  MonthToIssue,
  Period,
  RatesFile,
  RecordInvoicePayment,
  SetBilledProfile,
  SetIssuer,
} from "./schema";
import { listUnbilledSales } from "./unbilled-sales";

/** Most that the screen shows; the CSV has all. */
const MAX_OPEN_ITEMS = 100;

const MAX_RATES = 50;

/** `account` is the ID of the account in either mode, `id` that of the document. */
const InvoiceOfAccount = IdInput.extend({ account: IdInput.shape.id });

/** The account in the operator's mode, by the id of either. */
async function inMode<Ctx extends Context & { mode: Mode }>(ctx: Ctx, { id }: { id: string }) {
  const account = (await getAccount(ctx, { id }))[ctx.mode];
  return { ...ctx, account };
}

export const operatorBillingRouter = router({
  get: forOperator.query(async ({ ctx }) => {
    const { mode } = ctx;
    return {
      issuer: await findIssuer(ctx, { mode }),
      formerIssuers: await listFormerIssuers(ctx, { mode }),
      unbilled: await listDrafts(ctx, { mode }),
      accounts: await listBilledAccounts(ctx, { mode }),
      rates: await listRates(ctx, { limit: MAX_RATES }),
    };
  }),

  /** Nothing in test mode, whose orders need no terms. */
  unbilledSales: forOperator.query(({ ctx }) =>
    ctx.mode === "live" ? listUnbilledSales(ctx) : [],
  ),

  account: forOperator.input(IdInput).query(async ({ ctx, input }) => {
    const accountCtx = await inMode(ctx, input);
    return { id: input.id, name: accountCtx.account.name, ...(await billingOf(accountCtx)) };
  }),

  invoices: forOperator
    .input(PageQuery.extend(IdInput.shape))
    .query(async ({ ctx, input: { id, ...page } }) =>
      pageResource(await listInvoices(await inMode(ctx, { id }), page), toListedDocument),
    ),

  document: forOperator.input(InvoiceOfAccount).query(async ({ ctx, input: { account, id } }) => {
    const accountCtx = await inMode(ctx, { id: account });
    // The dashboard's URLs have the live account's name.
    const { slug } = (await getAccount(ctx, { id: account })).live;
    return { slug, ...(await documentOf(accountCtx, { id })) };
  }),

  documentOrders: forOperator
    .input(InvoiceOrdersQuery.extend(InvoiceOfAccount.shape))
    .query(async ({ ctx, input: { account, ...query } }) =>
      documentOrdersOf(await inMode(ctx, { id: account }), query),
    ),

  openItems: forOperator.query(async ({ ctx }) => {
    const items = await listOpenItems(ctx, { mode: ctx.mode });
    return { items: items.slice(0, MAX_OPEN_ITEMS), count: items.length, aging: agingOf(items) };
  }),

  setIssuer: forProvenOperator
    .input(SetIssuer.extend({ opened: Opened }))
    .mutation(({ ctx, input: { opened, ...issuer } }) =>
      setIssuer({ ...ctx, opened }, { ...issuer, mode: ctx.mode }),
    ),

  addIssuer: forProvenOperator.input(SetIssuer).mutation(async ({ ctx, input }) => {
    await addIssuer(ctx, { ...input, mode: ctx.mode });
  }),

  chooseIssuer: forProvenOperator.input(IdInput).mutation(async ({ ctx, input: { id } }) => {
    await chooseIssuer(ctx, { mode: ctx.mode, id });
  }),

  setRate: forProvenOperator
    .input(ExchangeRate)
    .mutation(({ ctx, input }) => setRates(ctx, [input])),

  importRates: forProvenOperator
    .input(RatesFile)
    .mutation(({ ctx, input }) => setRates(ctx, readRates(input.rates))),

  issue: forProvenOperator
    .meta({ access: "operator", needsProof: true, opensTransaction: true })
    .input(MonthToIssue)
    .mutation(({ ctx, input }) =>
      issueMonth(ctx, { mode: ctx.mode, period: input.month, database: database() }),
    ),

  setProfile: forProvenOperator
    .input(SetBilledProfile.extend({ ...IdInput.shape, opened: Opened }))
    .mutation(async ({ ctx, input: { id, opened, ...profile } }) =>
      setBillingProfile({ ...(await inMode(ctx, { id })), opened }, profile),
    ),

  deposit: forProvenOperator
    .input(RecordDeposit.extend(IdInput.shape))
    .mutation(async ({ ctx, input: { id, ...deposit } }) => {
      await recordDeposit(await inMode(ctx, { id }), deposit);
    }),

  adjust: forProvenOperator
    .input(RecordAdjustment.extend(IdInput.shape))
    .mutation(async ({ ctx, input: { id, ...adjustment } }) => {
      await recordAdjustment(await inMode(ctx, { id }), adjustment);
    }),

  recordPayment: forProvenOperator
    .input(RecordInvoicePayment.extend(IdInput.shape))
    .mutation(async ({ ctx, input: { id, ...payment } }) => {
      await recordInvoicePayment(await inMode(ctx, { id }), payment);
    }),

  credit: forProvenOperator
    .input(IssueCreditNote.extend(IdInput.shape))
    .mutation(async ({ ctx, input: { id, ...credit } }) => {
      await issueCreditNote(await inMode(ctx, { id }), credit);
    }),
});

const openItemColumns: Columns<OpenItem> = {
  document_number: (item) => item.number,
  account_id: (item) => item.accountId,
  account: (item) => item.accountName,
  ...fields("issuedOn", "dueOn"),
  days_overdue: (item) => item.overdueDays,
  currency: ({ currency }) => currency.toUpperCase(),
  ...amountColumns("total", ({ total: minor, currency }: OpenItem) => ({ minor, currency })),
  ...amountColumns("open", ({ openAmount: minor, currency }: OpenItem) => ({ minor, currency })),
};

export const exportOpenItems = forOperator
  .input(ExportInput)
  .query(async ({ ctx }) =>
    csvPage(
      { data: await listOpenItems(ctx, { mode: ctx.mode }), hasMore: false },
      openItemColumns,
    ),
  );

/** The month's invoices and credit notes, in the order of their numbers. */
export const exportIssuedDocuments = forOperator
  .input(ExportInput.extend({ month: Period.optional() }))
  .query(async ({ ctx, input: { month = ctx.now.toISOString().slice(0, 7) } }) => {
    const data = await listIssuedDocuments(ctx, { mode: ctx.mode, ...monthSpan(month) });
    return csvPage({ data, hasMore: false }, documentColumns);
  });

const pdfRouter = router({
  pdf: forOperator.input(IdInput).query(callsInMode(findPdfOfAny)),
});
const makeCaller = createCallerFactory(pdfRouter);

export function handleOperatorInvoicePdf(
  request: Request,
  { id, mode }: { mode: string; id: string },
): Promise<Response> {
  return respondToOwnPage(request, { account: null, mode }, async (ctx) =>
    pdfResponse(await makeCaller(ctx).pdf({ id })),
  );
}
