// Counts and sums of filtered lists of sessions and payments: exact, or absent.
import type { AccountContext, Context } from "#core/context";
import { MOST_SUMMED } from "#core/page";
import type { Prisma } from "#prisma";
import { whereTransfers } from "./manual-settlement";
import { whereAnyPayments } from "./operator-payments";
import { type PaymentFilter, wherePayments } from "./payment-queries";
import { type SessionFilters, whereSessions } from "./session-queries";

export interface SessionSums {
  /** All matching sessions, or as many as were counted if `isCapped`. */
  sessions: number;
  isCapped: boolean;
  /** The complete ones of them; null if not all were counted. */
  complete: { sessions: number; amountKg: number; priceUsdCents: number } | null;
}

/** Count and sums of the account's sessions that match the filters. */
export async function getSessionSums(
  ctx: AccountContext,
  filters: SessionFilters,
): Promise<SessionSums> {
  const { checkoutSession } = ctx.db.prisma;
  const where = whereSessions(ctx, filters);
  const [sessions, { _count, _sum }] = await Promise.all([
    checkoutSession.count({ where, take: MOST_SUMMED + 1 }),
    checkoutSession.aggregate({
      where: { AND: [where, { state: "complete" }] },
      take: MOST_SUMMED + 1,
      _count: true,
      _sum: { amountKg: true, priceUsdCents: true },
    }),
  ]);
  const isCapped = sessions > MOST_SUMMED;
  const complete = {
    sessions: _count,
    amountKg: _sum.amountKg ?? 0,
    priceUsdCents: Number(_sum.priceUsdCents ?? 0),
  };
  return { sessions, isCapped, complete: isCapped ? null : complete };
}

export interface PaymentSums {
  /** All matching payments, or as many as were counted if `isCapped`. */
  payments: number;
  isCapped: boolean;
  /** Those that customers paid; null if not all were counted. */
  paid: {
    payments: number;
    amountUsdCents: number;
    refundedUsdCents: number;
    /** Null unless the provider has reported the fee of each. */
    feeUsdCents: number | null;
  } | null;
}

async function sumPayments({ db }: Context, where: Prisma.PaymentWhereInput): Promise<PaymentSums> {
  const { payment } = db.prisma;
  const [payments, { _count, _sum }] = await Promise.all([
    payment.count({ where, take: MOST_SUMMED + 1 }),
    payment.aggregate({
      where: { AND: [where, { paidAt: { not: null } }] },
      take: MOST_SUMMED + 1,
      _count: { _all: true, feeUsdCents: true },
      _sum: { amountUsdCents: true, refundedUsdCents: true, feeUsdCents: true },
    }),
  ]);
  const isCapped = payments > MOST_SUMMED;
  const paid = {
    payments: _count._all,
    amountUsdCents: Number(_sum.amountUsdCents ?? 0),
    refundedUsdCents: Number(_sum.refundedUsdCents ?? 0),
    feeUsdCents: _count.feeUsdCents === _count._all ? Number(_sum.feeUsdCents ?? 0) : null,
  };
  return { payments, isCapped, paid: isCapped ? null : paid };
}

/** Count and sums of the account's payments that match the filters. */
export async function getPaymentSums(
  ctx: AccountContext,
  filters: PaymentFilter,
): Promise<PaymentSums> {
  return sumPayments(ctx, await wherePayments(ctx, filters));
}

/** Count and sums of all accounts' payments that match the filter. */
export function getAllPaymentSums(
  ctx: Context,
  filter: Parameters<typeof whereAnyPayments>[0],
): Promise<PaymentSums> {
  return sumPayments(ctx, whereAnyPayments(filter));
}

export interface TransferSums {
  /** All matching transfers, or as many as were counted if `isCapped`. */
  transfers: number;
  isCapped: boolean;
  /** Null if not all were counted. */
  sums: { amountUsdCents: number; refundingUsdCents: number } | null;
}

/** Count and sums of all accounts' bank transfers that match the filter. */
export async function getTransferSums(
  { db }: Context,
  filter: Parameters<typeof whereTransfers>[0],
): Promise<TransferSums> {
  const where = whereTransfers(filter);
  const take = MOST_SUMMED + 1;
  const [{ _count: transfers, _sum }, unapplied] = await Promise.all([
    db.prisma.payment.aggregate({
      ...{ where, take, _count: true },
      _sum: { amountUsdCents: true, refundingUsdCents: true },
    }),
    db.prisma.payment.aggregate({
      where: { AND: [where, { unappliedReturnedAt: null }] },
      ...{ take, _sum: { unappliedUsdCents: true } },
    }),
  ]);
  const isCapped = transfers > MOST_SUMMED;
  const sums = {
    amountUsdCents: Number(_sum.amountUsdCents ?? 0),
    refundingUsdCents: Number(
      (_sum.refundingUsdCents ?? 0n) + (unapplied._sum.unappliedUsdCents ?? 0n),
    ),
  };
  return { transfers, isCapped, sums: isCapped ? null : sums };
}
