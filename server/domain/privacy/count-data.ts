// Counts of the data about someone.
import type { AccountContext, Context } from "#core/context";
import { normalEmail } from "#core/text";
import { getAccount } from "#domain/accounts";
import { contextsOfModes } from "./customer-data";
import { type Customer, findAccountsOfCustomer, findCustomer } from "./find-customers";

interface CustomerCounts {
  sessions: number;
  orders: number;
  certificates: number;
  payments: number;
  mails: number;
  subaccounts: number;
}

async function countInMode(ctx: AccountContext, customer: Customer): Promise<CustomerCounts> {
  const { checkoutSession, job, order, payment } = ctx.db.prisma;
  const accountId = ctx.account.id;
  const { sessionIds, subaccountIds } = await findCustomer(ctx, customer);
  const sessions = await checkoutSession.findMany({
    where: { accountId, id: { in: sessionIds } },
    select: { orderId: true },
  });
  const id = { in: sessions.flatMap(({ orderId }) => orderId ?? []) };
  const subjectId = { in: [...sessionIds, ...id.in] };
  return {
    sessions: sessions.length,
    orders: id.in.length,
    certificates: await order.count({ where: { accountId, id, state: "fulfilled" } }),
    payments: await payment.count({ where: { accountId, checkoutSessionId: { in: sessionIds } } }),
    mails: await job.count({ where: { accountId, subjectId, kind: "customer-mail" } }),
    subaccounts: subaccountIds.length,
  };
}

/** Counts the data of the customer in both modes; null if there is none. */
export async function countCustomer(
  ctx: AccountContext,
  customer: Customer,
): Promise<CustomerCounts | null> {
  const zero = { sessions: 0, orders: 0, certificates: 0, payments: 0, mails: 0, subaccounts: 0 };
  let total: CustomerCounts = zero;
  for (const each of await contextsOfModes(ctx)) {
    const own = await countInMode(each, customer);
    total = {
      sessions: total.sessions + own.sessions,
      orders: total.orders + own.orders,
      certificates: total.certificates + own.certificates,
      payments: total.payments + own.payments,
      mails: total.mails + own.mails,
      subaccounts: total.subaccounts + own.subaccounts,
    };
  }
  return total.sessions + total.subaccounts > 0 ? total : null;
}

async function countPerson({ db: { prisma } }: Context, { email }: Customer) {
  const person = await prisma.person.findUnique({ where: { email: normalEmail(email) } });
  if (!person) return null;
  const where = { personId: person.id };
  const [memberships, logins, passkeys, identities, events] = await Promise.all([
    prisma.membership.count({ where }),
    prisma.loginSession.count({ where }),
    prisma.passkey.count({ where }),
    prisma.identity.count({ where }),
    prisma.securityEvent.count({ where }),
  ]);
  const { id, name, isOperator } = person;
  return { id, name, isOperator, memberships, logins, passkeys, identities, events };
}

/** Everyone whom the address names: the person with a login, and each account's customer. */
export async function countByAddress(ctx: Context, customer: Customer) {
  const customers = [];
  for (const id of await findAccountsOfCustomer(ctx, customer)) {
    const { live: account } = await getAccount(ctx, { id });
    const counts = await countCustomer({ ...ctx, account }, customer);
    if (counts) customers.push({ id, name: account.name, counts });
  }
  return { person: await countPerson(ctx, customer), customers };
}
