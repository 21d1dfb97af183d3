import { startFakeStripe } from "#testing/fake-stripe/server";
import { verifyProvider } from "#testing/payment-provider";
import { stripePayments } from "./payments";

verifyProvider("stripe", async () => {
  const fake = await startFakeStripe();
  return {
    calls: stripePayments(fake.settings),
    source: { type: "token", token: "ctoken_ok" },
    settle: async () => undefined,
    close: () => fake.close(),
  };
});
