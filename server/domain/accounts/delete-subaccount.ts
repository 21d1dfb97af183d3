// Deletes a subaccount that nothing was ever sold for.
import type { AccountContext } from "#core/context";
import { isForeignKeyViolation } from "#core/db-errors";
import { conflict, forbidden, notFound } from "#core/errors";
import { getSubaccount } from "./get-subaccount";
import { recordAudit } from "./record-audit";

/** @throws not-found; forbidden where it has orders, conflict where it has checkout sessions */
export async function deleteSubaccount(ctx: AccountContext, input: { id: string }): Promise<void> {
  const { id, name } = await getSubaccount(ctx, input);
  const accountId = ctx.account.id;
  const ofIt = { where: { accountId, subaccountId: id } };
  if (await ctx.db.prisma.order.findFirst(ofIt)) throw ordersRefusal();
  if (await ctx.db.prisma.checkoutSession.findFirst(ofIt)) {
    throw conflict("Cannot delete subaccount with checkout sessions");
  }
  try {
    const { count } = await ctx.db.prisma.subaccount.deleteMany({ where: { accountId, id } });
    if (count === 0) throw notFound("subaccount");
  } catch (error) {
    // An order was placed since: the foreign key held.
    throw isForeignKeyViolation(error) ? ordersRefusal() : error;
  }
  await recordAudit(ctx, { action: "subaccount.deleted", subjectId: id, data: { name } });
}

function ordersRefusal() {
  return forbidden("Cannot delete subaccount with orders");
}
