import type { Context } from "#core/context";
import {
  findMerchantProfile,
  type MerchantProfile,
  SetMerchantProfile,
  setMerchantProfile,
  toMerchantProfileResource,
} from "#domain/merchants";
import { coverageText, findCoverage } from "#domain/tax";
import { forAdmin, forViewer, Opened, ofLive, router } from "./procedures";

/** The profile, and the countries whose consumers the tax rules cover. */
async function toResource(ctx: Context, profile: MerchantProfile | null) {
  const sellerCountry = profile?.countryCode ?? null;
  const coverage = sellerCountry && (await findCoverage(ctx, { sellerCountry, on: ctx.now }));
  return {
    ...toMerchantProfileResource(profile),
    covered_consumers: coverage && coverageText(coverage),
  };
}

/** Seller details of the organization, for both modes. */
export const merchantRouter = router({
  get: forViewer.query(async ({ ctx }) =>
    toResource(ctx, await findMerchantProfile(ctx, { accountId: ctx.liveAccount.id })),
  ),

  set: forAdmin
    .input(SetMerchantProfile.safeExtend({ opened: Opened }))
    .mutation(async ({ ctx, input: { opened, ...input } }) =>
      toResource(ctx, await setMerchantProfile({ ...ofLive(ctx), opened }, input)),
    ),
});
