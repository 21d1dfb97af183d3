// Disputes, early fraud warnings and reviews of a payment at Stripe.
import type Stripe from "stripe";
import type { ProviderDispute } from "#payments/provider";
import { fromStripe } from "./amounts";

type State = ProviderDispute["state"];
type Outcome = Pick<ProviderDispute, "kind" | "state">;

const claim = (state: State): Outcome => ({ kind: "dispute", state });
const inquiry = (state: State): Outcome => ({ kind: "warning", state });

const outcomes: Readonly<Record<string, Outcome>> = {
  warning_needs_response: inquiry("open"),
  warning_under_review: inquiry("open"),
  warning_closed: inquiry("won"),
  needs_response: claim("open"),
  under_review: claim("open"),
  appeal_needs_response: claim("open"),
  appeal_under_review: claim("open"),
  won: claim("won"),
  lost: claim("lost"),
};

/** A prevented dispute was either blocked, or settled at once with the merchant's money. */
function preventedOutcome({ balance_transactions: moves }: Stripe.Dispute): Outcome {
  const movedAmount = moves.reduce((sum, { amount }) => sum + amount, 0);
  return claim(movedAmount < 0 ? "lost" : "won");
}

function outcomeOf(dispute: Stripe.Dispute): Outcome {
  if (dispute.status === "prevented") return preventedOutcome(dispute);
  // A status that is new to us must not release anything.
  return outcomes[dispute.status] ?? claim("open");
}

const chargedBy = ({ amount, currency }: Stripe.Charge) => fromStripe(amount, currency);

function disputeOf(dispute: Stripe.Dispute, charge: Stripe.Charge): ProviderDispute {
  const { id, currency, reason, evidence_details: evidence } = dispute;
  // A claim in another currency than the charge's puts all of it in question.
  const isComparable = currency === charge.currency;
  const amount = isComparable ? fromStripe(dispute.amount, currency) : chargedBy(charge);
  const dueBy = evidence.due_by;
  const evidenceDueOn = dueBy === null ? null : new Date(dueBy * 1000);
  return { id, ...outcomeOf(dispute), amount, reason, evidenceDueOn };
}

/** A warning stays open until the charge is marked as safe, refunded or disputed. */
function fraudWarningOf(
  warning: Stripe.Radar.EarlyFraudWarning,
  charge: Stripe.Charge,
): ProviderDispute {
  const isSafe = charge.fraud_details?.user_report === "safe";
  return {
    id: warning.id,
    ...inquiry(isSafe || !warning.actionable ? "won" : "open"),
    amount: chargedBy(charge),
    reason: warning.fraud_type,
    evidenceDueOn: null,
  };
}

/** A closed review releases the payment; where it ended in a refund, the refund counts. */
export function reviewOf(review: Stripe.Review, charge: Stripe.Charge): ProviderDispute {
  return {
    id: review.id,
    ...inquiry(review.open ? "open" : "won"),
    amount: chargedBy(charge),
    reason: `review_${review.open ? review.opened_reason : (review.closed_reason ?? review.reason)}`,
    evidenceDueOn: null,
  };
}

/** Reads what is disputed about a paid payment. Expects the charge and the review expanded. */
export async function findDisputes(
  stripe: Stripe,
  { id, latest_charge: charge, review }: Stripe.PaymentIntent,
): Promise<ProviderDispute[]> {
  if (charge === null || typeof charge === "string") return [];
  const filter = { payment_intent: id, limit: 100 };
  const [disputes, warnings] = await Promise.all([
    charge.disputed ? stripe.disputes.list(filter) : null,
    stripe.radar.earlyFraudWarnings.list(filter),
  ]);
  const hasReview = review !== null && typeof review === "object";
  return [
    ...(disputes?.data ?? []).map((dispute) => disputeOf(dispute, charge)),
    ...warnings.data.map((warning) => fraudWarningOf(warning, charge)),
    ...(hasReview ? [reviewOf(review, charge)] : []),
  ];
}
