import { expect } from "playwright/test";
import { test } from "./checked-test";
import { headers, retired } from "./demo-account";
import { base, insidePage } from "./insider";
import { violationsOf } from "./watch";

/** A reserved name (RFC 6761): requests to it fail at once. */
const NOWHERE = "https://hook.invalid/callbacks";

test("an admin finds a failed callback, resends it, and sends a test event", async ({
  browser,
  request,
}) => {
  const placed = await request.post("/v1/orders", {
    headers: headers(),
    data: { amount_kg: 3, notification_config: { url: NOWHERE } },
  });
  const { id: orderId } = (await placed.json()) as { id: string };
  const ofOrder = `/v1/events?type=order.fulfilled&order_id=${orderId}`;
  const eventIds = async () => {
    const { data } = await (await request.get(ofOrder, { headers: headers() })).json();
    return (data as { id: string }[]).map(({ id }) => id);
  };
  await expect.poll(eventIds).toHaveLength(1);
  const [eventId] = await eventIds();
  const page = await insidePage(browser, { who: "admin" });
  await page.goto(`${base}/webhooks`);
  await page.getByRole("searchbox").fill(String(eventId));
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("row").locator(`a[href$="${eventId}"]`).click();
  await expect(page.getByRole("heading", { name: "Order fulfilled" })).toBeVisible();
  await expect(page.getByText("Attempt 1", { exact: true })).toBeVisible();
  await expect(page.getByText(`"id": "${orderId}"`)).toBeVisible();
  await page.getByRole("button", { name: "Resend event" }).click();
  await expect(page.getByText("Event queued to be resent")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  await page.getByRole("link", { name: "Webhooks" }).click();
  await page.getByRole("button", { name: "Send test event" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("URL").fill("http://10.0.0.1/callbacks");
  await dialog.getByRole("button", { name: "Send event" }).click();
  await expect(dialog.getByLabel("URL")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("URL").fill(NOWHERE);
  await dialog.getByRole("button", { name: "Send event" }).click();
  await expect(dialog.getByText("Not received")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: "Rotate secret" }).click();
  await dialog.getByRole("button", { name: "Rotate secret" }).click();
  await expect(page.getByText("Current", { exact: true })).toHaveCount(1);
  await page.getByRole("button", { name: "Reveal" }).first().click();
  await expect(page.getByText(/^whsec_\S{40,}$/)).toBeVisible();

  await page.getByRole("link", { name: "People and keys" }).click();
  await page.getByRole("link", { name: "Audit log" }).click();
  const auditLog = page.getByRole("table", { name: "Audit log" });
  const again = auditLog.getByRole("row").filter({ hasText: "Robin resent an event" }).first();
  await again.getByText("Details").click();
  await expect(again.getByText(eventId ?? "")).toBeVisible();
  await page.getByLabel("Action", { exact: true }).selectOption("webhook_secret.rotated");
  await expect(page).toHaveURL(/action=webhook_secret\.rotated/);
  await expect(
    auditLog.getByText("Robin rotated the signing secret of callback URLs").first(),
  ).toBeVisible();
  await page.context().close();
});

test("an impact page looks like the preview next to its settings", async ({
  browser,
  request,
  page: visitor,
}) => {
  const name = `Preview ${Date.now()}`;
  const id = await retired(request, name, 40);
  const page = await insidePage(browser, { who: "admin" });
  await page.goto(`${base}/subaccounts/${id}`);
  await page.getByRole("link", { name: "Set up impact page" }).click();
  const preview = page.frameLocator('iframe[title="Preview of the impact page"]');
  await expect(preview.getByRole("heading", { name: /40 kg/ })).toBeVisible();
  const equal = { name: "Equivalent to" };
  await expect(preview.getByRole("heading", equal)).toBeVisible();
  await page.getByLabel("Everyday equivalents").uncheck();
  await expect(preview.getByRole("heading", equal)).toHaveCount(0);
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Page published")).toBeVisible();
  await visitor.goto(`/impact/${id}`);
  await expect(visitor.getByRole("heading", { name: /40 kg/ })).toBeVisible();
  await expect(visitor.getByRole("heading", equal)).toHaveCount(0);

  await page.getByLabel("The page is public").uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Page is no longer public", { exact: true })).toBeVisible();
  await expect(preview.getByRole("heading", { name: /40 kg/ })).toBeVisible();
  // Only members see a preview, and only in a frame of the dashboard.
  const stranger = await visitor.goto(`/impact/${id}?preview=1&sections=map&equivalents=`);
  expect(stranger?.status()).toBe(404);
  expect(stranger?.headers()["content-security-policy"]).toContain("frame-ancestors 'self'");
  await page.context().close();
});

test("the overview's charts are read by keys, by day and by month", async ({
  browser,
  request,
}) => {
  await retired(request, `Charted ${Date.now()}`, 5);
  const page = await insidePage(browser, { who: "viewer" });
  await page.goto(base);
  const slider = page.getByRole("slider", { name: "Sold: Day" });
  await slider.focus();
  const today = await slider.getAttribute("aria-valuetext");
  await slider.press("ArrowLeft");
  await expect(slider).not.toHaveAttribute("aria-valuetext", today ?? "");
  await page.getByRole("button", { name: "12 months" }).click();
  const months = page.getByRole("table", { name: "Sold" });
  await expect(months.getByRole("row")).toHaveCount(13);
  await expect(months.getByRole("row").last()).not.toContainText("0 kg 0 kg 0 kg");
  await page.context().close();
});
