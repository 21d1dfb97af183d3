// The door that needs no key: the context and the errors of what everyone may read.
import type { Context } from "./context";
import { newContext } from "./new-context";
import { problemResponse, toProblem } from "./problem";

/** A request of anybody's, in which verbs read for the public. */
export function publicContext(): Context {
  return newContext({ type: "public" });
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
