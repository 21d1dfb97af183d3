// Data of an account about one of its customers, whom it knows by email address.
import type { Account, AccountContext } from "#core/context";
import { recordAudit } from "#domain/accounts";
import { type Customer, findCustomer } from "./find-customers";

/** Contexts of the account in both modes. */
export async function contextsOfModes(ctx: AccountContext): Promise<AccountContext[]> {
  const { account } = ctx;
  const { prisma } = ctx.db;
  const row = await prisma.account.findUniqueOrThrow({ where: { id: account.id } });
  const other = await prisma.account.findFirst({
    where:
      row.liveAccountId === null
        ? { liveAccountId: row.id, resetAt: null }
        : { id: row.liveAccountId },
  });
  if (!other) return [ctx];
  const mode: Account["mode"] = account.mode === "live" ? "test" : "live";
  return [ctx, { ...ctx, account: { ...account, id: other.id, mode } }];
}

/** The rows about the sessions, their orders, and the subaccounts. */
async function findAbout({ db, account }: AccountContext, subjects: readonly string[]) {
  const { prisma } = db;
  const accountId = account.id;
  const subjectId = { in: [...subjects] };
  const [events, mails, audit] = await Promise.all([
    prisma.event.findMany({ where: { accountId, subjectId }, orderBy: { id: "asc" } }),
    prisma.job.findMany({
      where: { accountId, subjectId, kind: "customer-mail" },
      select: { id: true, key: true, state: true, createdAt: true, endedAt: true },
      orderBy: { id: "asc" },
    }),
    prisma.auditEntry.findMany({ where: { accountId, subjectId }, orderBy: { id: "asc" } }),
  ]);
  return { events, mails, audit_entries: audit };
}

async function exportInMode(ctx: AccountContext, customer: Customer) {
  const { prisma } = ctx.db;
  const accountId = ctx.account.id;
  const { sessionIds, subaccountIds } = await findCustomer(ctx, customer);
  const sessions = await prisma.checkoutSession.findMany({
    where: { accountId, id: { in: sessionIds } },
    include: { payments: true },
    // Keys that open the customer's pages.
    omit: { browserHash: true, withdrawalKey: true },
    orderBy: { id: "asc" },
  });
  const orderIds = sessions.flatMap(({ orderId }) => orderId ?? []);
  const checkoutSessionId = { in: sessionIds };
  const paymentId = { in: sessions.flatMap(({ payments }) => payments.map(({ id }) => id)) };
  const [orders, refunds, disputes, invoices, subaccounts, about] = await Promise.all([
    prisma.order.findMany({
      where: { accountId, id: { in: orderIds } },
      omit: { triedStockVersion: true, queueId: true },
      orderBy: { id: "asc" },
    }),
    prisma.refund.findMany({ where: { accountId, checkoutSessionId }, orderBy: { id: "asc" } }),
    prisma.paymentDispute.findMany({ where: { accountId, paymentId }, orderBy: { id: "asc" } }),
    prisma.saleDocument.findMany({ where: { accountId, checkoutSessionId } }),
    prisma.subaccount.findMany({
      where: { accountId, id: { in: subaccountIds } },
      orderBy: { id: "asc" },
    }),
    findAbout(ctx, [...sessionIds, ...orderIds, ...subaccountIds]),
  ]);
  return {
    mode: ctx.account.mode,
    checkout_sessions: sessions,
    orders,
    refunds,
    disputes,
    invoices,
    subaccounts,
    ...about,
  };
}

/** Everything that the account stores about the customer, in both modes. The export is recorded. */
export async function exportCustomer(ctx: AccountContext, customer: Customer) {
  const contexts = await contextsOfModes(ctx);
  const data = [];
  for (const each of contexts) data.push(await exportInMode(each, customer));
  const count = data.reduce((sum, { checkout_sessions: own }) => sum + own.length, 0);
  await recordAudit(ctx, { action: "customer.exported", data: { sessions: count } });
  return { account_id: ctx.account.id, email: customer.email, exported_on: ctx.now, data };
}
