// The SQL of payments. Locks are taken in one order: the session's, the payment's, the order's.

import { type Selectable, sql } from "kysely";
import type { CheckoutTables } from "#checkout/tables";
import type { Context } from "#core/context";
import { columnsOf, type Sql } from "#core/db";
import { type Params, pick, queriesOn, unnest } from "#core/query";
import { providerAccountOf, providerNamed } from "#gateways/payments";
import { WATCHED, watch } from "./poll-rules";
import { type PaymentState, POLL_LEASE_MS } from "./rules";

const query = queriesOn<CheckoutTables>();

type Row = Selectable<CheckoutTables["payments"]>;

const times = ["nextPollAt", "watchAt", "paidAt", "createdAt"] as const;
const columns = columnsOf("Payment", ["subaccountId", ...times]);

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
          refundedUsdCents: eb.ref("excluded.refundedUsdCents"),
          refundingUsdCents: eb.ref("excluded.refundingUsdCents"),
          feeUsdCents: eb.fn.coalesce("excluded.feeUsdCents", "payments.feeUsdCents"),
          netUsdCents: eb.fn.coalesce("excluded.netUsdCents", "payments.netUsdCents"),
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

const makeDue = query(
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

interface AtProvider extends Pick<Payment, "provider"> {
  providerPaymentId: string;
  now: Date;
}

const makeDueAtProvider = query(
  "checkout-poll-payment-of-provider",
  (db, payment: Params<AtProvider>) =>
    db
      .updateTable("payments")
      .set({ nextPollAt: payment.now })
      .where("provider", "=", payment.provider)
      .where("providerPaymentId", "=", payment.providerPaymentId),
);

interface Watch {
  now: Date;
  pauseMs: number;
  ageShare: number;
  windowMs: number;
  limit: number;
}

interface Batch {
  now: Date;
  leasedUntil: Date;
  limit: number;
}

// A poll leases its payment for as long as a call may take; after a crash it is due again.
const claim = query("checkout-claim-payments", (db, batch: Params<Batch>) =>
  db
    .with("due", (qb) =>
      qb
        .selectFrom("payments")
        .select(["accountId", "id"])
        .where("nextPollAt", "<=", batch.now)
        .orderBy("nextPollAt")
        .limit(batch.limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable("payments as p")
    .from("due")
    .set((eb) => ({
      polls: eb("p.polls", "+", 1),
      nextPollAt: batch.leasedUntil,
    }))
    .whereRef("p.accountId", "=", "due.accountId")
    .whereRef("p.id", "=", "due.id")
    .returning(columns.map((column) => `p.${column}` as const)),
);

// A watch that fails is repeated at the next pause: it must not crowd out other polls.
const claimWatched = query("checkout-claim-watched", (db, batch: Params<Watch>) => {
  const next = sql<Date>`${batch.now}::timestamptz
    + greatest(${batch.pauseMs}::float8 * interval '1 millisecond',
        (${batch.now}::timestamptz - p.paid_at) / ${batch.ageShare}::float8)`;
  const end = sql<Date>`p.paid_at + ${batch.windowMs}::float8 * interval '1 millisecond'`;
  return db
    .with("due", (qb) =>
      qb
        .selectFrom("payments")
        .select(["accountId", "id"])
        .where("watchAt", "<=", batch.now)
        .orderBy("watchAt")
        .limit(batch.limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable("payments as p")
    .from("due")
    .set({ watchAt: sql<Date | null>`CASE WHEN ${next} < ${end} THEN ${next} END` })
    .whereRef("p.accountId", "=", "due.accountId")
    .whereRef("p.id", "=", "due.id")
    .returning(columns.map((column) => `p.${column}` as const));
});

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

/** Moves the payment's next poll, if it has one and has not changed since it was read. */
export async function schedulePoll(db: Sql, payment: Payment, at: Date): Promise<void> {
  await makeDue(db, { ...payment, at });
}

/** Makes the payment with this id at the provider due for a poll now. */
export async function schedulePollByProviderId(db: Sql, payment: AtProvider): Promise<void> {
  await makeDueAtProvider(db, payment);
}

/** Makes payments of the sessions due for a poll, if they wait for their customer. */
export async function schedulePollsOfUnconfirmed(
  db: Sql,
  input: { sessions: readonly SessionKey[]; now: Date },
): Promise<void> {
  if (input.sessions.length > 0) await makeUnconfirmedDue(db, input);
}

/** Leases up to `limit` payments that are due for a poll. */
export function claimDuePayments(db: Sql, now: Date, limit: number): Promise<Payment[]> {
  return claim(db, { now, leasedUntil: new Date(now.getTime() + POLL_LEASE_MS), limit });
}

/** Up to `limit` paid payments whose disputes are due to be read; sets when they are due again. */
export function claimWatchedPayments(db: Sql, now: Date, limit: number): Promise<Payment[]> {
  return claimWatched(db, { now, limit, ...watch });
}
