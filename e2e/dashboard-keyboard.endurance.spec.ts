// Work by keyboard alone, and lists that load.
import { expect, type Locator, type Page, type Route } from "playwright/test";
import { test } from "./checked-test";
import { headers } from "./demo-account";
import { base, insidePage } from "./insider";
import { violationsOf } from "./watch";

const tableOf = (page: Page) => page.getByRole("table", { name: "Orders" });
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
}

const filtersOf = (page: Page) => page.getByRole("button", { name: /^Filters/ });
/** Phones fold the filters. */
const isPhone = (width: number) => width < 640;

test("an order is found in the palette and opened by keyboard alone, at 1280 px", async ({
  browser,
  request,
}) => {
  const width = 1280;
  const description = `palette${width}x${Date.now()}`;
  const data = { amount_kg: 6, description };
  const order = await (await request.post("/v1/orders", { headers: headers(), data })).json();
  const page = await insidePage(browser, { who: "admin", width });
  await page.goto(base);
  await expect(page.getByRole("button", { name: "Search the dashboard" })).toBeVisible();
  await page.keyboard.press("Control+k");
  const finder = page.getByRole("combobox", { name: "Search the dashboard" });
  await expect(finder).toBeFocused();
  await page.keyboard.type(order.order_number);
  // Until the order is found, a search of all orders stands first.
  await expect(page.getByRole("option").first()).toContainText("6 kg");
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Order of 6 kg" })).toBeVisible();
  await page.context().close();
});

test("a tab is opened from the palette, and is marked with its entry of the menu", async ({
  browser,
}) => {
  const page = await insidePage(browser, { who: "admin", width: 375 });
  await page.goto(base);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Search the dashboard" })).toBeFocused();
  await page.keyboard.type("audit log");
  await expect(page.getByRole("option").first()).toContainText("Audit log");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "People and keys" })).toBeVisible();
  const tab = page.getByRole("navigation", { name: "People and keys" }).getByRole("link", {
    name: "Audit log",
  });
  await expect(tab).toHaveAttribute("aria-current", "page");
  await expect(tab).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 800 });
  const entry = page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", {
    name: "People and keys",
  });
  await expect(entry).toHaveAttribute("aria-current", "page");
  await page.keyboard.press("g");
  await page.keyboard.press("w");
  await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
  await page.context().close();
});

test("a filter is chosen and a row opened by keyboard alone, at 375 px", async ({
  browser,
  request,
}) => {
  const width = 375;
  const description = `filter${width}x${Date.now()}`;
  const data = { amount_kg: 9, description };
  expect((await request.post("/v1/orders", { headers: headers(), data })).status()).toBe(201);
  const page = await insidePage(browser, { who: "admin", width });
  await page.goto(`${base}/orders?search=${description}`);
  await expect(tableOf(page)).toBeVisible();
  await page.keyboard.press("/");
  if (isPhone(width)) {
    await tabTo(page, filtersOf(page));
    await page.keyboard.press("Enter");
  }
  await tabTo(page, page.getByLabel("State", { exact: true }));
  await page.keyboard.type("Cancelled");
  await expect(page).toHaveURL(/state=cancelled/);
  await expect(page.getByText("No results")).toBeVisible();
  await page.keyboard.press("Home");
  await expect(page).not.toHaveURL(/state=/);
  await expect(tableOf(page).locator("tbody").getByRole("row")).toHaveCount(1);
  await tabTo(page, page.getByRole("link", { name: "CSV" }));
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Order of 9 kg" })).toBeVisible();
  await page.context().close();
});

test("rows stay in sight while others load, and a chart leads to its orders", async ({
  browser,
}) => {
  const page = await insidePage(browser, { who: "admin" });
  await page.goto(`${base}/orders`);
  const rows = tableOf(page).locator("tbody").getByRole("row");
  await expect(rows.first()).toBeVisible();
  const held: Route[] = [];
  let isSlow = true;
  await page.route("**/trpc/**", async (route) => {
    if (isSlow) held.push(route);
    else await route.continue();
  });
  await page.getByLabel("State", { exact: true }).selectOption("fulfilled");
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await expect(rows.first()).toBeVisible();
  await expect(page.getByText("Loading", { exact: true })).toHaveCount(0);
  isSlow = false;
  await Promise.all(held.map((route) => route.continue()));
  await expect(rows.first()).toContainText("Fulfilled");

  await page.goto(base);
  const slider = page.getByRole("slider", { name: "Sold: Day" });
  await slider.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
  await expect(page).toHaveURL(/fulfilled_from=.*fulfilled_to=/);
  await expect(page.getByLabel("Date", { exact: true })).toHaveValue("Fulfilled");
  expect(await violationsOf(page)).toEqual([]);
  await page.context().close();
});
