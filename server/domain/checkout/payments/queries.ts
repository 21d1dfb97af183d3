import { type Dispute, findDisputes, findRefunds, type Refund } from "#checkout/refunds/store";
import type { SearchPayments } from "#checkout/schema";
import { asOf, type CheckoutSession } from "#checkout/sessions/rules";
import type { CheckoutTables } from "#checkout/tables";
import type { AccountContext, Context } from "#core/context";
import { invalid } from "#core/errors";
import { type Currency, inOrder, type Money } from "#core/money";
import { MAX_SUMMED, type Page, pageOf, searchCursorOf, walkOf } from "#core/page";
import { type Params, queriesOn } from "#core/query";
import { containing } from "#core/text";
import { MAX_COUNTED } from "#core/workers";
import { listMails, type QueuedMail } from "#domain/queue";
import type { Payment, Prisma } from "#prisma";
import type { PaymentState } from "./rules";

export type PaymentFilter = Pick<
  SearchPayments,
  "search" | "state" | "subaccount_id" | "from" | "to"
>;

/** A payment with details of its session. */
export type ListedPayment = Omit<Payment, "state"> & {
  state: PaymentState;
  session: Pick<CheckoutSession, "customerEmail" | "orderId" | "description">;
  /** Sum of its disputes that are open or lost. */
  disputedAmount: number;
};

/** Sums of disputes that are open or lost, by payment. */
async function findDisputedAmounts(ctx: AccountContext, paymentIds: string[]) {
  const where = { accountId: ctx.account.id, paymentId: { in: paymentIds }, kind: "dispute" };
  const disputes = await ctx.db.prisma.paymentDispute.findMany({
    where: { ...where, state: { in: ["open", "lost"] } },
  });
  const byPayment = Map.groupBy(disputes, ({ paymentId }) => paymentId);
  return (id: string) =>
    (byPayment.get(id) ?? []).reduce((sum, { amount }) => sum + Number(amount), 0);
}

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
    take: MAX_SEARCHED_SESSIONS,
  });
  const ids = sessions.map(({ id }) => id);
  return {
    OR: [{ id: search }, { providerPaymentId: search }, { checkoutSessionId: { in: ids } }],
  };
}

/** Of customers with more sessions, only the newest are searched. */
const MAX_SEARCHED_SESSIONS = 10_000;

/** Versions before the column leave it empty. They may still run. */
async function whereSubaccount(
  { db, account }: AccountContext,
  { subaccount_id: subaccountId }: Pick<PaymentFilter, "subaccount_id">,
): Promise<Prisma.PaymentWhereInput> {
  if (!subaccountId) return {};
  const unfilled = { subaccountId: "", accountId: account.id, session: { subaccountId } };
  const isFilled = (await db.prisma.payment.findFirst({ where: unfilled })) === null;
  return isFilled ? { subaccountId } : { OR: [{ subaccountId }, unfilled] };
}

/** Condition for the account's payments that match the filter. */
async function wherePayments(
  ctx: AccountContext,
  filter: PaymentFilter,
): Promise<Prisma.PaymentWhereInput> {
  const { search, state, from, to } = filter;
  return {
    accountId: ctx.account.id,
    ...(await whereSubaccount(ctx, filter)),
    ...(state && { state }),
    createdAt: { ...(from && { gte: from }), ...(to && { lte: to }) },
    AND: search ? [await whereSearch(ctx, search)] : [],
  };
}

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
  const { limit } = input;
  const cursor = searchCursorOf(input);
  const listed = { accountId, ...(await whereSubaccount(ctx, input)) };
  if (cursor?.id && !(await payment.findFirst({ where: { ...listed, id: cursor.id } }))) {
    throw invalid(cursor.parameter, "is not the id of a payment", "unknown-id");
  }
  const { beyond, ...walk } = walkOf(limit, cursor);
  const where = { AND: [await wherePayments(ctx, input), beyond] };
  const rows = await payment.findMany({ where, ...walk });
  const sessions = await checkoutSession.findMany({
    where: { accountId, id: { in: rows.map((row) => row.checkoutSessionId) } },
  });
  const disputedOf = await findDisputedAmounts(
    ctx,
    rows.map(({ id }) => id),
  );
  const byId = new Map(sessions.map((session) => [session.id, session]));
  const payments = rows.map((row) => {
    const session = byId.get(row.checkoutSessionId);
    if (!session) throw new Error(`payment ${row.id} has no session`);
    const { customerEmail, orderId, description } = session;
    const state = row.state as PaymentState;
    const disputedAmount = disputedOf(row.id);
    return { ...row, state, disputedAmount, session: { customerEmail, orderId, description } };
  });
  return pageOf(payments, limit, cursor);
}

export interface PaymentHistory {
  /** Null until the customer tries to pay. */
  payment: ListedPayment | null;
  /** Oldest first. */
  refunds: Refund[];
  disputes: Dispute[];
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
  if (!row) return { payment: null, refunds: [], disputes: [], mails };
  const disputedOf = await findDisputedAmounts(ctx, [row.id]);
  const disputedAmount = disputedOf(row.id);
  return {
    payment: { ...row, state: row.state as PaymentState, disputedAmount, session },
    refunds: await findRefunds(ctx.db, row),
    disputes: await findDisputes(ctx.db, row),
    mails,
  };
}

/** The payments of these checkout sessions, by session; null stands for no session. */
export async function findSessionPayments(
  ctx: AccountContext,
  { sessionIds }: { sessionIds: readonly (string | null)[] },
): Promise<Map<string, Payment>> {
  const ids = sessionIds.filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const rows = await ctx.db.prisma.payment.findMany({
    where: { accountId: ctx.account.id, checkoutSessionId: { in: ids } },
  });
  return new Map(rows.map((payment) => [payment.checkoutSessionId, payment]));
}

/** These checkout sessions with their buyers' terms, by id; null stands for no session. */
export async function findSessionBuyers(
  ctx: AccountContext,
  { sessionIds }: { sessionIds: readonly (string | null)[] },
): Promise<Map<string, CheckoutSession>> {
  const ids = sessionIds.filter((id) => id !== null);
  const where = { accountId: ctx.account.id, id: { in: ids } };
  const rows = await ctx.db.prisma.checkoutSession.findMany({ where });
  return new Map(rows.map((row) => [row.id, asOf(ctx.now, row)]));
}

const query = queriesOn<CheckoutTables>();

export interface UnsettledPayments {
  mode: string;
  provider: string;
  state: string;
  /** Sums up to MAX_COUNTED over all rows. */
  payments: number;
  oldestAt: Date;
}

// Payments that are not settled are polled, and only these are in the index of polls.
const countUnsettled = query("checkout-count-unsettled-payments", (db, _none: Params<object>) =>
  db
    .with(
      (cte) => cte("polled").materialized(),
      (qb) =>
        qb
          .selectFrom("payments")
          .select(["mode", "provider", "state", "createdAt"])
          .where("nextPollAt", "is not", null)
          .orderBy("nextPollAt")
          .limit(MAX_COUNTED),
    )
    .selectFrom("polled")
    .select(({ fn }) => [
      "mode",
      "provider",
      "state",
      fn.countAll<number>().as("payments"),
      fn.min("createdAt").as("oldestAt"),
    ])
    .groupBy(["mode", "provider", "state"]),
);

/** Payments of all accounts that are not settled, by mode, provider and state. */
export function listUnsettledPayments({ db }: Context): Promise<UnsettledPayments[]> {
  return countUnsettled(db, {});
}

export interface PaymentSums {
  /** All matching payments, or as many as were counted if `isCapped`. */
  payments: number;
  isCapped: boolean;
  /** Those that customers paid; null if not all were counted. */
  paid: {
    payments: number;
    /** By currency. */
    sums: { currency: Currency; amount: number; refunded: number }[];
    /** By the currency of the settlement; null unless the provider has reported the fee of each. */
    fees: Money[] | null;
  } | null;
}

/** Count and sums of the payments, or no sums if there are too many. */
export async function sumPayments(
  { db }: Context,
  where: Prisma.PaymentWhereInput,
): Promise<PaymentSums> {
  const { payment } = db.prisma;
  const payments = await payment.count({ where, take: MAX_SUMMED + 1 });
  if (payments > MAX_SUMMED) return { payments, isCapped: true, paid: null };
  const paid = { AND: [where, { paidAt: { not: null } }] };
  const [sums, fees] = await Promise.all([
    payment.groupBy({
      ...{ by: "currency", where: paid, _count: { _all: true, fee: true } },
      _sum: { amount: true, refunded: true },
    }),
    payment.groupBy({ by: "settlementCurrency", where: paid, _sum: { fee: true } }),
  ]);
  const isFeeKnown = sums.every(({ _count }) => _count.fee === _count._all);
  return {
    payments,
    isCapped: false,
    paid: {
      payments: sums.reduce((total, { _count }) => total + _count._all, 0),
      sums: inOrder(sums).map(({ currency, _sum }) => ({
        currency,
        amount: Number(_sum.amount),
        refunded: Number(_sum.refunded),
      })),
      fees: isFeeKnown
        ? inOrder(
            fees.map(({ settlementCurrency, _sum }) => ({
              currency: settlementCurrency ?? "",
              minor: Number(_sum.fee),
            })),
          )
        : null,
    },
  };
}

/** Count and sums of the account's payments that match the filters. */
export async function getPaymentSums(
  ctx: AccountContext,
  filters: PaymentFilter,
): Promise<PaymentSums> {
  return sumPayments(ctx, await wherePayments(ctx, filters));
}
