"use client";
// An import from its preview to its end.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { Button, buttonClass } from "#ui/admin/button";
import { useOperator } from "#ui/admin/operator-shell";
import { Loading, PageHead, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { useRouteId } from "#ui/admin/route-id";
import {
  ASK_AGAIN_MS,
  isUnderWay,
  kindNames,
  type Task,
  TaskProblem,
  TaskProgress,
  TaskState,
} from "#ui/admin/task";
import { Time } from "#ui/admin/time";
import { Title } from "#ui/admin/title";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";
import { ImportChanges } from "./import-changes";

function useActs(id: string) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const refresh = () => queries.invalidateQueries({ queryKey: trpc.operatorImports.pathKey() });
  const start = useMutation(trpc.operatorImports.start.mutationOptions({ onSuccess: refresh }));
  const stop = useMutation(trpc.operatorImports.stop.mutationOptions({ onSuccess: refresh }));
  return {
    start: () => start.mutate({ id }),
    stop: () => stop.mutateAsync({ id }),
    discard: () => stop.mutate({ id }, { onSuccess: () => toast("Discarded") }),
    isBusy: start.isPending || stop.isPending,
    failure: start.error ?? stop.error,
  };
}

/** What to do with a preview, or where to go after the import. */
function Acts({ task, acts }: { task: Task; acts: ReturnType<typeof useActs> }) {
  const { base } = useOperator();
  if (task.state === "checked") {
    return (
      <>
        <Button disabled={acts.isBusy} onClick={acts.discard}>
          Discard
        </Button>
        <Button look="primary" busy={acts.isBusy} onClick={acts.start}>
          Import
        </Button>
      </>
    );
  }
  if (isUnderWay(task)) return null;
  return (
    <Link href={`${base}/${task.state === "done" ? "lots" : "import"}`} className={buttonClass()}>
      {task.state === "done" ? "See the lots" : "Import another file"}
    </Link>
  );
}

const endings: Partial<Record<Task["state"], string>> = {
  checked: "Nothing has changed yet.",
  stopped: "It was stopped. Nothing of it was kept.",
  refused: "Nothing has changed. Correct the files, and import them again.",
};

function Origin({ task }: { task: Task }) {
  return (
    <>
      {kindNames[task.kind]}, <Time at={task.createdOn} />
      {task.requestedByName && ` by ${task.requestedByName}`}
    </>
  );
}

function Import({ id }: { id: string }) {
  const acts = useActs(id);
  const found = useQuery({
    ...useTRPC().operatorImports.get.queryOptions({ id }),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? ASK_AGAIN_MS : false),
  });
  if (found.error) return <ProblemNote error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <Loading />;
  const task = found.data;
  return (
    <>
      <PageHead
        title={task.fileNames.join(", ")}
        intro={<Origin task={task} />}
        acts={<Acts task={task} acts={acts} />}
      />
      {acts.failure && <ProblemNote error={acts.failure} />}
      <Panel title={task.step === "import" ? "Import" : "Preview"} acts={<TaskState task={task} />}>
        {isUnderWay(task) ? (
          <TaskProgress
            task={task}
            unit="rows"
            stopNote="Whatever it has begun is taken back: the catalogue and the stock stay as they were before."
            stop={acts.stop}
          />
        ) : (
          <p className="text-quiet empty:hidden">{endings[task.state]}</p>
        )}
        <TaskProblem task={task} />
      </Panel>
      {!isUnderWay(task) && task.report?.import && (
        <ImportChanges report={task.report.import} isDone={task.state === "done"} />
      )}
    </>
  );
}

export default function OneImportPage() {
  return (
    <>
      <Title>Import</Title>
      <Import id={useRouteId()} />
    </>
  );
}
