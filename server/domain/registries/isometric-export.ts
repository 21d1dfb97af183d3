import { kgPerSerial } from "#domain/inventory";
import { countryCodeOf } from "./credit-facts";
import type { ExportContents, ImportedProject } from "./export-contents";
import type { ExportLayout } from "./export-layout";
import type { ExportRow } from "./export-row";
import { lotIdOf, projectIdentity } from "./registry-identities";

const projectId = /^prj_[0-9A-Z]+$/;
const issuanceId = /^iss_[0-9A-Z]+$/;
const maxTonnes = Number.MAX_SAFE_INTEGER / kgPerSerial;

/** Reads the two columns of a share of an issuance, which must agree. Returns kg. */
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

/**
 * An issuance has little about its project, and only its supplier's location, not the project's.
 */
function projectOfIssuance(row: ExportRow): ImportedProject {
  const identity = projectIdentity(row, "project_id", { registry: "isometric" });
  const developer = row.required("supplier.organisation.name");
  return {
    ...identity,
    name: `${developer} (${identity.id})`,
    summary: row.text("supplier.short_description"),
    description: row.paragraphs("supplier.long_description"),
    developer,
    mechanism: "removal",
  };
}

function readIssuance(row: ExportRow, contents: ExportContents): void {
  row.required("id", issuanceId);
  const issuedOn = row.requiredDate("issued_at");
  const startedOn = row.date("reporting_period_start_at");
  const project = projectOfIssuance(row);
  const suppliedKg = shareKg(row, "supplier_");
  const bufferKg = shareKg(row, "buffer_pool_");
  const totalKg = shareKg(row, "");
  if (row.isValid && suppliedKg + bufferKg !== totalKg) {
    const message = `${totalKg} kg are not the supplier's ${suppliedKg} and the buffer's ${bufferKg}`;
    row.problem("credit_batch_size_total.credit_kgs", message);
  }
  if (row.isValid && suppliedKg === 0) {
    contents.skip(row, "all of the issuance belongs to the buffer pool");
    return;
  }
  const range = row.serialRange("id", suppliedKg, ["isometric"]);
  if (!row.isValid || range === null) return;
  contents.addLot(row, "id", range, {
    id: lotIdOf("isometric", range),
    // Exports without the period of the removal only tell that it was no later than the issuance.
    vintage_year: Number((startedOn ?? issuedOn).slice(0, 4)),
    // The buffer pool's share insures against reversals and must not be sold.
    quantity_kg: suppliedKg,
    project,
  });
}

/** `['corporate_targets', 'other']` → `corporate targets, other`. */
function purposesOf(row: ExportRow): string | null {
  const purposes = row.text("purposes")?.match(/[a-z_]+/gi) ?? [];
  return purposes.length === 0 ? null : purposes.join(", ").replaceAll("_", " ");
}

const yearOf = (date: string | null) => (date === null ? null : Number(date.slice(0, 4)));

function readRetirement(row: ExportRow, contents: ExportContents): void {
  const id = row.required("retirement_id");
  const project = row.required("project_id", projectId);
  const kg = shareKg(row, "");
  if (!row.isValid) return;
  contents.addRetirement(row, {
    registry: "isometric",
    kind: "retired",
    // The export names the project, but not the issuance.
    serials: null,
    quantityKg: kg,
    retiredOn: row.dateIfReadable("retired_at"),
    beneficiary: row.text("beneficiary.name"),
    reason: purposesOf(row),
    note: row.text("notes"),
    reference: id,
    url: row.text("url"),
    projectRegistryId: project,
    vintageYear: yearOf(row.dateIfReadable("sequestered_on")),
  });
}

/** `biomass_carbon_removal_and_storage` → `Biomass carbon removal and storage`. */
function sentenceCase(slug: string | null): string | null {
  const text = slug?.replace(/[_-]+/g, " ") ?? "";
  return text === "" ? null : text.charAt(0).toUpperCase() + text.slice(1);
}

/** Pathways whose sink is beyond doubt. */
const sinks: Readonly<Record<string, "biogenic" | "technological">> = {
  reforestation: "biogenic",
  direct_air_capture: "technological",
};

function readProject(row: ExportRow, contents: ExportContents): void {
  row.required("status");
  const project: ImportedProject = {
    ...projectIdentity(row, "id", { registry: "isometric" }),
    name: row.required("name"),
    type: sentenceCase(row.text("pathway")),
    summary: row.text("supplier.short_description"),
    description: row.paragraphs("supplier.long_description"),
    developer: row.text("supplier.organisation.name"),
    location_name: row.text("location.country_name") ?? row.text("country_code"),
    location_latitude: row.decimal("location.latitude", -90, 90),
    location_longitude: row.decimal("location.longitude", -180, 180),
    registry_url: row.required("url", /^https:\/\/\S+$/),
    country_code: countryCodeOf(row.text("location.country_name")),
    // Isometric issues credits of carbon removal only.
    mechanism: "removal",
    sink: sinks[row.text("pathway") ?? ""] ?? null,
    crediting_period: row.period("crediting_period_start", "crediting_period_end"),
    methodology: sentenceCase(row.text("protocol_slug")),
    protocol: sentenceCase(row.text("protocol_slug")),
    verifier: row.text("current_verifier_name"),
    lifetime: row.years("crediting_period_start", "crediting_period_end"),
  };
  if (row.isValid) contents.addProject(row, project, { idColumn: "id", status: "status" });
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

/**
 * Isometric's exports. An issuance's id names all of its kg; there are no serial numbers.
 * Retirements do not name their issuance, so a lot has all of the supplier's kg, and the importer
 * must own them.
 */
export const isometricLayouts: readonly ExportLayout[] = [
  {
    kind: "issuances",
    isTested: true,
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
      "reporting_period_start_at",
      "supplier_credit_batch_size_total.credits",
      "buffer_pool_credit_batch_size_total.credits",
      "credit_batch_size_total.credits",
    ],
    read: readIssuance,
  },
  {
    kind: "retirements",
    isTested: true,
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
    isTested: true,
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
