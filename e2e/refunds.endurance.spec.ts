// Refunds, as the merchant makes them and as the customer sees them.
import { type APIRequestContext, expect, type Page } from "playwright/test";
import { test } from "./checked-test";
import { checkLayout, fillInAs, openConsentingShop } from "./consenting-shop";
import { awaitsHydration } from "./hydration";
import { logInAt } from "./insider";
import { cards, openSession, payButton, playShop, title } from "./shop";

let shop: Awaited<ReturnType<typeof openConsentingShop>>;
let merchant: Page;

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  // The start takes long on a busy machine.
  test.setTimeout(300_000);
  shop = await openConsentingShop();
  merchant = awaitsHydration(await browser.newPage());
  await logInAt(merchant, shop);
});
test.afterAll(async () => {
  await merchant.close();
  await shop.own.end();
});

const dashboard = (path: string) => `${shop.url}/admin/demo/test${path}`;
const checkoutOf = (sessionId: string) => `${shop.url}/checkout/${sessionId}`;
const panel = (page: Page, heading: string) =>
  page.locator("section", { has: page.getByRole("heading", { name: heading, exact: true }) });

/** Pays a new session on its page. Consumers of DE may withdraw, so their order waits at first. */
async function buy(
  page: Page,
  request: APIRequestContext,
  { country, card }: { country: string; card?: string },
) {
  const session = await openSession(request, {}, shop);
  // The paid page leads there after some seconds.
  await playShop(page);
  await page.goto(checkoutOf(session.id));
  await fillInAs(page, country);
  if (card) await page.getByLabel("Card number").fill(card);
  await payButton(page).click();
  await expect(title(page)).toHaveText("Thank you for your payment");
  return session;
}

async function orderOf(request: APIRequestContext, sessionId: string) {
  const headers = { authorization: `Bearer ${shop.key}` };
  const read = async (path: string) =>
    (await request.get(`${shop.url}/v1${path}`, { headers })).json();
  const { data } = await read("/orders?limit=100");
  for (const { id } of data) {
    const order = await read(`/orders/${id}`);
    if (order.checkout_session_id === sessionId) return order;
  }
  throw new Error(`${sessionId} has no order`);
}

async function fulfilledOrder(request: APIRequestContext, sessionId: string) {
  const status = async () => (await orderOf(request, sessionId)).registry_status;
  await expect.poll(status).toBe("retired");
  return orderOf(request, sessionId);
}

/** Refunds the payment of the session on its screen: an amount, or all that is left. */
async function refund(sessionId: string, amount = ""): Promise<void> {
  await merchant.goto(dashboard(`/checkout/${sessionId}`));
  await panel(merchant, "Payment").getByRole("button", { name: "Refund payment" }).click();
  const dialog = merchant.getByRole("dialog");
  await dialog.getByLabel("Amount (USD)").fill(amount);
  await dialog.getByRole("button", { name: "Refund payment" }).click();
  await expect(dialog.getByText("is required")).toBeVisible();
  await dialog.getByLabel("Reason").fill("Ordered twice");
  await dialog.getByRole("button", { name: "Refund payment" }).click();
  await expect(dialog).toBeHidden();
}

/** Opens the session's page until it has the text. */
async function expectOnPage(page: Page, sessionId: string, text: string): Promise<void> {
  const count = async () => {
    await page.goto(checkoutOf(sessionId));
    return page.getByText(text).count();
  };
  await expect.poll(count).toBeGreaterThan(0);
}

const dollars = (amount: number) => `$${(amount / 100).toFixed(2)}`;

test("a whole refund of an order that waits cancels it, on every page", async ({
  page,
  request,
}) => {
  const { id, price_usd_cents: amount } = await buy(page, request, { country: "DE" });
  await refund(id);
  await expectOnPage(page, id, `We refunded ${dollars(amount)}`);
  await expect(title(page)).toHaveText("This order was cancelled");
  const order = await orderOf(request, id);
  expect(order).toMatchObject({ state: "cancelled", refunded_usd_cents: amount });
  await merchant.goto(dashboard(`/orders/${order.id}`));
  await expect(panel(merchant, "Details").getByText("Cancelled")).toBeVisible();
  await expect(panel(merchant, "Refunds").getByText("Requested: Ordered twice")).toBeVisible();
  await expect(merchant.getByRole("button", { name: "Refund payment" })).toHaveCount(0);
  await checkLayout(merchant, "order-refunded");
});

test("refunds after fulfillment, of a part and of the rest, leave the credits retired", async ({
  page,
  request,
}) => {
  const { id, price_usd_cents: amount } = await buy(page, request, { country: "US" });
  const order = await fulfilledOrder(request, id);
  await refund(id, "0.10");
  await expectOnPage(page, id, "We refunded $0.10");
  await expect(title(page)).toHaveText("Thank you for your payment");
  const stays = page.getByText(/The credits stay with your order/);
  await expect(stays).toBeVisible();
  await checkLayout(page, "paid-partly-refunded");
  await refund(id);
  await expectOnPage(page, id, `We refunded ${dollars(amount)}`);
  await expect(title(page)).toHaveText("Your payment was refunded");
  await expect(stays).toBeVisible();
  await checkLayout(page, "paid-refunded");

  expect(await orderOf(request, id)).toMatchObject({
    ...{ state: "fulfilled", registry_status: "retired", refunded_usd_cents: amount },
  });
  await merchant.goto(dashboard(`/orders/${order.id}`));
  await expect(panel(merchant, "Details").getByText("Fulfilled")).toBeVisible();
  await expect(panel(merchant, "Payment").getByText(dollars(amount)).first()).toBeVisible();
  await expect(panel(merchant, "Credits").getByText("Retired").first()).toBeVisible();
  await checkLayout(merchant, "order-fulfilled-refunded");
  // The certificate is about the credits, and says nothing about money.
  await page.goto(order.certificate_public_url);
  await expect(page.getByText("Certificate of carbon credit retirement").first()).toBeVisible();
  await expect(page.getByText(/refund/i)).toHaveCount(0);
});

test("the operator's list has failed refunds and disputes on top, with links to each, until they are settled", async ({
  page,
  request,
}) => {
  const failed = await buy(page, request, { country: "US", card: cards.failedRefund });
  await fulfilledOrder(request, failed.id);
  await refund(failed.id, "0.10");
  const disputed = await buy(page, request, { country: "US", card: cards.lostDispute });
  const list = `${shop.url}/admin/operator/test/money?show=payments`;
  await merchant.goto(list);
  const tasks = panel(merchant, "Needs attention").getByRole("listitem");
  const failedTask = tasks.filter({ hasText: "A refund failed" });
  const disputedTask = tasks.filter({ hasText: "A payment is disputed" });
  const reloaded = async () => {
    await merchant.reload();
    await expect(merchant.getByRole("table", { name: "Payments" })).toBeVisible();
    return [await failedTask.count(), await disputedTask.count()];
  };
  await expect.poll(reloaded).toEqual([1, 1]);
  const top = async (locator: typeof tasks) => (await locator.boundingBox())?.y ?? 0;
  const table = merchant.getByRole("table", { name: "Payments" });
  expect(await top(disputedTask)).toBeLessThan(await top(table));
  await checkLayout(merchant, "operator-payments");

  await disputedTask.getByRole("link", { name: "ada@example.com" }).click();
  await merchant.waitForURL(dashboard(`/checkout/${disputed.id}`));
  await expect(panel(merchant, "Disputes").getByText("Dispute of")).toBeVisible();

  await merchant.goto(list);
  await failedTask.getByRole("button", { name: "Dismiss refund" }).click();
  const dialog = merchant.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("The customer keeps the purchase");
  await checkLayout(merchant, "dismiss-refund");
  await dialog.getByRole("button", { name: "Dismiss refund" }).click();
  await expect(dialog).toBeHidden();
  await expect(failedTask).toHaveCount(0);
  await merchant.goto(dashboard(`/checkout/${failed.id}`));
  const refunds = panel(merchant, "Refunds");
  await expect(refunds.getByText("Dismissed: The customer keeps the purchase")).toBeVisible();
});
