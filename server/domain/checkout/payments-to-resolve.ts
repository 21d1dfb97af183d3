// Payments that a person has to act upon, of one account or of all.
import type { Context, Mode } from "#core/context";
import { allProviders } from "#gateways/payments";
import type { Payment, PaymentDispute, Prisma } from "#prisma";
import type { PaymentState } from "./payment-rules";
import { findOwedRefunds, type Refund } from "./refund-store";

const MOST = 100;
/** With growing pauses, this many polls take about half an hour. */
const MANY_POLLS = 9;
/** A refund may take days at its provider: this many polls take about two days. */
const MANY_REFUND_POLLS = 58;
/** States that a provider settles within seconds. */
const quick: PaymentState[] = ["confirming"];

/** A person makes their refunds. */
const manual = allProviders.filter((one) => one.manualActions).map(({ name }) => name as string);

export type PaymentTask =
  /** The customer is owed money, and no refund is under way. */
  | "refund_failed"
  | "disputed"
  | "warning"
  /** The operator returns the money by hand. */
  | "refund_by_hand"
  /** The provider has not made the refund for days. */
  | "refund_waits"
  /** The provider does not report the outcome of a charge. */
  | "outcome_unknown";

export interface PaymentToResolve {
  payment: Payment;
  task: PaymentTask;
  dispute: PaymentDispute | null;
  /** Due to the customer after a refund that failed. */
  owedUsdCents: number;
  /** The amount of the task: owed, disputed, being refunded, or charged with unknown outcome. */
  taskUsdCents: number;
  /** A refund that failed and can be dismissed. */
  failedRefundId: string | null;
}

const isManual = { provider: { in: manual } };
const isPolled = { nextPollAt: { not: null }, provider: { notIn: manual } };
const stuck: Prisma.PaymentWhereInput[] = [
  { state: "refunding", refundingUsdCents: 0 },
  { refundingUsdCents: { gt: 0 }, ...isManual },
  { unappliedUsdCents: { gt: 0 }, unappliedReturnedAt: null },
  { refundingUsdCents: { gt: 0 }, polls: { gte: MANY_REFUND_POLLS }, ...isPolled },
  { state: { in: quick }, polls: { gte: MANY_POLLS }, ...isPolled },
];

function taskOf(payment: Payment, { dispute, owed }: Facts): PaymentTask {
  if (dispute) return dispute.kind === "warning" ? "warning" : "disputed";
  if (owed) return "refund_failed";
  if (payment.state === "refunding" && payment.refundingUsdCents === 0n) return "refund_failed";
  if (payment.unappliedUsdCents > 0n) return "refund_by_hand";
  if (payment.refundingUsdCents === 0n) return "outcome_unknown";
  return manual.includes(payment.provider) ? "refund_by_hand" : "refund_waits";
}

interface Facts {
  dispute: PaymentDispute | null;
  /** A refund after fulfillment that failed. */
  owed: Refund | null;
}

function owedCents(payment: Payment, { owed }: Facts): number {
  if (payment.state !== "refunding") return owed?.amountUsdCents ?? 0;
  return Number(payment.amountUsdCents - payment.refundedUsdCents - payment.refundingUsdCents);
}

function taskCents(payment: Payment, facts: Facts): number {
  switch (taskOf(payment, facts)) {
    case "disputed":
    case "warning":
      return Number(facts.dispute?.amountUsdCents ?? payment.amountUsdCents);
    case "refund_failed":
      return owedCents(payment, facts);
    case "refund_by_hand":
    case "refund_waits":
      return Number(payment.refundingUsdCents + payment.unappliedUsdCents);
    case "outcome_unknown":
      return Number(payment.amountUsdCents);
  }
}

/** Of the account, or of all accounts; oldest first, at most a hundred. */
export async function listPaymentsToResolve(
  { db }: Context,
  input: { mode: Mode; accountId?: string },
): Promise<PaymentToResolve[]> {
  const { mode, accountId = null } = input;
  const { payment, paymentDispute } = db.prisma;
  const scope = { mode, ...(accountId !== null && { accountId }) };
  const disputes = await paymentDispute.findMany({
    where: { ...scope, state: "open" },
    orderBy: { id: "asc" },
    take: MOST,
  });
  const owed = await findOwedRefunds(db, { mode, accountId, limit: MOST });
  const ids = [...disputes, ...owed].map(({ paymentId }) => paymentId);
  const rows = await payment.findMany({
    where: { ...scope, OR: [...stuck, { id: { in: ids } }] },
    orderBy: { id: "asc" },
    take: MOST,
  });
  return rows.map((row) => {
    const ownDisputes = disputes.filter(({ paymentId }) => paymentId === row.id);
    const dispute = ownDisputes.find(({ kind }) => kind === "dispute") ?? ownDisputes[0] ?? null;
    const facts = { dispute, owed: owed.find(({ paymentId }) => paymentId === row.id) ?? null };
    return {
      payment: row,
      dispute,
      task: taskOf(row, facts),
      owedUsdCents: owedCents(row, facts),
      taskUsdCents: taskCents(row, facts),
      failedRefundId: facts.owed?.id ?? null,
    };
  });
}
