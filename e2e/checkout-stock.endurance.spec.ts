import fs from "node:fs";
import path from "node:path";
import { type APIRequestContext, type Browser, expect, type Page } from "playwright/test";
import { test } from "./checked-test";
import { OwnProcesses } from "./own-product";
import { cards, fillIn, openSession, payButton, title } from "./shop";
import { violationsOf } from "./watch";

let own: OwnProcesses;
let url: string;
let key: string;

test.describe.configure({ mode: "serial" });

/** A portfolio with one tonne in stock; another tonne per further lot. */
const catalogue = (name: string, lot: number) => ({
  mode: "test",
  projects: [
    {
      ...{ id: `prj_${name}`, name: "Alder Wood", type: "Reforestation", summary: "Trees" },
      ...{ description: "Trees", developer: "Trees Ltd", location_name: "Nowhere" },
      ...{ location_latitude: 1, location_longitude: 2, primary_image_url: null },
      ...{ registry_name: "Test Registry", registry_id: "TST1", registry_url: null },
      ...{ un_sdg_goals: [], activity_types: [], methodology: null, verifier: null },
      ...{ permanence: null, lifetime: null, impact_type: null, due_diligence: null },
      ...{ beyond_carbon: null, risk_of_reversal: null, third_party_labels: [] },
      credit_issuances: [],
    },
  ],
  project_categories: [
    {
      ...{ id: `cat_${name}`, name: "Trees", description: "Trees", primary_image_url: null },
      ...{ api_price_per_kg_usd_cents: 2, checkout_price_per_kg_usd_cents: 3 },
      projects: [{ project_id: `prj_${name}`, weight: 1 }],
    },
  ],
  portfolios: [
    {
      ...{ id: `pf_${name}`, name: "Trees", summary: "Trees", description: "Trees" },
      ...{ primary_image_url: null, api_price_per_kg_usd_cents: null },
      checkout_price_per_kg_usd_cents: null,
      category_allocations: [{ category_id: `cat_${name}`, allocated_fraction: 1 }],
    },
  ],
  credit_lots: [
    {
      ...{
        id: lot === 1 ? `lot_${name}` : `lot_${name}_${lot}`,
        project_id: `prj_${name}`,
        vintage_year: 2024,
        quantity_kg: 1000,
      },
      ...{ serial_number_range: `TST-${name}-${lot}-${lot}`, retirement_url: null },
    },
  ],
});

async function makePortfolio(name: string, lot = 1): Promise<string> {
  const file = path.join(own.folder, `${name}-${lot}.json`);
  fs.writeFileSync(file, JSON.stringify(catalogue(name, lot)));
  await own.till("catalogue", "import", file);
  return `pf_${name}`;
}

/** Places an order. Returns its id. */
async function order(
  request: APIRequestContext,
  portfolio_id: string,
  amount_kg: number,
): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const data = { portfolio_id, amount_kg };
  const response = await request.post(`${url}/v1/orders`, { headers, data });
  expect(response.status()).toBe(201);
  return (await response.json()).id;
}

async function open(page: Page, request: APIRequestContext, portfolio_id: string) {
  const session = await openSession(request, { portfolio_id, amount_kg: 800 }, { url, key });
  await page.goto(`${url}/checkout/${session.id}`);
  return session;
}

test.beforeAll(async () => {
  own = new OwnProcesses();
  ({ url, key } = await own.startProduct());
});

test.afterAll(() => own.end());

const noStock = {
  en: "Not enough credits in stock",
  de: "Nicht genügend CO₂-Gutschriften vorrätig",
  fr: "Pas assez de crédits en stock",
  es: "No hay suficientes créditos disponibles",
};

test("without stock the form shows a message instead of charging, and after a reload there is no form", async ({
  page,
  request,
}) => {
  const portfolio = await makePortfolio("gone");
  const session = await open(page, request, portfolio);
  await fillIn(page);
  await order(request, portfolio, 500);
  await payButton(page).click();
  await expect(title(page)).toHaveText(noStock.en);
  await expect(page.getByText("You have not been charged.")).toBeVisible();
  for (const [language, message] of Object.entries(noStock)) {
    await page.goto(`${url}/checkout/${session.id}?lang=${language}`);
    await expect(title(page)).toHaveText(message);
    await expect(page.locator("[name=number]")).toHaveCount(0);
  }
  expect(await violationsOf(page)).toEqual([]);
  const more = { authorization: `Bearer ${key}` };
  const state = await request.get(`${url}/v1/checkout/sessions/${session.id}`, { headers: more });
  expect(await state.json()).toMatchObject({ state: "open" });
  const refused = await request.post(`${url}/v1/checkout/sessions`, {
    headers: more,
    data: {
      ...{ amount_kg: 800, portfolio_id: portfolio, success_url: "https://shop.example/thanks" },
      cancel_url: "https://shop.example/basket",
    },
  });
  expect([refused.status(), await refused.json()]).toMatchObject([409, { available_kg: 500 }]);
});

test("without scripts, a sold-out checkout charges nothing, and sells again once credits are back", async ({
  browser,
  request,
}) => {
  const portfolio = await makePortfolio("plain");
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const page = await plain.newPage();
  const session = await open(page, request, portfolio);
  await fillIn(page);
  await order(request, portfolio, 500);
  await payButton(page).click();
  await expect(title(page)).toHaveText(noStock.en);
  await expect(page.getByText("You have not been charged.")).toBeVisible();
  expect(page.url()).not.toMatch(/4242|ada/);
  await page.reload();
  await expect(title(page)).toHaveText(noStock.en);
  await expect(page.locator("[name=number]")).toHaveCount(0);
  const headers = { authorization: `Bearer ${key}` };
  const state = async () =>
    (await (await request.get(`${url}/v1/checkout/sessions/${session.id}`, { headers })).json())
      .state;
  expect(await state()).toBe("open");
  await makePortfolio("plain", 2);
  await page.reload();
  await fillIn(page);
  await payButton(page).click();
  await expect(title(page)).toHaveText(/Thank you/);
  expect(await state()).toBe("complete");
  await plain.close();
});

test("credits of a payment under way are not sold to others", async ({ page, request }) => {
  const portfolio = await makePortfolio("held");
  await open(page, request, portfolio);
  await fillIn(page, cards.confirms);
  await payButton(page).click();
  await expect(title(page)).toHaveText("Confirm your payment");
  const later = await order(request, portfolio, 500);
  await page.getByRole("button", { name: "Approve payment" }).click();
  const headers = { authorization: `Bearer ${key}` };
  const orders = async () => {
    const list = await (await request.get(`${url}/v1/orders?limit=2`, { headers })).json();
    return list.data.map((one: { id: string; amount_kg: number; state: string }) => ({
      isLater: one.id === later,
      ...{ kg: one.amount_kg, state: one.state },
    }));
  };
  await expect.poll(orders).toEqual([
    { isLater: false, kg: 800, state: "fulfilled" },
    { isLater: true, kg: 500, state: "placed" },
  ]);
});

/** Starts a payment, and stops the sale of its credits while the customer is asked to confirm it. */
async function confirmWithoutStock(page: Page, request: APIRequestContext, name: string) {
  const session = await open(page, request, await makePortfolio(name));
  await fillIn(page, cards.confirms);
  await payButton(page).click();
  await expect(title(page)).toHaveText("Confirm your payment");
  await own.till("lots", "stop", `lot_${name}`, "--mode", "test", "--reason", "The registry asks");
  await page.getByRole("button", { name: "Approve payment" }).click();
  return session;
}

/** Opens the session without scripts in each language, and expects the text. */
async function expectInEachLanguage(
  browser: Browser,
  sessionId: string,
  messages: Record<string, string | RegExp>,
) {
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const other = await plain.newPage();
  for (const [language, message] of Object.entries(messages)) {
    await other.goto(`${url}/checkout/${sessionId}?lang=${language}`);
    await expect(other.getByText(message)).toBeVisible();
    await expect(other.getByText("@example.com")).toHaveCount(0);
  }
  return { other, close: () => plain.close() };
}

test("a payment whose credits leave the stock is not charged, with and without scripts", async ({
  page,
  request,
  browser,
}) => {
  const session = await confirmWithoutStock(page, request, "late");
  await expect(title(page)).toHaveText(noStock.en);
  const plain = await expectInEachLanguage(browser, session.id, noStock);
  await plain.close();
  const headers = { authorization: `Bearer ${key}` };
  const state = await request.get(`${url}/v1/checkout/sessions/${session.id}`, { headers });
  expect(await state.json()).toMatchObject({ state: "open" });
});

const backOrdered = {
  en: /Your credits are on back-order. They come by/,
  de: /-Gutschriften sind nachbestellt. Sie erhalten sie bis zum/,
  fr: /crédits sont en cours de réapprovisionnement. Vous les recevrez/,
  es: /créditos están pendientes de reposición. Los recibirá/,
};

test("an account that sells beyond stock names the day by which credits come", async ({
  page,
  request,
  browser,
}) => {
  await own.till("account", "stock", "--account", "demo", "--back-order-days", "30");
  const session = await confirmWithoutStock(page, request, "later");
  await expect(page.getByText(/If you pay now, your credits come by/)).toBeVisible();
  await fillIn(page);
  await payButton(page).click();
  await expect(title(page)).toHaveText(/Thank you/);
  const panel = page.getByRole("article");
  await expect(panel.getByText(backOrdered.en)).toBeVisible();
  await expect(panel.getByText("We are sending your receipt to a…@example.com.")).toBeVisible();
  const { other, close } = await expectInEachLanguage(browser, session.id, backOrdered);
  await other.goto(`${url}/checkout/${session.id}?lang=en`);
  await other.getByRole("link", { name: "View order" }).click();
  await expect(other.getByText("Certificate of carbon credit retirement")).toHaveCount(0);
  await close();
});
