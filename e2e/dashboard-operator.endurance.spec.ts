import { expect } from "playwright/test";
import { catalogue, send } from "./catalogue-import";
import { test } from "./checked-test";
import { insidePage, operatorBase } from "./insider";

test("a file with a mistake is rejected with its position, and a preview can be discarded", async ({
  browser,
}) => {
  const page = await insidePage(browser);
  const tag = `r${Date.now()}`;
  const broken = catalogue(tag, 1)
    .toString()
    .replace(/("quantity_kg":\s*)2000/, "$1-1");
  await send(page, `${tag}.json`, Buffer.from(broken));
  await expect(page.getByText("credit_lots[0].quantity_kg")).toBeVisible();
  await send(page, `${tag}-2.json`, catalogue(tag, 1));
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("Stopped. Nothing was imported.")).toBeVisible();
  await page.goto(`${operatorBase}/import`);
  const row = page.getByRole("row").filter({ hasText: `${tag}-2.json` });
  await expect(row.getByText("Stopped")).toBeVisible();
  await page.context().close();
});

test("a long import shows its progress, and stopping it reverts it", async ({ browser }) => {
  const page = await insidePage(browser);
  const tag = `s${Date.now()}`;
  await send(page, `${tag}.json`, catalogue(tag, 20_000));
  await expect(page.getByText(/of 20,000 rows/)).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stop" }).click();
  await expect(page.getByText("Stopped. Nothing was imported.")).toBeVisible();
  await page.goto(`${operatorBase}/stock?show=lots&search=lot_${tag}_1`);
  await expect(page.getByText("No results")).toBeVisible();
  await page.context().close();
});

test("the ledger check lists its results", async ({ browser }) => {
  const page = await insidePage(browser);
  await page.goto(`${operatorBase}/system`);
  await page.getByRole("button", { name: "Start check" }).click();
  await expect(page.getByText(/All \d+ invariants hold/)).toBeVisible();
  await expect(
    page.getByRole("table", { name: "Checks" }).getByText("Passed").first(),
  ).toBeVisible();
  await page.context().close();
});
