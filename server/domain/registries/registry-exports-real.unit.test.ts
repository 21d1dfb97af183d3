// Reads the registries' real exports, if they are next to the checkout (../shared/data/registries).

import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { narrowSerialRange, overlappingPairs, parseSerialRange } from "#domain/inventory";
import { type Registry, readRegistryExport } from "./read-registry-export";

const folder = resolve(process.cwd(), "../shared/data/registries");
const isThere = existsSync(folder);
const skipped = isThere ? "" : ` (skipped: there is no ${folder})`;

function read(registry: Registry, name: string) {
  const text = readFileSync(resolve(folder, registry, `${name}.csv`), "utf8");
  const parsed = readRegistryExport(registry, text);
  expect(readRegistryExport(registry, `\ufeff${text.replaceAll("\n", "\r\n")}`)).toEqual(parsed);
  expect(parsed.problems).toEqual([]);
  return parsed;
}

describe.skipIf(!isThere)(`the real exports${skipped}`, () => {
  test.each([
    ["verra", "transactions", { kind: "stock", projects: 43, lots: 100, refused: 100 }],
    ["verra", "projects", { kind: "projects", projects: 50, lots: 0, refused: 0 }],
    ["gold-standard", "issuances", { kind: "stock", projects: 54, lots: 100, refused: 0 }],
    ["gold-standard", "retirements", { kind: "retirements", projects: 0, lots: 0, refused: 100 }],
    ["gold-standard", "projects", { kind: "projects", projects: 50, lots: 0, refused: 0 }],
    ["isometric", "issuances", { kind: "stock", projects: 16, lots: 100, refused: 0 }],
    ["isometric", "retirements", { kind: "retirements", projects: 0, lots: 0, refused: 100 }],
    ["isometric", "projects", { kind: "projects", projects: 48, lots: 0, refused: 2 }],
  ] as const)("every row of %s %s is read", (registry, name, counts) => {
    const { kind, projects, lots, refused } = read(registry, name);
    expect({
      kind,
      projects: projects.length,
      lots: lots.length,
      refused: refused.length,
    }).toEqual(counts);
  });

  test.each([
    ["verra", "transactions", 3_891_681_000],
    ["gold-standard", "issuances", 5_380_873_000],
    ["isometric", "issuances", 82_569_437],
  ] as const)("the stock of %s is exactly the sum of its rows", (registry, name, totalKg) => {
    const { lots, projects } = read(registry, name);
    expect(lots.reduce((sum, lot) => sum + lot.quantity_kg, 0)).toBe(totalKg);
    expect(new Set(lots.map(({ id }) => id)).size).toBe(lots.length);
    const known = new Set(projects.map(({ id }) => id));
    expect(lots.filter((lot) => !known.has(lot.project_id))).toEqual([]);
    for (const { serial_number_range: range, quantity_kg: kg } of lots) {
      const serialForm = registry === "isometric" ? "named" : "numbered";
      const lot = { serialNumberRange: range, quantityKg: kg, serialForm } as const;
      expect(narrowSerialRange(lot, 0, kg)).toBe(range);
    }
  });

  test("two Gold Standard issuances have serials that were retired since", () => {
    const stock = read("gold-standard", "issuances").lots.map((lot) => ({
      range: parseSerialRange(lot.serial_number_range, lot.quantity_kg),
    }));
    const { retired } = read("gold-standard", "retirements");
    const shared = overlappingPairs([...stock, ...retired]).map(([lot]) => lot.range.range);
    expect(shared.sort()).toEqual([
      "GS1-1-KE-GS11603-16-2024-30255-1-24247",
      "GS1-1-KE-GS11603-16-2025-30256-1-5485",
    ]);
  });
});
