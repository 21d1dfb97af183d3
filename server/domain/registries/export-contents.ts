import type { SerialRange } from "#domain/inventory";
import type { ExportRow } from "./export-row";
import { type ImportedProject, mergeProjects } from "./imported-project";
import type { RegistryRetirementRow } from "./retirement-row";

/** `transactions`: Verra's list of issued credits with their retirements. */
export type ExportKind =
  | "projects"
  | "issuances"
  | "transactions"
  | "retirements"
  | "cancellations"
  | "holdings";

/** A credit lot as in a catalogue file. `quantity_kg` is in whole kg of CO2e. */
export interface ImportedLot {
  id: string;
  project_id: string;
  vintage_year: number;
  quantity_kg: number;
  serial_number_range: string;
  opaque_serials: false;
  retirement_url: null;
  labels?: { scheme: string; granted_on: null; source_url: string }[];
  corresponding_adjustment?: "none" | "authorized";
  credit_type?: string;
}

export interface ExportLot extends ImportedLot {
  line: number;
  range: SerialRange;
}

/** A row that becomes neither stock nor a project nor a retirement. */
export interface RefusedRow {
  line: number;
  reason: string;
  /** True if a cell of it cannot be read; false if its credits cannot be sold. */
  isMalformed: boolean;
}

export interface RegistryExport {
  /** Null for an unknown header. */
  kind: ExportKind | null;
  /** True if the reader was tested with rows of a real export of this kind. */
  isTested: boolean;
  /** Why no row was read; null otherwise. */
  fault: string | null;
  projects: ImportedProject[];
  /** First lines of the rows of a projects export, by id. */
  lineOf: ReadonlyMap<string, number>;
  lots: ExportLot[];
  retirements: RegistryRetirementRow[];
  /** By line. */
  refused: RefusedRow[];
}

/** A lot and its row's facts about the project. */
interface Stock
  extends Pick<
    ImportedLot,
    "id" | "vintage_year" | "quantity_kg" | "labels" | "corresponding_adjustment" | "credit_type"
  > {
  project: ImportedProject;
}

/** Collects the contents of one file. */
export class ExportContents {
  readonly #projects = new Map<string, ImportedProject>();
  readonly #lineOfId = new Map<string, number>();
  readonly #lots: ExportLot[] = [];
  readonly #retirements: RegistryRetirementRow[] = [];
  readonly #refused: RefusedRow[] = [];

  /** Refuses a valid row; operators read `reason`. */
  skip(row: ExportRow, reason: string): void {
    this.#refused.push({ line: row.line, reason, isMalformed: false });
  }

  refuse(line: number, reason: string): void {
    this.#refused.push({ line, reason, isMalformed: true });
  }

  /** Adds a row of retired or cancelled credits. */
  addRetirement(row: ExportRow, retirement: Omit<RegistryRetirementRow, "rowNumber">): void {
    this.#retirements.push({ ...retirement, rowNumber: row.line });
  }

  /** Adds a row of a projects export. */
  addProject(row: ExportRow, idColumn: string, project: ImportedProject): void {
    if (this.#isNew(row, idColumn, project.id)) this.#projects.set(project.id, project);
  }

  /** Adds a row of stock, with the serials of `column`. */
  addLot(row: ExportRow, column: string, range: SerialRange, stock: Stock): void {
    const { project, ...lot } = stock;
    if (!this.#isNew(row, column, lot.id)) return;
    const known = this.#projects.get(project.id);
    this.#projects.set(project.id, known ? mergeProjects(known, project) : project);
    this.#lots.push({
      line: row.line,
      range,
      ...lot,
      project_id: project.id,
      serial_number_range: range.range,
      opaque_serials: false,
      retirement_url: null,
    });
  }

  finish(
    layout: (Pick<RegistryExport, "isTested"> & { kind: ExportKind }) | null,
    fault: string | null,
  ): RegistryExport {
    return {
      kind: layout?.kind ?? null,
      isTested: layout?.isTested ?? false,
      fault,
      projects: [...this.#projects.values()],
      lineOf: this.#lineOfId,
      lots: this.#lots,
      retirements: this.#retirements,
      refused: this.#refused.sort((a, b) => a.line - b.line),
    };
  }

  #isNew(row: ExportRow, column: string, id: string): boolean {
    const line = this.#lineOfId.get(id);
    if (line === undefined) this.#lineOfId.set(id, row.line);
    else row.problem(column, `is a duplicate of line ${line}`);
    return line === undefined;
  }
}
