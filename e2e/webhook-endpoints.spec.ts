import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "playwright/test";
import { test } from "./checked-test";
import { headers } from "./demo-account";
import { base, insidePage } from "./insider";
import { violationsOf } from "./watch";

interface Received {
  id: string;
  type: string;
  subaccount?: { name: string };
}

/** A receiver on this machine. Other tests cause events of the same account. */
async function openReceiver() {
  const events: Received[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    events.push(JSON.parse(text));
    response.writeHead(204).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return { events, url: `http://localhost:${port}/`, close: () => server.close() };
}

test("an endpoint is added, receives events, and is disabled and deleted", async ({
  browser,
  request,
}) => {
  const receiver = await openReceiver();
  const page = await insidePage(browser, { who: "admin" });
  await page.goto(`${base}/webhooks`);
  await page.getByRole("button", { name: "Add endpoint" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("URL").fill("http://10.0.0.1/");
  await dialog.getByRole("button", { name: "Add endpoint" }).click();
  await expect(dialog.getByLabel("URL")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("URL").fill(receiver.url);
  await dialog.getByLabel("Subaccount created").check();
  await dialog.getByRole("button", { name: "Add endpoint" }).click();
  await expect(page.getByText(/^whsec_\S{40,}$/)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "I’ve stored it" }).click();

  await page.getByRole("link", { name: receiver.url }).click();
  // The list has a button of the same name.
  await expect(page.getByRole("heading", { name: "Webhook endpoint", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(page.getByText("Received", { exact: true })).toBeVisible();
  const sample = ({ type }: Received) => type === "order.fulfilled";
  expect(receiver.events.filter(sample)).toHaveLength(1);
  const name = `Hooks ${Date.now()}`;
  await request.post("/v1/subaccounts", { headers: headers(), data: { name } });
  const own = () => receiver.events.filter(({ subaccount }) => subaccount?.name === name);
  await expect.poll(own).toHaveLength(1);
  const event = page.locator(`a[href$="/webhooks?event=${own()[0]?.id}"]`);
  const row = page.getByRole("row").filter({ hasText: "Subaccount created", has: event });
  await page.reload();
  await expect(row.getByText("Delivered")).toBeVisible();
  await row.getByRole("button", { name: /^Resend/ }).click();
  await expect.poll(own).toHaveLength(2);

  await page.setViewportSize({ width: 375, height: 800 });
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await violationsOf(page)).toEqual([]);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(wider).toBe(false);

  await page.getByRole("button", { name: "Disable endpoint" }).click();
  await dialog.getByRole("button", { name: "Disable endpoint" }).click();
  await expect(page.getByText("Disabled", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Delete endpoint" }).click();
  await dialog.getByRole("button", { name: "Delete endpoint" }).click();
  await expect(page).toHaveURL(/\/webhooks$/);
  await expect(page.getByRole("link", { name: receiver.url })).toHaveCount(0);
  receiver.close();
});
