// A buyer without code: the first order, and a payment link.
import { expect, type Page } from "playwright/test";
import { test } from "./checked-test";
import { base, insidePage } from "./insider";
import { countSteps, expectAtMost } from "./steps";
import { violationsOf } from "./watch";

async function hasNoOverflow(page: Page): Promise<void> {
  const widths = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(widths[0]).toBe(widths[1]);
}

test("a buyer orders by budget, at 375 px", async ({ browser }) => {
  const width = 375;
  const beneficiary = `Harbor Street Bakery ${Date.now()}`;
  const page = await insidePage(browser, { who: "admin", width });
  const steps = await countSteps(page);
  await page.goto(`${base}/orders`);
  await page.getByRole("link", { name: "New order" }).first().click();
  await expect(page.getByRole("heading", { name: "New order" })).toBeVisible();
  await page.getByLabel("By budget").check();
  await page.getByLabel("Budget (USD)").fill("nothing");
  await page.getByRole("button", { name: "Review order" }).click();
  await expect(page.getByText("must be an amount such as 250.00")).toBeVisible();
  await page.getByLabel("Budget (USD)").fill("2.50");
  await expect(page.getByText("In stock: filled within seconds.")).toBeVisible();
  await page.getByText("Beneficiary and description").click();
  await page.getByLabel("Beneficiary", { exact: true }).fill(beneficiary);
  expect(await violationsOf(page)).toEqual([]);
  await hasNoOverflow(page);
  await page.getByRole("button", { name: "Review order" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Test mode: no real credits, no real money.");
  expect(await violationsOf(page)).toEqual([]);
  // The response is lost once; pressing again orders nothing twice.
  let posts = 0;
  await page.route("**/trpc/orders.place**", async (route) => {
    posts += 1;
    if (posts > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await dialog.getByRole("button", { name: /^Place order for \$/ }).click();
  await expect(dialog.getByRole("alert")).toContainText("Can’t reach the server");
  await dialog.getByRole("button", { name: /^Place order for \$/ }).click();
  await expect(page).toHaveURL(/\/orders\/ord_/);
  await expect(page.getByText(beneficiary).first()).toBeVisible();
  expectAtMost(10, steps);
  await page.goto(`${base}/orders?search=${encodeURIComponent(beneficiary)}`);
  const rows = page.getByRole("table", { name: "Orders" }).getByRole("row");
  await expect(rows).toHaveCount(2);
  await expect(page.getByLabel("Totals of orders")).toContainText("Amount");
  await page.context().close();
});

test("a payment link is made without code, and opens the payment page", async ({ browser }) => {
  const page = await insidePage(browser, { who: "admin" });
  await page.goto(`${base}/checkout`);
  await page.getByRole("button", { name: "New payment link" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Amount in kg").fill("25");
  await dialog.getByLabel("Return address").fill("shop");
  await dialog.getByRole("button", { name: "Create payment link" }).click();
  await expect(dialog.getByText("must be an absolute https URL")).toBeVisible();
  await dialog.getByLabel("Return address").fill("https://shop.example/thanks");
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create payment link" }).click();
  await expect(page).toHaveURL(/\/checkout\/cs_/);
  await expect(page.getByRole("button", { name: "Copy link" })).toBeVisible();
  await page.context().close();
});
