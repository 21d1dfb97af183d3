// Bank transfers that wait for the operator, of all accounts.
import { z } from "zod";
import { PageQuery } from "#core/page";
import { text, trimmedText } from "#core/text";
import { findByHand, listByHand, settleByHand } from "#domain/checkout";
import { forOperator, forProvenOperator, router } from "./procedures";

const Reference = z.strictObject({ reference: text(64, 1) });
const Received = Reference.extend({ amount_usd_cents: z.int().min(1) });

export const operatorTransfersRouter = router({
  list: forOperator
    .input(PageQuery.extend({ search: trimmedText(64).nullish() }))
    .query(async ({ ctx, input: { search, ...query } }) => {
      const page = await listByHand(ctx, { ...query, mode: ctx.mode, search: search ?? null });
      return {
        is_set_up: findByHand(ctx.mode),
        data: page.data.map((transfer) => ({
          id: transfer.id,
          reference: transfer.reference,
          state: transfer.state,
          amount_usd_cents: transfer.amountCents,
          account: transfer.account,
          customer_email: transfer.customerEmail,
          order_id: transfer.orderId,
          created_on: transfer.createdAt.toISOString(),
          due_on: transfer.dueAt?.toISOString() ?? null,
        })),
        has_more: page.hasMore,
      };
    }),

  /** The money arrived. */
  confirm: forProvenOperator
    .input(Received)
    .mutation(({ ctx, input: { reference, amount_usd_cents: amountCents } }) =>
      settleByHand(ctx, { mode: ctx.mode, reference, found: { action: "receive", amountCents } }),
    ),

  /** The money will not arrive. */
  reject: forProvenOperator
    .input(Reference)
    .mutation(({ ctx, input: { reference } }) =>
      settleByHand(ctx, { mode: ctx.mode, reference, found: { action: "reject" } }),
    ),

  /** The operator returned the money of a cancelled order. */
  recordRefund: forProvenOperator
    .input(Reference)
    .mutation(({ ctx, input: { reference } }) =>
      settleByHand(ctx, { mode: ctx.mode, reference, found: { action: "refund" } }),
    ),
});
