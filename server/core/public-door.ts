// The door that needs no key: the context and the errors of what everyone may read.
import { randomUUID } from "node:crypto";
import type { Context } from "./context";
import { database } from "./db";
import { log } from "./log";
import { problemResponse, toProblem } from "./problem";

/** A request of anybody's, in which verbs read for the public. */
export function publicContext(): Context {
  return {
    actor: { type: "public" },
    db: database(),
    now: new Date(),
    requestId: randomUUID(),
    log,
  };
}

/** Answers with what `work` finds, or with the problem it met, readable from any page's scripts. */
export async function answerPublicly(work: (ctx: Context) => Promise<Response>): Promise<Response> {
  const ctx = publicContext();
  try {
    return await work(ctx);
  } catch (error) {
    const response = problemResponse(toProblem(error, ctx.log), ctx.requestId);
    response.headers.set("access-control-allow-origin", "*");
    return response;
  }
}
