import { providers } from "#gateways/payments";

/**
 * Lets live accounts open checkout sessions in this process, as if Stripe were configured. No test
 * here pays: Stripe's address is a closed port.
 */
export function allowLivePayments(): void {
  providers.stripe.settings.current ??= {
    secretKey: "sk_live_of_nobody",
    publishableKey: "pk_live_of_nobody",
    webhookSecrets: ["whsec_of_nobody"],
    mode: "live",
    url: "http://127.0.0.1:9",
  };
}
