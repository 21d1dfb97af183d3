// Clicks and keys before the scripts of the dashboard run.
import { expect } from "playwright/test";
import { test } from "./checked-test";
import { holdScripts } from "./held-scripts";
import { base, insidePage } from "./insider";

test("a button clicked twice before scripts run is clicked once", async ({ browser }) => {
  const page = await insidePage(browser);
  const release = await holdScripts(page);
  await page.goto(`${base}/keys`, { waitUntil: "commit" });
  await page.getByRole("button", { name: "New API key" }).click({ clickCount: 2 });
  await page.evaluate(() => {
    window.addEventListener("click", ({ isTrusted }) => {
      document.body.dataset["clicks"] = `${document.body.dataset["clicks"] ?? ""}${isTrusted}`;
    });
  });
  release();
  await expect(page.getByRole("dialog").getByLabel("Name")).toBeVisible();
  await expect(page.locator("body")).toHaveAttribute("data-clicks", "false");
  await page.context().close();
});

test("keys pressed before scripts run lead on, but not those typed in a field", async ({
  browser,
}) => {
  const page = await insidePage(browser);
  const release = await holdScripts(page);
  await page.goto(`${base}/orders`, { waitUntil: "commit" });
  const search = page.getByRole("main").getByRole("searchbox");
  await search.fill("");
  await search.pressSequentially("gk");
  release();
  await expect(page).toHaveURL(/\/orders\?.*gk/);
  const releaseAgain = await holdScripts(page);
  await page.reload({ waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("k");
  releaseAgain();
  await expect(page.getByRole("heading", { level: 1, name: "API keys" })).toBeVisible();
  await page.context().close();
});

test("a menu opened without scripts stays open when they have loaded", async ({ browser }) => {
  const page = await insidePage(browser, { width: 375 });
  const release = await holdScripts(page);
  await page.goto(base, { waitUntil: "commit" });
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  const places = page.getByRole("navigation", { name: "Dashboard" });
  await expect(places).toBeVisible();
  release();
  await page.waitForFunction(() => !("takeEarlyInput" in window));
  await expect(places).toBeVisible();
  await page.context().close();
});
