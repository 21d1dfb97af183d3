"use client";

import { plural, Time } from "#ui/admin/format";
import {
  differencesOf,
  isQueued,
  JobProblem,
  JobProgress,
  JobState,
  jobNames,
  type OperatorJob,
} from "#ui/admin/job";
import { Detail, PageHead, Panel } from "#ui/admin/page";
import { ButtonLink, DownloadLink } from "#ui/admin/screen-link";
import { useChange, useScreenData } from "#ui/admin/trpc";
import { Differences } from "./differences";
import { queries } from "./queries";

function Summary({ job }: { job: OperatorJob }) {
  const drift = job.report?.drift;
  if (!drift) return null;
  const { rows, from, to } = drift;
  const period = from === null ? "" : `, ${from} to ${to}`;
  const hasDifferences = differencesOf(job) > 0;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-[0.9375rem]">
        Compared with {plural(rows, "retired or canceled row")}
        {period}.{" "}
        {rows === 0
          ? "The files list no retirements: check that you chose the right export."
          : !hasDifferences && "The export and the records here agree."}
      </p>
      {hasDifferences && <DownloadLink to={`/export/drift.csv?id=${job.id}`} />}
    </div>
  );
}

export function Comparison({ id }: { id: string }) {
  const stop = useChange((trpc) => trpc.operatorDrift.stop);
  const { comparison: query } = useScreenData(queries);
  return (
    <Detail title="Comparison" query={query}>
      {(job) => (
        <>
          <PageHead
            title={job.fileNames.join(", ")}
            intro={
              <>
                {jobNames[job.kind]}, <Time at={job.createdOn} />
                {job.requestedByName && ` by ${job.requestedByName}`}
              </>
            }
            actions={<ButtonLink to="/retirements?show=recorded">All comparisons</ButtonLink>}
          />
          <Panel title="Result" actions={<JobState job={job} />}>
            {isQueued(job) ? (
              <JobProgress
                job={job}
                unit="rows"
                stopNote="A comparison changes nothing, and you can run it again at any time."
                stop={() => stop({ id })}
              />
            ) : (
              <Summary job={job} />
            )}
            <JobProblem job={job} />
          </Panel>
          {job.report?.drift && <Differences drift={job.report.drift} />}
        </>
      )}
    </Detail>
  );
}
