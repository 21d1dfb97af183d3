import { kgPerSerial } from "#domain/inventory";
import { countryCodeOf, readLabels } from "./credit-facts";
import type { ExportContents, ImportedProject } from "./export-contents";
import type { ExportLayout } from "./export-layout";
import type { ExportRow } from "./export-row";
import { lotIdOf, projectIdentity, serialFault } from "./registry-identities";

function verraProject(row: ExportRow, details: Partial<ImportedProject>): ImportedProject {
  return {
    ...projectIdentity(row, "ID", { registry: "verra" }),
    name: row.required("Name"),
    type: row.text("Project Type"),
    location_name: row.text("Country/Area"),
    country_code: countryCodeOf(row.text("Country/Area")),
    methodology: row.text("Methodology"),
    protocol: row.text("Methodology"),
    ...details,
  };
}

const retirementColumns = [
  "Retirement/Cancellation Date",
  "Retirement Beneficiary",
  "Retirement Reason",
  "Retirement Details",
];

function readTransaction(row: ExportRow, contents: ExportContents): void {
  const quantityKg = row.count("Quantity Issued") * kgPerSerial;
  const start = row.requiredDate("Vintage Start");
  const end = row.requiredDate("Vintage End");
  row.date("Issuance Date");
  const goals = row.sustainableDevelopmentGoals("Sustainable Development Goals");
  const project = verraProject(row, { un_sdg_goals: goals });
  const facts = readLabels(row.list("Additional Certifications"), project.registry_url);
  const range = row.serialRange("Serial Number", quantityKg, ["verra"]);
  if (row.isValid && end < start) row.problem("Vintage End", `${end} comes before ${start}`);
  if (row.isValid && range !== null) {
    const vintage = { start, end };
    const fault = serialFault(range, { projectId: project.registry_id, vintage });
    if (fault !== null) row.problem("Serial Number", fault);
  }
  if (!row.isValid || range === null) return;
  const vintageYear = Number(start.slice(0, 4));
  // Any sign of a retirement counts as one, an unreadable date too.
  if (retirementColumns.some((column) => row.text(column) !== null)) {
    contents.addRetirement(row, {
      registry: "verra",
      kind: "retired",
      serials: range,
      quantityKg,
      retiredOn: row.dateIfReadable("Retirement/Cancellation Date"),
      beneficiary: row.text("Retirement Beneficiary"),
      reason: row.text("Retirement Reason"),
      note: row.text("Retirement Details"),
      projectRegistryId: project.registry_id,
      vintageYear,
    });
    return;
  }
  contents.addLot(row, "Serial Number", range, {
    id: lotIdOf("verra", range),
    // A vintage across years counts as its first year, and so never as younger than its oldest kg.
    vintage_year: vintageYear,
    quantity_kg: quantityKg,
    credit_type: "VCU",
    ...facts.lot,
    project: { ...project, mechanism: facts.mechanism },
  });
}

function readProject(row: ExportRow, contents: ExportContents): void {
  row.required("Status");
  row.date("Project Registration Date");
  const project = verraProject(row, {
    developer: row.text("Proponent"),
    activity_types: row.list("AFOLU Activities"),
    lifetime: row.years("Crediting Period Start Date", "Crediting Period End Date"),
    crediting_period: row.period("Crediting Period Start Date", "Crediting Period End Date"),
  });
  if (row.isValid) contents.addProject(row, project, { idColumn: "ID", status: "Status" });
}

/**
 * Verra's transactions and projects exports. Certifications belong to single issuances, so they
 * become no labels of the project.
 */
export const verraLayouts: readonly ExportLayout[] = [
  {
    kind: "transactions",
    isTested: true,
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
    isTested: true,
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
