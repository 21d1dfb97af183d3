// The dashboard before its scripts run, and without any.
import { expect, type Page } from "playwright/test";
import { test } from "./checked-test";
import { headers } from "./demo-account";
import { holdScripts } from "./held-scripts";
import { whenHydrated } from "./hydration";
import { base, insidePage, logins, operatorBase, submitLogin } from "./insider";
import { openSession } from "./shop";

test("without scripts, a list is searched, filtered, sorted and paged", async ({
  browser,
  request,
}) => {
  const word = `plain${Date.now()}`;
  const data = { amount_kg: 3, description: word };
  expect((await request.post("/v1/orders", { headers: headers(), data })).status()).toBe(201);
  const page = await insidePage(browser, { javaScriptEnabled: false });
  await page.goto(`${base}/orders?sort=amount.desc`);
  const rows = page.getByRole("table", { name: "Orders" }).locator("tbody").getByRole("row");
  const search = page.getByRole("searchbox", { name: "Search" });
  const channel = page.getByLabel("Channel", { exact: true });
  await search.fill(word);
  await channel.selectOption("api");
  await search.press("Enter");
  await expect(page).toHaveURL(/sort=amount\.desc/);
  await expect(rows).toHaveCount(1);
  await expect(search).toHaveValue(word);
  await expect(channel).toHaveValue("api");
  await page.getByRole("link", { name: "Clear", exact: true }).click();
  await expect(page).toHaveURL(/\/orders\?sort=amount\.desc$/);
  await page.getByRole("link", { name: /^Amount/ }).click();
  await expect(page).toHaveURL(/\/orders\?sort=amount\.asc$/);

  // One more than a page has.
  for (let count = 0; count < 21; count++) await openSession(request, { description: word });
  await page.goto(`${base}/checkout?search=${word}`);
  const sessions = page
    .getByRole("table", { name: "Checkout sessions" })
    .locator("tbody")
    .getByRole("row");
  await expect(sessions).toHaveCount(20);
  await page.getByRole("link", { name: "Next", exact: true }).click();
  await expect(sessions).toHaveCount(1);
  await page.context().close();
});

test("without scripts, the login form logs in, and explains a failure", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`/admin/login?next=${encodeURIComponent(`${base}/orders`)}`);
  await submitLogin(page, { ...logins.owner, password: "wrong-password-1" });
  await expect(page.getByText("Incorrect email or password.")).toBeVisible();
  await submitLogin(page, logins.owner);
  await expect(page).toHaveURL(`${base}/orders`);
  await expect(page.getByRole("heading", { name: "Orders" })).toBeVisible();
  await context.close();
});

test("a menu opened without scripts stays open when they have loaded", async ({ browser }) => {
  const page = await insidePage(browser, { width: 375 });
  const release = await holdScripts(page);
  await page.goto(base, { waitUntil: "commit" });
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  const places = page.getByRole("navigation", { name: "Dashboard" });
  await expect(places).toBeVisible();
  release();
  await whenHydrated(page);
  await expect(places).toBeVisible();
  await page.context().close();
});

/** Names and contents of the fields of the page's forms. */
function fieldsOf(page: Page): Promise<[string, string | boolean][]> {
  const fields = page.getByRole("main").locator("form :is(input, select, textarea)");
  return fields.evaluateAll((all) =>
    all.map((field) => {
      if (field instanceof HTMLInputElement && field.type === "checkbox") {
        return [`${field.name} ${field.value}`, field.checked];
      }
      const { name, value } = field as HTMLInputElement | HTMLSelectElement;
      return [name, value];
    }),
  );
}

const forms = [
  { path: `${base}/settings`, field: ["name", "Demo Company"] },
  { path: `${base}/settings`, field: ["sells_to_consumers on", true] },
  {
    path: `${operatorBase}/catalogue/categories/cat_sandbox_biochar?show=edit`,
    field: ["name", "Biochar"],
  },
  {
    path: `${operatorBase}/catalogue/portfolios/pf_sandbox_balanced?show=edit`,
    field: ["name", "Balanced portfolio"],
  },
];

test("without scripts, forms contain what is saved", async ({ browser }) => {
  const plain = await insidePage(browser, { javaScriptEnabled: false });
  const page = await insidePage(browser);
  for (const { path, field } of forms) {
    await plain.goto(path);
    await page.goto(path);
    const fields = await fieldsOf(plain);
    expect([path, fields]).toEqual([path, expect.arrayContaining([field])]);
    expect([path, fields]).toEqual([path, await fieldsOf(page)]);
  }
  for (const each of [plain, page]) await each.context().close();
});
