// The rows of payments, and of the movements of their money. Locks are taken in one order: the session's, the payment's, the order's.
import { type Selectable, sql } from "kysely";
import type { MovementKind } from "#checkout/refunds/rules";
import type { CheckoutTables } from "#checkout/tables";
import type { Context, Mode } from "#core/context";
import { columnsOf, type Database, type Sql } from "#core/db";
import type { Currency } from "#core/money";
import { type Params, pick, queriesOn, unnest } from "#core/query";
import { providerAccountOf, providerNamed } from "#gateways/payments";
import { type PaymentState, WATCHED, watch } from "./rules";

const query = queriesOn<CheckoutTables>();

type Row = Selectable<CheckoutTables["payments"]>;

const times = ["nextPollAt", "watchAt", "paidAt", "createdAt"] as const;
export const columns = columnsOf("Payment", ["subaccountId", ...times]);

/** A payment as it was read; `version` shows whether it has changed since. */
export type Payment = Pick<Row, (typeof columns)[number]>;

const findAndLockSession = query("checkout-lock-session", (db, session: Params<{ id: string }>) =>
  db.selectFrom("checkoutSessions").select("accountId").where("id", "=", session.id).forUpdate(),
);

const find = query(
  "checkout-find-payment",
  (db, payment: Params<Pick<Payment, "accountId" | "checkoutSessionId">>) =>
    db
      .selectFrom("payments")
      .select(columns)
      .where("accountId", "=", payment.accountId)
      .where("checkoutSessionId", "=", payment.checkoutSessionId),
);

// The provider's id may be written by another process, without the session's lock.
const save = query(
  "checkout-save-payment",
  (db, payment: Params<Payment & Pick<Row, "paidAt" | "createdAt" | "nextPollAt" | "watchAt">>) =>
    db
      .insertInto("payments")
      .values({
        ...pick(payment, [...columns, ...times]),
        subaccountId: db
          .selectFrom("checkoutSessions")
          .select("subaccountId")
          .where("accountId", "=", payment.accountId)
          .where("id", "=", payment.checkoutSessionId),
      })
      .onConflict((conflict) =>
        conflict.columns(["accountId", "id"]).doUpdateSet((eb) => ({
          subaccountId: eb.ref("excluded.subaccountId"),
          provider: eb.ref("excluded.provider"),
          intentNumber: eb.ref("excluded.intentNumber"),
          providerPaymentId: eb
            .case()
            .when("payments.intentNumber", "=", eb.ref("excluded.intentNumber"))
            .then(eb.fn.coalesce("payments.providerPaymentId", "excluded.providerPaymentId"))
            .end(),
          providerAccount: eb
            .case()
            .when("payments.intentNumber", "=", eb.ref("excluded.intentNumber"))
            .then(eb.ref("payments.providerAccount"))
            .end(),
          state: eb.ref("excluded.state"),
          failure: eb.ref("excluded.failure"),
          refunded: eb.ref("excluded.refunded"),
          refunding: eb.ref("excluded.refunding"),
          fee: eb.fn.coalesce("excluded.fee", "payments.fee"),
          net: eb.fn.coalesce("excluded.net", "payments.net"),
          settlementCurrency: eb.fn.coalesce(
            "excluded.settlementCurrency",
            "payments.settlementCurrency",
          ),
          attempts: eb.ref("excluded.attempts"),
          recentAttempts: eb.ref("excluded.recentAttempts"),
          recentSince: eb.ref("excluded.recentSince"),
          polls: eb.ref("excluded.polls"),
          nextPollAt: eb.ref("excluded.nextPollAt"),
          watchAt: eb
            .case()
            .when("payments.state", "=", eb.ref("excluded.state"))
            .then(eb.ref("payments.watchAt"))
            .else(eb.ref("excluded.watchAt"))
            .end(),
          paidAt: eb.fn.coalesce("payments.paidAt", "excluded.paidAt"),
          updatedAt: eb.ref("excluded.updatedAt"),
          version: eb.ref("excluded.version"),
        })),
      ),
);

interface Identified
  extends Pick<Payment, "accountId" | "id" | "intentNumber" | "providerAccount" | "providerMode"> {
  providerPaymentId: string;
}

// Keeps an id that another process wrote first.
const identify = query("checkout-set-provider-payment-id", (db, payment: Params<Identified>) =>
  db
    .updateTable("payments")
    .set(pick(payment, ["providerPaymentId", "providerAccount", "providerMode"]))
    .where("accountId", "=", payment.accountId)
    .where("id", "=", payment.id)
    .where("intentNumber", "=", payment.intentNumber)
    .where((eb) =>
      eb.or([
        eb("providerPaymentId", "is", null),
        eb("providerPaymentId", "=", payment.providerPaymentId),
      ]),
    )
    .returning("id"),
);

/** Moves the payment's next poll, if it has one and has not changed since it was read. */
export const schedulePoll = query(
  "checkout-poll-soon",
  (db, payment: Params<Pick<Payment, "accountId" | "id" | "version"> & { at: Date }>) =>
    db
      .updateTable("payments")
      .set({ nextPollAt: payment.at })
      .where("accountId", "=", payment.accountId)
      .where("id", "=", payment.id)
      .where("version", "=", payment.version)
      .where("nextPollAt", "is not", null),
);

interface SessionKey {
  accountId: string;
  id: string;
}

// Others end by themselves, or are being charged already.
const makeUnconfirmedDue = query(
  "checkout-poll-unconfirmed",
  (db, of: Params<{ sessions: readonly SessionKey[]; now: Date }>) =>
    db
      .updateTable("payments")
      .from(unnest("session", of.sessions, { accountId: "text", id: "text" }))
      .set({ nextPollAt: of.now })
      .whereRef("payments.accountId", "=", "session.accountId")
      .whereRef("payments.checkoutSessionId", "=", "session.id")
      .where("payments.state", "=", "requires_action"),
);

/** Locks the session, of any account. Returns its account's id, or null where there is no session. */
export async function lockSession(db: Sql, id: string): Promise<string | null> {
  const [session] = await findAndLockSession(db, { id });
  return session?.accountId ?? null;
}

/** The session's payment, or null before the first attempt. */
export async function findPayment(
  db: Sql,
  accountId: string,
  checkoutSessionId: string,
): Promise<Payment | null> {
  const [payment] = await find(db, { accountId, checkoutSessionId });
  return payment ?? null;
}

/** The payment's session. */
export function findSession(
  { prisma }: Pick<Database, "prisma">,
  { accountId, checkoutSessionId: id }: Pick<Payment, "accountId" | "checkoutSessionId">,
) {
  return prisma.checkoutSession.findUniqueOrThrow({ where: { accountId_id: { accountId, id } } });
}

/** States of a payment whose money arrived. */
export const PAID: readonly PaymentState[] = [
  ...(["paid", "disputed", "refunding", "refunded", "charged_back"] as const),
];

function firstWatchAt({ provider, state }: Payment, now: Date): Date | null {
  const isWatched = WATCHED.includes(state) && providerNamed(provider).hasDisputes;
  return isWatched ? new Date(now.getTime() + watch.pauseMs) : null;
}

/** Writes the payment and the time of its next poll. The caller has locked the session. */
export async function savePayment(
  ctx: Pick<Context, "db" | "now">,
  payment: Payment,
  { nextPollAt }: { nextPollAt: Date | null },
): Promise<void> {
  const { now } = ctx;
  const paidAt = PAID.includes(payment.state) ? now : null;
  const watchAt = firstWatchAt(payment, now);
  await save(ctx.db, { ...payment, nextPollAt, watchAt, paidAt, createdAt: now });
}

/** Stores the provider's id of the payment, with the account and mode of the present keys. Returns false where another id is stored already. */
export async function saveProviderPaymentId(
  db: Sql,
  payment: Payment,
  providerPaymentId: string,
): Promise<boolean> {
  const keysOf = { providerAccount: providerAccountOf(payment), providerMode: payment.mode };
  return (await identify(db, { ...payment, ...keysOf, providerPaymentId })).length === 1;
}

/** Makes payments of the sessions due for a poll, if they wait for their customer. */
export async function schedulePollsOfUnconfirmed(
  db: Sql,
  input: { sessions: readonly SessionKey[]; now: Date },
): Promise<void> {
  if (input.sessions.length > 0) await makeUnconfirmedDue(db, input);
}

// Each change of a refund, dispute or fee is a movement of its own time, so that what was filed for a
// month never changes. The caller has locked the session.

interface Booking {
  accountId: string;
  mode: Mode;
  paymentId: string;
  sourceId: string;
  kind: MovementKind;
  currency: Currency;
  /** Sum that the movements of the source have to have from now on. */
  amount: number;
  now: Date;
}

const booked = (db: Parameters<Parameters<typeof query>[1]>[0], of: Params<Booking>) =>
  db
    .selectFrom("paymentMovements")
    .select(({ fn }) => fn.countAll<number>().as("movements"))
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as("amount"))
    .where("accountId", "=", of.accountId)
    .where("sourceId", "=", of.sourceId)
    .where("paymentId", "=", of.paymentId)
    .where("kind", "=", of.kind);

// Later than all movements of the payment: the tax within one depends on those before it.
export const bookMovement = query("checkout-book-movement", (db, of: Params<Booking>) =>
  db
    .insertInto("paymentMovements")
    .columns([
      ...(["accountId", "mode", "id", "paymentId", "sourceId", "kind"] as const),
      ...(["amount", "currency", "movedAt"] as const),
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
          sql<number>`${of.amount}::bigint - b.amount`.as("amount"),
          sql<string>`${of.currency}::text`.as("currency"),
          sql<Date>`greatest(${of.now}::timestamptz, (
            SELECT max(m.moved_at) + interval '1 ms' FROM payment_movements m
            WHERE m.account_id = ${of.accountId} AND m.payment_id = ${of.paymentId}))`.as(
            "movedAt",
          ),
        ])
        .where(sql<boolean>`${of.amount}::bigint <> b.amount`),
    ),
);

/** Books the fee that the provider reports now. */
export async function bookFee(
  { db, now }: Pick<Context, "db" | "now">,
  payment: Payment,
): Promise<void> {
  const { accountId, mode, id, fee, settlementCurrency } = payment;
  const source = { accountId, mode, paymentId: id, sourceId: id, kind: "fee" } as const;
  const currency = settlementCurrency ?? payment.currency;
  await bookMovement(db, { ...source, amount: fee ?? 0, currency, now });
}
