"use client";
// Long work on the server: its state, its progress, and a way to stop it.
import Link from "next/link";
import { useEffect, useState } from "react";
import type { RouterOutput } from "#trpc/router";
import { Confirm } from "./dialog";
import { count, plural } from "./format";
import { StockBar } from "./mass-bars";
import { Badge, Note } from "./page";
import type { Column } from "./table";
import { Time } from "./time";

export type Task = RouterOutput["operatorImports"]["get"];

export const taskNames: Record<Task["kind"], string> = {
  catalogue: "Catalogue file (JSON)",
  verra: "Verra exports (CSV)",
  "gold-standard": "Gold Standard exports (CSV)",
  isometric: "Isometric exports (CSV)",
  acr: "ACR exports (CSV)",
  car: "CAR exports (CSV)",
  art: "ART exports (CSV)",
  cercarbono: "Cercarbono exports (CSV)",
  puro: "Puro exports (CSV)",
  ledger: "Ledger check",
};

/** Registries whose exports can be read, as the options of a select. */
export const registryOptions = Object.entries(taskNames)
  .filter(([kind]) => kind !== "catalogue" && kind !== "ledger")
  .map(([value, name]) => ({ value, text: name.replace(" exports (CSV)", "") }));

const POLL_MS = 700;

export const isQueued = (task: Pick<Task, "state"> | undefined) => task?.state === "queued";

/** Polls a task while it is queued or runs. */
export const pollTask = ({ state }: { state: { data?: Task | undefined } }) =>
  isQueued(state.data) ? POLL_MS : false;

/** Polls a list of tasks while one of them is queued or runs. */
export const pollTasks = ({ state }: { state: { data?: { data: Task[] } | undefined } }) =>
  state.data?.data.some(isQueued) ? POLL_MS : false;

const endStates = {
  checked: { tone: "neutral", text: "Ready to import" },
  refused: { tone: "bad", text: "Rejected" },
  stopped: { tone: "neutral", text: "Stopped" },
  failed: { tone: "bad", text: "Failed" },
} as const;

function queuedText({ isRunning, step, stopRequested }: Task): string {
  if (stopRequested) return "Stopping";
  if (!isRunning) return "Queued";
  if (step === "compare") return "Comparing";
  return step === "import" ? "Importing" : "Checking";
}

/** Differences that a comparison with a registry's export has found. */
export const differencesOf = ({ report }: Pick<Task, "report">) =>
  report?.drift?.sums.reduce((all, { count }) => all + count, 0) ?? 0;

const passed: Partial<Record<Task["step"], string>> = {
  check: "Passed",
  compare: "No differences",
};

export function TaskState({ task }: { task: Task }) {
  const { state, step, report } = task;
  if (state === "queued") return <Badge tone="pending">{queuedText(task)}</Badge>;
  if (state !== "done") return <Badge tone={endStates[state].tone}>{endStates[state].text}</Badge>;
  const findings = report?.check?.findingCount ?? 0;
  if (findings > 0) return <Badge tone="bad">{plural(findings, "finding")}</Badge>;
  const differences = differencesOf(task);
  if (differences > 0) return <Badge tone="bad">{plural(differences, "difference")}</Badge>;
  return <Badge tone="good">{passed[step] ?? "Imported"}</Badge>;
}

/** Rows per second of the current phase; null until there is enough to measure. */
function useRate({ phase, doneRows }: Task): number | null {
  const [first, setFirst] = useState({ phase, doneRows, at: 0 });
  const [now, setNow] = useState(0);
  useEffect(() => {
    const at = performance.now();
    setNow(at);
    setFirst((known) => (known.phase === phase && known.at > 0 ? known : { phase, doneRows, at }));
  }, [phase, doneRows]);
  const seconds = (now - first.at) / 1000;
  const rows = doneRows - first.doneRows;
  return first.phase === phase && seconds > 0.5 && rows > 0 ? Math.round(rows / seconds) : null;
}

const nouns: Record<Task["step"], string> = {
  preview: "import",
  import: "import",
  compare: "comparison",
  check: "check",
};

interface Props {
  task: Task;
  unit: string;
  /** Consequence of a stop. */
  stopNote: string;
  stop(): Promise<unknown>;
}

export function TaskProgress({ task, unit, stopNote, stop }: Props) {
  const { phase, doneRows, totalRows, isRunning, stopRequested } = task;
  const rate = useRate(task);
  const doing = isRunning ? (phase ?? "Reading the files") : "Waiting for other work to finish";
  return (
    <div className="space-y-3">
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        <span className="font-medium" aria-live="polite">
          {stopRequested ? "Stopping" : doing}
        </span>
        {totalRows > 0 && (
          <span className="text-quiet tabular-nums">
            {count(doneRows)} of {count(totalRows)} {unit}
            {rate !== null && `, ${count(rate)} per second`}
          </span>
        )}
      </p>
      <div
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={totalRows || 1}
        aria-valuenow={doneRows}
      >
        <StockBar leftKg={doneRows} ofKg={totalRows || 1} />
      </div>
      {!stopRequested && (
        <Confirm
          button="Stop"
          title={`Stop this ${nouns[task.step]}?`}
          description={stopNote}
          done="Stopping"
          run={stop}
        />
      )}
    </div>
  );
}

/** The reason why a task failed, with the place of each error. */
export function TaskProblem({ task }: { task: Task }) {
  const problem = task.report?.problem;
  if (!problem) return null;
  return (
    <div role="alert">
      <p className="font-medium text-danger">{problem.title}</p>
      <ScrollList
        rows={problem.errors.map(({ place, message }) => ({ place, text: message }))}
        total={problem.errorCount}
      />
    </div>
  );
}

interface ScrollListProps {
  rows: readonly { place: string; text: string }[];
  /** All there are; the server sends the first of them. */
  total: number;
}

export function ScrollList({ rows, total }: ScrollListProps) {
  if (rows.length === 0) return null;
  return (
    <>
      <ul className="mt-3 max-h-96 divide-y divide-line overflow-y-auto text-[0.9375rem]">
        {rows.map(({ place, text }) => (
          <li key={`${place} ${text}`} className="py-2">
            <code className="break-all">{place}</code> {text}
          </li>
        ))}
      </ul>
      {total > rows.length && <Note className="mt-2">And {count(total - rows.length)} more.</Note>}
    </>
  );
}

/** The files of a past task, as a link to it. */
export function TaskFiles({ task, href }: { task: Task; href: string }) {
  return (
    <>
      <Link href={href} className="link font-medium break-all">
        {task.fileNames.join(", ")}
      </Link>
      <span className="block text-sm text-quiet">{taskNames[task.kind]}</span>
    </>
  );
}

/** Person and date of past tasks. */
export const taskOrigin: readonly Column<Task>[] = [
  { head: "By", isExtra: true, cell: (task) => task.requestedByName ?? "–" },
  { head: "Date", isExtra: true, cell: (task) => <Time at={task.createdOn} /> },
];
