// A month's invoice from the billing profile to the journal.
import fs from "node:fs";
import path from "node:path";
import { type Download, expect, type Page } from "playwright/test";
import { readPdf, unspaced } from "#testing/certificates";
import { ageOrders } from "#testing/product-rows";
import { test } from "./checked-test";
import { checkLayout } from "./consenting-shop";
import { headers } from "./demo-account";
import { base, insidePage, operatorBase } from "./insider";
import { countSteps, expectAtMost } from "./steps";

const panel = (page: Page, heading: string) =>
  page.locator("section", { has: page.getByRole("heading", { name: heading, exact: true }) });

async function fillInParty(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Legal name").fill(name);
  await dialog.getByLabel("Address").fill("1 Harbour Street\nLondon E1 6AN");
  await dialog.getByLabel("Country").selectOption("GB");
  await dialog.getByLabel("Tax ID").fill("GB123456789");
}

/** Sends the open dialog's form. */
async function send(page: Page, action: string): Promise<void> {
  const button = page.getByRole("dialog").getByRole("button", { name: action, exact: true });
  await button.click();
  await expect(button).toBeHidden();
}

const day = (month: number, date: number) =>
  new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + month, date))
    .toISOString()
    .slice(0, 10);

/** A British invoice in US dollars states its net and tax in sterling, too. */
async function addRate(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add rate" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Rule").selectOption("uk_market");
  await dialog.getByLabel("From").fill("USD");
  await dialog.getByLabel("To", { exact: true }).fill("GBP");
  await dialog.getByLabel("Rate", { exact: true }).fill("0.75");
  await dialog.getByLabel("First day").fill(day(-1, 1));
  await dialog.getByLabel("Last day").fill(day(1, 0));
  await dialog.getByLabel("Source").fill("Financial Times");
  await send(page, "Save rate");
}

/** Sets who sells, who buys, and that the account is billed by the month. */
async function setUp(page: Page): Promise<void> {
  await page.goto(`${base}/billing`);
  await page.getByRole("button", { name: "Add profile" }).click();
  await fillInParty(page, "Riverside Stores Ltd");
  await page.getByRole("dialog").getByLabel("Billing email").fill("billing@riverside.example");
  await send(page, "Save profile");
  await expect(panel(page, "Billing profile").getByText("Riverside Stores Ltd")).toBeVisible();
  await page.goto(`${operatorBase}/money?show=billing`);
  await page.getByRole("button", { name: "Set issuer" }).click();
  await fillInParty(page, "Northly Ltd");
  await send(page, "Save issuer");
  await addRate(page);
  await page.goto(`${operatorBase}/accounts`);
  await page.getByRole("link", { name: "Demo Company" }).first().click();
  await page.getByRole("button", { name: "Set terms" }).click();
  await page.getByRole("dialog").getByLabel("Terms").selectOption("invoice");
  await send(page, "Save terms");
  await expect(panel(page, "Balance").getByText("Monthly invoice")).toBeVisible();
}

interface Order {
  id: string;
  amount_kg: number;
  price_usd_cents: number;
}

/** Places orders by the API, and moves them to the last month once they are fulfilled. */
async function orderInLastMonth(page: Page): Promise<Order[]> {
  const orders: Order[] = [];
  for (const amount_kg of [10, 20, 35]) {
    const response = await page.request.post("/v1/orders", {
      headers: headers(),
      data: { amount_kg },
    });
    expect(response.status()).toBe(201);
    orders.push(await response.json());
  }
  const states = async () =>
    Promise.all(
      orders.map(async ({ id }) => {
        const response = await page.request.get(`/v1/orders/${id}`, { headers: headers() });
        return (await response.json()).state;
      }),
    );
  await expect.poll(states).toEqual(orders.map(() => "fulfilled"));
  await ageOrders(orders.map(({ id }) => id));
  return orders;
}

async function bytesOf(download: Download): Promise<Buffer> {
  return fs.readFileSync(await download.path());
}

async function downloadFrom(page: Page, name: string): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name, exact: true }).click(),
  ]);
  return download;
}

const dollars = (amount: number) => `$${(amount / 100).toFixed(2)}`;

test("a month is billed, credited in part, and in the journal, with the same sums everywhere", async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const page = await insidePage(browser);
  const steps = await countSteps(page);
  await setUp(page);
  const orders = await orderInLastMonth(page);
  const net = orders.reduce((sum, order) => sum + order.price_usd_cents, 0);
  const tax = Math.round(net * 0.2);

  await page.goto(`${operatorBase}/money?show=billing`);
  const due = panel(page, "To be billed");
  await expect(due.getByText(`1 account, 3 orders, ${dollars(net)} net`)).toBeVisible();
  await due.getByRole("button", { name: "Issue invoices" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Issue invoices" }).click();
  await expect(page.getByText(/^Issued 1 invoice for \d{4}-\d\d\.$/)).toBeVisible();
  await expect(due.getByText("All past months are billed.")).toBeVisible();

  await page.goto(`${base}/billing`);
  await page.getByRole("link", { name: /^INV-\d{4}-00001$/ }).click();
  await expect(page.getByRole("heading", { name: /^Invoice INV-\d{4}-00001$/ })).toBeVisible();
  const totals = page.getByLabel("Totals of orders");
  await expect(totals.getByText("65 kg")).toBeVisible();
  await expect(totals.getByText(dollars(net))).toBeVisible();
  const details = panel(page, "Details");
  await expect(details.getByText(dollars(net + tax)).first()).toBeVisible();
  const table = page.getByRole("table", { name: "Orders" });
  for (const { id, price_usd_cents: amount } of orders) {
    const row = table.getByRole("row").filter({ has: page.getByRole("link", { name: id }) });
    await expect(row.getByText(dollars(amount))).toBeVisible();
  }
  await checkLayout(page, "invoice");
  const pdf = await readPdf(await bytesOf(await downloadFrom(page, "Download PDF")));
  const text = unspaced(pdf.text);
  for (const part of ["Riverside Stores Ltd", "Northly Ltd", dollars(net + tax), "£"]) {
    expect(text).toContain(unspaced(part));
  }

  const creditedTax = await credit(page, orders[2]);
  await expectJournal(page, { tax, creditedTax });
  expectAtMost(45, steps);
  await page.context().close();
});

/** Credits 5 cents of the order. Returns the tax of the credit note. */
async function credit(page: Page, order: Order | undefined): Promise<number> {
  await page.goto(`${operatorBase}/money?show=billing`);
  await panel(page, "Accounts with terms").getByRole("link", { name: "Demo Company" }).click();
  await page.getByRole("button", { name: /^Credit INV-/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("Goodwill");
  await dialog.getByLabel("Orders").fill(`${order?.id} 0.05`);
  await send(page, "Issue credit note");
  await page.getByRole("link", { name: /^INV-CN-\d{4}-00001$/ }).click();
  await expect(page.getByRole("heading", { name: /^Credit note INV-CN-/ })).toBeVisible();
  await expect(page.getByLabel("Totals of orders").getByText("$0.05")).toBeVisible();
  const details = panel(page, "Details");
  await expect(details.getByText("Goodwill")).toBeVisible();
  await checkLayout(page, "credit-note");
  // The order leads to the account's own screen, and the credited document to the invoice.
  const link = page.getByRole("table", { name: "Orders" }).getByRole("link");
  await expect(link).toHaveAttribute("href", `${base}/orders/${order?.id}`);
  await details.getByRole("link", { name: /^INV-/ }).click();
  await expect(page.getByRole("heading", { name: /^Invoice INV-/ })).toBeVisible();
  return 1;
}

/** Documents are in the journal of the month in which they were issued. */
async function expectJournal(
  page: Page,
  { tax, creditedTax }: { tax: number; creditedTax: number },
): Promise<void> {
  await page.goto(`${operatorBase}/money?show=months`);
  const journal = panel(page, "Journal");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    journal.getByRole("link", { name: "Journal as CSV" }).click(),
  ]);
  expect(path.extname(download.suggestedFilename())).toBe(".csv");
  const rows = (await bytesOf(download)).toString().trim().split("\r\n").slice(1);
  const lines = rows.map((row) => row.split(","));
  const all = (column: number, of = lines) =>
    of.reduce((amount, line) => amount + Number(line[column] || 0), 0);
  const sum = (role: string, column: number) =>
    all(
      column,
      lines.filter(([, , , name]) => name === role),
    );
  // In minor units.
  const [DEBIT, CREDIT] = [5, 7];
  expect([sum("tax", CREDIT), sum("tax", DEBIT)]).toEqual([tax, creditedTax]);
  expect(sum("credit_notes", DEBIT)).toBe(5);
  expect(all(DEBIT)).toBe(all(CREDIT));
}
