// Screens whose code loads late: data in the first HTML, the rest on first use.
import { expect } from "playwright/test";
import { test } from "./checked-test";
import { headers } from "./demo-account";
import { holdScripts, SCRIPTS } from "./held-scripts";
import { base, insidePage, operatorBase } from "./insider";

test("a cold screen has its data in the first HTML", async ({ browser, request }) => {
  const description = `First HTML ${Date.now()}`;
  const order = await (
    await request.post("/v1/orders", { headers: headers(), data: { amount_kg: 7, description } })
  ).json();
  const loaded = [
    // The beginning of a number is its time: other tests may have placed the newest orders.
    { path: base, text: order.order_number.slice(0, 7) },
    { path: `${base}/orders`, text: description },
    { path: `${base}/orders/${order.id}`, text: description },
    { path: `${base}/checkout?show=payments`, text: "Payments" },
    { path: `${base}/reports`, text: "Retirements" },
    { path: `${operatorBase}/stock?show=lots`, text: "Remaining" },
  ];
  const page = await insidePage(browser);
  const queries: string[] = [];
  page.on("request", (it) => it.url().includes("/trpc/") && queries.push(it.url()));
  for (const { path, text } of loaded) {
    const response = await page.goto(path, { waitUntil: "networkidle" });
    const html = (await response?.text()) ?? "";
    expect([path, html.includes(text), html.includes(">Loading<")]).toEqual([path, true, false]);
    expect([path, queries]).toEqual([path, []]);
  }
  await page.context().close();
});

test("the palette takes keys before its code is there", async ({ browser }) => {
  const page = await insidePage(browser);
  await page.goto(`${base}/orders`, { waitUntil: "networkidle" });
  const release = await holdScripts(page);
  const link = page.getByRole("link", { name: "Orders", exact: true });
  await link.focus();
  await page.keyboard.press("Control+K");
  await page.keyboard.type("go subacc");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(link).toBeFocused();
  await page.keyboard.press("Control+K");
  await page.keyboard.type("subaccounts");
  await expect(page).toHaveURL(/\/orders$/);
  release();
  const finder = page.getByRole("combobox", { name: "Search the dashboard" });
  await expect(finder).toHaveValue("subaccounts");
  await expect(finder).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(link).toBeFocused();
  await page.context().close();
});

test("a click or key opens what is loaded late, and sends a form once", async ({ browser }) => {
  const page = await insidePage(browser);
  await page.goto(`${base}/subaccounts`, { waitUntil: "networkidle" });
  let release = await holdScripts(page);
  await page.getByRole("button", { name: "New subaccount" }).focus();
  await page.keyboard.press("Enter");
  release();
  const dialog = page.getByRole("dialog", { name: "New subaccount" });
  const name = dialog.getByLabel("Name", { exact: true });
  await expect(name).toBeVisible();
  const sent: string[] = [];
  page.on("request", (it) => it.method() === "POST" && sent.push(it.url()));
  const title = `Late ${Date.now()}`;
  await name.fill(title);
  for (let time = 0; time < 3; time++) await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  expect(sent).toHaveLength(1);
  await page.goto(base, { waitUntil: "networkidle" });
  await page.unroute(SCRIPTS);
  release = await holdScripts(page);
  await page.getByRole("button", { name: "Demo Company" }).click();
  release();
  await expect(page.getByRole("menuitem", { name: "Log out" })).toBeVisible();
  await page.context().close();
});

test("what is typed before the code is there stays, and is guarded", async ({ browser }) => {
  const page = await insidePage(browser);
  const release = await holdScripts(page);
  await page.goto(`${base}/settings`, { waitUntil: "commit" });
  const name = page.getByLabel("Legal name");
  const country = page.getByLabel("Country");
  const box = page.getByLabel("We sell to consumers");
  const sells = await box.isChecked();
  const legalName = `Early ${Date.now()}`;
  await name.fill(legalName);
  await country.selectOption("FR");
  await box.setChecked(!sells);
  release();
  await expect(page.getByRole("button", { name: "Save details" })).toBeEnabled();
  await expect(name).toHaveValue(legalName);
  await expect(country).toHaveValue("FR");
  await expect(box).toBeChecked({ checked: !sells });
  await name.press("End");
  await name.pressSequentially(" SE");
  await expect(name).toHaveValue(`${legalName} SE`);
  const question = page.waitForEvent("dialog");
  const link = page.getByRole("link", { name: "Orders", exact: true }).click();
  await (await question).dismiss();
  await link;
  await expect(page).toHaveURL(/\/settings$/);
  await expect(name).toHaveValue(`${legalName} SE`);
  await page.close({ runBeforeUnload: false });
});

test("filters and search chosen before the code is there are applied", async ({ browser }) => {
  const page = await insidePage(browser);
  const release = await holdScripts(page);
  await page.goto(`${base}/orders`, { waitUntil: "commit" });
  await page.getByLabel("State", { exact: true }).selectOption("fulfilled");
  await page.getByLabel("Channel", { exact: true }).selectOption("api");
  await page.getByRole("searchbox", { name: "Search" }).fill("regatta");
  await expect(page.getByLabel("Placed period")).toBeDisabled();
  await expect(page).toHaveURL(/\/orders$/);
  release();
  for (const part of ["state=fulfilled", "channel=api", "search=regatta"]) {
    await expect(page).toHaveURL(new RegExp(part));
    await expect(page.getByRole("link", { name: "CSV" })).toHaveAttribute("href", new RegExp(part));
  }
  await expect(page.getByLabel("State", { exact: true })).toHaveValue("fulfilled");
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("regatta");
  await page.context().close();
});
