// Ends a checkout session before its time.
import type { AccountContext } from "#core/context";
import { conflict } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import { emitEvents } from "#domain/events";
import { getCheckoutSession } from "./get-checkout-session";
import type { CheckoutSession } from "./rules";
import { sessionEvent } from "./session-events";
import { expireOpen } from "./store";

/** Expires an open session, once. @throws not-found; conflict where it is no longer open */
export async function expireCheckoutSession(
  ctx: AccountContext,
  input: { id: string },
): Promise<CheckoutSession> {
  const { account, now } = ctx;
  const isDone = await expireOpen(ctx.db, { accountId: account.id, id: input.id, now });
  const session = await getCheckoutSession(ctx, input);
  if (!isDone) {
    if (session.state === "open") {
      throw conflict("Cannot expire a checkout session whose payment is under way");
    }
    const article = session.state === "complete" ? "a" : "an";
    throw conflict(`Cannot expire ${article} ${session.state} checkout session`);
  }
  await emitEvents(ctx, [sessionEvent(session, "expired")]);
  await recordAudit(ctx, { action: "checkout_session.expired", subjectId: session.id });
  return session;
}
