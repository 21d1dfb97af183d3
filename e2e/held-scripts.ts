import type { Page } from "playwright/test";

export const SCRIPTS = /\/_next\/static\/chunks\/.*\.js/;

/** Holds back all script that is requested from now on. Returns what lets it through. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(SCRIPTS, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
