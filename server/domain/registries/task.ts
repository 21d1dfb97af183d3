import type { Mode } from "#core/context";
import type { FieldErrors } from "#core/errors";
import type { DriftReport } from "./compare-export";
import { type ImportReport, MAX_REPORTED } from "./import-report";
import type { Registry } from "./registry-identities";

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
