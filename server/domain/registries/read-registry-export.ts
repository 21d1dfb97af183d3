import { apxLayouts } from "./apx-export";
import { cercarbonoLayouts } from "./cercarbono-export";
import { parseTable, type Table, tableStarts } from "./csv-table";
import { ExportContents, type ExportKind, type RegistryExport } from "./export-contents";
import {
  type ExportLayout,
  foreignFile,
  type Layouts,
  namesIn,
  recognize,
  unsupportedExport,
} from "./export-layout";
import { cleanText, type DateOrder, DateOrderError, dateOrderOf, ExportRow } from "./export-row";
import { goldStandardLayouts } from "./gold-standard-export";
import { holdingsLayout, unsellableColumnFault } from "./holdings-export";
import { type HoldingsMapping, readyMappings } from "./holdings-mapping";
import { isometricLayouts } from "./isometric-export";
import type { Registry } from "./registry-identities";
import { verraLayouts } from "./verra-export";

const layouts: Layouts = {
  verra: verraLayouts,
  "gold-standard": goldStandardLayouts,
  isometric: isometricLayouts,
  acr: apxLayouts("acr"),
  car: apxLayouts("car"),
  art: apxLayouts("art"),
  cercarbono: cercarbonoLayouts,
  puro: [],
};

/** Layout of holdings: the given mapping's, or else the ready-made one's. */
function holdingsOf(registry: Registry, header: readonly string[], given: HoldingsMapping | null) {
  const mapping = given ?? readyMappings[registry];
  if (mapping === undefined) return null;
  const layout = holdingsLayout({ registry, mapping });
  return { layout, isGiven: given !== null, fault: unsellableColumnFault(header, mapping) };
}

interface Opened {
  layout: ExportLayout;
  table: Table;
}

const START = { delimiter: ",", line: 1, header: [] as string[] };

/** The table of an export, or why the text has none. */
function openTable(registry: Registry, text: string, mapping: HoldingsMapping | null) {
  const foreign = foreignFile(text);
  if (foreign !== null) return foreign;
  const starts = tableStarts(text);
  const all = (starts.length > 0 ? starts : [START]).map((start) => {
    const holdings = holdingsOf(registry, start.header, mapping);
    return { start, ...recognize(start.header, { registry, layouts, holdings }) };
  });
  const match = all.find(({ layout }) => layout !== null) ?? all[0];
  if (!match?.layout) return unsupportedExport(starts[0]?.header ?? []) ?? match?.fault ?? "";
  return { layout: match.layout, table: parseTable(text, match.start) };
}

function orderOf({ layout, table }: Opened, given: DateOrder | null): DateOrder | null {
  const order = given ?? layout.dates;
  if (order !== undefined) return order;
  const columns = layout.dateColumns ?? [...layout.required, ...layout.optional];
  const isDated = namesIn(layout, table.header).map((name) => columns.includes(name));
  return dateOrderOf(
    table.rows.flatMap(({ cells }) => cells.filter((_, index) => isDated[index]).map(cleanText)),
  );
}

const totals = /^(?:grand |sub ?)?totals?\b|^sum\b/i;

/** A row of sums has few cells of the required ones. */
function isTotals(row: ExportRow, { required }: ExportLayout): boolean {
  const filled = required.filter((column) => !totals.test(row.text(column) ?? "total"));
  return filled.length * 2 < required.length && row.hasText(totals);
}

function readRows({ layout, table }: Opened, order: DateOrder | null, contents: ExportContents) {
  const { header, rows, fault } = table;
  const names = namesIn(layout, header);
  for (const { line, cells } of rows) {
    const values = new Map(names.map((column, index) => [column, cells[index] ?? ""]));
    const row = new ExportRow(line, values, order);
    if (isTotals(row, layout)) contents.skip(row, "totals row left out");
    else if (cells.length === header.length) layout.read(row, contents);
    else row.problem(null, `has ${cells.length} cells, the header has ${header.length}`);
    if (!row.isValid) contents.refuse(line, row.reason);
  }
  if (fault !== null) contents.refuse(fault.line, `cannot be read from here on: ${fault.message}`);
}

export interface ReadingOptions {
  /** Columns of holdings, if the ready-made mapping does not fit. */
  mapping?: HoldingsMapping | null | undefined;
  /** Order of dates with slashes, if the file does not show it. */
  dates?: DateOrder | undefined;
}

/**
 * Reads any of the registry's exports, recognized by its header. Never throws for malformed
 * content: a malformed row is refused with its reason, an unknown header is the `fault`.
 */
export function readRegistryExport(
  registry: Registry,
  text: string,
  { mapping = null, dates }: ReadingOptions = {},
): RegistryExport {
  const contents = new ExportContents();
  const opened = openTable(registry, text, mapping);
  if (typeof opened === "string") return contents.finish(null, opened);
  try {
    readRows(opened, orderOf(opened, dates ?? null), contents);
  } catch (error) {
    if (!(error instanceof DateOrderError)) throw error;
    return contents.finish(null, error.message);
  }
  return contents.finish(opened.layout, null);
}

/** The kinds of exports that can be read, and whether real rows were. For documents. */
export function knownExports(registry: Registry): { kind: ExportKind; isTested: boolean }[] {
  const holdings = readyMappings[registry] ? [{ kind: "holdings", isTested: false } as const] : [];
  return [...layouts[registry].map(({ kind, isTested }) => ({ kind, isTested })), ...holdings];
}
