import { providers } from "#gateways/payments";

/** No test here pays: Stripe's address is a closed port. */
export const livePayments: NonNullable<typeof providers.stripe.settings.current> = {
  secretKey: "sk_live_of_nobody",
  publishableKey: "pk_live_of_nobody",
  webhookSecrets: ["whsec_of_nobody"],
  mode: "live",
  url: "http://127.0.0.1:9",
};

/** Lets live accounts open checkout sessions in this process, as if Stripe were configured. */
export function allowLivePayments(): void {
  providers.stripe.settings.current ??= livePayments;
}
