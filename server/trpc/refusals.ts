// Which problems refuse somebody what is others', whatever their status makes of it.
import type { Problem } from "#core/errors";
import { recordSecurityEvent } from "#domain/people";
import { type TrpcContext, visitorOf } from "./context";

const refusals = new WeakSet<object>();

/** Marks the problem, so that the refusal is recorded. */
export function refused(problem: Problem): Problem {
  refusals.add(problem);
  return problem;
}

interface Failure {
  error: { cause?: unknown };
  path: string | undefined;
}

/** Records a marked problem. Outside transactions, which the problem rolls back. */
export async function recordRefusal(
  ctx: TrpcContext | undefined,
  { error: { cause }, path }: Failure,
): Promise<void> {
  if (!ctx || typeof cause !== "object" || cause === null || !refusals.has(cause)) return;
  const { loggedIn } = ctx;
  await recordSecurityEvent(ctx, {
    kind: "auth.permission_refused",
    visitor: visitorOf(ctx),
    ...(loggedIn && { personId: loggedIn.person.id }),
    data: { procedure: path ?? "" },
  });
}
