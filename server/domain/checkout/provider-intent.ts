import type { Database } from "#core/db";
import type { Payment } from "./payment-store";

/** Name of the session's subaccount, or else of its account: the seller on the page. */
async function findSellerName(
  { prisma }: Database,
  { accountId, checkoutSessionId: id }: Payment,
): Promise<string> {
  const where = { accountId_id: { accountId, id } };
  const { subaccountId } = await prisma.checkoutSession.findUniqueOrThrow({ where });
  const subaccount =
    subaccountId === null
      ? null
      : await prisma.subaccount.findFirst({ where: { accountId, id: subaccountId } });
  if (subaccount) return subaccount.name;
  return (await prisma.account.findUniqueOrThrow({ where: { id: accountId } })).name;
}

/** The payment as its provider begins it. */
export async function intentOf(database: Database, payment: Payment) {
  return {
    // Providers show keys to their users, so it must not contain the session's ID.
    key: `${payment.id}/begin-${payment.intentNumber}`,
    amountCents: payment.amountUsdCents,
    // Without the session's ID, with which anyone could open its page.
    description: `Carbon credits, payment ${payment.id}`,
    reference: payment.checkoutSessionId,
    descriptor: await findSellerName(database, payment),
  };
}
