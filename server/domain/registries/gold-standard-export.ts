import { kgPerSerial, type SerialRange } from "#domain/inventory";
import { countryCodeOf, readLabels } from "./credit-facts";
import type { ExportContents, ImportedProject } from "./export-contents";
import type { ExportLayout } from "./export-layout";
import type { ExportRow } from "./export-row";
import { lotIdOf, projectIdentity, serialFault } from "./registry-identities";

const serialColumn = "Serial Number";

/** Tonnes already reduced: VERs, and CERs with the label, but not planned ones (PERs). */
const creditProducts = ["VER", "CER"];

function goldStandardProject(row: ExportRow, details: Partial<ImportedProject>): ImportedProject {
  return {
    ...projectIdentity(row, "GSID", { registry: "gold-standard" }),
    name: row.required("Project Name"),
    type: row.text("Project Type"),
    location_name: row.text("Country"),
    country_code: countryCodeOf(row.text("Country")),
    methodology: row.text("Methodology"),
    protocol: row.text("Methodology"),
    ...details,
  };
}

interface Credits {
  /** In lower case: issued, retired or cancelled. */
  status: string;
  product: string;
  isRetired: boolean;
  vintage: number;
  quantityKg: number;
  range: SerialRange;
  project: ImportedProject;
}

/** Reads the columns that issuances and retirements share; null if the row is malformed. */
function readCredits(row: ExportRow): Credits | null {
  const status = row.required("Credit Status").toLowerCase();
  const quantityKg = row.count("Quantity") * kgPerSerial;
  const vintage = Number(row.required("Vintage", /^(?:19|20|21)\d{2}(?:\.0)?$/));
  const product = row.required("Product Type");
  row.date("Issuance Date");
  row.years("Monitoring Period Start", "Monitoring Period End");
  const project = goldStandardProject(row, { developer: row.text("Project Developer") });
  const range = row.serialRange(serialColumn, quantityKg, ["gold-standard", "cdm"]);
  if (status !== "" && !/^(?:issued|retired|cancell?ed)$/.test(status)) {
    row.problem("Credit Status", `"${status}" is neither issued nor retired nor cancelled`);
  }
  if (row.isValid && range !== null) {
    const fault = serialFault(range, { projectId: project.registry_id, vintage });
    if (fault !== null) row.problem(serialColumn, fault);
  }
  if (!row.isValid || range === null) return null;
  const isRetired = status !== "issued" || row.text("Retirement Date") !== null;
  return { status, product, isRetired, vintage, quantityKg, range, project };
}

/** The entity that used the credits; null if the registry hides it. */
function beneficiaryOf(row: ExportRow): string | null {
  const name = row.text("Using Entity");
  return name !== null && /^not disclosed$/i.test(name) ? null : name;
}

function addRetirement(row: ExportRow, contents: ExportContents, credits: Credits): void {
  const { status, vintage, quantityKg, range, project } = credits;
  contents.addRetirement(row, {
    registry: "gold-standard",
    kind: status.startsWith("cancel") ? "cancelled" : "retired",
    serials: range,
    quantityKg,
    retiredOn: row.dateIfReadable("Retirement Date"),
    beneficiary: beneficiaryOf(row) ?? row.text("Aeroplane Operator Name"),
    reason: row.text("Use Case"),
    note: row.text("Note"),
    projectRegistryId: project.registry_id,
    vintageYear: vintage,
  });
}

/** `ICVCM CCP, Emission Reduction`, and an authorization under Article 6. */
function labelsOf(row: ExportRow): string[] {
  const labels = (row.text("Label") ?? "").split(",").map((label) => label.trim());
  const authorization = row.text("Article Six Authorization") ?? "";
  const isAuthorized = /^authori[sz]ed/i.test(authorization);
  return [...labels.filter(Boolean), ...(isAuthorized ? [`Article 6 ${authorization}`] : [])];
}

function readIssuance(row: ExportRow, contents: ExportContents): void {
  const credits = readCredits(row);
  if (credits === null) return;
  const { product, isRetired, vintage, quantityKg, range, project } = credits;
  if (isRetired) {
    addRetirement(row, contents, credits);
  } else if (!creditProducts.includes(product)) {
    contents.skip(row, `credits of type ${product} are not yet reduced tonnes`);
  } else {
    const id = lotIdOf("gold-standard", range);
    const facts = readLabels(labelsOf(row), project.registry_url);
    contents.addLot(row, serialColumn, range, {
      id,
      vintage_year: vintage,
      quantity_kg: quantityKg,
      credit_type: product,
      ...facts.lot,
      project: { ...project, mechanism: facts.mechanism },
    });
  }
}

function readRetirement(row: ExportRow, contents: ExportContents): void {
  const credits = readCredits(row);
  if (credits !== null) addRetirement(row, contents, credits);
}

function readProject(row: ExportRow, contents: ExportContents): void {
  row.required("Status");
  const project = goldStandardProject(row, {
    developer: row.text("Project Developer Name"),
    description: row.paragraphs("Description"),
    un_sdg_goals: row.sustainableDevelopmentGoals("Sustainable Development Goals"),
  });
  if (row.isValid) contents.addProject(row, project, { idColumn: "GSID", status: "Status" });
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

/**
 * Gold Standard's exports. Issuances include serials retired since, which only the retirements
 * export lists: its serials must be compared with the lots.
 */
export const goldStandardLayouts: readonly ExportLayout[] = [
  { kind: "issuances", isTested: true, ...creditColumns, read: readIssuance },
  {
    kind: "retirements",
    isTested: true,
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
    isTested: true,
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
