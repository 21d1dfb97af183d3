// Looks up a link from a mail for whoever holds its token, and counts tokens that open nothing.
import type { Context } from "#core/context";
import type { MailedLink } from "#prisma";
import { linkLimits } from "./attempt-rules";
import { requireAttempt } from "./attempts";
import { findMailedLink } from "./find-mailed-link";
import { recordSecurityEvent, type Visitor } from "./security-events";
import { takeBackAttempts } from "./store";

/** Null where it cannot be used. Outside a transaction. @throws rate-limited */
export async function findLinkForVisitor(
  ctx: Context,
  input: Parameters<typeof findMailedLink>[1] & { visitor: Visitor },
): Promise<MailedLink | null> {
  const { kind, visitor } = input;
  const limits = linkLimits(visitor.network);
  await requireAttempt(ctx, { limits, attempted: kind, visitor });
  const link = await findMailedLink(ctx, input);
  if (link) await takeBackAttempts(ctx.db, limits);
  else await recordSecurityEvent(ctx, { kind: "auth.link_failed", visitor, data: { kind } });
  return link;
}
