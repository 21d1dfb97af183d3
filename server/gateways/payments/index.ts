// Where customers' money is asked for: Stripe where it is configured, else, for test accounts, the
// built-in test provider, with which no money moves.
import type { Mode } from "#core/context";
import type { Db } from "#core/db";
import { env, type StripeSettings } from "#core/env";
import type { Payments, ProviderName } from "./payments";
import { stripePayments } from "./stripe-payments";
import { testPayments } from "./test-payments";

export {
  BadNotice,
  type Charge,
  type Failure,
  failures,
  largestCents,
  type Notice,
  type PaymentStatus,
  type Payments,
  type ProviderName,
  ProviderUnavailable,
  type Source,
} from "./payments";
export { readStripeNotice } from "./stripe-notices";
export { answerTestPayment } from "./test-payments";

/** Who takes the money of this mode's accounts, or null where nobody does. */
export function providerOf(mode: string): ProviderName | null {
  if (env.stripe?.mode === mode) return "stripe";
  return (mode as Mode) === "test" ? "test" : null;
}

let stripe: { settings: StripeSettings; payments: Payments } | undefined;

/** The provider, for calls outside any transaction. @throws Error where it is not configured */
export function payments(db: Db, provider: ProviderName): Payments {
  if (provider === "test") return testPayments(db);
  if (!env.stripe) throw new Error("Stripe is not configured any more: set STRIPE_SECRET_KEY");
  if (stripe?.settings !== env.stripe) {
    stripe = { settings: env.stripe, payments: stripePayments(env.stripe) };
  }
  return stripe.payments;
}
