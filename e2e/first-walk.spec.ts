// The first day with the dashboard, using only what is on the screen.
import { expect, type Page } from "playwright/test";
import sharp from "sharp";
import { test } from "./checked-test";
import { logins } from "./insider";
import { countSteps, expectAtMost } from "./steps";

/** Opens the first screen of an entry of the menu. */
async function goTo(page: Page, name: string, heading = name): Promise<void> {
  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
}

async function logIn(page: Page): Promise<void> {
  await page.goto("/admin");
  await page.getByLabel("Email").fill(logins.owner.email);
  await page.getByLabel("Password").fill(logins.owner.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Test mode")).toBeVisible();
}

async function makeSubaccount(page: Page, name: string): Promise<void> {
  await goTo(page, "Subaccounts");
  await page.getByRole("button", { name: "New subaccount" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create subaccount" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

async function giveLogo(page: Page): Promise<void> {
  const create = { width: 64, height: 64, channels: 3, background: "#0d5c41" } as const;
  const buffer = await sharp({ create }).png().toBuffer();
  await page
    .getByLabel("Logo file")
    .setInputFiles({ name: "l.png", mimeType: "image/png", buffer });
  await page.getByRole("button", { name: "Save logo" }).click();
  await expect(page.locator('main img[src*="/logos/"]')).toBeVisible();
}

async function buildPortfolio(page: Page, name: string): Promise<void> {
  await goTo(page, "Portfolios");
  await page.getByRole("link", { name: "New portfolio" }).click();
  await page.getByLabel("Name").fill(name);
  for (const [category, percent] of [
    ["Forests and wetlands", "60"],
    ["Clean cooking and safe water", "30"],
  ] as const) {
    await page.getByRole("checkbox", { name: category }).check();
    await page.getByLabel(`Percent of ${category}`).fill(percent);
  }
  await expect(page.getByText("10% left")).toBeVisible();
  await page.getByRole("button", { name: "Create portfolio" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "New portfolio" })).toBeVisible();
  await page.getByLabel("Percent of Clean cooking and safe water").fill("40");
  await expect(page.getByText("Complete")).toBeVisible();
  await page.getByRole("button", { name: "Create portfolio" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

async function setDefault(page: Page, subaccount: string, portfolio: string): Promise<void> {
  await goTo(page, "Subaccounts");
  await page.getByRole("link", { name: subaccount }).click();
  const select = page.getByLabel("Default portfolio");
  await select.selectOption({ label: `${portfolio} (your own)` });
  await page.getByRole("button", { name: "Save subaccount" }).click();
  await expect(page.getByText("Subaccount saved")).toBeVisible();
}

async function makeKey(page: Page, name: string): Promise<string> {
  await goTo(page, "People and keys");
  await page.getByRole("link", { name: "New API key" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create API key" }).click();
  return (await page.getByText(/^ct_test_\w{38}$/).textContent()) ?? "";
}

test("from the printed login to a published impact page", async ({ page, request }) => {
  const name = `Harbor Tea ${Date.now()}`;
  const steps = await countSteps(page);
  await logIn(page);
  await makeSubaccount(page, name);
  await giveLogo(page);
  const id = page.url().split("/").at(-1) ?? "";
  await buildPortfolio(page, `${name} mix`);
  await setDefault(page, name, `${name} mix`);
  const token = await makeKey(page, name);

  const placed = await request.post("/v1/orders", {
    headers: { authorization: `Bearer ${token}`, "x-subaccount-id": id },
    data: { amount_kg: 1000, description: name },
  });
  expect(placed.status()).toBe(201);

  await goTo(page, "Orders");
  await page.getByRole("searchbox", { name: "Search" }).fill(name);
  await expect(page).toHaveURL(/search=/);
  const row = page.getByRole("row").filter({ hasText: name });
  await row.getByRole("link").first().click();
  await expect(page.getByText("Fulfilled", { exact: true }).first()).toBeVisible();
  await page.getByRole("link", { name: "Certificate", exact: true }).click();
  await expect(
    page.getByRole("heading", { name: new RegExp(`(set aside for|retired on behalf of) ${name}`) }),
  ).toBeVisible();
  const response = await request.get(`${page.url()}/json`);
  const { projects } = (await response.json()) as { projects: { id: string; amount_kg: number }[] };
  const forests = await request.get("/v1/project-categories/cat_sandbox_forests_wetlands", {
    headers: { authorization: `Bearer ${token}` },
  });
  const { projects: members } = (await forests.json()) as { projects: { id: string }[] };
  const ofForests = projects.filter(({ id: project }) => members.some((it) => it.id === project));
  expect(ofForests.reduce((kg, { amount_kg }) => kg + amount_kg, 0)).toBe(600);

  await page.goBack();
  await goTo(page, "Impact page");
  await page.getByLabel("Page of").selectOption({ label: name });
  await page.getByRole("checkbox", { name: "The page is public" }).check();
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Page published")).toBeVisible();
  await page.getByRole("link", { name: "View page" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.locator("main")).toContainText("1 t");
  expectAtMost(35, steps);
});
