const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
/** January 1, 1970 was a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;
const SENT_AT_MS = 7 * HOUR_MS;
/** Without a worker for longer than this, a week's summary is left out. */
const LATEST_MS = 3 * DAY_MS;

interface Week {
  from: Date;
  to: Date;
  /** When its summary is due. */
  at: Date;
}

/** The week that a summary is due for: from Monday to Monday, UTC. */
export function weekToSummarize(now: Date): Week | null {
  const ms = now.getTime();
  const toMs = ms - ((ms - FIRST_MONDAY_MS) % WEEK_MS);
  const atMs = toMs + SENT_AT_MS;
  if (ms < atMs || ms >= atMs + LATEST_MS) return null;
  return { from: new Date(toMs - WEEK_MS), to: new Date(toMs), at: new Date(atMs) };
}
