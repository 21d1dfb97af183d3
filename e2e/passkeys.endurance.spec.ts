// Passkeys with Chromium's virtual authenticator.
import { type Browser, expect, type Page } from "playwright/test";
import { PASSWORD } from "#testing/people";
import { ageProofs } from "#testing/product-rows";
import { test } from "./checked-test";
import { base, tryLogin } from "./insider";
import { freshPage } from "./newcomers";
import { violationsOf } from "./watch";

const LOGIN = { email: "keyholder@example.com", password: PASSWORD };

/** A page with a virtual authenticator that verifies its user at once. */
async function pageWithAuthenticator(browser: Browser): Promise<Page> {
  const page = await freshPage(browser);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return page;
}

const shoot = async (page: Page, name: string) => {
  const folder = process.env["CT_SCREENSHOTS"];
  if (!folder) return;
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, animations: "disabled" });
  }
};

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Add passkey" }).click();
  const sheet = page.getByRole("dialog", { name: "Add a passkey" });
  await sheet.getByLabel("Name").fill(name);
  await shoot(page, "add-passkey");
  await sheet.getByRole("button", { name: "Continue" }).click();
  await expect(sheet.getByText("Your passkey works.")).toBeVisible();
  await expect(sheet.getByRole("listitem")).toHaveCount(10);
  await shoot(page, "recovery-codes");
  await sheet.getByRole("button", { name: "I’ve stored them" }).click();
}

test("a passkey signs in by itself, and is the second factor after a password", async ({
  browser,
}) => {
  const page = await pageWithAuthenticator(browser);
  await tryLogin(page, LOGIN);
  await page.waitForURL(`**${base}`);
  await page.goto("/admin/me");
  await addPasskey(page, "Laptop");
  await expect(page.getByText("not used yet")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await shoot(page, "me");

  await page.context().clearCookies();
  await page.goto("/admin/login");
  await shoot(page, "login");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL(`**${base}`);

  await page.context().clearCookies();
  await tryLogin(page, LOGIN);
  await expect(page.getByLabel("Code")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await shoot(page, "login-second-factor");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL(`**${base}`);

  await page.goto("/admin/me");
  await ageProofs(LOGIN.email);
  await page.getByRole("button", { name: "Remove" }).click();
  const question = page.getByRole("dialog", { name: "Remove “Laptop”?" });
  await question.getByRole("button", { name: "Remove" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm it’s you" });
  await proof.getByLabel("Password").fill(LOGIN.password);
  await proof.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Passkey removed")).toBeVisible();
  await page.context().clearCookies();
  await tryLogin(page, LOGIN);
  await page.waitForURL(`**${base}`);
  await page.context().close();
});

test("an hour after signing in, creating a key requires confirmation", async ({ browser }) => {
  const page = await pageWithAuthenticator(browser);
  const login = { ...LOGIN, email: "late@example.com" };
  await tryLogin(page, login);
  await page.waitForURL(`**${base}`);
  await page.goto("/admin/me");
  await addPasskey(page, "Phone");
  for (const way of ["passkey", "password"]) {
    await page.goto(`${base}/people?new=1`);
    await ageProofs(login.email);
    const form = page.getByRole("dialog", { name: "New API key" });
    await form.getByLabel("Name").fill(`By ${way}`);
    await form.getByRole("button", { name: "Create API key" }).click();
    const proof = page.getByRole("dialog", { name: "Confirm it’s you" });
    await expect(proof.getByLabel("Password")).toBeVisible();
    await shoot(page, `proof-${way}`);
    expect(await violationsOf(page)).toEqual([]);
    if (way === "passkey") {
      await proof.getByRole("button", { name: "Use a passkey" }).click();
    } else {
      await proof.getByLabel("Password").fill("wrong-password");
      await proof.getByRole("button", { name: "Confirm" }).click();
      await expect(proof.getByText("is not your password")).toBeVisible();
      await proof.getByLabel("Password").fill(login.password);
      await proof.getByRole("button", { name: "Confirm" }).click();
    }
    await expect(proof).toHaveCount(0);
    await expect(page.getByText(/ct_test_\w{38}/).first()).toBeVisible();
  }
  await page.context().close();
});

test("an operator without a second factor is sent to add one first", async ({ browser }) => {
  const page = await pageWithAuthenticator(browser);
  await tryLogin(page, { email: "new-operator@example.com", password: PASSWORD });
  await page.waitForURL("**/admin/me");
  await expect(page.getByText("Operators need a second factor.")).toBeVisible();
  await shoot(page, "operator");
  const refused = await page.request.get("/admin/operator/test/export/accounts.csv");
  expect(refused.status()).toBe(403);
  expect(await refused.text()).toContain("second-factor-required");
  await addPasskey(page, "Security key");
  await expect(page.getByText("Operators need a second factor.")).toHaveCount(0);
  await page.goto("/admin/operator/test");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/operator\/test$/);
  await page.context().close();
});
