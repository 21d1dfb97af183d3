// A consumer withdraws from the contract of a checkout order.
import { sessionMail } from "#checkout/mails/mails";
import { findSellerName } from "#checkout/payments/attempt";
import { findPayment, lockSession, PAID } from "#checkout/payments/store";
import { asOf, type WithdrawalState, withdrawalStateOf } from "#checkout/sessions/rules";
import type { Account, Context } from "#core/context";
import { conflict, notFound } from "#core/errors";
import { orderNumber } from "#core/id";
import type { Currency } from "#core/money";
import { maskEmail } from "#core/text";
import { recordAudit } from "#domain/accounts";
import { findMerchantProfile, type MerchantProfile } from "#domain/merchants";
import type { OrderState } from "#domain/orders";
import { queueMails } from "#domain/queue";
import { cancelSoldOrder } from "./refunds";
import { refundedBefore } from "./rules";
import { findRefunds, hasOpenDispute } from "./store";

export interface Withdrawal {
  key: string;
  sessionId: string;
  isTest: boolean;
  seller: string;
  sellerDetails: MerchantProfile | null;
  state: WithdrawalState;
  /** The end of the withdrawal period. */
  until: Date;
  withdrawnAt: Date | null;
  orderNumber: string;
  amountKg: number;
  price: number;
  currency: Currency;
  /** Refunded before the withdrawal. The rest is its refund. */
  refundedBefore: number;
  /** False while the money has not arrived. */
  isPaid: boolean;
  /** The customer's bank decides on the payment, and the refund waits for it. */
  isDisputed: boolean;
  purchasedAt: Date;
  /** Receives the confirmation. */
  maskedEmail: string | null;
}

/** The session whose withdrawal has this key, and its order's state. @throws not-found */
async function findByKey(ctx: Context, key: string) {
  const { db, now } = ctx;
  const row = await db.prisma.checkoutSession.findFirst({ where: { withdrawalKey: key } });
  if (!row?.orderId) throw notFound("withdrawal");
  const where = { accountId_id: { accountId: row.accountId, id: row.orderId } };
  const order = await db.prisma.order.findUniqueOrThrow({ where });
  const session = asOf(now, row);
  const orderState = order.state as OrderState;
  const state = withdrawalStateOf(session, { orderState, now });
  if (state === null) throw notFound("withdrawal");
  return { session, order, state };
}

/** The withdrawal with this key, for anyone who has it. @throws not-found */
export async function findWithdrawal(ctx: Context, input: { key: string }): Promise<Withdrawal> {
  const { session, order, state } = await findByKey(ctx, input.key);
  const { withdrawalUntil, completedAt, customerEmail } = session;
  const payment = await findPayment(ctx.db, session.accountId, session.id);
  const refunds = payment ? await findRefunds(ctx.db, payment) : [];
  return {
    key: input.key,
    sessionId: session.id,
    isTest: session.mode === "test",
    seller: await findSellerName(ctx.db, session),
    sellerDetails: await findMerchantProfile(ctx, { accountId: session.accountId }),
    state,
    until: withdrawalUntil ?? order.createdAt,
    withdrawnAt: session.withdrawnAt,
    orderNumber: orderNumber(order.id),
    amountKg: session.amountKg,
    price: Number(session.price),
    currency: session.currency,
    refundedBefore: refundedBefore(refunds, null),
    isPaid: payment !== null && PAID.includes(payment.state),
    isDisputed: payment !== null && (await hasOpenDispute(ctx.db, payment)),
    purchasedAt: completedAt ?? order.createdAt,
    maskedEmail: customerEmail && maskEmail(customerEmail),
  };
}

/**
 * Cancels the order, has its payment refunded and confirms it by mail, once; a repetition changes
 * nothing.
 * @throws not-found; conflict if the customer can no longer withdraw
 */
export async function withdrawFromContract(ctx: Context, input: { key: string }): Promise<void> {
  const unlocked = await findByKey(ctx, input.key);
  await lockSession(ctx.db, unlocked.session.id);
  const { session, order, state } = await findByKey(ctx, input.key);
  if (state === "withdrawn") return;
  if (state !== "open") throw conflict("Cannot withdraw from this contract any more");
  const { accountId, id } = session;
  const account = await ctx.db.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  const accountCtx = { ...ctx, account: account as Account };
  await cancelSoldOrder(accountCtx, { id: order.id, sessionId: id });
  await ctx.db.prisma.checkoutSession.update({
    where: { accountId_id: { accountId, id } },
    data: { withdrawnAt: ctx.now },
  });
  await recordAudit(accountCtx, {
    action: "checkout_session.withdrawn",
    subjectId: id,
    data: { order_id: order.id },
  });
  const mail = sessionMail("withdrawal", { accountId, checkoutSessionId: id });
  await queueMails(ctx.db, { mails: [mail], now: ctx.now });
}
