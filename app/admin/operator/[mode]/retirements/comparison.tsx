"use client";
import { useMutation } from "@tanstack/react-query";
import { buttonClass } from "#ui/admin/button";
import { plural } from "#ui/admin/format";
import { Detail, PageHead, Panel } from "#ui/admin/page";
import { useScreenData } from "#ui/admin/screen-data";
import { DownloadLink, ScreenLink } from "#ui/admin/screen-link";
import {
  differencesOf,
  isQueued,
  type Task,
  TaskProblem,
  TaskProgress,
  TaskState,
  taskNames,
} from "#ui/admin/task";
import { Time } from "#ui/admin/time";
import { useRefresh, useTRPC } from "#ui/admin/trpc";
import { Differences } from "./differences";
import { queries } from "./queries";

function Summary({ task }: { task: Task }) {
  const drift = task.report?.drift;
  if (!drift) return null;
  const { rows, from, to } = drift;
  const period = from === null ? "" : `, ${from} to ${to}`;
  const hasDifferences = differencesOf(task) > 0;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-[0.9375rem]">
        Compared with {plural(rows, "retired or canceled row")}
        {period}.{" "}
        {rows === 0
          ? "The files list no retirements: check that you chose the right export."
          : !hasDifferences && "The export and the records here agree."}
      </p>
      {hasDifferences && <DownloadLink to={`/export/drift.csv?id=${task.id}`} />}
    </div>
  );
}

export function Comparison({ id }: { id: string }) {
  const trpc = useTRPC();
  const onSuccess = useRefresh((routes) => routes.operatorDrift.pathFilter());
  const stop = useMutation(trpc.operatorDrift.stop.mutationOptions({ onSuccess }));
  const { comparison: query } = useScreenData(queries);
  return (
    <Detail title="Comparison" query={query}>
      {(task) => (
        <>
          <PageHead
            title={task.fileNames.join(", ")}
            intro={
              <>
                {taskNames[task.kind]}, <Time at={task.createdOn} />
                {task.requestedByName && ` by ${task.requestedByName}`}
              </>
            }
            actions={
              <ScreenLink to="/retirements?show=recorded" className={buttonClass()}>
                All comparisons
              </ScreenLink>
            }
          />
          <Panel title="Result" actions={<TaskState task={task} />}>
            {isQueued(task) ? (
              <TaskProgress
                task={task}
                unit="rows"
                stopNote="A comparison changes nothing, and you can run it again at any time."
                stop={() => stop.mutateAsync({ id })}
              />
            ) : (
              <Summary task={task} />
            )}
            <TaskProblem task={task} />
          </Panel>
          {task.report?.drift && <Differences drift={task.report.drift} />}
        </>
      )}
    </Detail>
  );
}
