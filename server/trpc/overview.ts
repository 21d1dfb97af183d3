// The account at a glance.
import { getImpact, toImpactResource } from "#domain/impact";
import { forViewer, router } from "./procedures";

export const overviewRouter = router({
  /** What was retired in all, by category. */
  impact: forViewer.query(async ({ ctx }) => {
    const impact = toImpactResource(await getImpact(ctx, { subaccountId: null }));
    return {
      totalKg: impact.total_offset_kgs,
      categories: impact.categories.map(({ category, offset_kgs }) => ({
        name: category.name,
        kg: offset_kgs,
      })),
    };
  }),
});
