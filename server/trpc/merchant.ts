import {
  findMerchantProfile,
  SetMerchantProfile,
  setMerchantProfile,
  toMerchantProfileResource,
} from "#domain/merchants";
import { forAdmin, forViewer, ofLive, router } from "./procedures";

/** Seller details of the organization, for both modes. */
export const merchantRouter = router({
  get: forViewer.query(async ({ ctx }) =>
    toMerchantProfileResource(await findMerchantProfile(ctx, { accountId: ctx.liveAccount.id })),
  ),

  set: forAdmin
    .input(SetMerchantProfile)
    .mutation(async ({ ctx, input }) =>
      toMerchantProfileResource(await setMerchantProfile(ofLive(ctx), input)),
    ),
});
