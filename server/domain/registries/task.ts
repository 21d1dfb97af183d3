import type { Mode } from "#core/context";
import type { FieldErrors } from "#core/errors";
import type { LargePriceChange } from "#domain/catalogue";
import type { MissingStock } from "#domain/inventory";
import type { Changes } from "./changes-rules";
import type { DriftReport } from "./drift-report";
import type { EvidenceReport } from "./evidence-report";
import type { NewLots } from "./new-lots";
import type { Registry } from "./registry-keys";

/** Format of an import's files. */
export type ImportKind = "catalogue" | Registry;
export type TaskKind = ImportKind | "ledger";
export type TaskStep = "preview" | "import" | "compare" | "check";
/** Imports of a mode, comparisons with its registries, or checks of the ledger. */
export type Lane = Mode | `drift-${Mode}` | "ledger";
/** `queued` until it ends, running or not; a preview ends as `checked`. */
export type TaskState = "queued" | "checked" | "done" | "refused" | "stopped" | "failed";

/** Limit of all files of an import or comparison together. */
export const MAX_IMPORT_BYTES = 64 * 1024 * 1024;
/** Limit of stored faults and skipped rows. */
export const MAX_REPORTED = 500;

/** Credits that stock or orders have, and a complete list of holdings lacks. */
export interface MissingReport {
  /** Unsold ones first; at most MAX_REPORTED. */
  rows: MissingStock[];
  count: number;
  unsoldKg: number;
  soldKg: number;
}

export interface ImportReport extends Changes {
  /** Valid rows that did not become stock; at most MAX_REPORTED. */
  refused: { place: string; reason: string }[];
  refusedCount: number;
  /** Missing in reports of earlier versions. */
  newLots?: NewLots;
  /** Lots that wait for an operator's decision because of this import. */
  stoppedLots?: { lotId: string; place: string; range: string }[];
  /** Prices that change by more than a factor of two, to be confirmed. */
  largePriceChanges?: LargePriceChange[];
  /** Imports of registry exports with retired rows. */
  evidence?: EvidenceReport;
  /** Imports of a complete list of holdings: what stock and orders have and the list lacks. */
  missing?: MissingReport;
  /** Other facts for the operator. */
  notes: string[];
}

export interface CheckReport {
  invariants: number;
  findings: { check: string; row: string }[];
  findingCount: number;
  notes: string[];
}

export interface TaskReport {
  import?: ImportReport;
  check?: CheckReport;
  drift?: DriftReport;
  /** Reason of a rejection or failure, by place in the files. */
  problem?: { title: string; errors: { place: string; message: string }[]; errorCount: number };
}

export interface Task {
  id: string;
  mode: Mode;
  kind: TaskKind;
  step: TaskStep;
  state: TaskState;
  fileNames: string[];
  requestedBy: string | null;
  /** Name of the person, if the account still exists. */
  requestedByName: string | null;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  phase: string | null;
  doneRows: number;
  totalRows: number;
  stopRequested: boolean;
  /** True while a worker runs it; a queued task without one waits. */
  isRunning: boolean;
  report: TaskReport | null;
}

/** Converts errors to a task's report. */
export function problemReport(title: string, errors: FieldErrors = {}): TaskReport {
  const messages = Object.entries(errors).flatMap(([place, list]) =>
    list.map((message) => ({ place, message })),
  );
  return {
    problem: { title, errors: messages.slice(0, MAX_REPORTED), errorCount: messages.length },
  };
}
