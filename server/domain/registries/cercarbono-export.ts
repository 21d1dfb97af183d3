import { kgPerSerial } from "#domain/inventory";
import { countryCodeOf } from "./credit-facts";
import type { ExportContents, ImportedProject } from "./export-contents";
import type { ExportLayout } from "./export-layout";
import type { ExportRow } from "./export-row";
import { projectIdentity, serialFault } from "./registry-identities";

/** A prefix, an R if the serial was revised, the project's number: `CDC_R_16_3_5_323_1_CO_1_1`. */
const issuancePattern = /^[A-Z]{2,4}_(?:R_)?(\d+)_\w+$/i;

/**
 * Reads an issuance. It may count its credits from 0 or from 1, which the export does not tell, so
 * it cannot be stock.
 */
function readIssuance(row: ExportRow, contents: ExportContents): void {
  const tonnes = row.count("issued_quantity");
  const serial = row.required("serial", issuancePattern);
  const isBuffer = /^true$/i.test(row.text("is_buffer") ?? "");
  if (!row.isValid) return;
  const reason = isBuffer
    ? "belongs to the buffer pool"
    : "the export has no first and last number; import your account's holdings export for stock";
  contents.skip(row, `${tonnes} tonnes of ${serial}: ${reason}`);
}

/** Cercarbono writes "Not public" where the account hides a name. */
function publicText(row: ExportRow, column: string): string | null {
  const text = row.text(column);
  return text !== null && /^not (?:public|defined)$/i.test(text) ? null : text;
}

function readRetirement(row: ExportRow, contents: ExportContents): void {
  const quantityKg = row.count("quantity") * kgPerSerial;
  const vintage = Number(row.required("vintage", /^(?:19|20|21)\d{2}$/));
  const serial = row.required("serial", issuancePattern);
  const project = projectIdentity(row, "project_id", { registry: "cercarbono", serials: serial });
  const [first, last] = [row.required("from", /^\d+$/), row.required("to", /^\d+$/)];
  if (!row.isValid) return;
  const text = `${serial} from ${first} to ${last}`;
  const serials = row.parseRange("serial", { text, quantityKg, kinds: ["cercarbono"] });
  if (serials === null) return;
  const projectId = row.text("project_id") ?? "";
  const fault = serialFault(serials, { projectId, vintage });
  if (fault !== null) row.problem("serial", fault);
  if (!row.isValid) return;
  const taxpayer = publicText(row, "passive_subject");
  contents.addRetirement(row, {
    registry: "cercarbono",
    kind: "retired",
    serials,
    quantityKg,
    retiredOn: row.dateIfReadable("date"),
    beneficiary: publicText(row, "end_user"),
    reason: row.text("certificate_destination"),
    note: taxpayer === null ? null : `Taxpayer: ${taxpayer}`,
    url: row.text("public_consult"),
    projectRegistryId: project.registry_id,
    vintageYear: vintage,
  });
}

/** Values of a key in a cell that is a list of objects, written as Python writes it. */
function valuesOf(row: ExportRow, column: string, key: string): string[] {
  const cell = row.text(column) ?? "";
  const pattern = new RegExp(`'${key}': (?:'((?:[^'\\\\]|\\\\.)*)'|"([^"]*)"|(-?[\\d.]+))`, "g");
  return [...cell.matchAll(pattern)].map(([, single, double, number]) =>
    (single ?? double ?? number ?? "").replaceAll("\\'", "'").trim(),
  );
}

function coordinate(row: ExportRow, key: string, limit: number): number | null {
  const [text] = valuesOf(row, "locations", key);
  const value = text === undefined ? Number.NaN : Number(text);
  return Math.abs(value) <= limit ? value : null;
}

function locationOf(row: ExportRow): string | null {
  const [country] = valuesOf(row, "locations", "country");
  const [region] = valuesOf(row, "locations", "region");
  return [region, country].filter(Boolean).join(", ") || null;
}

const defined = (text: string | null) => (text === "Not defined" ? null : text);

function readProject(row: ExportRow, contents: ExportContents): void {
  const identity = projectIdentity(row, "id", { registry: "cercarbono" });
  row.required("stage");
  const name = row.required("name");
  const latitude = coordinate(row, "latitude", 90);
  const longitude = coordinate(row, "longitude", 180);
  const isPlaced = latitude !== null && longitude !== null;
  const project: ImportedProject = {
    ...identity,
    registry_id: row.text("code") ?? identity.registry_id,
    name,
    type: valuesOf(row, "sector", "description")[0] ?? null,
    description: row.paragraphs("description"),
    developer: row.text("developer") ?? row.text("owner"),
    location_name: locationOf(row),
    country_code: countryCodeOf(valuesOf(row, "locations", "country")[0] ?? null),
    protocol: defined(row.text("quantification_method")),
    location_latitude: isPlaced ? latitude : null,
    location_longitude: isPlaced ? longitude : null,
    methodology: defined(row.text("quantification_method")),
    verifier: row.text("verifier"),
  };
  if (!row.isValid) return;
  if (name === "-") contents.skip(row, "the project has no name");
  else contents.addProject(row, project, { idColumn: "id", status: "stage" });
}

export const cercarbonoLayouts: readonly ExportLayout[] = [
  {
    kind: "retirements",
    isTested: true,
    required: ["serial", "from", "to", "quantity", "date", "vintage", "project_id"],
    optional: [
      "project_name",
      "certificate_destination",
      "end_user",
      "passive_subject",
      "public_consult",
      "industry",
    ],
    read: readRetirement,
  },
  {
    kind: "issuances",
    isTested: true,
    required: ["serial", "issued_quantity", "year"],
    optional: [
      "verification",
      "issuance_date",
      "is_buffer",
      "vintage_of_credits",
      "global_goals",
      "elegible",
    ],
    read: readIssuance,
  },
  {
    kind: "projects",
    isTested: true,
    required: ["id", "name", "stage"],
    optional: [
      "code",
      "is_public",
      "owner",
      "owner_id",
      "developer",
      "developer_id",
      "validator",
      "verifier",
      "credits_type",
      "description",
      "standard",
      "sector",
      "evaluation_criteria",
      "quantification_method",
      "locations",
      "serials",
      "annualEstimated",
    ],
    read: readProject,
  },
];
