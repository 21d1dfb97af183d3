// Small files as operators have them, each standing for a kind. Some are beside the checkout.

import fs from "node:fs";
import { describe, expect, test } from "vitest";
import { decodeText } from "#core/decode-text";
import { workbookOf } from "#testing/workbook";
import { readExportFile } from "./export-text";
import { parseHoldingsMapping } from "./holdings-mapping";
import { readRegistryExport } from "./read-registry-export";
import type { Registry } from "./registry-identities";

const FIELD = "../shared/data/field";
const hasField = fs.existsSync(FIELD);
const field = (name: string) => decodeText(fs.readFileSync(`${FIELD}/${name}`)) ?? "";

const HEADER =
  "Credit Serial Numbers,Quantity of Credits,Vintage,Project ID,Project Name,Project Type";
const ROW = "ACR-US-901-2021-104-1 to 1000,1000,2021,ACR901,Test Forest,Forest Carbon";

/** Holdings of ACR with columns beside the common ones, and their cells in each row. */
function holdings(columns: string, ...cells: string[]): string {
  const rows = cells.map((cell, index) => `${ROW.replace("104", `${104 + index}`)}${cell}`);
  return [`${HEADER}${columns}`, ...rows].join("\n");
}

const lotsOf = (registry: Registry, text: string) => readRegistryExport(registry, text).lots;
const faultOf = (registry: Registry, text: string) => readRegistryExport(registry, text).fault;

describe.skipIf(!hasField)(`files of ${FIELD}`, () => {
  test.each(["holdings-with-status-retired.csv", "holdings-buffer-pool.csv"])(
    "%s is no stock",
    (name) => {
      const read = readRegistryExport("acr", field(name));
      expect(read).toMatchObject({ lots: [], refused: [{ line: 2, isMalformed: false }] });
    },
  );

  test("a column of yes and no is a label", () => {
    const mapping = parseHoldingsMapping("mapping-ccp.json", field("mapping-ccp.json"));
    for (const options of [{ mapping }, {}]) {
      const { lots } = readRegistryExport("acr", field("holdings-ccp-yes-no.csv"), options);
      expect(lots.map(({ labels }) => labels?.map(({ scheme }) => scheme))).toEqual([
        ["CCP"],
        undefined,
      ]);
    }
  });

  test("Cercarbono's revised serials and other prefixes are retirements", () => {
    const read = readRegistryExport("cercarbono", field("cercarbono-revised-serials.csv"));
    expect(read.refused).toEqual([]);
    expect(read.retirements).toMatchObject(
      ["CDC-16", "CDC-15", "214"].map((projectRegistryId) => ({
        projectRegistryId,
        serials: { kind: "cercarbono", first: 1, last: 10 },
      })),
    );
  });

  test.each([
    ["acr", "d02-utf16le.csv"],
    ["acr", "d04-semicolon.csv"],
    ["verra", "verra-day-month-year.csv"],
  ] as const)("%s %s becomes a lot", (registry, name) => {
    expect(readRegistryExport(registry, field(name))).toMatchObject({
      refused: [],
      lots: [{ quantity_kg: 1_000_000 }],
    });
  });

  test("a cancellation is one", () => {
    const read = readRegistryExport("gold-standard", field("gs-cancelled-sold.csv"));
    expect(read).toMatchObject({ lots: [], retirements: [{ kind: "cancelled" }] });
  });
});

describe("credits that cannot be sold never become stock", () => {
  test.each([
    ["Status", "Retired"],
    ["Status", "Canceled"],
    ["Status", ""],
    ["Credit Type", "Buffer Pool"],
    ["Credit Type", "Reversal buffer"],
    ["Account Holder", "ACR Buffer Pool Account"],
    ["Account Holder", "Retirement Account"],
  ])("%s %j", (column, value) => {
    const read = readRegistryExport("acr", holdings(`,${column}`, `,${value}`));
    expect(read).toMatchObject({ lots: [], refused: [{ line: 2, isMalformed: false }] });
    const active = column === "Status" ? "Active" : "Acme Inc.";
    expect(lotsOf("acr", holdings(`,${column}`, `,${active}`))).toHaveLength(1);
  });

  test.each([
    "State",
    "Credit status",
    "accountType",
    "credit_state",
    "Type",
    "Sub-Account",
    "Buffer",
  ])("a column %s that is neither mapped nor ignored stops the file", (column) => {
    const fault = faultOf("acr", holdings(`,${column}`, ",Active"));
    expect(fault).toContain(
      `has the column "${column}", which may say that credits cannot be sold`,
    );
    expect(fault).toContain("ignored_columns");
  });

  test.each(["Estate", "Project Website", "Project Site State", "Statement"])(
    "a column %s does not",
    (column) => {
      expect(lotsOf("acr", holdings(`,${column}`, ",Ohio"))).toHaveLength(1);
    },
  );
});

describe("a holdings row is compared with its serials", () => {
  test.each<[Registry, string, string]>([
    ["acr", "ACR-US-555-2019-119-1 to 1000,1000,2021,ACR901,Forest", "is of project 555"],
    ["acr", "ACR-US-901-2019-119-1 to 1000,1000,2021,ACR901,Forest", "is of the vintage 2019"],
    ["acr", "ACR-US-555-2021-901-1 to 1000,1000,2021,ACR901,Forest", "is of project 555"],
    ["acr", "ACR-US-901-2019-2021-1 to 1000,1000,2021,ACR901,Forest", "is of the vintage 2019"],
  ])("%s %s", (registry, row, reason) => {
    const text = `${HEADER}\n${row},IFM\n${ROW}`;
    const { lots, refused } = readRegistryExport(registry, text);
    expect(refused).toMatchObject([{ line: 2, isMalformed: true }]);
    expect(refused[0]?.reason).toContain(reason);
    expect(lots).toMatchObject([{ line: 3 }]);
  });

  test.each<[Registry, string, string[], string]>([
    ["car", "CAR1336,2025", ["CAR-1-US-1335-31-983-KS-2025-9205-1 to 5", "5"], "CAR1336"],
    ["car", "CAR983,2025", ["CAR-1-US-1335-31-983-KS-2025-9205-1 to 5", "5"], "CAR983"],
    ["car", "CAR1335,2024", ["CAR-1-US-1335-31-983-KS-2025-9205-1 to 5", "5"], "2025, not of 2024"],
    ["art", "ART131,2023", ["FCPF-CI-130-2023-20-1 to 5", "5"], "project 130"],
    ["verra", "7,2020", ["5-1-5-VCS-VCU-1507-VER-ET-14-8-01072019-30062020-0", "5"], "project 8"],
    ["verra", "8,2020", ["5-1-5-VCS-VCU-1507-VER-ET-14-8-01072019-30062020-0", "5"], "2019"],
    ["gold-standard", "9,2024", ["GS1-1-UG-GS8-16-2024-30307-1-5", "5"], "GS9"],
    ["gold-standard", "8,2023", ["GS1-1-UG-GS8-16-2024-30307-1-5", "5"], "2024"],
    ["cercarbono", "8,2010", ["CDC_7_1_1_321_14_CO_1_1 from 1 to 5", "5"], "project 7"],
    ["cercarbono", "7,2010", ["CDC_7_1_1_321_14_1_2009 from 1 to 5", "5"], "2009"],
    ["puro", "432525,2026", ["PURO_PR_CORC100+_BO_432524_2026_a_1-5", "5"], "432525"],
  ])("of %s %s", (registry, projectAndVintage, [serials, tonnes], reason) => {
    const columns = {
      project_id: "P",
      project_name: "N",
      vintage_year: "V",
      serial_number_range: "S",
      quantity_tonnes: "T",
    };
    const mapping = parseHoldingsMapping("m.json", JSON.stringify({ columns }));
    const text = `P,V,S,T,N\n${projectAndVintage},${serials},${tonnes},Name`;
    const { lots, refused } = readRegistryExport(registry, text, { mapping });
    expect(lots).toEqual([]);
    expect(refused[0]?.reason).toContain(reason);
  });
});

test("labels, mechanism, adjustment and place come from ACR's columns", () => {
  const columns = [
    "CCP Approved",
    "CORSIA Eligible",
    "Verified Removal",
    "Additional Certification(s)",
    "Corresponding Adjustment",
    "Reduction/Removal",
    "Project Site State",
    "Project Site Country",
    "Sustainable Development Goal(s)",
  ];
  const text = holdings(
    `,${columns.join(",")}`,
    ",Yes,No,yes,CCB Gold; SDVISta,Yes,Removal,Ohio,US,02: Zero Hunger;13: Climate",
    ",No,,N/A,,No,Reduction,,US,",
  );
  const { lots, projects } = readRegistryExport("acr", text);
  expect(
    lots.map(({ labels = [], corresponding_adjustment }) => [
      labels.map(({ scheme }) => scheme),
      corresponding_adjustment,
    ]),
  ).toEqual([
    [["CCP", "Verified Removal", "CCB Gold", "SDVISta"], "authorized"],
    [[], "none"],
  ]);
  expect(projects).toMatchObject([
    { mechanism: "mixed", location_name: "Ohio, US", country_code: "US", un_sdg_goals: [2, 13] },
  ]);
});

describe("Cercarbono's codes", () => {
  test.each([
    ["CP-3", "214", "CP-3"],
    ["CDC-7", "7", "CDC-7"],
    ["", "7", "CDC-7"],
  ])("%j of project %s is %s", (code, id, registryId) => {
    const text = `id,code,name,stage\n${id},${code},Meta,Certified`;
    expect(readRegistryExport("cercarbono", text).projects).toMatchObject([
      { id: `prj_cercarbono_${id}`, registry_id: registryId },
    ]);
  });
});

describe("the form of a file", () => {
  const plain = `${HEADER}\n${ROW}\n`;
  test.each([
    ["semicolons", plain.replaceAll(",", ";")],
    ["tabs and quotes", `"${plain.trim().replaceAll(",", '"\t"').replaceAll("\n", '"\n"')}"`],
    ["title lines", `ACR\n"Credits, by account",2026-11-03\n\n${plain}`],
    ["empty cells after each row", plain.replaceAll("\n", ",,\n")],
    ["empty cells after rows alone", `${HEADER}\n${ROW},,\n`],
    ["empty cells after the header alone", `${HEADER},,\n${ROW}\n`],
    [
      "formulas",
      plain.replace("ACR-US-901-2021-104-1 to 1000", '="ACR-US-901-2021-104-1 to 1000"'),
    ],
    ["a formula in quotes", plain.replace(/ACR-US\S+ to 1000/, (it) => `"=""${it}"""`)],
  ])("%s", (_, text) => {
    const read = readRegistryExport("acr", text);
    expect(read).toMatchObject({ fault: null, refused: [], lots: [{ quantity_kg: 1_000_000 }] });
  });

  test("a title does not move the line numbers", () => {
    const text = `A title\n\n${HEADER}\n${ROW}\n${ROW.replace(",1000,", ",17,")}`;
    const read = readRegistryExport("acr", text);
    expect(read).toMatchObject({ lots: [{ line: 4 }], refused: [{ line: 5 }] });
  });

  test.each(["Total,1000,,,,", ",1000,,,Grand total,", "Totals:,1000,2 rows,,,"])(
    "the row of totals %j is left out",
    (totals) => {
      const read = readRegistryExport("acr", `${plain}${totals}`);
      const refused = [{ line: 3, reason: "totals row left out", isMalformed: false }];
      expect(read).toMatchObject({ lots: [{ line: 2 }], refused });
    },
  );

  test("a project named Total is no row of totals", () => {
    expect(lotsOf("acr", plain.replace("Test Forest", "Total Forest"))).toHaveLength(1);
  });

  test("a workbook is read as its table, and an old one is named", async () => {
    const rows = plain
      .trim()
      .split("\n")
      .map((line) => line.split(","));
    const { text } = await readExportFile("a.xlsx", workbookOf([["Credits"], ...rows]));
    expect(lotsOf("acr", text)).toMatchObject([{ line: 3, quantity_kg: 1_000_000 }]);
    const old = readExportFile("a.xls", Buffer.from("d0cf11e0a1b11ae100", "hex"));
    await expect(old).rejects.toMatchObject({
      errors: { "a.xls": ["is an old workbook (XLS): save it as XLSX or CSV"] },
    });
  });

  test.each(["<html><table>", "\ufeff\n<!DOCTYPE html>", '<?xml version="1.0"?><Workbook>'])(
    "%j is named as a web page",
    (text) => {
      expect(faultOf("acr", text)).toContain("is a web page (HTML)");
    },
  );

  test.each([
    ["ARB Issuance ID,Project Name,Offset Credits Issued", "ARB's issuance table"],
    ["CARB Issuance ID,Vintage,Start of Invalidation Timeframe", "ARB's issuance table"],
    ["PVC Serial Number,Project", "Plan Vivo"],
    ["BCR Project ID,Serial", "BioCarbon"],
  ])("%s is named, with what to do", (header, name) => {
    const fault = faultOf("acr", `${header}\n1,2,3`);
    expect(fault).toContain(`${name}, which cannot be imported`);
    expect(fault).toContain("opaque_serials");
  });
});
