import { expect } from "playwright/test";
import { test } from "./checked-test";
import { base, insidePage } from "./insider";

test("an API key is created, shown once, places an order, and is revoked", async ({
  browser,
  request,
}) => {
  const page = await insidePage(browser);
  await page.goto(base);
  await page.getByRole("link", { name: "People and keys" }).click();
  await page.getByRole("link", { name: "New API key" }).click();
  await page.getByRole("button", { name: "Create API key" }).click();
  await expect(page.getByText(/^Name /)).toBeVisible();
  const name = `Shop ${Date.now()}`;
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create API key" }).click();
  const token = (await page.getByText(/^ct_test_\w{38}$/).textContent()) ?? "";
  const order = () =>
    request.post("/v1/orders", {
      headers: { authorization: `Bearer ${token}` },
      data: { amount_kg: 12, description: name },
    });
  expect((await order()).status()).toBe(201);
  await page.reload();
  await expect(page.getByText(token)).toHaveCount(0);
  const row = page.getByRole("row").filter({ hasText: name });
  await row.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(row.getByText("Revoked")).toBeVisible();
  expect((await order()).status()).toBe(401);

  await page.getByRole("link", { name: "Orders", exact: true }).click();
  await page.getByRole("row").filter({ hasText: name }).getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Order of 12 kg" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Certificate" })).toBeVisible();
  await page.context().close();
});
