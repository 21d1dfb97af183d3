import { expect, type Page } from "playwright/test";
import { test } from "./checked-test";
import { base, insidePage } from "./insider";
import { violationsOf } from "./watch";

/** 0.6 × $30 + 0.4 × $170 by the API, and 0.6 × $40 + 0.4 × $190 at checkout. */
const previewLines = ["$86.00 per tonne", "$100.00 per tonne", "600 kg", "400 kg"];

const part = (page: Page, category: string) => page.getByLabel(`Percent of ${category}`);

test("a 60/40 portfolio is built with sum and price in view, and becomes a subaccount's default", async ({
  browser,
}) => {
  const page = await insidePage(browser);
  await page.goto(`${base}/portfolios`);
  await page.getByRole("link", { name: "New portfolio" }).click();
  const name = `Sixty forty ${Date.now()}`;
  await page.getByRole("checkbox", { name: "Forests and wetlands" }).check();
  await part(page, "Forests and wetlands").fill("60");
  await expect(page.getByText("40% left")).toBeVisible();
  await expect(page.getByText(/once the parts add up to 100%/)).toBeVisible();

  await page.getByRole("button", { name: "Create portfolio" }).click();
  await expect(page.getByText("Name is required")).toBeVisible();
  const fault = page.getByText("Parts sum to 60%, not to 100%");
  await expect(fault).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  await page.getByRole("checkbox", { name: "Biochar" }).check();
  await part(page, "Biochar").fill("50");
  await expect(page.getByText("10% too much")).toBeVisible();
  await part(page, "Biochar").fill("0");
  await page.getByRole("button", { name: "Split the remainder evenly" }).click();
  await expect(part(page, "Biochar")).toHaveValue("40");
  await expect(page.getByText("Complete")).toBeVisible();
  await expect(fault).toHaveCount(0);
  for (const text of previewLines) {
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Create portfolio" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

  await page.goto(`${base}/subaccounts`);
  await page.getByRole("button", { name: "New subaccount" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Default portfolio").selectOption({ label: `${name} (your own)` });
  await page.getByRole("button", { name: "Create subaccount" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const chosen = page.getByLabel("Default portfolio").locator("option:checked");
  await expect(chosen).toHaveText(`${name} (your own)`);

  await page.goto(`${base}/portfolios`);
  await page.getByRole("link", { name }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(dialog.getByText(`It is the default of ${name}.`)).toBeVisible();
  await dialog.getByRole("button", { name: "Go back" }).click();
  await page.getByRole("link", { name: "Edit portfolio" }).click();
  await part(page, "Biochar").fill("39.5");
  await expect(page.getByText("0.5% left")).toBeVisible();
  await page.getByRole("button", { name: "Split the remainder evenly" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("602 kg")).toBeVisible();
  await page.context().close();
});

test("a viewer sees portfolios and settings but no controls to change them", async ({
  browser,
}) => {
  const page = await insidePage(browser, { who: "viewer", width: 375 });
  await page.goto(`${base}/portfolios`);
  await page.getByRole("link", { name: "Nature portfolio" }).click();
  await expect(page.getByText("1 tonne contains")).toBeVisible();
  await expect(page.getByRole("button", { name: "Make default" })).toHaveCount(0);
  await page.goto(`${base}/portfolios?new=1`);
  await expect(page.getByRole("heading", { level: 1, name: "Portfolios" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Nature portfolio" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "New portfolio" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Create portfolio" })).toHaveCount(0);
  await page.goto(`${base}/settings`);
  await expect(page.locator("#main").getByText("Demo Company", { exact: true })).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await page.context().close();
});

test("the default is chosen by name, and an invalid slug is rejected next to its field", async ({
  browser,
}) => {
  const page = await insidePage(browser, { who: "admin" });
  await page.goto(`${base}/settings`);
  // The portfolio that applies already, since other tests order from this account.
  const field = page.getByLabel("Portfolio", { exact: true });
  await field.selectOption({ label: "Balanced portfolio" });
  await page.getByRole("button", { name: "Save default" }).click();
  await expect(page.getByText("Default portfolio saved")).toBeVisible();
  await page.reload();
  await expect(field.locator("option:checked")).toHaveText("Balanced portfolio");
  await field.selectOption("");
  await page.getByRole("button", { name: "Save default" }).click();
  await expect(page.getByText("Default portfolio saved")).toBeVisible();
  await page.getByLabel("Slug").fill("operator");
  await expect(page.getByText("The old addresses stop working immediately.")).toBeVisible();
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText(/^Slug must be lower-?case letters/)).toBeVisible();
  await page.goto(`${base}/portfolios`);
  const standard = page.getByRole("listitem").filter({ hasText: "Default" });
  await expect(standard).toContainText("Balanced portfolio");
  await page.context().close();
});
