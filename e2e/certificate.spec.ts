import { type APIRequestContext, expect } from "playwright/test";
import { type Certificate, printedIn, unspaced } from "./certificate-forms";
import { test } from "./checked-test";
import { retired } from "./public-orders";

async function pdfText(request: APIRequestContext, id: string): Promise<string> {
  const response = await request.get(`/certificates/${id}/pdf`);
  expect(response.headers()["content-type"]).toBe("application/pdf");
  return (await printedIn(new Uint8Array(await response.body()))).text;
}

function kg(amount: number): string {
  return `${amount.toLocaleString("en-US")} kg`;
}

function figuresOf(certificate: Certificate): string[] {
  const projects = certificate.projects.flatMap((project) => [
    project.name,
    project.registry_id,
    kg(project.amount_kg),
    ...project.retirements.flatMap((retirement) => [
      String(retirement.vintage_year),
      retirement.serial_number_range,
      kg(retirement.amount_kg),
    ]),
  ]);
  const { order_number, statement, beneficiary, seller, description } = certificate;
  const own = [order_number, statement, beneficiary.name, seller.name, description ?? ""];
  return [...own, kg(certificate.amount_kg), ...projects];
}

test("page, PDF and JSON of a fulfilled order agree in every figure", async ({ page, request }) => {
  const data = { amount_kg: 2345, description: "Deliveries of the third quarter" };
  const { id, certificate } = await retired(request, data);
  expect(certificate.projects.length).toBeGreaterThan(0);
  await page.goto(`/certificates/${id}`);
  const pageText = unspaced((await page.locator("main").textContent()) ?? "");
  const printed = await pdfText(request, id);
  for (const figure of figuresOf(certificate)) {
    expect(pageText).toContain(unspaced(figure));
    expect(printed).toContain(unspaced(figure));
  }
  await expect(page).toHaveTitle(/2\.345 t of CO₂e retired on behalf of/);
  await expect(page.getByText("Test certificate")).toBeVisible();
});
