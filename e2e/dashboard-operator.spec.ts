import { expect, type Page } from "playwright/test";
import { test } from "./checked-test";
import { insidePage, operatorBase } from "./insider";

function catalogue(tag: string, lots: number): Buffer {
  const project = {
    id: `prj_${tag}`,
    name: `Mangroves ${tag}`,
    registry_name: "Test",
    registry_id: tag,
  };
  const file = {
    mode: "test",
    projects: [project],
    credit_lots: Array.from({ length: lots }, (_, index) => ({
      id: `lot_${tag}_${index}`,
      project_id: project.id,
      vintage_year: 2021,
      quantity_kg: 2000,
      serial_number_range: `OPS-${tag}-${index * 2 + 1}-${index * 2 + 2}`,
    })),
  };
  return Buffer.from(JSON.stringify(file));
}

async function send(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.goto(`${operatorBase}/import`);
  await page.getByLabel("File type").selectOption("catalogue");
  await page.getByLabel("Files").setInputFiles({ name, mimeType: "application/json", buffer });
  await page.getByRole("button", { name: "Preview import" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

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
