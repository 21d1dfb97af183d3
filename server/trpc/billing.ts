import { PageQuery, pageResource } from "#core/page";
import { getBalance, listEntries, toBalanceResource } from "#domain/balances";
import {
  findBillingProfile,
  getInvoicePdf,
  listInvoices,
  SetBillingProfile,
  setBillingProfile,
  toInvoiceListItemResource,
} from "#domain/billing";
import { respondToOwnPage } from "./context";
import { pdfResponse } from "./file-response";
import { createCallerFactory, forAdmin, forViewer, IdInput, router } from "./procedures";

const ENTRIES = 50;

type Entry = Awaited<ReturnType<typeof listEntries>>[number];

const toEntry = (entry: Entry) => ({
  number: entry.seq,
  kind: entry.kind,
  amountCents: entry.amountUsdCents,
  balanceCents: entry.balanceAfterUsdCents,
  orderId: entry.orderId,
  reference: entry.reference,
  note: entry.note,
  createdOn: entry.createdAt.toISOString(),
});

/** An account's terms, balance and billing profile, with its latest ledger entries. */
export async function billingOf(ctx: Parameters<typeof getBalance>[0]) {
  return {
    balance: toBalanceResource(await getBalance(ctx)),
    profile: await findBillingProfile(ctx),
    entries: (await listEntries(ctx, { limit: ENTRIES })).map(toEntry),
  };
}

const pdfRouter = router({
  pdf: forViewer.input(IdInput).query(({ ctx, input }) => getInvoicePdf(ctx, input)),
});

export const billingRouter = router({
  get: forViewer.query(({ ctx }) => billingOf(ctx)),

  invoices: forViewer
    .input(PageQuery)
    .query(async ({ ctx, input }) =>
      pageResource(await listInvoices(ctx, input), toInvoiceListItemResource),
    ),

  setProfile: forAdmin
    .input(SetBillingProfile)
    .mutation(async ({ ctx, input }) => setBillingProfile(ctx, input)),
});

const makeCaller = createCallerFactory(pdfRouter);

/** Responds with a document as a PDF, to members of the account. */
export function handleInvoicePdf(
  request: Request,
  { id, ...place }: { account: string; mode: string; id: string },
): Promise<Response> {
  return respondToOwnPage(request, place, async (ctx) =>
    pdfResponse(await makeCaller(ctx).pdf({ id })),
  );
}
