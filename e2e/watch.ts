// Watches pages for console errors, requests to other hosts and accessibility violations.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright/test";

/** Collects console errors and requests to other hosts. */
export function watch(page: Page, baseURL: string | undefined): string[] {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(`${baseURL}/`)) problems.push(request.url());
  });
  return problems;
}

/** Messages of an axe run whose page was replaced. */
const LEFT = /context was destroyed|undefined \(reading 'run'\)/;

/** Runs axe, once more if the page reloaded itself during the first run. */
async function analyze(page: Page, tries = 3): ReturnType<AxeBuilder["analyze"]> {
  // Axe's legacy mode skips frames. For a page without frames it finds the same in half the time,
  // since the other mode opens another page to join the results of frames.
  const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
  try {
    return await axe.options({ resultTypes: ["violations"] }).analyze();
  } catch (error) {
    if (tries === 1 || !LEFT.test(String(error))) throw error;
    await page.waitForLoadState();
    return analyze(page, tries - 1);
  }
}

/** Accessibility violations of the page as it is, each with its elements. */
export async function violationsOf(page: Page): Promise<{ id: string; at: string[] }[]> {
  const { violations } = await analyze(page);
  return violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }));
}

/** Pixels by which the page can be scrolled sideways. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
