import { kgPerSerial } from "#domain/inventory";
import type { ExportRow } from "./export-row";
import {
  type ExportContents,
  type ExportLayout,
  type ImportedProject,
  importedProject,
  isAbandoned,
  type RegistryExport,
  readExport,
} from "./registry-export";

const projectNumber = /^\d+$/;

function verraProject(row: ExportRow, details: Partial<ImportedProject>): ImportedProject {
  const number = row.required("ID", projectNumber);
  return importedProject({
    id: `prj_verra_${number}`,
    name: row.required("Name"),
    type: row.text("Project Type"),
    location_name: row.text("Country/Area"),
    methodology: row.text("Methodology"),
    registry_name: "Verra",
    registry_id: `VCS${number}`,
    registry_url: `https://registry.verra.org/app/projectDetail/VCS/${number}`,
    ...details,
  });
}

/** A VCU's serial range ends in project, start and end of the vintage, and a certification flag. */
function checkSerialParts(row: ExportRow, serials: string, start: string, end: string): void {
  const [project, serialStart, serialEnd] = serials.split("-").slice(-4, -1);
  const inSerial = (date: string) => date.split("-").reverse().join("");
  if (project !== row.text("ID")) {
    row.problem("Serial Number", `"${serials}" is of project ${project}, not of ${row.text("ID")}`);
  }
  if (serialStart !== inSerial(start) || serialEnd !== inSerial(end)) {
    row.problem("Serial Number", `"${serials}" is not of the vintage ${start} to ${end}`);
  }
}

/**
 * Returns why the row is retired, or null. Verra's export does not separate retirements from
 * cancellations; an unreadable date counts as one.
 */
function retirement(row: ExportRow): string | null {
  const date = row.date("Retirement/Cancellation Date");
  if (date !== null) return `retired or cancelled at Verra on ${date}`;
  const spoken = [
    "Retirement/Cancellation Date",
    "Retirement Beneficiary",
    "Retirement Reason",
    "Retirement Details",
  ].find((column) => row.text(column) !== null);
  return spoken === undefined ? null : `retired or cancelled at Verra, as its ${spoken} tells`;
}

function readTransaction(row: ExportRow, contents: ExportContents): void {
  const quantityKg = row.count("Quantity Issued") * kgPerSerial;
  const start = row.requiredDate("Vintage Start");
  const end = row.requiredDate("Vintage End");
  row.date("Issuance Date");
  const goals = row.sustainableDevelopmentGoals("Sustainable Development Goals");
  const project = verraProject(row, { un_sdg_goals: goals });
  const range = row.serialRange("Serial Number", quantityKg, ["verra"]);
  const reason = retirement(row);
  if (row.isValid && end < start) row.problem("Vintage End", `${end} comes before ${start}`);
  if (row.isValid && range !== null) checkSerialParts(row, range.range, start, end);
  if (!row.isValid || range === null) return;
  if (reason !== null) {
    contents.skipRetired(row, "Serial Number", range, reason);
    return;
  }
  contents.addLot(row, "Serial Number", range, {
    // Batch, first and last serial; the rest of the range follows from the batch.
    id: `lot_verra_${range.range.split("-").slice(0, 3).join("-")}`,
    // A vintage across years counts as its first year, and so never as younger than its oldest kg.
    vintage_year: Number(start.slice(0, 4)),
    quantity_kg: quantityKg,
    project,
  });
}

function readProject(row: ExportRow, contents: ExportContents): void {
  const status = row.required("Status");
  row.date("Project Registration Date");
  const project = verraProject(row, {
    developer: row.text("Proponent"),
    activity_types: row.list("AFOLU Activities"),
    lifetime: row.years("Crediting Period Start Date", "Crediting Period End Date"),
  });
  if (!row.isValid) return;
  if (isAbandoned(status)) contents.skip(row, `the project's status at Verra is "${status}"`);
  else contents.addProject(row, "ID", project);
}

const layouts: readonly ExportLayout[] = [
  {
    kind: "stock",
    required: [
      "Vintage Start",
      "Vintage End",
      "ID",
      "Name",
      "Quantity Issued",
      "Serial Number",
      "Retirement/Cancellation Date",
    ],
    optional: [
      "Issuance Date",
      "Sustainable Development Goals",
      "Country/Area",
      "Project Type",
      "Methodology",
      "Total Vintage Quantity",
      "Additional Certifications",
      "Retirement Beneficiary",
      "Retirement Reason",
      "Retirement Details",
    ],
    read: readTransaction,
  },
  {
    kind: "projects",
    required: ["ID", "Name", "Status"],
    optional: [
      "Proponent",
      "Project Type",
      "AFOLU Activities",
      "Methodology",
      "Country/Area",
      "Estimated Annual Emission Reductions",
      "Region",
      "Project Registration Date",
      "Crediting Period Start Date",
      "Crediting Period End Date",
    ],
    read: readProject,
  },
];

/**
 * Reads Verra's transactions or projects export. Certifications belong to single issuances, so they
 * become no labels of the project. The export lacks complete issuances, so these stay empty.
 */
export function readVerraExport(text: string): RegistryExport {
  return readExport(text, layouts);
}
