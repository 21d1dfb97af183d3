import { expect } from "playwright/test";
import { test } from "./checked-test";
import { base, insidePage } from "./insider";
import { openSession } from "./shop";
import { violationsOf } from "./watch";

test("filters chosen quickly on a slow connection are all applied, in the list and its CSV", async ({
  browser,
}) => {
  const page = await insidePage(browser, { who: "admin" });
  await page.goto(`${base}/orders`);
  await expect(page.getByRole("table", { name: "Orders" })).toBeVisible();
  await page.route("**/*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  // Each filter is chosen before the response to the previous one can have arrived. What the
  // selects show is read at once: a reader must not see them jump back.
  const chosen = await page.evaluate(() => {
    const choose = (label: string, value: string) => {
      const select = document.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`);
      if (!select) throw new Error(`there is no ${label}`);
      select.value = value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
      return select;
    };
    const selects = [choose("State", "fulfilled"), choose("Channel", "api")];
    return selects.map(({ value }) => value);
  });
  expect(chosen).toEqual(["fulfilled", "api"]);
  await page.getByLabel("Placed period").selectOption("dates");
  await page.getByLabel("Placed from").fill("2026-01-01");
  await page.getByRole("link", { name: /^Amount/ }).click();
  for (const part of [/state=fulfilled/, /channel=api/, /from=2026-01-01T00/, /sort=amount/]) {
    await expect(page).toHaveURL(part);
    await expect(page.getByRole("link", { name: "CSV" })).toHaveAttribute("href", part);
  }
  await expect(page.getByLabel("State", { exact: true })).toHaveValue("fulfilled");
  await expect(page.getByLabel("Channel", { exact: true })).toHaveValue("api");
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().close();
});

test("a checkout session is found by search, its link is copied, and it is expired", async ({
  browser,
  request,
}) => {
  const description = `Flight ${Date.now()}`;
  const session = await openSession(request, { description });
  const page = await insidePage(browser, { who: "admin", width: 375 });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${base}/checkout?search=${encodeURIComponent(description)}`);
  await page.getByRole("table").getByRole("link").click();
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Checkout link copied")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(session.checkout_url);
  await page.getByRole("button", { name: "Expire session" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Expire session" }).click();
  await expect(page.getByText("Session expired")).toBeVisible();
  await expect(page.getByRole("button", { name: "Expire session" })).toHaveCount(0);
  await page.context().close();
});
