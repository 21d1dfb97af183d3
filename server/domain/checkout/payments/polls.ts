// Polls providers for payments whose outcome is not known. That repairs lost responses, lost webhooks,
// and a crash between the charge and our own commit.
import { sql } from "kysely";
import { pollRefunds, type RefundResults } from "#checkout/refunds/settle-refunds";
import { asOf } from "#checkout/sessions/rules";
import type { CheckoutTables } from "#checkout/tables";
import type { Context } from "#core/context";
import type { Database, Sql } from "#core/db";
import { notFound } from "#core/errors";
import { type Params, queriesOn } from "#core/query";
import { type Backlog, MAX_COUNTED } from "#core/workers";
import type { OrderState } from "#domain/orders";
import { type PaymentStatus, ProviderUnavailable, payments } from "#gateways/payments";
import { beginPayment, unlessSoldOut } from "./attempt";
import { applyStatus } from "./payment";
import { type EffectiveState, effectiveStateOf, POLL_LEASE_MS, watch } from "./rules";
import { columns, findPayment, findSession, type Payment } from "./store";

const query = queriesOn<CheckoutTables>();

/** Longest wait for the customer's confirmation; then the payment is cancelled. */
export const MAX_CONFIRMATION_MS = 15 * 60_000;
/** Payments polled at a time. */
const POLLS_AT_ONCE = 8;

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

/** Leases up to `limit` payments that are due for a poll. */
export function claimDuePayments(db: Sql, now: Date, limit: number): Promise<Payment[]> {
  return claim(db, { now, leasedUntil: new Date(now.getTime() + POLL_LEASE_MS), limit });
}

/** Up to `limit` paid payments whose disputes are due to be read; sets when they are due again. */
function claimWatchedPayments(db: Sql, now: Date, limit: number): Promise<Payment[]> {
  return claimWatched(db, { now, limit, ...watch });
}

type Polled = { status: PaymentStatus; results?: RefundResults };

/** Refunds, cancels or reads the payment at its provider, whichever its state needs. */
async function pollProvider(
  ctx: Context,
  { database, payment }: { database: Database; payment: Payment },
): Promise<Polled> {
  const gateway = payments(database, payment);
  const state = await findEffectiveState(ctx, payment);
  // Either nothing exists at the provider, or it was never confirmed: no money was taken.
  if (state === "session_over" && payment.providerPaymentId === null) {
    return { status: { state: "cancelled" } };
  }
  const { id, ended } = await beginPayment({ database, payment });
  if (ended) return { status: ended };
  // It must not be charged any more.
  if (state === "session_over" || state === "order_cancelled" || state === "failed")
    return { status: await gateway.cancel(id) };
  const waitedMs = ctx.now.getTime() - payment.updatedAt.getTime();
  const isAbandoned = state === "requires_action" && waitedMs > MAX_CONFIRMATION_MS;
  if (isAbandoned) return { status: await gateway.cancel(id) };
  if (state === "requires_action") {
    const call = () => gateway.find(id);
    return { status: await unlessSoldOut(ctx, { database, payment, id, call }) };
  }
  return pollRefunds({ database, payment, gateway, id });
}

/** The payment's state as of now, with those of its session and order. */
async function findEffectiveState(ctx: Context, payment: Payment): Promise<EffectiveState> {
  const session = asOf(ctx.now, await findSession(ctx.db, payment));
  const { accountId, orderId } = session;
  const order =
    orderId === null
      ? null
      : await ctx.db.prisma.order.findUniqueOrThrow({
          where: { accountId_id: { accountId, id: orderId } },
          select: { state: true },
        });
  const orderState = (order?.state ?? null) as OrderState | null;
  return effectiveStateOf(payment.state, session.state, orderState);
}

async function reconcile(
  ctx: Context,
  { database, payment }: { database: Database; payment: Payment },
): Promise<void> {
  try {
    const polled = await pollProvider(ctx, { database, payment });
    await applyStatus(ctx, { database, payment, ...polled });
  } catch (error) {
    // Its lease ends, and it is due again.
    ctx.log.warn(
      { event: "payment.poll_failed", err: error, paymentId: payment.id },
      "could not poll the payment provider; trying again later",
    );
  }
}

/**
 * Polls all payments that are due, a few at a time, until none is left or `stopped` returns true. Runs
 * transactions of its own, and may run in several processes. Returns the number of polls.
 */
export async function reconcilePayments(
  ctx: Context,
  input: { database: Database; stopped?: () => boolean },
): Promise<number> {
  const { database, stopped } = input;
  let polls = 0;
  while (!stopped?.()) {
    const now = new Date();
    const awaited = await claimDuePayments(database, now, POLLS_AT_ONCE);
    // Paid payments only when no customer waits.
    const due =
      awaited.length > 0 ? awaited : await claimWatchedPayments(database, now, POLLS_AT_ONCE);
    await Promise.all(due.map((payment) => reconcile({ ...ctx, now }, { database, payment })));
    polls += due.length;
    if (due.length === 0) break;
  }
  return polls;
}

const findPaymentBacklog = query("checkout-payment-backlog", (db, { now }: Params<{ now: Date }>) =>
  db
    .with(
      (cte) => cte("polls").materialized(),
      (qb) =>
        qb
          .selectFrom("payments")
          .select("nextPollAt")
          .where("nextPollAt", "is not", null)
          .orderBy("nextPollAt")
          .limit(MAX_COUNTED),
    )
    .selectFrom("polls")
    .select(({ fn, lit }) => [
      fn.countAll<number>().filterWhere("nextPollAt", "<=", now).as("due"),
      fn.min<Date | null>("nextPollAt").filterWhere("nextPollAt", "<=", now).as("oldestDueAt"),
      fn.countAll<number>().filterWhere("nextPollAt", ">", now).as("later"),
      lit(0).as("retrying"),
      lit(0).as("lost"),
    ]),
);

/** Payments of all accounts, live and test, that wait for a poll. */
export async function getPaymentBacklog({ db, now }: Context): Promise<Backlog> {
  const [backlog] = await findPaymentBacklog(db, { now });
  if (!backlog) throw new Error("backlog query returned no row");
  return backlog;
}

type Decision = "approve" | "refuse" | null;

/** The payment's status after its customer's decision. At a real provider that is made there. */
function statusOf(database: Database, payment: Payment, id: string, decision: Decision) {
  const calls = payments(database, payment);
  if (!calls.decide || decision === null) return calls.find(id);
  return calls.decide(id, decision === "approve");
}

/**
 * Settles a payment that waits for its customer's confirmation; ignores any other. `decision` is set
 * where our page asks for the confirmation. Runs transactions of its own.
 * @throws not-found
 */
export async function confirmPayment(
  ctx: Context,
  input: { database: Database; sessionId: string; decision: Decision },
): Promise<void> {
  const { database, sessionId, decision } = input;
  const session = await database.prisma.checkoutSession.findFirst({ where: { id: sessionId } });
  if (!session) throw notFound("checkout session");
  const payment = await findPayment(database, session.accountId, sessionId);
  if (payment?.state !== "requires_action" || payment.providerPaymentId === null) return;
  try {
    const id = payment.providerPaymentId;
    const call = () => statusOf(database, payment, id, decision);
    const status = await unlessSoldOut(ctx, { database, payment, id, call });
    await applyStatus(ctx, { database, payment, status });
  } catch (error) {
    // The page still asks for the confirmation, and the job polls the provider.
    const level = error instanceof ProviderUnavailable ? "warn" : "error";
    ctx.log[level](
      { event: "payment.outcome_unknown", err: error, paymentId: payment.id },
      "charge outcome unknown; polling the provider",
    );
  }
}
