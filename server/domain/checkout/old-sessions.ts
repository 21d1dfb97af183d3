import type { Context } from "#core/context";
import { firstIdAt } from "#core/id";
import { changeInPages } from "#core/id-pages";
import type { Prisma } from "#prisma";

interface OldRows {
  before: Date;
  limit: number;
}

/**
 * Removes the customers' data from sessions that expired unpaid before the time, a page of sessions
 * per transaction. The sessions stay: payment links count them. Returns how many it changed.
 */
export async function forgetUnpaidCustomers(
  ctx: Pick<Context, "db" | "progress">,
  { before, limit }: OldRows,
): Promise<number> {
  const { checkoutSession } = ctx.db.prisma;
  const end = firstIdAt("checkoutSession", before);
  const unpaid = {
    state: "expired",
    orderId: null,
    expiresAt: { lt: before },
    // Money that arrived too late is refunded, or disputed.
    payments: { none: { state: { notIn: ["open", "failed"] } } },
    OR: [{ customerEmail: { not: null } }, { beneficiaryName: { not: null } }],
  } satisfies Prisma.CheckoutSessionWhereInput;
  return changeInPages(ctx, {
    lastOf: async (after) => {
      const page = await checkoutSession.findMany({
        where: { ...unpaid, id: { gt: after, lt: end } },
        select: { id: true },
        orderBy: { id: "asc" },
        take: limit,
      });
      return page.at(-1)?.id;
    },
    change: (id) =>
      checkoutSession.updateMany({
        where: { ...unpaid, id },
        data: {
          customerEmail: null,
          beneficiaryName: null,
          beneficiaryMessage: null,
          beneficiaryUrl: null,
        },
      }),
  });
}

/** Deletes notices of payment providers, which say that something changed. Returns how many. */
export async function deleteOldPaymentNotices(
  { db }: Pick<Context, "db">,
  { before, limit }: OldRows,
): Promise<number> {
  const { paymentNotice } = db.prisma;
  const old = await paymentNotice.findMany({
    where: { receivedAt: { lt: before } },
    select: { provider: true, id: true },
    take: limit,
  });
  if (old.length === 0) return 0;
  const { count } = await paymentNotice.deleteMany({ where: { OR: old } });
  return count;
}
