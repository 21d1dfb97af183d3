// Forgets idempotency keys after their 30 days.
import type { Context } from "#core/context";

const KEPT_MS = 30 * 24 * 3_600_000;

/** Deletes the keys whose time is over. */
export async function dropOldIdempotencyKeys(ctx: Context): Promise<void> {
  const createdAt = { lt: new Date(ctx.now.getTime() - KEPT_MS) };
  await ctx.db.prisma.idempotencyKey.deleteMany({ where: { createdAt } });
}
