// Polls of refunds: requests them at their provider, and reads their statuses.

import type { Payment } from "#checkout/payments/store";
import type { Database } from "#core/db";
import type { PaymentCalls, PaymentStatus, RefundStatus } from "#gateways/payments";
import { hasLostRefund } from "./rules";
import { decisiveDispute, type RefundResults } from "./settle-refunds";
import { findDisputes, findRefunds, type Refund } from "./store";

export interface RefundPoll {
  database: Database;
  payment: Payment;
  gateway: PaymentCalls;
  /** Of the payment at the provider. */
  id: string;
}

const readRefund = ({ gateway, id }: RefundPoll, refund: Refund) =>
  gateway.findRefund(id, { key: refund.providerKey, refundId: refund.providerRefundId });

/** Returns true if the bank has taken the money back: a refund would return it twice. */
async function isDisputed({ database, payment, gateway, id }: RefundPoll): Promise<boolean> {
  const known = decisiveDispute(await findDisputes(database, payment));
  if (known?.kind === "dispute") return true;
  const status = await gateway.find(id);
  return (
    status.state === "paid" &&
    status.disputes.some(({ kind, state }) => kind === "dispute" && state !== "won")
  );
}

/** Requests the refund, or reads it where it was requested before. */
async function pollRefund(poll: RefundPoll, refund: Refund): Promise<RefundStatus | null> {
  const { gateway, id } = poll;
  if (refund.providerRefundId !== null) {
    const status = await readRefund(poll, refund);
    if (status) return status;
  }
  if (await isDisputed(poll)) return readRefund(poll, refund);
  const { providerKey: key, amountUsdCents: amountCents } = refund;
  return gateway.refund(id, { key, amountCents });
}

/** Reads refunds again of which one must have failed after it succeeded. */
async function findLostRefunds(
  poll: RefundPoll,
  refunds: readonly Refund[],
  status: PaymentStatus,
): Promise<[string, RefundStatus][]> {
  if (status.state !== "paid" || !hasLostRefund(refunds, status.refundedCents)) return [];
  const own = refunds.filter(({ state, kind }) => state === "succeeded" && kind !== "provider");
  const statuses = await Promise.all(own.map((refund) => readRefund(poll, refund)));
  return own.flatMap(({ id }, at) => {
    const read = statuses[at];
    return read ? [[id, read] as [string, RefundStatus]] : [];
  });
}

/** One refund at a time, so that a poll ends before its lease does. */
export async function pollRefunds(
  poll: RefundPoll,
): Promise<{ status: PaymentStatus; results: RefundResults }> {
  const { database, payment, gateway, id } = poll;
  const refunds = await findRefunds(database, payment);
  const pending = refunds.filter(({ state }) => state === "pending");
  const results = new Map<string, RefundStatus>();
  const due = pending[payment.polls % Math.max(1, pending.length)];
  const result = due && (await pollRefund(poll, due));
  if (due && result) results.set(due.id, result);
  const status = await gateway.find(id);
  if (!due) {
    for (const [lost, read] of await findLostRefunds(poll, refunds, status))
      results.set(lost, read);
  }
  return { status, results };
}
