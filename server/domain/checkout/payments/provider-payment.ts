import { type Context, presentTime } from "#core/context";
import type { Database } from "#core/db";
import { PaymentRefused, type PaymentStatus, payments } from "#gateways/payments";
import { isBacked } from "./holds";
import { type Payment, saveProviderPaymentId } from "./store";

/** The provider's id of a payment, or the payment's end where the provider refused to create it. */
type ProviderPayment = { id: string } | { ended: PaymentStatus };

/**
 * Returns the provider's id of the payment, which it creates there if needed. The id is stored before
 * any charge, so the outcome can always be polled.
 */
export async function ensureProviderPayment({
  database,
  payment,
}: {
  database: Database;
  payment: Payment;
}): Promise<ProviderPayment> {
  if (payment.providerPaymentId !== null) return { id: payment.providerPaymentId };
  const intent = await intentOf(database, payment);
  let id: string;
  try {
    id = await payments(database, payment).begin(intent);
  } catch (error) {
    // Nothing exists at the provider, so the session can be paid in another way.
    if (error instanceof PaymentRefused) {
      return { ended: { state: "cancelled", failure: "refused" } };
    }
    throw error;
  }
  if (await saveProviderPaymentId(database, payment, id)) return { id };
  throw new Error(`payment ${payment.id} has another id at its provider than ${id}`);
}

interface ChargingCall {
  database: Database;
  payment: Payment;
  /** Of the payment at the provider. */
  id: string;
  call: () => Promise<PaymentStatus>;
}

/**
 * Makes a call after which the payment may be charged. If its stock is gone, cancels the payment
 * instead, unless it is charged already.
 */
export async function unlessSoldOut(ctx: Context, input: ChargingCall): Promise<PaymentStatus> {
  const { database, payment, id, call } = input;
  if (await isBacked({ ...ctx, db: database, now: presentTime(ctx) }, payment)) return call();
  const status = await payments(database, payment).cancel(id);
  return status.state === "cancelled" ? { state: "cancelled", failure: "sold_out" } : status;
}

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
async function intentOf(database: Database, payment: Payment) {
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
