// Keeps how a claimed mail fared, and decides what follows from it.
import type { SqlContext } from "#core/context";
import type { ClaimedMail } from "./claim-mails";
import { decide, type MailOutcome, type MailState } from "./mail-rules";
import { keepMail } from "./mail-store";

type Claim = Pick<ClaimedMail, "accountId" | "id" | "attempts" | "createdAt" | "leasedUntil">;

/**
 * Records the outcome of the attempt that the mail was claimed for; `ctx.now` is when it ended.
 * Returns the mail's state, or null where another worker has it now.
 */
export async function recordMail(
  ctx: SqlContext,
  input: { mail: Claim; outcome: MailOutcome },
): Promise<MailState | null> {
  const { accountId, id, leasedUntil } = input.mail;
  const decision = decide(input.mail, input.outcome, ctx.now);
  const counted = await keepMail(ctx.db, { accountId, id, leasedUntil, decision, now: ctx.now });
  return counted ? decision.state : null;
}
