import { expect } from "playwright/test";
import { test } from "./checked-test";
import { impactOf, retired } from "./demo-account";
import { overflow } from "./watch";

function unspaced(text: string): string {
  return text.replace(/\s+/g, "");
}

function mass(kg: number): string {
  const tonnes = kg >= 1000;
  const number = (tonnes ? kg / 1000 : kg).toLocaleString("en-US", { maximumFractionDigits: 3 });
  return `${number} ${tonnes ? "t" : "kg"}`;
}

test("every figure is the API's, and the months add up to the total", async ({ page, request }) => {
  const id = await retired(request, "Figures & Sons", 4_321);
  const data = await impactOf(request, id);
  await page.goto(`/impact/${id}`);
  await expect(page).toHaveTitle(/^Test: Figures & Sons: 4\.321 t of CO₂e retired/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("4.321 t of CO2e retired");
  await expect(page.getByText("Test data: no real credits were retired")).toBeVisible();

  const pageText = unspaced((await page.locator("main").textContent()) ?? "");
  const figures = data.categories.flatMap(({ category, offset_kgs, projects }) => [
    category.name + mass(offset_kgs),
    ...projects.flatMap(({ project, offset_kgs: kg, vintages }) => [
      project.name + mass(kg),
      `Vintages${vintages.replaceAll("-", "–")}Registry${project.registry_name}${project.registry_id}`,
      `Location${project.location_name}`,
    ]),
  ]);
  expect(figures.length).toBeGreaterThan(10);
  const { cars_off_the_road, trees_planted, homes_annual_energy_usage, flights_lax_to_nyc } =
    data.equivalents;
  const equivalents = [
    `${cars_off_the_road}gasolinecar`,
    `${homes_annual_energy_usage}UShome`,
    `${flights_lax_to_nyc}passenger`,
    `${trees_planted}treeseedling`,
  ];
  for (const figure of [...figures, ...equivalents]) expect(pageText).toContain(unspaced(figure));

  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await overflow(page), `at ${width} px`).toBe(0);
  }
  await page.getByText("Show data as a table").click();
  await expect(page.getByRole("row").filter({ hasText: "4.321 t" })).toHaveCount(1);
  const structured = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(structured ?? "")).toMatchObject({
    about: { name: "Figures & Sons" },
    mainEntity: [
      { value: 4_321, unitCode: "KGM", name: expect.stringContaining("retired at registries") },
      { value: 0, name: expect.stringContaining("pending") },
    ],
  });
});
