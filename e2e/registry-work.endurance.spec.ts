// An operator's week: the worklist, the registry's portal, and its export.
import fs from "node:fs";
import path from "node:path";
import { expect, type Page } from "playwright/test";
import { checkedFetch } from "#testing/contract/fetch";
import { test } from "./checked-test";
import { OwnProcesses } from "./own-product";
import { countSteps, expectAtMost } from "./steps";

const serials = (first: number, last: number) =>
  `9000-${first}-${last}-VCS-VCU-1507-VER-ET-14-77-01012020-31122020-0`;

/** The sandbox's catalogue in live mode, with one project of Verra. */
function catalogue() {
  const file = JSON.parse(fs.readFileSync("prisma/sandbox-catalogue.json", "utf8"));
  const [project] = file.projects;
  const [category] = file.project_categories;
  const verra = { ...project, registry_name: "Verra", registry_id: "VCS77", registry_url: null };
  return {
    mode: "live",
    projects: [verra],
    project_categories: [
      {
        ...category,
        api_price_per_tonne_usd_cents: 750,
        checkout_price_per_tonne_usd_cents: 900,
        projects: [{ project_id: project.id, weight: 1 }],
      },
    ],
    portfolios: [
      {
        id: "pf_verra",
        name: "Verra",
        category_allocations: [{ category_id: category.id, allocated_fraction: 1 }],
      },
    ],
    default_portfolio_id: "pf_verra",
    credit_lots: [
      {
        id: "lot_verra",
        project_id: project.id,
        vintage_year: 2020,
        quantity_kg: 10_000,
        serial_number_range: serials(1, 10),
      },
    ],
  };
}

const HEADER =
  "Issuance Date,Vintage Start,Vintage End,ID,Name,Country/Area,Project Type,Quantity Issued," +
  "Serial Number,Retirement/Cancellation Date,Retirement Beneficiary";
// A row dated before the sale would wait for a decision.
const TODAY = new Date().toISOString().slice(0, 10);
const row = (first: number, last: number, beneficiary: string) =>
  `2020-04-03,2020-01-01,2020-12-31,77,Hills,Ethiopia,Forestry,${last - first + 1},` +
  `${serials(first, last)},${TODAY},${beneficiary}`;

/** Logs in as the demo's operator, with the password that start-up printed. */
async function logIn(page: Page, output: string): Promise<void> {
  await page.goto("/admin/login");
  await page.getByLabel("Email").fill("demo@example.com");
  await page.getByLabel("Password").fill(/password ([0-9A-Za-z]{16})/.exec(output)?.[1] ?? "");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("**/admin/demo/**");
}

async function markAllAsRequested(page: Page): Promise<void> {
  await page.goto("/admin/operator/live");
  await expect(page.getByRole("link", { name: "4 t to retire" })).toBeVisible();
  await page.goto("/admin/operator/live/retirements");
  await expect(page.getByText(serials(1, 2))).toBeVisible();
  await expect(page.getByText(serials(3, 3))).toBeVisible();
  await expect(page.getByText(serials(4, 4))).toBeVisible();
  await page.getByRole("button", { name: "Mark all as requested" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Mark all as requested" }).click();
  await expect(page.getByText("Nothing to retire", { exact: true })).toBeVisible();
}

async function importExport(page: Page): Promise<void> {
  const rows = [row(1, 2, "Ada"), row(3, 3, "Zoe"), row(4, 4, "Zoe"), row(8, 8, "Max")];
  const text = [HEADER, ...rows].join("\n");
  await page.goto("/admin/operator/live/import");
  await page.getByLabel("File type").selectOption("verra");
  const upload = { name: "export.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
  await page.getByLabel("Files", { exact: true }).setInputFiles(upload);
  await page.getByRole("button", { name: "Preview import" }).click();
  await expect(page.getByText("To be retired")).toBeVisible();
  await page.getByRole("button", { name: "Start import" }).click();
  await expect(page.getByRole("link", { name: "Decide 2 rows" })).toBeVisible();
}

/** Tonne 8, which another has retired, leaves stock; the tonnes around it stay. */
async function viewRestOfLot(page: Page): Promise<void> {
  await page.goto("/admin/operator/live/stock?show=lots&stock=open");
  await expect(page.getByText(serials(9, 10))).toBeVisible();
  await expect(page.getByText(serials(1, 7))).toBeVisible();
  await expect(page.getByText(serials(8, 8))).toHaveCount(0);
}

async function startDispute(page: Page): Promise<void> {
  await page.goto("/admin/operator/live/retirements?show=evidence");
  await page.getByRole("link", { name: serials(3, 3) }).click();
  await expect(page.getByText("Expected beneficiary: Bo")).toBeVisible();
  await page.getByRole("button", { name: "Start the dispute" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Start the dispute" }).click();
  await expect(page.getByText("In dispute")).toBeVisible();
}

async function dismissDispute(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Dismiss the row" }).click();
  await page.getByRole("button", { name: "Dismiss", exact: true }).click();
  await expect(page.getByText("Dismissed").first()).toBeVisible();
}

/** Leaves a disputed tonne to the other beneficiary, and gives the order another one. */
async function substituteCredits(page: Page): Promise<void> {
  await page.goto("/admin/operator/live/retirements?show=evidence");
  await page.getByRole("link", { name: serials(4, 4) }).click();
  await page.getByRole("button", { name: "They are not ours" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Give up" }).click();
  await expect(page.getByText("0 kg of 1 t are replaced.")).toBeVisible();
  await page.getByRole("button", { name: "Substitute 1 t" }).click();
  await dialog.getByRole("button", { name: "Substitute credits" }).click();
  await expect(page.getByText("1 t of 1 t are replaced.")).toBeVisible();
}

/** Compares an export in which another has retired Ada's second tonne. */
async function compareFalsified(page: Page): Promise<void> {
  const text = [HEADER, row(1, 1, "Ada"), row(2, 2, "Zoe")].join("\n");
  await page.goto("/admin/operator/live/retirements?show=recorded");
  await page.getByRole("button", { name: "Compare with a registry" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Registry").selectOption("verra");
  const upload = { name: "false.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
  await dialog.getByLabel("Files", { exact: true }).setInputFiles(upload);
  await dialog.getByRole("button", { name: "Compare", exact: true }).click();
  const differing = page.getByRole("group", { name: "Recorded here with other facts" });
  await expect(differing.getByRole("link", { name: serials(2, 2) })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "CSV" }).click();
  const csv = fs.readFileSync(await (await download).path(), "utf8");
  expect(csv).toContain(`differs,${serials(2, 2)},1000`);
}

test("an operator retires what was sold, imports the registry's export, and orders are retired", async ({
  browser,
}) => {
  const own = new OwnProcesses();
  try {
    const { url, output } = await own.startProduct();
    const file = path.join(own.folder, "live.json");
    fs.writeFileSync(file, JSON.stringify(catalogue()));
    await own.till("catalogue", "import", file);
    const key = await own.till("key", "create", "--account", "demo", "--mode", "live");
    const headers = {
      authorization: `Bearer ${key["token"]}`,
      "content-type": "application/json",
    };
    const order = async (kg: number, name: string) => {
      const body = JSON.stringify({ amount_kg: kg, beneficiary: { name } });
      const response = await checkedFetch(`${url}/v1/orders`, { method: "POST", headers, body });
      expect(response.status).toBe(201);
      return (await response.json()).id as string;
    };
    const statusOf = async (id: string) =>
      (await (await checkedFetch(`${url}/v1/orders/${id}`, { headers })).json()).registry_status;
    const ada = await order(2000, "Ada");
    await expect.poll(() => statusOf(ada)).toBe("pending");
    const bo = await order(1000, "Bo");
    await expect.poll(() => statusOf(bo)).toBe("pending");

    const cy = await order(1000, "Cy");
    await expect.poll(() => statusOf(cy)).toBe("pending");
    const page = await browser.newPage({ baseURL: url, viewport: { width: 1280, height: 900 } });
    const steps = await countSteps(page);
    await logIn(page, output());
    await markAllAsRequested(page);
    expect([await statusOf(ada), await statusOf(bo)]).toEqual(["requested", "requested"]);
    await importExport(page);
    expect(await Promise.all([ada, bo, cy].map(statusOf))).toEqual([
      "retired",
      "requested",
      "requested",
    ]);
    await viewRestOfLot(page);
    await startDispute(page);
    await expect.poll(() => statusOf(bo)).toBe("disputed");
    await dismissDispute(page);
    await expect.poll(() => statusOf(bo)).toBe("requested");
    await substituteCredits(page);
    await expect.poll(() => statusOf(cy)).toBe("pending");
    await compareFalsified(page);
    await page.goto("/admin/operator/live/retirements?show=recorded");
    await page.getByRole("link", { name: "Ada" }).click();
    await expect(page.getByRole("heading", { name: "2 t retired at Verra" })).toBeVisible();
    await page.goto("/admin/operator/live/retirements?show=recorded");
    await expect(page.getByText("By hand, from the worklist")).toBeVisible();
    expectAtMost(35, steps);
    await page.close();
  } finally {
    await own.end();
  }
});
