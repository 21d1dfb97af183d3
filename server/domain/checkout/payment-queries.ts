import type { AccountContext } from "#core/context";
import { invalid } from "#core/errors";
import { type Page, pageOf, walkOf } from "#core/page";
import { containing } from "#core/text";
import { listMails, type QueuedMail } from "#domain/queue";
import { allProviders } from "#gateways/payments";
import type { Payment, Prisma } from "#prisma";
import type { PaymentState } from "./payment-rules";
import { type CheckoutSession, searchCursorOf } from "./rules";
import type { SearchPayments } from "./schema";

/** A payment with details of its session. */
export type ListedPayment = Omit<Payment, "state"> & {
  state: PaymentState;
  session: Pick<CheckoutSession, "customerEmail" | "orderId" | "description">;
};

async function whereSearch(
  { db, account }: AccountContext,
  search: string,
): Promise<Prisma.PaymentWhereInput> {
  const sessions = await db.prisma.checkoutSession.findMany({
    where: {
      accountId: account.id,
      OR: [{ id: search }, { orderId: search }, { customerEmail: containing(search) }],
    },
    select: { id: true },
    orderBy: { id: "desc" },
    take: MOST_SESSIONS,
  });
  const ids = sessions.map(({ id }) => id);
  return {
    OR: [{ id: search }, { providerPaymentId: search }, { checkoutSessionId: { in: ids } }],
  };
}

/** Of customers with more sessions, only the newest are searched. */
const MOST_SESSIONS = 10_000;

/**
 * A page of the account's payments that match the search; with `last`, the last page.
 * @throws invalid naming an unknown cursor, or `last` given with a cursor
 */
export async function listPayments(
  ctx: AccountContext,
  input: SearchPayments,
): Promise<Page<ListedPayment>> {
  const accountId = ctx.account.id;
  const { payment, checkoutSession } = ctx.db.prisma;
  const { limit, search, state, from, to } = input;
  const cursor = searchCursorOf(input);
  if (cursor?.id && !(await payment.findFirst({ where: { accountId, id: cursor.id } }))) {
    throw invalid(cursor.parameter, "is not the id of a payment", "unknown-id");
  }
  const { beyond, ...walk } = walkOf(limit, cursor);
  const rows = await payment.findMany({
    where: {
      accountId,
      ...beyond,
      ...(state && { state }),
      createdAt: { ...(from && { gte: from }), ...(to && { lte: to }) },
      AND: search ? [await whereSearch(ctx, search)] : [],
    },
    ...walk,
  });
  const sessions = await checkoutSession.findMany({
    where: { accountId, id: { in: rows.map((row) => row.checkoutSessionId) } },
  });
  const byId = new Map(sessions.map((session) => [session.id, session]));
  const payments = rows.map((row) => {
    const session = byId.get(row.checkoutSessionId);
    if (!session) throw new Error(`payment ${row.id} has no session`);
    const { customerEmail, orderId, description } = session;
    const state = row.state as PaymentState;
    return { ...row, state, session: { customerEmail, orderId, description } };
  });
  return pageOf(payments, limit, cursor);
}

export interface PaymentHistory {
  /** Null until the customer tries to pay. */
  payment: ListedPayment | null;
  /** In order of creation. */
  mails: QueuedMail[];
}

/** The payment and mails of one of the account's sessions. */
export async function getPaymentHistory(
  ctx: AccountContext,
  input: { session: CheckoutSession },
): Promise<PaymentHistory> {
  const { session } = input;
  const where = { accountId: ctx.account.id, checkoutSessionId: session.id };
  const [row, mails] = await Promise.all([
    ctx.db.prisma.payment.findFirst({ where }),
    listMails(ctx, { subjectId: session.id }),
  ]);
  return { payment: row && { ...row, state: row.state as PaymentState, session }, mails };
}

const MOST = 100;
/** With growing pauses, this many polls take about half an hour. */
const MANY_POLLS = 9;
/** States that a provider settles within seconds; a bank transfer may take days. */
const quick: PaymentState[] = ["confirming", "refunding"];

/** Their refunds wait for the operator. */
const manualActions = allProviders.filter((one) => one.manualActions).map(({ name }) => name);

/**
 * Payments of the account whose outcome the provider does not report, despite many polls; at most a
 * hundred.
 */
export async function listStuckPayments(
  ctx: AccountContext,
): Promise<{ id: string; checkoutSessionId: string }[]> {
  return ctx.db.prisma.payment.findMany({
    where: {
      accountId: ctx.account.id,
      nextPollAt: { not: null },
      polls: { gte: MANY_POLLS },
      state: { in: quick },
      provider: { notIn: manualActions },
    },
    select: { id: true, checkoutSessionId: true },
    take: MOST,
  });
}
