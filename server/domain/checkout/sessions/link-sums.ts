// Sums of the sessions that customers opened from payment links.

import { sql } from "kysely";
import type { CheckoutTables } from "#checkout/tables";
import type { AccountContext } from "#core/context";
import { MAX_SUMMED } from "#core/page";
import { type Params, queriesOn } from "#core/query";

const query = queriesOn<CheckoutTables>();

/** Sessions that customers opened from a payment link, and those of them that were paid. */
export interface LinkSums {
  sessions: number;
  /** Amounts are in the account's currency, as each of its sessions. */
  paid: { sessions: number; amountKg: number; amount: number; refunded: number };
}

const sumColumns = [
  sql<number>`count(*)`.as("sessions"),
  sql<number>`count(p.id)`.as("paid"),
  sql<number>`coalesce(sum(s.amount_kg) FILTER (WHERE p.id IS NOT NULL), 0)::bigint`.as("amountKg"),
  sql<number>`coalesce(sum(p.amount), 0)::bigint`.as("amount"),
  sql<number>`coalesce(sum(p.refunded), 0)::bigint`.as("refunded"),
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
  paid: { sessions: 0, amountKg: 0, amount: 0, refunded: 0 },
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
