"use client";
// The ledger's check: run now, how far it is, and what it found the last times.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "#ui/admin/button";
import { Empty, PageHead, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { type Column, DataTable, useListState } from "#ui/admin/table";
import {
  ASK_AGAIN_MS,
  isUnderWay,
  type Task,
  TaskProblem,
  TaskProgress,
  TaskState,
} from "#ui/admin/task";
import { Time } from "#ui/admin/time";
import { Title } from "#ui/admin/title";
import { useTRPC } from "#ui/admin/trpc";

const count = (value: number) => value.toLocaleString("en-US");

function seconds({ startedOn, endedOn }: Task): string {
  if (!startedOn || !endedOn) return "–";
  const took = (Date.parse(endedOn) - Date.parse(startedOn)) / 1000;
  return `${took < 10 ? took.toFixed(1) : count(Math.round(took))} s`;
}

const columns: Column<Task>[] = [
  { head: "When", cell: (task) => <Time at={task.createdOn} /> },
  { head: "Result", cell: (task) => <TaskState task={task} /> },
  { head: "By", isExtra: true, cell: (task) => task.requestedByName ?? "–" },
  {
    head: "Invariants",
    align: "right",
    isExtra: true,
    cell: (task) => task.report?.check?.invariants ?? "–",
  },
  { head: "Took", align: "right", isExtra: true, cell: seconds },
];

function Findings({ task }: { task: Task }) {
  const check = task.report?.check;
  if (!check) return null;
  const more = check.findingCount - check.findings.length;
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
        {count(check.findingCount)} rows are not as they must be.
      </p>
      <ul className="mt-3 max-h-96 divide-y divide-line overflow-y-auto text-[0.9375rem]">
        {check.findings.map(({ check: name, row }) => (
          <li key={`${name} ${row}`} className="py-2.5">
            <p>Not so: {name}</p>
            <code className="mt-1 block text-sm break-all text-quiet">{row}</code>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-2 text-sm text-quiet">And {count(more)} more.</p>}
    </>
  );
}

function Last({ task, stop }: { task: Task; stop(): Promise<unknown> }) {
  return (
    <Panel title="The last check" acts={<TaskState task={task} />}>
      {isUnderWay(task) ? (
        <TaskProgress
          task={task}
          unit="invariants"
          stopNote="A check changes nothing. You can run it again at any time."
          stop={stop}
        />
      ) : (
        <>
          <p className="mb-3 text-sm text-quiet">
            <Time at={task.endedOn ?? task.createdOn} />, {seconds(task)}
          </p>
          <Findings task={task} />
          <TaskProblem task={task} />
        </>
      )}
    </Panel>
  );
}

/** Asks again as long as a task of the list is under way. */
function whileUnderWay({ state }: { state: { data?: { data: Task[] } | undefined } }) {
  return state.data?.data.some(isUnderWay) ? ASK_AGAIN_MS : (false as const);
}

function Ledger() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { place } = useListState();
  const refresh = () => queries.invalidateQueries({ queryKey: trpc.operatorLedger.pathKey() });
  const start = useMutation(trpc.operatorLedger.start.mutationOptions({ onSuccess: refresh }));
  const stop = useMutation(trpc.operatorLedger.stop.mutationOptions({ onSuccess: refresh }));
  const newest = useQuery({
    ...trpc.operatorLedger.list.queryOptions({ limit: 1 }),
    refetchInterval: whileUnderWay,
  });
  const last = newest.data?.data[0];
  const list = useQuery({
    ...trpc.operatorLedger.list.queryOptions(place),
    refetchInterval: whileUnderWay,
  });
  return (
    <>
      <PageHead
        title="Ledger check"
        intro="Recomputes every order, lot, retirement and total, live and test, and compares the payments with their provider’s books."
        acts={
          <Button
            look="primary"
            busy={start.isPending}
            disabled={isUnderWay(last)}
            onClick={() => start.mutate()}
          >
            Check now
          </Button>
        }
      />
      {start.error && <ProblemNote error={start.error} />}
      {last && <Last task={last} stop={() => stop.mutateAsync({ id: last.id })} />}
      {last && <h2 className="mb-3 font-semibold">Checks so far</h2>}
      <DataTable
        label="Checks"
        columns={columns}
        keyOf={(task) => task.id}
        query={list}
        empty={
          <Empty title="Not checked yet">
            <p>It takes seconds to minutes, and nothing waits for it.</p>
          </Empty>
        }
      />
    </>
  );
}

export default function LedgerPage() {
  return (
    <>
      <Title>Ledger check</Title>
      <Ledger />
    </>
  );
}
