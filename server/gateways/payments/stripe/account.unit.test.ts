import { afterAll, beforeAll, expect, it } from "vitest";
import { checkStripeAccount } from "./client";
import { type FakeStripe, startFakeStripe } from "./fake-stripe";

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
