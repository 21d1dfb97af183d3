// The books of money that went back: each change of a refund, dispute or fee is a movement of its own
// time, so that what was filed for a month never changes. The caller has locked the session.
import { sql } from "kysely";
import type { MovementKind } from "#checkout/refunds/rules";
import type { Dispute, Refund } from "#checkout/refunds/store";
import type { CheckoutTables } from "#checkout/tables";
import type { Context, Mode } from "#core/context";
import { type Params, queriesOn } from "#core/query";
import type { Payment } from "./store";

const query = queriesOn<CheckoutTables>();

interface Booking extends Pick<Refund, "accountId" | "mode" | "paymentId"> {
  sourceId: string;
  kind: MovementKind;
  /** Sum that the movements of the source have to have from now on. */
  cents: number;
  now: Date;
}

const booked = (db: Parameters<Parameters<typeof query>[1]>[0], of: Params<Booking>) =>
  db
    .selectFrom("paymentMovements")
    .select(({ fn }) => fn.countAll<number>().as("movements"))
    .select(sql<number>`coalesce(sum(amount_usd_cents), 0)::bigint`.as("cents"))
    .where("accountId", "=", of.accountId)
    .where("sourceId", "=", of.sourceId)
    .where("paymentId", "=", of.paymentId)
    .where("kind", "=", of.kind);

// Later than all movements of the payment: the tax within one depends on those before it.
const add = query("checkout-book-movement", (db, of: Params<Booking>) =>
  db
    .insertInto("paymentMovements")
    .columns([
      ...(["accountId", "mode", "id", "paymentId", "sourceId", "kind"] as const),
      ...(["amountUsdCents", "movedAt"] as const),
    ])
    .expression((from) =>
      from
        .selectFrom(booked(db, of).as("b"))
        .select([
          sql<string>`${of.accountId}::text`.as("accountId"),
          sql<Mode>`${of.mode}::text`.as("mode"),
          sql<string>`${of.sourceId}::text
            || CASE ${of.kind}::text WHEN 'fee' THEN '_fee' ELSE '' END
            || CASE b.movements WHEN 0 THEN '' ELSE '_' || b.movements + 1 END`.as("id"),
          sql<string>`${of.paymentId}::text`.as("paymentId"),
          sql<string>`${of.sourceId}::text`.as("sourceId"),
          sql<MovementKind>`${of.kind}::text`.as("kind"),
          sql<number>`${of.cents}::bigint - b.cents`.as("amountUsdCents"),
          sql<Date>`greatest(${of.now}::timestamptz, (
            SELECT max(m.moved_at) + interval '1 ms' FROM payment_movements m
            WHERE m.account_id = ${of.accountId} AND m.payment_id = ${of.paymentId}))`.as(
            "movedAt",
          ),
        ])
        .where(sql<boolean>`${of.cents}::bigint <> b.cents`),
    ),
);

type BookContext = Pick<Context, "db" | "now">;

/** Books what the refund's present state changes. */
export async function bookRefund({ db, now }: BookContext, refund: Refund): Promise<void> {
  const { accountId, mode, paymentId, id: sourceId, state, amountUsdCents } = refund;
  const cents = state === "succeeded" ? amountUsdCents : 0;
  await add(db, { accountId, mode, paymentId, sourceId, kind: "refund", cents, now });
}

/** Books what the dispute's present state changes. */
export async function bookDispute({ db, now }: BookContext, dispute: Dispute): Promise<void> {
  const { accountId, mode, paymentId, id: sourceId, state, amountUsdCents } = dispute;
  const cents = state === "lost" ? amountUsdCents : 0;
  await add(db, { accountId, mode, paymentId, sourceId, kind: "refund", cents, now });
}

/** Books the fee that the provider reports now. */
export async function bookFee({ db, now }: BookContext, payment: Payment): Promise<void> {
  const { accountId, mode, id, feeUsdCents } = payment;
  const own = { accountId, mode, paymentId: id, sourceId: id, kind: "fee" } as const;
  await add(db, { ...own, cents: feeUsdCents ?? 0, now });
}
