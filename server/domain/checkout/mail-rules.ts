// What becomes of a mail that is due: sent, waited with, tried again later, or dropped. Pure.

export const mailKinds = ["receipt", "certificate", "failure", "refund"] as const;
export type MailKind = (typeof mailKinds)[number];

export type MailState = "due" | "sent" | "dropped";

/** How an attempt went, or why there was none. */
export type MailOutcome =
  | { state: "sent" }
  /** It failed, and may do better later. */
  | { state: "later"; reason: string }
  /** What it tells of has not happened yet: no attempt was made. */
  | { state: "waiting" }
  | { state: "dropped"; reason: string };

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const FIRST_PAUSE_MS = 30 * SECOND;
const LONGEST_PAUSE_MS = 6 * HOUR;
const GIVE_UP_MS = 72 * HOUR;
const FIRST_WAIT_MS = 2 * SECOND;
const LONGEST_WAIT_MS = 5 * MINUTE;

function pauseMs(attempt: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
}

/**
 * How long to pause after a failed attempt, counted from 1; null where the pauses so far were three
 * days, and it is time to give up. Counted so, a time without workers costs no mail.
 */
export function pauseAfterMs(attempt: number): number | null {
  let pausedMs = 0;
  for (let before = 1; before < attempt; before += 1) pausedMs += pauseMs(before);
  return pausedMs < GIVE_UP_MS ? pauseMs(attempt) : null;
}

/** How long to wait for what a mail tells of: as long as it has waited, within bounds. */
export function waitMs(ageMs: number): number {
  return Math.min(Math.max(ageMs, FIRST_WAIT_MS), LONGEST_WAIT_MS);
}

/** What to do without any attempt, or null where the mail is to be sent now. */
export function outcomeUnsent(
  kind: MailKind,
  orderState: "placed" | "fulfilled" | "cancelled" | null,
): MailOutcome | null {
  if (kind !== "certificate" || orderState === "fulfilled") return null;
  if (orderState === "placed") return { state: "waiting" };
  return { state: "dropped", reason: "the order is cancelled" };
}

interface Claim {
  /** The attempts so far, with the one claimed for. */
  attempts: number;
  createdAt: Date;
}

/** What to keep of a mail after an outcome. `dueInMs` is null where it is settled. */
export interface MailDecision {
  state: MailState;
  dueInMs: number | null;
  attempts: number;
  lastError: string | null;
}

const MAX_REASON = 500;

/** What follows from an outcome at `now`. */
export function decide(mail: Claim, outcome: MailOutcome, now: Date): MailDecision {
  const { attempts } = mail;
  if (outcome.state === "sent") return { state: "sent", dueInMs: null, attempts, lastError: null };
  if (outcome.state === "waiting") {
    const dueInMs = waitMs(now.getTime() - mail.createdAt.getTime());
    return { state: "due", dueInMs, attempts: attempts - 1, lastError: null };
  }
  const lastError = outcome.reason.slice(0, MAX_REASON);
  const dueInMs = outcome.state === "later" ? pauseAfterMs(attempts) : null;
  return { state: dueInMs === null ? "dropped" : "due", dueInMs, attempts, lastError };
}
