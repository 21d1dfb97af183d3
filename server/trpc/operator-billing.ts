import type { Context, Mode } from "#core/context";
import { database } from "#core/db";
import { getAccount } from "#domain/accounts";
import {
  RecordAdjustment,
  RecordDeposit,
  recordAdjustment,
  recordDeposit,
  SetTerms,
  setTerms,
} from "#domain/balances";
import {
  findIssuer,
  findPdfOfAny,
  IssueCreditNote,
  issueCreditNote,
  issueMonth,
  listBilledAccounts,
  listInvoices,
  listUnbilled,
  MonthToIssue,
  RecordInvoicePayment,
  recordInvoicePayment,
  refreshTaxRate,
  SetBillingProfile,
  SetIssuer,
  setBillingProfile,
  setIssuer,
  toInvoiceListItemResource,
} from "#domain/billing";
import { billingOf } from "./billing";
import { respondToOwnPage } from "./context";
import { pdfResponse } from "./file-response";
import { createCallerFactory, forOperator, forProvenOperator, IdInput, router } from "./procedures";

const INVOICES = 100;

/** The account in the operator's mode, by the id of either. */
async function inMode<Ctx extends Context & { mode: Mode }>(ctx: Ctx, { id }: { id: string }) {
  const accounts = await getAccount(ctx, { id });
  return { ...ctx, account: accounts[ctx.mode] };
}

export const operatorBillingRouter = router({
  get: forOperator.query(async ({ ctx }) => {
    const { mode } = ctx;
    const unbilled = await listUnbilled(ctx, { mode });
    const billed = await listBilledAccounts(ctx, { mode });
    return { issuer: await findIssuer(ctx, { mode }), unbilled, accounts: billed };
  }),

  account: forOperator.input(IdInput).query(async ({ ctx, input }) => {
    const own = await inMode(ctx, input);
    const { data } = await listInvoices(own, { limit: INVOICES });
    return {
      id: input.id,
      name: own.account.name,
      ...(await billingOf(own)),
      invoices: data.map(toInvoiceListItemResource),
    };
  }),

  setIssuer: forProvenOperator
    .input(SetIssuer)
    .mutation(({ ctx, input }) => setIssuer(ctx, { ...input, mode: ctx.mode })),

  issue: forProvenOperator
    .meta({ access: "operator", needsProof: true, opensTransaction: true })
    .input(MonthToIssue)
    .mutation(({ ctx, input }) =>
      issueMonth(ctx, { mode: ctx.mode, period: input.month, database: database() }),
    ),

  setProfile: forProvenOperator
    .input(SetBillingProfile.extend(IdInput.shape))
    .mutation(async ({ ctx, input: { id, ...profile } }) =>
      setBillingProfile(await inMode(ctx, { id }), profile),
    ),

  setTerms: forProvenOperator
    .input(SetTerms.extend(IdInput.shape))
    .mutation(async ({ ctx, input: { id, ...terms } }) => {
      const own = await inMode(ctx, { id });
      await setTerms(own, terms);
      await refreshTaxRate(own);
    }),

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

const pdfRouter = router({
  pdf: forOperator
    .input(IdInput)
    .query(({ ctx, input }) => findPdfOfAny(ctx, { ...input, mode: ctx.mode })),
});
const makeCaller = createCallerFactory(pdfRouter);

/** Responds with a document of any account as a PDF, to operators. */
export function handleOperatorInvoicePdf(
  request: Request,
  { id, mode }: { mode: string; id: string },
): Promise<Response> {
  return respondToOwnPage(request, { account: null, mode }, async (ctx) =>
    pdfResponse(await makeCaller(ctx).pdf({ id })),
  );
}
