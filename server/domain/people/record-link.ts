// Keeps how the mailing of a link fared.
import type { Context } from "#core/context";
import type { ClaimedLink } from "./claim-links";

const FIRST_PAUSE_MS = 30_000;
const MAX_REASON = 500;

type Outcome = { state: "sent" } | { state: "later" | "dropped"; reason: string };

/** Sent and refused mails are settled; others are tried again, as long as the link would be good. */
export async function recordLink(
  ctx: Context,
  { link, outcome }: { link: ClaimedLink; outcome: Outcome },
): Promise<void> {
  const pauseMs = FIRST_PAUSE_MS * 2 ** (link.attempts - 1);
  const next = new Date(ctx.now.getTime() + pauseMs);
  const again = outcome.state === "later" && next < link.expiresAt;
  await ctx.db.prisma.mailedLink.updateMany({
    where: { id: link.id, attempts: link.attempts },
    data: {
      dueAt: again ? next : null,
      lastError: outcome.state === "sent" ? null : outcome.reason.slice(0, MAX_REASON),
    },
  });
}
