import { kgPerSerial } from "#domain/inventory";
import { countryCodeOf, isMechanism, labelNamed, readLabels } from "./credit-facts";
import type { ExportContents } from "./export-contents";
import { columnKey, type ExportLayout } from "./export-layout";
import type { ExportRow } from "./export-row";
import type { HoldingsField, HoldingsMapping } from "./holdings-mapping";
import {
  lotIdOf,
  projectIdentity,
  type Registry,
  serialFault,
  serialKindsOf,
} from "./registry-identities";

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
  // Without them, credits that cannot be sold could be taken for stock.
  "status",
  "account",
  "retired_on",
];

/** Columns of lists of retired credits: such a list must never be taken for holdings. */
const retiredSign =
  /retire|cancel|behalf|beneficia|status effective|end.?user|using entity|passive_subject|certificate_destination|consum/i;

/** Columns that may say of a row that its credits cannot be sold, as words of their own. */
const stateSign =
  /\b(?:status|state|type|account|pool|buffer|active|available|locked|estado|tipo|cuenta)(?:e?s)?\b/i;
/** They tell about the project. */
const projectSign =
  /\b(?:project|program|methodology|protocol) type\b|\bsite state\b|\btipo de proyecto\b/i;

/** `accountType` and `account_type` have two words. */
const spacedName = (column: string) =>
  column.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_./-]+/g, " ");

function isStateColumn(column: string): boolean {
  const spaced = spacedName(column);
  return stateSign.test(spaced) && !projectSign.test(spaced);
}

/** Why the header may be of credits that cannot be sold, or null. */
export function unsellableColumnFault(
  header: readonly string[],
  { columns, ignored_columns }: HoldingsMapping,
): string | null {
  const mapped = [...namesOf(columns), ...ignored_columns];
  const allowed = new Set(mapped.map(columnKey));
  const others = header.filter((name) => !allowed.has(columnKey(name)));
  const retired = others.find((name) => retiredSign.test(name));
  if (retired !== undefined) {
    return (
      `has the column "${retired}", so it may list retired credits; if it lists holdings, map the ` +
      'column to "status" or "retired_on", or add it to "ignored_columns" of the mapping'
    );
  }
  const state = others.find(isStateColumn);
  if (state === undefined) return null;
  return (
    `has the column "${state}", which may say that credits cannot be sold: map it to "status", ` +
    '"account" or "credit_type", or add it to "ignored_columns" of a mapping'
  );
}

type Columns = HoldingsMapping["columns"];

const namesOf = (columns: Columns): string[] =>
  Object.values(columns)
    .flat()
    .filter((column) => column !== undefined);

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

/** Types and accounts of credits that their owner cannot sell. */
const unsellable =
  /buffer|retire|cancel|invalid|revers|pending|suspend|frozen|\block|blocked|on hold|reserve pool|compensation pool/i;

/** Why the row's credits cannot be sold, or null. */
function inactive(row: ExportRow, { columns, active_statuses }: HoldingsMapping): string | null {
  const { status, retired_on, account, credit_type } = columns;
  const retired = retired_on === undefined ? null : row.text(retired_on);
  if (retired !== null) return `retired at the registry on ${retired}`;
  for (const column of [account, credit_type]) {
    const text = column === undefined ? null : row.text(column);
    if (text !== null && unsellable.test(text)) return `its ${column} is "${text}"`;
  }
  if (status === undefined || !row.has(status)) return null;
  const given = row.text(status);
  const isActive = active_statuses.some((active) => active.toLowerCase() === given?.toLowerCase());
  return isActive ? null : `its ${status} is "${given ?? ""}", not ${active_statuses.join(" or ")}`;
}

/** The items of the label columns. A column of yes and no is a label itself. */
function labelsIn(row: ExportRow, columns: readonly string[]): string[] {
  return columns.flatMap((column) => {
    const text = row.text(column) ?? "";
    if (/^(?:yes|y|true)$/i.test(text)) return [labelNamed(column)];
    return /^(?:no|n|false|n\/?a|none|-)$/i.test(text) ? [] : row.list(column);
  });
}

const authorized = { corresponding_adjustment: "authorized" } as const;
const notAdjusted = { corresponding_adjustment: "none" } as const;

/** The facts about the lot and the mechanism that the row states. */
function creditFacts(row: ExportRow, columns: Columns, sourceUrl: string) {
  const { labels = [], mechanism, corresponding_adjustment: adjustment, credit_type } = columns;
  const named = labelsIn(row, [labels].flat());
  const kinds = mechanism === undefined ? [] : row.items(mechanism);
  const facts = readLabels([...named, ...kinds.filter(isMechanism)], sourceUrl);
  const adjusted = adjustment === undefined ? "" : (row.text(adjustment)?.toLowerCase() ?? "");
  const type = credit_type === undefined ? null : row.text(credit_type);
  const lot = { ...facts.lot, ...(type !== null && { credit_type: type }) };
  if (adjusted === "yes") return { ...facts, lot: { ...lot, ...authorized } };
  return { ...facts, lot: adjusted === "no" ? { ...lot, ...notAdjusted } : lot };
}

interface Holdings {
  registry: Registry;
  mapping: HoldingsMapping;
}

function projectOf(row: ExportRow, { registry, mapping }: Holdings, serials: string) {
  const { columns } = mapping;
  const optional = (column: string | undefined) => (column === undefined ? null : row.text(column));
  const country = optional(columns.country);
  const places = [optional(columns.state), country].filter((place) => place !== null);
  return {
    ...projectIdentity(row, columns.project_id, { registry, serials }),
    name: row.required(columns.project_name),
    type: optional(columns.project_type),
    location_name: places.join(", ") || null,
    country_code: countryCodeOf(country),
    methodology: optional(columns.methodology),
    protocol: optional(columns.methodology),
    developer: optional(columns.developer),
    un_sdg_goals: columns.sdg_goals === undefined ? [] : row.goalsIn(columns.sdg_goals),
  };
}

function readHolding(row: ExportRow, contents: ExportContents, holdings: Holdings): void {
  const { registry, mapping } = holdings;
  const { columns } = mapping;
  const reason = inactive(row, mapping);
  if (reason !== null) {
    contents.skip(row, reason);
    return;
  }
  const quantityKg = quantityOf(row, columns);
  const { text, column } = serialsText(row, columns);
  const vintage = vintageOf(row, columns.vintage_year);
  const project = projectOf(row, { registry, mapping }, text);
  if (!row.isValid) return;
  const kinds = serialKindsOf(registry);
  const range = row.parseRange(column, { text, quantityKg, kinds });
  if (range === null) return;
  const fault = serialFault(range, { projectId: project.registry_id, vintage });
  if (fault !== null) row.problem(column, fault);
  if (!row.isValid) return;
  const facts = creditFacts(row, columns, project.registry_url);
  contents.addLot(row, column, range, {
    id: lotIdOf(registry, range),
    vintage_year: vintage,
    quantity_kg: quantityKg,
    ...facts.lot,
    project: { ...project, mechanism: facts.mechanism },
  });
}

/** Layout of an account's holdings, by a mapping. */
export function holdingsLayout({ registry, mapping }: Holdings): ExportLayout {
  const { columns, optional_columns } = mapping;
  const required = requiredFields.flatMap((field) => columns[field] ?? []);
  const isRequired = (column: string) =>
    required.includes(column) && !optional_columns.includes(column);
  const all = [...new Set(namesOf(columns))];
  const dated = [columns.vintage_year, columns.retired_on];
  return {
    kind: "holdings",
    isTested: false,
    dates: mapping.dates === "iso" ? undefined : mapping.dates,
    dateColumns: dated.filter((column) => column !== undefined),
    required: all.filter(isRequired),
    optional: all.filter((column) => !isRequired(column)),
    read: (row, contents) => readHolding(row, contents, { registry, mapping }),
  };
}
