import { expect } from "playwright/test";
import { test } from "./checked-test";
import { base, insidePage, operatorBase } from "./insider";

test("what is stored under an address is counted, exported, and erased once it is typed", async ({
  browser,
}) => {
  const page = await insidePage(browser, { width: 375 });
  const email = `contact-${Date.now()}@example.com`;
  await page.goto(`${base}/subaccounts?new=1`);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Harbor Stores");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("button", { name: "Create subaccount" }).click();
  await expect(dialog).toBeHidden();
  await page.goto(`${operatorBase}/privacy`);
  await page.getByLabel("Email address").fill(email.toUpperCase());
  await page.getByRole("button", { name: "Find data" }).click();
  await expect(page.getByRole("heading", { name: "Customer of Demo Company" })).toBeVisible();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export JSON" }).click();
  expect((await saving).suggestedFilename()).toMatch(/^customer-acc_\w+\.json$/);
  await page.getByRole("button", { name: "Erase data" }).click();
  await dialog.getByLabel("Email address").fill("someone@example.com");
  await dialog.getByRole("button", { name: "Erase data" }).click();
  await expect(dialog.getByText("does not match the address")).toBeVisible();
  await dialog.getByLabel("Email address").fill(email);
  await dialog.getByRole("button", { name: "Erase data" }).click();
  await expect(page.getByRole("heading", { name: "Erased" })).toBeVisible();
  await expect(page.getByText("No results")).toBeVisible();
  await page.context().close();
});
