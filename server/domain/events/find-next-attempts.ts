// Finds out when events are really tried next: not while their host is paused.
import type { Context } from "#core/context";
import type { Event } from "#prisma";

/** The events, each pending one with the later of its own next attempt and its host's pause. */
export async function findNextAttempts<One extends Event>(
  ctx: Context,
  events: readonly One[],
): Promise<One[]> {
  const pending = events.filter(({ deliveryState }) => deliveryState === "pending");
  const hosts = [...new Set(pending.flatMap(({ callbackHost }) => callbackHost ?? []))];
  if (hosts.length === 0) return [...events];
  const rows = await ctx.db.prisma.callbackHost.findMany({ where: { host: { in: hosts } } });
  const pauses = new Map(rows.map(({ host, pausedUntil }) => [host, pausedUntil]));
  return events.map((event) => {
    const until = pauses.get(event.callbackHost ?? "");
    const { nextAttemptAt } = event;
    return until && nextAttemptAt && until > nextAttemptAt
      ? { ...event, nextAttemptAt: until }
      : event;
  });
}
