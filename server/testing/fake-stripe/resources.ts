// Records of the fake Stripe, and its responses in Stripe's own types.
import type Stripe from "stripe";
import { unitOf } from "./currencies";
import type { FakeError } from "./errors";

/** The values that Stripe documents, without "any other string". */
export type Known<T> = T extends string ? (string extends T ? never : T) : never;

type NextAction = Stripe.PaymentIntent.NextAction;
export type NextActionType = Exclude<keyof NextAction, "type">;
export const refundStatuses = [
  ...(["pending", "requires_action", "succeeded", "failed", "canceled"] as const),
];
export type RefundStatus = (typeof refundStatuses)[number];

export interface FakeRefund {
  id: string;
  payment: string;
  charge: string;
  amount: number;
  currency: string;
  status: RefundStatus;
  created: number;
  metadata: Record<string, string>;
}

export type FakeDispute = Pick<
  Stripe.Dispute,
  "id" | "amount" | "created" | "reason" | "status"
> & {
  dueBy: number | null;
  /** Its effect on the balance of the account. */
  movedAmount: number;
};
export type FakeWarning = Pick<
  Stripe.Radar.EarlyFraudWarning,
  "id" | "created" | "fraud_type" | "actionable"
>;
export type FakeReview = Pick<
  Stripe.Review,
  "id" | "open" | "reason" | "opened_reason" | "closed_reason" | "created"
>;

/** The currency into which Stripe converts a charge, and what one of its units is worth there. */
export interface Settlement {
  currency: string;
  rate: number;
}

export interface FakeCharge {
  id: string;
  status: Stripe.Charge["status"];
  created: number;
  refunds: FakeRefund[];
  disputes: FakeDispute[];
  warnings: FakeWarning[];
  review: FakeReview | null;
  userReport: "safe" | "fraudulent" | null;
  /** Stripe books a charge some seconds after it succeeded. */
  isBooked: boolean;
  /** Status that its refunds have at the next look, with cards whose refunds take time. */
  refundsEnd: RefundStatus | null;
}

export interface FakePayment {
  id: string;
  amount: number;
  currency: string;
  /** Into which Stripe converts the money, and at which rate. */
  settlement: Settlement | null;
  status: Stripe.PaymentIntent.Status;
  nextAction: NextActionType | null;
  description: string | null;
  descriptorSuffix: string | null;
  metadata: Record<string, string>;
  created: number;
  clientSecret: string;
  lastError: FakeError | null;
  /** The page to which the last confirmation returns. */
  returnUrl: string | null;
  charges: FakeCharge[];
  livemode: boolean;
}

/** Fields that the request wants as whole objects. */
export type Expanded = ReadonlySet<string>;

export const listOf = <T>(url: string, data: readonly T[], has_more = false) => ({
  ...{ object: "list" as const, url, has_more, data },
});

const lost: readonly RefundStatus[] = ["failed", "canceled"];
/** Pending refunds count: Stripe has taken them from the balance. */
export const refundedOf = ({ refunds }: FakeCharge) =>
  refunds.reduce((sum, { amount, status }) => sum + (lost.includes(status) ? 0 : amount), 0);

export function refundResource(refund: FakeRefund) {
  const { id, amount, currency, charge, created, metadata, payment, status } = refund;
  return {
    ...{ id, amount, currency, charge, created, metadata, payment_intent: payment, status },
    object: "refund",
    reason: null,
    ...(status === "failed" && { failure_reason: "expired_or_canceled_card" }),
    ...(status === "pending" && { pending_reason: "processing" }),
  } satisfies Partial<Stripe.Refund>;
}

export function disputeResource(dispute: FakeDispute, payment: FakePayment, charge: FakeCharge) {
  const { id, amount, created, reason, status, dueBy, movedAmount } = dispute;
  const { currency } = payment;
  const moved = { object: "balance_transaction", amount: movedAmount, currency } as const;
  return {
    ...{ id, amount, created, reason, status },
    object: "dispute",
    charge: charge.id,
    currency,
    livemode: false,
    payment_intent: payment.id,
    balance_transactions: movedAmount === 0 ? [] : [moved as Stripe.BalanceTransaction],
    evidence_details: {
      ...{ due_by: dueBy, has_evidence: false, past_due: false, submission_count: 0 },
    } as Stripe.Dispute.EvidenceDetails,
  } satisfies Partial<Stripe.Dispute>;
}

export function warningResource(warning: FakeWarning, payment: FakePayment, charge: FakeCharge) {
  return {
    ...warning,
    object: "radar.early_fraud_warning",
    charge: charge.id,
    livemode: false,
    payment_intent: payment.id,
  } satisfies Stripe.Radar.EarlyFraudWarning;
}

function reviewResource(review: FakeReview, payment: FakePayment, charge: FakeCharge) {
  return {
    ...review,
    object: "review",
    charge: charge.id,
    livemode: false,
    payment_intent: payment.id,
  } satisfies Partial<Stripe.Review>;
}

const settledAmount = (amount: number, currency: string) =>
  Math.round(amount / unitOf(currency)) * unitOf(currency);

function balanceOf(
  { settlement, ...payment }: FakePayment,
  charge: FakeCharge,
  expanded: Expanded,
) {
  if (!charge.isBooked) return null;
  const id = charge.id.replace("ch_", "txn_");
  if (!expanded.has("latest_charge.balance_transaction")) return id;
  const { currency, rate } = settlement ?? { currency: payment.currency, rate: 1 };
  const amount = settledAmount(payment.amount * rate, currency);
  const fee = settledAmount(amount * 0.029 + 30, currency);
  return {
    ...{ id, amount, fee, net: amount - fee },
    object: "balance_transaction",
    currency,
    source: charge.id,
    status: "pending",
    type: "charge",
  } satisfies Partial<Stripe.BalanceTransaction>;
}

function chargeResource(payment: FakePayment, charge: FakeCharge, expanded: Expanded) {
  const isPaid = charge.status === "succeeded";
  const refunds = charge.refunds.toReversed();
  return {
    id: charge.id,
    object: "charge",
    amount: payment.amount,
    amount_captured: isPaid ? payment.amount : 0,
    amount_refunded: refundedOf(charge),
    balance_transaction: balanceOf(payment, charge, expanded),
    created: charge.created,
    currency: payment.currency,
    disputed: charge.disputes.length > 0,
    fraud_details: charge.userReport === null ? {} : { user_report: charge.userReport },
    livemode: false,
    metadata: payment.metadata,
    paid: isPaid,
    payment_intent: payment.id,
    refunded: refundedOf(charge) === payment.amount,
    review: charge.review?.id ?? null,
    status: charge.status,
    // Only where it is expanded, and never more than ten.
    ...(expanded.has("latest_charge.refunds") && {
      refunds: listOf(
        `/v1/charges/${charge.id}/refunds`,
        refunds.slice(0, 10).map(refundResource),
        refunds.length > 10,
      ),
    }),
  } satisfies Record<string, unknown> & {
    [K in keyof Omit<Stripe.Charge, "refunds" | "balance_transaction">]?: Stripe.Charge[K];
  };
}

function nextActionOf({ status, nextAction }: FakePayment) {
  if (status !== "requires_action" || nextAction === null) return null;
  return { type: nextAction, [nextAction]: {} } satisfies Partial<NextAction>;
}

/** Charge and review are IDs unless they are expanded. */
export function paymentResource(payment: FakePayment, expanded: Expanded = new Set()) {
  const charge = payment.charges.at(-1);
  const review = charge?.review ?? null;
  const isWhole = [...expanded].some((field) => field.startsWith("latest_charge"));
  return {
    id: payment.id,
    object: "payment_intent",
    amount: payment.amount,
    amount_received: payment.status === "succeeded" ? payment.amount : 0,
    client_secret: payment.clientSecret,
    created: payment.created,
    currency: payment.currency,
    description: payment.description,
    last_payment_error: payment.lastError as Stripe.PaymentIntent.LastPaymentError | null,
    latest_charge: charge
      ? isWhole
        ? chargeResource(payment, charge, expanded)
        : charge.id
      : null,
    livemode: payment.livemode,
    metadata: payment.metadata,
    next_action: nextActionOf(payment),
    review:
      review && charge && expanded.has("review")
        ? reviewResource(review, payment, charge)
        : (review?.id ?? null),
    statement_descriptor_suffix: payment.descriptorSuffix,
    status: payment.status,
  } satisfies Record<string, unknown> & {
    [K in keyof Omit<
      Stripe.PaymentIntent,
      "latest_charge" | "next_action" | "review"
    >]?: Stripe.PaymentIntent[K];
  };
}

/** The object of an event about a payment, in which nothing is expanded. */
export function eventObject(payment: FakePayment, type: string): unknown {
  const charge = payment.charges.at(-1);
  const [dispute, warning, refund] = [
    charge?.disputes.at(-1),
    charge?.warnings.at(-1),
    charge?.refunds.at(-1),
  ];
  const objects: [prefix: string, object: unknown][] = [
    ["payment_intent.", paymentResource(payment)],
    ["charge.dispute.", charge && dispute && disputeResource(dispute, payment, charge)],
    ["charge.", charge && chargeResource(payment, charge, new Set())],
    ["refund.", refund && refundResource(refund)],
    ["radar.", charge && warning && warningResource(warning, payment, charge)],
    ["review.", charge?.review && reviewResource(charge.review, payment, charge)],
  ];
  const [, object] = objects.find(([prefix]) => type.startsWith(prefix)) ?? [];
  return object ?? { id: "cus_fake", object: "customer" };
}
