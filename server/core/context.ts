import { currentRequestId } from "./caller";
import { type Db, database, type Sql } from "./db";
import { type Log, log } from "./log";
import type { Currency } from "./money";

export const modes = ["live", "test"] as const;
export type Mode = (typeof modes)[number];
export type Scope = "read" | "write";

/** `undecided`: an account from before terms were required, which an operator has yet to decide. */
export type AccountTerms = "invoice" | "prepaid" | "billed_elsewhere" | "undecided";

export type Actor =
  | { type: "key"; id: string; scope: Scope; spendingLimitId?: string | null }
  | { type: "person"; id: string }
  | { type: "system"; name: string }
  | { type: "public" };

export interface Account {
  id: string;
  mode: Mode;
  /** Of all its prices and amounts; fixed once it has any. */
  currency: Currency;
  name: string;
  slug: string;
  defaultPortfolioId: string | null;
  /** Key in file storage. */
  logoFileKey: string | null;
  createdAt: Date;
  /** Terms on which its API orders are paid. A live account without any can't order. */
  terms: AccountTerms | null;
  /** Null unless an operator has suspended the account. */
  suspensionReason: string | null;
}

/** A stored response, so that a repeated request gets the same bytes. */
export interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A client's Idempotency-Key, committed together with the effect of its request. */
export interface KeyClaim {
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
  requestId: string;
  log: Log;
  /** The values that a form has read, which an edit must not find changed: see core/edits.ts. */
  opened?: Record<string, unknown> | undefined;
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
  claim?: KeyClaim;
}

/**
 * Creates a context for the current request, or a new request ID. All its log lines carry that ID.
 */
export function newContext(actor: Actor): Context {
  const requestId = currentRequestId();
  return { actor, db: database(), now: new Date(), requestId, log: log.child({ requestId }) };
}

/** The present time, where `now` may be too old: after a call to a provider, or in a long run. */
export function presentTime({ clock }: Pick<Context, "clock">): Date {
  return clock ? clock() : new Date();
}

export function publicContext(): Context {
  return newContext({ type: "public" });
}

export function workerContext(): Context {
  return newContext({ type: "system", name: "worker" });
}
