// The built-in card form must never be shown to a customer with a real card.
import { expect, it } from "vitest";
import { providers } from "#gateways/payments";
import { publicPages } from "#public-pages";
import { Site } from "#site/site";
import { openSession } from "#testing/checkout";
import { makeAccount, makeStock } from "#testing/factories";
import { livePayments } from "#testing/live-payments";
import { noAssets } from "#testing/no-assets";
import { withLivePayments } from "#testing/settings";

withLivePayments();

const { settings } = providers.stripe;

const site = new Site(publicPages, async () => noAssets);

async function openIn(mode: "live" | "test"): Promise<string> {
  const { account } = await makeAccount("write", mode);
  const { portfolioId } = await makeStock({ mode });
  const { id } = await openSession({ account, portfolioId });
  return id;
}

async function htmlOf(sessionId: string): Promise<string> {
  const match = await site.find({ url: `/checkout/${sessionId}`, header: () => null });
  return String((await match?.respond())?.body);
}

const cardField = /name="(number|expiry|cvc)"|autocomplete="cc-/i;

it.each([
  ["with Stripe", () => livePayments],
  ["after Stripe was removed", () => null],
  ["after Stripe's keys were switched to test", () => ({ ...livePayments, mode: "test" as const })],
])("a live session has no card field of our own: %s", async (_how, next) => {
  const id = await openIn("live");
  settings.current = next();
  const html = await htmlOf(id);
  expect(html).toContain("/checkout.js");
  expect(html).not.toMatch(cardField);
});

it("a test session has card fields, in which this test would find a real one", async () => {
  expect(await htmlOf(await openIn("test"))).toMatch(cardField);
});
