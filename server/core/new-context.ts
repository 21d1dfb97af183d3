// How every door makes the context of a piece of work.
import { randomUUID } from "node:crypto";
import type { Actor, Context } from "./context";
import { database } from "./db";
import { log } from "./log";

/** A context of now, on the process's database, under a request id of its own. */
export function newContext(actor: Actor): Context {
  return { actor, db: database(), now: new Date(), requestId: randomUUID(), log };
}
