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
  PaymentRefused,
  type PaymentStatus,
  type Payments,
  type ProviderName,
  ProviderUnavailable,
  type Source,
} from "./payments";
export { checkStripeAccount } from "./stripe-account";
export { readStripeNotice } from "./stripe-notices";
export { answerTestPayment } from "./test-payments";

/** Who takes the money of this mode's new sessions, or null where nobody does. */
export function providerOf(mode: string): ProviderName | null {
  if (env.stripe?.mode === mode) return "stripe";
  return (mode as Mode) === "test" ? "test" : null;
}

/** Whether the provider can take this mode's money as the installation is configured now. */
export function canCharge(provider: ProviderName, mode: string): boolean {
  if (provider === "test") return (mode as Mode) === "test";
  return env.stripe?.mode === mode;
}

let stripe: { settings: StripeSettings; payments: Payments } | undefined;

/** A payment's provider, for calls outside any transaction. @throws Error where it is not configured */
export function payments(db: Db, of: { provider: ProviderName; mode: string }): Payments {
  const { provider, mode } = of;
  if (provider === "test") {
    if (mode !== "test") throw new Error("the test provider takes no live payments");
    return testPayments(db);
  }
  if (!env.stripe) throw new Error("Stripe is not configured any more: set STRIPE_SECRET_KEY");
  // With the other mode's keys Stripe would answer for another set of payments.
  if (env.stripe.mode !== mode) {
    throw new Error(
      `a ${mode} payment needs a ${mode} STRIPE_SECRET_KEY, not a ${env.stripe.mode} one`,
    );
  }
  if (stripe?.settings !== env.stripe) {
    stripe = { settings: env.stripe, payments: stripePayments(env.stripe) };
  }
  return stripe.payments;
}
