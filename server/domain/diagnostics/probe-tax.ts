import type { Context } from "#core/context";
import { plural } from "#core/text";
import { listConsumerSellers } from "#domain/merchants";
import { coverageText, findCoverage } from "#domain/tax";

/** By country of the sellers: which consumers the rules cover, and what becomes of the others. */
export async function describeCoverage(ctx: Context): Promise<string[]> {
  const groups = await listConsumerSellers(ctx);
  return Promise.all(
    groups.map(async ({ countryCode, refusesUncovered, sellers }) => {
      const coverage = await findCoverage(ctx, { sellerCountry: countryCode, on: ctx.now });
      const who = `${plural(sellers, "seller")} in ${countryCode}`;
      const choice = refusesUncovered ? "refused" : "sold to without tax";
      const rest = coverage.uncovered.length === 0 ? "" : `; others are ${choice}`;
      return `${who}: tax rules cover consumers of ${coverageText(coverage)}${rest}`;
    }),
  );
}
