"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { RouterInput } from "#trpc/router";
import { Button, buttonClass } from "#ui/admin/button";
import { DeleteLots } from "#ui/admin/delete-lots";
import { plural, Time } from "#ui/admin/format";
import {
  isQueued,
  JobProblem,
  JobProgress,
  JobState,
  jobNames,
  type OperatorJob,
} from "#ui/admin/job";
import { Detail, PageHead, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { ScreenLink } from "#ui/admin/screen-link";
import { useToast } from "#ui/admin/toasts";
import { useRefresh, useScreenData, useTRPC } from "#ui/admin/trpc";
import { type NewLots, toChosenLots, useChoice } from "./choice";
import { ImportChanges } from "./import-changes";
import { NewLotsPanel } from "./new-lots";
import { queries } from "./queries";

function useActions(id: string) {
  const trpc = useTRPC();
  const toast = useToast();
  const onSuccess = useRefresh((routes) => routes.operatorImports.pathFilter());
  const start = useMutation(trpc.operatorImports.start.mutationOptions({ onSuccess }));
  const stop = useMutation(trpc.operatorImports.stop.mutationOptions({ onSuccess }));
  return {
    start: (input: Omit<RouterInput["operatorImports"]["start"], "id">) =>
      start.mutate({ id, ...input }),
    stop: () => stop.mutateAsync({ id }),
    discard: () => stop.mutate({ id }, { onSuccess: () => toast("Import discarded") }),
    isBusy: start.isPending || stop.isPending,
    failure: start.error ?? stop.error,
  };
}

/** Deletes the import's lots; projects and prices stay. Reports of more lots name only the first. */
function UndoImport({ newLots }: { newLots: NewLots | undefined }) {
  if (!newLots || newLots.count === 0 || newLots.count > newLots.rows.length) return null;
  const title = `Delete the ${plural(newLots.count, "lot")} of this import?`;
  return <DeleteLots ids={newLots.rows.map(({ id }) => id)} button="Undo import" title={title} />;
}

interface ActionsProps {
  job: OperatorJob;
  actions: ReturnType<typeof useActions>;
  choice: ReturnType<typeof useChoice>;
}

function Actions({ job, actions, choice }: ActionsProps) {
  const [confirmPrices, setConfirmPrices] = useState(false);
  if (job.state === "checked") {
    const newLots = job.report?.import?.newLots;
    const canChoose = newLots && job.kind !== "catalogue";
    const chosen = canChoose ? toChosenLots(newLots, choice.choice) : undefined;
    const isLarge = (job.report?.import?.largePriceChanges ?? []).length > 0;
    return (
      <>
        <Button disabled={actions.isBusy} onClick={actions.discard}>
          Discard import
        </Button>
        {isLarge && (
          <label className="flex items-center gap-2.5 text-[0.9375rem]">
            <input
              type="checkbox"
              className="size-4"
              checked={confirmPrices}
              onChange={({ target }) => setConfirmPrices(target.checked)}
            />
            The new prices are right
          </label>
        )}
        <Button
          variant="primary"
          busy={actions.isBusy}
          disabled={(isLarge && !confirmPrices) || chosen === null}
          onClick={() => actions.start({ confirmPrices, ...(chosen && { chosen }) })}
        >
          Start import
        </Button>
      </>
    );
  }
  if (isQueued(job)) return null;
  const isDone = job.state === "done";
  return (
    <>
      {isDone && <UndoImport newLots={job.report?.import?.newLots} />}
      <ScreenLink to={`/${isDone ? "stock?show=lots" : "import"}`} className={buttonClass()}>
        {isDone ? "View lots" : "Import other files"}
      </ScreenLink>
    </>
  );
}

const outcomes: Partial<Record<OperatorJob["state"], string>> = {
  checked: "Nothing has changed yet.",
  stopped: "Stopped. Nothing was imported.",
  refused: "Nothing was imported. Correct the files, then import them again.",
};

function Import({ job, actions }: Omit<ActionsProps, "choice">) {
  const choice = useChoice();
  const report = isQueued(job) ? null : job.report?.import;
  const isDone = job.state === "done";
  const isOpen = job.state === "checked" && job.kind !== "catalogue";
  return (
    <>
      <PageHead
        title={job.fileNames.join(", ")}
        intro={
          <>
            {jobNames[job.kind]}, <Time at={job.createdOn} />
            {job.requestedByName && ` by ${job.requestedByName}`}
          </>
        }
        actions={<Actions job={job} actions={actions} choice={choice} />}
      />
      {actions.failure && <ProblemNote error={actions.failure} />}
      <Panel title={job.step === "import" ? "Import" : "Preview"} actions={<JobState job={job} />}>
        {isQueued(job) ? (
          <JobProgress
            job={job}
            unit="rows"
            stopNote="All its changes are undone: catalogue and stock stay as they were before."
            stop={actions.stop}
          />
        ) : (
          <p className="text-quiet empty:hidden">{outcomes[job.state]}</p>
        )}
        <JobProblem job={job} />
      </Panel>
      {report?.newLots && (
        <NewLotsPanel newLots={report.newLots} state={isOpen ? choice : null} isDone={isDone} />
      )}
      {report && <ImportChanges report={report} choice={choice.choice} isDone={isDone} />}
    </>
  );
}

export function Run({ id }: { id: string }) {
  const actions = useActions(id);
  const { run: query } = useScreenData(queries);
  return (
    <Detail title="Import" query={query}>
      {(job) => <Import key={job.step} job={job} actions={actions} />}
    </Detail>
  );
}
