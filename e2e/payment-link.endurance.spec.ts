// A payment link: made in the dashboard, sold and paid, counted in the dashboard.
import { type Browser, expect, type Page } from "playwright/test";
import { test } from "./checked-test";
import { base, insidePage } from "./insider";
import { fillIn, payButton, title } from "./shop";
import { overflow, violationsOf } from "./watch";

/** Returns the link's public address and the dashboard's page of it. */
async function makeLink(page: Page, slug: string): Promise<string> {
  await page.goto(`${base}/checkout`);
  await page.getByRole("button", { name: "New payment link" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Reusable link" }).click();
  await dialog.getByLabel("Name").fill("Your stay at the harbor");
  await dialog.getByLabel("Address", { exact: true }).fill(slug);
  await dialog.getByLabel("Suggested amounts in kg").fill("25, 100");
  await dialog.getByLabel("Most kg").fill("500");
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create payment link" }).click();
  await expect(page).toHaveURL(/\/checkout\/links\/plk_/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your stay at the harbor");
  await expect(page.getByRole("img", { name: "QR code of the payment link" })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  return page.url();
}

/** A customer on their own device. */
async function customerPage(browser: Browser, width: number, javaScriptEnabled: boolean) {
  const context = await browser.newContext({
    javaScriptEnabled,
    viewport: { width, height: 800 },
    locale: "en-US",
  });
  return context.newPage();
}

/** Buys 100 kg, after an amount that is too large. */
async function buy(page: Page, slug: string): Promise<void> {
  await page.goto(`/buy/${slug}`);
  await expect(title(page)).toHaveText("Your stay at the harbor");
  expect(await overflow(page)).toBe(0);
  const form = page.getByRole("form", { name: "Choose an amount" });
  await expect(form.getByLabel("Amount in kg")).toBeHidden();
  await form.getByLabel("Other amount").check();
  await form.getByLabel("Amount in kg").fill("501");
  await form.getByRole("button", { name: "Continue to payment" }).click();
  await expect(form.getByText("Enter 500 kg or less.")).toBeVisible();
  await expect(form.getByLabel("Amount in kg")).toHaveValue("501");
  await form.getByRole("radio", { name: "100 kg" }).check();
  await form.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page).toHaveURL(/\/checkout\/cs_/);
  await fillIn(page);
  await payButton(page).click();
  await expect(title(page)).toHaveText("Thank you for your payment");
  // Without a return address the customer stays.
  await expect(page.getByText(/redirected/)).toHaveCount(0);
}

test("a payment link is sold and paid, with and without scripts, at 375 px", async ({
  browser,
}) => {
  const width = 375;
  test.slow();
  const slug = `harbor-${width}-${Date.now()}`;
  const admin = await insidePage(browser, { who: "admin", width });
  const address = await makeLink(admin, slug);
  for (const javaScriptEnabled of [true, false]) {
    const page = await customerPage(browser, width, javaScriptEnabled);
    await page.goto(`/buy/${slug}`);
    if (javaScriptEnabled) expect(await violationsOf(page)).toEqual([]);
    await buy(page, slug);
    await page.context().close();
  }
  await admin.goto(address);
  const sales = admin.locator("section", { has: admin.getByRole("heading", { name: "Sales" }) });
  await expect(sales).toContainText("200 kg");
  await admin.getByRole("button", { name: "Pause" }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByRole("button", { name: "Pause payment link" }).click();
  await expect(admin.getByRole("button", { name: "Resume" })).toBeVisible();
  const page = await customerPage(browser, width, true);
  await page.goto(`/buy/${slug}?lang=de`);
  await expect(title(page)).toHaveText("Derzeit nicht im Verkauf");
  expect(await violationsOf(page)).toEqual([]);
  await page.context().close();
  await admin.goto(`${base}/checkout?show=links`);
  expect(await violationsOf(admin)).toEqual([]);
  expect(await overflow(admin)).toBe(0);
  await admin.context().close();
});
