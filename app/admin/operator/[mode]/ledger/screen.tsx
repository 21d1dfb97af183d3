"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { RouterInput } from "#trpc/router";
import { Button } from "#ui/admin/button";
import { count } from "#ui/admin/format";
import { ListScreen } from "#ui/admin/list-screen";
import { Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { type Column, useListInput } from "#ui/admin/table";
import {
  isQueued,
  pollTasks,
  ScrollList,
  type Task,
  TaskProblem,
  TaskProgress,
  TaskState,
} from "#ui/admin/task";
import { Time } from "#ui/admin/time";
import { useRefresh, useTRPC } from "#ui/admin/trpc";

function durationOf({ startedOn, endedOn }: Task): string {
  if (!startedOn || !endedOn) return "–";
  const seconds = (Date.parse(endedOn) - Date.parse(startedOn)) / 1000;
  return `${seconds < 10 ? seconds.toFixed(1) : count(Math.round(seconds))} s`;
}

const columns: Column<Task>[] = [
  { head: "Date", cell: (task) => <Time at={task.createdOn} /> },
  { head: "Result", cell: (task) => <TaskState task={task} /> },
  { head: "By", isExtra: true, cell: (task) => task.requestedByName ?? "–" },
  {
    head: "Invariants",
    align: "right",
    isExtra: true,
    cell: (task) => task.report?.check?.invariants ?? "–",
  },
  { head: "Duration", align: "right", isExtra: true, cell: durationOf },
];

function Findings({ task }: { task: Task }) {
  const check = task.report?.check;
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

function LatestCheck({ task, stop }: { task: Task; stop(): Promise<unknown> }) {
  return (
    <Panel title="Latest check" actions={<TaskState task={task} />}>
      {isQueued(task) ? (
        <TaskProgress
          task={task}
          unit="invariants"
          stopNote="A check changes nothing, and you can run it again at any time."
          stop={stop}
        />
      ) : (
        <>
          <p className="mb-3 text-sm text-quiet">
            <Time at={task.endedOn ?? task.createdOn} />, {durationOf(task)}
          </p>
          <Findings task={task} />
          <TaskProblem task={task} />
        </>
      )}
    </Panel>
  );
}

type Input = NonNullable<RouterInput["operatorLedger"]["list"]>;

export default function LedgerPage() {
  const trpc = useTRPC();
  const input = useListInput<Input>();
  const onSuccess = useRefresh((routes) => routes.operatorLedger.pathFilter());
  const start = useMutation(trpc.operatorLedger.start.mutationOptions({ onSuccess }));
  const stop = useMutation(trpc.operatorLedger.stop.mutationOptions({ onSuccess }));
  const newest = useQuery({
    ...trpc.operatorLedger.list.queryOptions({ limit: 1 }),
    refetchInterval: pollTasks,
  });
  const list = useQuery({
    ...trpc.operatorLedger.list.queryOptions(input),
    refetchInterval: pollTasks,
  });
  const latest = newest.data?.data[0];
  return (
    <ListScreen
      title="Ledger check"
      intro="Recalculates every order, lot, retirement and total, live and test, and compares payments with the payment provider’s records."
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
      above={
        <>
          {start.error && <ProblemNote error={start.error} />}
          {latest && (
            <>
              <LatestCheck task={latest} stop={() => stop.mutateAsync({ id: latest.id })} />
              <h2 className="mb-3 font-semibold">All checks</h2>
            </>
          )}
        </>
      }
      label="Checks"
      columns={columns}
      csv="ledger-checks"
      keyOf={(task) => task.id}
      query={list}
      empty={["No checks yet", "A check takes seconds to minutes and does not block sales."]}
    />
  );
}
