import { expect } from "playwright/test";
import { test } from "./checked-test";
import {
  cards,
  expireSession,
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

test("redirects to the shop after some seconds", async ({ page, request }) => {
  await playShop(page);
  await page.clock.install();
  const { id } = await payNew(page, request);
  await expect(page.getByText(/You will be redirected to shop.example in/)).toBeVisible();
  await page.clock.runFor(9000);
  await expect(page).toHaveURL(`https://shop.example/thanks?session=${id}`, { timeout: 20_000 });
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

test("shows an error next to its field and focuses it, without charging", async ({
  page,
  request,
}) => {
  const session = await openSession(request);
  await page.goto(`/checkout/${session.id}`);
  await fillIn(page, "4242 4242 4242 4243");
  await page.getByLabel("Expiration date").fill("13 / 40");
  await payButton(page).click();
  const number = page.getByLabel("Card number");
  await expect(number).toHaveAttribute("aria-invalid", "true");
  await expect(number).toBeFocused();
  await expect(number).toHaveAccessibleDescription(/digit is incorrect or missing/);
  await expect(page.getByLabel("Expiration date")).toHaveAccessibleDescription(/month and year/);
  await number.fill(cards.good);
  await page.getByLabel("Expiration date").fill("12 / 40");
  await payButton(page).click();
  await expect(title(page)).toHaveText(/Thank you/);
});

test("pays after the bank's confirmation is approved", async ({ page, request }) => {
  const { id } = await payNew(page, request, cards.confirms);
  await expect(title(page)).toHaveText("Confirm your payment");
  await page.reload();
  await page.getByRole("button", { name: "Approve payment" }).click();
  await expect(title(page)).toHaveText(/Thank you/);
  expect(await ordersOf(request, id)).toHaveLength(1);
});

test("does not charge if the bank's confirmation is declined, and can pay afterward", async ({
  page,
  request,
}) => {
  const { id } = await payNew(page, request, cards.confirms);
  await page.getByRole("button", { name: "Decline payment" }).click();
  await expect(page.locator("#notice").getByText("The payment was not confirmed")).toBeVisible();
  expect(await ordersOf(request, id)).toEqual([]);
  await fillIn(page);
  await payButton(page).click();
  await expect(title(page)).toHaveText(/Thank you/);
});

test("waits for a processing payment until it succeeds", async ({ page, request }) => {
  const { id } = await payNew(page, request, cards.paysLater);
  await expect(title(page)).toHaveText("Your payment is being processed");
  expect(await ordersOf(request, id)).toMatchObject([{ state: "placed" }]);
  await page.reload();
  await expect(title(page)).toHaveText(/Thank you/, { timeout: 20_000 });
  await expect
    .poll(async () => (await ordersOf(request, id))[0]?.state, { timeout: 20_000 })
    .toBe("fulfilled");
});

test("shows that it expired while the form was open, and does not charge", async ({
  page,
  request,
}) => {
  const session = await openSession(request);
  await page.goto(`/checkout/${session.id}`);
  await fillIn(page);
  expect(await expireSession(request, session.id)).toBe(200);
  await payButton(page).click();
  await expect(title(page)).toHaveText("This checkout has expired");
  await expect(page.getByLabel("Card number")).toHaveCount(0);
  expect(await ordersOf(request, session.id)).toEqual([]);
  expect((await page.reload())?.status()).toBe(410);
  await expect(page.getByRole("link", { name: /Back to/ }).first()).toHaveAttribute(
    "href",
    "https://shop.example/basket",
  );
});

test("links back to the shop without paying, and can be paid later", async ({ page, request }) => {
  await playShop(page);
  const session = await openSession(request);
  await page.goto(`/checkout/${session.id}`);
  await page
    .getByRole("link", { name: /Back to/ })
    .first()
    .click();
  await expect(page).toHaveURL("https://shop.example/basket");
  expect((await readSession(request, session.id)).state).toBe("open");
  await page.goBack();
  await fillIn(page);
  await payButton(page).click();
  await expect(title(page)).toHaveText(/Thank you/);
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
  for (const tab of tabs) await expect(title(tab)).toHaveText(/Thank you/, { timeout: 20_000 });
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
  await expect(title(page)).toHaveText(/Thank you/, { timeout: 20_000 });
  expect(await ordersOf(request, session.id)).toHaveLength(1);
});

test("shows that a request never left the browser, and can be tried again", async ({
  page,
  request,
}) => {
  const session = await openSession(request);
  await page.route("**/pay", (route) => route.abort("internetdisconnected"));
  await page.goto(`/checkout/${session.id}`);
  await fillIn(page);
  await payButton(page).click();
  await expect(
    page.getByText("before your payment started", { exact: false }).first(),
  ).toBeVisible();
  await page.unroute("**/pay");
  await payButton(page).click();
  await expect(title(page)).toHaveText(/Thank you/);
});

test("can be paid by keyboard only", async ({ page, request }) => {
  const session = await openSession(request);
  await page.goto(`/checkout/${session.id}`);
  const typed: Record<string, string> = {
    email: "ada@example.com",
    number: cards.good,
    expiry: "1240",
    cvc: "123",
  };
  const reached = new Set<string>();
  for (let count = 0; count < 40 && reached.size < 4; count += 1) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate(() => document.activeElement?.getAttribute("name") ?? "");
    const text = typed[name];
    if (text === undefined || reached.has(name)) continue;
    reached.add(name);
    await page.keyboard.type(text);
  }
  await expect(page.getByLabel("Card number")).toHaveValue("4242 4242 4242 4242");
  await expect(page.getByLabel("Expiration date")).toHaveValue("12 / 40");
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText(/Thank you/);
  await expect(title(page)).toBeFocused();
});
