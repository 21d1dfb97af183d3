// The checkout page without JavaScript.
import { expect } from "playwright/test";
import { test } from "./checked-test";
import { cards, fillIn, openSession, ordersOf, payButton, title } from "./shop";

test.use({ javaScriptEnabled: false });

test("shows field errors, then a decline, then accepts another card", async ({ page, request }) => {
  const session = await openSession(request);
  await page.goto(`/checkout/${session.id}`);
  await page.getByLabel("Email").fill("ada@example.com");
  await payButton(page).click();
  const number = page.getByLabel("Card number");
  await expect(number).toHaveAccessibleDescription(/Enter your card number/);
  await expect(page.getByLabel("Email")).toHaveValue("ada@example.com");
  await page.reload();
  await fillIn(page, cards.declined);
  await payButton(page).click();
  await expect(page.getByText("Your bank declined this card", { exact: false })).toBeVisible();
  expect(page.url()).not.toMatch(/4000|ada|123/);
  await expect(number).toHaveValue("");
  await fillIn(page);
  await payButton(page).click();
  await expect(title(page)).toHaveText(/Thank you/);
  expect(await ordersOf(request, session.id)).toHaveLength(1);
});
