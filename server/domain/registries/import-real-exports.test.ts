// Imports the registries' real rows, if they are next to the checkout (../shared/data/registries).

import { describe, expect, test } from "vitest";
import { database } from "#core/db";
import { checkLedger } from "#domain/diagnostics";
import type { Registry } from "#domain/registries";
import { systemContext } from "#testing/factories";
import { importExports } from "#testing/import-exports";
import { hasRealExports, REAL_EXPORTS, realExport } from "#testing/real-exports";

type Files = { name: string; text: string }[];

const importExport = (registry: Registry, files: Files, mode: "live" | "test" = "test") =>
  importExports({ mode, registry, files });

const csv = (...rows: string[]) => `${rows.join("\n")}\n`;

describe.skipIf(!hasRealExports)(`rows of ${REAL_EXPORTS}`, () => {
  const files = (registry: string, ...names: string[]) =>
    names.map((name) => ({ name, text: realExport(registry, name) }));

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
      where: { mode: "live", projectId: "prj_gs_11603", state: "on_sale" },
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
