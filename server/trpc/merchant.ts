import {
  findMerchantProfile,
  SetMerchantProfile,
  setMerchantProfile,
  toMerchantProfileResource,
} from "#domain/merchants";
import { forAdmin, forViewer, Opened, ofLive, router } from "./procedures";

/** Seller details of the organization, for both modes. */
export const merchantRouter = router({
  get: forViewer.query(async ({ ctx }) =>
    toMerchantProfileResource(await findMerchantProfile(ctx, { accountId: ctx.liveAccount.id })),
  ),

  set: forAdmin
    .input(SetMerchantProfile.safeExtend({ opened: Opened }))
    .mutation(async ({ ctx, input: { opened, ...input } }) =>
      toMerchantProfileResource(await setMerchantProfile({ ...ofLive(ctx), opened }, input)),
    ),
});
