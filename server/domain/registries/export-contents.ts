import type { z } from "zod";
import type { ProjectEntry } from "#domain/catalogue";
import type { RegistryKey, SerialRange } from "#domain/inventory";
import type { ExportRow } from "./export-row";

/** A project as in a catalogue file. */
export type ImportedProject = Omit<z.input<typeof ProjectEntry>, "translations"> & {
  registry_name: string;
  registry_id: string;
  registry_url: string;
};

/**
 * Fills empty fields of the preferred project from the other. Rows of removals and of
 * reductions make a mixed project.
 */
export function mergeProjects(preferred: ImportedProject, other: ImportedProject): ImportedProject {
  const filled = Object.entries(preferred).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  const merged: ImportedProject = { ...other, ...Object.fromEntries(filled) };
  const isMixed = other.mechanism && merged.mechanism !== other.mechanism;
  return isMixed ? { ...merged, mechanism: "mixed" } : merged;
}

/** A row of a registry's export about credits that are retired or cancelled there. */
export interface RegistryRetirementRow {
  registry: RegistryKey;
  /** Verra's export does not separate the two: its rows are `retired`. */
  kind: "retired" | "cancelled";
  /** Null where the export has no serials, as Isometric's. */
  serials: SerialRange | null;
  quantityKg: number | null;
  /** As YYYY-MM-DD. */
  retiredOn: string | null;
  /** Null if empty, or hidden by the registry ("Not public", "Not Disclosed"). */
  beneficiary: string | null;
  /** The registry's category, such as "Environmental Benefit". */
  reason: string | null;
  /** Free text of the account that retired, which often repeats the beneficiary. */
  note: string | null;
  reference: string | null;
  url: string | null;
  /** As in the `registryId` of a project. */
  projectRegistryId: string | null;
  vintageYear: number | null;
  /** First line of the row in the file, from 1. */
  rowNumber: number;
}

/** With the name of the file. */
export interface FileRetirementRow extends RegistryRetirementRow {
  file: string;
}

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

export interface RefusedFileRow extends RefusedRow {
  file: string;
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

export interface ReadFile extends RegistryExport {
  name: string;
}

/** A lot and its row's facts about the project. */
interface Stock
  extends Pick<
    ImportedLot,
    "id" | "vintage_year" | "quantity_kg" | "labels" | "corresponding_adjustment" | "credit_type"
  > {
  project: ImportedProject;
}

type Retired = Omit<RegistryRetirementRow, "rowNumber" | "reference" | "url"> &
  Partial<Pick<RegistryRetirementRow, "reference" | "url">>;

interface ProjectColumns {
  idColumn: string;
  status: string;
}

/** Statuses of projects that were abandoned, at any registry. */
const abandoned = /reject|denied|withdrawn|cancel|unsuccessful|terminated|de-?certified|inactive/i;

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
  addRetirement(row: ExportRow, retirement: Retired): void {
    this.#retirements.push({ reference: null, url: null, ...retirement, rowNumber: row.line });
  }

  /** Adds a row of a projects export, unless its status says that the project was abandoned. */
  addProject(row: ExportRow, project: ImportedProject, { idColumn, status }: ProjectColumns): void {
    const { registry_name: registry } = project;
    const value = row.text(status) ?? "";
    if (abandoned.test(value)) {
      this.skip(row, `the project's ${status.toLowerCase()} at ${registry} is "${value}"`);
    } else if (this.#isNew(row, idColumn, project.id)) {
      this.#projects.set(project.id, project);
    }
  }

  /** Adds a row of stock, with the serials of `column`. */
  addLot(row: ExportRow, column: string, range: SerialRange, stock: Stock): void {
    const { project, ...lot } = stock;
    if (!this.#isNew(row, column, lot.id)) return;
    const earlier = this.#projects.get(project.id);
    this.#projects.set(project.id, earlier ? mergeProjects(earlier, project) : project);
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
