import type { Table } from "#core/query";
import type { Job, JobFile, Prisma } from "#prisma";
import type { JobKindName } from "./job-kinds";
import type { JobState } from "./job-rules";

export interface QueueTables {
  jobs: Table<Job, Prisma.JobUncheckedCreateInput, { kind: JobKindName; state: JobState }>;
  jobFiles: Table<JobFile, Prisma.JobFileUncheckedCreateInput>;
}
