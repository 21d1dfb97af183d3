// Reads the CSV exports of the Gold Standard registry: its issuances, retirements and projects.
import { kgPerSerial, type SerialRange } from "#domain/inventory";
import type { ExportRow } from "./export-row";
import {
  type ExportLayout,
  type Findings,
  type ImportedProject,
  importedProject,
  isAbandoned,
  type RegistryExport,
  readExport,
} from "./registry-export";

const serialColumn = "Serial Number";

/** Tonnes that have been reduced: VERs, and CERs with the label. Not so the planned ones, PERs. */
const creditProducts = ["VER", "CER"];

function goldStandardProject(row: ExportRow, told: Partial<ImportedProject>): ImportedProject {
  const number = row.required("GSID", /^\d+(?:\.0)?$/).replace(".0", "");
  return importedProject({
    id: `prj_gs_${number}`,
    name: row.required("Project Name"),
    type: row.text("Project Type"),
    location_name: row.text("Country"),
    methodology: row.text("Methodology"),
    registry_name: "Gold Standard",
    registry_id: `GS${number}`,
    registry_url: `https://registry.goldstandard.org/projects?q=gs${number}`,
    ...told,
  });
}

/** A VER's serial range names its project and vintage, before its issuance and its numbers. */
function checkSerialParts(row: ExportRow, range: SerialRange, id: string, vintage: number): void {
  if (range.kind !== "gold-standard") return;
  const parts = range.range.split("-");
  if (parts.at(-6)?.toUpperCase() !== id) {
    row.problem(serialColumn, `"${range.range}" is of project ${parts.at(-6)}, not of ${id}`);
  }
  if (Number(parts.at(-4)) !== vintage) {
    row.problem(serialColumn, `"${range.range}" is not of the vintage ${vintage}`);
  }
}

interface Credits {
  /** In lower case: issued, retired or canceled. */
  status: string;
  product: string;
  retiredOn: string | null;
  vintage: number;
  quantityKg: number;
  range: SerialRange;
  project: ImportedProject;
}

/** What issuances and retirements have in common; null where the row is malformed. */
function readCredits(row: ExportRow): Credits | null {
  const status = row.required("Credit Status").toLowerCase();
  const quantityKg = row.count("Quantity") * kgPerSerial;
  const vintage = Number(row.required("Vintage", /^(?:19|20|21)\d{2}(?:\.0)?$/));
  const product = row.required("Product Type");
  const retiredOn = row.date("Retirement Date");
  row.date("Issuance Date");
  row.years("Monitoring Period Start", "Monitoring Period End");
  const project = goldStandardProject(row, { developer: row.text("Project Developer") });
  const range = row.serialRange(serialColumn, quantityKg, ["gold-standard", "cdm"]);
  if (status !== "" && !/^(?:issued|retired|cancell?ed)$/.test(status)) {
    row.problem("Credit Status", `"${status}" is neither issued nor retired nor canceled`);
  }
  if (row.isSound && range !== null)
    checkSerialParts(row, range, project.registry_id ?? "", vintage);
  if (!row.isSound || range === null) return null;
  return { status, product, retiredOn, vintage, quantityKg, range, project };
}

function refuseRetired(row: ExportRow, found: Findings, credits: Credits): void {
  const state = credits.status === "issued" ? "retired" : credits.status;
  const day = credits.retiredOn === null ? "" : ` on ${credits.retiredOn}`;
  found.refuseRetired(row, serialColumn, credits.range, `${state} at Gold Standard${day}`);
}

function readIssuance(row: ExportRow, found: Findings): void {
  const credits = readCredits(row);
  if (credits === null) return;
  const { status, product, retiredOn, vintage, quantityKg, range, project } = credits;
  if (status !== "issued" || retiredOn !== null) {
    refuseRetired(row, found, credits);
  } else if (!creditProducts.includes(product)) {
    found.refuse(row, `credits of the product type ${product} are not tonnes already reduced`);
  } else {
    // A CER's range holds " - ", and an id is to be one word.
    const id = `lot_gs_${range.range.replace(/\s+[-–]\s+/, "_")}`;
    const lot = { id, vintage_year: vintage, quantity_kg: quantityKg, project };
    found.addLot(row, serialColumn, range, lot);
  }
}

function readRetirement(row: ExportRow, found: Findings): void {
  const credits = readCredits(row);
  if (credits !== null) refuseRetired(row, found, credits);
}

function readProject(row: ExportRow, found: Findings): void {
  const status = row.required("Status");
  const project = goldStandardProject(row, {
    developer: row.text("Project Developer Name"),
    description: row.paragraphs("Description"),
    un_sdg_goals: row.sustainableDevelopmentGoals("Sustainable Development Goals"),
  });
  if (!row.isSound) return;
  if (isAbandoned(status))
    found.refuse(row, `the project's status at Gold Standard is "${status}"`);
  else found.addProject(row, "GSID", project);
}

const creditColumns = {
  required: [
    "Vintage",
    "Credit Status",
    "Quantity",
    "GSID",
    "Project Name",
    "Product Type",
    "Serial Number",
  ],
  optional: [
    "Project Developer",
    "Country",
    "Project Type",
    "Methodology",
    "Programme of Activities",
    "POA GSID",
    "Issuance Date",
    "Monitoring Period Start",
    "Monitoring Period End",
    "Label",
    "Article Six Authorization",
  ],
};

const layouts: readonly ExportLayout[] = [
  { kind: "stock", ...creditColumns, read: readIssuance },
  {
    kind: "retirements",
    required: [...creditColumns.required, "Retirement Date"],
    optional: [
      ...creditColumns.optional,
      "Note",
      "Aeroplane Operator Name",
      "Use Case",
      "Using Entity",
    ],
    read: readRetirement,
  },
  {
    kind: "projects",
    required: ["GSID", "Project Name", "Status"],
    optional: [
      "Project Developer Name",
      "Sustainable Development Goals",
      "Project Type",
      "Country",
      "Description",
      "Estimated Annual Credits",
      "Methodology",
      "Size",
      "Programme of Activities",
      "POA GSID",
    ],
    read: readProject,
  },
];

/**
 * Reads the text of Gold Standard's issuances, retirements or projects export.
 *
 * The issuances tell what was once issued, not what is left: serials that have been retired since
 * are in the retirements export alone, whose `retired` ranges are to be held against the lots.
 */
export function readGoldStandardExport(text: string): RegistryExport {
  return readExport(text, layouts);
}
