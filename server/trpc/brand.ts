import { z } from "zod";
import { database } from "#core/db";
import { text } from "#core/text";
import { findBrand, findBrandSettings, SetBrand, setBrand, setDarkLogo } from "#domain/brands";
import { forAdmin, forViewer, type MemberContext, Opened, ofLive, router } from "./procedures";
import { SentLogo, storeUploadedLogo } from "./subaccounts";

const Owner = z.strictObject({ subaccount_id: text(64).nullable() });

type BrandContext = MemberContext & { subaccountId: string | null };

/** An account's brand is that of its live account. */
function scopeOf(ctx: MemberContext, { subaccount_id: subaccountId }: z.infer<typeof Owner>) {
  return { ...(subaccountId === null ? ofLive(ctx) : ctx), subaccountId };
}

/** The owner's own settings, and the brand that results with its account's. */
async function toBrand({ subaccountId, ...ctx }: BrandContext) {
  const settings = await findBrandSettings(ctx, { subaccountId });
  return { settings, brand: await findBrand(ctx, { accountId: ctx.account.id, subaccountId }) };
}

export const brandRouter = router({
  get: forViewer
    .meta({ forLimited: "filter" })
    .input(Owner)
    .query(({ ctx, input }) => toBrand(scopeOf(ctx, input))),

  set: forAdmin
    .meta({ forLimited: "filter" })
    .input(SetBrand.extend({ ...Owner.shape, opened: Opened }))
    .mutation(async ({ ctx, input: { subaccount_id, opened, ...brand } }) => {
      const scope = scopeOf(ctx, { subaccount_id });
      await setBrand({ ...scope, opened }, { ...brand, subaccountId: subaccount_id });
      return toBrand(scope);
    }),

  setDarkLogo: forAdmin
    .meta({ forLimited: "filter" })
    .meta({ opensTransaction: true })
    .input(SentLogo.extend(Owner.shape))
    .mutation(async ({ ctx, input: { subaccount_id: subaccountId, ...sent } }) => {
      const scope = scopeOf(ctx, { subaccount_id: subaccountId });
      await findBrandSettings(scope, { subaccountId });
      const fileKey = await storeUploadedLogo(ctx, sent);
      await database().transaction((db) =>
        setDarkLogo({ ...scope, db }, { subaccountId, fileKey }),
      );
      return toBrand(scope);
    }),

  removeDarkLogo: forAdmin
    .meta({ forLimited: "filter" })
    .input(Owner)
    .mutation(async ({ ctx, input }) => {
      const scope = scopeOf(ctx, input);
      await setDarkLogo(scope, { subaccountId: input.subaccount_id, fileKey: null });
      return toBrand(scope);
    }),
});
