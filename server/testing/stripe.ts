// Payments through the fake Stripe.
import { afterAll, beforeAll } from "vitest";
import { database } from "#core/db";
import { payCheckoutSession } from "#domain/checkout";
import { providers } from "#gateways/payments";
import { BROWSER } from "#testing/checkout";
import { systemContext } from "#testing/factories";
import { type FakeStripe, startFakeStripe } from "#testing/fake-stripe/server";

/** Takes the payments of a file's tests with a fake Stripe, which it passes on once it runs. */
export function withFakeStripe(onStart: (fake: FakeStripe) => void): void {
  const { settings } = providers.stripe;
  let fake: FakeStripe | undefined;
  beforeAll(async () => {
    fake = await startFakeStripe();
    settings.current = fake.settings;
    onStart(fake);
  });
  afterAll(async () => {
    settings.current = null;
    await fake?.close();
  });
}

/** Tries once to pay the session with a token of Stripe's form. */
export function payByToken(sessionId: string, token: string) {
  return payCheckoutSession(systemContext(), {
    database: database(),
    sessionId,
    customer: { email: "ada@example.com", beneficiary: null, language: "en", browserHash: BROWSER },
    source: { type: "token", token: `ctoken_${token}` },
  });
}
