// Requests refunds at their provider, and applies its report to a payment's refunds and disputes.
import type { MoneyFacts } from "#checkout/payments/rules";
import type { Payment } from "#checkout/payments/store";
import type { AccountContext } from "#core/context";
import type { Database } from "#core/db";
import { newId } from "#core/id";
import { recordAudit } from "#domain/accounts";
import type { PaidStatus, PaymentCalls, PaymentStatus, RefundStatus } from "#gateways/payments";
import { decisiveDispute, hasLostRefund, refundedByHand, totalsOf } from "./rules";
import {
  bookDispute,
  bookRefund,
  createRefund,
  type Dispute,
  findDisputes,
  findRefunds,
  type Refund,
  saveDispute,
  updateRefund,
} from "./store";

/** Returns the refund after the provider's status; the same object if nothing changed. */
function afterStatus(refund: Refund, status: RefundStatus | undefined, now: Date): Refund {
  // A refund that failed is over; the money is refunded again under another key.
  if (!status || refund.state === "failed") return refund;
  const isLate = refund.state === "succeeded" && status.state === "pending";
  const state = isLate ? refund.state : status.state;
  const providerRefundId = status.id ?? refund.providerRefundId;
  if (state === refund.state && providerRefundId === refund.providerRefundId) return refund;
  const failure = state === "failed" ? (status.failure ?? "failed") : null;
  return {
    ...refund,
    state,
    failure,
    providerRefundId,
    settledAt: state === refund.state ? refund.settledAt : state === "pending" ? null : now,
  };
}

function failed(refund: Refund, failure: string, now: Date): Refund {
  return { ...refund, state: "failed", failure, settledAt: now };
}

/** Refunds made by hand that the provider no longer counts, newest first, have failed. */
function withoutLostRefunds(
  refunds: readonly Refund[],
  amountAtProvider: number,
  now: Date,
): Refund[] {
  const result = [...refunds];
  for (let at = result.length - 1; at >= 0; at -= 1) {
    const refund = result[at];
    if (!refund || !hasLostRefund(result, amountAtProvider)) break;
    const isByHand = refund.kind === "provider" && refund.state === "succeeded";
    if (isByHand) result[at] = failed(refund, "returned", now);
  }
  return result;
}

export type RefundResults = ReadonlyMap<string, RefundStatus>;

interface Report {
  payment: Payment;
  /** Null if the provider was not asked. */
  status: PaidStatus | null;
  /** Statuses of single refunds, by ID. */
  results: RefundResults;
  /** Refunds that were recorded in the same transaction. */
  created: readonly Refund[];
}

export interface Returns {
  refunded: number;
  refunding: number;
  dispute: MoneyFacts["dispute"];
  /** Refunds that succeeded or failed now. */
  settled: Refund[];
  /** Disputes that were opened or closed now. */
  changedDisputes: Dispute[];
}

export const NO_RETURNS: Returns = {
  refunded: 0,
  refunding: 0,
  dispute: null,
  settled: [],
  changedDisputes: [],
};

/** Stores what the report changes about the payment's refunds and disputes. */
export async function settleReturns(ctx: AccountContext, report: Report): Promise<Returns> {
  const { payment, status, results, created } = report;
  const { now } = ctx;
  const { disputes, changed } = await settleDisputes(ctx, {
    payment,
    reported: status?.disputes ?? [],
  });
  const dispute = decisiveDispute(disputes);
  const isLost = dispute?.state === "lost";
  const stored = await findRefunds(ctx.db, payment);
  let refunds = stored.map((refund) => {
    const next = afterStatus(refund, results.get(refund.id), now);
    const isUnsent = next.state === "pending" && next.providerRefundId === null;
    return isLost && isUnsent ? failed(next, "charged_back", now) : next;
  });
  if (status) refunds = withoutLostRefunds(refunds, status.refunded, now);
  const settled = [...created];
  for (const [at, refund] of refunds.entries()) {
    if (refund === stored[at]) continue;
    await updateRefund(ctx.db, refund);
    await bookRefund(ctx, refund);
    if (refund.state === stored[at]?.state || refund.state === "pending") continue;
    settled.push(refund);
    if (refund.state === "failed") {
      ctx.log.error(
        { event: "payment.refund_failed", paymentId: payment.id, refundId: refund.id },
        "refund failed; refund again, or pay the customer by other means",
      );
    }
    const { id: refund_id, amount, currency, failure } = refund;
    const data = { refund_id, amount, currency, failure };
    await recordAudit(ctx, {
      action: `payment.refund_${refund.state}`,
      subjectId: payment.id,
      data,
    });
  }
  const amount = status ? refundedByHand(refunds, status.refunded) : 0;
  if (amount > 0) {
    const byHand = { amount, reason: null, kind: "provider", state: "succeeded" } as const;
    const refund = await createRefund(ctx, { payment, refund: byHand });
    refunds.push(refund);
    settled.push(refund);
  }
  return { ...totalsOf(refunds), dispute, settled, changedDisputes: changed };
}

type ProviderDispute = PaidStatus["disputes"][number];

/** The state after a report. A warning stays dismissed until it is closed or becomes a dispute. */
function stateAfter(stored: Dispute | undefined, reported: ProviderDispute): Dispute["state"] {
  const isDismissed = stored?.state === "dismissed" && reported.kind === "warning";
  return isDismissed && reported.state === "open" ? "dismissed" : reported.state;
}

function hasNewFacts(stored: Dispute, reported: ProviderDispute): boolean {
  return (
    stored.amount !== reported.amount ||
    stored.reason !== reported.reason ||
    stored.evidenceDueOn?.getTime() !== reported.evidenceDueOn?.getTime()
  );
}

async function settleDispute(
  ctx: AccountContext,
  input: { payment: Payment; stored: Dispute | undefined; reported: ProviderDispute },
): Promise<{ dispute: Dispute; isChanged: boolean }> {
  const { payment, stored, reported } = input;
  const state = stateAfter(stored, reported);
  const { currency } = payment;
  const { kind, amount, reason, evidenceDueOn } = reported;
  // An inquiry can become a dispute.
  const isChanged = stored?.state !== state || stored.kind !== kind;
  if (stored && !isChanged && !hasNewFacts(stored, reported)) {
    return { dispute: stored, isChanged: false };
  }
  const dispute: Dispute = {
    ...{ accountId: payment.accountId, mode: payment.mode, paymentId: payment.id },
    id: stored?.id ?? newId("dispute"),
    providerDisputeId: reported.id,
    ...{ kind, state, amount, currency, reason, evidenceDueOn },
    openedAt: stored?.openedAt ?? ctx.now,
    closedAt: state === "open" ? null : isChanged ? ctx.now : (stored?.closedAt ?? null),
  };
  await saveDispute(ctx.db, dispute);
  await bookDispute(ctx, dispute);
  if (!isChanged) return { dispute, isChanged };
  const action = state === "open" ? "payment.dispute_opened" : "payment.dispute_closed";
  const facts = { dispute_id: dispute.id, kind, state, amount, currency, reason };
  await recordAudit(ctx, { action, subjectId: payment.id, data: facts });
  return { dispute, isChanged };
}

/** Stores what the report changes. Returns all disputes of the payment, and those that changed. */
async function settleDisputes(
  ctx: AccountContext,
  input: { payment: Payment; reported: readonly ProviderDispute[] },
): Promise<{ disputes: Dispute[]; changed: Dispute[] }> {
  const { payment, reported } = input;
  const byProviderId = new Map(
    (await findDisputes(ctx.db, payment)).map((dispute) => [dispute.providerDisputeId, dispute]),
  );
  const changed: Dispute[] = [];
  for (const report of reported) {
    const stored = byProviderId.get(report.id);
    const { dispute, isChanged } = await settleDispute(ctx, { payment, stored, reported: report });
    byProviderId.set(report.id, dispute);
    if (isChanged) changed.push(dispute);
  }
  return { disputes: [...byProviderId.values()], changed };
}

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
  const dispute = decisiveDispute(await findDisputes(database, payment));
  if (dispute?.kind === "dispute") return true;
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
  const { providerKey: key, amount, currency } = refund;
  return gateway.refund(id, { key, amount, currency });
}

/** Reads refunds again of which one must have failed after it succeeded. */
async function findLostRefunds(
  poll: RefundPoll,
  refunds: readonly Refund[],
  status: PaymentStatus,
): Promise<[string, RefundStatus][]> {
  if (status.state !== "paid" || !hasLostRefund(refunds, status.refunded)) return [];
  const requested = refunds.filter(
    ({ state, kind }) => state === "succeeded" && kind !== "provider",
  );
  const statuses = await Promise.all(requested.map((refund) => readRefund(poll, refund)));
  return requested.flatMap(({ id }, at): [string, RefundStatus][] => {
    const refundStatus = statuses[at];
    return refundStatus ? [[id, refundStatus]] : [];
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
  if (due) return { status, results };
  return { status, results: new Map(await findLostRefunds(poll, refunds, status)) };
}
