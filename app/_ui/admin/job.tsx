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

export type OperatorJob = RouterOutput["operatorImports"]["get"];

export const jobNames: Record<OperatorJob["kind"], string> = {
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
export const registryOptions = Object.entries(jobNames)
  .filter(([kind]) => kind !== "catalogue" && kind !== "ledger")
  .map(([value, name]) => ({ value, text: name.replace(" exports (CSV)", "") }));

const POLL_MS = 700;

export const isQueued = (job: Pick<OperatorJob, "state"> | undefined) => job?.state === "queued";

/** Polls a job while it is queued or runs. */
export const pollJob = ({ state }: { state: { data?: OperatorJob | undefined } }) =>
  isQueued(state.data) ? POLL_MS : false;

/** Polls a list of jobs while one of them is queued or runs. */
export const pollJobs = ({ state }: { state: { data?: { data: OperatorJob[] } | undefined } }) =>
  state.data?.data.some(isQueued) ? POLL_MS : false;

const endStates = {
  checked: { tone: "neutral", text: "Ready to import" },
  refused: { tone: "bad", text: "Rejected" },
  stopped: { tone: "neutral", text: "Stopped" },
  failed: { tone: "bad", text: "Failed" },
} as const;

function queuedText({ isRunning, step, stopRequested }: OperatorJob): string {
  if (stopRequested) return "Stopping";
  if (!isRunning) return "Queued";
  if (step === "compare") return "Comparing";
  return step === "import" ? "Importing" : "Checking";
}

/** Differences that a comparison with a registry's export has found. */
export const differencesOf = ({ report }: Pick<OperatorJob, "report">) =>
  report?.drift?.sums.reduce((all, { count }) => all + count, 0) ?? 0;

const passed: Partial<Record<OperatorJob["step"], string>> = {
  check: "Passed",
  compare: "No differences",
};

export function JobState({ job }: { job: OperatorJob }) {
  const { state, step, report } = job;
  if (state === "queued") return <Badge tone="pending">{queuedText(job)}</Badge>;
  if (state !== "done") return <Badge tone={endStates[state].tone}>{endStates[state].text}</Badge>;
  const findings = report?.check?.findingCount ?? 0;
  if (findings > 0) return <Badge tone="bad">{plural(findings, "finding")}</Badge>;
  const differences = differencesOf(job);
  if (differences > 0) return <Badge tone="bad">{plural(differences, "difference")}</Badge>;
  return <Badge tone="good">{passed[step] ?? "Imported"}</Badge>;
}

/** Rows per second of the current phase; null until there is enough to measure. */
function useRate({ phase, doneRows }: OperatorJob): number | null {
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

const nouns: Record<OperatorJob["step"], string> = {
  preview: "import",
  import: "import",
  compare: "comparison",
  check: "check",
};

interface Props {
  job: OperatorJob;
  unit: string;
  /** Consequence of a stop. */
  stopNote: string;
  stop(): Promise<unknown>;
}

export function JobProgress({ job, unit, stopNote, stop }: Props) {
  const { phase, doneRows, totalRows, isRunning, stopRequested } = job;
  const rate = useRate(job);
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
          title={`Stop this ${nouns[job.step]}?`}
          description={stopNote}
          done="Stopping"
          run={stop}
        />
      )}
    </div>
  );
}

/** The reason why a job failed, with the place of each error. */
export function JobProblem({ job }: { job: OperatorJob }) {
  const problem = job.report?.problem;
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

/** The files of a past job, as a link to it. */
export function JobFiles({ job, href }: { job: OperatorJob; href: string }) {
  return (
    <>
      <Link href={href} className="link font-medium break-all">
        {job.fileNames.join(", ")}
      </Link>
      <span className="block text-sm text-quiet">{jobNames[job.kind]}</span>
    </>
  );
}

/** Person and date of past jobs. */
export const jobOrigin: readonly Column<OperatorJob>[] = [
  { head: "By", isExtra: true, cell: (job) => job.requestedByName ?? "–" },
  { head: "Date", isExtra: true, at: (job) => job.createdOn },
];
