// Layout and accessibility of the public pages, and their reload without scripts.
import { expect } from "playwright/test";
import { test } from "./checked-test";
import * as demo from "./demo-account";
import { cancel, place, retired, TOO_MUCH_KG } from "./public-orders";
import { overflow, violationsOf, watch } from "./watch";

for (const [colorScheme, width] of [
  ["light", 320],
  ["dark", 1280],
] as const) {
  test(`in ${colorScheme} at ${width} px an impact page fits, is accessible and loads nothing from other hosts`, async ({
    page,
    request,
    baseURL,
  }) => {
    const id = await demo.retired(request, "Wide and Narrow", 98_765);
    const problems = watch(page, baseURL);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const response = await page.goto(`/impact/${id}`);
    expect(response?.headers()["content-security-policy"]).toContain("style-src 'self' 'sha256-");
    expect(problems).toEqual([]);
    await page.getByText("Show data as a table").click();
    expect(await violationsOf(page)).toEqual([]);
    for (const wider of [0, 55, 640]) {
      await page.setViewportSize({ width: width + wider, height: 800 });
      expect(await overflow(page), `at ${width + wider} px`).toBe(0);
    }
    await page.getByRole("link", { name: "Cloudline Highland" }).first().click();
    await expect(page).toHaveURL(/\/projects\//);
    await expect(page.getByRole("heading", { name: "Cloudline", level: 1 })).toBeInViewport();
  });

  test(`in ${colorScheme} at ${width} px the check fits, is accessible and loads nothing from other hosts`, async ({
    page,
    request,
    baseURL,
  }) => {
    const { id, certificate } = await retired(request, { amount_kg: 3456 });
    const serial = certificate.projects[0]?.retirements[0]?.serial_number_range ?? "";
    const problems = watch(page, baseURL);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const queries = ["", `?q=${id}`, `?${new URLSearchParams({ q: serial })}`, "?q=SBX-0-1"];
    for (const [index, query] of queries.entries()) {
      const response = await page.goto(`/verify${query}`);
      expect(response?.headers()["content-security-policy"]).toContain("style-src 'self' 'sha256-");
      expect(await overflow(page), query).toBe(0);
      // Each is scanned in one of the two views.
      if (index % 2 === (colorScheme === "light" ? 0 : 1)) {
        expect(await violationsOf(page), query).toEqual([]);
      }
    }
    expect(problems).toEqual([]);
  });
}

test("a certificate is accessible while its order is placed, and once it is cancelled", async ({
  page,
  request,
}) => {
  const id = await place(request, { amount_kg: TOO_MUCH_KG });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(`/certificates/${id}`);
  expect(await violationsOf(page)).toEqual([]);
  // An open page reloads itself and would disturb the next visit.
  await page.goto("about:blank");
  await cancel(request, id);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(`/certificates/${id}`);
  expect(await violationsOf(page)).toEqual([]);
});

test("without scripts a certificate has the same content, and reloads itself while the order is placed", async ({
  browser,
  request,
}) => {
  const id = await place(request, { amount_kg: TOO_MUCH_KG });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`/certificates/${id}`);
  await expect(page.getByText("nothing is retired for it yet")).toBeVisible();
  await page.waitForEvent("framenavigated");
  await context.close();
  await cancel(request, id);
});
