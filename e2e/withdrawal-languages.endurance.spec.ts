import { expect, type Page } from "@playwright/test";
import { languages } from "#core/language";
import { test } from "./checked-test";
import { checkLayout, newPage, openConsentingShop } from "./consenting-shop";
import { cards, openSession, title } from "./shop";

let shop: Awaited<ReturnType<typeof openConsentingShop>>;

test.beforeAll(async () => {
  shop = await openConsentingShop();
});
test.afterAll(() => shop.own.end());

async function fillInById(page: Page): Promise<void> {
  await page.locator("#email").fill("ada@example.com");
  await page.locator("#country").selectOption("DE");
  await page.locator("#number").fill(cards.good);
  await page.locator("#expiry").fill("12 / 40");
  await page.locator("#cvc").fill("123");
}

// Half of them with scripts: what both do is the same in each language.
const visits = languages.map((language, at) => ({ language, hasScripts: at % 2 === 1 }));

for (const { language, hasScripts } of visits) {
  test(`${language}: a consumer withdraws ${hasScripts ? "with" : "without"} scripts`, async ({
    browser,
    request,
  }) => {
    const page = await newPage(browser, hasScripts);
    // The check of accessibility is a script itself.
    const check = async (name: string) => {
      if (hasScripts) await checkLayout(page, `${name}-${language}`);
    };
    const { id } = await openSession(request, {}, shop);
    await page.goto(`${shop.url}/checkout/${id}?lang=${language}`);
    await fillInById(page);
    await expect(page.locator("#consent")).toBeVisible();
    await check("form");
    await page.locator("button[name=method]").click();
    const link = page.locator("a[href^='/withdraw/']");
    await expect(link).toBeVisible();
    await check("paid");
    await link.click();
    await page.locator("form button[type=submit]").click();
    await expect(page.locator("[data-view=withdrawal-withdrawn]")).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await expect(title(page)).not.toBeEmpty();
    await check("withdrawn");
    await page.close();
  });
}
