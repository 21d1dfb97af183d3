import { CsvError, parse } from "csv-parse/sync";
import { overlappingPairs, type SerialRange } from "#domain/inventory";
import { cleanText, ExportRow, type RowProblem } from "./export-row";

/** A project as in a catalogue file; null or [] where the export has nothing. */
export interface ImportedProject {
  id: string;
  name: string;
  type: string | null;
  summary: string | null;
  description: string | null;
  developer: string | null;
  location_name: string | null;
  location_latitude: number | null;
  location_longitude: number | null;
  primary_image_url: string | null;
  registry_name: string;
  registry_id: string | null;
  registry_url: string;
  un_sdg_goals: number[];
  activity_types: string[];
  methodology: string | null;
  verifier: string | null;
  permanence: string | null;
  lifetime: { start_year: number; end_year: number } | null;
  impact_type: string | null;
  due_diligence: string | null;
  beyond_carbon: string | null;
  risk_of_reversal: string | null;
  third_party_labels: string[];
  credit_issuances: { vintage_year: number; total_amount: number }[];
}

/** A credit lot as in a catalogue file. `quantity_kg` is in whole kg of CO2e. */
export interface ImportedLot {
  id: string;
  project_id: string;
  vintage_year: number;
  quantity_kg: number;
  serial_number_range: string;
  opaque_serials: false;
  retirement_url: null;
}

/** A valid row that does not become stock. */
interface SkippedRow {
  line: number;
  reason: string;
}

/** Serials named as retired or cancelled: no lot may contain any of them. */
interface RetiredSerials {
  line: number;
  range: SerialRange;
}

/** `unrecognized`: the header is of none of the registry's exports. */
type ExportKind = "stock" | "projects" | "retirements" | "unrecognized";

export interface RegistryExport {
  kind: ExportKind;
  projects: ImportedProject[];
  lots: ImportedLot[];
  refused: SkippedRow[];
  retired: RetiredSerials[];
  problems: RowProblem[];
}

/** Header and row reader of one export. */
export interface ExportLayout {
  kind: Exclude<ExportKind, "unrecognized">;
  required: readonly string[];
  optional: readonly string[];
  read: (row: ExportRow, contents: ExportContents) => void;
}

type KnownOfProject = Pick<ImportedProject, "id" | "name" | "registry_name" | "registry_id"> &
  Partial<ImportedProject> & { registry_url: string };

/** Creates a project with empty fields, except for `known`. */
export function importedProject(known: KnownOfProject): ImportedProject {
  return {
    type: null,
    summary: null,
    description: null,
    developer: null,
    location_name: null,
    location_latitude: null,
    location_longitude: null,
    primary_image_url: null,
    un_sdg_goals: [],
    activity_types: [],
    methodology: null,
    verifier: null,
    permanence: null,
    lifetime: null,
    impact_type: null,
    due_diligence: null,
    beyond_carbon: null,
    risk_of_reversal: null,
    third_party_labels: [],
    credit_issuances: [],
    ...known,
  };
}

/** Fills empty fields (null or []) of the preferred project from the other. */
export function mergeProjects(preferred: ImportedProject, other: ImportedProject): ImportedProject {
  const filled = Object.entries(preferred).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  return { ...other, ...Object.fromEntries(filled) };
}

/** Returns whether a project's status, at any registry, means that it was abandoned. */
export function isAbandoned(status: string): boolean {
  const abandoned =
    /reject|denied|withdrawn|cancel|unsuccessful|terminated|de-?certified|inactive/i;
  return abandoned.test(status);
}

/** A lot and its row's facts about the project. */
interface Stock extends Pick<ImportedLot, "id" | "vintage_year" | "quantity_kg"> {
  project: ImportedProject;
}

/** Serials in a row's `column`, and their lot, unless they are retired. */
interface Serials {
  line: number;
  column: string;
  range: SerialRange;
  lot: ImportedLot | null;
}

/** Collects the contents of one file. */
export class ExportContents {
  readonly #projects = new Map<string, ImportedProject>();
  readonly #lineOfId = new Map<string, number>();
  readonly #serials: Serials[] = [];
  readonly #refused: SkippedRow[] = [];

  /** Skips a valid row; operators read `reason`. */
  skip(row: ExportRow, reason: string): void {
    this.#refused.push({ line: row.line, reason });
  }

  /** Skips a row of serials that are retired or cancelled at the registry. */
  skipRetired(row: ExportRow, column: string, range: SerialRange, reason: string): void {
    this.skip(row, reason);
    this.#serials.push({ line: row.line, column, range, lot: null });
  }

  /** Adds a row of a projects export. */
  addProject(row: ExportRow, idColumn: string, project: ImportedProject): void {
    if (this.#isNew(row, idColumn, project.id)) this.#projects.set(project.id, project);
  }

  /** Adds a row of stock, with the serials of `column`. */
  addLot(row: ExportRow, column: string, range: SerialRange, stock: Stock): void {
    const { project, id, vintage_year, quantity_kg } = stock;
    if (!this.#isNew(row, column, id)) return;
    const known = this.#projects.get(project.id);
    this.#projects.set(project.id, known ? mergeProjects(known, project) : project);
    const lot: ImportedLot = {
      id,
      project_id: project.id,
      vintage_year,
      quantity_kg,
      serial_number_range: range.range,
      opaque_serials: false,
      retirement_url: null,
    };
    this.#serials.push({ line: row.line, column, range, lot });
  }

  /** Returns the contents. Rows that share a serial with another row become no lots. */
  finish(kind: ExportKind, problems: readonly RowProblem[]): RegistryExport {
    const overlaps = overlappingPairs(this.#serials).map((pair) =>
      pair[0].line < pair[1].line ? pair : ([pair[1], pair[0]] as const),
    );
    const disputed = new Set(overlaps.flat());
    const overlapProblems = overlaps.map(([earlier, later]) => {
      const which = earlier.lot === null ? "retired or cancelled serials" : "serials";
      const message = `"${later.range.range}" overlaps the ${which} of line ${earlier.line}`;
      return { line: later.line, column: later.column, message };
    });
    return {
      kind,
      projects: [...this.#projects.values()],
      lots: this.#serials.flatMap((serials) =>
        serials.lot === null || disputed.has(serials) ? [] : [serials.lot],
      ),
      refused: this.#refused,
      retired: this.#serials.flatMap(({ line, range, lot }) =>
        lot === null ? [{ line, range }] : [],
      ),
      problems: [...problems, ...overlapProblems].sort((a, b) => a.line - b.line),
    };
  }

  #isNew(row: ExportRow, column: string, id: string): boolean {
    const line = this.#lineOfId.get(id);
    if (line === undefined) this.#lineOfId.set(id, row.line);
    else row.problem(column, `is a duplicate of line ${line}`);
    return line === undefined;
  }
}

interface Table {
  header: string[];
  rows: { line: number; cells: string[] }[];
  /** First malformed CSV; the rows before it are still read. */
  fault: RowProblem | null;
}

/** Parses the rows with their first lines, without blank rows. */
function parseTable(text: string): Table {
  const rows: Table["rows"] = [];
  let lastLine = 0;
  let fault: RowProblem | null = null;
  try {
    parse(text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n"), {
      record_delimiter: "\n",
      relax_column_count: true,
      on_record: (cells: string[], { lines }) => {
        if (cells.some((cell) => cell.trim() !== "")) rows.push({ line: lastLine + 1, cells });
        lastLine = lines;
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    fault = { line: lastLine + 1, column: null, message: error.message };
  }
  const [header, ...others] = rows;
  return { header: (header?.cells ?? []).map(cleanText), rows: others, fault };
}

/**
 * Recognizes an export by its header: one with all required columns, or else one with most of its
 * columns. Where one export's columns contain another's, the better match wins.
 */
function findLayout(header: readonly string[], layouts: readonly ExportLayout[]) {
  const isThere = (column: string) => header.includes(column);
  const matches = layouts.map((layout) => {
    const columns = [...layout.required, ...layout.optional];
    const count = columns.filter(isThere).length;
    const isComplete = layout.required.every(isThere);
    return { layout, count, share: count / columns.length, isComplete };
  });
  const best = matches
    .filter(({ isComplete, share }) => isComplete || share >= 0.5)
    .sort(
      (a, b) =>
        Number(b.isComplete) - Number(a.isComplete) || b.count - a.count || b.share - a.share,
    );
  return best[0]?.layout ?? null;
}

/** Problems of the header; with any, no row can be trusted. */
function headerProblems(header: readonly string[], layout: ExportLayout): RowProblem[] {
  const missing = layout.required.filter((column) => !header.includes(column));
  const known = [...layout.required, ...layout.optional];
  const twice = known.filter((column) => header.indexOf(column) !== header.lastIndexOf(column));
  return [
    ...missing.map((column) => ({ line: 1, column, message: "the column is missing" })),
    ...twice.map((column) => ({ line: 1, column, message: "the column occurs twice" })),
  ];
}

/** Reads the text of one of the registry's exports, recognized by its header. */
export function readExport(text: string, layouts: readonly ExportLayout[]): RegistryExport {
  const contents = new ExportContents();
  const { header, rows, fault } = parseTable(text);
  const problems: RowProblem[] = fault === null ? [] : [fault];
  const layout = findLayout(header, layouts);
  if (layout === null) {
    const message = "no export of this registry has these columns";
    return contents.finish("unrecognized", [...problems, { line: 1, column: null, message }]);
  }
  const unfit = headerProblems(header, layout);
  if (unfit.length > 0) return contents.finish(layout.kind, [...problems, ...unfit]);
  for (const { line, cells } of rows) {
    const entries = header.map((column, index) => [column, cells[index] ?? ""] as const);
    const row = new ExportRow(line, new Map(entries), problems);
    if (cells.length === header.length) layout.read(row, contents);
    else row.problem(null, `has ${cells.length} cells, the header has ${header.length}`);
  }
  return contents.finish(layout.kind, problems);
}
