// Has the orders that had to wait tried again.
import type { Context, Mode } from "#core/context";

/** To be called when credits have arrived or shares have changed; returns the new version. */
export async function renewStock(ctx: Context, mode: Mode): Promise<number> {
  const { stockVersion } = await ctx.db.prisma.catalogue.update({
    where: { mode },
    data: { stockVersion: { increment: 1 } },
  });
  return Number(stockVersion);
}
