// An operator's first sale, from a registry's CSV export to an order, without a catalogue file.
import { expect, type Page } from "playwright/test";
import { checkedFetch } from "#testing/contract/fetch";
import { test } from "./checked-test";
import { OwnProcesses } from "./own-product";
import { countSteps, expectAtMost } from "./steps";
import { overflow, violationsOf } from "./watch";

const HEADER =
  "Issuance Date,Vintage Start,Vintage End,ID,Name,Country/Area,Project Type,Quantity Issued," +
  "Serial Number,Retirement/Cancellation Date,Retirement Beneficiary";
const serials = (id: number, first: number, last: number) =>
  `9000-${first}-${last}-VCS-VCU-1507-VER-ET-14-${id}-01012020-31122020-0`;
const row = (id: number, name: string, first: number, last: number) =>
  `2020-04-03,2020-01-01,2020-12-31,${id},${name},Ethiopia,Forestry,${last - first + 1},` +
  `${serials(id, first, last)},,`;

/** Someone else's credits are in the export too. */
const EXPORT = [
  HEADER,
  row(77, "Simien Forest", 1, 10),
  row(77, "Simien Forest", 11, 30),
  row(88, "Awash Stoves", 1, 5),
].join("\n");

const base = "/admin/operator/live";

async function logIn(page: Page, output: string): Promise<void> {
  await page.goto("/admin/login");
  await page.getByLabel("Email").fill("demo@example.com");
  await page.getByLabel("Password").fill(/password ([0-9A-Za-z]{16})/.exec(output)?.[1] ?? "");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("**/admin/demo/**");
}

/** Imports the first ten tonnes only, at a cost. */
async function importOwnRow(page: Page): Promise<void> {
  await page.goto(`${base}/import`);
  await page.getByLabel("File type").selectOption("verra");
  const upload = { name: "vcus.csv", mimeType: "text/csv", buffer: Buffer.from(EXPORT) };
  await page.getByLabel("Files", { exact: true }).setInputFiles(upload);
  await page.getByRole("button", { name: "Preview import" }).click();
  await expect(page.getByText("Not for sale: in no category")).toHaveCount(2);
  await page.getByRole("button", { name: "Choose none" }).click();
  await page.getByRole("checkbox", { name: new RegExp(serials(77, 1, 10)) }).check();
  await page.getByLabel("Cost of all chosen lots").fill("4.20");
  await expect(page.getByText("0 kg of 10 t would be for sale.")).toBeVisible();
  await page.getByRole("button", { name: "Start import" }).click();
  await page.getByRole("link", { name: "Put Simien Forest on sale" }).click();
}

async function putOnSale(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Put Simien Forest on sale");
  await page.getByLabel("Category", { exact: true }).selectOption({ label: "New category" });
  await page.getByLabel("Name of the category").fill("Forests");
  await page.getByLabel("API price").fill("17.50");
  await page.getByLabel("Checkout price").fill("21");
  await page.getByLabel("Portfolio", { exact: true }).selectOption({ label: "New portfolio" });
  await page.getByLabel("Name of the portfolio").fill("Highlands");
  await expect(page.getByText("$17.50")).toBeVisible();
  await page.getByRole("button", { name: "Put on sale" }).click();
  await expect(page.getByText("Simien Forest is on sale")).toBeVisible();
}

/** Describes the portfolio, and leaves the form once without saving. */
async function describePortfolio(page: Page): Promise<void> {
  await page.goto(`${base}/catalogue?show=portfolios`);
  await page.getByRole("link", { name: "Highlands" }).click();
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByLabel("Name", { exact: true }).fill("");
  await page.getByRole("button", { name: "Save portfolio" }).click();
  await expect(page.getByText("Name is required.")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Ethiopian highlands");
  page.once("dialog", (dialog) => dialog.dismiss());
  await page.getByRole("link", { name: "Categories" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Ethiopian highlands");
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Save portfolio" }).click();
  const heading = page.getByRole("heading", { level: 1, name: "Ethiopian highlands" });
  await expect(heading).toBeVisible();
}

/** The category's only project would leave the sale: the preview says so before it is saved. */
async function previewRemoval(page: Page): Promise<void> {
  await page.goto(`${base}/catalogue?show=categories`);
  await page.getByRole("link", { name: "Forests" }).click();
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByRole("button", { name: "Remove Simien Forest" }).click();
  await expect(page.getByText("Not for sale any more: Simien Forest.")).toBeVisible();
  await expect(page.getByText(/orders will wait for credits in Ethiopian highlands/)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Cancel" }).click();
}

async function agreePrice(page: Page): Promise<void> {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(`${base}/accounts`);
  await page.getByRole("link", { name: "Demo Company" }).click();
  await page.getByRole("button", { name: "Change prices of Ethiopian highlands" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("API price").fill("8");
  await dialog.getByRole("button", { name: "Save prices" }).click();
  const question = dialog.getByText("The API price changes from $17.50 to $8.00 per tonne.");
  await expect(question).toBeVisible();
  await dialog.getByLabel("API price").fill("15");
  await expect(question).toBeHidden();
  await dialog.getByRole("button", { name: "Save prices" }).click();
  await expect(page.getByText("Prices saved")).toBeVisible();
  await expect(page.getByText("$15.00").first()).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
}

test("an operator imports an export, puts it on sale, agrees a price, and the first order takes the credits", async ({
  browser,
}) => {
  const own = new OwnProcesses();
  try {
    const { url, output } = await own.startProduct();
    const page = await browser.newPage({ baseURL: url, viewport: { width: 1280, height: 900 } });
    const steps = await countSteps(page);
    await logIn(page, output());
    await importOwnRow(page);
    await putOnSale(page);
    await describePortfolio(page);
    await previewRemoval(page);
    const { token } = await own.till("key", "create", "--account", "demo", "--mode", "live");
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const call = async (path: string, body?: object) => {
      const init = { headers, ...(body && { method: "POST", body: JSON.stringify(body) }) };
      return (await checkedFetch(`${url}/v1${path}`, init)).json();
    };
    expect((await call("/quotes", { amount_kg: 2000 })).price_usd_cents).toBe(3500);
    await agreePrice(page);
    expect(await call("/quotes", { amount_kg: 2000 })).toEqual({
      amount_kg: 2000,
      price_usd_cents: 3000,
    });
    expectAtMost(38, steps);
    const { id, price_usd_cents } = await call("/orders", { amount_kg: 2000 });
    expect(price_usd_cents).toBe(3000);
    const order = () => call(`/orders/${id}`);
    await expect.poll(async () => (await order()).state).toBe("fulfilled");
    const [allocation, ...others] = (await order()).project_allocations;
    expect(others).toEqual([]);
    expect(allocation).toMatchObject({ amount_kg: 2000, project: { name: "Simien Forest" } });
    expect(allocation.retirements[0].serial_number_range).toBe(serials(77, 1, 2));
    await page.goto(`${base}/stock?show=lots`);
    await expect(page.getByText(serials(77, 1, 10))).toBeVisible();
    await expect(page.getByText(serials(77, 11, 30))).toHaveCount(0);
    await page.close();
  } finally {
    await own.end();
  }
});
