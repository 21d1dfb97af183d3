"use client";
// Long work on the server: how far it is, and the way to stop it.
import { useEffect, useState } from "react";
import type { RouterOutput } from "#trpc/router";
import { Button } from "./button";
import { Confirm } from "./dialog";
import { Badge } from "./page";
import { StockFill } from "./stock-fill";

export type Task = RouterOutput["operatorImports"]["get"];

/** What the kinds of work are called. */
export const kindNames = {
  catalogue: "Catalogue file (JSON)",
  verra: "Verra exports (CSV)",
  "gold-standard": "Gold Standard exports (CSV)",
  isometric: "Isometric exports (CSV)",
  ledger: "Ledger check",
} as const satisfies Record<Task["kind"], string>;

/** How often one asks after a task that is under way. */
export const ASK_AGAIN_MS = 700;

export const isUnderWay = (task: Pick<Task, "state"> | undefined) => task?.state === "queued";

/** What a task is doing, or came to. */
export function TaskState({ task }: { task: Task }) {
  const { state, isRunning, step, stopRequested, report } = task;
  if (state === "queued" && stopRequested) return <Badge look="waits">Stopping</Badge>;
  if (state === "queued" && !isRunning) return <Badge look="waits">Waits its turn</Badge>;
  if (state === "queued") {
    const doing = step === "import" ? "Importing" : "Checking";
    return <Badge look="waits">{doing}</Badge>;
  }
  if (state === "checked") return <Badge look="quiet">Previewed</Badge>;
  if (state === "refused") return <Badge look="bad">Refused</Badge>;
  if (state === "stopped") return <Badge look="quiet">Stopped</Badge>;
  if (state === "failed") return <Badge look="bad">Failed</Badge>;
  const findings = report?.check?.findingCount ?? 0;
  if (findings > 0) return <Badge look="bad">{findings.toLocaleString("en-US")} findings</Badge>;
  return <Badge look="good">{step === "check" ? "Sound" : "Imported"}</Badge>;
}

const number = (value: number) => value.toLocaleString("en-US");

/** Rows a second, from what was seen of the phase on this screen; null until that is enough. */
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

interface Props {
  task: Task;
  unit: string;
  /** What a stop leaves behind. */
  stopNote: string;
  stop(): Promise<unknown>;
}

/** A task under way. */
export function TaskProgress({ task, unit, stopNote, stop }: Props) {
  const { phase, doneRows, totalRows, isRunning, stopRequested } = task;
  const rate = useRate(task);
  const doing = isRunning ? (phase ?? "Reading the files") : "Waits for other work to end";
  return (
    <div className="space-y-3">
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        <span className="font-medium" aria-live="polite">
          {stopRequested ? "Stopping" : doing}
        </span>
        {totalRows > 0 && (
          <span className="text-quiet tabular-nums">
            {number(doneRows)} of {number(totalRows)} {unit}
            {rate !== null && `, ${number(rate)} a second`}
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
        <StockFill leftKg={doneRows} ofKg={totalRows || 1} />
      </div>
      <Confirm
        trigger={(open) => (
          <Button onClick={open} disabled={stopRequested}>
            Stop
          </Button>
        )}
        title="Stop it?"
        description={stopNote}
        act="Stop"
        done="Stopping"
        run={stop}
      />
    </div>
  );
}

/** Why a task came to nothing, each fault by its place. */
export function TaskProblem({ task }: { task: Task }) {
  const problem = task.report?.problem;
  if (!problem) return null;
  const more = problem.errorCount - problem.errors.length;
  return (
    <div role="alert">
      <p className="font-medium text-danger">{problem.title}</p>
      {problem.errors.length > 0 && (
        <ul className="mt-3 max-h-96 divide-y divide-line overflow-y-auto text-[0.9375rem]">
          {problem.errors.map(({ place, message }) => (
            <li key={`${place} ${message}`} className="py-2">
              <code className="break-all">{place}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p className="mt-2 text-sm text-quiet">And {number(more)} more.</p>}
    </div>
  );
}
