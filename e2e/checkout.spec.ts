import { expect } from "playwright/test";
import { test } from "./checked-test";
import {
  cards,
  fillIn,
  openSession,
  ordersOf,
  payButton,
  payNew,
  playShop,
  readSession,
  title,
} from "./shop";
import { watch } from "./watch";

test("pays, gets the certificate, and continues to the shop, which can read the order", async ({
  page,
  request,
  baseURL,
}) => {
  const problems = watch(page, baseURL);
  const session = await openSession(request);
  expect(session.checkout_url).toBe(`${baseURL}/checkout/${session.id}`);
  await page.goto(session.checkout_url);
  await expect(page.getByText("Test mode: you will not be charged")).toBeVisible();
  await fillIn(page);
  await page.getByLabel("Name on the certificate").fill("Ada Lovelace");
  await payButton(page).click();
  await expect(title(page)).toHaveText(/Thank you/);
  await page.getByRole("button", { name: "Stay here" }).click();
  const [order] = await ordersOf(request, session.id);
  expect(order).toMatchObject({ price_usd_cents: session.price_usd_cents });
  const certificate = page.getByRole("link", { name: "View certificate" });
  await expect(certificate).toHaveAttribute("href", `/certificates/${order?.id}`);
  const onward = page.getByRole("link", { name: "Continue to shop.example" });
  const thanks = `https://shop.example/thanks?session=${session.id}`;
  await expect(onward).toHaveAttribute("href", thanks);
  expect(problems).toEqual([]);
  await playShop(page);
  await onward.click();
  await expect(page).toHaveURL(thanks);
  await page.goto(`/certificates/${order?.id}`);
  await expect(page.getByText("Ada Lovelace").first()).toBeVisible();
  expect((await readSession(request, session.id)).state).toBe("complete");
});

test("shows a decline in place, keeps the entries, and then accepts another card", async ({
  page,
  request,
}) => {
  const session = await openSession(request);
  await page.goto(`/checkout/${session.id}`);
  await page.evaluate(() => document.documentElement.setAttribute("data-same-page", ""));
  await fillIn(page, cards.declined);
  await payButton(page).click();
  await expect(page.locator("#notice").getByText("Your bank declined this card")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("ada@example.com");
  await expect(page.getByLabel("Expiration date")).toHaveValue("12 / 40");
  expect(await ordersOf(request, session.id)).toEqual([]);
  await page.getByLabel("Card number").fill(cards.good);
  await payButton(page).click();
  await expect(title(page)).toHaveText(/Thank you/);
  expect(await page.evaluate(() => document.documentElement.dataset["samePage"])).toBe("");
  expect(await ordersOf(request, session.id)).toHaveLength(1);
});

test("pays after the bank's confirmation is approved", async ({ page, request }) => {
  const { id } = await payNew(page, request, cards.confirms);
  await expect(title(page)).toHaveText("Confirm your payment");
  await page.reload();
  await page.getByRole("button", { name: "Approve payment" }).click();
  await expect(title(page)).toHaveText(/Thank you/);
  expect(await ordersOf(request, id)).toHaveLength(1);
});

test("pays once on a double click", async ({ page, request }) => {
  const session = await openSession(request);
  let sent = 0;
  const clicks = Promise.withResolvers<void>();
  await page.route("**/pay", async (route) => {
    sent += 1;
    await clicks.promise;
    await route.continue();
  });
  await page.goto(`/checkout/${session.id}`);
  await fillIn(page);
  await payButton(page).dblclick();
  await page.getByRole("button", { name: /Processing/ }).click({ force: true });
  await page.keyboard.press("Enter");
  clicks.resolve();
  await expect(title(page)).toHaveText(/Thank you/);
  expect(sent).toBe(1);
  expect(await ordersOf(request, session.id)).toHaveLength(1);
});

test("pays once from two tabs, and both tabs show it", async ({ context, request }) => {
  const session = await openSession(request);
  const tabs = await Promise.all([context.newPage(), context.newPage()]);
  for (const tab of tabs) {
    await tab.goto(`/checkout/${session.id}`);
    await fillIn(tab);
  }
  await Promise.all(tabs.map((tab) => payButton(tab).click()));
  for (const tab of tabs) await expect(title(tab)).toHaveText(/Thank you/);
  expect(await ordersOf(request, session.id)).toHaveLength(1);
});

test("recovers from a lost response without charging again", async ({ page, request }) => {
  const session = await openSession(request);
  await page.route("**/pay", async (route) => {
    await route.fetch({ maxRedirects: 0 });
    await route.abort("connectionreset");
  });
  await page.goto(`/checkout/${session.id}`);
  await fillIn(page);
  await payButton(page).click();
  await expect(title(page)).toHaveText(/Thank you/);
  expect(await ordersOf(request, session.id)).toHaveLength(1);
});
