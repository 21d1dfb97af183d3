import { type APIRequestContext, expect } from "@playwright/test";
import { test } from "./checked-test";
import { headers } from "./demo-account";
import { overflow, violationsOf, watch } from "./watch";

/** More kg than the sandbox has in stock, so the order stays placed. */
const TOO_MUCH_KG = 1_000_000_000;

interface Certificate {
  registry_status: string | null;
  order_number: string;
  state: string;
  beneficiary: { name: string };
  certificate_public_url: string;
  projects: {
    name: string;
    retirements: { serial_number_range: string; amount_kg: number }[];
  }[];
}

async function place(request: APIRequestContext, amount_kg: number): Promise<string> {
  const response = await request.post("/v1/orders", { headers: headers(), data: { amount_kg } });
  return ((await response.json()) as { id: string }).id;
}

async function read(request: APIRequestContext, id: string): Promise<Certificate> {
  return (await request.get(`/certificates/${id}/json`)).json() as Promise<Certificate>;
}

async function retired(request: APIRequestContext, amount_kg: number) {
  const id = await place(request, amount_kg);
  await expect
    .poll(async () => (await read(request, id)).registry_status, { timeout: 30_000 })
    .toBe("retired");
  return { id, certificate: await read(request, id) };
}

const addressOf = (q: string) => `/verify?${new URLSearchParams({ q })}`;

test("a certificate links to the check, which finds it by number, link and serial number", async ({
  page,
  request,
}) => {
  const { id, certificate } = await retired(request, 2345);
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
  const [a, b] = [await retired(request, 20), await retired(request, 30)];
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
  const id = await place(request, TOO_MUCH_KG);
  await page.goto(addressOf(id));
  await expect(page.getByRole("heading", { name: "Not retired yet" })).toBeVisible();
  await request.post(`/v1/orders/${id}/cancel`, { headers: headers() });
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
  const { certificate } = await retired(request, 25);
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
  const { certificate } = await retired(request, 25);
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

for (const [colorScheme, width] of [
  ["light", 320],
  ["dark", 1920],
] as const) {
  test(`in ${colorScheme} at ${width} px it fits, is accessible and loads nothing from other hosts`, async ({
    page,
    request,
    baseURL,
  }) => {
    const { id, certificate } = await retired(request, 3456);
    const serial = certificate.projects[0]?.retirements[0]?.serial_number_range ?? "";
    const problems = watch(page, baseURL);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const addresses = ["/verify", addressOf(id), addressOf(serial), addressOf("SBX-0-1")];
    for (const [index, address] of addresses.entries()) {
      const response = await page.goto(address);
      expect(response?.headers()["content-security-policy"]).toContain("style-src 'self';");
      expect(await overflow(page), address).toBe(0);
      // Each is scanned in one of the two views.
      if (index % 2 === (colorScheme === "light" ? 0 : 1)) {
        expect(await violationsOf(page), address).toEqual([]);
      }
    }
    expect(problems).toEqual([]);
  });
}
