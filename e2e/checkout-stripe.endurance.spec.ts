import { expect } from "playwright/test";
import { test } from "./checked-test";
import { openSession, payButton, title } from "./shop";
import { charges, openStripe, sellWithStripe, shop } from "./stripe-shop";

sellWithStripe();

test("shows a decline and keeps Stripe's form, which then pays", async ({ page, request }) => {
  const session = await openStripe(page, request, "insufficient_funds");
  await payButton(page).click();
  await expect(page.locator("#notice").getByText("insufficient funds")).toBeVisible();
  await expect(page.getByText("Card form of pk_test_fake")).toBeVisible();
  await page.evaluate(() => Object.assign(window, { tokenName: "ok" }));
  await payButton(page).click();
  await expect(title(page)).toHaveText(/Thank you/);
  expect(await charges(request, session.id)).toHaveLength(1);
});

test("opens the bank's window, and takes the outcome from Stripe", async ({ page, request }) => {
  const session = await openStripe(page, request, "action");
  await payButton(page).click();
  await expect(title(page)).toHaveText("Confirm your payment");
  await request.post(`${shop.stripeUrl}/_fake/approve?id=${session.id}`);
  await page.evaluate(() => (window as unknown as { leaveBank(): void }).leaveBank());
  await expect(title(page)).toHaveText(/Thank you/);
  expect(await charges(request, session.id)).toHaveLength(1);
});

test("does not open the bank's window again after the customer closed it", async ({
  page,
  request,
}) => {
  const session = await openStripe(page, request, "qr");
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
    `${shop.url}/checkout/${session.id}?payment_intent=pi_1&payment_intent_client_secret=${secret}&redirect_status=failed`,
  );
  await expect(title(page)).toHaveText("Confirm your payment");
  await expect(bank).toBeVisible();
  expect(page.url()).not.toContain("secret");
  expect(await openings()).toBe(0);
});

test("receives the outcome of a processing payment by webhook", async ({ page, request }) => {
  const session = await openStripe(page, request, "processing");
  await payButton(page).click();
  await expect(title(page)).toHaveText("Your payment is being processed");
  await request.post(`${shop.stripeUrl}/_fake/settle?id=${session.id}&outcome=succeed`);
  const query = new URLSearchParams({ type: "payment_intent.succeeded", payment: session.id });
  const notice = await (await request.get(`${shop.stripeUrl}/_fake/notice?${query}`)).json();
  const response = await request.post(`${shop.url}/webhooks/stripe`, {
    headers: { "stripe-signature": notice.signature, "content-type": "application/json" },
    data: Buffer.from(notice.body),
  });
  expect(response.status()).toBe(200);
  await expect(title(page)).toHaveText(/Thank you/);
  const forged = await request.post(`${shop.url}/webhooks/stripe`, {
    headers: { "stripe-signature": "t=1,v1=00", "content-type": "application/json" },
    data: Buffer.from(notice.body),
  });
  expect(forged.status()).toBe(400);
});

test("allows Stripe's script on this page only", async ({ request }) => {
  const session = await openSession(request, {}, shop);
  const policyOf = async (path: string) =>
    (await request.get(`${shop.url}${path}`)).headers()["content-security-policy"] ?? "";
  expect(await policyOf(`/checkout/${session.id}`)).toMatch(
    /frame-src [^;]*https:\/\/js\.stripe\.com/,
  );
  expect(await policyOf("/checkout/cs_unknown")).not.toContain("stripe");
  expect(await policyOf("/")).not.toContain("stripe");
});
