import { kgPerSerial } from "#domain/inventory";
import { countryCodeOf } from "./country-names";
import { readLabels } from "./credit-labels";
import type { ExportContents } from "./export-contents";
import type { ExportLayout } from "./export-layout";
import type { ExportRow } from "./export-row";
import type { HoldingsField, HoldingsMapping } from "./holdings-mapping";
import { importedProject } from "./imported-project";
import { lotIdOf, projectIdentity, serialKindsOf } from "./registry-identities";
import type { Registry } from "./registry-keys";

const requiredFields: readonly HoldingsField[] = [
  "project_id",
  "project_name",
  "vintage_year",
  "serial_number_range",
  "serial",
  "first_serial",
  "last_serial",
  "quantity_tonnes",
  "quantity_kg",
  // Without them, retired credits could be taken for stock.
  "status",
  "retired_on",
];

/** Columns of lists of retired credits: such a list must never be taken for holdings. */
const retiredSign =
  /retire|cancel|behalf|beneficia|status effective|end.?user|using entity|passive_subject|certificate_destination|consum/i;

/** Why the header may be of retired credits, or null. */
export function retiredColumnFault(
  header: readonly string[],
  { columns, ignored_columns }: HoldingsMapping,
): string | null {
  const allowed = new Set([...Object.values(columns), ...ignored_columns]);
  const column = header.find((name) => retiredSign.test(name) && !allowed.has(name));
  if (column === undefined) return null;
  return (
    `has the column "${column}", so it may list retired credits; if it lists holdings, map the ` +
    'column to "status" or "retired_on", or add it to "ignored_columns" of the mapping'
  );
}

type Columns = HoldingsMapping["columns"];

/** Text of the serials: one cell, or made of three. */
function serialsText(row: ExportRow, columns: Columns): { text: string; column: string } {
  const { serial_number_range: column, serial, first_serial, last_serial } = columns;
  if (column !== undefined) return { text: row.required(column), column };
  const name = row.required(serial ?? "");
  const first = row.required(first_serial ?? "", /^\d+$/);
  const last = row.required(last_serial ?? "", /^\d+$/);
  return { text: `${name} from ${first} to ${last}`, column: serial ?? "" };
}

function quantityOf(row: ExportRow, { quantity_kg, quantity_tonnes }: Columns): number {
  if (quantity_kg !== undefined) return row.count(quantity_kg);
  return row.count(quantity_tonnes ?? "") * kgPerSerial;
}

/** A year, or the year of a date or of the start of a period. */
function vintageOf(row: ExportRow, column: string): number {
  const date = row.dateIfReadable(column);
  if (date !== null) return Number(date.slice(0, 4));
  const text = row.required(column, /^(?:19|20|21)\d{2}(?:\.0|\D.*)?$/);
  return Number(text.slice(0, 4));
}

/** Why the row's credits cannot be sold, or null. */
function inactive(row: ExportRow, { columns, active_statuses }: HoldingsMapping): string | null {
  const { status, retired_on } = columns;
  const retired = retired_on === undefined ? null : row.text(retired_on);
  if (retired !== null) return `retired at the registry on ${retired}`;
  if (status === undefined) return null;
  const given = row.text(status);
  const isActive = active_statuses.some((it) => it.toLowerCase() === given?.toLowerCase());
  return isActive ? null : `its ${status} is "${given ?? ""}", not ${active_statuses.join(" or ")}`;
}

interface Holdings {
  registry: Registry;
  mapping: HoldingsMapping;
}

function readHolding(row: ExportRow, contents: ExportContents, holdings: Holdings): void {
  const { registry, mapping } = holdings;
  const { columns } = mapping;
  const reason = inactive(row, mapping);
  if (reason !== null) {
    contents.skip(row, reason);
    return;
  }
  const optional = (field: HoldingsField) =>
    columns[field] === undefined ? null : row.text(columns[field]);
  const quantityKg = quantityOf(row, columns);
  const { text, column } = serialsText(row, columns);
  const project = importedProject({
    ...projectIdentity(row, columns.project_id, registry),
    name: row.required(columns.project_name),
    type: optional("project_type"),
    location_name: optional("country"),
    country_code: countryCodeOf(optional("country")),
    methodology: optional("methodology"),
    protocol: optional("methodology"),
    developer: optional("developer"),
  });
  const vintage = vintageOf(row, columns.vintage_year);
  if (!row.isValid) return;
  const kinds = serialKindsOf(registry);
  const range = row.parseRange(column, { text, quantityKg, kinds });
  if (range === null) return;
  const labels = columns.labels === undefined ? [] : row.list(columns.labels);
  const facts = readLabels(labels, project.registry_url);
  const creditType = optional("credit_type");
  contents.addLot(row, column, range, {
    id: lotIdOf(registry, range),
    vintage_year: vintage,
    quantity_kg: quantityKg,
    ...(creditType !== null && { credit_type: creditType }),
    ...facts.lot,
    project: { ...project, mechanism: facts.mechanism },
  });
}

/** Layout of an account's holdings, by a mapping. */
export function holdingsLayout({ registry, mapping }: Holdings): ExportLayout {
  const entries = Object.entries(mapping.columns) as [HoldingsField, string][];
  const isRequired = ([field]: [HoldingsField, string]) => requiredFields.includes(field);
  return {
    kind: "holdings",
    isTested: false,
    dates: mapping.dates,
    required: entries.filter(isRequired).map(([, column]) => column),
    optional: entries.filter((entry) => !isRequired(entry)).map(([, column]) => column),
    read: (row, contents) => readHolding(row, contents, { registry, mapping }),
  };
}
