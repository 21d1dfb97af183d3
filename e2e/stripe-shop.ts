// A product with a fake Stripe. The browser gets a stand-in for Stripe's script that issues tokens.
import { type APIRequestContext, expect, type Page } from "playwright/test";
import { test } from "./checked-test";
import { OwnProcesses } from "./own-product";
import { openSession } from "./shop";

const STRIPE_SCRIPT = /^https:\/\/js\.stripe\.com\//;

/** The part of Stripe's script that our page uses; `window.tokenName` chooses the customer's card. */
const standIn = `
  window.stripeCalls = [];
  window.Stripe = (key) => ({
    elements: (options) => ({
      create: () => ({ on() {}, mount(place) { place.textContent = "Card form of " + key; } }),
      submit: async () => ({}),
      update() {},
      options,
    }),
    createConfirmationToken: async ({ elements }) => {
      window.stripeCalls.push(elements.options.amount);
      return { confirmationToken: { id: "ctoken_" + (window.tokenName || "ok") } };
    },
    handleNextAction: async ({ clientSecret }) => {
      window.stripeCalls.push(clientSecret);
      return new Promise((resolve) => { window.leaveBank = (result = {}) => resolve(result); });
    },
  });`;

/** Addresses and key of the product and its fake Stripe. */
export const shop = { url: "", key: "", stripeUrl: "" };

/** Starts them before the tests of the file, which run one after another. */
export function sellWithStripe(): void {
  let own: OwnProcesses;
  test.describe.configure({ mode: "serial" });
  test.beforeAll(async () => {
    own = new OwnProcesses();
    const stripe = await own.startFakeStripe();
    const { url, key } = await own.startProduct({ env: stripe.env });
    Object.assign(shop, { url, key, stripeUrl: stripe.url });
  });
  test.afterAll(() => own.end());
}

/** Opens a new session's page. Stripe's script returns this token. */
export async function openStripe(page: Page, request: APIRequestContext, token = "ok") {
  await page.route(STRIPE_SCRIPT, (route) =>
    route.fulfill({ contentType: "text/javascript", body: standIn }),
  );
  await page.addInitScript((name) => Object.assign(window, { tokenName: name }), token);
  const session = await openSession(request, {}, shop);
  await page.goto(`${shop.url}/checkout/${session.id}`);
  await expect(page.getByText("Card form of pk_test_fake")).toBeVisible();
  await page.getByLabel("Email").fill("ada@example.com");
  return session;
}

export async function charges(request: APIRequestContext, sessionId: string) {
  const state = await (await request.get(`${shop.stripeUrl}/_fake/state`)).json();
  return (state.charges as { reference: string; amount: number }[]).filter(
    ({ reference }) => reference === sessionId,
  );
}
