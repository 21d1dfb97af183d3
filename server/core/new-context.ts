// How every door makes the context of a piece of work.
import { currentRequestId } from "./caller";
import type { Actor, Context } from "./context";
import { database } from "./db";
import { log } from "./log";

/**
 * A context of now, on the process's database, under the request's id or a new one, which every
 * line of its log carries: who reports a failure names that id.
 */
export function newContext(actor: Actor): Context {
  const requestId = currentRequestId();
  return { actor, db: database(), now: new Date(), requestId, log: log.child({ requestId }) };
}
