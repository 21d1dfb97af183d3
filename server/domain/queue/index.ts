// Background jobs are queued, claimed and counted here. server/jobs runs them.

export {
  EXTEND_EVERY_MS,
  EXTENDED_LEASE_MS,
  type JobKindName,
  jobKind,
  jobKindNames,
  jobKinds,
} from "./job-kinds";
export {
  dropJobFiles,
  getJobBacklog,
  listFailedJobs,
  listJobFiles,
  retryJob,
  storeJobFiles,
} from "./job-queries";
export {
  hasAttemptLeft,
  type JobResult,
  recordAfter,
} from "./job-rules";
export {
  type ClaimedJob,
  claimJobs,
  enqueueChores,
  enqueueJobs,
  extendLease,
  storeResult,
} from "./job-store";
export {
  listMails,
  type MailAudience,
  type MailSender,
  type MailTemplate,
  mailOf,
  type PreparedMail,
  type QueuedMail,
  queueMails,
  refuseQueuedMails,
  removeOldMailContent,
} from "./mails";
export type { QueueTables } from "./tables";
