import { z } from "zod";
import { amountColumns, type Columns, csvPage, fields } from "#core/csv";
import { moneyOf } from "#core/money";
import { PageQuery, pageResource } from "#core/page";
import { text, trimmedText } from "#core/text";
import {
  dismissFailedRefund,
  getAllPaymentSums,
  listAllPayments,
  listPaymentTasks,
  type OperatorPayment,
  PaymentFilters,
  recordOtherRefund,
  toRefundResource,
} from "#domain/checkout";
import { toPaymentTotals } from "./checkout";
import { ExportInput, placeAfter } from "./csv";
import { forOperator, forProvenOperator, IdInput, router } from "./procedures";

const toListed = ({ payment, account, customerEmail, orderId }: OperatorPayment) => ({
  id: payment.id,
  checkout_session_id: payment.checkoutSessionId,
  order_id: orderId,
  account,
  customer_email: customerEmail,
  state: payment.state,
  provider: payment.provider,
  provider_payment_id: payment.providerPaymentId,
  currency: payment.currency,
  amount: Number(payment.amount),
  refunded: Number(payment.refunded),
  created_on: payment.createdAt.toISOString(),
  updated_on: payment.updatedAt.toISOString(),
});

const filters = {
  search: trimmedText(128).nullish(),
  state: PaymentFilters.shape.state.nullish(),
};

export const operatorPaymentsRouter = router({
  /** Payments that someone has to act upon, oldest first. */
  tasks: forOperator.query(async ({ ctx }) =>
    (await listPaymentTasks(ctx, { mode: ctx.mode })).map(
      ({ task, evidenceDueOn, owedAmount, taskAmount, failedRefundId, ...row }) => ({
        ...toListed(row),
        task,
        owed: owedAmount,
        task_amount: taskAmount,
        failed_refund_id: failedRefundId,
        evidence_due_on: evidenceDueOn?.toISOString() ?? null,
      }),
    ),
  ),

  list: forOperator
    .input(PageQuery.extend(filters))
    .query(async ({ ctx, input: { search = null, state = null, ...query } }) =>
      pageResource(
        await listAllPayments(ctx, { ...query, mode: ctx.mode, search, state }),
        toListed,
      ),
    ),

  totals: forOperator
    .input(z.strictObject(filters))
    .query(async ({ ctx, input: { search = null, state = null } }) =>
      toPaymentTotals(await getAllPaymentSums(ctx, { mode: ctx.mode, search, state })),
    ),

  /** Records that the customer was paid back by other means. `id` is the checkout session's. */
  recordRefund: forProvenOperator
    .input(IdInput.extend({ amount: z.int().min(1).optional(), reason: text(512, 1) }))
    .mutation(async ({ ctx, input: { id, amount = null, reason } }) =>
      toRefundResource(await recordOtherRefund(ctx, { mode: ctx.mode, id, amount, reason })),
    ),

  /** Dismisses a failed refund that is not wanted any more. `id` is the checkout session's. */
  dismissRefund: forProvenOperator
    .input(IdInput.extend({ refund_id: text(64, 1), reason: trimmedText(512, 1) }))
    .mutation(({ ctx, input: { id, refund_id: refundId, reason } }) =>
      dismissFailedRefund(ctx, { mode: ctx.mode, id, refundId, reason }),
    ),
});

const columns: Columns<ReturnType<typeof toListed>> = {
  ...fields("id", "created_on", "updated_on"),
  account: (payment) => payment.account.slug,
  account_name: (payment) => payment.account.name,
  state: (payment) => payment.state,
  currency: (payment) => payment.currency.toUpperCase(),
  ...amountColumns("amount", (payment) => moneyOf(payment, payment.amount)),
  ...amountColumns("refunded", (payment) => moneyOf(payment, payment.refunded)),
  ...fields("customer_email", "checkout_session_id", "order_id", "provider", "provider_payment_id"),
};

export const exportAllPayments = forOperator
  .input(ExportInput.extend(filters))
  .query(async ({ ctx, input: { after, search = null, state = null } }) => {
    const query = { ...placeAfter(after), mode: ctx.mode, search, state };
    const { data, hasMore } = await listAllPayments(ctx, query);
    return csvPage({ data: data.map(toListed), hasMore }, columns);
  });
