import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { database } from "#core/db";
import { checkLedger } from "#domain/diagnostics";
import { importRegistryExport, type Registry } from "#domain/registries";
import { errorsOf } from "#testing/catalogue-file";
import { importFile, systemContext } from "#testing/factories";

type Files = { name: string; text: string }[];

/** Imports in a transaction of its own. */
function importExport(registry: Registry, files: Files, mode: "live" | "test" = "test") {
  return database().transaction((db) =>
    importRegistryExport({ ...systemContext(), db }, { mode, registry, files }),
  );
}

const VERRA =
  "Issuance Date,Vintage Start,Vintage End,ID,Name,Country/Area,Project Type,Quantity Issued," +
  "Serial Number,Retirement/Cancellation Date";

interface Verra {
  project: number;
  first: number;
  last: number;
  retired?: string;
  quantity?: string;
}

/** A row of Verra's transactions. */
function verraRow({ project, first, last, retired = "", quantity }: Verra): string {
  const serials = `9-${first}-${last}-VCS-VCU-1507-VER-ET-14-${project}-01012020-31122020-0`;
  const count = quantity ?? String(last - first + 1);
  return `2026-04-03,2020-01-01,2020-12-31,${project},Hills ${project},Ethiopia,Forestry,${count},${serials},${retired}`;
}

const csv = (...rows: string[]) => `${rows.join("\n")}\n`;
const verra = (...rows: Verra[]) => csv(VERRA, ...rows.map(verraRow));

function lotsOf(project: string) {
  return database().prisma.creditLot.findMany({
    where: { projectId: project },
    orderBy: { serialFirst: "asc" },
  });
}

describe("Verra's transactions", () => {
  test("become lots of new projects, retired rows are skipped, and a repeat writes nothing", async () => {
    const text = verra(
      { project: 71, first: 1, last: 425 },
      { project: 71, first: 500, last: 600, retired: "2026-04-10" },
      { project: 72, first: 700, last: 799 },
    );
    const report = await importExport("verra", [{ name: "t.csv", text }]);
    expect(report).toMatchObject({
      projects: { created: 2, completed: 0, unchanged: 0, skipped: 0 },
      lots: { created: 2, updated: 0, unchanged: 0, createdKg: 525_000 },
      retirements: [{ file: "t.csv", rowNumber: 3, retiredOn: "2026-04-10" }],
      refused: [],
      changed: true,
    });
    const [lot] = await lotsOf("prj_verra_71");
    expect(lot).toMatchObject({ quantityKg: 425_000n, vintageYear: 2020, retiredKg: 0n });
    const project = await database().prisma.project.findUniqueOrThrow({
      where: { mode_id: { mode: "test", id: "prj_verra_71" } },
    });
    expect(project).toMatchObject({ name: "Hills 71", registryId: "VCS71", developer: "" });
    const again = await importExport("verra", [{ name: "t.csv", text }]);
    expect(again).toMatchObject({ changed: false, lots: { created: 0, unchanged: 2 } });
  });

  test("are imported without their malformed lines, each of which is reported", async () => {
    const text = verra(
      { project: 81, first: 1, last: 10 },
      { project: 81, first: 11, last: 20, quantity: "9" },
      { project: 82, first: 30, last: 40, quantity: "many" },
      { project: 81, first: 8, last: 12 },
      { project: 81, first: 21, last: 30 },
    );
    const report = await importExport("verra", [{ name: "t.csv", text }]);
    expect(report).toMatchObject({ lots: { created: 2, createdKg: 20_000 } });
    expect(report.refused).toMatchObject([
      { line: 3, isMalformed: true, reason: expect.stringContaining("Serial Number: ") },
      { line: 4, isMalformed: true, reason: expect.stringContaining("Quantity Issued: ") },
      { line: 5, isMalformed: true, reason: expect.stringContaining("t.csv, line 2") },
    ]);
    expect(await lotsOf("prj_verra_81")).toHaveLength(2);
    expect(await lotsOf("prj_verra_82")).toEqual([]);
  });

  test("are added to the operator's existing project of that number, whose texts stay", async () => {
    const own = {
      id: "prj_own_91",
      name: "Our hills",
      registry_name: "VERRA",
      registry_id: "VCS 91",
      summary: "Ours",
    };
    await importFile({ mode: "test", projects: [own] });
    const text = verra({ project: 91, first: 2001, last: 2010 });
    const projects = csv(
      "ID,Name,Status,Proponent,Methodology",
      "91,Theirs,Registered,Hill People,VM0015",
    );
    const report = await importExport("verra", [
      { name: "transactions.csv", text },
      { name: "projects.csv", text: projects },
    ]);
    expect(report.projects).toEqual({ created: 0, completed: 1, unchanged: 0, skipped: 0 });
    expect(await lotsOf("prj_own_91")).toHaveLength(1);
    expect(
      await database().prisma.project.findFirst({ where: { id: "prj_own_91" } }),
    ).toMatchObject({
      name: "Our hills",
      summary: "Ours",
      registryId: "VCS 91",
      developer: "Hill People",
      methodology: "VM0015",
      locationName: "Ethiopia",
    });
  });

  test("create no project without credits", async () => {
    const text = csv("ID,Name,Status", "9999,Nobody's,Registered");
    const report = await importExport("verra", [{ name: "projects.csv", text }]);
    expect(report).toMatchObject({ changed: false, projects: { created: 0, skipped: 1 } });
  });

  test("of a later day: known lots are counted, new ones imported", async () => {
    const first = verra({ project: 101, first: 3001, last: 3100 });
    await importExport("verra", [{ name: "may.csv", text: first }]);
    const later = verra(
      { project: 101, first: 3001, last: 3040, retired: "2026-05-02" },
      { project: 101, first: 3041, last: 3100 },
      { project: 101, first: 3101, last: 3110 },
    );
    const report = await importExport("verra", [{ name: "june.csv", text: later }]);
    expect(report).toMatchObject({ lots: { created: 1 }, removed: { lots: 1, kg: 40_000 } });
    expect(report.refused).toMatchObject([{ line: 3, isMalformed: false }]);
    const serials = (await lotsOf("prj_verra_101")).map((lot) => Number(lot.serialFirst));
    expect(serials).toEqual([3041, 3101]);
    const again = await importExport("verra", [{ name: "june.csv", text: later }]);
    expect(again).toMatchObject({ changed: false, lots: { unchanged: 2 }, refused: [] });
    expect(await checkLedger(systemContext())).toEqual([]);
  });
});

test("serials that an earlier import named as retired never become stock, in any import", async () => {
  const retired = verra({ project: 97, first: 41, last: 60, retired: "2026-04-10" });
  await importExport("verra", [{ name: "retired.csv", text: retired }]);
  const issued = verra({ project: 97, first: 1, last: 100 });
  const report = await importExport("verra", [{ name: "issued.csv", text: issued }]);
  expect(report).toMatchObject({ lots: { created: 1 }, removed: { lots: 1, kg: 20_000 } });
  const lots = await lotsOf("prj_verra_97");
  expect(
    lots.map(({ serialFirst, serialLast }) => [Number(serialFirst), Number(serialLast)]),
  ).toEqual([
    [1, 40],
    [61, 100],
  ]);
  const lot = {
    id: "lot_sneaked",
    project_id: "prj_verra_97",
    vintage_year: 2020,
    quantity_kg: 1000,
    serial_number_range: "9-50-50-VCS-VCU-1507-VER-ET-14-97-01012020-31122020-0",
  };
  const errors = await errorsOf(importFile({ mode: "test", credit_lots: [lot] }));
  expect(Object.keys(errors)).toEqual(["credit_lots[0].serial_number_range"]);
});

test("a file of another registry is rejected", async () => {
  const text = verra({ project: 121, first: 1, last: 2 });
  const errors = await errorsOf(importExport("gold-standard", [{ name: "verra.csv", text }]));
  expect(Object.keys(errors)).toEqual(["verra.csv, line 1"]);
});

const REAL = "../shared/data/registries";
const isThere = existsSync(REAL);
if (!isThere) process.stderr.write(`No real exports in ${REAL}: their tests are skipped.\n`);

describe.skipIf(!isThere)("the registries' real rows", () => {
  const files = (registry: string, ...names: string[]) =>
    names.map((name) => ({ name, text: readFileSync(`${REAL}/${registry}/${name}`, "utf8") }));

  test("of Verra: everything not retired becomes stock, to the kg", async () => {
    const report = await importExport("verra", files("verra", "transactions.csv"), "live");
    expect(report).toMatchObject({ projects: { created: 43 }, lots: { created: 100 } });
    expect(report.retirements).toHaveLength(100);
    const again = await importExport("verra", files("verra", "transactions.csv"), "live");
    expect(again).toMatchObject({ changed: false, lots: { unchanged: 100 } });
  });

  test("of Gold Standard: serials retired since their issuance leave the stock", async () => {
    await importExport("gold-standard", files("gold-standard", "issuances.csv"), "live");
    const retirements = files("gold-standard", "retirements.csv");
    const report = await importExport("gold-standard", retirements, "live");
    expect(report).toMatchObject({ removed: { lots: 2, kg: 17_493_000 } });
    expect(report.retirements).toHaveLength(100);
    const lots = await database().prisma.creditLot.findMany({
      where: { mode: "live", projectId: "prj_gs_11603" },
      orderBy: { id: "asc" },
    });
    expect(lots.map((lot) => lot.serialNumberRange)).toEqual([
      "GS1-1-KE-GS11603-16-2024-30255-1-484",
      "GS1-1-KE-GS11603-16-2024-30255-12624-24247",
      "GS1-1-KE-GS11603-16-2025-30256-1-109",
      "GS1-1-KE-GS11603-16-2025-30256-5464-5485",
    ]);
    const again = await importExport("gold-standard", retirements, "live");
    expect(again.changed).toBe(false);
  });

  test("of Isometric: a project's own name comes with the projects export", async () => {
    const where = { mode: "live", registryName: "Isometric" };
    await importExport("isometric", files("isometric", "issuances.csv"), "live");
    const before = await database().prisma.project.findMany({ where });
    expect(before).toHaveLength(16);
    const report = await importExport("isometric", files("isometric", "projects.csv"), "live");
    expect(report.projects).toMatchObject({ created: 0, completed: 16 });
    const after = await database().prisma.project.findMany({ where });
    expect(after.some(({ name, registryId }) => name.includes(registryId ?? "?"))).toBe(false);
    expect(after.every(({ type }) => type !== "")).toBe(true);
    const all = files("isometric", "projects.csv", "issuances.csv", "retirements.csv");
    expect((await importExport("isometric", all, "live")).changed).toBe(false);
  });

  /** Holdings that contain all serials of the file, as one row for each issuance. */
  function acrHoldings(text: string): { text: string; tonnes: number } {
    const blocks = new Map<string, { last: number; project: string; vintage: string }>();
    const rows = text.matchAll(/(ACR-(?:\w+)-(\d+)-(\d{4})-\d+-)\d+ to (\d+)/g);
    for (const [, block = "", project = "", vintage = "", last] of rows) {
      const known = blocks.get(block)?.last ?? 0;
      blocks.set(block, { last: Math.max(known, Number(last)), project, vintage });
    }
    const lines = [...blocks].map(
      ([block, { last, project, vintage }]) =>
        `${block}1 to ${last},${last},${vintage},ACR${project},Project ${project}`,
    );
    const header = "Credit Serial Numbers,Quantity of Credits,Vintage,Project ID,Project Name";
    const tonnes = [...blocks.values()].reduce((sum, { last }) => sum + last, 0);
    return { text: csv(header, ...lines), tonnes };
  }

  test("of ACR: holdings and retirements give the same stock in any order, twice", async () => {
    const retirements = files("acr", "retirements.csv");
    const held = acrHoldings(retirements[0]?.text ?? "");
    const holdings = [{ name: "holdings.csv", text: held.text }];
    const stockKg = async (mode: "live" | "test", order: Files[]) => {
      for (const list of [...order, ...order]) {
        expect(
          (await importExport("acr", list, mode)).refused.filter((it) => it.isMalformed),
        ).toEqual([]);
      }
      const where = { mode, id: { startsWith: "lot_acr_" }, state: "on_sale" };
      const lots = await database().prisma.creditLot.findMany({ where });
      return lots.reduce((kg, lot) => kg + Number(lot.quantityKg), 0);
    };
    const { retirements: rows } = await importExport("acr", retirements, "test");
    const retiredKg = rows.reduce((kg, row) => kg + (row.quantityKg ?? 0), 0);
    const leftKg = held.tonnes * 1000 - retiredKg;
    expect(await stockKg("live", [holdings, retirements])).toBe(leftKg);
    expect(await stockKg("test", [retirements, holdings])).toBe(leftKg);
  });

  test("of ACR and Cercarbono: issuances without serials are no stock, each with a reason", async () => {
    for (const registry of ["acr", "cercarbono"] as const) {
      const report = await importExport(registry, files(registry, "issuances.csv"), "live");
      expect(report).toMatchObject({ lots: { created: 0 }, changed: false });
      expect(report.refused).toHaveLength(100);
      expect(report.refused.filter(({ isMalformed }) => isMalformed)).toEqual([]);
    }
  });

  test("leave a consistent ledger", async () => {
    expect(await checkLedger(systemContext())).toEqual([]);
  });
});
