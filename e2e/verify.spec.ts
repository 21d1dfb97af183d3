import { expect } from "playwright/test";
import { test } from "./checked-test";
import { retired } from "./public-orders";

const addressOf = (q: string) => `/verify?${new URLSearchParams({ q })}`;

test("a certificate links to the check, which finds it by number, link and serial number", async ({
  page,
  request,
}) => {
  const { id, certificate } = await retired(request, { amount_kg: 2345 });
  await page.goto(`/certificates/${id}`);
  await page.getByRole("link", { name: "Verify this order or a serial number" }).click();
  await expect(page).toHaveURL(addressOf(certificate.order_number));
  await expect(page.getByRole("heading", { name: "Retired (test)" })).toBeVisible();
  await expect(page.getByText("Test certificate")).toBeVisible();
  await expect(page.getByText("2.345 t (2,345 kg)")).toBeVisible();
  for (const { name } of certificate.projects) {
    // Credits of one project may come from two lots.
    await expect(page.getByRole("link", { name }).first()).toBeVisible();
  }
  await page.getByRole("link", { name: "View certificate" }).click();
  await expect(page).toHaveURL(`/certificates/${id}`);

  await page.goto(addressOf(certificate.certificate_public_url));
  await expect(page.getByText(certificate.order_number)).toBeVisible();

  const [retirement] = certificate.projects[0]?.retirements ?? [];
  await page.goto(addressOf(retirement?.serial_number_range ?? ""));
  // Serial numbers do not name their holders.
  await expect(page.getByText(/^[\d.,]+ kg on one certificate$/).first()).toBeVisible();
  await expect(page.getByText(certificate.order_number)).toHaveCount(0);
  await expect(page.getByText(certificate.beneficiary.name)).toHaveCount(0);
});
