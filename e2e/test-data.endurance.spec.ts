import { expect } from "playwright/test";
import { test } from "./checked-test";
import { base, logInAt } from "./insider";
import { OwnProcesses } from "./own-product";
import { violationsOf } from "./watch";

const own = new OwnProcesses();
test.afterAll(() => own.end());

test("an order's form advises against a claim, and a reset deletes the order for good", async ({
  page,
  request,
}) => {
  const product = await own.startProduct();
  const { url, key } = product;
  await logInAt(page, product);
  await page.goto(`${url}${base}/orders?new=1`);
  await page.getByLabel("Amount in kg").fill("25");
  await page.getByText("Beneficiary and description").click();
  await page.getByLabel("Description").fill("Carbon neutral deliveries");
  await expect(page.getByText(/“Carbon neutral”.*no effect on the climate/)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Review order" }).click();
  await page.getByRole("button", { name: "Place order" }).click();
  await page.getByRole("link", { name: "Certificate" }).click();
  const certificate = page.url();

  await page.goto(`${url}${base}/settings`);
  await page.getByRole("button", { name: "Delete test data" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Live data is not touched.")).toBeVisible();
  await dialog.getByRole("button", { name: "Delete test data" }).click();
  await expect(page.getByText("Test data deleted")).toBeVisible();
  await page.goto(`${url}${base}/orders`);
  await expect(page.getByText("No orders yet")).toBeVisible();
  expect((await request.get(certificate)).status()).toBe(404);
  const headers = { authorization: `Bearer ${key}` };
  const orders = await request.get(`${url}/v1/orders`, { headers });
  expect([orders.status(), (await orders.json()).data]).toEqual([200, []]);
});
