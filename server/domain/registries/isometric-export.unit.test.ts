import { describe, expect, test } from "vitest";
import { ProjectEntry } from "#domain/catalogue";
import { mergeProjects } from "./export-contents";
import { readRegistryExport } from "./read-registry-export";

type Cells = Record<string, string>;

/** A CSV text with a line per row and every cell quoted. */
function csv(...rows: readonly Cells[]): string {
  const quote = (cells: readonly string[]) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
  const header = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => quote(header.map((column) => row[column] ?? "")));
  return `${[quote(header), ...lines].join("\n")}\n`;
}

const issuance: Cells = {
  id: "iss_1KP6EDZ8K1S036PY",
  issued_at: "2026-04-14T16:50:41.621676Z",
  project_id: "prj_1JYCV03BW1S0RTE5",
  "supplier.short_description": "Weathering.",
  "supplier.long_description": "First.\n\n Second. ",
  "supplier.organisation.name": "Alt Carbon",
  "supplier_credit_batch_size_total.credits": "2710.062",
  "supplier_credit_batch_size_total.credit_kgs": "2710062",
  "buffer_pool_credit_batch_size_total.credits": "55.308",
  "buffer_pool_credit_batch_size_total.credit_kgs": "55308",
  "credit_batch_size_total.credits": "2765.37",
  "credit_batch_size_total.credit_kgs": "2765370",
  "supplier.location.latitude": "37.77",
};

const readIsometricExport = (text: string) => readRegistryExport("isometric", text);

/** Line and column of each malformed row. */
function places(text: string): string[] {
  const { refused } = readIsometricExport(text);
  const malformed = refused.filter(({ isMalformed }) => isMalformed);
  return malformed.map(({ line, reason }) => `${line} ${reason.split(":")[0]}`);
}

describe("Isometric", () => {
  test("an issuance is a lot of the supplier's kg, without the buffer pool's", () => {
    const read = readIsometricExport(csv(issuance));
    expect(read).toMatchObject({ kind: "issuances", fault: null, refused: [] });
    expect(read.lots).toMatchObject([
      {
        id: "lot_isometric_iss_1KP6EDZ8K1S036PY",
        project_id: "prj_1JYCV03BW1S0RTE5",
        vintage_year: 2026,
        quantity_kg: 2_710_062,
        serial_number_range: "iss_1KP6EDZ8K1S036PY",
      },
    ]);
    expect(read.projects.map((project) => ProjectEntry.parse(project))).toMatchObject([
      { description: "First.\nSecond.", location_latitude: null, developer: "Alt Carbon" },
    ]);
  });

  test.each([
    ["supplier_credit_batch_size_total.credit_kgs", "2710062.5"],
    ["supplier_credit_batch_size_total.credit_kgs", "2710063"],
    ["supplier_credit_batch_size_total.credits", "-2710.062"],
    ["project_id", "1340"],
    ["issued_at", "yesterday"],
  ])("an issuance with %s %j is a problem of that column", (column, value) => {
    const [place] = places(csv({ ...issuance, [column]: value }));
    expect(place).toBe(`2 ${column}`);
  });

  test("an issuance that names the period of its removals is of that vintage", () => {
    const text = csv({ ...issuance, reporting_period_start_at: "2025-11-02T00:00:00Z" });
    expect(readIsometricExport(text).lots).toMatchObject([{ vintage_year: 2025 }]);
  });

  test("an issuance listed twice is a problem", () => {
    // The first one's description spans lines 2 to 4.
    expect(places(csv(issuance, issuance))).toEqual(["5 id"]);
  });

  test("an issuance that belongs to the buffer pool is no stock", () => {
    const read = readIsometricExport(
      csv({
        ...issuance,
        "supplier_credit_batch_size_total.credits": "0.0",
        "supplier_credit_batch_size_total.credit_kgs": "0",
        "credit_batch_size_total.credits": "55.308",
        "credit_batch_size_total.credit_kgs": "55308",
      }),
    );
    expect(read).toMatchObject({ lots: [], refused: [{ line: 2, isMalformed: false }] });
  });
});

describe("a projects export", () => {
  const project: Cells = {
    id: "prj_1JYCV03BW1S0RTE5",
    name: "Darjeeling Revival",
    status: "validated",
    url: "https://to.isometric.com/prj_1JYCV03BW1S0RTE5",
    pathway: "enhanced_weathering",
    crediting_period_start: "2024-10-01",
    crediting_period_end: "2029-10-01",
    "location.latitude": "27.03",
    "location.longitude": "88.26",
  };

  test("completes a project of an issuance", () => {
    const [issued] = readIsometricExport(csv(issuance)).projects;
    const [added] = readIsometricExport(csv(project)).projects;
    if (issued === undefined || added === undefined) throw new Error("projects are expected");
    expect(mergeProjects(added, issued)).toMatchObject({
      name: "Darjeeling Revival",
      type: "Enhanced weathering",
      summary: "Weathering.",
      location_latitude: 27.03,
      lifetime: { start_year: 2024, end_year: 2029 },
    });
  });

  test("a project that the registry abandoned is skipped", () => {
    const read = readIsometricExport(csv({ ...project, status: "cancelled" }));
    expect(read).toMatchObject({ kind: "projects", projects: [], refused: [{ line: 2 }] });
  });

  test.each([
    ["url", "javascript:alert(1)"],
    ["location.latitude", "270.3"],
    ["crediting_period_end", "2023-10-01"],
  ])("a row with %s %j is reported by line and column", (column, value) => {
    expect(places(csv({ ...project, [column]: value }))).toEqual([`2 ${column}`]);
  });
});
