// A person chooses notifications, gets a mail, and unsubscribes from it.
import fs from "node:fs/promises";
import path from "node:path";
import { type Browser, expect, type Page } from "playwright/test";
import { runJobNow } from "#testing/product-rows";
import { test } from "./checked-test";
import { insidePage, logins } from "./insider";

const settings = "/admin/me#notifications";

const switchOf = (page: Page, panel: string, label: string) =>
  page
    .locator("section", { has: page.getByRole("heading", { name: panel, exact: true }) })
    .getByRole("switch", { name: label, exact: true });

/** Makes a live key that expires in a day, as the old key of a rotation does. */
async function rotateNewKey(page: Page, name: string): Promise<void> {
  await page.goto("/admin/demo/live/people");
  await page.getByRole("link", { name: "New API key" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create API key" }).click();
  await page.getByRole("button", { name: `Rotate ${name}`, exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate key" }).click();
  await expect(page.getByText("Key rotated")).toBeVisible();
}

/** Mails to the address about the key, decoded as far as needed. */
async function mailsAbout(key: string, to: string): Promise<string[]> {
  const folder = path.join(process.env["CT_E2E_FOLDER"] ?? "", "mails");
  const mails: string[] = [];
  for (const file of await fs.readdir(folder).catch(() => [])) {
    if (!file.endsWith(".eml")) continue;
    const mail = await fs.readFile(path.join(folder, file), "utf8");
    const text = mail.replace(/=\r?\n/g, "").replaceAll("=3D", "=");
    if (text.includes(`To: ${to}`) && text.includes(key)) mails.push(text);
  }
  return mails;
}

/** Checks the conditions now and waits for the mail. */
async function mailAbout(key: string, to: string): Promise<string> {
  await expect
    .poll(
      async () => {
        await runJobNow("check-notices");
        return (await mailsAbout(key, to)).length;
      },
      { intervals: [1000] },
    )
    .toBe(1);
  return (await mailsAbout(key, to))[0] ?? "";
}

/** The link in the header for mail programs, unfolded. */
function unsubscribeUrl(mail: string): string {
  const header = /^List-Unsubscribe:\s*<([^>]*)>/m.exec(mail.replace(/\r?\n[ \t]+/g, " "))?.[1];
  return (header ?? "").replaceAll(" ", "");
}

async function openSettings(browser: Browser, who: "owner" | "admin"): Promise<Page> {
  const page = await insidePage(browser, { who });
  await page.goto(settings);
  return page;
}

test("a choice is saved at once, its mail arrives, and unsubscribing ends just that", async ({
  browser,
  request,
}) => {
  const [owner, admin] = [logins.owner.email, logins.admin.email];
  const page = await openSettings(browser, "owner");
  const weekly = switchOf(page, "Demo Company", "Weekly summary");
  const keys = switchOf(page, "Demo Company", "Expiring API keys");
  await expect(weekly).not.toBeChecked();
  await expect(keys).toBeChecked();
  await weekly.click();
  await expect(weekly).toBeChecked();
  await page.getByLabel("Days of stock left").selectOption("60");
  await expect
    .poll(async () => {
      await page.reload();
      return [await weekly.isChecked(), await page.getByLabel("Days of stock left").inputValue()];
    })
    .toEqual([true, "60"]);

  const [first, second] = [`Till one ${Date.now()}`, `Till two ${Date.now()}`];
  await rotateNewKey(page, first);
  const mail = await mailAbout(first, owner);
  expect(mail).toMatch(/^Subject: .*An[ _]API[ _]key[ _]expires[ _]soon/m);
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(unsubscribeUrl(mail));
  await expect(stranger.getByRole("heading")).toHaveText("Stop emails about “Expiring API keys”?");
  await stranger.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(stranger.getByRole("heading")).toHaveText("You are unsubscribed");
  await stranger.context().close();
  await page.goto(settings);
  await expect(keys).not.toBeChecked();
  await expect(weekly).toBeChecked();

  await rotateNewKey(page, second);
  const other = await mailAbout(second, admin);
  expect(await mailsAbout(second, owner)).toEqual([]);
  // As a mail program does: without a cookie, an origin or a page.
  const post = () =>
    request.post(unsubscribeUrl(other), { form: { "List-Unsubscribe": "One-Click" } });
  for (const _time of [1, 2]) expect((await post()).status()).toBe(200);
  const adminPage = await openSettings(browser, "admin");
  await expect(switchOf(adminPage, "Demo Company", "Expiring API keys")).not.toBeChecked();
  await expect(switchOf(adminPage, "Demo Company", "Failing callbacks")).toBeChecked();
  for (const each of [page, adminPage]) await each.context().close();
});
