import { expect } from "playwright/test";
import { catalogue, send } from "./catalogue-import";
import { test } from "./checked-test";
import { insidePage } from "./insider";

test("a catalogue is previewed and imported, and its lots are listed", async ({ browser }) => {
  const page = await insidePage(browser, { width: 375 });
  const tag = `e${Date.now()}`;
  await send(page, `${tag}.json`, catalogue(tag, 3));
  await expect(page.getByText("Ready to import")).toBeVisible();
  await expect(page.getByText(`1 new: Mangroves ${tag}`)).toBeVisible();
  await expect(page.getByText("+6 t")).toBeVisible();
  await page.getByRole("button", { name: "Start import" }).click();
  await expect(page.getByText("Imported", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "View lots" }).click();
  await page.getByRole("searchbox").fill(`lot_${tag}_1`);
  const link = page.getByRole("link", { name: `Mangroves ${tag}` });
  await expect(link).toHaveCount(1);
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: "2 t, vintage 2021" })).toBeVisible();
  await expect(page.getByText("No allocations yet")).toBeVisible();
  await page.context().close();
});
