import type { AccountContext } from "#core/context";
import type { Language } from "#core/language";

/** Stands for a name that was removed at its owner's request. */
export const REMOVED_NAME = "Name removed on request";

/** The same in the reader's language. */
export const removedName: Record<Language, string> = {
  en: REMOVED_NAME,
  de: "Name auf Wunsch entfernt",
  fr: "Nom supprimé sur demande",
  es: "Nombre eliminado a petición",
};

interface CertifiedOrder {
  orderId: string;
  settledAt: Date;
}

/**
 * Replaces the names for which the orders were bought. Returns the orders that had one, and the
 * fulfilled ones among them, whose certificate has a new revision.
 */
export async function removeBeneficiaries(
  { db, account, now }: AccountContext,
  { orderIds }: { orderIds: readonly string[] },
): Promise<{ changed: string[]; certified: CertifiedOrder[] }> {
  const { order } = db.prisma;
  const own = { accountId: account.id, id: { in: [...orderIds] } };
  const named = { ...own, beneficiaryName: { not: null }, NOT: { beneficiaryName: REMOVED_NAME } };
  const changed = await order.updateManyAndReturn({
    where: named,
    data: { beneficiaryName: REMOVED_NAME, beneficiaryMessage: null, beneficiaryUrl: null },
    select: { id: true },
  });
  const ids = changed.map(({ id }) => id);
  // The rows are locked now, so no order becomes fulfilled between the two statements.
  const certified = await order.updateManyAndReturn({
    where: { accountId: account.id, id: { in: ids }, state: "fulfilled" },
    data: { registryRevision: { increment: 1 }, registryStatusAt: now },
    select: { id: true, settledAt: true },
  });
  const settled = certified.map(({ id, settledAt }) => ({
    orderId: id,
    settledAt: settledAt ?? now,
  }));
  return { changed: ids, certified: settled };
}
