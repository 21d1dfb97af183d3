// Which code runs each kind of job. A kind without one does not compile.
import type { JobKindName } from "#domain/queue";
import { choreRunners } from "./chores";
import { importRunner, ledgerCheckRunner } from "./imports";
import type { JobRunner } from "./job-runner";
import { mailRunner } from "./mails";

export const jobRunners: Readonly<Record<JobKindName, JobRunner>> = {
  "customer-mail": mailRunner("customers"),
  "person-mail": mailRunner("people"),
  import: importRunner,
  "ledger-check": ledgerCheckRunner,
  ...choreRunners,
};
