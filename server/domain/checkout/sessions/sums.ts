// Counts and sums of filtered lists of sessions and payments: exact, or absent.

import { sql } from "kysely";
import { whereTransfers } from "#checkout/payments/manual-settlement";
import { whereAnyPayments } from "#checkout/payments/operator-payments";
import { type PaymentFilter, wherePayments } from "#checkout/payments/queries";
import type { CheckoutTables } from "#checkout/tables";
import type { AccountContext, Context } from "#core/context";
import { MAX_SUMMED } from "#core/page";
import { type Params, queriesOn } from "#core/query";
import type { Prisma } from "#prisma";
import { type SessionFilters, whereSessions } from "./queries";

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
    checkoutSession.count({ where, take: MAX_SUMMED + 1 }),
    checkoutSession.aggregate({
      where: { AND: [where, { state: "complete" }] },
      take: MAX_SUMMED + 1,
      _count: true,
      _sum: { amountKg: true, priceUsdCents: true },
    }),
  ]);
  const isCapped = sessions > MAX_SUMMED;
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
    payment.count({ where, take: MAX_SUMMED + 1 }),
    payment.aggregate({
      where: { AND: [where, { paidAt: { not: null } }] },
      take: MAX_SUMMED + 1,
      _count: { _all: true, feeUsdCents: true },
      _sum: { amountUsdCents: true, refundedUsdCents: true, feeUsdCents: true },
    }),
  ]);
  const isCapped = payments > MAX_SUMMED;
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
  const take = MAX_SUMMED + 1;
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
  const isCapped = transfers > MAX_SUMMED;
  const sums = {
    amountUsdCents: Number(_sum.amountUsdCents ?? 0),
    refundingUsdCents: Number(
      (_sum.refundingUsdCents ?? 0n) + (unapplied._sum.unappliedUsdCents ?? 0n),
    ),
  };
  return { transfers, isCapped, sums: isCapped ? null : sums };
}

const query = queriesOn<CheckoutTables>();

/** Sessions that customers opened from a payment link, and those of them that were paid. */
export interface LinkSums {
  sessions: number;
  paid: { sessions: number; amountKg: number; amountUsdCents: number; refundedUsdCents: number };
}

const sumColumns = [
  sql<number>`count(*)`.as("sessions"),
  sql<number>`count(p.id)`.as("paid"),
  sql<number>`coalesce(sum(s.amount_kg) FILTER (WHERE p.id IS NOT NULL), 0)::bigint`.as("amountKg"),
  sql<number>`coalesce(sum(p.amount_usd_cents), 0)::bigint`.as("amountUsdCents"),
  sql<number>`coalesce(sum(p.refunded_usd_cents), 0)::bigint`.as("refundedUsdCents"),
] as const;

const sumByLink = query(
  "checkout-sum-by-payment-link",
  (db, of: Params<{ accountId: string; ids: string[] }>) =>
    db
      .selectFrom("checkoutSessions as s")
      .leftJoin("payments as p", (join) =>
        join
          .onRef("p.accountId", "=", "s.accountId")
          .onRef("p.checkoutSessionId", "=", "s.id")
          .on("p.paidAt", "is not", null),
      )
      .select("s.paymentLinkId as id")
      .select(sumColumns)
      .where("s.accountId", "=", of.accountId)
      .where("s.paymentLinkId", "=", sql<string>`any (${of.ids}::text[])`)
      .groupBy("s.paymentLinkId"),
);

const none: LinkSums = {
  sessions: 0,
  paid: { sessions: 0, amountKg: 0, amountUsdCents: 0, refundedUsdCents: 0 },
};

/** Sums of the account's payment links with these ids. */
export async function sumSessionsOfLinks(
  ctx: AccountContext,
  { ids }: { ids: readonly string[] },
): Promise<(id: string) => LinkSums> {
  const rows =
    ids.length === 0 ? [] : await sumByLink(ctx.db, { accountId: ctx.account.id, ids: [...ids] });
  const sums = new Map(
    rows.map(({ id, sessions, paid, ...sum }) => [
      id,
      { sessions, paid: { sessions: paid, ...sum } },
    ]),
  );
  return (id) => sums.get(id) ?? none;
}

const sumAll = query("checkout-sum-payment-links", (db, of: Params<{ accountId: string }>) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom("checkoutSessions")
        .select(["accountId", "id", "amountKg"])
        .where("accountId", "=", of.accountId)
        .where("paymentLinkId", "is not", null)
        .limit(MAX_SUMMED + 1)
        .as("s"),
    )
    .leftJoin("payments as p", (join) =>
      join
        .onRef("p.accountId", "=", "s.accountId")
        .onRef("p.checkoutSessionId", "=", "s.id")
        .on("p.paidAt", "is not", null),
    )
    .select(sumColumns),
);

/** Sums of all payment links of the account; null if they have too many sessions to add up. */
export async function sumAllSessionsOfLinks(ctx: AccountContext): Promise<LinkSums | null> {
  const [row] = await sumAll(ctx.db, { accountId: ctx.account.id });
  if (!row || row.sessions > MAX_SUMMED) return row ? null : none;
  const { sessions, paid, ...sum } = row;
  return { sessions, paid: { sessions: paid, ...sum } };
}
