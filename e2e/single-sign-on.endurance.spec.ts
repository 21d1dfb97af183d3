// Single sign-on with a conformant OpenID provider.
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import { expect, type Page } from "playwright/test";
import { freePort } from "#setup/free-port";
import { test } from "./checked-test";
import { OwnProcesses } from "./own-product";

const CLIENT = { id: "carbon-till", secret: "a-secret-of-the-test-client-of-32-characters" };
const email = "demo@example.com";

/** UserInfo claims by login. The provider's ID tokens have only `sub`. */
const accounts: Record<string, Record<string, unknown>> = {
  known: { email, email_verified: true },
  text: { email, email_verified: "true" },
  stranger: { email: "stranger@example.com", email_verified: true },
  unverified: { email, email_verified: false },
  unstated: { email },
  nameless: {},
};

let own: OwnProcesses;
let server: http.Server;
let url: string;
/** The parameters of each authorization request. */
const authorizations: Record<string, unknown>[] = [];

async function startProvider(redirectUri: string): Promise<string> {
  let handle: http.RequestListener = () => undefined;
  server = http.createServer((req, res) => handle(req, res)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...accounts[id] }) as { sub: string },
    }),
    cookies: { keys: ["of the test"] },
  });
  provider.on("authorization.accepted", (ctx) => authorizations.push({ ...ctx.oidc.params }));
  handle = provider.callback();
  return issuer;
}

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  const port = await freePort();
  const issuer = await startProvider(`http://localhost:${port}/api/auth/callback/oidc`);
  own = new OwnProcesses();
  const product = await own.startProduct({
    port: String(port),
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: "Company login",
    },
  });
  url = `http://localhost:${port}`;
  expect(product.url, product.output()).not.toBe("");
});

test.afterAll(async () => {
  await own.end();
  server.closeAllConnections();
  server.close();
});

async function startLogin(page: Page): Promise<void> {
  await page.goto(`${url}/admin/login`);
  await page.getByRole("button", { name: "Continue with Company login" }).click();
  await page.getByPlaceholder("Enter any login").waitFor();
}

async function logInAs(page: Page, account: string): Promise<void> {
  await startLogin(page);
  await page.getByPlaceholder("Enter any login").fill(account);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

test("a person whose verified address is only in UserInfo can sign in", async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await logInAs(page, "known");
  await page.waitForURL(`${url}/admin/demo/test`);
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name)).toContain("carbon-till-device");
  expect(authorizations.at(-1)).toMatchObject({
    nonce: expect.any(String),
    state: expect.any(String),
    code_challenge_method: "S256",
  });
  await page.context().close();
});

test("another login with the same address waits until its person allows it", async ({
  browser,
}) => {
  const [page, other] = [await browser.newContext(), await browser.newContext()];
  const [own, second] = [await page.newPage(), await other.newPage()];
  await logInAs(second, "text");
  await expect(second.getByRole("alert").filter({ hasText: "not linked to yours" })).toBeVisible();
  await logInAs(own, "known");
  await own.waitForURL(`${url}/admin/demo/test`);
  await own.goto(`${url}/admin/me`);
  await own.getByRole("button", { name: "Allow Company login" }).click();
  await own.getByRole("button", { name: "Allow login" }).click();
  await expect(own.getByText("Login allowed")).toBeVisible();
  await other.clearCookies();
  await logInAs(second, "text");
  await second.waitForURL(`${url}/admin/demo/test`);
  await Promise.all([page.close(), other.close()]);
});

for (const [account, text] of [
  ["stranger", /No one here has the email address/],
  ["unverified", /has not verified your email address/],
  ["unstated", /does not report whether it has verified/],
  ["nameless", /did not share your email address/],
] as const) {
  test(`a person who may not sign in sees why (${account})`, async ({ browser }) => {
    const page = await (await browser.newContext()).newPage();
    await logInAs(page, account);
    await expect(page.getByRole("alert").filter({ hasText: text })).toBeVisible();
    expect(page.url()).toContain("/admin/login");
    await page.context().close();
  });
}

test("a sign-in cancelled at the provider is not an error", async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await startLogin(page);
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByText("You cancelled the login.")).toBeVisible();
  await page.context().close();
});

test("operators see rejected sign-ins but not cancelled ones", async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await logInAs(page, "known");
  await page.waitForURL(`${url}/admin/demo/test`);
  await page.goto(`${url}/admin/operator/test/system?show=security`);
  const rows = page.getByRole("table", { name: "Security events" });
  await expect(rows.getByText("Single sign-on refused")).toHaveCount(5);
  await expect(rows.getByText("Single sign-on failed")).toHaveCount(0);
  await page.context().close();
});
