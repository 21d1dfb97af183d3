import { describe, expect, test } from "vitest";
import {
  type FileRetirementRow,
  type Registry,
  type RegistryRetirementRow,
  readRetirements,
} from "#domain/registries";
import { hasRealExports, REAL_EXPORTS, realExport } from "#testing/real-exports";

function rowsOf(registry: Registry, name: string): FileRetirementRow[] {
  const text = realExport(registry, name);
  const { rows, refused } = readRetirements(registry, [{ name, text }]);
  expect(refused).toEqual([]);
  return rows;
}

type Facts = Partial<Omit<RegistryRetirementRow, "serials">> & { serials: object | null };

describe.skipIf(!hasRealExports)(`retirements in ${REAL_EXPORTS}`, () => {
  test.each<[Registry, string, number, Facts]>([
    [
      "verra",
      "transactions.csv",
      100,
      {
        kind: "retired",
        serials: { kind: "verra", first: 941467007, last: 941467431 },
        quantityKg: 425_000,
        retiredOn: "2026-04-10",
        beneficiary: null,
        projectRegistryId: "VCS1340",
        vintageYear: 2020,
        rowNumber: 2,
      },
    ],
    [
      "gold-standard",
      "retirements.csv",
      100,
      {
        kind: "retired",
        serials: { kind: "gold-standard", first: 110, last: 5463 },
        retiredOn: "2026-04-10",
        beneficiary: "Hilti Corporation",
        reason: "Voluntary",
        projectRegistryId: "GS11603",
      },
    ],
    [
      "isometric",
      "retirements.csv",
      100,
      {
        kind: "retired",
        serials: null,
        quantityKg: 531_000,
        retiredOn: "2026-04-09",
        beneficiary: "Workday",
        reason: "public environmental claims",
        reference: "ret_1KNSQMD6Z1S0TB50",
        url: "https://to.isometric.com/ret_1KNSQMD6Z1S0TB50",
        projectRegistryId: "prj_1HHYZFVGW1S044ZY",
        vintageYear: 2026,
      },
    ],
    [
      "acr",
      "retirements.csv",
      100,
      {
        kind: "retired",
        serials: { kind: "apx", first: 30_932, last: 35_143 },
        quantityKg: 4_212_000,
        retiredOn: "2026-04-13",
        beneficiary: "AWS",
        reason: "Environmental Benefit",
        projectRegistryId: "ACR1129",
      },
    ],
    [
      "acr",
      "cancellations.csv",
      50,
      {
        kind: "cancelled",
        serials: { kind: "apx", first: 1, last: 85_847 },
        retiredOn: "2026-01-22",
        beneficiary: null,
        reason: "Convert to Ecology offset credits",
      },
    ],
    [
      "cercarbono",
      "retirements.csv",
      100,
      {
        kind: "retired",
        serials: { kind: "cercarbono", first: 4426, last: 4971 },
        quantityKg: 546_000,
        retiredOn: "2022-02-24",
        beneficiary: "Reciclene S.A.S",
        reason: "Voluntary compensation",
        url: "https://www.ecoregistry.io/projects/1",
        projectRegistryId: "CDC-1",
        vintageYear: 2009,
      },
    ],
  ])("%s %s: every row has its facts", (registry, name, count, first) => {
    const rows = rowsOf(registry, name);
    expect(rows).toHaveLength(count);
    expect(rows[0]).toMatchObject({ file: name, registry, ...first });
    for (const { quantityKg, serials, rowNumber } of rows) {
      expect(quantityKg).toBeGreaterThan(0);
      expect(serials === null).toBe(registry === "isometric");
      expect(rowNumber).toBeGreaterThan(1);
    }
  });

  test("names that the registry hides are no beneficiaries", () => {
    const gold = rowsOf("gold-standard", "retirements.csv");
    expect(gold.filter((row) => /disclosed/i.test(row.beneficiary ?? ""))).toEqual([]);
    const cercarbono = rowsOf("cercarbono", "retirements.csv");
    expect(cercarbono.filter(({ beneficiary }) => beneficiary === null)).toHaveLength(80);
  });
});

test("other rows are left out, malformed ones are reported, and another file is refused", () => {
  const header =
    "Vintage Start,Vintage End,ID,Name,Quantity Issued,Serial Number,Retirement/Cancellation Date";
  const row = (first: number, count: number, retired: string) =>
    `2020-01-01,2020-12-31,7,Hills,${count},` +
    `5-${first}-${first + 9}-VCS-VCU-1507-VER-ET-14-7-01012020-31122020-0,${retired}`;
  const text = [header, row(1, 10, ""), row(11, 10, "2026-01-01"), row(21, 9, "2026-01-01")];
  const file = { name: "t.csv", text: text.join("\n") };
  const { rows, refused } = readRetirements("verra", [file]);
  expect(rows).toMatchObject([{ file: "t.csv", rowNumber: 3, quantityKg: 10_000 }]);
  expect(refused).toMatchObject([{ file: "t.csv", line: 4 }]);
  expect(() => readRetirements("verra", [file, { name: "x.csv", text: "a,b\n1,2\n" }])).toThrow(
    "A file cannot be read",
  );
});
