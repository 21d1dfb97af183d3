// Card numbers of Stripe's test mode, which developers know. Where Stripe has the same number, it
// means the same, except that the slow failure is a failed charge there.
import type { Failure } from "#payments/provider";

/** An event that the card simulates after its payment. */
export type Simulation =
  | "slow_refund"
  | "failed_refund"
  | "lost_dispute"
  | "won_dispute"
  | "warning";

export type CardOutcome =
  | { type: "pays"; simulates: Simulation | null }
  | { type: "fails"; failure: Failure }
  | { type: "asks" }
  | { type: "takes time"; pays: boolean };

const pays = (simulates: Simulation | null = null) => ({ type: "pays", simulates }) as const;
const fails = (failure: Failure) => ({ type: "fails", failure }) as const;

const outcomes: Readonly<Record<string, CardOutcome>> = {
  "4242424242424242": pays(),
  "4000000000000002": fails("declined"),
  "4000000000009995": fails("insufficient_funds"),
  "4000000000000069": fails("expired_card"),
  "4000000000000127": fails("incorrect_cvc"),
  "4000000000003220": { type: "asks" },
  "4000000000000077": { type: "takes time", pays: true },
  "4000000000000341": { type: "takes time", pays: false },
  "4000000000007726": pays("slow_refund"),
  "4000000000005126": pays("failed_refund"),
  "4000000000000259": pays("lost_dispute"),
  "4000000000002685": pays("won_dispute"),
  "4000000000005423": pays("warning"),
};

/** Milliseconds that a slow payment or refund takes, and from a payment to its dispute. */
export const TAKES_MS = 3000;
/** Milliseconds for which a dispute is open. */
export const DISPUTE_MS = 60_000;

/** Any number that is not for tests is rejected, because it may be a real card. */
export function outcomeOf(cardNumber: string): CardOutcome {
  return outcomes[cardNumber] ?? fails("not_a_test_card");
}
