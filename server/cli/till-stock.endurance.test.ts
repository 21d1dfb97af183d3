import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { database } from "#core/db";
import { contextOf, importFile, makeAccount, makeStock, matchAll } from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import { runTill, runTillJson } from "#testing/till";

let folder: string;

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), "till-"));
});
afterAll(() => fs.rm(folder, { recursive: true }));

const till = (...args: string[]) => runTill(folder, args);
const tillJson = (...args: string[]) => runTillJson(folder, args);

async function write(name: string, content: unknown): Promise<string> {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  await fs.writeFile(path.join(folder, name), text);
  return name;
}

const header =
  "Vintage Start,Vintage End,ID,Name,Quantity Issued,Serial Number,Retirement/Cancellation Date";
const row = (first: number, count: number, retired = "") =>
  `2020-01-01,2020-12-31,7,Hills,${count},` +
  `5-${first}-${first + 9}-VCS-VCU-1507-VER-ET-14-7-01012020-31122020-0,${retired}`;

async function sellFrom(projectId: string) {
  const tag = randomUUID().slice(0, 8);
  await importFile({
    mode: "test",
    project_categories: [
      {
        id: `cat_${tag}`,
        name: "C",
        api_price_per_kg_usd_cents: 2,
        checkout_price_per_kg_usd_cents: 2,
        projects: [{ project_id: projectId }],
      },
    ],
    portfolios: [
      {
        id: `pf_${tag}`,
        name: "P",
        category_allocations: [{ category_id: `cat_${tag}`, allocated_fraction: 1 }],
      },
    ],
  });
  const { account } = await makeAccount();
  const input = { amount_kg: 1_000, portfolio_id: `pf_${tag}`, subaccountId: null };
  await placeOrder(contextOf(account), input);
  await matchAll();
}

test("removes unsold serials that the registry lists as retired, and those that the operator names", async () => {
  const issued = await write("issued.csv", [header, row(501, 10)].join("\n"));
  await till("lots", "import", "--registry", "verra", issued);
  const id = "lot_verra_5-501-510";
  const lot = await database().prisma.creditLot.findFirstOrThrow({ where: { id, mode: "test" } });
  await sellFrom(lot.projectId);
  const retired = await write("retired.csv", [header, row(509, 10, "2026-01-01")].join("\n"));
  const { code, stdout } = await till("lots", "import", "--registry", "verra", retired);
  expect(stdout).toContain("removed 2 t from 1 lot");
  expect(code).toBe(0);
  const remove = (serials: string) =>
    till("lots", "remove", id, "--serials", serials, "--reason", "sold elsewhere");
  expect(await remove("504-505")).toMatchObject({
    code: 0,
    stdout: `Removed 2 t of lot ${id} from stock: serials 504-505.\n`,
  });
  expect((await remove("501")).stderr).toContain("Some of the serials are sold");
  expect((await remove("five")).stderr).toContain("--serials: must be numbers");
  expect((await remove("505-507")).stderr).toContain("serials");
  expect(await till("check")).toMatchObject({ code: 0 });
});

test("decides about credits that the registry shows as someone else's, and substitutes others", async () => {
  const issued = await write("sold.csv", [header, row(701, 10)].join("\n"));
  await till("lots", "import", "--registry", "verra", issued);
  const where = { id: "lot_verra_5-701-710", mode: "test" };
  await sellFrom((await database().prisma.creditLot.findFirstOrThrow({ where })).projectId);
  const sold = await database().prisma.retirement.findFirstOrThrow({
    orderBy: { retiredAt: "desc" },
  });
  const first = Number(/^5-(\d+)-/.exec(sold.serialNumberRange)?.[1]);
  const beneficiaries = `${header},Retirement Beneficiary`;
  const today = new Date().toISOString().slice(0, 10);
  const foreign = row(first, 1, `${today},Zoe`).replace(`-${first + 9}-`, `-${first}-`);
  const retired = await write("foreign.csv", [beneficiaries, foreign].join("\n"));
  await till("lots", "import", "--registry", "verra", retired);
  const [incident] = await tillJson("registry", "incidents");
  expect(incident).toMatchObject({ kind: "other_beneficiary", amount_kg: 1_000 });
  const { id } = incident;
  expect((await till("registry", "incidents", "remedy", id)).code).toBe(1);
  const decided = await till("registry", "incidents", "decide", id, "theirs", "--note", "Sold");
  expect(decided.stdout).toContain(`till registry incidents remedy ${id}`);
  const remedied = { orders: 1, kg: 1_000, missing_kg: 0 };
  expect(await tillJson("registry", "incidents", "remedy", id)).toMatchObject(remedied);
  expect((await till("registry", "incidents", "list")).stdout).toBe("Nothing to decide.\n");
  const substitute = await database().prisma.retirement.findFirstOrThrow({
    orderBy: { retiredAt: "desc" },
  });
  const letter = [
    "--registry",
    "verra",
    "--date",
    "2026-01-02",
    "--reason",
    "Void",
    "--proof",
    "P",
  ];
  const invalidated = [substitute.serialNumberRange, ...letter];
  expect(await tillJson("registry", "incidents", "invalidate", ...invalidated)).toMatchObject([
    { amount_kg: 1_000, orders: [{ order_id: substitute.orderId, amount_kg: 1_000 }] },
  ]);
  expect(await till("check")).toMatchObject({ code: 0 });
});

test("changes what is given of a registry's policy, and names what is wrong", async () => {
  const set = ["registry", "policies", "set", "--registry", "verra"];
  await tillJson(...set, "--within-days", "7", "--pool-text", "Customers of Northly");
  const changed = await tillJson(...set, "--adapter", "manual");
  const policy = { timing: "after_sale", retire_within_days: 7, adapter: "manual" };
  expect(changed).toMatchObject({ ...policy, pool_text: "Customers of Northly" });
  expect(await tillJson("registry", "policies")).toContainEqual(changed);
  expect(await till(...set, "--within-days", "-1")).toMatchObject({ code: 1, stdout: "" });
});

test("keeps a stopped lot from sale until the operator decides", async () => {
  const issued = await write("stop.csv", [header, row(601, 10)].join("\n"));
  await till("lots", "import", "--registry", "verra", issued);
  const id = "lot_verra_5-601-610";
  await till("lots", "stop", id, "--reason", "A question");
  expect((await till("lots", "stopped")).stdout).toContain(`${id} (test, 10 t left`);
  const { code: checkCode, stdout: checked } = await till("check");
  expect({ checkCode, checked }).toMatchObject({
    checkCode: 0,
    checked: expect.stringContaining("Stopped lots that need a decision:"),
  });
  const blank = await till("lots", "remove", id, "--reason", " ");
  expect(blank).toMatchObject({ code: 1, stdout: "" });
  expect(await tillJson("lots", "resume", id)).toMatchObject({
    state: "on_sale",
    dismissed: [],
  });
  expect((await till("lots", "stopped")).stdout).toBe("No stopped lots.\n");
  expect((await till("lots", "resume", "lot_nowhere")).stderr).toBe("Could not find credit lot\n");
});

test("totals rebuild reports differences, and corrects them unless it is a dry run", async () => {
  const { tag } = await makeStock();
  await database().prisma.stockTotal.updateMany({
    where: { projectId: `prj_${tag}_a` },
    data: { lots: 7 },
  });
  const dry = await till("totals", "rebuild", "--dry-run");
  expect(dry.code).toBe(1);
  expect(dry.stdout).toContain("stock_totals: 1 wrong row");
  expect(dry.stdout).toContain('"lots":7,"expected_lots":1');
  expect(await tillJson("totals", "rebuild")).toMatchObject({ differing: 1, corrected: 1 });
  expect(await till("totals", "rebuild", "--dry-run")).toMatchObject({ code: 0 });
});

test("check --repair corrects wrong totals and says so", async () => {
  await database().prisma.stockTotal.updateMany({ data: { lots: 7 } });
  const rows = await database().prisma.stockTotal.count();
  expect(await till("check")).toMatchObject({ code: 1 });
  const { code, stdout } = await till("check", "--repair");
  expect(code).toBe(0);
  expect(stdout).toContain(`stock_totals: ${rows} wrong row`);
  expect(stdout).toContain("Corrected all of them.");
  expect(await till("check")).toMatchObject({ code: 0 });
});

test("imports an account's holdings by a mapping that starts from the ready-made one", async () => {
  const printed = await till("lots", "mapping", "--registry", "acr");
  const mapping = JSON.parse(printed.stdout);
  mapping.columns.serial_number_range = "Serials";
  const mappingFile = await write("mapping.json", JSON.stringify(mapping));
  const holdings = await write(
    "h.csv",
    "Serials,Quantity of Credits,Vintage,Project ID,Project Name\n" +
      "ACR-US-1-2025-1-1 to 10,10,2025,ACR1,Hills\n",
  );
  const args = ["lots", "import", "--registry", "acr", "--mapping", mappingFile, holdings];
  const { code, stdout } = await till(...args);
  expect(code).toBe(0);
  expect(stdout).toContain("h.csv was read as holdings, of which no real file was tested");
  expect(stdout).toContain("credit lots: 1 created (10 t)");
  const whole = await till(...args, "--complete");
  expect(whole).toMatchObject({ code: 0 });
  expect(whole.stdout).toContain("The list has all credits of stock and orders.");
  const bad = await write("bad.json", JSON.stringify({ columns: { price: "C" } }));
  const refused = await till("lots", "import", "--registry", "acr", "--mapping", bad, holdings);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("bad.json, columns.project_id: is required");
});
