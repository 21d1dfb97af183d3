import type { Page } from "playwright/test";

const HYDRATED = ":root[data-hydrated], :root:not(:has(script[src*='/_next/']))";

/** Waits until the scripts of a page of the dashboard respond. Other pages have none to wait for. */
export function whenHydrated(page: Page): Promise<void> {
  return page.locator(HYDRATED).waitFor({ state: "attached" });
}

/** Makes the page wait for its scripts after loading, unless `waitUntil` is "commit". */
export function awaitsHydration(page: Page): Page {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil !== "commit") await whenHydrated(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil !== "commit") await whenHydrated(page);
    return response;
  };
  return page;
}
