// Forgets idempotency keys after their 30 days.
import type { Context } from "#core/context";
import { keysKeptSince } from "#core/kept-keys";

/** Deletes the keys whose time is over. Returns how many. */
export async function dropOldIdempotencyKeys(ctx: Context): Promise<number> {
  const createdAt = { lt: keysKeptSince(ctx.now) };
  const { count } = await ctx.db.prisma.idempotencyKey.deleteMany({ where: { createdAt } });
  return count;
}
