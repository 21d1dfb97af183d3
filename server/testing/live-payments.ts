// Imported, lets live accounts open checkout sessions in this process, as where Stripe is set up.
// Nobody pays in these tests: Stripe is not asked for anything, and its address leads nowhere.
import { providers } from "#gateways/payments";

providers.stripe.settings.current ??= {
  secretKey: "sk_live_of_nobody",
  publishableKey: "pk_live_of_nobody",
  webhookSecret: "whsec_of_nobody",
  mode: "live",
  url: "http://127.0.0.1:9",
};
