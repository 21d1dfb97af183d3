// More subaccounts than a select can have, and addresses of lists that the server doesn't know.
import { expect } from "playwright/test";
import { test } from "./checked-test";
import { headers, makeSubaccount } from "./demo-account";
import { base, insidePage } from "./insider";
import { violationsOf } from "./watch";

const MANY = 32;

test("one of many subaccounts is found by typing, in lists and forms, and named without scripts", async ({
  browser,
  request,
}) => {
  const word = String(Date.now());
  const names = Array.from({ length: MANY }, (_, at) => `Aa ${at} ${word}`);
  await Promise.all(names.map((name) => makeSubaccount(request, name)));
  const zurich = await makeSubaccount(request, `Zürich Uhren ${word}`);
  const page = await insidePage(browser);
  await page.goto(`${base}/orders`);
  const filter = page.getByRole("combobox", { name: "Subaccount" });
  const options = page.getByRole("listbox").getByRole("option");
  await filter.click();
  await expect(options.filter({ hasText: /^Subaccount: all$/ })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await filter.fill(`zurich uhren ${word}`);
  await expect(options).toHaveText([`Zürich Uhren ${word}`]);
  expect(await violationsOf(page)).toEqual([]);
  await filter.press("Escape");
  await expect(options).toHaveCount(0);
  await expect(filter).toHaveValue("Subaccount: all");
  await filter.fill(`zurich uhren ${word}`);
  await expect(options).toHaveCount(1);
  await filter.press("Enter");
  await expect(page).toHaveURL(new RegExp(`subaccount_id=${zurich}`));
  await expect(page.getByText("No results")).toBeVisible();
  await page.reload();
  await expect(filter).toHaveValue(`Zürich Uhren ${word}`);
  await page.getByRole("link", { name: "Clear", exact: true }).click();
  await expect(filter).toHaveValue("Subaccount: all");

  await page.goto(`${base}/orders?new=1`);
  const field = page.getByRole("combobox", { name: "Subaccount", exact: true }).first();
  await field.fill(`AA 1 ${word}`);
  await field.press("ArrowDown");
  await field.press("ArrowUp");
  await expect(options).toHaveText([`Aa 1 ${word}`]);
  await field.press("Enter");
  await expect(field).toHaveValue(`Aa 1 ${word}`);
  await page.context().close();

  const plain = await insidePage(browser, { javaScriptEnabled: false });
  const first = await makeSubaccount(request, `! ${word}`);
  await plain.goto(`${base}/orders?subaccount_id=${first}`);
  await expect(plain.getByRole("combobox", { name: "Subaccount" })).toHaveValue(`! ${word}`);
  await plain.context().close();
});

test("a filter that does not exist is named, and a link removes it alone", async ({
  browser,
  request,
}) => {
  const order = await request.post("/v1/orders", { headers: headers(), data: { amount_kg: 3 } });
  expect(order.status()).toBe(201);
  const page = await insidePage(browser);
  await page.goto(`${base}/orders?state=banana&channel=api`);
  await expect(page.getByText("Unknown state “banana”")).toHaveCount(1);
  await page.getByRole("link", { name: "Remove it from the address" }).click();
  await expect(page).toHaveURL(/orders\?channel=api$/);
  await expect(page.getByRole("table", { name: "Orders" })).toBeVisible();
  await page.context().close();
});
