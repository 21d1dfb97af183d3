import { expect } from "playwright/test";
import sharp from "sharp";
import { test } from "./checked-test";
import { base, insidePage, logIn, logins } from "./insider";
import { violationsOf } from "./watch";

test("a visitor is sent to the login page, and a wrong password is rejected", async ({ page }) => {
  await page.goto(`${base}/people`);
  await expect(page).toHaveURL(/\/admin\/login\?next=/);
  await page.getByLabel("Email").fill(logins.owner.email);
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Incorrect email or password.")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
});

test("signing out ends the session, even for a copy of its cookie", async ({ page, browser }) => {
  await logIn(page);
  const state = await page.context().storageState();
  await page.getByRole("button", { name: "Demo Company" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.waitForURL("**/admin/login");
  const copy = await browser.newContext({ storageState: state });
  const other = await copy.newPage();
  await other.goto(base);
  await expect(other).toHaveURL(/\/admin\/login/);
  await copy.close();
});

test("the palette finds everything and works by keyboard only", async ({ browser }) => {
  const page = await insidePage(browser);
  await page.goto(base);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Control+K");
  const finder = page.getByRole("combobox", { name: "Search the dashboard" });
  await expect(finder).toBeFocused();
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.type("new subacc");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "New subaccount" })).toBeVisible();
  await expect(page.getByLabel("Name")).toBeFocused();
  // Shortcuts do nothing while a field has the focus.
  await page.keyboard.type("go");
  await expect(page.getByLabel("Name")).toHaveValue("go");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("g");
  await page.keyboard.press("o");
  await expect(page).toHaveURL(new RegExp(`${base}/orders$`));
  await page.keyboard.press("Control+K");
  await finder.fill("No such words");
  await page.getByRole("option", { name: "Orders with “No such words”" }).click();
  await expect(page).toHaveURL(/\/orders\?search=No\+such\+words|No%20such%20words/);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText(
    "Search the list",
  );
  await page.context().close();
});

test("a subaccount is created, gets a logo, and is deleted", async ({ browser }) => {
  const page = await insidePage(browser, { width: 375 });
  await page.goto(`${base}/subaccounts`);
  await page.getByRole("button", { name: "New subaccount" }).click();
  const name = `Riverside ${Date.now()}`;
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create subaccount" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const picture = {
    create: { width: 64, height: 64, channels: 3, background: "#0d5c41" },
  } as const;
  const document = { name: "logo.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") };
  await page.getByLabel("Logo file").setInputFiles(document);
  await expect(page.getByText("logo.pdf is not a picture")).toBeVisible();
  await page.getByLabel("Logo file").setInputFiles({
    name: "logo.png",
    mimeType: "image/png",
    buffer: await sharp(picture).png().toBuffer(),
  });
  await page.getByRole("button", { name: "Save logo" }).click();
  await expect(page.locator('main img[src*="/logos/"]')).toBeVisible();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(new RegExp(`${base}/subaccounts$`));
  await expect(page.getByText(name)).toHaveCount(0);
  await page.context().close();
});
