import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { log } from "#core/log";
import { PaymentRefused } from "#payments/provider";
import { FakeShop, failureOf } from "#testing/fake-stripe/shop";
import { descriptorSuffix } from "./begin";
import { stripeProvider } from "./index";
import { stripeSettings } from "./settings";

const shop = await FakeShop.open();
const { fake, stripe } = shop;

afterAll(() => fake.close());
afterEach(() => vi.restoreAllMocks());
beforeEach(() => shop.rest());

it.each([
  ["Green Shop", "GREEN SHOP"],
  ["Äpfel & Söhne GmbH", "APFEL & SO"],
  ["Groß*Handel <AG>", "GROSSHANDE"],
  ["东京", null],
  ["2026", null],
  [" 1 2 3 ", null],
])("the seller %s is %s on the customer's statement", (name, suffix) => {
  expect(descriptorSuffix(name)).toBe(suffix);
});

it("every seller's name makes a statement descriptor that Stripe accepts", async () => {
  const names = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme-ascii" }));
  fc.assert(
    fc.property(names, (name) => {
      const suffix = descriptorSuffix(name);
      if (suffix === null) return;
      expect(suffix).toMatch(/^[ -~]{1,10}$/);
      expect(suffix).toMatch(/[A-Z]/);
      expect(suffix).not.toMatch(/[<>\\'"*]/);
    }),
  );
});

it("a payment has the seller's name, and instant verification of bank accounts", async () => {
  const id = await stripe.begin({ ...shop.nextIntent(), descriptor: "Green Shop" });
  expect(fake.books.find(id)).toMatchObject({ descriptorSuffix: "GREEN SHOP" });
  expect(fake.requests.map(({ form }) => decodeURIComponent(form))).toEqual([
    expect.stringContaining("[us_bank_account][verification_method]=instant"),
  ]);
});

it("a payment begins once, without its options, if Stripe refuses one of them", async () => {
  const warn = vi.spyOn(log, "warn").mockReturnValue();
  const intent = { ...shop.nextIntent(), descriptor: "Green Shop" };
  fake.books.refusedParameter = "statement_descriptor_suffix";
  const id = await stripe.begin(intent);
  expect(await stripe.begin(intent)).toBe(id);
  expect(fake.books.of(intent.reference)).toMatchObject([{ id, descriptorSuffix: null }]);
  fake.books.refusedParameter = null;
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({ event: "payment.option_refused" }),
    expect.any(String),
  );
});

it("a payment that Stripe refuses for another reason does not begin, and the log says why", async () => {
  const error = vi.spyOn(log, "error").mockReturnValue();
  const failure = await failureOf(stripe.begin(shop.nextIntent(49)));
  expect(failure).toBeInstanceOf(PaymentRefused);
  expect(error).toHaveBeenCalledWith(
    expect.objectContaining({ event: "payment.begin_refused", code: "amount_too_small" }),
    expect.any(String),
  );
  expect(shop.sent()).toEqual(["POST payment_intents"]);
});

it("the page's Stripe.js is of the API version that the server's package uses", async () => {
  const { default: Stripe } = await import("stripe");
  const release = Stripe.API_VERSION.split(".").at(-1);
  stripeSettings.current = fake.settings;
  const { scripts } = stripeProvider.checkout();
  stripeSettings.current = null;
  expect(scripts).toEqual([`https://js.stripe.com/${release}/stripe.js`]);
  // It never loads a card form of another release either.
  expect(await readFile(new URL("browser.js", import.meta.url), "utf8")).not.toMatch(/js\.stripe/);
});

it("Stripe's records do not contain the checkout session's ID, with which anyone opens its page", async () => {
  const intent = shop.nextIntent();
  const id = await stripe.begin(intent);
  expect(JSON.stringify(fake.books.find(id))).not.toContain(intent.reference);
  expect(fake.books.of(intent.reference)).toMatchObject([{ id }]);
});
