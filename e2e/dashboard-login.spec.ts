import fs from "node:fs/promises";
import path from "node:path";
import { Secret, TOTP } from "otpauth";
import { type Browser, expect, type Page } from "playwright/test";
import { PASSWORD } from "#testing/people";
import { test } from "./checked-test";
import { base, insidePage, tryLogin } from "./insider";
import { violationsOf } from "./watch";

const NEW_PASSWORD = "quartz-ferry-lantern-77";

async function freshPage(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

/** Waits for a mail to the address and returns its link to the page. */
async function mailedLink(to: string, place: string): Promise<string> {
  const folder = path.join(process.env["CT_E2E_FOLDER"] ?? "", "mails");
  let link: string | undefined;
  await expect
    .poll(async () => {
      for (const file of await fs.readdir(folder).catch(() => [])) {
        const mail = await fs.readFile(path.join(folder, file), "utf8");
        if (!mail.includes(to)) continue;
        const text = mail.replace(/=\r?\n/g, "").replaceAll("=3D", "=");
        link ??= new RegExp(`https?://\\S+${place}\\?[^\\s"<]+`).exec(text)?.[0];
      }
      return link;
    })
    .toBeDefined();
  return link ?? "";
}

test("an invited person joins by the mail's link, which works once, and signs out", async ({
  browser,
}) => {
  const email = `guest-${Date.now()}@example.com`;
  const owner = await insidePage(browser);
  await owner.goto(`${base}/team`);
  await owner.getByRole("button", { name: "Invite" }).click();
  await owner.getByLabel("Email").fill(email);
  await owner.getByRole("button", { name: "Send invitation" }).click();
  await expect(owner.getByText(email)).toBeVisible();

  const link = await mailedLink(email, "/admin/invitation");
  const guest = await freshPage(browser);
  await guest.goto(link);
  await guest.getByLabel("Your name").fill("Guest");
  for (const weak of ["short", "password123456"]) {
    await guest.getByLabel("Password").fill(weak);
    await guest.getByRole("button", { name: "Accept invitation" }).click();
    await expect(guest.getByText(/^Password /)).toBeVisible();
  }
  expect(await violationsOf(guest)).toEqual([]);
  await guest.getByLabel("Password").fill(NEW_PASSWORD);
  await guest.getByRole("button", { name: "Accept invitation" }).click();
  await guest.waitForURL("**/admin/login");
  await tryLogin(guest, { email, password: NEW_PASSWORD });
  await guest.waitForURL(`**${base}`);

  const again = await freshPage(browser);
  await again.goto(link);
  await expect(again.getByLabel("Password")).toHaveCount(0);

  await owner.reload();
  const row = owner.getByRole("listitem").filter({ hasText: email });
  await row.getByLabel("Role of Guest").selectOption("admin");
  await expect(owner.getByText("Role changed")).toBeVisible();
  await expect(row.getByLabel("Role of Guest")).toHaveValue("admin");
  await row.getByRole("button", { name: "Remove" }).click();
  await owner.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(owner.getByText("Member removed")).toBeVisible();
  await expect(owner.getByText(email)).toHaveCount(0);
  await guest.goto(base);
  await expect(guest.getByRole("heading", { name: "Demo Company" })).toHaveCount(0);
  for (const page of [owner, guest, again]) await page.context().close();
});

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
  await expect(other.getByText("Your password is set.")).toBeVisible();
  await page.goto(base);
  await expect(page).toHaveURL(/\/admin\/login/);
  await tryLogin(other, login);
  await expect(other.getByText("Incorrect email or password.")).toBeVisible();
  await tryLogin(other, { ...login, password: NEW_PASSWORD });
  await other.waitForURL(`**${base}`);
  for (const one of [page, other]) await one.context().close();
});
