// The frame of the dashboard: cards, rows, keys, unsaved changes.
import { expect, type Locator, type Page } from "playwright/test";
import { test } from "./checked-test";
import { base, insidePage } from "./insider";
import { overflow, violationsOf } from "./watch";

const headers = { authorization: `Bearer ${process.env["CT_E2E_KEY"]}` };

/** Phones have a menu, wide windows a link in the column's head. */
async function sortByAmount(page: Page, width: number): Promise<void> {
  const isPhone = width < 640;
  const menu = page.getByRole("combobox", { name: "Sort by" });
  const sort = isPhone ? menu : page.getByRole("link", { name: /^Amount/ });
  await expect(sort).toBeVisible();
  await sort.focus();
  if (!isPhone) return page.keyboard.press("Enter");
  await page.keyboard.type("Sort: Amount");
  // In the menu, letters choose.
  await page.keyboard.press("Tab");
}

test("a list is used by keyboard alone, at 1280 px", async ({ browser, request }) => {
  const width = 1280;
  const word = `keys${width}x${Date.now()}`;
  for (const amount_kg of [3, 5, 9]) {
    const data = { amount_kg, description: word };
    expect((await request.post("/v1/orders", { headers, data })).status()).toBe(201);
  }
  const page = await insidePage(browser, { who: "admin", width });
  await page.goto(base);
  await expect(page.getByRole("button", { name: "Search the dashboard" })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("o");
  await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type(word);
  const rows = page.getByRole("table", { name: "Orders" }).locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(3);
  await sortByAmount(page, width);
  await expect(rows.first()).toContainText("3 kg");
  for (const key of ["j", "j", "j", "k"]) await page.keyboard.press(key);
  await expect(rows.nth(1).getByRole("link")).toBeFocused();
  expect(await violationsOf(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Order of 5 kg" })).toBeVisible();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help).toContainText("Next and previous row of a list");
  expect(await violationsOf(page)).toEqual([]);
  await page.context().close();
});

/** Selects the text with the mouse, which ends in a click. */
async function selectByDragging(page: Page, text: Locator): Promise<void> {
  const box = await text.boundingBox();
  if (!box) throw new Error("The text is not visible");
  const middle = box.y + box.height / 2;
  await page.mouse.move(box.x + 1, middle);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 1, middle, { steps: 5 });
  await page.mouse.up();
}

test("a row opens by a click beside its link, but not while its text is selected", async ({
  browser,
  request,
}) => {
  const word = `row${Date.now()}`;
  const data = { amount_kg: 4, description: word };
  await request.post("/v1/orders", { headers, data });
  const page = await insidePage(browser, { who: "admin" });
  await page.goto(`${base}/orders?search=${word}`);
  const row = page.getByRole("table", { name: "Orders" }).getByRole("row").nth(1);
  const text = row.getByText(word).filter({ visible: true }).first();
  await selectByDragging(page, text);
  expect(await page.evaluate(() => window.getSelection()?.toString())).toContain("row");
  await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
  const opening = page.context().waitForEvent("page");
  await page.getByRole("heading", { level: 1, name: "Orders" }).click();
  await text.click({ button: "middle" });
  const other = await opening;
  await expect(other.getByRole("heading", { name: "Order of 4 kg" })).toBeVisible();
  await text.click();
  await expect(page.getByRole("heading", { name: "Order of 4 kg" })).toBeVisible();
  await page.context().close();
});

test("unsaved changes are kept unless the reader confirms to leave", async ({ browser }) => {
  const page = await insidePage(browser, { who: "admin" });
  await page.goto(base);
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  const name = page.getByLabel("Name", { exact: true });
  await expect(page.getByRole("button", { name: "Save name" })).toBeEnabled();
  const saved = await name.inputValue();
  await name.fill("Never saved");
  const questions: string[] = [];
  let isAccepted = false;
  page.on("dialog", async (dialog) => {
    questions.push(dialog.type());
    await (isAccepted ? dialog.accept() : dialog.dismiss());
  });
  await page.getByRole("link", { name: "People and keys" }).click();
  await expect(name).toHaveValue("Never saved");
  await page.evaluate(() => window.history.back());
  await expect.poll(() => questions.length).toBe(2);
  await expect(name).toHaveValue("Never saved");
  isAccepted = true;
  await page.getByRole("link", { name: "People and keys" }).click();
  await expect(page.getByRole("heading", { name: "API keys" })).toBeVisible();
  expect(questions).toEqual(["confirm", "confirm", "confirm"]);
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await expect(name).toHaveValue(saved);
  await page.context().close();
});

test("a refused save loses nothing, and is explained at its field", async ({ browser }) => {
  const page = await insidePage(browser);
  await page.goto(`${base}/settings`);
  const name = page.getByLabel("Name", { exact: true });
  const slug = page.getByLabel("Slug");
  const save = page.getByRole("button", { name: "Save name" });
  await name.fill("Refused name");
  await slug.fill("");
  await save.click();
  await expect(page.getByText("Slug is required.")).toBeVisible();
  await expect(slug).toBeFocused();
  await slug.fill("operator-test");
  await expect(page.getByText("Slug is required.")).toHaveCount(0);
  await save.click();
  // Only the server has these addresses.
  await expect(page.getByText('Slug "operator-test" is taken by the operator.')).toBeVisible();
  await expect(slug).toBeFocused();
  await expect(slug).toHaveAttribute("aria-invalid", "true");
  await expect(name).toHaveValue("Refused name");
  const question = page.waitForEvent("dialog");
  const link = page.getByRole("link", { name: "Orders", exact: true }).click();
  await (await question).dismiss();
  await link;
  await slug.fill("demo");
  await expect(slug).not.toHaveAttribute("aria-invalid");
  await expect(name).toHaveValue("Refused name");
  await page.close({ runBeforeUnload: false });
});
