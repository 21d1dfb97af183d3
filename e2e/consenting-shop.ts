// A shop with seller details in the United Kingdom, and its customers.
import { type Browser, expect, type Page } from "playwright/test";
import { OwnProcesses } from "./own-product";
import { fillIn } from "./shop";
import { overflow, violationsOf } from "./watch";

const details = [
  ...["--legal-name", "Northly Ltd", "--address", "1 Harbour Street\\nLondon E1 6AN"],
  ...["--country", "GB", "--tax-id", "GB123456789", "--support-email", "help@northly.example"],
  ...["--terms-url", "https://northly.example/terms"],
  ...["--privacy-url", "https://northly.example/privacy"],
  ...["--refund-url", "https://northly.example/refunds"],
];

export async function openConsentingShop({ env = {} }: { env?: object } = {}) {
  const own = new OwnProcesses();
  const { url, key, output } = await own.startProduct({ env });
  await own.till("account", "merchant", "--account", "demo", ...details);
  return { own, url, key, output };
}

/** Expects the page to fit and to be accessible on a dark phone and a light desktop. */
export async function checkLayout(page: Page, name: string): Promise<void> {
  for (const [width, colorScheme] of [
    [375, "dark"],
    [1280, "light"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    expect([name, width, await overflow(page)]).toEqual([name, width, 0]);
    expect([name, width, await violationsOf(page)]).toEqual([name, width, []]);
    const folder = process.env["CT_PICTURES"];
    if (folder) {
      await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
    }
  }
}

/** Fills in the form as a consumer of the country. */
export async function fillInAs(page: Page, country: string): Promise<void> {
  await fillIn(page);
  await page.locator("#country").selectOption(country);
}

/** A new customer's page; with an address, if the shop trusts the proxy that names it. */
export function newPage(
  browser: Browser,
  javaScriptEnabled: boolean,
  address?: string,
): Promise<Page> {
  const extraHTTPHeaders = { ...(address && { "x-forwarded-for": address }) };
  return browser.newPage({ javaScriptEnabled, extraHTTPHeaders });
}
