// Reads the registries' real exports, if they are next to the checkout (../shared/data/registries).

import { describe, expect, test } from "vitest";
import { narrowSerialRange, overlappingPairs, parseSerialRange } from "#domain/inventory";
import { hasRealExports, REAL_EXPORTS, realExport } from "#testing/real-exports";
import { readRegistryExport } from "./read-registry-export";
import type { Registry } from "./registry-identities";

function read(registry: Registry, name: string) {
  const text = realExport(registry, `${name}.csv`);
  const parsed = readRegistryExport(registry, text);
  expect(readRegistryExport(registry, `\ufeff${text.replaceAll("\n", "\r\n")}`)).toEqual(parsed);
  expect(parsed.fault).toBeNull();
  expect(parsed.refused.filter(({ isMalformed }) => isMalformed)).toEqual([]);
  return parsed;
}

describe.skipIf(!hasRealExports)(`${REAL_EXPORTS}`, () => {
  test.each([
    ["verra", "transactions", ["transactions", 43, 100, 100, 0]],
    ["verra", "projects", ["projects", 50, 0, 0, 0]],
    ["gold-standard", "issuances", ["issuances", 54, 100, 0, 0]],
    ["gold-standard", "retirements", ["retirements", 0, 0, 100, 0]],
    ["gold-standard", "projects", ["projects", 50, 0, 0, 0]],
    ["isometric", "issuances", ["issuances", 16, 100, 0, 0]],
    ["isometric", "retirements", ["retirements", 0, 0, 100, 0]],
    ["isometric", "projects", ["projects", 48, 0, 0, 2]],
    ["acr", "issuances", ["issuances", 0, 0, 0, 100]],
    ["acr", "retirements", ["retirements", 0, 0, 100, 0]],
    ["acr", "cancellations", ["cancellations", 0, 0, 50, 0]],
    ["acr", "projects", ["projects", 50, 0, 0, 0]],
    ["cercarbono", "issuances", ["issuances", 0, 0, 0, 100]],
    ["cercarbono", "retirements", ["retirements", 0, 0, 100, 0]],
    ["cercarbono", "projects", ["projects", 42, 0, 0, 8]],
  ] as const)("every row of %s %s is read", (registry, name, counts) => {
    const { kind, projects, lots, retirements, refused } = read(registry, name);
    const numbers = [projects, lots, retirements, refused].map((list) => list.length);
    expect([kind, ...numbers]).toEqual(counts);
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
    const retired = read("gold-standard", "retirements").retirements.flatMap(({ serials }) =>
      serials === null ? [] : [{ range: serials }],
    );
    const shared = overlappingPairs([...stock, ...retired]).map(([lot]) => lot.range.range);
    expect(shared.sort()).toEqual([
      "GS1-1-KE-GS11603-16-2024-30255-1-24247",
      "GS1-1-KE-GS11603-16-2025-30256-1-5485",
    ]);
  });
});
