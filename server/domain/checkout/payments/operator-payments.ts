// Payments of all accounts, for the operator.
import { findOwedRefunds, type Refund } from "#checkout/refunds/store";
import type { Context, Mode } from "#core/context";
import { invalid } from "#core/errors";
import { idPrefixes } from "#core/id";
import { type Currency, inOrder } from "#core/money";
import { cursorOf, MAX_SUMMED, type Page, type PageQuery, pageOf, walkOf } from "#core/page";
import type { Payment, PaymentDispute, Prisma } from "#prisma";
import { manualProviders, type TransferFilter, whereTransfers } from "./manual-settlement";
import { type PaymentSums, sumPayments } from "./queries";
import type { PaymentState } from "./rules";

export interface OperatorPayment {
  payment: Payment & { state: PaymentState };
  account: { slug: string; name: string };
  customerEmail: string | null;
  orderId: string | null;
}

/** Adds account and session to payments. */
async function findOwners(
  { db }: Context,
  rows: readonly Payment[],
): Promise<(row: Payment) => OperatorPayment> {
  const { checkoutSession, account } = db.prisma;
  const ids = { in: rows.map(({ checkoutSessionId }) => checkoutSessionId) };
  const sessions = await checkoutSession.findMany({ where: { id: ids } });
  const owners = await account.findMany({
    where: { id: { in: rows.map(({ accountId }) => accountId) } },
  });
  // The dashboard's URLs have the live account's name.
  const live = await account.findMany({
    where: { id: { in: owners.map(({ liveAccountId, id }) => liveAccountId ?? id) } },
  });
  return (row) => {
    const session = sessions.find(({ id }) => id === row.checkoutSessionId);
    const account = owners.find(({ id }) => id === row.accountId);
    const linked = live.find(({ id }) => id === (account?.liveAccountId ?? account?.id));
    return {
      payment: { ...row, state: row.state as PaymentState },
      account: { slug: linked?.slug ?? "", name: account?.name ?? "" },
      customerEmail: session?.customerEmail ?? null,
      orderId: session?.orderId ?? null,
    };
  };
}

interface Filter {
  mode: Mode;
  state: PaymentState | null;
  /** ID of a payment, session or payment at the provider. */
  search: string | null;
}

/** Ids that are searched one by one, because PostgreSQL reads all payments for one of several. */
function whereId(search: string): Prisma.PaymentWhereInput {
  if (search.startsWith(`${idPrefixes.payment}_`)) return { id: search };
  if (search.startsWith(`${idPrefixes.checkoutSession}_`)) return { checkoutSessionId: search };
  return { providerPaymentId: search };
}

/** Condition for payments of all accounts that match the filter. */
function whereAnyPayments({ mode, state, search }: Filter): Prisma.PaymentWhereInput {
  return {
    mode,
    ...(state && { state }),
    ...(search && whereId(search)),
  };
}

/** A page of payments of all accounts, newest first. @throws invalid naming an unknown cursor */
export async function listAllPayments(
  ctx: Context,
  input: Filter & PageQuery,
): Promise<Page<OperatorPayment>> {
  const { mode, limit } = input;
  const { payment } = ctx.db.prisma;
  const cursor = cursorOf(input);
  if (cursor && !(await payment.findFirst({ where: { mode, id: cursor.id } }))) {
    throw invalid(cursor.parameter, "is not the id of a payment", "unknown-id");
  }
  const { beyond, ...walk } = walkOf(limit, cursor);
  const where = { AND: [whereAnyPayments(input), beyond] };
  const page = pageOf(await payment.findMany({ where, ...walk }), limit, cursor);
  return { data: page.data.map(await findOwners(ctx, page.data)), hasMore: page.hasMore };
}

export interface OperatorTask
  extends OperatorPayment,
    Omit<PaymentToResolve, "payment" | "dispute"> {
  evidenceDueOn: Date | null;
}

/** Payments of all accounts that a person has to act upon, oldest first. */
export async function listPaymentTasks(
  ctx: Context,
  { mode }: { mode: Mode },
): Promise<OperatorTask[]> {
  const tasks = await listPaymentsToResolve(ctx, { mode });
  const payments = tasks.map(({ payment }) => payment);
  const withOwner = await findOwners(ctx, payments);
  return tasks.map(({ payment, dispute, ...task }) => ({
    ...task,
    ...withOwner(payment),
    evidenceDueOn: dispute?.evidenceDueOn ?? null,
  }));
}

// Payments that a person has to act upon, of one account or of all.
const MAX_LISTED_PAYMENTS = 100;
/** With growing pauses, this many polls take about half an hour. */
const MANY_POLLS = 9;
/** A refund may take days at its provider: this many polls take about two days. */
const MANY_REFUND_POLLS = 58;
/** States that a provider settles within seconds. */
const quickStates: PaymentState[] = ["confirming"];

export type PaymentTask =
  /** The customer is owed money, and no refund is under way. */
  | "refund_failed"
  | "disputed"
  | "warning"
  /** The operator returns the money by hand. */
  | "refund_by_hand"
  /** The provider has not made the refund for days. */
  | "refund_waits"
  /** The provider does not report the outcome of a charge. */
  | "outcome_unknown";

export interface PaymentToResolve {
  payment: Payment;
  task: PaymentTask;
  dispute: PaymentDispute | null;
  /** Due to the customer after a refund that failed. */
  owedAmount: number;
  /** The amount of the task: owed, disputed, being refunded, or charged with unknown outcome. */
  taskAmount: number;
  /** A refund that failed and can be dismissed. */
  failedRefundId: string | null;
}

const isManual = { provider: { in: manualProviders } };
const isPolled = { nextPollAt: { not: null }, provider: { notIn: manualProviders } };
const isStuck: Prisma.PaymentWhereInput[] = [
  { state: "refunding", refunding: 0 },
  { refunding: { gt: 0 }, ...isManual },
  { unapplied: { gt: 0 }, unappliedReturnedAt: null },
  { refunding: { gt: 0 }, polls: { gte: MANY_REFUND_POLLS }, ...isPolled },
  { state: { in: quickStates }, polls: { gte: MANY_POLLS }, ...isPolled },
];

function taskOf(payment: Payment, { dispute, owed }: Facts): PaymentTask {
  if (dispute) return dispute.kind === "warning" ? "warning" : "disputed";
  if (owed) return "refund_failed";
  if (payment.state === "refunding" && payment.refunding === 0n) return "refund_failed";
  if (payment.unapplied > 0n) return "refund_by_hand";
  if (payment.refunding === 0n) return "outcome_unknown";
  return manualProviders.includes(payment.provider) ? "refund_by_hand" : "refund_waits";
}

interface Facts {
  dispute: PaymentDispute | null;
  /** A refund after fulfillment that failed. */
  owed: Refund | null;
}

function owedAmount(payment: Payment, { owed }: Facts): number {
  if (payment.state !== "refunding") return owed?.amount ?? 0;
  return Number(payment.amount - payment.refunded - payment.refunding);
}

function taskAmount(payment: Payment, facts: Facts): number {
  switch (taskOf(payment, facts)) {
    case "disputed":
    case "warning":
      return Number(facts.dispute?.amount ?? payment.amount);
    case "refund_failed":
      return owedAmount(payment, facts);
    case "refund_by_hand":
    case "refund_waits":
      return Number(payment.refunding + payment.unapplied);
    case "outcome_unknown":
      return Number(payment.amount);
  }
}

/** Payments of the account, or of all accounts, that a person has to act upon: the oldest hundred. */
export async function listPaymentsToResolve(
  { db }: Context,
  input: { mode: Mode; accountId?: string },
): Promise<PaymentToResolve[]> {
  const { mode, accountId = null } = input;
  const { payment, paymentDispute } = db.prisma;
  const scope = { mode, ...(accountId !== null && { accountId }) };
  const disputes = await paymentDispute.findMany({
    where: { ...scope, state: "open" },
    orderBy: { id: "asc" },
    take: MAX_LISTED_PAYMENTS,
  });
  const owed = await findOwedRefunds(db, { mode, accountId, limit: MAX_LISTED_PAYMENTS });
  const ids = [...disputes, ...owed].map(({ paymentId }) => paymentId);
  const rows = await payment.findMany({
    where: { ...scope, OR: [...isStuck, { id: { in: ids } }] },
    orderBy: { id: "asc" },
    take: MAX_LISTED_PAYMENTS,
  });
  return rows.map((row) => {
    const ownDisputes = disputes.filter(({ paymentId }) => paymentId === row.id);
    const dispute = ownDisputes.find(({ kind }) => kind === "dispute") ?? ownDisputes[0] ?? null;
    const facts = { dispute, owed: owed.find(({ paymentId }) => paymentId === row.id) ?? null };
    return {
      payment: row,
      dispute,
      task: taskOf(row, facts),
      owedAmount: owedAmount(row, facts),
      taskAmount: taskAmount(row, facts),
      failedRefundId: facts.owed?.id ?? null,
    };
  });
}

/** Count and sums of all accounts' payments that match the filter. */
export function getAllPaymentSums(ctx: Context, filter: Filter): Promise<PaymentSums> {
  return sumPayments(ctx, whereAnyPayments(filter));
}

export interface TransferSums {
  /** All matching transfers, or as many as were counted if `isCapped`. */
  transfers: number;
  isCapped: boolean;
  /** By currency; null if not all were counted. */
  sums: { currency: Currency; amount: number; refunding: number }[] | null;
}

/** Count and sums of all accounts' bank transfers that match the filter. */
export async function getTransferSums(
  { db }: Context,
  filter: TransferFilter,
): Promise<TransferSums> {
  const where = whereTransfers(filter);
  const transfers = await db.prisma.payment.count({ where, take: MAX_SUMMED + 1 });
  if (transfers > MAX_SUMMED) return { transfers, isCapped: true, sums: null };
  const by = "currency";
  const [sums, unreturned] = await Promise.all([
    db.prisma.payment.groupBy({ by, where, _sum: { amount: true, refunding: true } }),
    db.prisma.payment.groupBy({
      ...{ by, where: { AND: [where, { unappliedReturnedAt: null }] } },
      _sum: { unapplied: true },
    }),
  ]);
  const unappliedIn = new Map(unreturned.map(({ currency, _sum }) => [currency, _sum.unapplied]));
  return {
    transfers,
    isCapped: false,
    sums: inOrder(sums).map(({ currency, _sum }) => ({
      currency,
      amount: Number(_sum.amount),
      refunding: Number(_sum.refunding) + Number(unappliedIn.get(currency) ?? 0),
    })),
  };
}
