// The emission factors in force: imported ones, and defaults where nothing was imported.
import type { ModeContext } from "#core/context";
import { type FactorInForce, factorsInForce } from "./factor-rules";

/** All factors of the account's mode, each activity's steps by distance together. */
export async function listEmissionFactors(ctx: ModeContext): Promise<FactorInForce[]> {
  const { mode } = ctx.account;
  return factorsInForce(await ctx.db.prisma.emissionFactor.findMany({ where: { mode } }));
}
