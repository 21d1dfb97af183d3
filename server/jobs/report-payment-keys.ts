// Reports at start-up what Stripe itself says is wrong with its keys.
import { env } from "#core/env";
import { log } from "#core/log";
import { checkStripeAccount } from "#gateways/payments";

/** Logs each problem with the configured keys. Nothing waits for it, and it never throws. */
export async function reportPaymentKeys(): Promise<void> {
  if (!env.stripe) return;
  const { problems } = await checkStripeAccount(env.stripe);
  for (const problem of problems) log.error({ problem }, `payment.keys_unusable: ${problem}`);
}
