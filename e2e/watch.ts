// What a page of the product never does: make an error, ask another host, shut people out.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Gathers what a visitor must never meet: errors in the console, requests to other hosts. */
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

/** How it sounds when the page that axe was in is no longer there. */
const LEFT = /context was destroyed|undefined \(reading 'run'\)/;

/** What axe finds; a page that renewed itself meanwhile is looked through once more. */
async function analyze(page: Page, tries = 3): ReturnType<AxeBuilder["analyze"]> {
  // What axe calls its legacy mode looks into no frame. A page without any is looked through just
  // as well by it, in half the time: the other opens a page of its own to join the frames' results.
  const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
  try {
    return await axe.options({ resultTypes: ["violations"] }).analyze();
  } catch (error) {
    if (tries === 1 || !LEFT.test(String(error))) throw error;
    await page.waitForLoadState();
    return analyze(page, tries - 1);
  }
}

/** The rules of accessibility that the page breaks as it stands, each with the elements that do. */
export async function violationsOf(page: Page): Promise<{ id: string; at: string[] }[]> {
  const { violations } = await analyze(page);
  return violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }));
}

/** How many pixels the page can be scrolled to the side. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
