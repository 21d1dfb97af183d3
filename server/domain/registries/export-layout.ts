import { registryLabelOf } from "#domain/inventory";
import type { ExportContents, ExportKind } from "./export-contents";
import { cleanText, type DateOrder, type ExportRow } from "./export-row";
import type { Registry } from "./registry-identities";

/** Header and row reader of one export. */
export interface ExportLayout {
  kind: ExportKind;
  /** True if rows of a real export were read in tests. */
  isTested: boolean;
  required: readonly string[];
  optional: readonly string[];
  /** Other names of these columns: name in the file → name above. */
  aliases?: Readonly<Record<string, string>>;
  /** Order of dates with slashes; by default, each file must show it. */
  dates?: DateOrder | undefined;
  /** Columns with such dates; all of the above by default. */
  dateColumns?: readonly string[];
  read: (row: ExportRow, contents: ExportContents) => void;
}

/** Equal for names that differ in letter case and spaces. */
export const columnKey = (column: string) => cleanText(column).toLowerCase();

/** The header with the layout's names of its columns; letter case and spaces do not count. */
export function namesIn(layout: ExportLayout, header: readonly string[]): string[] {
  const columns = [...layout.required, ...layout.optional];
  const aliases = Object.entries(layout.aliases ?? {});
  const names = new Map([
    ...aliases.map(([name, column]) => [columnKey(name), column] as const),
    ...columns.map((column) => [columnKey(column), column] as const),
  ]);
  return header.map((column) => names.get(columnKey(column)) ?? column);
}

interface Match {
  layout: ExportLayout;
  /** Columns of the layout that the header has. */
  count: number;
  share: number;
  missing: string[];
  unknown: string[];
  repeated: string[];
}

function matchOf(header: readonly string[], layout: ExportLayout): Match {
  const names = namesIn(layout, header);
  const columns = [...layout.required, ...layout.optional];
  const present = columns.filter((column) => names.includes(column));
  return {
    layout,
    count: present.length,
    share: present.length / columns.length,
    missing: layout.required.filter((column) => !names.includes(column)),
    unknown: header.filter(
      (column, index) => column !== "" && !columns.includes(names[index] ?? ""),
    ),
    repeated: present.filter((column) => names.indexOf(column) !== names.lastIndexOf(column)),
  };
}

/** Complete matches first, then the ones with the most columns. */
function bestMatch(header: readonly string[], layouts: readonly ExportLayout[]): Match | null {
  const matches = layouts.map((layout) => matchOf(header, layout));
  const [best] = matches.sort(
    (a, b) =>
      Number(a.missing.length > 0) - Number(b.missing.length > 0) ||
      b.count - a.count ||
      b.share - a.share,
  );
  return best ?? null;
}

const quoted = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(", ");
const columnsText = (columns: readonly string[]) =>
  `${columns.length === 1 ? "column" : "columns"} ${quoted(columns)}`;

/** Longer lists would bury the message. */
const MAX_COLUMNS = 12;

function differences({ missing, unknown }: Match): string {
  const extra = unknown.slice(0, MAX_COLUMNS);
  const more = unknown.length > extra.length ? ` and ${unknown.length - extra.length} more` : "";
  return [
    missing.length > 0 ? `lacks the ${columnsText(missing)}` : null,
    extra.length > 0 ? `has the unknown ${columnsText(extra)}${more}` : null,
  ]
    .filter((part) => part !== null)
    .join(" and ");
}

export type Layouts = Readonly<Record<Registry, readonly ExportLayout[]>>;

/** Another registry's export with this header. */
function foreignExport(header: readonly string[], registry: Registry, layouts: Layouts) {
  const others = Object.entries(layouts) as [Registry, readonly ExportLayout[]][];
  for (const [other, foreign] of others) {
    const match = other === registry ? null : bestMatch(header, foreign);
    if (match && match.missing.length === 0 && match.count > 3) return { other, match };
  }
  return null;
}

export type Recognized = { layout: ExportLayout; fault: null } | { layout: null; fault: string };

const faulty = (fault: string): Recognized => ({ layout: null, fault });

/** Kinds whose rows are retired: a header that fits one is never taken for holdings. */
const retiredKinds: readonly ExportKind[] = ["transactions", "retirements", "cancellations"];

interface Candidates {
  registry: Registry;
  layouts: Layouts;
  /** An account's holdings, and why this header cannot be theirs. */
  holdings: { layout: ExportLayout; isGiven: boolean; fault: string | null } | null;
}

function unknownHeader(header: readonly string[], candidates: Candidates): string {
  const { registry, layouts, holdings } = candidates;
  const name = registryLabelOf(registry);
  const foreign = foreignExport(header, registry, layouts);
  if (foreign) {
    const { other, match } = foreign;
    return `is ${registryLabelOf(other)}'s ${match.layout.kind} export, not one of ${name}: choose the registry "${other}"`;
  }
  const all = [...layouts[registry], ...(holdings ? [holdings.layout] : [])];
  const nearest = bestMatch(header, all);
  if (nearest === null || nearest.count === 0) {
    const kinds = all.map(({ kind }) => kind);
    return `no export of ${name} has these columns; known are: ${[...new Set(kinds)].join(", ")}`;
  }
  return `is most like ${name}'s ${nearest.layout.kind} export, but ${differences(nearest)}`;
}

function recognizeHoldings(
  header: readonly string[],
  { holdings }: Candidates,
): { match: Match | null; fault: string | null } {
  if (holdings === null) return { match: null, fault: null };
  const match = matchOf(header, holdings.layout);
  if (match.missing.length === 0) return { match, fault: holdings.fault };
  const fault = `lacks the ${columnsText(match.missing)} of the mapping`;
  return { match: null, fault: holdings.isGiven ? fault : null };
}

/** Recognizes an export by its header. */
export function recognize(header: readonly string[], candidates: Candidates): Recognized {
  const { registry, layouts } = candidates;
  const best = bestMatch(header, layouts[registry]);
  const isComplete = best !== null && best.missing.length === 0;
  const isRetired = isComplete && retiredKinds.includes(best.layout.kind);
  const held = isRetired ? { match: null, fault: null } : recognizeHoldings(header, candidates);
  if (held.match && held.fault !== null) return faulty(held.fault);
  const match = held.match ?? (isComplete ? best : null);
  if (match === null) return faulty(held.fault ?? unknownHeader(header, candidates));
  if (match.repeated.length > 0) {
    return faulty(`has the ${columnsText(match.repeated)} more than once`);
  }
  return { layout: match.layout, fault: null };
}

// Files that operators have, but that cannot be read: what to do with each.

/** Why a text is no CSV; null if it may be. */
export function foreignFile(text: string): string | null {
  const start = text
    .slice(0, 500)
    .replace(/^\ufeff/, "")
    .trimStart();
  if (/^<(?:!doctype|html|head|meta|table|style|\?xml)/i.test(start)) {
    return (
      "is a web page (HTML), though its name may end in .xls: open it in a spreadsheet " +
      "and save it as CSV or XLSX"
    );
  }
  return null;
}

const inCatalogue =
  "put the credits that you hold into a catalogue file as a lot with opaque_serials " +
  "(docs/operations/catalogue-file.md)";

interface Unsupported {
  name: string;
  /** All occur in the header. */
  columns: readonly RegExp[];
  why: string;
}

const unsupported: readonly Unsupported[] = [
  {
    name: "ARB's issuance table",
    columns: [
      /^(?:c?arb|opr) (?:issuance|project) (?:id|number)/i,
      /invalidat|offset credits issued/i,
    ],
    why: "it has no serial numbers and lists retirements only as sums, so evidence cannot be matched",
  },
  {
    name: "an export of Plan Vivo",
    columns: [/plan vivo|^PVC/i],
    why: "its serial numbers are not known",
  },
  {
    name: "an export of BioCarbon",
    columns: [/biocarbon|^BCR/i],
    why: "its serial numbers are not known",
  },
  {
    name: "an export of ICR",
    columns: [/^ICC|carbon registry/i],
    why: "its serials are not known",
  },
];

/** Why no export of this header can be read, and what to do; null for others. */
export function unsupportedExport(header: readonly string[]): string | null {
  const match = unsupported.find(({ columns }) =>
    columns.every((column) => header.some((name) => column.test(name))),
  );
  if (match === undefined) return null;
  return `is ${match.name}, which cannot be imported: ${match.why}; ${inCatalogue}`;
}
