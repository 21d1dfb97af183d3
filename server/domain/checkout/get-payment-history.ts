// Reads how a session was paid, and which mails its customer got.
import type { AccountContext } from "#core/context";
import { listMails, type QueuedMail } from "#domain/queue";
import type { Payment } from "./list-payments";
import type { PaymentState } from "./payment-rules";
import type { CheckoutSession } from "./rules";

export interface PaymentHistory {
  /** Null until the customer tried to pay. */
  payment: Payment | null;
  /** In the order of their making. */
  mails: QueuedMail[];
}

/** The payment and mails of one of the account's sessions. */
export async function getPaymentHistory(
  ctx: AccountContext,
  input: { session: CheckoutSession },
): Promise<PaymentHistory> {
  const { session } = input;
  const where = { accountId: ctx.account.id, checkoutSessionId: session.id };
  const [row, mails] = await Promise.all([
    ctx.db.prisma.payment.findFirst({ where }),
    listMails(ctx, { subjectId: session.id }),
  ]);
  return { payment: row && { ...row, state: row.state as PaymentState, session }, mails };
}
