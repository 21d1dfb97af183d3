import { describe, expect, test } from "vitest";
import { ProjectEntry } from "#domain/catalogue";
import { readRegistryExport } from "./read-registry-export";
import type { Registry } from "./registry-identities";

type Cells = Record<string, string>;

/** A CSV text with a line per row and every cell quoted. */
function csv(...rows: readonly Cells[]): string {
  const quote = (cells: readonly string[]) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
  const header = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => quote(header.map((column) => row[column] ?? "")));
  return `${[quote(header), ...lines].join("\n")}\n`;
}

const vcus: Cells = {
  "Issuance Date": "2026-04-03",
  "Sustainable Development Goals":
    "13: Climate Action; 09: Industry, Innovation and Infrastructure; 13: Climate Action",
  "Vintage Start": "2020-01-01",
  "Vintage End": "2020-12-31",
  ID: "1340",
  Name: " Bale  Mountains\u200b project\u00a0",
  "Country/Area": "Ethiopia",
  "Project Type": "Agriculture Forestry and Other Land Use",
  Methodology: "VM0015",
  "Total Vintage Quantity": "1,454,054",
  "Quantity Issued": "1,425",
  "Serial Number": "19385-941467007-941468431-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-0",
  "Additional Certifications": "",
  "Retirement/Cancellation Date": "",
  "Retirement Beneficiary": "",
  "Retirement Reason": "",
  "Retirement Details": "",
};
/** Other serials of the same issuance: 10 tonnes from `first`. */
const tenVcus = (first: number): Cells => ({
  ...vcus,
  "Quantity Issued": "10",
  "Serial Number": `19385-${first}-${first + 9}-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-0`,
});

const vers: Cells = {
  Vintage: "2024",
  "Credit Status": "Issued",
  Quantity: "19149",
  GSID: "11236",
  "Project Name": "Improved Cook stoves Programme",
  "Project Developer": "BioLite Inc.",
  Country: "Uganda",
  "Project Type": "Energy Efficiency - Domestic",
  Methodology: "",
  "Programme of Activities": "VPA",
  "POA GSID": "11191.0",
  "Product Type": "VER",
  "Issuance Date": "2026-04-13T12:35:58.842275",
  "Monitoring Period Start": "2024-01-01",
  "Monitoring Period End": "2024-12-08",
  "Serial Number": "GS1-1-UG-GS11236-16-2024-30307-1-19149",
  Label: "Emission Reduction",
  "Article Six Authorization": "Not Applicable",
};

/** Line and column of each malformed row; a whole row's is its message. */
function places(registry: Registry, text: string): string[] {
  const { refused } = readRegistryExport(registry, text);
  const malformed = refused.filter(({ isMalformed }) => isMalformed);
  return malformed.map(({ line, reason }) => `${line} ${reason.split(":")[0]}`);
}

describe("Verra", () => {
  test("a row becomes a lot, and a project with the row's facts", () => {
    const read = readRegistryExport("verra", csv(vcus));
    expect(read).toMatchObject({ kind: "transactions", refused: [], retirements: [] });
    expect(read.lots).toMatchObject([
      {
        id: "lot_verra_19385-941467007-941468431",
        project_id: "prj_verra_1340",
        vintage_year: 2020,
        quantity_kg: 1_425_000,
        serial_number_range: vcus["Serial Number"],
        opaque_serials: false,
        retirement_url: null,
      },
    ]);
    expect(read.projects.map((project) => ProjectEntry.parse(project))).toMatchObject([
      {
        id: "prj_verra_1340",
        name: "Bale Mountains project",
        registry_name: "Verra",
        registry_id: "VCS1340",
        registry_url: "https://registry.verra.org/app/projectDetail/VCS/1340",
        location_name: "Ethiopia",
        un_sdg_goals: [9, 13],
        developer: "",
        third_party_labels: [],
      },
    ]);
  });

  test("any sign of a retirement keeps a row out of stock", () => {
    const dated = { ...tenVcus(10), "Retirement/Cancellation Date": "2026-04-10" };
    const detailed = { ...tenVcus(20), "Retirement Details": "On behalf of a cat" };
    const soon = { ...tenVcus(30), "Retirement/Cancellation Date": "soon" };
    const read = readRegistryExport("verra", csv(dated, detailed, soon));
    expect(read).toMatchObject({ projects: [], lots: [], refused: [] });
    expect(read.retirements).toMatchObject([
      {
        rowNumber: 2,
        serials: { first: 10, last: 19 },
        quantityKg: 10_000,
        retiredOn: "2026-04-10",
        beneficiary: null,
        projectRegistryId: "VCS1340",
        vintageYear: 2020,
      },
      { rowNumber: 3, retiredOn: null, note: "On behalf of a cat" },
      { rowNumber: 4, retiredOn: null },
    ]);
  });

  test("a row listed twice becomes one lot", () => {
    const read = readRegistryExport("verra", csv(vcus, tenVcus(5), vcus));
    expect(read.lots.map(({ line }) => line)).toEqual([2, 3]);
    expect(read.refused).toEqual([
      { line: 4, reason: "Serial Number: is a duplicate of line 2", isMalformed: true },
    ]);
  });

  test.each([
    ["Quantity Issued", "0", "Quantity Issued"],
    ["Quantity Issued", "-5", "Quantity Issued"],
    ["Quantity Issued", "14,25", "Quantity Issued"],
    ["Quantity Issued", "9,007,199,254,740,993", "Quantity Issued"],
    ["Quantity Issued", "1,424", "Serial Number"],
    ["Vintage Start", "2020-02-30", "Vintage Start"],
    ["Vintage End", "", "Vintage End"],
    ["Vintage End", "32/12/2020", "Vintage End"],
    ["Vintage End", "2019-12-31", "Vintage End"],
    ["Vintage End", "2020-12-30", "Serial Number"],
    ["ID", "GS1340", "ID"],
    ["ID", "1341", "Serial Number"],
    ["Name", " ", "Name"],
    ["Serial Number", "SBX-1-1425", "Serial Number"],
    ["Sustainable Development Goals", "18: Peace", "Sustainable Development Goals"],
  ])("a row with %s %j is reported by line and column", (column, value, named) => {
    const text = csv(tenVcus(1), { ...vcus, [column]: value });
    expect(places("verra", text)).toEqual([`3 ${named}`]);
    expect(readRegistryExport("verra", text).lots).toHaveLength(1);
  });

  test("a vintage across years is the year of its start", () => {
    const serials = "19385-941467007-941468431-VCS-VCU-1507-VER-ET-14-1340-01072019-30062020-0";
    const row = { "Vintage Start": "2019-07-01", "Vintage End": "2020-06-30" };
    const text = csv({ ...vcus, ...row, "Serial Number": serials });
    expect(readRegistryExport("verra", text).lots).toMatchObject([{ vintage_year: 2019 }]);
  });
});

describe("any file", () => {
  test("may have a byte order mark, CRLF, blank lines and quoted line breaks", () => {
    const broken = { ...tenVcus(1), Name: "one\ntwo" };
    const plain = csv(broken, broken, { ...vcus, ID: "" });
    const rows = `\ufeff${plain.replace("\n", "\n\n ,\n")}\n\n`;
    expect(places("verra", rows)).toEqual(["6 Serial Number", "8 ID"]);
    expect(places("verra", rows.replaceAll("\n", "\r\n"))).toEqual(["6 Serial Number", "8 ID"]);
    expect(readRegistryExport("verra", rows).projects).toMatchObject([{ name: "one two" }]);
  });

  test("of which a row lacks cells is read up to that row and after it", () => {
    const read = readRegistryExport("verra", `${csv(vcus)}1,2\n${csv(tenVcus(1)).split("\n")[1]}`);
    expect(read.lots.map(({ line }) => line)).toEqual([2, 4]);
    const reason = "has 2 cells, the header has 17";
    expect(read.refused).toEqual([{ line: 3, reason, isMalformed: true }]);
  });

  test("is read as far as its quotes allow", () => {
    const read = readRegistryExport("verra", `${csv(vcus)}"2026\n\n`);
    expect(read.lots).toHaveLength(1);
    expect(read.refused).toMatchObject([{ line: 3, isMalformed: true }]);
  });
});

describe("an unknown header", () => {
  const fault = (registry: Registry, text: string) => readRegistryExport(registry, text).fault;

  test("is compared with the nearest known one, column by column", () => {
    const { "Serial Number": serials = "", ...others } = vcus;
    const renamed = csv({ ...others, Serials: serials });
    expect(readRegistryExport("verra", renamed)).toMatchObject({ kind: null, lots: [] });
    expect(fault("verra", renamed)).toBe(
      'is most like Verra\'s transactions export, but lacks the column "Serial Number" ' +
        'and has the unknown column "Serials"',
    );
    expect(fault("verra", "")).toBe(
      "no export of Verra has these columns; known are: transactions, projects",
    );
    expect(fault("verra", csv(vcus).replace('"Issuance Date"', '"Name"'))).toBe(
      'has the column "Name" more than once',
    );
  });

  test("of another registry names that registry", () => {
    expect(fault("gold-standard", csv(vcus))).toBe(
      'is Verra\'s transactions export, not one of Gold Standard: choose the registry "verra"',
    );
  });

  test("may differ in letter case and spaces", () => {
    const read = readRegistryExport(
      "verra",
      csv(vcus).replace('"Serial Number"', '"serial  number "'),
    );
    expect(read).toMatchObject({ fault: null, lots: [{ line: 2 }] });
  });
});

describe("Gold Standard", () => {
  test("an issued row is a lot, for VERs and CERs", () => {
    const serials = "RW-5-1463953-2-2-0-7014 - RW-5-1467609-2-2-0-7014";
    const cer = { ...vers, Quantity: "3657", "Serial Number": serials, "Product Type": "CER" };
    const read = readRegistryExport("gold-standard", csv(vers, cer));
    expect(read).toMatchObject({ kind: "issuances", refused: [] });
    expect(read.lots).toMatchObject([
      { id: "lot_gs_GS1-1-UG-GS11236-16-2024-30307-1-19149", quantity_kg: 19_149_000 },
      { id: "lot_gs_RW-5-1463953-2-2-0-7014_RW-5-1467609-2-2-0-7014", vintage_year: 2024 },
    ]);
    expect(read.projects).toMatchObject([{ id: "prj_gs_11236", registry_id: "GS11236" }]);
  });

  test("retired, canceled and planned credits are no stock", () => {
    for (const [status, kind] of [
      ["Retired", "retired"],
      ["Canceled", "cancelled"],
    ] as const) {
      const read = readRegistryExport("gold-standard", csv({ ...vers, "Credit Status": status }));
      expect(read).toMatchObject({ lots: [], refused: [], retirements: [{ kind }] });
    }
    const planned = readRegistryExport("gold-standard", csv({ ...vers, "Product Type": "PER" }));
    expect(planned).toMatchObject({ lots: [], refused: [{ line: 2, isMalformed: false }] });
  });

  test("a retirements export is never stock, and lists the retired serials", () => {
    const use = { Note: "For us", "Use Case": "Voluntary", "Using Entity": "Not Disclosed" };
    const read = readRegistryExport(
      "gold-standard",
      csv({ ...vers, ...use, "Retirement Date": "" }),
    );
    expect(read).toMatchObject({ kind: "retirements", lots: [], refused: [] });
    expect(read.retirements).toMatchObject([
      { rowNumber: 2, serials: { first: 1, last: 19149 }, beneficiary: null, note: "For us" },
    ]);
  });

  test.each([
    ["Credit Status", "Pending", "Credit Status"],
    ["Vintage", "24", "Vintage"],
    ["Vintage", "2023", "Serial Number"],
    ["GSID", "11235", "Serial Number"],
    ["Quantity", "19150", "Serial Number"],
    ["Monitoring Period End", "2023-12-08", "Monitoring Period End"],
  ])("a row with %s %j is reported by line and column", (column, value, named) => {
    expect(places("gold-standard", csv({ ...vers, [column]: value }))).toEqual([`2 ${named}`]);
  });
});
