import { afterAll, beforeAll, expect, it } from "vitest";

import { type FakeStripe, startFakeStripe } from "#testing/fake-stripe/server";
import { checkStripeAccount, checkStripeSetUp } from "./probe";
import { webhookEvents } from "./webhook";

let fake: FakeStripe;
beforeAll(async () => {
  fake = await startFakeStripe();
});
afterAll(() => fake.close());

const other = "pk_test_51ZyXwVuTsRqPoNm0";

it("finds no problem with keys of one account that may take payments", async () => {
  const problems = await checkStripeAccount(fake.settings);
  expect(problems).toEqual({ accountId: "acct_1FakeFakeFakeFak", problems: [] });
});

it("reports a publishable key of another account, and an account that cannot take payments", async () => {
  fake.books.account.charges_enabled = false;
  const { problems } = await checkStripeAccount({ ...fake.settings, publishableKey: other });
  fake.books.account.charges_enabled = true;
  expect(problems).toEqual([
    expect.stringMatching(/^STRIPE_PUBLISHABLE_KEY: belongs to the Stripe account acct_1ZyX/),
    expect.stringMatching(/^STRIPE_SECRET_KEY: .* cannot take payments yet$/),
  ]);
});

it("reports a key that Stripe does not accept, without revealing it", async () => {
  const { problems } = await checkStripeAccount({ ...fake.settings, secretKey: "sk_test_wrong" });
  expect(problems).toEqual(["STRIPE_SECRET_KEY: Stripe does not accept this key"]);
});

it("finds no problem if Stripe does not respond", async () => {
  fake.faults.push({ hangUp: "before" }, { hangUp: "before" });
  expect(await checkStripeAccount(fake.settings)).toEqual({ accountId: null, problems: [] });
});

it("reports an account without a statement descriptor", async () => {
  const { settings } = fake.books.account;
  const before = structuredClone(settings);
  settings.card_payments.statement_descriptor_prefix = null;
  settings.payments.statement_descriptor = null;
  const { problems } = await checkStripeAccount(fake.settings);
  Object.assign(settings, before);
  expect(problems).toEqual([expect.stringMatching(/has no statement descriptor/)]);
});

it("reports a domain without wallets and a webhook without events, until both are set up", async () => {
  const check = () => checkStripeSetUp(fake.settings, "https://till.example.com");
  const url = "https://till.example.com/webhooks/stripe";
  expect(await check()).toEqual([
    expect.stringMatching(/^APP_URL: till\.example\.com is not registered at Stripe/),
    `STRIPE_WEBHOOK_SECRET: Stripe has no enabled webhook for ${url}`,
  ]);
  const active = { status: "active" as const };
  const domain = {
    ...{ domain_name: "till.example.com", enabled: true },
    ...{ apple_pay: { status: "inactive" as const }, google_pay: active, link: active },
  };
  const endpoint = { id: "we_1", url, status: "enabled", enabled_events: ["charge.refunded"] };
  fake.books.domains.push(domain);
  fake.books.endpoints.push(endpoint);
  expect(await check()).toEqual([
    "APP_URL: apple_pay is inactive on the Stripe domain till.example.com",
    expect.stringMatching(/lacks payment_intent\.succeeded, .*charge\.dispute\.created/),
  ]);
  Object.assign(domain.apple_pay, active);
  for (const events of [[...webhookEvents], ["*"]]) {
    endpoint.enabled_events = events;
    expect(await check()).toEqual([]);
  }
});

it("does not expect Stripe to know an address that only this machine or network can reach", async () => {
  fake.books.domains.length = 0;
  for (const address of [
    ...["http://localhost:3000", "http://till.example.com", "https://10.0.0.1"],
    ...["https://till", "https://till.local"],
  ]) {
    expect(await checkStripeSetUp(fake.settings, address)).toEqual([]);
  }
});
