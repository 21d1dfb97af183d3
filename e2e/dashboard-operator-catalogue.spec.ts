import { expect } from "playwright/test";
import { test } from "./checked-test";
import { insidePage, operatorBase } from "./insider";
import { violationsOf } from "./watch";

test("an account is created, its owner is invited, and a search finds it", async ({ browser }) => {
  const page = await insidePage(browser, { width: 375 });
  await page.goto(`${operatorBase}/accounts`);
  const word = `w${Date.now()}`;
  await page.getByRole("button", { name: "New account" }).click();
  await page.getByLabel("Name", { exact: true }).fill(`Fjord ${word}`);
  await page.getByLabel("Slug").fill("demo");
  await page.getByLabel("First owner’s email").fill(`${word}@example.com`);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Terms is required.")).toBeVisible();
  await page.getByLabel("Terms").selectOption("Prepaid");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText('Slug "demo" is taken by another account')).toBeVisible();
  await page.getByLabel("Slug").fill("");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Fjord ${word}` })).toBeVisible();
  await expect(page.getByText(`${word}@example.com`)).toBeVisible();
  await expect(page.getByText("Invited as owner")).toBeVisible();
  // On a phone, a button opens the navigation, and a link closes it.
  const drawer = page.getByRole("navigation", { name: "Dashboard" });
  await expect(drawer).toBeHidden();
  await page.getByRole("button", { name: "Menu", exact: true }).press("Enter");
  expect(await violationsOf(page)).toEqual([]);
  await drawer.getByRole("link", { name: "Accounts" }).click();
  await expect(drawer).toBeHidden();
  await page.getByRole("searchbox").fill(word.toUpperCase());
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByText(`fjord-${word}`)).toBeVisible();
  await page.context().close();
});
