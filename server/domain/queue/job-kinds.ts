// Every kind of background job: its name on the screen, its limits, and when a failed one is retried.
// What a kind does is in server/jobs, under the same name.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface JobKind {
  label: string;
  /** For the operator, where jobs of the kind fail. */
  advice: string;
  /** What is due for longer is late, or far too late. */
  lateMs: number;
  tooLateMs: number;
  /** How many of the kind one worker runs at once. */
  slots: number;
  /** The longest that a run may take; null: as long as its worker keeps extending the lease. */
  longestMs: number | null;
  /** The pause after the nth failed attempt; null: the job has failed for good. */
  pauseMs: (attempt: number) => number | null;
  /** Its work is done in the world, so that it counts as done whoever has claimed it since. */
  hasExternalEffect?: boolean;
  /** Operators may retry a failed one: it has all it needs, and running it again does no harm. */
  isRetryable?: boolean;
  /** Such a job runs again and again, in one worker at a time. */
  everyMs?: number;
}

/** How long a worker may be silent before others take a job whose lease it keeps extending. */
export const EXTENDED_LEASE_MS = 30 * SECOND;
/** How often a worker extends such leases. */
export const EXTEND_EVERY_MS = 5 * SECOND;
/** What a lease exceeds the longest run by: to record how the run went. */
export const LEASE_MARGIN_MS = MINUTE;
/** The SMTP gateway takes no longer to send a mail. */
const LONGEST_MAIL_MS = 12 * MINUTE;

/** For how long others leave a job alone after a worker claimed it. */
export function leaseMs({ longestMs }: JobKind): number {
  return longestMs === null ? EXTENDED_LEASE_MS : longestMs + LEASE_MARGIN_MS;
}

const once = () => null;

const FIRST_MAIL_PAUSE_MS = 30 * SECOND;
const LONGEST_MAIL_PAUSE_MS = 6 * HOUR;
const MAIL_GIVE_UP_MS = 72 * HOUR;

function nthMailPauseMs(attempt: number): number {
  return Math.min(FIRST_MAIL_PAUSE_MS * 2 ** (attempt - 1), LONGEST_MAIL_PAUSE_MS);
}

/** Null where the pauses so far were three days. Counted so, a time without workers costs no mail. */
export function mailPauseMs(attempt: number): number | null {
  let pausedMs = 0;
  for (let before = 1; before < attempt; before += 1) pausedMs += nthMailPauseMs(before);
  return pausedMs < MAIL_GIVE_UP_MS ? nthMailPauseMs(attempt) : null;
}

const mail = {
  advice: "Check SMTP_URL and MAIL_FROM, and what the mail server says in the log.",
  lateMs: MINUTE,
  tooLateMs: 5 * MINUTE,
  slots: 4,
  longestMs: LONGEST_MAIL_MS,
  pauseMs: mailPauseMs,
  hasExternalEffect: true,
  isRetryable: true,
};

const chore = {
  advice: "Look into the worker's log.",
  slots: 1,
  longestMs: null,
  pauseMs: once,
};

const long = {
  advice: "Look into the worker's log; what failed changed nothing, and can be tried again.",
  lateMs: MINUTE,
  tooLateMs: 5 * MINUTE,
  slots: 1,
  longestMs: null,
  pauseMs: once,
};

const hourly = { ...chore, everyMs: HOUR, lateMs: 3 * HOUR, tooLateMs: DAY };

export const jobKinds = {
  "customer-mail": { ...mail, label: "Mails to customers" },
  "person-mail": { ...mail, label: "Mails to people of the dashboard" },
  import: { ...long, label: "Imports" },
  "ledger-check": { ...long, label: "Checks of the ledger", isRetryable: true },
  "expire-sessions": {
    ...chore,
    label: "Expiry of checkout sessions",
    everyMs: MINUTE,
    lateMs: 3 * MINUTE,
    tooLateMs: 10 * MINUTE,
  },
  "drop-idempotency-keys": { ...hourly, label: "Clearing of old idempotency keys" },
  "drop-login-attempts": { ...hourly, label: "Clearing of old login attempts" },
  "drop-workers": { ...hourly, label: "Clearing of ended workers" },
} as const satisfies Record<string, JobKind>;

export type JobKindName = keyof typeof jobKinds;

export const jobKindNames = Object.keys(jobKinds) as JobKindName[];

/** The kinds that run again and again. */
export const choreNames = jobKindNames.filter((name) => jobKind(name).everyMs !== undefined);

export function jobKind(name: JobKindName): JobKind {
  return jobKinds[name];
}
