import fs from "node:fs";
import { expect } from "playwright/test";
import { test } from "./checked-test";
import { base, insidePage } from "./insider";

test("what is stored about a subaccount's contact is exported, and erased once it is typed", async ({
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
  await expect(page.getByRole("heading", { name: "Harbor Stores", level: 1 })).toBeVisible();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export data" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe("customer-of-demo.json");
  expect(fs.readFileSync(await file.path(), "utf8")).toContain(email);
  await page.getByRole("button", { name: "Erase data" }).click();
  await expect(dialog.getByText("as tax law requires")).toBeVisible();
  await dialog.getByLabel("Email address").fill("someone@example.com");
  await dialog.getByRole("button", { name: "Erase data" }).click();
  await expect(dialog.getByText("does not match the address")).toBeVisible();
  await dialog.getByLabel("Email address").fill(email);
  await dialog.getByRole("button", { name: "Erase data" }).click();
  await expect(page.getByRole("heading", { name: "Erased", exact: true })).toBeVisible();
  await expect(page.getByText("The account's own names of the subaccounts")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Harbor Stores" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Customer data" })).toBeHidden();
  await page.context().close();
});
