// People who are signed in to the dashboard, each once per worker.
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { PASSWORD } from "#testing/people";

/** The demo's owner, who is also the operator, and two members. */
export type Who = "owner" | "admin" | "viewer";

export const logins: Record<Who, { email: string; password: string }> = {
  owner: { email: "demo@example.com", password: process.env["CT_E2E_PASSWORD"] ?? "" },
  admin: { email: "admin@example.com", password: PASSWORD },
  viewer: { email: "viewer@example.com", password: PASSWORD },
};

/** The demo account's screens. */
export const base = "/admin/demo/test";
/** The operator's screens. */
export const operatorBase = "/admin/operator/test";

type State = Awaited<ReturnType<BrowserContext["storageState"]>>;
const states = new Map<Who, Promise<State>>();

/** Signs in by the form and waits for the account's overview. */
export async function logIn(page: Page, who: Who = "owner"): Promise<void> {
  await tryLogin(page, logins[who]);
  await page.waitForURL(`**${base}`);
}

export async function tryLogin(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.goto("/admin/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

async function stateOf(browser: Browser, who: Who): Promise<State> {
  const context = await browser.newContext();
  await logIn(await context.newPage(), who);
  const state = await context.storageState();
  await context.close();
  return state;
}

interface Visit {
  who?: Who;
  width?: number;
  colorScheme?: "light" | "dark";
}

/** Opens a page that is signed in already. The caller closes its context. */
export async function insidePage(browser: Browser, visit: Visit = {}): Promise<Page> {
  const { who = "owner", width = 1280, colorScheme = "light" } = visit;
  const state = states.get(who) ?? stateOf(browser, who);
  states.set(who, state);
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme,
    storageState: await state,
  });
  return context.newPage();
}
