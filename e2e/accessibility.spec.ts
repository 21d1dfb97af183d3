import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { test } from "./checked-test";
import { violationsOf } from "./watch";

/** More kg than the sandbox has in stock, so the order stays placed. */
const TOO_MUCH_KG = 1_000_000_000;

function headers(): Record<string, string> {
  return { authorization: `Bearer ${process.env["CT_E2E_KEY"]}` };
}

async function place(request: APIRequestContext, amountKg: number): Promise<string> {
  const data = { amount_kg: amountKg };
  const response = await request.post("/v1/orders", { headers: headers(), data });
  const { id } = (await response.json()) as { id: string };
  return id;
}

async function cancel(request: APIRequestContext, id: string): Promise<void> {
  await request.post(`/v1/orders/${id}/cancel`, { headers: headers() });
}

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
  const fulfilled = await place(request, 2345);
  await expect
    .poll(async () => (await request.get(`/certificates/${fulfilled}/json`)).text())
    .toContain('"fulfilled"');
  for (const view of [light, dark]) {
    await expectNoViolation(page, `/certificates/${fulfilled}`, view);
  }
  const placed = await place(request, TOO_MUCH_KG);
  await expectNoViolation(page, `/certificates/${placed}`, light);
  // An open page reloads itself and would disturb the next visit.
  await page.goto("about:blank");
  await cancel(request, placed);
  await expectNoViolation(page, `/certificates/${placed}`, dark);
});
