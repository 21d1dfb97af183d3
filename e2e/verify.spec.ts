import { expect } from "playwright/test";
import { test } from "./checked-test";
import { cancel, place, retired, TOO_MUCH_KG } from "./public-orders";
import { overflow, watch } from "./watch";

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
    await expect(page.getByRole("link", { name })).toBeVisible();
  }
  await page.getByRole("link", { name: "View certificate" }).click();
  await expect(page).toHaveURL(`/certificates/${id}`);

  await page.goto(addressOf(certificate.certificate_public_url));
  await expect(page.getByText(certificate.order_number)).toBeVisible();

  const [retirement] = certificate.projects[0]?.retirements ?? [];
  await page.goto(addressOf(retirement?.serial_number_range ?? ""));
  await expect(page.getByText(certificate.order_number)).toBeVisible();
  const item = page.getByRole("listitem").filter({ hasText: certificate.order_number });
  await expect(item).toContainText(`on behalf of ${certificate.beneficiary.name}`);
  await expect(item).toContainText("Part of an order of 2.345 t");
});

test("a tonne that orders share lists each of them with its kg", async ({ page, request }) => {
  // Both use a few kg of every project, and so of the same tonnes.
  const [a, b] = await Promise.all([20, 30].map((amount_kg) => retired(request, { amount_kg })));
  if (!a || !b) throw new Error("both are there");
  const serialsOf = ({ certificate }: typeof a) =>
    certificate.projects.flatMap(({ retirements }) => retirements);
  const shared = serialsOf(a).find((one) =>
    serialsOf(b).some((other) => other.serial_number_range === one.serial_number_range),
  );
  expect(shared).toBeDefined();
  const serial = shared?.serial_number_range ?? "";
  await page.goto(addressOf(serial));
  await expect(page.getByText(/kg of this tonne belong to the orders below/)).toBeVisible();
  for (const one of [a, b]) {
    const part = serialsOf(one).find((it) => it.serial_number_range === serial);
    const item = page.getByRole("listitem").filter({ hasText: one.certificate.order_number });
    await expect(item.getByRole("heading")).toContainText(
      `${part?.amount_kg} kg retired on behalf of`,
    );
  }
});

test("placed, cancelled and unknown orders and other input get their own result", async ({
  page,
  request,
}) => {
  const id = await place(request, { amount_kg: TOO_MUCH_KG });
  await page.goto(addressOf(id));
  await expect(page.getByRole("heading", { name: "Not retired yet" })).toBeVisible();
  await cancel(request, id);
  await page.goto(addressOf(id));
  await expect(
    page.getByRole("heading", { name: "Cancelled. No credits were retired." }),
  ).toBeVisible();
  await expect(page.getByText("on behalf of")).toHaveCount(0);

  for (const [text, title] of [
    ["0".repeat(32), "No order found"],
    ["SBX-NO-1-2-3", "Not found"],
    // The last serial of a lot in stock: not retired, so the result is that of an unknown one.
    ["SBX-GN-1042-2023-18900", "Not found"],
    ["https://example.com/certificates/", "This is not a certificate link"],
  ]) {
    expect((await page.goto(addressOf(text ?? "")))?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 2 })).toHaveText(title ?? "");
    await expect(page.getByText("What to check")).toBeVisible();
  }
});

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
