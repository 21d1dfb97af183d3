// Reads the CSV exports of the Isometric registry: its issuances, retirements and projects.
import { kgPerSerial } from "#domain/inventory";
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

const projectId = /^prj_[0-9A-Z]+$/;
const issuanceId = /^iss_[0-9A-Z]+$/;
const maxTonnes = Number.MAX_SAFE_INTEGER / kgPerSerial;

/** Where Isometric shows the object; the `url` columns of its exports all have this form. */
function pageOf(id: string): string {
  return `https://to.isometric.com/${id}`;
}

/** Reads the two columns of a share of an issuance, which must agree. Answers in kg. */
function shareKg(row: ExportRow, share: string): number {
  const kgColumn = `${share}credit_batch_size_total.credit_kgs`;
  const tonnesColumn = `${share}credit_batch_size_total.credits`;
  const text = row.required(kgColumn, /^\d+(?:\.0+)?$/);
  const kg = Number(text);
  const tonnes = row.decimal(tonnesColumn, 0, maxTonnes);
  if (text === "") return 0;
  if (tonnes !== null && Math.round(tonnes * kgPerSerial) !== kg) {
    row.problem(kgColumn, `${kg} kg are not the ${tonnes} tonnes of ${tonnesColumn}`);
  }
  return kg;
}

/** An issuance tells little of its project, and only its supplier's location, not the project's. */
function projectOfIssuance(row: ExportRow): ImportedProject {
  const id = row.required("project_id", projectId);
  const developer = row.required("supplier.organisation.name");
  return importedProject({
    id,
    name: `${developer} (${id})`,
    summary: row.text("supplier.short_description"),
    description: row.paragraphs("supplier.long_description"),
    developer,
    registry_name: "Isometric",
    registry_id: id,
    registry_url: pageOf(id),
  });
}

function readIssuance(row: ExportRow, found: Findings): void {
  const id = row.required("id", issuanceId);
  const issuedOn = row.requiredDate("issued_at");
  const project = projectOfIssuance(row);
  const suppliedKg = shareKg(row, "supplier_");
  const bufferKg = shareKg(row, "buffer_pool_");
  const totalKg = shareKg(row, "");
  if (row.isSound && suppliedKg + bufferKg !== totalKg) {
    const message = `${totalKg} kg are not the supplier's ${suppliedKg} and the buffer's ${bufferKg}`;
    row.problem("credit_batch_size_total.credit_kgs", message);
  }
  if (row.isSound && suppliedKg === 0) {
    found.refuse(row, "all of the issuance belongs to the buffer pool");
    return;
  }
  const range = row.serialRange("id", suppliedKg, ["isometric"]);
  if (!row.isSound || range === null) return;
  found.addLot(row, "id", range, {
    id: `lot_isometric_${id}`,
    // The export does not tell when the carbon was removed: no later than it was issued.
    vintage_year: Number(issuedOn.slice(0, 4)),
    // The buffer pool's share insures against reversals: nobody may sell it.
    quantity_kg: suppliedKg,
    project,
  });
}

function readRetirement(row: ExportRow, found: Findings): void {
  const id = row.required("retirement_id");
  const project = row.required("project_id", projectId);
  const kg = shareKg(row, "");
  const retiredOn = row.requiredDate("retired_at");
  if (!row.isSound) return;
  found.refuse(row, `${kg} kg of ${project} retired at Isometric on ${retiredOn} (${id})`);
}

/** `biomass_carbon_removal_and_storage` → `Biomass carbon removal and storage`. */
function words(slug: string | null): string | null {
  const text = slug?.replace(/[_-]+/g, " ") ?? "";
  return text === "" ? null : text.charAt(0).toUpperCase() + text.slice(1);
}

function readProject(row: ExportRow, found: Findings): void {
  const id = row.required("id", projectId);
  const status = row.required("status");
  const project = importedProject({
    id,
    name: row.required("name"),
    type: words(row.text("pathway")),
    summary: row.text("supplier.short_description"),
    description: row.paragraphs("supplier.long_description"),
    developer: row.text("supplier.organisation.name"),
    location_name: row.text("location.country_name") ?? row.text("country_code"),
    location_latitude: row.decimal("location.latitude", -90, 90),
    location_longitude: row.decimal("location.longitude", -180, 180),
    registry_name: "Isometric",
    registry_id: id,
    registry_url: row.required("url", /^https:\/\/\S+$/),
    methodology: words(row.text("protocol_slug")),
    verifier: row.text("current_verifier_name"),
    lifetime: row.years("crediting_period_start", "crediting_period_end"),
  });
  if (!row.isSound) return;
  if (isAbandoned(status)) found.refuse(row, `the project's status at Isometric is "${status}"`);
  else found.addProject(row, "id", project);
}

const supplierColumns = [
  "supplier.id",
  "supplier.short_description",
  "supplier.long_description",
  "supplier.organisation.id",
  "supplier.organisation.domain",
  "supplier.location",
  "supplier.location.country_code",
  "supplier.location.country_name",
  "supplier.location.latitude",
  "supplier.location.longitude",
  "supplier.location.description",
];

const layouts: readonly ExportLayout[] = [
  {
    kind: "stock",
    required: [
      "id",
      "issued_at",
      "project_id",
      "supplier.organisation.name",
      "supplier_credit_batch_size_total.credit_kgs",
      "buffer_pool_credit_batch_size_total.credit_kgs",
      "credit_batch_size_total.credit_kgs",
    ],
    optional: [
      ...supplierColumns,
      "supplier_credit_batch_size_total.credits",
      "buffer_pool_credit_batch_size_total.credits",
      "credit_batch_size_total.credits",
    ],
    read: readIssuance,
  },
  {
    kind: "retirements",
    required: ["retirement_id", "retired_at", "project_id", "credit_batch_size_total.credit_kgs"],
    optional: [
      "purposes",
      "url",
      "notes",
      "beneficiary.id",
      "beneficiary.name",
      "owner.id",
      "owner.name",
      "credit_batch_size_total.credits",
      "sequestered_on",
    ],
    read: readRetirement,
  },
  {
    kind: "projects",
    required: ["id", "name", "status", "url"],
    optional: [
      ...supplierColumns,
      "supplier.organisation.name",
      "short_code",
      "process_key",
      "pathway",
      "protocol_slug",
      "country_code",
      "validator_name",
      "current_verifier_name",
      "crediting_period_start",
      "crediting_period_end",
      "location.country_name",
      "location.latitude",
      "location.longitude",
    ],
    read: readProject,
  },
];

/**
 * Reads the text of Isometric's issuances, retirements or projects export.
 *
 * Isometric has no serial numbers: an issuance's id stands for all of it, in kg. The exports do not
 * tell which issuance a retirement took its kg from, so an issuance's lot is all that its supplier
 * was given; whoever imports it must hold it.
 */
export function readIsometricExport(text: string): RegistryExport {
  return readExport(text, layouts);
}
