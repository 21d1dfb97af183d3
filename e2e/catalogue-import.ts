// A catalogue file, and its way through the operator's import screen to the preview.
import { expect, type Page } from "playwright/test";
import { operatorBase } from "./insider";

export function catalogue(tag: string, lots: number): Buffer {
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

export async function send(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.goto(`${operatorBase}/import`);
  await page.getByLabel("File type").selectOption("catalogue");
  await page.getByLabel("Files").setInputFiles({ name, mimeType: "application/json", buffer });
  await page.getByRole("button", { name: "Preview import" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}
