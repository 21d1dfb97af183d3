import { Secret, TOTP } from "otpauth";
import { expect } from "playwright/test";
import { PASSWORD } from "#testing/people";
import { test } from "./checked-test";
import { base, tryLogin } from "./insider";
import { freshPage, mailedLink, NEW_PASSWORD } from "./newcomers";
import { violationsOf } from "./watch";

test("with a second factor a password is not enough, and a recovery code works once", async ({
  browser,
}) => {
  const login = { email: "careful@example.com", password: PASSWORD };
  const page = await freshPage(browser);
  await tryLogin(page, login);
  await page.waitForURL(`**${base}`);
  await page.goto("/admin/me");
  await page.getByRole("button", { name: "Turn on" }).click();
  const sheet = page.getByRole("dialog", { name: "Authenticator" });
  const key = (await sheet.locator("code").textContent()) ?? "";
  const totp = new TOTP({ secret: Secret.fromBase32(key) });
  await sheet.getByLabel("Code", { exact: true }).fill(totp.generate());
  await sheet.getByRole("button", { name: "Turn on" }).click();
  await expect(sheet.getByText("The authenticator app is on.")).toBeVisible();
  const codes = await sheet.getByRole("listitem").allTextContents();
  expect(new Set(codes).size).toBeGreaterThanOrEqual(8);
  expect(await violationsOf(page)).toEqual([]);

  const [code = ""] = codes;
  const other = await freshPage(browser);
  const give = async (text: string) => {
    await other.getByLabel("Code").fill(text);
    await other.getByRole("button", { name: "Log in" }).click();
  };
  await tryLogin(other, login);
  await give("000000");
  await expect(other.getByText("The code is incorrect")).toBeVisible();
  await give(code);
  await other.waitForURL(`**${base}`);
  await other.context().clearCookies();
  await tryLogin(other, login);
  await give(code);
  await expect(other.getByText("The code is incorrect")).toBeVisible();
  for (const one of [page, other]) await one.context().close();
});

test("a forgotten password is reset by mail, which ends open sessions", async ({ browser }) => {
  const login = { email: "forgetful@example.com", password: PASSWORD };
  const [page, other] = [await freshPage(browser), await freshPage(browser)];
  for (const one of [page, other]) {
    await tryLogin(one, login);
    await one.waitForURL(`**${base}`);
  }
  await page.goto("/admin/me");
  await page.getByRole("button", { name: "End session" }).click();
  await expect(page.getByText("Session ended")).toBeVisible();
  await other.goto(base);
  await expect(other).toHaveURL(/\/admin\/login/);

  await other.getByRole("link", { name: "Forgot your password?" }).click();
  await other.getByLabel("Email").fill(login.email);
  await other.getByRole("button", { name: "Send link" }).click();
  await expect(other.getByRole("status").filter({ hasText: "on its way" })).toBeVisible();
  await other.goto(await mailedLink(login.email, "/admin/reset"));
  await other.getByLabel("New password").fill(NEW_PASSWORD);
  await other.getByRole("button", { name: "Set password" }).click();
  await expect(other.getByText("Your password is set")).toBeVisible();
  await page.goto(base);
  await expect(page).toHaveURL(/\/admin\/login/);
  await tryLogin(other, login);
  await expect(other.getByText("Incorrect email or password.")).toBeVisible();
  await tryLogin(other, { ...login, password: NEW_PASSWORD });
  await other.waitForURL(`**${base}`);
  for (const one of [page, other]) await one.context().close();
});
