// The emission factors in force, those of the product and the installation's own.
import { z } from "zod";
import { text } from "#core/text";
import {
  defaultFactors,
  listEmissionFactors,
  resetEmissionFactors,
  SetEmissionFactor,
  setEmissionFactor,
} from "#domain/catalogue";
import { forOperator, router } from "./procedures";

/** What the product says of the same step, to hold the installation's own against; null: nothing. */
function defaultOf(activity: string, fromDistanceKm: number): number | null {
  const factor = defaultFactors.find(
    (it) => it.activity === activity && it.fromDistanceKm === fromDistanceKm,
  );
  return factor?.kgCo2ePerUnit ?? null;
}

export const operatorFactorsRouter = router({
  list: forOperator.query(async ({ ctx }) => {
    const factors = await listEmissionFactors({ ...ctx, account: ctx });
    return factors.map((factor) => ({
      ...factor,
      defaultKgCo2ePerUnit: defaultOf(factor.activity, factor.fromDistanceKm),
    }));
  }),

  set: forOperator
    .input(SetEmissionFactor)
    .mutation(({ ctx, input }) => setEmissionFactor(ctx, { ...input, mode: ctx.mode })),

  reset: forOperator
    .input(z.strictObject({ activity: text(64) }))
    .mutation(({ ctx, input }) => resetEmissionFactors(ctx, { ...input, mode: ctx.mode })),
});
