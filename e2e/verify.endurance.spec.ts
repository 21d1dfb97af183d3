import { expect } from "playwright/test";
import { test } from "./checked-test";
import { retired } from "./public-orders";
import { overflow, watch } from "./watch";

const addressOf = (q: string) => `/verify?${new URLSearchParams({ q })}`;

test("works by keyboard only, and a result's address can be shared", async ({ page, request }) => {
  const { certificate } = await retired(request, { amount_kg: 25 });
  await page.goto("/verify");
  await expect(page.getByRole("heading", { name: "What you can enter" })).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Serial number, order number, or certificate link")).toBeFocused();
  await page.keyboard.type(certificate.order_number);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(addressOf(certificate.order_number));
  await expect(page.getByRole("heading", { name: "Retired (test)" })).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveValue(certificate.order_number);
});

test("has the same result without JavaScript", async ({ browser, request }) => {
  const { certificate } = await retired(request, { amount_kg: 25 });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/verify");
  await page.getByRole("textbox").fill(certificate.order_number);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByRole("heading", { name: "Retired (test)" })).toBeVisible();
  await context.close();
});

test("hostile queries are rendered as text, within 320 px", async ({ page, baseURL }) => {
  const problems = watch(page, baseURL);
  page.on("dialog", (dialog) => problems.push(dialog.message()));
  await page.setViewportSize({ width: 320, height: 800 });
  for (const text of [
    `"><script>document.title="taken"</script><img src=x onerror=alert(1)>`,
    `</title><svg onload=alert(1)>`,
    "'; DROP TABLE orders; --",
    "javascript:alert(1)",
    "\u0000\u0007\u001b[31m\u202Eabc",
    "W".repeat(2000),
    "1-".repeat(5000),
  ]) {
    const response = await page.goto(addressOf(text));
    expect(response?.status()).toBe(200);
    await expect(page).toHaveTitle("Verify a certificate · Carbon Till");
    await expect(page.getByRole("heading", { level: 2 })).toHaveText(/^(Not found|This is too)/);
    expect(await overflow(page)).toBe(0);
  }
  for (const path of ["/verify?q=%00", "/verify?q=%FF", "/verify?q=a&q=b", "/verify?q[]=a"]) {
    expect((await page.goto(path))?.status(), path).toBe(200);
  }
  expect(problems).toEqual([]);
});
