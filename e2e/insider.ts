// People who are signed in to the dashboard, each once per worker.
import type { Browser, BrowserContext, Page } from "playwright/test";
import { PASSWORD } from "#testing/people";

interface Login {
  email: string;
  password: string;
}

/** The demo's owner, who is also the operator, and two members. */
export type Who = "owner" | "admin" | "viewer";

export const logins: Record<Who, Login> = {
  owner: { email: "demo@example.com", password: process.env["CT_E2E_PASSWORD"] ?? "" },
  admin: { email: "admin@example.com", password: PASSWORD },
  viewer: { email: "viewer@example.com", password: PASSWORD },
};

/** The demo account's screens. */
export const base = "/admin/demo/test";
/** The operator's screens. */
export const operatorBase = "/admin/operator/test";

/** Signs in as the owner of a product of its own, with the password that its start printed. */
export async function logInAt(
  page: Page,
  { url, output }: { url: string; output(): string },
): Promise<void> {
  const password = /password (\S+)/.exec(output())?.[1] ?? "";
  await page.goto(`${url}/admin/login`);
  await submitLogin(page, { ...logins.owner, password });
  await page.waitForURL(`${url}${base}`);
}

type State = Awaited<ReturnType<BrowserContext["storageState"]>>;
const states = new Map<Who, Promise<State>>();

/** Signs in by the form and waits for the account's overview. */
export async function logIn(page: Page, who: Who = "owner"): Promise<void> {
  await tryLogin(page, logins[who]);
  await page.waitForURL(`**${base}`);
}

export async function tryLogin(page: Page, login: Login): Promise<void> {
  await page.goto("/admin/login");
  await submitLogin(page, login);
}

/** Fills in the form of the login page that is open. */
export async function submitLogin(page: Page, { email, password }: Login): Promise<void> {
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
