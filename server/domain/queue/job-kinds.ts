const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface JobKind {
  label: string;
  /** Advice for operators if jobs of the kind fail. */
  advice: string;
  /** A job that has been due for longer is late, or far too late. */
  lateMs: number;
  tooLateMs: number;
  /** Jobs of the kind that one worker runs at the same time. */
  slots: number;
  /** Longest duration of a run; null if its worker keeps extending the lease. */
  longestMs: number | null;
  /** Pause after the nth failed attempt; null if there is no other attempt. */
  pauseMs: (attempt: number) => number | null;
  /**
   * The job acts on the outside world, so a finished run counts even if another worker has claimed
   * the job since.
   */
  hasExternalEffect?: boolean;
  /** Operators may retry a failed job: it still has all its input, and running it again is safe. */
  isRetryable?: boolean;
  /** Set for chores, which run repeatedly, in one worker at a time. */
  everyMs?: number;
}

/** Others take a job if its worker hasn't extended the lease for this long. */
export const EXTENDED_LEASE_MS = 30 * SECOND;
export const EXTEND_EVERY_MS = 5 * SECOND;
/** Time to record the result, added to the longest run. */
export const LEASE_MARGIN_MS = MINUTE;
/** The SMTP gateway sends a mail within this time. */
const MAX_MAIL_MS = 12 * MINUTE;

export function leaseMs({ longestMs }: JobKind): number {
  return longestMs === null ? EXTENDED_LEASE_MS : longestMs + LEASE_MARGIN_MS;
}

const once = () => null;

const FIRST_MAIL_PAUSE_MS = 30 * SECOND;
const MAX_MAIL_PAUSE_MS = 6 * HOUR;
const MAIL_GIVE_UP_MS = 72 * HOUR;

function nthMailPauseMs(attempt: number): number {
  return Math.min(FIRST_MAIL_PAUSE_MS * 2 ** (attempt - 1), MAX_MAIL_PAUSE_MS);
}

/**
 * Null after pauses of three days in total. Time without workers doesn't count, so it costs no
 * mail.
 */
export function mailPauseMs(attempt: number): number | null {
  let pausedMs = 0;
  for (let before = 1; before < attempt; before += 1) pausedMs += nthMailPauseMs(before);
  return pausedMs < MAIL_GIVE_UP_MS ? nthMailPauseMs(attempt) : null;
}

const mail = {
  advice: "Check SMTP_URL and MAIL_FROM, and the mail server's response in the log.",
  lateMs: MINUTE,
  tooLateMs: 5 * MINUTE,
  slots: 4,
  longestMs: MAX_MAIL_MS,
  pauseMs: mailPauseMs,
  hasExternalEffect: true,
  isRetryable: true,
};

const chore = {
  advice: "Check the worker's log.",
  slots: 1,
  longestMs: null,
  pauseMs: once,
};

const long = {
  advice: "Check the worker's log. A failed job has changed nothing, and you can start it again.",
  lateMs: MINUTE,
  tooLateMs: 5 * MINUTE,
  slots: 1,
  longestMs: null,
  pauseMs: once,
};

const hourly = { ...chore, everyMs: HOUR, lateMs: 3 * HOUR, tooLateMs: DAY };

export const jobKinds = {
  "customer-mail": { ...mail, label: "Mail to customers" },
  "person-mail": { ...mail, label: "Mail to team members" },
  import: { ...long, label: "Imports" },
  "ledger-check": { ...long, label: "Ledger checks", isRetryable: true },
  "delete-test-data": {
    ...long,
    label: "Deletion of test data",
    advice: "Check the worker's log. Retrying goes on where it ended.",
    pauseMs: (attempt: number) => (attempt < 5 ? MINUTE : null),
    isRetryable: true,
  },
  "expire-sessions": {
    ...chore,
    label: "Checkout session expiration",
    everyMs: MINUTE,
    lateMs: 3 * MINUTE,
    tooLateMs: 10 * MINUTE,
  },
  "release-stock": {
    ...chore,
    label: "Release of held stock",
    everyMs: 15 * SECOND,
    lateMs: MINUTE,
    tooLateMs: 5 * MINUTE,
  },
  "drop-idempotency-keys": { ...hourly, label: "Cleanup of idempotency keys" },
  "delete-old-data": {
    ...chore,
    label: "Deletion of old data",
    everyMs: DAY,
    lateMs: 2 * DAY,
    tooLateMs: 7 * DAY,
  },
  "drop-login-attempts": { ...hourly, label: "Cleanup of sign-in attempts" },
  "issue-invoices": {
    ...chore,
    label: "Monthly invoices",
    advice: "Check the worker's log for what blocks an account's invoice.",
    everyMs: 6 * HOUR,
    lateMs: DAY,
    tooLateMs: 3 * DAY,
  },
  "check-notices": {
    ...chore,
    label: "Notifications to team members",
    everyMs: 2 * MINUTE,
    lateMs: 10 * MINUTE,
    tooLateMs: HOUR,
  },
  "fetch-pictures": {
    ...chore,
    label: "Pictures of projects",
    advice: "Check the worker's log for picture.not_fetched, and the addresses in the catalogue.",
    everyMs: MINUTE,
    lateMs: 10 * MINUTE,
    tooLateMs: HOUR,
  },
  "start-disputes": { ...hourly, label: "Disputes that start after a day" },
  "drop-workers": { ...hourly, label: "Cleanup of stopped workers and listeners" },
} as const satisfies Record<string, JobKind>;

export type JobKindName = keyof typeof jobKinds;

export const jobKindNames = Object.keys(jobKinds) as JobKindName[];

export const choreNames = jobKindNames.filter((name) => jobKind(name).everyMs !== undefined);

export function jobKind(name: JobKindName): JobKind {
  return jobKinds[name];
}
