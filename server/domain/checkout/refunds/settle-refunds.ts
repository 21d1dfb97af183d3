// Applies a provider's report to a payment's refunds and disputes.
import type { MoneyFacts } from "#checkout/payments/rules";
import type { Payment } from "#checkout/payments/store";
import type { AccountContext } from "#core/context";
import type { Sql } from "#core/db";
import { newId } from "#core/id";
import { recordAudit } from "#domain/accounts";
import type { PaidStatus, RefundStatus } from "#gateways/payments";
import { hasLostRefund, type RefundKind, refundedByHand, totalsOf } from "./rules";
import {
  bookDispute,
  bookRefund,
  type Dispute,
  findDisputes,
  findRefunds,
  insertRefund,
  type Refund,
  saveDispute,
  updateRefund,
} from "./store";

interface NewRefund extends Pick<Refund, "amountUsdCents" | "reason"> {
  kind: RefundKind;
  /** Pending refunds are then requested by the poll. */
  state: "pending" | "succeeded";
}

function actionOf({ state, kind }: NewRefund): string {
  if (state === "pending") return "payment.refund_requested";
  return kind === "provider" ? "payment.provider_refund_counted" : "payment.other_refund_recorded";
}

/** Stores a refund. The caller updates the payment's sums. */
export async function createRefund(
  ctx: AccountContext,
  input: { payment: Payment; refund: NewRefund },
): Promise<Refund> {
  const { payment, refund } = input;
  const { actor, now } = ctx;
  const id = newId("refund");
  const row: Refund = {
    ...refund,
    ...{ accountId: payment.accountId, mode: payment.mode, id, paymentId: payment.id },
    checkoutSessionId: payment.checkoutSessionId,
    failure: null,
    providerKey: id,
    providerRefundId: null,
    actorType: actor.type,
    actorId: "id" in actor ? actor.id : actor.type === "system" ? actor.name : null,
    createdAt: now,
    settledAt: refund.state === "pending" ? null : now,
    dismissalReason: null,
  };
  await insertRefund(ctx.db, row);
  await bookRefund(ctx, row);
  const { kind, amountUsdCents, reason } = refund;
  const data = { refund_id: id, kind, amount_usd_cents: amountUsdCents, reason };
  await recordAudit(ctx, { action: actionOf(refund), subjectId: payment.id, data });
  return row;
}

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

const failed = (refund: Refund, failure: string, now: Date): Refund => ({
  ...refund,
  ...{ state: "failed", failure, settledAt: now },
});

/** Refunds made by hand that the provider no longer counts, newest first, have failed. */
function withoutLostOnes(refunds: readonly Refund[], atProviderCents: number, now: Date): Refund[] {
  const result = [...refunds];
  for (let at = result.length - 1; at >= 0; at -= 1) {
    const refund = result[at];
    if (!refund || !hasLostRefund(result, atProviderCents)) break;
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
  refundedUsdCents: number;
  refundingUsdCents: number;
  dispute: MoneyFacts["dispute"];
  /** Refunds that succeeded or failed now. */
  settled: Refund[];
  /** Disputes that were opened or closed now. */
  changedDisputes: Dispute[];
}

export const NO_RETURNS: Returns = {
  refundedUsdCents: 0,
  refundingUsdCents: 0,
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
  if (status) refunds = withoutLostOnes(refunds, status.refundedCents, now);
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
    const { id: refund_id, amountUsdCents: amount_usd_cents, failure } = refund;
    const data = { refund_id, amount_usd_cents, failure };
    await recordAudit(ctx, {
      action: `payment.refund_${refund.state}`,
      subjectId: payment.id,
      data,
    });
  }
  const byHandCents = status ? refundedByHand(refunds, status.refundedCents) : 0;
  if (byHandCents > 0) {
    const byHand = { amountUsdCents: byHandCents, reason: null, kind: "provider" } as const;
    const refund = await createRefund(ctx, { payment, refund: { ...byHand, state: "succeeded" } });
    refunds.push(refund);
    settled.push(refund);
  }
  return { ...totalsOf(refunds), dispute, settled, changedDisputes: changed };
}

type ProviderDispute = PaidStatus["disputes"][number];

/** The state after a report. A warning stays dismissed until it is closed or becomes a dispute. */
function stateAfter(known: Dispute | undefined, reported: ProviderDispute): Dispute["state"] {
  const isDismissed = known?.state === "dismissed" && reported.kind === "warning";
  return isDismissed && reported.state === "open" ? "dismissed" : reported.state;
}

function hasNewFacts(known: Dispute, reported: ProviderDispute): boolean {
  return (
    known.amountUsdCents !== reported.amountCents ||
    known.reason !== reported.reason ||
    known.evidenceDueOn?.getTime() !== reported.evidenceDueOn?.getTime()
  );
}

async function settleDispute(
  ctx: AccountContext,
  input: { payment: Payment; known: Dispute | undefined; reported: ProviderDispute },
): Promise<{ dispute: Dispute; isChanged: boolean }> {
  const { payment, known, reported } = input;
  const state = stateAfter(known, reported);
  const { kind, amountCents: amountUsdCents, reason, evidenceDueOn } = reported;
  // An inquiry can become a dispute.
  const isChanged = known?.state !== state || known.kind !== kind;
  if (known && !isChanged && !hasNewFacts(known, reported)) {
    return { dispute: known, isChanged: false };
  }
  const dispute: Dispute = {
    ...{ accountId: payment.accountId, mode: payment.mode, paymentId: payment.id },
    id: known?.id ?? newId("dispute"),
    providerDisputeId: reported.id,
    ...{ kind, state, amountUsdCents, reason, evidenceDueOn },
    openedAt: known?.openedAt ?? ctx.now,
    closedAt: state === "open" ? null : isChanged ? ctx.now : (known?.closedAt ?? null),
  };
  await saveDispute(ctx.db, dispute);
  await bookDispute(ctx, dispute);
  if (!isChanged) return { dispute, isChanged };
  const action = state === "open" ? "payment.dispute_opened" : "payment.dispute_closed";
  const facts = { dispute_id: dispute.id, kind, state, amount_usd_cents: amountUsdCents, reason };
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
    (await findDisputes(ctx.db, payment)).map((known) => [known.providerDisputeId, known]),
  );
  const changed: Dispute[] = [];
  for (const one of reported) {
    const known = byProviderId.get(one.id);
    const { dispute, isChanged } = await settleDispute(ctx, { payment, known, reported: one });
    byProviderId.set(one.id, dispute);
    if (isChanged) changed.push(dispute);
  }
  return { disputes: [...byProviderId.values()], changed };
}

/** The dispute that decides on the payment: one that is open, then a lost one, then a warning. */
export function decisiveDispute(disputes: readonly Dispute[]): MoneyFacts["dispute"] {
  const of = (kind: Dispute["kind"], state: Dispute["state"]) =>
    disputes.find((one) => one.kind === kind && one.state === state);
  const dispute = of("dispute", "open") ?? of("dispute", "lost") ?? of("warning", "open");
  return dispute ? { kind: dispute.kind, state: dispute.state as "open" | "lost" } : null;
}

/** Returns true while the customer's bank decides on the payment: refunds wait for it. */
export async function hasOpenDispute(
  db: Sql,
  payment: Pick<Payment, "accountId" | "id">,
): Promise<boolean> {
  const dispute = decisiveDispute(await findDisputes(db, payment));
  return dispute?.kind === "dispute" && dispute.state === "open";
}
