import { type APIRequestContext, type Browser, expect, type Page } from "playwright/test";
import { languages } from "#core/language";
import { test } from "./checked-test";
import { checkLayout, newPage, openConsentingShop } from "./consenting-shop";
import { cards, openSession, playShop, title } from "./shop";

let shop: Awaited<ReturnType<typeof openConsentingShop>>;

// One product for all tests of the file.
test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  // Each visit has an address of its own, because each may withdraw a few times only.
  shop = await openConsentingShop({ env: { CT_TRUSTED_PROXIES: "1" } });
});
test.afterAll(() => shop.own.end());

async function fillInById(page: Page): Promise<void> {
  await page.locator("#email").fill("ada@example.com");
  await page.locator("#country").selectOption("DE");
  await page.locator("#number").fill(cards.good);
  await page.locator("#expiry").fill("12 / 40");
  await page.locator("#cvc").fill("123");
}

const visits = languages.flatMap((language, at) =>
  [true, false].map((hasScripts) => ({
    ...{ language, hasScripts },
    address: `203.0.113.${2 * at + Number(hasScripts)}`,
    // The check of accessibility is a script itself. Two languages, whose messages differ in length.
    isChecked: hasScripts && at % 2 === 1,
  })),
);
type Visit = (typeof visits)[number];

/** Opens a new session's page, fills it in as a consumer, and checks its layout. */
async function openFilledIn(
  visit: Visit,
  { browser, request }: { browser: Browser; request: APIRequestContext },
): Promise<{ page: Page; id: string }> {
  const { language, hasScripts, isChecked, address } = visit;
  const page = await newPage(browser, hasScripts, address);
  const { id } = await openSession(request, {}, shop);
  // The paid page leads there after some seconds.
  await playShop(page);
  await page.goto(`${shop.url}/checkout/${id}?lang=${language}`);
  await fillInById(page);
  await expect(page.locator("#consent")).toBeVisible();
  if (isChecked) await checkLayout(page, `form-${language}`);
  return { page, id };
}

const payButton = (page: Page) => page.locator("button[name=method]");
const withdrawalLink = (page: Page) => page.locator("a[href^='/withdraw/']");

test("in each language, with and without scripts, a consumer withdraws", async ({
  browser,
  request,
}) => {
  for (const visit of visits) {
    const { language, isChecked } = visit;
    const { page } = await openFilledIn(visit, { browser, request });
    await payButton(page).click();
    await expect(withdrawalLink(page)).toBeVisible();
    if (isChecked) await checkLayout(page, `paid-${language}`);
    await withdrawalLink(page).click();
    await page.locator("form button[type=submit]").click();
    await expect(page.locator("[data-view=withdrawal-withdrawn]")).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await expect(title(page)).not.toBeEmpty();
    if (isChecked) await checkLayout(page, `withdrawn-${language}`);
    await page.close();
  }
});

test("in each language, with and without scripts, a consumer agrees, and the page repeats to what", async ({
  browser,
  request,
}) => {
  const messages = new Set<string>();
  for (const visit of visits) {
    const { page, id } = await openFilledIn(visit, { browser, request });
    const offered = await page.locator("label", { has: page.locator("#consent") }).innerText();
    await page.locator("#consent").check();
    await payButton(page).click();
    await expect(page.locator("q")).toHaveText(offered.trim());
    await expect(page.locator("html")).toHaveAttribute("lang", visit.language);
    const links = async () => {
      await page.goto(`${shop.url}/checkout/${id}?lang=${visit.language}`);
      return withdrawalLink(page).count();
    };
    // Once the credits are retired.
    await expect.poll(links).toBe(0);
    messages.add(offered);
    await page.close();
  }
  expect(messages.size).toBe(languages.length);
});
