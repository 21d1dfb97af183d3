// People who are signed in to the dashboard.
import fs from "node:fs";
import path from "node:path";
import type { Browser, Page } from "playwright/test";
import { PASSWORD } from "#testing/people";
import { awaitsHydration, whenHydrated } from "./hydration";

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
  await whenHydrated(page);
}

/** Signs in by the form and waits for the account's overview. */
export async function logIn(page: Page, who: Who = "owner"): Promise<void> {
  await tryLogin(page, logins[who]);
  await page.waitForURL(`**${base}`);
  await whenHydrated(page);
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

/** The cookie of a session that was opened when the product started. */
function cookieOf(who: Who) {
  const file = path.join(process.env["CT_E2E_FOLDER"] ?? "", "cookies.json");
  const cookies = JSON.parse(fs.readFileSync(file, "utf8")) as Record<Who, string>;
  const [name = "", value = ""] = cookies[who].split("=", 2);
  return { name, value, url: process.env["CT_E2E_URL"] ?? "" };
}

interface Visit {
  who?: Who;
  width?: number;
  colorScheme?: "light" | "dark";
  javaScriptEnabled?: boolean;
}

/** Opens a page that is signed in already. The caller closes its context. */
export async function insidePage(browser: Browser, visit: Visit = {}): Promise<Page> {
  const { who = "owner", width = 1280, javaScriptEnabled = true, ...options } = visit;
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    javaScriptEnabled,
    ...options,
  });
  await context.addCookies([cookieOf(who)]);
  const page = await context.newPage();
  return javaScriptEnabled ? awaitsHydration(page) : page;
}
