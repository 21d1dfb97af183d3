// How every door makes the context of a piece of work.
import { currentRequestId } from "./caller";
import type { Actor, Context } from "./context";
import { database } from "./db";
import { log } from "./log";

/** A context of now, on the process's database, under the request's id or a new one. */
export function newContext(actor: Actor): Context {
  return { actor, db: database(), now: new Date(), requestId: currentRequestId(), log };
}
