import { type APIRequestContext, expect, type Page } from "playwright/test";
import { test } from "./checked-test";
import {
  cancelOrder,
  cards,
  expireSession,
  fillIn,
  openSession,
  ordersOf,
  payButton,
  payNew,
  title,
} from "./shop";
import { violationsOf, watch } from "./watch";

/** Pays and cancels, and waits until the money is back. */
async function refunded(page: Page, request: APIRequestContext): Promise<string> {
  // While the payment is processing the order stays placed and can be cancelled.
  const session = await openSession(request);
  await page.goto(`/checkout/${session.id}`);
  await fillIn(page, cards.paysLater);
  await payButton(page).click();
  await expect(title(page)).toHaveText("Your payment is being processed");
  const [order] = await ordersOf(request, session.id);
  expect(await cancelOrder(request, order?.id ?? "")).toBe(200);
  await expect
    .poll(async () => (await page.reload()) && page.getByText("We refunded").count())
    .toBe(1);
  return session.id;
}

/** Brings a session into the state and returns its id; the page is left open on it. */
const states: Record<string, (page: Page, request: APIRequestContext) => Promise<string>> = {
  open: async (page, request) => {
    const { id } = await openSession(request);
    await page.goto(`/checkout/${id}`);
    return id;
  },
  faulty: async (page, request) => {
    const { id } = await openSession(request);
    await page.goto(`/checkout/${id}`);
    await payButton(page).click();
    await expect(page.getByLabel("Card number")).toHaveAttribute("aria-invalid", "true");
    return id;
  },
  "faulty in the collapsed section": async (page, request) => {
    const beneficiary = { name: "N".repeat(512), message: "M".repeat(512) };
    const { id } = await openSession(request, { beneficiary });
    await page.goto(`/checkout/${id}`);
    await page.getByLabel("Website").fill("none");
    await payButton(page).click();
    await expect(page.getByLabel("Website")).toHaveAttribute("aria-invalid", "true");
    return id;
  },
  declined: async (page, request) => {
    const { id } = await payNew(page, request, cards.declined);
    await expect(page.locator("#notice").getByText("declined this card")).toBeVisible();
    return id;
  },
  confirm: async (page, request) => {
    const { id } = await payNew(page, request, cards.confirms);
    await expect(title(page)).toHaveText("Confirm your payment");
    return id;
  },
  processing: async (page, request) => {
    const { id } = await payNew(page, request, cards.failsLater);
    await expect(title(page)).toHaveText("Your payment is being processed");
    return id;
  },
  paid: async (page, request) => {
    const { id } = await payNew(page, request);
    await expect(title(page)).toHaveText(/Thank you/);
    await page.getByRole("button", { name: "Stay here" }).click();
    return id;
  },
  failed: async (page, request) => {
    const { id } = await payNew(page, request, cards.failsLater);
    await expect(title(page)).toHaveText("Your payment failed");
    expect(await ordersOf(request, id)).toMatchObject([{ state: "cancelled" }]);
    return id;
  },
  cancelled: refunded,
  expired: async (page, request) => {
    const { id } = await openSession(request);
    await expireSession(request, id);
    await page.goto(`/checkout/${id}`);
    await expect(title(page)).toHaveText("This checkout has expired");
    return id;
  },
  unknown: async (page) => {
    await page.goto("/checkout/cs_00000000000000000000000000");
    await expect(title(page)).toHaveText("Checkout not found");
    return "cs_00000000000000000000000000";
  },
};

const statuses: Record<string, number> = {
  failed: 410,
  cancelled: 410,
  expired: 410,
  unknown: 404,
};

async function expectFits(page: Page, width: number, state: string): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide, `${state} at ${width} px`).toBeLessThanOrEqual(width);
}

for (const [index, [state, bring]] of Object.entries(states).entries()) {
  // The states share a layout and its colors: each is scanned in one of the two schemes.
  const colorScheme = index % 2 === 0 ? "light" : "dark";
  test(`${state}: fits 320 px, is accessible in ${colorScheme}, and loads nothing from other hosts`, async ({
    page,
    request,
    baseURL,
  }) => {
    const problems = watch(page, baseURL);
    await page.setViewportSize({ width: 375, height: 800 });
    const id = await bring(page, request);
    for (const width of [320, 1280]) await expectFits(page, width, state);
    await page.setViewportSize({ width: colorScheme === "light" ? 375 : 1280, height: 800 });
    await page.emulateMedia({ colorScheme });
    expect(await violationsOf(page), state).toEqual([]);
    // A browser reports a 404 or 410 of the page itself as an error.
    expect(problems.filter((it) => !/status of (404|410)/.test(it))).toEqual([]);
    const response = await request.get(`/checkout/${id}`);
    // Processing may be over by now.
    const expected = state === "processing" ? [200, 410] : [statuses[state] ?? 200];
    expect(expected).toContain(response.status());
  });
}

test("uses the browser's language, and switches to another with a click", async ({
  browser,
  request,
  baseURL,
}) => {
  const { id } = await openSession(request);
  const payLabels = {
    de: /^Zahlungspflichtig bestellen$/,
    fr: /^Commande avec obligation de paiement$/,
    es: /^Pedido con obligación de pago$/,
    en: /^Pay now$/,
  };
  for (const [locale, word] of Object.entries(payLabels)) {
    const context = await browser.newContext({ locale, baseURL: baseURL ?? "" });
    const page = await context.newPage();
    await page.goto(`/checkout/${id}`);
    await expect(page.locator("html")).toHaveAttribute("lang", locale);
    await expect(page.getByRole("button", { name: word })).toBeVisible();
    await expectFits(page, 320, locale);
    await context.close();
  }
  const context = await browser.newContext({ locale: "ja", baseURL: baseURL ?? "" });
  const page = await context.newPage();
  await page.goto(`/checkout/${id}`);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.getByRole("link", { name: "Deutsch" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await context.close();
});

test("has the security headers that a page with a card form needs", async ({ request }) => {
  const { id } = await openSession(request);
  const headers = (await request.get(`/checkout/${id}`)).headers();
  const policy = headers["content-security-policy"] ?? "";
  expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]{22,}'/);
  for (const rule of ["frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'"]) {
    expect(policy).toContain(rule);
  }
  expect(policy).not.toMatch(/unsafe|stripe/);
  expect(headers).toMatchObject({
    "cache-control": "private, no-store",
    "referrer-policy": "strict-origin",
    "x-content-type-options": "nosniff",
  });
});

test("rejects forms from other sites and guessed session ids", async ({ request }) => {
  const { id } = await openSession(request);
  const form = { email: "a@example.com", number: cards.good, expiry: "12/40", cvc: "123" };
  const strangers = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
  const response = await request.post(`/checkout/${id}/pay`, { form, headers: strangers });
  expect(response.status()).toBe(403);
  expect(await ordersOf(request, id)).toEqual([]);
  const own = { "sec-fetch-site": "same-origin" };
  const guessed = await request.post("/checkout/cs_1/pay", { form, headers: own });
  expect(guessed.status()).toBe(404);
});

test("shows names of 512 letters and text that looks like code unchanged", async ({
  page,
  request,
}) => {
  const description = `<script>alert(1)</script>${"W".repeat(480)}`;
  const { id } = await openSession(request, { description });
  await page.goto(`/checkout/${id}`);
  await expect(page.getByText("<script>alert(1)</script>", { exact: false })).toBeVisible();
  await expectFits(page, 320, "a long description");
});
