import { expect } from "playwright/test";
import { test } from "./checked-test";
import { headers } from "./demo-account";
import { base, insidePage } from "./insider";

test("a viewer can read endpoints but not change them", async ({ browser, request }) => {
  const data = { url: "https://example.com/viewed", event_types: ["order.fulfilled"] };
  const created = await request.post("/v1/webhook-endpoints", { headers: headers(), data });
  const { id } = (await created.json()) as { id: string };
  const page = await insidePage(browser, { who: "viewer" });
  await page.goto(`${base}/webhooks?endpoint=${id}`);
  await expect(page.getByText("https://example.com/viewed")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Deliveries" })).toBeVisible();
  for (const name of ["Edit endpoint", "Disable endpoint", "Delete endpoint", "Rotate secret"]) {
    await expect(page.getByRole("button", { name })).toHaveCount(0);
  }
  await request.delete(`/v1/webhook-endpoints/${id}`, { headers: headers() });
});
