// The checkout page without JavaScript.
import { expect } from "playwright/test";
import { test } from "./checked-test";
import { cards, fillIn, ordersOf, payButton, payNew, title } from "./shop";

test.use({ javaScriptEnabled: false });

test("is paid, and can be reloaded at every step", async ({ page, request }) => {
  const { id } = await payNew(page, request);
  await expect(title(page)).toHaveText(/Thank you/);
  await page.reload();
  await expect(title(page)).toHaveText(/Thank you/);
  await expect(page.getByRole("link", { name: "Continue to shop.example" })).toBeVisible();
  expect(await ordersOf(request, id)).toHaveLength(1);
});

test("requires the bank's confirmation", async ({ page, request }) => {
  await payNew(page, request, cards.confirms);
  await page.getByRole("button", { name: "Decline payment" }).click();
  await expect(page.getByText("The payment was not confirmed", { exact: false })).toBeVisible();
  await fillIn(page, cards.confirms);
  await payButton(page).click();
  await page.getByRole("button", { name: "Approve payment" }).click();
  await expect(title(page)).toHaveText(/Thank you/);
});

test("reloads itself while a payment is processing", async ({ page, request }) => {
  await payNew(page, request, cards.paysLater);
  await expect(title(page)).toHaveText("Your payment is being processed");
  await expect(title(page)).toHaveText(/Thank you/);
});
