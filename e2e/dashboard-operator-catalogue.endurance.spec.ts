import { expect, type Page } from "playwright/test";
import { test } from "./checked-test";
import { insidePage, operatorBase } from "./insider";

/** Types prices for the open category without submitting them. */
async function typePrices(page: Page, api: string, checkout: string): Promise<void> {
  await page.getByLabel("API price").fill(api);
  await page.getByLabel("Checkout price").fill(checkout);
}

/** Creates a key for the demo's live account. */
async function makeLiveKey(page: Page): Promise<string> {
  await page.goto("/admin/demo/live/people");
  await page.getByRole("link", { name: "New API key" }).click();
  await page.getByLabel("Name").fill("Prices");
  await page.getByRole("button", { name: "Create API key" }).click();
  return (await page.getByText(/^ct_live_\w{38}$/).textContent()) ?? "";
}

test("a category's new price is previewed for its portfolios, then set and used for quotes", async ({
  browser,
  request,
}) => {
  const page = await insidePage(browser);
  const headers = { authorization: `Bearer ${await makeLiveKey(page)}` };
  const { data: portfolios } = await (await request.get("/v1/portfolios", { headers })).json();
  const quote = async () => {
    const data = { amount_kg: 100, portfolio_id: portfolios[0].id };
    return (await (await request.post("/v1/quotes", { headers, data })).json()).price_usd_cents;
  };
  expect(await quote()).toBe(200);
  await page.goto("/admin/operator/live/catalogue?show=categories");
  await page.getByRole("link", { name: /^Category/ }).click();
  await typePrices(page, "70", "0");
  await page.getByRole("button", { name: "Save prices" }).click();
  await expect(page.getByText("Checkout price must be at least $0.01.")).toBeVisible();
  await typePrices(page, "7.50", "31");
  const row = page.getByRole("row", { name: /^Portfolio/ }).filter({ hasText: "$7.50" });
  await expect(row).toHaveText(/\$20\.00 → \$7\.50.*\$30\.00 → \$31\.00/);
  expect(await quote()).toBe(200);
  await page.getByRole("button", { name: "Save prices" }).click();
  const question = page.getByText("The API price changes from $20.00 to $7.50 per tonne.");
  await expect(question).toBeVisible();
  await page.getByLabel(/^Save these prices/).check();
  await page.getByRole("button", { name: "Save prices" }).click();
  await expect(page.getByText("Prices saved")).toBeVisible();
  await expect(question).toBeHidden();
  expect(await quote()).toBe(75);
  await page.context().close();
});

test("the queues are shown as healthy while the worker runs", async ({ browser }) => {
  const page = await insidePage(browser);
  await page.goto(`${operatorBase}/system`);
  const item = page.getByRole("listitem").filter({ hasText: "Order matching" });
  await expect(item.getByText("Healthy")).toBeAttached();
  await expect(page.getByText("Running", { exact: true })).toBeVisible();
  await page.context().close();
});
