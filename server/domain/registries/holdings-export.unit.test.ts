import { describe, expect, test } from "vitest";
import { Problem } from "#core/errors";
import { hasRealExports, REAL_EXPORTS, realExport } from "#testing/real-exports";
import { parseHoldingsMapping, readyMappings } from "./holdings-mapping";
import { readRegistryExport } from "./read-registry-export";
import type { Registry } from "./registry-identities";

type Cells = Record<string, string>;

function csv(...rows: readonly Cells[]): string {
  const header = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => header.map((column) => `"${row[column] ?? ""}"`).join(","));
  return `${[header.map((column) => `"${column}"`).join(","), ...lines].join("\n")}\n`;
}

const acr: Cells = {
  "Credit Serial Numbers": "ACR-US-1129-2025-2917-30932 to 35143",
  "Quantity of Credits": "4212",
  Vintage: "2025",
  "Project ID": "ACR1129",
  "Project Name": "Middle East 1",
  "Project Type": "Ozone Depleting Substances",
};

/** Holdings of each registry, by the column names of its ready-made mapping. */
const rows: [Registry, Cells, object][] = [
  [
    "acr",
    acr,
    {
      id: "lot_acr_ACR-US-1129-2025-2917-30932-35143",
      project_id: "prj_acr_1129",
      quantity_kg: 4_212_000,
      vintage_year: 2025,
    },
  ],
  [
    "car",
    {
      "Offset Credit Serial Numbers": "CAR-1-US-1335-31-983-KS-2025-9205-1 to 5000",
      "Quantity of Offset Credits": "5,000",
      Vintage: "2025",
      "Project ID": "CAR1335",
      "Project Name": "Tertiary Catalyst",
    },
    { id: "lot_car_CAR-1-US-1335-31-983-KS-2025-9205-1-5000", project_id: "prj_car_1335" },
  ],
  [
    "art",
    {
      "Credit Serial Numbers": "FCPF-CI-130-2023-20-1 to 46404",
      "Quantity of Credits": "46404",
      Vintage: "2023",
      "Program ID": "ART130",
      "Program Name": "National Park Area",
      "Program  Country": "COTE D'IVOIRE",
    },
    { id: "lot_art_FCPF-CI-130-2023-20-1-46404", project_id: "prj_art_130" },
  ],
  [
    "cercarbono",
    {
      serial: "CDC_7_1_1_321_14_CO_1_1",
      from: "1526",
      to: "4486",
      quantity: "2961",
      vintage: "2010",
      project_id: "7",
      project_name: "Meta",
    },
    {
      id: "lot_cercarbono_CDC_7_1_1_321_14_CO_1_1_from_1526-4486",
      project_id: "prj_cercarbono_7",
      serial_number_range: "CDC_7_1_1_321_14_CO_1_1 from 1526 to 4486",
    },
  ],
  [
    "puro",
    {
      certificates: "PURO_PR_CORC100+_BO_432524_2026_cccf79ef-0000-4000-8000-000000000001_1-12678",
      volume: "12678",
      vintage: "2026",
      productionFacilityCode: "432524",
      productionFacilityName: "Biochar",
    },
    { project_id: "prj_puro_432524", quantity_kg: 12_678_000 },
  ],
];

describe("an account's holdings", () => {
  test.each(rows)("of %s become stock by the ready-made mapping", (registry, cells, lot) => {
    const read = readRegistryExport(registry, csv(cells));
    expect(read).toMatchObject({ kind: "holdings", fault: null, isTested: false, refused: [] });
    expect(read.lots).toMatchObject([{ line: 2, ...lot }]);
    expect(read.projects).toHaveLength(1);
    expect(read.retirements).toEqual([]);
  });

  test.each(rows)("of %s are refused where quantity and serials disagree", (registry, cells) => {
    const quantity = readyMappings[registry]?.columns.quantity_tonnes ?? "";
    const wrong = { ...cells, [quantity]: "17" };
    const read = readRegistryExport(registry, csv(wrong, cells));
    expect(read.refused).toMatchObject([{ line: 2, isMalformed: true }]);
    expect(read.lots).toMatchObject([{ line: 3 }]);
  });

  test.each(["Retirement Reason", "Retired on Behalf of", "Cancellation Type", "Beneficiary"])(
    "with a column %s are refused: they may list retired credits",
    (column) => {
      const read = readRegistryExport("acr", csv({ ...acr, [column]: "" }));
      expect(read).toMatchObject({ kind: null, lots: [] });
      expect(read.fault).toContain(`has the column "${column}", so it may list retired credits`);
      const mapping = { ...readyMappings.acr, ignored_columns: [column] };
      const allowed = parseHoldingsMapping("m.json", JSON.stringify(mapping));
      const again = readRegistryExport("acr", csv({ ...acr, [column]: "" }), {
        mapping: allowed,
      });
      expect(again.lots).toHaveLength(1);
    },
  );

  test("with another name for a column are compared with the expected ones", () => {
    const renamed = csv(acr).replace("Quantity of Credits", "Balance");
    expect(readRegistryExport("acr", renamed).fault).toBe(
      'is most like ACR\'s holdings export, but lacks the column "Quantity of Credits" ' +
        'and has the unknown column "Balance"',
    );
  });

  test("of any file become stock by a mapping of its columns, without inactive rows", () => {
    const mapping = parseHoldingsMapping(
      "m.json",
      JSON.stringify({
        columns: {
          serial_number_range: "Serials",
          quantity_kg: "Kg",
          vintage_year: "Vintage start",
          project_id: "Project",
          project_name: "Title",
          status: "State",
          retired_on: "Retired on",
        },
        active_statuses: ["active", "Available"],
      }),
    );
    const holding = {
      Serials: "5-1-10-VCS-VCU-1507-VER-ET-14-7-01012020-31122020-0",
      Kg: "10000",
      "Vintage start": "2020-01-01",
      Project: "VCS7",
      Title: "Hills",
      State: "Active",
      "Retired on": "",
    };
    const serials = (first: number) => holding.Serials.replace("1-10", `${first}-${first + 9}`);
    const read = readRegistryExport(
      "verra",
      csv(
        holding,
        { ...holding, Serials: serials(21), State: "available" },
        { ...holding, Serials: serials(31), State: "Retired" },
        { ...holding, Serials: serials(41), "Retired on": "2026-01-01" },
        { ...holding, Serials: serials(51), State: "" },
        { ...holding, Serials: "ACR-US-1129-2025-2917-1 to 10" },
      ),
      { mapping },
    );
    expect(read.lots).toMatchObject([
      { id: "lot_verra_5-1-10", vintage_year: 2020, quantity_kg: 10_000 },
      { id: "lot_verra_5-21-30" },
    ]);
    expect(read.refused.map(({ line, isMalformed }) => [line, isMalformed])).toEqual([
      [4, false],
      [5, false],
      [6, false],
      [7, true],
    ]);
    const other = readRegistryExport("verra", csv({ ...holding, Kg: "1" }).replace("Kg", "T"), {
      mapping,
    });
    expect(other.fault).toBe('lacks the column "Kg" of the mapping');
  });

  test.skipIf(!hasRealExports).each([
    ["verra", "transactions"],
    ["gold-standard", "retirements"],
    ["acr", "retirements"],
    ["acr", "cancellations"],
    ["cercarbono", "retirements"],
  ] as const)(
    `%s %s of ${REAL_EXPORTS} never become holdings, whichever column is renamed`,
    (registry, name) => {
      const text = realExport(registry, `${name}.csv`);
      const [header = "", ...lines] = text.split("\n");
      const columns = header.split(",");
      for (const column of columns) {
        const renamed = columns.map((it) => (it === column ? "renamed" : it)).join(",");
        const read = readRegistryExport(registry, [renamed, ...lines].join("\n"));
        expect([column, read.kind]).not.toEqual([column, "holdings"]);
      }
    },
  );
});

describe("a mapping", () => {
  function errorsOf(mapping: unknown): Record<string, string[]> {
    try {
      parseHoldingsMapping(
        "m.json",
        typeof mapping === "string" ? mapping : JSON.stringify(mapping),
      );
      return {};
    } catch (error) {
      if (error instanceof Problem) return error.errors ?? {};
      throw error;
    }
  }
  const columns = {
    serial_number_range: "S",
    quantity_tonnes: "Q",
    vintage_year: "V",
    project_id: "P",
    project_name: "N",
  };

  test("that is ready-made is valid", () => {
    for (const mapping of Object.values(readyMappings)) expect(errorsOf(mapping)).toEqual({});
    expect(errorsOf({ columns })).toEqual({});
  });

  test.each<[string, unknown, string]>([
    ["no JSON", "{", "m.json"],
    ["no columns", {}, "m.json, columns"],
    [
      "no project",
      { columns: { ...columns, project_id: undefined } },
      "m.json, columns.project_id",
    ],
    ["an unknown field", { columns: { ...columns, price: "C" } }, "m.json, columns.price"],
    ["an unknown option", { columns, registry: "acr" }, "m.json, registry"],
    [
      "two forms of serials",
      { columns: { ...columns, serial: "S" } },
      "m.json, columns.serial_number_range",
    ],
    [
      "two quantities",
      { columns: { ...columns, quantity_kg: "K" } },
      "m.json, columns.quantity_tonnes",
    ],
    ["another date form", { columns, dates: "year-first" }, "m.json, dates"],
    ["no active status", { columns, active_statuses: [] }, "m.json, active_statuses"],
  ])("with %s is refused, and the place is named", (_, mapping, place) => {
    expect(Object.keys(errorsOf(mapping))).toEqual([place]);
  });

  test("of serials in parts needs all parts", () => {
    const { serial_number_range: _, ...others } = columns;
    const parts = { serial: "S", first_serial: "F", last_serial: "L" };
    expect(errorsOf({ columns: { ...others, ...parts } })).toEqual({});
    const { last_serial: __, ...incomplete } = parts;
    expect(Object.keys(errorsOf({ columns: { ...others, ...incomplete } }))).toEqual([
      "m.json, columns.serial_number_range",
    ]);
  });
});

test.each(["Estado", "Tipo", "Cuenta", "is_buffer"])(
  "an unmapped column %s stops a file of holdings",
  (column) => {
    const { fault } = readRegistryExport("acr", csv({ ...acr, [column]: "Activo" }));
    expect(fault).toContain(`has the column "${column}"`);
  },
);
