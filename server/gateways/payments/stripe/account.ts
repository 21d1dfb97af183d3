// Asks Stripe whose keys these are: whether they work, belong together, and may take payments.
import type Stripe from "stripe";
import { openStripe, PATIENCE, type Patience, type StripeFailure } from "./client";
import { type StripeSettings, stripeAccountOf } from "./settings";

export interface StripeAccountCheck {
  /** Null where Stripe does not tell it: with a restricted key, or without an answer. */
  accountId: string | null;
  /** What is wrong, each naming its variable; none where nothing is, or nothing could be asked. */
  problems: string[];
}

function problemsOf(account: Stripe.Account, { publishableKey }: StripeSettings): string[] {
  const problems: string[] = [];
  const other = stripeAccountOf(publishableKey);
  if (other !== null && other !== account.id) {
    problems.push(
      `STRIPE_PUBLISHABLE_KEY: belongs to the Stripe account ${other}, but STRIPE_SECRET_KEY to ${account.id}`,
    );
  }
  if (!account.charges_enabled) {
    problems.push(`STRIPE_SECRET_KEY: the Stripe account ${account.id} cannot take payments yet`);
  }
  return problems;
}

/** Checks the settings with Stripe itself; without an answer from Stripe nothing is wrong. */
export async function checkStripeAccount(
  settings: StripeSettings,
  patience: Patience = PATIENCE,
): Promise<StripeAccountCheck> {
  const stripe = await openStripe(settings, patience);
  try {
    const account = await stripe.accounts.retrieveCurrent();
    return { accountId: account.id, problems: problemsOf(account, settings) };
  } catch (error) {
    const isRefused = (error as Partial<StripeFailure>).statusCode === 401;
    const problems = isRefused ? ["STRIPE_SECRET_KEY: Stripe does not accept this key"] : [];
    return { accountId: null, problems };
  }
}
