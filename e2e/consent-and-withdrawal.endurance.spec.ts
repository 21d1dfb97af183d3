import fs from "node:fs";
import path from "node:path";
import { type Browser, expect, type Page } from "playwright/test";
import PostalMime, { type Email } from "postal-mime";
import { test } from "./checked-test";
import { checkLayout, fillInAs, newPage, openConsentingShop } from "./consenting-shop";
import { openSession, payButton, title } from "./shop";

let shop: Awaited<ReturnType<typeof openConsentingShop>>;

// One product for all tests of the file.
test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  shop = await openConsentingShop();
});
test.afterAll(() => shop.own.end());

/** The mail about the session with this text in its subject. */
async function mailAbout(id: string, subject: string): Promise<Email | undefined> {
  const folder = path.join(shop.own.folder, "mails");
  if (!fs.existsSync(folder)) return undefined;
  const files = fs.readdirSync(folder).filter((name) => name.endsWith(".eml"));
  const mails = files.map((name) => PostalMime.parse(fs.readFileSync(path.join(folder, name))));
  const isOf = (mail: Email) => mail.text?.includes(id) && mail.subject?.includes(subject);
  return (await Promise.all(mails)).find(isOf);
}

async function expectMail(id: string, subject: string): Promise<Email> {
  await expect.poll(() => mailAbout(id, subject)).toBeDefined();
  const mail = await mailAbout(id, subject);
  if (!mail) throw new Error("the mail is gone");
  return mail;
}

/** Another browser with the same address learns nothing about the customer. */
async function expectPrivate(browser: Browser, page: Page): Promise<void> {
  const other = await newPage(browser, true);
  await other.goto(page.url());
  const content = await other.content();
  expect(content).not.toContain("example.com");
  expect(content).not.toContain("/withdraw/");
  await other.close();
}

const withdraw = (page: Page) => page.getByRole("link", { name: "Withdraw from contract here" });

test("a consumer sees seller and tax before paying, and withdraws with two clicks", async ({
  browser,
  page,
  request,
}) => {
  const { url } = shop;
  const { id } = await openSession(request, {}, shop);
  await page.goto(`${url}/checkout/${id}`);
  await expect(page.getByText("Sold by Northly Ltd")).toBeVisible();
  await expect(page.getByRole("link", { name: "Terms", exact: true })).toHaveAttribute(
    "href",
    "https://northly.example/terms",
  );
  await fillInAs(page, "GB");
  await expect(page.getByText(/^Includes 20% VAT \(\$/)).toBeVisible();
  const consent = page.getByRole("checkbox", { name: /lose my right of withdrawal/ });
  await expect(consent).toBeVisible();
  await expect(consent).not.toBeChecked();
  await checkLayout(page, "form");
  await page.getByLabel("for a business").check();
  await expect(consent).toBeHidden();
  await page.getByLabel("as a consumer").check();
  await page.locator("#country").selectOption("US");
  await expect(consent).toBeHidden();
  await page.locator("#country").selectOption("GB");
  await expect(page.getByText(/^Includes 20% VAT/)).toBeVisible();
  await payButton(page).click();
  await expect(title(page)).toHaveText("Thank you for your payment");
  await expect(page.getByText(/We keep your credits until/)).toBeVisible();
  await checkLayout(page, "paid");
  await expectPrivate(browser, page);
  await withdraw(page).click();
  await expect(title(page)).toHaveText("Withdraw from contract");
  expect(await page.content()).not.toContain("ada@example.com");
  await checkLayout(page, "withdraw");
  await page.getByRole("button", { name: "Confirm withdrawal" }).click();
  await expect(title(page)).toHaveText("You have withdrawn from the contract");
  await checkLayout(page, "withdrawn");
  const mail = await expectMail(id, "Withdrawal confirmed");
  expect(mail.from?.name).toMatch(/^Demo Company via /);
  expect(mail.replyTo).toEqual([{ name: "", address: "help@northly.example" }]);
  await page.goto(`${url}/checkout/${id}`);
  await expect(title(page)).toHaveText("This order was cancelled");
});

test("a business sees before paying that no tax is charged, and gets an invoice", async ({
  browser,
  page,
  request,
}) => {
  const { id } = await openSession(request, {}, shop);
  await page.goto(`${shop.url}/checkout/${id}`);
  await fillInAs(page, "FR");
  const vatId = page.getByLabel("VAT or tax ID (optional)");
  await expect(vatId).toBeHidden();
  await page.getByLabel("for a business").check();
  await payButton(page).click();
  await expect(page.getByText("Enter the name of your company.")).toBeVisible();
  await page.getByLabel("Company name").fill("Durand SARL");
  await page.getByLabel("Billing address").fill("1 rue de la Paix\n75002 Paris");
  await vatId.fill("FR123");
  await checkLayout(page, "business");
  await fillInAs(page, "FR");
  await payButton(page).click();
  await expect(page.getByText(/^Enter the VAT ID as your country writes it/)).toBeVisible();
  await vatId.fill("fr 12 345 678 901");
  await vatId.blur();
  await expect(page.getByText(/The seller charges no tax\.$/)).toBeVisible();
  await expect(page.getByText(/^Reverse charge/)).toBeVisible();
  await fillInAs(page, "FR");
  await payButton(page).click();
  await expect(title(page)).toHaveText("Thank you for your payment");
  await page.getByRole("button", { name: "Stay here" }).click();
  await expect(page.getByText("This is your tax invoice. Please keep it.")).toBeVisible();
  await checkLayout(page, "invoice");
  await expectPrivate(browser, page);
  const mail = await expectMail(id, "Receipt");
  expect(mail.text).toContain("Durand SARL, 1 rue de la Paix, 75002 Paris, France");
  expect(mail.text).toContain("FR12345678901");
});

test("without scripts, a consumer sees the tax, agrees, and the consent is on page and receipt", async ({
  browser,
  request,
}) => {
  const { url } = shop;
  const page = await newPage(browser, false);
  const { id } = await openSession(request, {}, shop);
  await page.goto(`${url}/checkout/${id}`);
  await fillInAs(page, "GB");
  await page.getByRole("checkbox", { name: /lose my right of withdrawal/ }).check();
  await payButton(page).click();
  // The page could not show the tax before it knew the country.
  await expect(page.getByText(/The price now shows the tax for your country/)).toBeVisible();
  await expect(page.getByText(/^Includes 20% VAT/)).toBeVisible();
  await expect(page.locator("#country")).toHaveValue("GB");
  await expect(page.getByRole("checkbox", { name: /lose my right/ })).toBeChecked();
  await fillInAs(page, "GB");
  await payButton(page).click();
  await expect(title(page)).toHaveText("Thank you for your payment");
  await expect(page.getByText(/^You agreed on/)).toBeVisible();
  const mail = await expectMail(id, "Receipt");
  expect(mail.text).toContain("I lose my right of withdrawal");
  expect(mail.text).toContain("Northly Ltd, 1 Harbour Street, London E1 6AN, United Kingdom");
  await page.close();
});

test("without scripts, a withdrawal takes the same two clicks", async ({ browser, request }) => {
  const { url } = shop;
  const page = await newPage(browser, false);
  const { id } = await openSession(request, {}, shop);
  await page.goto(`${url}/checkout/${id}`);
  await fillInAs(page, "DE");
  await payButton(page).click();
  await withdraw(page).click();
  await page.getByRole("button", { name: "Confirm withdrawal" }).click();
  await expect(title(page)).toHaveText("You have withdrawn from the contract");
  const unknown = await page.goto(`${url}/withdraw/${"x".repeat(32)}`);
  expect(unknown?.status()).toBe(404);
  await page.close();
});
