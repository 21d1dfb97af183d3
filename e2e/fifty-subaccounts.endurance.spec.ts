// Fifty subaccounts: imported from a file, compared, changed and archived together.
import { type APIRequestContext, expect, type Page } from "playwright/test";
import { test } from "./checked-test";
import { headers } from "./demo-account";
import { base, insidePage } from "./insider";
import { countSteps, expectAtMost } from "./steps";
import { overflow, violationsOf } from "./watch";

const FIFTY = 50;

const namesOf = (word: string) =>
  Array.from({ length: FIFTY }, (_, index) => `${word} ${String(index + 1).padStart(2, "0")}`);

const rowsOf = (page: Page) =>
  page.getByRole("table", { name: "Subaccounts" }).locator("tbody").getByRole("row");

async function importFile(page: Page, lines: readonly string[]): Promise<void> {
  await page.getByRole("button", { name: "Import CSV" }).click();
  const buffer = Buffer.from(`name,reference\n${lines.join("\n")}\n`);
  const file = { name: "shops.csv", mimeType: "text/csv", buffer };
  await page.getByLabel("CSV file").setInputFiles(file);
}

/** Orders that cost the more the later the subaccount is in the list. */
async function orderFor(
  request: APIRequestContext,
  word: string,
  names: readonly string[],
): Promise<void> {
  const listed = await request.get(`/v1/subaccounts?reference=${word}-50`, { headers: headers() });
  const [last] = ((await listed.json()) as { data: { id: string; name: string }[] }).data;
  expect(last?.name).toBe(names.at(-1));
  const data = { amount_kg: 12, description: word };
  const order = await request.post("/v1/orders", { headers: headers(last?.id), data });
  expect(order.status()).toBe(201);
}

async function inBulk(page: Page, button: string, action: string, done: string): Promise<void> {
  await page.getByRole("checkbox", { name: "Select all" }).check();
  const selected = page.getByRole("region", { name: "Selected subaccounts" });
  await expect(selected).toContainText(`${FIFTY} subaccounts selected`);
  expect(await violationsOf(page)).toEqual([]);
  await selected.getByRole("button", { name: button, exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: action }).click();
  // The rest of the page is hidden from roles while the dialog is open.
  await expect(page.getByText(done)).toBeVisible();
  await expect(selected).toHaveCount(0);
}

test("fifty subaccounts are imported, sorted, changed and archived, at 1280 px", async ({
  browser,
  request,
}) => {
  const width = 1280;
  const word = `fifty${width}x${Date.now()}`;
  const names = namesOf(word);
  const page = await insidePage(browser, { who: "admin", width });
  const steps = await countSteps(page);
  await page.goto(`${base}/subaccounts?search=${word}`);

  await importFile(page, [...names.map((name, i) => `${name},${word}-${i + 1}`), `,${word}-51`]);
  await expect(page.getByRole("alert")).toContainText("1 error");
  await expect(page.getByText(/^Line 52: name /)).toBeVisible();
  await expect(page.getByRole("button", { name: "Import subaccounts" })).toBeDisabled();
  await page.getByRole("button", { name: "Go back" }).click();
  await expect(rowsOf(page)).toHaveCount(0);

  await importFile(
    page,
    names.map((name, i) => `${name},${word}-${i + 1}`),
  );
  await expect(page.getByText("50 new, 0 changed, 0 unchanged")).toBeVisible();
  await page.getByRole("button", { name: "Import subaccounts" }).click();
  await expect(page.getByText("50 subaccounts created, 0 changed")).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(FIFTY);

  await orderFor(request, word, names);
  await expect
    .poll(async () => {
      await page.goto(`${base}/subaccounts?search=${word}&sort=spend.desc`);
      return rowsOf(page).first().textContent();
    })
    .toMatch(new RegExp(`${names.at(-1)}.*12 kg`));
  expect(await overflow(page)).toBe(0);

  await inBulk(page, "Set portfolio", "Set portfolio", "Portfolio set");
  await inBulk(page, "Archive", "Archive subaccounts", "Subaccounts archived");
  await expect(rowsOf(page)).toHaveCount(0);
  expectAtMost(15, steps);
  const refused = await request.get(`/v1/subaccounts?reference=${word}-7`, {
    headers: headers(),
  });
  const [seventh] = ((await refused.json()) as { data: { archived_on: unknown }[] }).data;
  expect(seventh?.archived_on).not.toBeNull();
  await page.context().close();
});
