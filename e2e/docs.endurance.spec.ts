import { type APIRequestContext, expect } from "playwright/test";
import { test } from "./checked-test";
import { headers } from "./demo-account";
import { whenHydrated } from "./hydration";
import { insidePage, logins, submitLogin } from "./insider";
import { overflow, violationsOf, watch } from "./watch";

const pages = [
  "/docs",
  "/docs/webhooks",
  "/docs/reference",
  "/docs/search?q=retirements",
  "/docs/emission-factors",
  "/docs/reference/placeOrder",
  "/docs/reference/order.fulfilled",
  "/docs/reference/schemas/Order",
  "/v1/errors/invalid-parameters",
];

// Each color scheme on one width: all views would take minutes on two cores.
for (const [colorScheme, width] of [
  ["light", 320],
  ["dark", 1280],
] as const) {
  test(`pages in ${colorScheme} fit ${width} px, are accessible and load nothing from other hosts`, async ({
    page,
    baseURL,
  }) => {
    test.slow();
    const problems = watch(page, baseURL);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    for (const [index, address] of pages.entries()) {
      expect((await page.goto(address))?.status(), address).toBe(200);
      // Collapsed sections must be accessible, too.
      await page.locator("main details").evaluateAll((all) => {
        for (const details of all) details.setAttribute("open", "");
      });
      // Pages are alike and long: each is scanned in one of the two views.
      if (index % 2 === (width === 320 ? 0 : 1)) {
        expect(await violationsOf(page), address).toEqual([]);
      }
      expect(await overflow(page), address).toBe(0);
    }
    expect(problems).toEqual([]);
  });
}

function decoded(text: string): string {
  return text.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&#x27;", "'");
}

/** Reads a page's text without a browser, leaving out scripts. */
async function textOf(request: APIRequestContext, address: string): Promise<string> {
  const html = await (await request.get(address)).text();
  const body = html.replace(/<script[\s\S]*?<\/script>/g, "").replace(/<!--[\s\S]*?-->/g, "");
  return decoded(body.replace(/<[^>]+>/g, ""));
}

test("every link and anchor of the documentation has a target", async ({ request }) => {
  test.slow();
  const htmlOf = new Map<string, string>();
  const waiting = ["/docs"];
  const links = new Set<string>();
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (htmlOf.has(address)) continue;
    const response = await request.get(address);
    expect(response.status(), address).toBe(200);
    const html = await response.text();
    htmlOf.set(address, html);
    if (!response.headers()["content-type"]?.startsWith("text/html")) continue;
    for (const [, href = ""] of html.matchAll(/<a\s[^>]*?href="([^"]+)"/g)) {
      const { origin, pathname, hash } = new URL(decoded(href), `http://here${address}`);
      if (origin !== "http://here") continue;
      links.add(pathname + hash);
      waiting.push(pathname);
    }
  }
  expect(htmlOf.size).toBeGreaterThan(80);
  for (const link of links) {
    const [address = "", id] = link.split("#");
    if (id) expect(htmlOf.get(address), link).toContain(`id="${id}"`);
  }
});

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
}

test("the reference lists every operation, parameter, field and problem", async ({ request }) => {
  test.slow();
  const document = await (await request.get("/v1/openapi.json")).json();
  const { schemas } = document.components as { schemas: Record<string, Schema> };
  for (const [address, item] of Object.entries<object>(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const text = await textOf(request, `/docs/reference/${operation.operationId}`);
      const { summary, parameters = [], requestBody, responses } = operation;
      const named = parameters.map(
        (it: { name?: string; $ref?: string }) => it.name ?? it.$ref?.split("/").at(-1),
      );
      const sent = requestBody?.content["application/json"]?.schema as Schema | undefined;
      const fields = Object.keys(schemas[sent?.$ref?.split("/").at(-1) ?? ""]?.properties ?? {});
      const all = [method.toUpperCase(), address, summary, ...named, ...fields];
      for (const part of [...all, ...Object.keys(responses)]) {
        expect(text, `${operation.operationId} names ${part}`).toContain(part);
      }
    }
  }
  for (const [name, { properties = {} }] of Object.entries(schemas)) {
    const text = await textOf(request, `/docs/reference/schemas/${name}`);
    for (const field of Object.keys(properties)) expect(text, name).toContain(field);
  }
});

test("the search finds guide and reference, by keyboard only", async ({ page }) => {
  await page.goto("/docs/reference");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#content$/);
  await page.getByRole("searchbox").focus();
  await page.keyboard.type("freight_mass_kg");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search results");
  await expect(page.locator("main").getByRole("link", { name: /air freight/ })).toBeVisible();
  await expect(page.locator("main").getByRole("link", { name: /Place an order/ })).toHaveCount(0);
  await page.getByRole("searchbox").fill("xyzzy");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Nothing matches xyzzy")).toBeVisible();
});

test("without JavaScript everything can be read and searched, and languages be chosen", async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/docs/search?q=cancel");
  await page
    .locator("main")
    .getByRole("link", { name: /^Cancel a placed order/ })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Cancel a placed order");
  await expect(page.locator('pre[data-language="python"]')).toBeHidden();
  await page.getByRole("radio", { name: "Python" }).check();
  await expect(page.locator('pre[data-language="python"]')).toBeVisible();
  await expect(page.locator('pre[data-language="curl"]')).toBeHidden();
  await expect(page.getByText("Try it in the sandbox")).toBeHidden();
  await context.close();
});

test("a chosen language is remembered, on every page", async ({ page }) => {
  await page.goto("/docs");
  await page
    .getByRole("group", { name: /First order$/ })
    .getByLabel("Python")
    .check();
  await expect(page.locator('pre[data-language="curl"]').first()).toBeHidden();
  await page.goto("/docs/reference/placeOrder");
  await expect(page.locator('pre[data-language="python"]')).toBeVisible();
  await expect(page.locator('pre[data-language="curl"]')).toBeHidden();
});

test("a request is sent from the page with a test key, and with no other", async ({
  page,
  baseURL,
}) => {
  const problems = watch(page, baseURL);
  await page.goto("/docs/reference/placeOrder");
  await page.getByText("Try it in the sandbox").click();
  const result = page.locator("[data-result]");
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(result).toHaveText("Enter your test key first.");
  await page.getByLabel("Your test key").fill("ct_live_0123456789");
  await page.getByRole("button", { name: "Use key" }).click();
  expect(await page.evaluate(() => sessionStorage.getItem("ct-test-key"))).toBeNull();
  await page.getByLabel("Your test key").fill(process.env["CT_E2E_KEY"] ?? "");
  await page.getByRole("button", { name: "Use key" }).click();
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(result).toContainText('"state": "placed"');
  const [id = ""] = /ord_\w{26}/.exec((await result.textContent()) ?? "") ?? [];
  // Other pages of the tab show the reader's own order and key.
  await page.goto("/docs/reference/getOrder");
  await expect(page.locator('pre[data-language="curl"]')).toContainText(id);
  await page.goto("/docs");
  await expect(page.locator("[data-key-sample]")).toContainText(process.env["CT_E2E_KEY"] ?? "-");
  await page.getByRole("button", { name: "Forget the key" }).click();
  await expect(page.locator("[data-key-sample]")).not.toContainText(/ct_test_\w/);
  expect(problems).toEqual([]);
});

test("samples name a portfolio of this installation, if it does not have the example's", async ({
  page,
}) => {
  await page.route("**/v1/portfolios", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll("pf_sandbox_", "pf_own_");
    await route.fulfill({ response, body });
  });
  await page.goto("/docs");
  const key = process.env["CT_E2E_KEY"] ?? "";
  await page.evaluate((value) => sessionStorage.setItem("ct-test-key", value), key);
  await page.goto("/docs/reference/placeOrder");
  await expect(page.locator('pre[data-language="curl"]')).toContainText('"portfolio_id": "pf_own_');
  await page.getByText("Try it in the sandbox").click();
  await expect(page.getByLabel("Body")).toHaveValue(/"portfolio_id": "pf_own_/);
});

test("the guide leads to the dashboard's keys, and a new key leads back to it", async ({
  browser,
}) => {
  const page = await insidePage(browser);
  await page.goto("/docs");
  await page.getByRole("link", { name: "Create a key" }).click();
  await expect(page).toHaveURL(/\/admin\/[^/]+\/test\/people$/);
  await whenHydrated(page);
  await page.getByRole("link", { name: "New API key" }).click();
  await page.getByLabel("Name").fill("Guide");
  await page.getByRole("button", { name: "Create API key" }).click();
  const token = (await page.getByText(/^ct_test_\w{38}$/).textContent()) ?? "";
  await page.getByRole("link", { name: "Open the guide with this key" }).click();
  await expect(page.locator("[data-key-sample]")).toContainText(`CARBON_TILL_KEY=${token}`);
  await page.context().close();
});

test("someone who is signed out comes from the guide to the keys by the login", async ({
  page,
}) => {
  await page.goto("/docs");
  await page.getByRole("link", { name: "Create a key" }).click();
  await page.waitForURL(/\/admin\/login/);
  await submitLogin(page, logins.owner);
  await expect(page).toHaveURL(/\/admin\/demo\/test\/people$/);
});

test("each problem has a page; an unknown problem is a 404 of the API", async ({ request }) => {
  const guide = await (await request.get("/docs/errors")).text();
  const slugs = new Set([...guide.matchAll(/href="\/v1\/errors\/([a-z-]+)"/g)].map(([, it]) => it));
  expect(slugs.size).toBeGreaterThan(10);
  for (const slug of slugs) {
    const response = await request.get(`/v1/errors/${slug}`);
    expect(response.status(), slug).toBe(200);
    expect(response.headers()["content-type"]).toMatch(/^text\/html/);
    expect(response.headers()["content-security-policy"]).toContain("default-src 'self'");
  }
  for (const [method, address] of [
    ["GET", "/v1/errors/no-such-problem"],
    ["GET", "/v1/errors"],
    ["POST", "/v1/errors/not-found"],
  ] as const) {
    const response = await request.fetch(address, { method });
    expect(response.status(), `${method} ${address}`).toBe(404);
    expect(response.headers()["content-type"]).toBe("application/problem+json");
  }
});

test("the type URL of a real problem opens the page that explains it", async ({
  page,
  request,
}) => {
  const response = await request.post("/v1/orders", { headers: headers(), data: { amount_kg: 0 } });
  expect(response.status()).toBe(400);
  const { type, title } = (await response.json()) as { type: string; title: string };
  expect((await page.goto(type))?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
});
