import fs from "node:fs";
import { expect } from "playwright/test";
import { test } from "./checked-test";
import { base, insidePage } from "./insider";
import { violationsOf } from "./watch";

const headers = { authorization: `Bearer ${process.env["CT_E2E_KEY"]}` };

test("an order is found by search, opened, and links to its certificate", async ({
  browser,
  request,
}) => {
  const word = `regatta${Date.now()}`;
  for (const [amount_kg, about] of [
    [3, "Tickets"],
    [5, "Sails"],
  ] as const) {
    const data = { amount_kg, description: `${about} of the ${word}` };
    expect((await request.post("/v1/orders", { headers, data })).status()).toBe(201);
  }
  const page = await insidePage(browser, { who: "admin" });
  await page.goto(base);
  await page.getByRole("link", { name: "Orders", exact: true }).click();
  await page.getByRole("searchbox", { name: "Search" }).fill(word);
  const rows = page.getByRole("table", { name: "Orders" }).getByRole("row");
  await expect(page).toHaveURL(/search=regatta/);
  await expect(rows).toHaveCount(3);
  await page.getByRole("link", { name: /^Amount/ }).click();
  await expect(rows.nth(1)).toContainText("3 kg");
  await page.getByLabel("Placed period").selectOption("dates");
  await page.getByLabel("Placed from").fill("2026-01-01");
  await expect(page).toHaveURL(/from=2026-01-01T00/);
  await page.reload();
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText("3 kg");

  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "CSV" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("orders-demo-test-from-2026-01-01.csv");
  const lines = fs
    .readFileSync(await download.path(), "utf8")
    .trim()
    .split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(`Tickets of the ${word}`);

  await rows.nth(2).getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Order of 5 kg" })).toBeVisible();
  await expect(page.getByText("All credits are allocated to it.")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.goBack();
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue(word);
  await expect(rows).toHaveCount(3);
  await rows.nth(2).getByRole("link").click();
  await page.getByRole("link", { name: "Certificate" }).click();
  await expect(page).toHaveURL(/\/certificates\/ord_/);
  await expect(page.getByText(`Sails of the ${word}`)).toBeVisible();
  await page.context().close();
});

test("an admin can cancel a waiting order, a viewer cannot", async ({ browser, request }) => {
  // More than there is in stock, so it stays placed.
  const data = { amount_kg: 999_999_999, description: `Too much ${Date.now()}` };
  const order = await (await request.post("/v1/orders", { headers, data })).json();
  const [viewer, admin] = await Promise.all(
    (["viewer", "admin"] as const).map((who) => insidePage(browser, { who })),
  );
  if (!viewer || !admin) throw new Error("a page is missing");
  const path = `${base}/orders/${order.id}`;
  await Promise.all([viewer.goto(path), admin.goto(path)]);
  await expect(viewer.getByText("Waiting for")).toBeVisible();
  await expect(viewer.getByRole("button", { name: "Cancel order" })).toHaveCount(0);
  await admin.getByRole("button", { name: "Cancel order" }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Cancel order" }).click();
  await expect(admin.getByText("Requested in the dashboard or through the API.")).toBeVisible();
  await expect(admin.getByText("order.cancelled")).toBeVisible();
  await Promise.all([viewer, admin].map((page) => page.context().close()));
});
