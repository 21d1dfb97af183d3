import { currentRequestId } from "./caller";
import { type Db, database, type Sql } from "./db";
import { type Log, log } from "./log";

export const modes = ["live", "test"] as const;
export type Mode = (typeof modes)[number];
export type Scope = "read" | "write";

export type Actor =
  | { type: "key"; id: string; scope: Scope; spendingLimitId?: string | null }
  | { type: "person"; id: string }
  | { type: "system"; name: string }
  | { type: "public" };

export interface Account {
  id: string;
  mode: Mode;
  name: string;
  slug: string;
  defaultPortfolioId: string | null;
  /** Key in file storage. */
  logoFileKey: string | null;
  createdAt: Date;
  /** True once it has or had billing terms: its API orders may be charged to its balance. */
  hasLedger: boolean;
  /** Null unless an operator has suspended the account. */
  suspensionReason: string | null;
  /** Seconds by which a test account's clock is ahead of the system's. */
  clockOffsetS: number;
}

/** A stored response, so that a repeated request gets the same bytes. */
export interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A client's Idempotency-Key, committed together with the effect of its request. */
export interface Claim {
  key: string;
  requestHash: Buffer;
  /** Sent to requests that repeat the key. */
  response: StoredResponse;
}

export interface Progress {
  /** A short label for the current step. */
  phase: string;
  done: number;
  total: number;
}

export interface Context {
  actor: Actor;
  db: Db;
  now: Date;
  /** For work that outlasts `now`. Default: the system's clock; the demo's past has its own. */
  clock?: (() => Date) | undefined;
  /** Milliseconds by which `now` is ahead of the system's time; default: 0. See `inAccountTime`. */
  clockOffsetMs?: number | undefined;
  requestId: string;
  log: Log;
  /** Called during long work. Throws if the work must stop and be rolled back. */
  progress?: ((progress: Progress) => Promise<void>) | undefined;
}

/** A context inside a transaction of raw SQL, without Prisma. */
export type SqlContext = Omit<Context, "db"> & { db: Sql };

/** Enough to read one mode's catalogue: an account's context, or an operator's. */
export interface ModeContext extends Context {
  account: Pick<Account, "mode">;
}

export interface AccountContext extends Context {
  account: Account;
  /** Set only if the function itself commits the claim together with its effect. */
  claim?: Claim;
}

/**
 * Creates a context for the current request, or a new request ID. All its log lines carry that ID.
 */
export function newContext(actor: Actor): Context {
  const requestId = currentRequestId();
  return { actor, db: database(), now: new Date(), requestId, log: log.child({ requestId }) };
}

type Timed = Pick<Context, "now" | "clock" | "clockOffsetMs">;

const later = (at: Date, ms: number) => (ms === 0 ? at : new Date(at.getTime() + ms));

/** The present time, where `now` may be too old: after a call to a provider, or in a long run. */
export function presentTime({ clock, clockOffsetMs = 0 }: Omit<Timed, "now">): Date {
  return later(clock ? clock() : new Date(), clockOffsetMs);
}

/**
 * The context with the time of this account's clock. What customers and integrators see follows it;
 * leases, retries, keys, rate limits and the audit log follow `systemTime`.
 */
export function inAccountTime<Ctx extends Pick<Timed, "now" | "clockOffsetMs">>(
  ctx: Ctx,
  { clockOffsetS }: Pick<Account, "clockOffsetS">,
): Ctx {
  const clockOffsetMs = clockOffsetS * 1000;
  const aheadMs = clockOffsetMs - (ctx.clockOffsetMs ?? 0);
  return aheadMs === 0 ? ctx : { ...ctx, now: later(ctx.now, aheadMs), clockOffsetMs };
}

/** The context with the time of the system, as background jobs have it. */
export const inSystemTime = <Ctx extends Pick<Timed, "now" | "clockOffsetMs">>(ctx: Ctx): Ctx =>
  inAccountTime(ctx, { clockOffsetS: 0 });

/** `now` without the offset of an account's clock. */
export function systemTime({ now, clockOffsetMs = 0 }: Omit<Timed, "clock">): Date {
  return later(now, -clockOffsetMs);
}

export function publicContext(): Context {
  return newContext({ type: "public" });
}
