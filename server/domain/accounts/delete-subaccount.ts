// Deletes a subaccount that nothing was ever sold for.
import type { AccountContext } from "#core/context";
import { conflict, forbidden, notFound } from "#core/errors";
import { recordAudit } from "./record-audit";
import { lockSubaccount } from "./store";

/** @throws not-found; forbidden where it has orders, conflict where it has checkout sessions */
export async function deleteSubaccount(ctx: AccountContext, input: { id: string }): Promise<void> {
  const { id } = input;
  const name = await lockSubaccount(ctx, id);
  if (name === null) throw notFound("subaccount");
  const accountId = ctx.account.id;
  const ofIt = { where: { accountId, subaccountId: id } };
  if (await ctx.db.prisma.order.findFirst(ofIt)) {
    throw forbidden("Cannot delete subaccount with orders");
  }
  if (await ctx.db.prisma.checkoutSession.findFirst(ofIt)) {
    throw conflict("Cannot delete subaccount with checkout sessions");
  }
  await ctx.db.prisma.subaccount.deleteMany({ where: { accountId, id } });
  await recordAudit(ctx, { action: "subaccount.deleted", subjectId: id, data: { name } });
}
