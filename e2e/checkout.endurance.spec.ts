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

test("redirects to the shop after some seconds", async ({ page, request }) => {
  await playShop(page);
  await page.clock.install();
  const { id } = await payNew(page, request);
  await expect(page.getByText(/You will be redirected to shop.example in/)).toBeVisible();
  await page.clock.runFor(9000);
  await expect(page).toHaveURL(`https://shop.example/thanks?session=${id}`);
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
  await expect(title(page)).toHaveText(/Thank you/);
  await expect.poll(async () => (await ordersOf(request, id))[0]?.state).toBe("fulfilled");
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
