import { expect, type Page } from "playwright/test";
import { test } from "./checked-test";
import { cancel, fulfilled, place, TOO_MUCH_KG } from "./public-orders";
import { violationsOf } from "./watch";

const light = { colorScheme: "light", width: 375 } as const;
const dark = { colorScheme: "dark", width: 1280 } as const;

async function expectNoViolation(
  page: Page,
  path: string,
  { colorScheme, width }: typeof light | typeof dark,
): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 800 });
  await page.goto(path);
  expect(await violationsOf(page), `${path} in ${colorScheme}`).toEqual([]);
}

test("the home page and the 404 page have no accessibility violations", async ({ page }) => {
  await expectNoViolation(page, "/", light);
  await expectNoViolation(page, "/nothing-here", dark);
});

test("a certificate has no accessibility violations while its order is placed, fulfilled or cancelled", async ({
  page,
  request,
}) => {
  const { id } = await fulfilled(request, { amount_kg: 2345 });
  await expectNoViolation(page, `/certificates/${id}`, light);
  const placed = await place(request, { amount_kg: TOO_MUCH_KG });
  await expectNoViolation(page, `/certificates/${placed}`, dark);
  // An open page reloads itself and would disturb the next visit.
  await page.goto("about:blank");
  await cancel(request, placed);
  await expectNoViolation(page, `/certificates/${placed}`, light);
});
