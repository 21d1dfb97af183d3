// The cards of the built-in test provider, and what becomes of a payment with each of them.
import type { Failure } from "#payments/provider";

export type CardOutcome =
  | { type: "pays" }
  | { type: "fails"; failure: Failure }
  | { type: "asks" }
  | { type: "takes time"; pays: boolean };

// The numbers are those that the field has known for years from Stripe's test mode; the two that
// take their time stand there for charges that end differently later.
const outcomes: Readonly<Record<string, CardOutcome>> = {
  "4242424242424242": { type: "pays" },
  "4000000000000002": { type: "fails", failure: "declined" },
  "4000000000009995": { type: "fails", failure: "insufficient_funds" },
  "4000000000000069": { type: "fails", failure: "expired_card" },
  "4000000000000127": { type: "fails", failure: "incorrect_cvc" },
  "4000000000003220": { type: "asks" },
  "4000000000000259": { type: "takes time", pays: true },
  "4000000000000341": { type: "takes time", pays: false },
};

/** Milliseconds that a payment that takes its time takes. */
export const TAKES_MS = 3000;

/** What a card does. A number that is not for tests is refused: somebody's real card, perhaps. */
export function outcomeOf(cardNumber: string): CardOutcome {
  return outcomes[cardNumber] ?? { type: "fails", failure: "not_a_test_card" };
}
