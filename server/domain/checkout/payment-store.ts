// The rows of a payment under their locks: first the session's, then the payment's, then the order's.
import { type Selectable, sql } from "kysely";
import type { Mode } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, pick, queriesOn } from "#core/query";
import type { Demand } from "#domain/orders";
import { type PaymentState, POLL_LEASE_MS } from "./payment-rules";
import type { CheckoutTables } from "./tables";

const query = queriesOn<CheckoutTables>();

type Row = Selectable<CheckoutTables["payments"]>;

const paymentColumns = [
  "accountId",
  "mode",
  "id",
  "checkoutSessionId",
  "provider",
  "intentNumber",
  "providerPaymentId",
  "state",
  "failure",
  "amountUsdCents",
  "refundedUsdCents",
  "attempts",
  "recentAttempts",
  "recentSince",
  "asked",
  "version",
  "updatedAt",
] as const satisfies readonly (keyof Row)[];

/**
 * A payment as it stood when it was read; `version` shows whether it still does. `intentNumber` counts
 * the payments that were begun at the provider, and `asked` how often the provider was asked since the
 * last change.
 */
export type Payment = Pick<Row, (typeof paymentColumns)[number]>;

const findAndLockSession = query("checkout-lock-session", (db, session: Params<{ id: string }>) =>
  db.selectFrom("checkoutSessions").select("accountId").where("id", "=", session.id).forUpdate(),
);

// Until it commits, no other payment of the mode starts: both could count on the same stock.
const lockStockOf = query("checkout-lock-stock", (db, stock: Params<{ mode: Mode }>) =>
  db.selectNoFrom(
    sql<string>`pg_advisory_xact_lock(hashtextextended('checkout-stock-' || ${stock.mode}, 0))::text`.as(
      "lock",
    ),
  ),
);

const findPayingSessions = query("checkout-find-paying", (db, stock: Params<{ mode: Mode }>) =>
  db
    .selectFrom("checkoutSessions")
    .select((eb) => eb.fn.coalesce("splitPortfolioId", "portfolioId").as("portfolioId"))
    .select("amountKg")
    .where("mode", "=", stock.mode)
    .where("paying", "=", true)
    .where("state", "=", "open")
    .orderBy("id"),
);

const find = query(
  "checkout-find-payment",
  (db, payment: Params<Pick<Payment, "accountId" | "checkoutSessionId">>) =>
    db
      .selectFrom("payments")
      .select(paymentColumns)
      .where("accountId", "=", payment.accountId)
      .where("checkoutSessionId", "=", payment.checkoutSessionId),
);

// Which payment of the provider's it is may be written by others, without the session's lock.
const save = query(
  "checkout-save-payment",
  (db, payment: Params<Payment & Pick<Row, "askAt" | "paidAt" | "createdAt">>) =>
    db
      .insertInto("payments")
      .values(pick(payment, [...paymentColumns, "askAt", "paidAt", "createdAt"]))
      .onConflict((conflict) =>
        conflict.columns(["accountId", "id"]).doUpdateSet((eb) => ({
          provider: eb.ref("excluded.provider"),
          intentNumber: eb.ref("excluded.intentNumber"),
          providerPaymentId: eb
            .case()
            .when("payments.intentNumber", "=", eb.ref("excluded.intentNumber"))
            .then(eb.fn.coalesce("payments.providerPaymentId", "excluded.providerPaymentId"))
            .end(),
          state: eb.ref("excluded.state"),
          failure: eb.ref("excluded.failure"),
          refundedUsdCents: eb.ref("excluded.refundedUsdCents"),
          attempts: eb.ref("excluded.attempts"),
          recentAttempts: eb.ref("excluded.recentAttempts"),
          recentSince: eb.ref("excluded.recentSince"),
          asked: eb.ref("excluded.asked"),
          askAt: eb.ref("excluded.askAt"),
          paidAt: eb.fn.coalesce("payments.paidAt", "excluded.paidAt"),
          updatedAt: eb.ref("excluded.updatedAt"),
          version: eb.ref("excluded.version"),
        })),
      ),
);

interface Named extends Pick<Payment, "accountId" | "id" | "intentNumber"> {
  providerPaymentId: string;
}

// Only as long as nobody else wrote meanwhile which payment it is.
const name = query("checkout-name-payment", (db, payment: Params<Named>) =>
  db
    .updateTable("payments")
    .set({ providerPaymentId: payment.providerPaymentId })
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
  "checkout-ask-soon",
  (db, payment: Params<Pick<Payment, "accountId" | "id" | "version"> & { at: Date }>) =>
    db
      .updateTable("payments")
      .set({ askAt: payment.at })
      .where("accountId", "=", payment.accountId)
      .where("id", "=", payment.id)
      .where("version", "=", payment.version)
      .where("askAt", "is not", null),
);

interface AtProvider extends Pick<Payment, "provider"> {
  providerPaymentId: string;
  now: Date;
}

const makeDueAtProvider = query("checkout-ask-of-provider", (db, payment: Params<AtProvider>) =>
  db
    .updateTable("payments")
    .set({ askAt: payment.now })
    .where("provider", "=", payment.provider)
    .where("providerPaymentId", "=", payment.providerPaymentId)
    .where("state", "<>", "refunded"),
);

interface Batch {
  now: Date;
  leasedUntil: Date;
  limit: number;
}

// Whoever asks holds the payment for as long as a call may take; who dies leaves it due again.
const claim = query("checkout-claim-payments", (db, batch: Params<Batch>) =>
  db
    .with("due", (qb) =>
      qb
        .selectFrom("payments")
        .select(["accountId", "id"])
        .where("askAt", "<=", batch.now)
        .orderBy("askAt")
        .limit(batch.limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable("payments as p")
    .from("due")
    .set((eb) => ({
      asked: eb("p.asked", "+", 1),
      askAt: batch.leasedUntil,
    }))
    .whereRef("p.accountId", "=", "due.accountId")
    .whereRef("p.id", "=", "due.id")
    .returning(paymentColumns.map((column) => `p.${column}` as const)),
);

type Notice = Selectable<CheckoutTables["paymentNotices"]>;

const noticeColumns = ["provider", "id", "type", "providerPaymentId", "receivedAt"] as const;

const keepNotice = query("checkout-note-notice", (db, notice: Params<Notice>) =>
  db
    .insertInto("paymentNotices")
    .values(pick(notice, noticeColumns))
    .onConflict((conflict) => conflict.doNothing())
    .returning("id"),
);

/** Locks the session, whoever's it is. Returns its account's id, or null where there is none. */
export async function lockSession(db: Sql, id: string): Promise<string | null> {
  const [session] = await findAndLockSession(db, { id });
  return session?.accountId ?? null;
}

/** Lets one transaction at a time start a payment of the mode. */
export async function lockStock(db: Sql, mode: Mode): Promise<void> {
  await lockStockOf(db, { mode });
}

/** What the sessions of the mode buy whose payment is under way, always in the same order. */
export function findPaying(db: Sql, mode: Mode): Promise<Demand[]> {
  return findPayingSessions(db, { mode });
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

const PAID: readonly PaymentState[] = ["paid", "refunding", "refunded"];

/** Writes the payment as it is now, to be asked about at `askAt`. The session is to be locked. */
export async function savePayment(
  db: Sql,
  payment: Payment,
  { now, askAt }: { now: Date; askAt: Date | null },
): Promise<void> {
  const paidAt = PAID.includes(payment.state) ? now : null;
  await save(db, { ...payment, askAt, paidAt, createdAt: now });
}

/** Writes down which payment of the provider's it is. Returns false where that is another by now. */
export async function namePayment(
  db: Sql,
  payment: Payment,
  providerPaymentId: string,
): Promise<boolean> {
  return (await name(db, { ...payment, providerPaymentId })).length === 1;
}

/** Makes the payment due at a moment, if it still is as it was read and to be asked about. */
export async function askSoon(db: Sql, payment: Payment, at: Date): Promise<void> {
  await makeDue(db, { ...payment, at });
}

/** Makes the payment that the provider knows by this id due now. */
export async function askOfProvider(db: Sql, payment: AtProvider): Promise<void> {
  await makeDueAtProvider(db, payment);
}

/** Takes up to `limit` payments about which the provider is to be asked. */
export function claimDue(db: Sql, now: Date, limit: number): Promise<Payment[]> {
  return claim(db, { now, leasedUntil: new Date(now.getTime() + POLL_LEASE_MS), limit });
}

/** Keeps a provider's message. Returns false where it is kept already. */
export async function noteNotice(db: Sql, notice: Notice): Promise<boolean> {
  return (await keepNotice(db, notice)).length === 1;
}
