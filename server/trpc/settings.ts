// What the organisation is called and looks like: of its live account and its twin at once.
import { database } from "#core/db";
import { logoUrl, setAccountLogo, UpdateAccount, updateAccount } from "#domain/accounts";
import { keepLogo, SentLogo } from "./logo";
import { forAdmin, forViewer, type MemberContext, router } from "./procedures";

const ofLive = (ctx: MemberContext): MemberContext => ({ ...ctx, account: ctx.liveAccount });

function toShown({ name, slug, ...account }: MemberContext["account"]) {
  return { name, slug, logo_url: logoUrl(account) };
}

export const settingsRouter = router({
  get: forViewer.query(({ ctx }) => toShown(ctx.liveAccount)),

  update: forAdmin
    .input(UpdateAccount)
    .mutation(async ({ ctx, input }) => toShown(await updateAccount(ofLive(ctx), input))),

  setLogo: forAdmin
    .meta({ access: "admin", opensTransaction: true })
    .input(SentLogo)
    .mutation(async ({ ctx, input }) => {
      const fileKey = await keepLogo(ctx, input);
      const updated = await database().transaction((db) =>
        setAccountLogo({ ...ofLive(ctx), db }, { fileKey }),
      );
      return toShown(updated);
    }),

  removeLogo: forAdmin.mutation(async ({ ctx }) =>
    toShown(await setAccountLogo(ofLive(ctx), { fileKey: null })),
  ),
});
