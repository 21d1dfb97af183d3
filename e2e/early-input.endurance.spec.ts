// The dashboard before its scripts run, and without any.
import { expect } from "playwright/test";
import { test } from "./checked-test";
import { headers } from "./demo-account";
import { holdScripts } from "./held-scripts";
import { whenHydrated } from "./hydration";
import { base, insidePage } from "./insider";

test("without scripts, a list is searched, filtered, sorted and paged", async ({
  browser,
  request,
}) => {
  const word = `plain${Date.now()}`;
  // A page has twenty rows.
  for (let amount_kg = 1; amount_kg <= 21; amount_kg++) {
    const data = { amount_kg, description: word };
    expect((await request.post("/v1/orders", { headers: headers(), data })).status()).toBe(201);
  }
  const page = await insidePage(browser, { javaScriptEnabled: false });
  await page.goto(`${base}/orders`);
  const search = page.getByRole("searchbox", { name: "Search" });
  await search.fill(word);
  await page.getByLabel("Channel", { exact: true }).selectOption("api");
  await search.press("Enter");
  await expect(page).toHaveURL(new RegExp(`search=${word}.*channel=api`));
  await expect(search).toHaveValue(word);
  await page.getByRole("link", { name: /^Amount/ }).click();
  const rows = page.getByRole("table", { name: "Orders" }).locator("tbody").getByRole("row");
  await expect(rows.first()).toContainText("1 kg");
  await page.getByRole("link", { name: "Next", exact: true }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText("21 kg");
  await page.getByRole("link", { name: "Clear", exact: true }).click();
  await expect(page).toHaveURL(/\/orders\?sort=amount\.asc$/);
  await page.context().close();
});

test("a menu opened without scripts stays open when they have loaded", async ({ browser }) => {
  const page = await insidePage(browser, { width: 375 });
  const release = await holdScripts(page);
  await page.goto(base, { waitUntil: "commit" });
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  const places = page.getByRole("navigation", { name: "Dashboard" });
  await expect(places).toBeVisible();
  release();
  await whenHydrated(page);
  await expect(places).toBeVisible();
  await page.context().close();
});
