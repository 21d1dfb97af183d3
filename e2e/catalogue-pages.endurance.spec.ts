import fs from "node:fs";
import path from "node:path";
import { type APIRequestContext, expect } from "playwright/test";
import { test } from "./checked-test";
import { OwnProcesses } from "./own-product";
import { overflow, violationsOf, watch } from "./watch";

const PROJECT = "/projects/prj_sandbox_salt_heron_mangroves";
const PORTFOLIO = "/portfolios/pf_sandbox_balanced";

function headers(): Record<string, string> {
  return { authorization: `Bearer ${process.env["CT_E2E_KEY"]}` };
}

async function read<Resource>(request: APIRequestContext, address: string): Promise<Resource> {
  return (await request.get(`/v1${address}`, { headers: headers() })).json() as Promise<Resource>;
}

async function retired(request: APIRequestContext, amount_kg: number): Promise<string> {
  const response = await request.post("/v1/orders", { headers: headers(), data: { amount_kg } });
  const { id } = (await response.json()) as { id: string };
  const state = async () => (await request.get(`/certificates/${id}/json`)).text();
  await expect.poll(state).toContain('"fulfilled"');
  return id;
}

function unspaced(text: string): string {
  return text.replace(/\s+/g, "");
}

test("a project's page agrees with the API, and says that it is fictional and where to check", async ({
  page,
  request,
}) => {
  await retired(request, 2345);
  const project = await read<Record<string, string>>(request, PROJECT);
  await page.goto(PROJECT);
  await expect(page).toHaveTitle("Test: Salt Heron Mangrove Restoration · Carbon Till");
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  await expect(page.getByText("Sandbox project: fictional, for tests only")).toBeVisible();
  await expect(page.getByText("Sold here (test)").first()).toBeVisible();
  const pageText = unspaced((await page.locator("main").textContent()) ?? "");
  for (const field of [
    "name",
    "summary",
    "description",
    "type",
    "location_name",
    "developer",
    "registry_name",
    "registry_id",
    "methodology",
    "verifier",
    "permanence",
    "risk_of_reversal",
    "due_diligence",
    "beyond_carbon",
  ]) {
    expect(pageText, field).toContain(unspaced(project[field] ?? "?"));
  }
  for (const known of ["2019–2061", "14,200t", "13Climateaction", "Revegetation"]) {
    expect(pageText).toContain(known);
  }
  expect(pageText).not.toMatch(/null|undefined/);
  const picture = page.locator("main img");
  expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await page.getByRole("link", { name: "verify a serial number" }).click();
  await expect(page).toHaveURL("/verify");
});

test("a portfolio's page has its checkout price and shares, and links to its projects", async ({
  page,
  request,
}) => {
  const portfolio = await read<{
    name: string;
    api_price_per_tonne_usd_cents: number;
    checkout_price_per_tonne_usd_cents: number;
    category_allocations: { category: { name: string }; allocated_fraction: number }[];
  }>(request, PORTFOLIO);
  await page.goto(PORTFOLIO);
  await expect(page.getByText("Sandbox portfolio: fictional, for tests only")).toBeVisible();
  const pageText = unspaced((await page.locator("main").textContent()) ?? "");
  const price = (amount: number) => `$${(amount / 100).toFixed(2)}pertonne`;
  expect(pageText).toContain(`${price(portfolio.checkout_price_per_tonne_usd_cents)}Checkoutprice`);
  expect(pageText).not.toContain(price(portfolio.api_price_per_tonne_usd_cents));
  for (const { category, allocated_fraction } of portfolio.category_allocations) {
    expect(pageText).toContain(unspaced(`${category.name}${allocated_fraction * 100}%`));
  }
  await page.getByRole("link", { name: "Salt Heron Mangrove Restoration" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Salt Heron/);
  await page.getByRole("link", { name: "Balanced portfolio" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(portfolio.name);
  await expect(page.getByText("API price")).toHaveCount(0);
});

test("certificates and impact pages link to their projects", async ({ page, request }) => {
  const created = await request.post("/v1/subaccounts", {
    headers: headers(),
    data: { name: "Links" },
  });
  const { id: subaccountId } = (await created.json()) as { id: string };
  const order = await request.post("/v1/orders", {
    headers: { ...headers(), "x-subaccount-id": subaccountId },
    data: { amount_kg: 500 },
  });
  const { id } = (await order.json()) as { id: string };
  const state = async () => (await request.get(`/certificates/${id}/json`)).text();
  await expect.poll(state).toContain('"fulfilled"');
  for (const address of [`/certificates/${id}`, `/impact/${subaccountId}`]) {
    await page.goto(address);
    await page.getByRole("link", { name: /Cloudline/ }).click();
    await expect(page).toHaveURL("/projects/prj_sandbox_cloudline_forest?mode=test");
    await expect(page.getByText("Sandbox project: fictional, for tests only")).toBeVisible();
  }
});

test("an unknown page is a 404, whatever its address", async ({ page, request }) => {
  const odd = ["nothing", "%00", "%25", "a%2Fb", "..%2f..%2fetc", "x".repeat(5000), "%3Cscript%3E"];
  for (const id of odd) {
    for (const kind of ["projects", "portfolios"]) {
      expect((await request.get(`/${kind}/${id}`)).status(), `${kind} ${id}`).toBe(404);
    }
  }
  // A sandbox project has no live page, even under a live address.
  expect((await request.get(`${PROJECT}?mode=live`)).status()).toBe(404);
  expect((await request.get(`${PROJECT}?mode=test&mode=live`)).status()).toBe(200);
  expect((await page.goto("/projects/nothing"))?.status()).toBe(404);
  await expect(page.getByText("Page not found")).toBeVisible();
});

for (const [colorScheme, width] of [
  ["light", 320],
  ["dark", 1280],
] as const) {
  test(`in ${colorScheme} at ${width} px pages fit, are accessible and load nothing from other hosts`, async ({
    page,
    baseURL,
  }) => {
    const problems = watch(page, baseURL);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const scanned = colorScheme === "light" ? PROJECT : PORTFOLIO;
    for (const address of [PROJECT, PORTFOLIO]) {
      await page.goto(address);
      if (address === scanned) expect(await violationsOf(page), address).toEqual([]);
      for (const wider of [0, 55, 640]) {
        await page.setViewportSize({ width: width + wider, height: 800 });
        expect(await overflow(page), `${address} at ${width + wider} px`).toBe(0);
      }
    }
    expect(problems).toEqual([]);
  });
}

test("pages have the same content without JavaScript", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(PORTFOLIO);
  await page.getByRole("link", { name: "Salt Heron Mangrove Restoration" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Salt Heron/);
  await context.close();
});

const attack = `</script><script>document.title="taken"</script><img src=x onerror=alert(1)>`;
const wide = "W".repeat(512);

/** A live catalogue with hostile content: markup, endless words, images on other hosts. */
const hostile = {
  mode: "live",
  projects: [
    {
      id: "prj/odd ?#%",
      name: attack,
      type: wide,
      summary: attack.repeat(20),
      description: `${attack}\n\u202Eمرحبا \u{1F333} 地球\n${"x".repeat(20_000)}`,
      developer: wide,
      location_name: wide,
      location_latitude: 90,
      location_longitude: -180,
      primary_image_url: "https://elsewhere.example/spy.png",
      registry_name: wide,
      registry_id: wide,
      registry_url: "https://registry.example/?a=%22%3E",
      un_sdg_goals: [17, 17, 1],
      activity_types: [wide, wide],
      methodology: wide,
      third_party_labels: [attack],
      credit_issuances: [{ vintage_year: 2020, total_amount: 123_456_789.123 }],
    },
    { id: "prj_bare", name: "Bare", developer: "", registry_name: "", registry_id: "" },
  ],
  project_categories: [
    {
      id: "cat",
      name: wide,
      description: attack,
      primary_image_url: "//elsewhere.example/x.png".slice(1),
      api_price_per_kg_usd_cents: 1_000_000,
      checkout_price_per_kg_usd_cents: 1_000_000,
      projects: [
        { project_id: "prj/odd ?#%", weight: 1 },
        { project_id: "prj_bare", weight: 1 },
      ],
    },
  ],
  portfolios: [
    {
      id: "pf odd/",
      name: wide,
      summary: attack,
      description: attack,
      primary_image_url: "https://elsewhere.example/spy.png",
      category_allocations: [{ category_id: "cat", allocated_fraction: 1 }],
    },
  ],
};

test("hostile texts are rendered as text, and unknown values are left out", async ({ page }) => {
  test.slow();
  const own = new OwnProcesses();
  try {
    const { url } = await own.startProduct();
    const file = path.join(own.folder, "hostile.json");
    fs.writeFileSync(file, JSON.stringify(hostile));
    await own.till("catalogue", "import", file);

    const problems = watch(page, url);
    page.on("dialog", (dialog) => problems.push(dialog.message()));
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(`${url}/portfolios/${encodeURIComponent("pf odd/")}`, {
      waitUntil: "networkidle",
    });
    expect(await overflow(page)).toBe(0);
    await page.getByRole("link", { name: "<script>" }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(attack);
    await expect(page).toHaveURL(`${url}/projects/${encodeURIComponent("prj/odd ?#%")}`);
    expect(await page.title()).not.toBe("taken");
    await expect(page.locator("main img")).toHaveCount(0);
    // Real projects are not marked as fictional.
    await expect(page.getByText("fictional")).toHaveCount(0);
    expect(await overflow(page)).toBe(0);

    await page.goto(`${url}/projects/prj_bare`);
    const bare = (await page.locator("main").textContent()) ?? "";
    expect(bare).toContain("Nothing yet");
    expect(bare).not.toMatch(/null|undefined|Registry|Developer|Methodology|Vintages/);
    expect(problems).toEqual([]);
  } finally {
    await own.end();
  }
});
