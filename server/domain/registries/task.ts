// Long work that an operator asks for: what there is of it, and what is known of one. Pure.
import type { Mode } from "#core/context";
import type { FieldErrors } from "#core/errors";
import type { Changes } from "./changes-rules";
import type { Registry } from "./read-registry-export";

/** What an import's files are. */
export type ImportKind = "catalogue" | Registry;
export type TaskKind = ImportKind | "ledger";
export type TaskStep = "preview" | "import" | "check";
/** Imports of the mode, or the ledger's checks. */
export type Lane = Mode | "ledger";
/** `queued` until it ends, whether it is in hand or not; a preview ends as `checked`. */
export type TaskState = "queued" | "checked" | "done" | "refused" | "stopped" | "failed";

/** Of an import's files in all. */
export const MAX_IMPORT_BYTES = 64 * 1024 * 1024;
/** Of what is wrong, and of rows that are no stock, no more than these are kept. */
export const MAX_REPORTED = 500;

export interface ImportReport extends Changes {
  /** Rows in order that are no stock: those told of, and how many there are. */
  refused: { place: string; reason: string }[];
  refusedCount: number;
  /** Lots that the import stopped or found stopped, and why: an operator has to decide. */
  stoppedLots?: { lotId: string; place: string; range: string }[];
  /** What else an operator should know. */
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
  /** Why it was refused or failed; by place where the files are at fault. */
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
  /** Of the person, where they are still known. */
  requestedByName: string | null;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  phase: string | null;
  doneRows: number;
  totalRows: number;
  stopRequested: boolean;
  /** Whether a worker has it in hand; it waits otherwise, while it is queued. */
  isRunning: boolean;
  report: TaskReport | null;
}

/** What is wrong, as a task keeps it. */
export function problemReport(title: string, errors: FieldErrors = {}): TaskReport {
  const told = Object.entries(errors).flatMap(([place, messages]) =>
    messages.map((message) => ({ place, message })),
  );
  return { problem: { title, errors: told.slice(0, MAX_REPORTED), errorCount: told.length } };
}
