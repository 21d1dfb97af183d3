// The public impact pages, of the account and of its subaccounts, by the verbs of the API.
import { z } from "zod";
import { text } from "#core/text";
import {
  getImpact,
  getImpactPage,
  SetImpactPage,
  setImpactPage,
  toImpactPageResource,
  toImpactResource,
} from "#domain/impact";
import { forAdmin, forViewer, router } from "./procedures";

/** Whose: null, the account's. */
const Owner = z.strictObject({ subaccount_id: text(64).nullable() });

export const impactRouter = router({
  /** What was retired, by category. */
  get: forViewer.input(Owner).query(async ({ ctx, input }) => {
    const impact = await getImpact(ctx, { subaccountId: input.subaccount_id });
    return toImpactResource(impact);
  }),

  page: forViewer
    .input(Owner)
    .query(async ({ ctx, input }) =>
      toImpactPageResource(await getImpactPage(ctx, { subaccountId: input.subaccount_id })),
    ),

  setPage: forAdmin
    .input(SetImpactPage.extend(Owner.shape))
    .mutation(async ({ ctx, input: { subaccount_id: subaccountId, ...page } }) =>
      toImpactPageResource(await setImpactPage(ctx, { ...page, subaccountId })),
    ),
});
