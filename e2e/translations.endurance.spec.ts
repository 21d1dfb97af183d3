// Texts of the catalogue in the reader's language, from the dashboard to the checkout.
import { expect } from "playwright/test";
import { test } from "./checked-test";
import { headers, retired } from "./demo-account";
import { base, insidePage, operatorBase } from "./insider";
import { violationsOf } from "./watch";

test("a German customer sees German names at checkout and on the certificate", async ({
  page,
  request,
}) => {
  const data = {
    ...{ amount_kg: 25, portfolio_id: "pf_sandbox_balanced" },
    ...{ success_url: "https://shop.example/thanks", cancel_url: "https://shop.example/" },
  };
  const created = await request.post("/v1/checkout/sessions", { headers: headers(), data });
  const session = await created.json();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/checkout/${session.id}?lang=de`);
  await expect(page.getByRole("heading", { name: "Ausgewogenes Portfolio" })).toBeVisible();
  await expect(page.getByText("Wälder und Feuchtgebiete")).toBeVisible();
  const subaccount = await retired(request, "Deutsche Leser", 2500);
  await page.goto(`/impact/${subaccount}?lang=de`);
  await expect(page.getByRole("link", { name: "Hochland-Aufforstung Cloudline" })).toBeVisible();
  await page.goto(`/impact/${subaccount}?lang=fr`);
  await expect(page.getByText("Reboisement des hautes terres de Cloudline").first()).toBeVisible();
});

test("an operator sees which texts are missing, and translates a portfolio", async ({
  browser,
}) => {
  const page = await insidePage(browser);
  await page.goto(`${operatorBase}/portfolios/pf_sandbox_nature`);
  const german = page.getByRole("listitem").filter({ hasText: "German" });
  await expect(german).toContainText("Complete");
  await german.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nature portfolio in German");
  const summary = page.getByRole("textbox", { name: "Summary" });
  const before = await summary.inputValue();
  expect(before).toContain("Wälder");
  expect(await violationsOf(page)).toEqual([]);
  await summary.fill("");
  await page.getByRole("button", { name: "Save texts" }).click();
  await expect(page.getByText("German saved")).toBeVisible();
  await expect(german).toContainText("1 text missing");
  await page.goto("/portfolios/pf_sandbox_nature?mode=test&lang=de");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Natur-Portfolio");
  await expect(page.getByText("Only forests, mangroves and peatlands")).toBeVisible();
  await page.goto(`${operatorBase}/portfolios/pf_sandbox_nature/translations/de`);
  await summary.fill(before);
  await page.getByRole("button", { name: "Save texts" }).click();
  await expect(german).toContainText("Complete");
  await page.context().close();
});

test("an owner translates an own portfolio on a phone", async ({ browser }) => {
  const page = await insidePage(browser, { width: 375 });
  const name = `Own ${Date.now()}`;
  await page.goto(`${base}/portfolios/new`);
  await page.getByRole("checkbox", { name: "Biochar" }).check();
  await page.getByLabel("Percent of Biochar").fill("100");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Create portfolio" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const french = page.getByRole("listitem").filter({ hasText: "French" });
  await expect(french).toContainText("Shows the original");
  await french.getByRole("link").click();
  await page.getByRole("textbox", { name: "Name" }).fill("Le nôtre");
  await page.getByRole("button", { name: "Save texts" }).click();
  await expect(french).toContainText("Complete");
  await page.context().close();
});
