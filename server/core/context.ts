// What every verb gets first: who asks, for which account, when, and the connection.
import { currentRequestId } from "./caller";
import { type Db, database, type Sql } from "./db";
import { type Log, log } from "./log";

export const modes = ["live", "test"] as const;
export type Mode = (typeof modes)[number];
export type Scope = "read" | "write";

export type Actor =
  | { type: "key"; id: string; scope: Scope }
  | { type: "person"; id: string }
  | { type: "system"; name: string }
  | { type: "public" };

export interface Account {
  id: string;
  mode: Mode;
  name: string;
  slug: string;
  defaultPortfolioId: string | null;
  /** Of its logo in the store of files. */
  logoFileKey: string | null;
  createdAt: Date;
}

/** An answer as it went to the caller, kept so that a repeated request gets the same bytes. */
export interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A caller's Idempotency-Key, to be committed together with the effect that it names. */
export interface Claim {
  key: string;
  requestHash: Buffer;
  /** What whoever repeats the key is answered. */
  response: StoredResponse;
}

/** How far a long piece of work has come. */
export interface Progress {
  /** What is being done, in a word or two. */
  phase: string;
  done: number;
  total: number;
}

export interface Context {
  actor: Actor;
  db: Db;
  now: Date;
  requestId: string;
  log: Log;
  /** Told of long work now and then; it throws where the work is to stop, and be rolled back. */
  progress?: ((progress: Progress) => Promise<void>) | undefined;
}

/** A context inside a transaction of hand-written SQL alone. */
export type SqlContext = Omit<Context, "db"> & { db: Sql };

/** What a read of one mode's catalogue needs: an account's context is one, an operator's too. */
export interface ModeContext extends Context {
  account: Pick<Account, "mode">;
}

export interface AccountContext extends Context {
  account: Account;
  /** Present only where the verb itself commits the claim, in the statement of its effect. */
  claim?: Claim;
}

/**
 * A context of now, on the process's database, under the request's id or a new one, which every
 * line of its log carries: who reports a failure names that id.
 */
export function newContext(actor: Actor): Context {
  const requestId = currentRequestId();
  return { actor, db: database(), now: new Date(), requestId, log: log.child({ requestId }) };
}

/** A request of anybody's, in which verbs read for the public. */
export function publicContext(): Context {
  return newContext({ type: "public" });
}
