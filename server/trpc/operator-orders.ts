import { z } from "zod";
import type { Context, Mode } from "#core/context";
import { amountColumns, type Columns, csvPage, fields } from "#core/csv";
import { moneyOf } from "#core/money";
import { PageQuery, pageResource } from "#core/page";
import { text, trimmedText } from "#core/text";
import { getTransferSums, listManualPayments, settleManualPayment } from "#domain/checkout";
import { retryWaitingOrders } from "#domain/matching";
import { getWaitingTotals, listMissingCredits, listWaitingOrders } from "#domain/orders";
import { ExportInput, placeAfter } from "./csv";
import { forOperator, forProvenOperator, router } from "./procedures";

type Waiting = Awaited<ReturnType<typeof listWaitingOrders>>["data"][number];

const waitingFilters = { portfolio: text(255).nullish() };

export const operatorWaitingRouter = router({
  list: forOperator
    .input(PageQuery.extend(waitingFilters))
    .query(async ({ ctx, input: { portfolio, ...query } }) => {
      const filters = { ...query, mode: ctx.mode, portfolioId: portfolio ?? null };
      return pageResource(await listWaitingOrders(ctx, filters), ({ createdAt, ...order }) => ({
        ...order,
        createdOn: createdAt.toISOString(),
      }));
    }),

  totals: forOperator
    .input(z.strictObject(waitingFilters))
    .query(async ({ ctx, input: { portfolio = null } }) => {
      const filter = { mode: ctx.mode, portfolioId: portfolio };
      const { orders, kg } = await getWaitingTotals(ctx, filter);
      return { count: orders, is_capped: false, amount_kg: kg };
    }),

  missing: forOperator.query(({ ctx }) => listMissingCredits(ctx, { mode: ctx.mode })),

  retry: forOperator.mutation(({ ctx }) => retryWaitingOrders(ctx, { mode: ctx.mode })),
});

const waitingColumns: Columns<Waiting> = {
  id: (order) => order.id,
  account: (order) => order.accountName,
  portfolio: (order) => order.portfolioName,
  amount_kg: (order) => order.amountKg,
  created_on: (order) => order.createdAt.toISOString(),
};

export const exportWaiting = forOperator
  .input(ExportInput.extend(waitingFilters))
  .query(async ({ ctx, input: { after, portfolio } }) => {
    const filters = { ...placeAfter(after), mode: ctx.mode, portfolioId: portfolio ?? null };
    return csvPage(await listWaitingOrders(ctx, filters), waitingColumns);
  });

const Reference = z.strictObject({ reference: text(64, 1) });
const Received = Reference.extend({ amount: z.int().min(1) });
const Rejected = Reference.extend({ amount: z.int().min(1).nullable() });

type Transfer = Awaited<ReturnType<typeof listManualPayments>>["data"][number];

const toTransfer = (transfer: Transfer) => ({
  id: transfer.id,
  reference: transfer.reference,
  state: transfer.state,
  currency: transfer.currency,
  amount: transfer.amount,
  refunding: transfer.refunding,
  account: transfer.account,
  customer_email: transfer.customerEmail,
  order_id: transfer.orderId,
  created_on: transfer.createdAt.toISOString(),
  due_on: transfer.dueAt?.toISOString() ?? null,
});

/** Settles the transfer in one of the ways that an operator can choose. */
function settles<Input extends z.infer<typeof Reference>>(
  settlementOf: (input: Input) => Parameters<typeof settleManualPayment>[1]["settlement"],
) {
  return ({ ctx, input }: { ctx: Context & { mode: Mode }; input: Input }) => {
    const settlement = settlementOf(input);
    return settleManualPayment(ctx, { mode: ctx.mode, reference: input.reference, settlement });
  };
}

const transferFilters = { search: trimmedText(128).nullish() };

export const operatorTransfersRouter = router({
  list: forOperator
    .input(PageQuery.extend(transferFilters))
    .query(async ({ ctx, input: { search, ...query } }) => {
      const page = await listManualPayments(ctx, {
        ...query,
        mode: ctx.mode,
        search: search ?? null,
      });
      return pageResource(page, toTransfer);
    }),

  totals: forOperator
    .input(z.strictObject(transferFilters))
    .query(async ({ ctx, input: { search = null } }) => {
      const { transfers, isCapped, sums } = await getTransferSums(ctx, { mode: ctx.mode, search });
      return { count: transfers, is_capped: isCapped, sums };
    }),

  confirm: forProvenOperator
    .input(Received)
    .mutation(settles(({ amount }) => ({ action: "receive", amount }))),

  reject: forProvenOperator
    .input(Rejected)
    .mutation(settles(({ amount }) => ({ action: "reject", arrivedAmount: amount ?? 0 }))),

  /** Records money that arrived for a transfer that had ended. */
  recordArrival: forProvenOperator
    .input(Received)
    .mutation(settles(({ amount }) => ({ action: "arrive", amount }))),

  /** Records that the operator returned the money of a cancelled order. */
  recordRefund: forProvenOperator.input(Reference).mutation(settles(() => ({ action: "refund" }))),
});

const transferColumns: Columns<ReturnType<typeof toTransfer>> = {
  ...fields("id", "reference", "created_on", "due_on", "state"),
  account: (transfer) => transfer.account.slug,
  account_name: (transfer) => transfer.account.name,
  customer_email: (transfer) => transfer.customer_email,
  currency: (transfer) => transfer.currency.toUpperCase(),
  ...amountColumns("amount", (transfer) => moneyOf(transfer, transfer.amount)),
  ...amountColumns("refunding", (transfer) => moneyOf(transfer, transfer.refunding)),
  order_id: (transfer) => transfer.order_id,
};

export const exportTransfers = forOperator
  .input(ExportInput.extend(transferFilters))
  .query(async ({ ctx, input: { after, search = null } }) => {
    const page = await listManualPayments(ctx, { ...placeAfter(after), mode: ctx.mode, search });
    return csvPage({ data: page.data.map(toTransfer), hasMore: page.hasMore }, transferColumns);
  });
