"use client";
import { useMutation } from "@tanstack/react-query";
import { Button } from "#ui/admin/button";
import { count, Time } from "#ui/admin/format";
import {
  isQueued,
  JobProblem,
  JobProgress,
  JobState,
  type OperatorJob,
  ScrollList,
} from "#ui/admin/job";
import { Note, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { DownloadLink } from "#ui/admin/screen-link";
import { type Column, DataTable } from "#ui/admin/table";
import { useChange, useRefresh, useScreenData, useTRPC } from "#ui/admin/trpc";
import { queries } from "./queries";

function durationOf({ startedOn, endedOn }: OperatorJob): string {
  if (!startedOn || !endedOn) return "–";
  const seconds = (Date.parse(endedOn) - Date.parse(startedOn)) / 1000;
  return `${seconds < 10 ? seconds.toFixed(1) : count(Math.round(seconds))} s`;
}

const columns: Column<OperatorJob>[] = [
  { head: "Date", at: (job) => job.createdOn },
  { head: "Result", cell: (job) => <JobState job={job} /> },
  { head: "By", isExtra: true, cell: (job) => job.requestedByName ?? "–" },
  {
    head: "Invariants",
    align: "right",
    isExtra: true,
    cell: (job) => job.report?.check?.invariants ?? "–",
  },
  { head: "Duration", align: "right", isExtra: true, cell: durationOf },
];

function Findings({ job }: { job: OperatorJob }) {
  const check = job.report?.check;
  if (!check) return null;
  if (check.findingCount === 0) {
    return (
      <p>
        All {check.invariants} invariants hold. {check.notes.join(" ")}
      </p>
    );
  }
  return (
    <>
      <p className="font-medium text-danger">
        {check.findingCount === 1
          ? "1 row violates an invariant."
          : `${count(check.findingCount)} rows violate an invariant.`}
      </p>
      <ScrollList
        rows={check.findings.map(({ check: invariant, row }) => ({ place: row, text: invariant }))}
        total={check.findingCount}
      />
    </>
  );
}

function LatestCheck({ job, stop }: { job: OperatorJob; stop(): Promise<unknown> }) {
  if (isQueued(job)) {
    return (
      <JobProgress
        job={job}
        unit="invariants"
        stopNote="A check changes nothing, and you can run it again at any time."
        stop={stop}
      />
    );
  }
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3 text-sm text-quiet">
        <JobState job={job} />
        <span>
          <Time at={job.endedOn ?? job.createdOn} />, {durationOf(job)}
        </span>
      </div>
      <Findings job={job} />
      <JobProblem job={job} />
    </>
  );
}

export function LedgerCheck() {
  const trpc = useTRPC();
  const onSuccess = useRefresh((routes) => routes.operatorLedger.pathFilter());
  const start = useMutation(trpc.operatorLedger.start.mutationOptions({ onSuccess }));
  const stop = useChange((trpc) => trpc.operatorLedger.stop);
  const { newest, checks } = useScreenData(queries);
  const latest = newest.data?.data[0];
  return (
    <Panel
      title="Ledger check"
      actions={
        <Button
          variant="primary"
          busy={start.isPending}
          disabled={isQueued(latest)}
          onClick={() => start.mutate()}
        >
          Start check
        </Button>
      }
    >
      <Note className="mb-4">
        Recalculates every order, lot, retirement and total, and compares payments with the payment
        provider’s records.
      </Note>
      {start.error && <ProblemNote error={start.error} />}
      {latest && <LatestCheck job={latest} stop={() => stop({ id: latest.id })} />}
      <div className="mt-6 mb-3 flex items-center justify-between gap-3">
        <h3 className="font-medium">All checks</h3>
        <DownloadLink to="/export/ledger-checks.csv" />
      </div>
      <DataTable
        label="Checks"
        columns={columns}
        query={checks}
        empty={["No checks yet", "A check takes seconds to minutes and does not block sales."]}
      />
    </Panel>
  );
}
