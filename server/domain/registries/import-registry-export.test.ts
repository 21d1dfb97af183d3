import { describe, expect, test } from "vitest";
import { database } from "#core/db";
import { checkLedger } from "#domain/diagnostics";
import type { Registry } from "#domain/registries";
import { errorsOf } from "#testing/catalogue-file";
import { importFile, systemContext } from "#testing/factories";
import { importExports } from "#testing/import-exports";

type Files = { name: string; text: string }[];

const importExport = (registry: Registry, files: Files, mode: "live" | "test" = "test") =>
  importExports({ mode, registry, files });

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

  test("fill in a lot's labels, and keep what an operator stated about it", async () => {
    const label = { scheme: "CCP", granted_on: "2026-03-01", source_url: null };
    const id = "lot_verra_9-9001-9010";
    const rows = verra({ project: 92, first: 9001, last: 9010 });
    await importExport("verra", [{ name: "t.csv", text: rows }]);
    await importFile({
      mode: "test",
      credit_lots: [
        {
          id,
          project_id: "prj_verra_92",
          vintage_year: 2020,
          quantity_kg: 10_000,
          serial_number_range: "9-9001-9010-VCS-VCU-1507-VER-ET-14-92-01012020-31122020-0",
          labels: [label],
          corresponding_adjustment: "applied",
        },
      ],
    });
    const labels = "ICVCM CCP; Social Carbon; Article 6 Authorized - NDC Use";
    const [header = "", row = ""] = rows.split("\n");
    const text = csv(`${header},Additional Certifications`, `${row},${labels}`);
    const report = await importExport("verra", [{ name: "t.csv", text }]);
    expect(report.lots).toMatchObject({ created: 0, updated: 1 });
    const [lot] = await lotsOf("prj_verra_92");
    expect(lot).toMatchObject({ creditType: "VCU", correspondingAdjustment: "applied" });
    expect(lot?.labels).toMatchObject([
      label,
      { scheme: "Social Carbon" },
      { scheme: "Article 6 Authorized - NDC Use" },
    ]);
    expect((await importExport("verra", [{ name: "t.csv", text }])).changed).toBe(false);
  });

  test("of a project whose id another one has are refused, and the others imported", async () => {
    const other = { id: "prj_verra_93", name: "Another", registry_name: "Own", registry_id: "7" };
    await importFile({ mode: "test", projects: [other] });
    const text = verra(
      { project: 93, first: 9301, last: 9310 },
      { project: 94, first: 9401, last: 9410 },
    );
    const report = await importExport("verra", [{ name: "t.csv", text }]);
    expect(report).toMatchObject({ projects: { created: 1 }, lots: { created: 1 } });
    expect(report.refused).toMatchObject([
      { line: 2, reason: expect.stringContaining('another project has the id "prj_verra_93"') },
    ]);
    expect(await lotsOf("prj_verra_93")).toEqual([]);
    const long = csv("ID,Name,Status", `95,${"x".repeat(600)},Registered`, "94,Hills,Registered");
    const again = await importExport("verra", [{ name: "projects.csv", text: long }]);
    expect(again).toMatchObject({ refused: [{ line: 2 }], projects: { unchanged: 1 } });
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
    expect(serials).toEqual([3001, 3041, 3101]);
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
    [41, 60],
    [61, 100],
  ]);
  expect(lots.map(({ state }) => state)).toEqual(["on_sale", "removed", "on_sale"]);
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
