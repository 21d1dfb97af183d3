import { apxLayouts } from "./apx-export";
import { cercarbonoLayouts } from "./cercarbono-export";
import { parseTable } from "./csv-table";
import { ExportContents, type RegistryExport } from "./export-contents";
import { type ExportKind, type Layouts, namesIn, recognize } from "./export-layout";
import { ExportRow } from "./export-row";
import { goldStandardLayouts } from "./gold-standard-export";
import { holdingsLayout, retiredColumnFault } from "./holdings-export";
import type { HoldingsMapping } from "./holdings-mapping";
import { isometricLayouts } from "./isometric-export";
import { readyMappings } from "./ready-mappings";
import type { Registry } from "./registry-keys";
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
function holdingsOf(registry: Registry, header: readonly string[], own: HoldingsMapping | null) {
  const mapping = own ?? readyMappings[registry];
  if (mapping === undefined) return null;
  const layout = holdingsLayout({ registry, mapping });
  return { layout, isOwn: own !== null, fault: retiredColumnFault(header, mapping) };
}

/**
 * Reads any of the registry's CSV exports, recognized by its header. Never throws for malformed
 * content: a malformed row is refused with its reason, an unknown header is the `fault`.
 */
export function readRegistryExport(
  registry: Registry,
  text: string,
  mapping: HoldingsMapping | null = null,
): RegistryExport {
  const contents = new ExportContents();
  const { header, rows, fault } = parseTable(text);
  const holdings = holdingsOf(registry, header, mapping);
  const recognized = recognize(header, { registry, layouts, holdings });
  if (recognized.layout === null) return contents.finish(null, recognized.fault);
  const { layout } = recognized;
  const names = namesIn(layout, header);
  for (const { line, cells } of rows) {
    const row = new ExportRow(
      line,
      new Map(names.map((column, index) => [column, cells[index] ?? ""])),
      layout.dates,
    );
    if (cells.length === header.length) layout.read(row, contents);
    else row.problem(null, `has ${cells.length} cells, the header has ${header.length}`);
    if (!row.isValid) contents.refuse(line, row.reason);
  }
  if (fault !== null) contents.refuse(fault.line, `cannot be read from here on: ${fault.message}`);
  return contents.finish(layout, null);
}

/** The kinds of exports that can be read, and whether real rows were. For documents. */
export function knownExports(registry: Registry): { kind: ExportKind; isTested: boolean }[] {
  const holdings = readyMappings[registry] ? [{ kind: "holdings", isTested: false } as const] : [];
  return [...layouts[registry].map(({ kind, isTested }) => ({ kind, isTested })), ...holdings];
}
