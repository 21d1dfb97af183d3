import type { AccountContext } from "#core/context";
import { env } from "#core/env";
import { notFound } from "#core/errors";
import { inAnyCase } from "#core/text";
import { lockSubaccounts, recordAudit, writeSubaccounts } from "#domain/accounts";
import { removeNameFromRecord } from "#domain/certificates";
import { REMOVED_NAME, removeBeneficiaries } from "#domain/orders";
import { contextsOfModes } from "./customer-data";
import { type Customer, findCustomer } from "./find-customers";

export interface ErasedCustomer {
  sessions: number;
  /** Orders that lost the name for which they were bought. */
  orders: number;
  /** Certificates with a new revision. */
  certificates: number;
  /** Subaccounts that lost the address. */
  subaccounts: number;
  events: number;
  /** Data that still exists, with the reason. */
  remains: string[];
}

type Payload = Record<string, unknown>;

/** Rewrites the subjects' events, which are delivered again as they are stored. */
async function redactEvents(
  { db, account }: AccountContext,
  subjectIds: readonly string[],
  redact: (payload: Payload) => Payload | null,
): Promise<number> {
  const { event } = db.prisma;
  const stored = await event.findMany({
    where: { accountId: account.id, subjectId: { in: [...subjectIds] }, payload: { not: null } },
    select: { id: true, payload: true },
  });
  let count = 0;
  for (const { id, payload } of stored) {
    const subject: unknown = JSON.parse(payload ?? "null");
    if (typeof subject !== "object" || subject === null) continue;
    const redacted = redact({ ...subject });
    if (redacted === null) continue;
    await event.updateMany({
      where: { accountId: account.id, id },
      data: { payload: JSON.stringify(redacted) },
    });
    count += 1;
  }
  return count;
}

/** Null if the session names no one. */
function withoutCustomer(session: Payload): Payload | null {
  const isNamed = session["beneficiary"] != null;
  if (!isNamed && session["customer_email"] == null) return null;
  const beneficiary = { name: REMOVED_NAME, message: null, url: null };
  return { ...session, customer_email: null, ...(isNamed && { beneficiary }) };
}

const withoutAddress = (subaccount: Payload) =>
  typeof subaccount["email"] === "string" ? { ...subaccount, email: null } : null;

/** Their names stay: they are the account's own, and certificates show them. */
async function eraseFromSubaccounts(ctx: AccountContext, ids: readonly string[]): Promise<number> {
  const subaccounts = await lockSubaccounts(ctx, { ids });
  await writeSubaccounts(
    ctx,
    subaccounts.map((before) => ({ before, data: { email: null } })),
  );
  return redactEvents(ctx, ids, withoutAddress);
}

async function eraseInMode(ctx: AccountContext, customer: Customer) {
  const { checkoutSession } = ctx.db.prisma;
  const accountId = ctx.account.id;
  const { sessionIds, subaccountIds } = await findCustomer(ctx, customer);
  // Locks the sessions, so that a payment that completes now finds no name for its order.
  const sessions = await checkoutSession.updateManyAndReturn({
    where: { accountId, id: { in: sessionIds }, customerEmail: inAnyCase(customer.email.trim()) },
    data: { customerEmail: null, buyerName: null, buyerAddress: null, buyerVatId: null },
    select: { id: true, orderId: true },
  });
  const ids = sessions.map(({ id }) => id);
  await checkoutSession.updateMany({
    where: { accountId, id: { in: ids }, beneficiaryName: { not: null } },
    data: { beneficiaryName: REMOVED_NAME, beneficiaryMessage: null, beneficiaryUrl: null },
  });
  const orderIds = sessions.flatMap(({ orderId }) => orderId ?? []);
  const { changed, certified } = await removeBeneficiaries(ctx, { orderIds });
  for (const order of certified) {
    await removeNameFromRecord(ctx, order);
    await recordAudit(ctx, { action: "certificate.name_removed", subjectId: order.orderId });
  }
  const events =
    (await redactEvents(ctx, ids, withoutCustomer)) +
    (await eraseFromSubaccounts(ctx, subaccountIds));
  for (const id of ids) {
    await recordAudit(ctx, { action: "checkout_session.customer_erased", subjectId: id });
  }
  const paymentCount = await ctx.db.prisma.payment.count({
    where: { accountId, checkoutSessionId: { in: ids } },
  });
  const invoiceCount = await ctx.db.prisma.saleDocument.count({
    where: { accountId, checkoutSessionId: { in: ids } },
  });
  return { ids, subaccountIds, changed, certified, events, paymentCount, invoiceCount };
}

type Parts = Awaited<ReturnType<typeof eraseInMode>>[];

function remainsOf(parts: Parts): string[] {
  const certified = parts.flatMap((part) => part.certified);
  const payments = parts.reduce((sum, part) => sum + part.paymentCount, 0);
  const invoices = parts.reduce((sum, part) => sum + part.invoiceCount, 0);
  const subaccounts = parts.flatMap((part) => part.subaccountIds);
  return [
    "Orders, their amounts and serial numbers: certificates and the books need them. They name no one.",
    ...(payments > 0
      ? [
          `${payments} payments with the provider's references, for tax law. Erase the customer there too.`,
        ]
      : []),
    ...(invoices > 0
      ? [`${invoices} invoices to businesses, with their names and addresses, for tax law.`]
      : []),
    ...(subaccounts.length > 0
      ? [
          `The account's own names of the subaccounts ${subaccounts.join(", ")}, on certificates too.`,
        ]
      : []),
    ...(certified.length > 0
      ? ["The name in a registry's own record of a retirement, and in copies that others saved."]
      : []),
    ...(certified.length > 0 && env.s3
      ? certified.map(
          ({ orderId }) =>
            `Certificates in the bucket, which you delete a minute from now: certificates/${orderId}/`,
        )
      : []),
    "Descriptions and metadata that your own systems sent with orders and checkout sessions.",
    "Responses stored for Idempotency-Key (30 days), receivers' responses, logs and backups, until they expire.",
  ];
}

/**
 * Removes the customer's email address and the names that they bought for, in both modes.
 * @throws not-found if the account has no such customer
 */
export async function eraseCustomer(
  ctx: AccountContext,
  customer: Customer,
): Promise<ErasedCustomer> {
  const parts: Parts = [];
  for (const each of await contextsOfModes(ctx)) parts.push(await eraseInMode(each, customer));
  const count = (of: (part: Parts[number]) => number) =>
    parts.reduce((sum, part) => sum + of(part), 0);
  const sessions = count(({ ids }) => ids.length);
  const subaccounts = count(({ subaccountIds }) => subaccountIds.length);
  if (sessions + subaccounts === 0) throw notFound("customer with this email address");
  return {
    sessions,
    orders: count(({ changed }) => changed.length),
    certificates: count(({ certified }) => certified.length),
    subaccounts,
    events: count(({ events }) => events),
    remains: remainsOf(parts),
  };
}
