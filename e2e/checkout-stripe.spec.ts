// The checkout page with Stripe. The server talks to a fake Stripe, and the browser gets a stand-in for
// Stripe's script that issues tokens.
import { expect, type Page } from "playwright/test";
import { test } from "./checked-test";
import { OwnProcesses } from "./own-product";
import { openSession, payButton, title } from "./shop";
import { violationsOf } from "./watch";

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

let own: OwnProcesses;
let stripe: Awaited<ReturnType<OwnProcesses["startFakeStripe"]>>;
let url: string;
let key: string;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  own = new OwnProcesses();
  stripe = await own.startFakeStripe();
  ({ url, key } = await own.startProduct({ env: stripe.env }));
});

test.afterAll(() => own.end());

async function open(page: Page, request: Parameters<typeof openSession>[0], token = "ok") {
  await page.route(STRIPE_SCRIPT, (route) =>
    route.fulfill({ contentType: "text/javascript", body: standIn }),
  );
  await page.addInitScript((name) => Object.assign(window, { tokenName: name }), token);
  const session = await openSession(request, {}, { url, key });
  await page.goto(`${url}/checkout/${session.id}`);
  await expect(page.getByText("Card form of pk_test_fake")).toBeVisible();
  await page.getByLabel("Email").fill("ada@example.com");
  return session;
}

async function charges(request: Parameters<typeof openSession>[0], sessionId: string) {
  const state = await (await request.get(`${stripe.url}/_fake/state`)).json();
  return (state.charges as { reference: string; amountCents: number }[]).filter(
    ({ reference }) => reference === sessionId,
  );
}

test("is paid once with Stripe's token, and has no card field of its own", async ({
  page,
  request,
}) => {
  const calls: string[] = [];
  page.on("request", (it) => calls.push(new URL(it.url()).origin));
  const session = await open(page, request);
  await expect(page.getByLabel("Card number")).toHaveCount(0);
  expect(await violationsOf(page)).toEqual([]);
  await payButton(page).click();
  await expect(title(page)).toHaveText(/Thank you/);
  expect(await charges(request, session.id)).toMatchObject([
    { amountCents: session.price_usd_cents },
  ]);
  expect([...new Set(calls)].sort()).toEqual([url, "https://js.stripe.com"].sort());
});

test("shows a decline and keeps Stripe's form, which then pays", async ({ page, request }) => {
  const session = await open(page, request, "insufficient_funds");
  await payButton(page).click();
  await expect(page.locator("#notice").getByText("insufficient funds")).toBeVisible();
  await expect(page.getByText("Card form of pk_test_fake")).toBeVisible();
  await page.evaluate(() => Object.assign(window, { tokenName: "ok" }));
  await payButton(page).click();
  await expect(title(page)).toHaveText(/Thank you/);
  expect(await charges(request, session.id)).toHaveLength(1);
});

test("opens the bank's window, and takes the outcome from Stripe", async ({ page, request }) => {
  const session = await open(page, request, "action");
  await payButton(page).click();
  await expect(title(page)).toHaveText("Confirm your payment");
  await request.post(`${stripe.url}/_fake/approve?id=${session.id}`);
  await page.evaluate(() => (window as unknown as { leaveBank(): void }).leaveBank());
  await expect(title(page)).toHaveText(/Thank you/);
  expect(await charges(request, session.id)).toHaveLength(1);
});

test("does not open the bank's window again after the customer closed it", async ({
  page,
  request,
}) => {
  const session = await open(page, request, "qr");
  await payButton(page).click();
  await expect(title(page)).toHaveText("Confirm your payment");
  const bank = page.locator("[data-open-bank]");
  const openings = () =>
    page.evaluate(
      () =>
        (window as unknown as { stripeCalls: unknown[] }).stripeCalls.filter((it) =>
          /_secret_/.test(`${it}`),
        ).length,
    );
  const close = () =>
    page.evaluate(() =>
      (window as unknown as { leaveBank(result: object): void }).leaveBank({
        paymentIntent: { status: "requires_action" },
      }),
    );
  await close();
  await expect(bank).toBeVisible();
  await page.locator("form button[type=submit]").click();
  await expect(bank).toBeVisible();
  expect(await openings()).toBe(1);
  await bank.click();
  expect(await openings()).toBe(2);
  await close();
  // A bank's page returns with a secret, which must not stay in the address.
  const secret = await bank.getAttribute("data-open-bank");
  await page.goto(
    `${url}/checkout/${session.id}?payment_intent=pi_1&payment_intent_client_secret=${secret}&redirect_status=failed`,
  );
  await expect(title(page)).toHaveText("Confirm your payment");
  await expect(bank).toBeVisible();
  expect(page.url()).not.toContain("secret");
  expect(await openings()).toBe(0);
});

test("receives the outcome of a processing payment by webhook", async ({ page, request }) => {
  const session = await open(page, request, "processing");
  await payButton(page).click();
  await expect(title(page)).toHaveText("Your payment is being processed");
  await request.post(`${stripe.url}/_fake/settle?id=${session.id}&outcome=succeed`);
  const query = new URLSearchParams({ type: "payment_intent.succeeded", payment: session.id });
  const notice = await (await request.get(`${stripe.url}/_fake/notice?${query}`)).json();
  const response = await request.post(`${url}/webhooks/stripe`, {
    headers: { "stripe-signature": notice.signature, "content-type": "application/json" },
    data: Buffer.from(notice.body),
  });
  expect(response.status()).toBe(200);
  await expect(title(page)).toHaveText(/Thank you/, { timeout: 15_000 });
  const forged = await request.post(`${url}/webhooks/stripe`, {
    headers: { "stripe-signature": "t=1,v1=00", "content-type": "application/json" },
    data: Buffer.from(notice.body),
  });
  expect(forged.status()).toBe(400);
});

test("allows Stripe's script on this page only", async ({ request }) => {
  const session = await openSession(request, {}, { url, key });
  const policyOf = async (path: string) =>
    (await request.get(`${url}${path}`)).headers()["content-security-policy"] ?? "";
  expect(await policyOf(`/checkout/${session.id}`)).toMatch(
    /frame-src [^;]*https:\/\/js\.stripe\.com/,
  );
  expect(await policyOf("/checkout/cs_unknown")).not.toContain("stripe");
  expect(await policyOf("/")).not.toContain("stripe");
});
