// Polls providers for payments whose outcome is not known. That repairs lost responses, lost webhooks,
// and a crash between the charge and our own commit.
import type { Selectable } from "kysely";
import { hasLostRefund } from "#checkout/refunds/rules";
import { decisiveDispute, type RefundResults } from "#checkout/refunds/settle-refunds";
import { findDisputes, findRefunds, type Refund } from "#checkout/refunds/store";
import type { CheckoutTables } from "#checkout/tables";
import type { Context } from "#core/context";
import type { Database, Sql } from "#core/db";
import { invalid, notFound } from "#core/errors";
import { type Params, pick, queriesOn } from "#core/query";
import { type Backlog, MAX_COUNTED, signalWork } from "#core/workers";
import {
  BadNotice,
  findProvider,
  type PaymentCalls,
  type PaymentStatus,
  payments,
  type RefundStatus,
} from "#gateways/payments";
import { ensureProviderPayment, unlessSoldOut } from "./provider-payment";
import { CONFIRMATION_MS } from "./rules";
import { applyStatus, findEffectiveState } from "./settle-payment";
import {
  claimDuePayments,
  claimWatchedPayments,
  type Payment,
  schedulePollByProviderId,
} from "./store";

const query = queriesOn<CheckoutTables>();

/** Payments polled at a time. */
const CONCURRENCY = 8;

type Polled = { status: PaymentStatus; results?: RefundResults };

/** Refunds, cancels or reads the payment at its provider, whichever its state needs. */
async function pollProvider(
  ctx: Context,
  { database, payment }: { database: Database; payment: Payment },
): Promise<Polled> {
  const gateway = payments(database, payment);
  const { effectiveState: state } = await findEffectiveState(ctx, { payment });
  // Either nothing exists at the provider, or it was never confirmed: no money was taken.
  if (state === "session_over" && payment.providerPaymentId === null) {
    return { status: { state: "cancelled" } };
  }
  const started = await ensureProviderPayment({ database, payment });
  if ("ended" in started) return { status: started.ended };
  const { id } = started;
  // It must not be charged any more.
  if (state === "session_over" || state === "order_cancelled" || state === "failed")
    return { status: await gateway.cancel(id) };
  const waitedMs = ctx.now.getTime() - payment.updatedAt.getTime();
  const isAbandoned = state === "requires_action" && waitedMs > CONFIRMATION_MS;
  if (isAbandoned) return { status: await gateway.cancel(id) };
  if (state === "requires_action") {
    const call = () => gateway.find(id);
    return { status: await unlessSoldOut(ctx, { database, payment, id, call }) };
  }
  return pollRefunds({ database, payment, gateway, id });
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
    const awaited = await claimDuePayments(database, now, CONCURRENCY);
    // Paid payments only when no customer waits.
    const due =
      awaited.length > 0 ? awaited : await claimWatchedPayments(database, now, CONCURRENCY);
    await Promise.all(due.map((payment) => reconcile({ ...ctx, now }, { database, payment })));
    polls += due.length;
    if (due.length === 0) break;
  }
  return polls;
}

interface Message {
  /** As named in the path. */
  provider: string;
  /** The signed bytes, unchanged. */
  body: string;
  headers: Headers;
}

async function read({ provider, body, headers }: Message) {
  const owner = findProvider(provider);
  const webhook = owner?.webhook;
  if (!owner || !webhook?.isSetUp()) throw notFound("page");
  const { signatureHeader } = webhook;
  try {
    const notice = await webhook.read({ body, signature: headers.get(signatureHeader) });
    return { ...notice, provider: owner.name };
  } catch (error) {
    if (!(error instanceof BadNotice)) throw error;
    throw invalid(signatureHeader, "is not a recent signature of this body");
  }
}

type Notice = Selectable<CheckoutTables["paymentNotices"]>;

const insertNew = query("checkout-record-notice", (db, notice: Params<Notice>) =>
  db
    .insertInto("paymentNotices")
    .values(pick(notice, ["provider", "id", "type", "providerPaymentId", "receivedAt"]))
    .onConflict((conflict) => conflict.doNothing())
    .returning("id"),
);

/** Stores a provider's notice. Returns false where it was stored before. */
export async function insertNotice(db: Sql, notice: Notice): Promise<boolean> {
  return (await insertNew(db, notice)).length === 1;
}

/**
 * Stores the notice once and schedules a poll of its payment. Only the poll's result is trusted, so
 * notices may arrive late, twice or in any order.
 * @throws invalid without a valid signature; not-found where the provider does not exist or is not set up
 */
export async function receiveNotice(ctx: Context, input: Message): Promise<void> {
  const { provider, id, type, paymentId: providerPaymentId } = await read(input);
  const { now } = ctx;
  const notice = { provider, id, type, providerPaymentId, receivedAt: now };
  const isNew = await insertNotice(ctx.db, notice);
  if (!isNew || providerPaymentId === null) return;
  await schedulePollByProviderId(ctx.db, { provider, providerPaymentId, now });
  signalWork();
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

interface Poll {
  database: Database;
  payment: Payment;
  gateway: PaymentCalls;
  /** Of the payment at the provider. */
  id: string;
}

const readRefund = ({ gateway, id }: Poll, refund: Refund) =>
  gateway.findRefund(id, { key: refund.providerKey, refundId: refund.providerRefundId });

/** Returns true if the bank has taken the money back: a refund would return it twice. */
async function isDisputed({ database, payment, gateway, id }: Poll): Promise<boolean> {
  const known = decisiveDispute(await findDisputes(database, payment));
  if (known?.kind === "dispute") return true;
  const status = await gateway.find(id);
  return (
    status.state === "paid" &&
    status.disputes.some(({ kind, state }) => kind === "dispute" && state !== "won")
  );
}

/** Requests the refund, or reads it where it was requested before. */
async function pollRefund(poll: Poll, refund: Refund): Promise<RefundStatus | null> {
  const { gateway, id } = poll;
  if (refund.providerRefundId !== null) {
    const status = await readRefund(poll, refund);
    if (status) return status;
  }
  if (await isDisputed(poll)) return readRefund(poll, refund);
  const { providerKey: key, amountUsdCents: amountCents } = refund;
  return gateway.refund(id, { key, amountCents });
}

/** Reads refunds again of which one must have failed after it succeeded. */
async function findLostRefunds(
  poll: Poll,
  refunds: readonly Refund[],
  status: PaymentStatus,
): Promise<[string, RefundStatus][]> {
  if (status.state !== "paid" || !hasLostRefund(refunds, status.refundedCents)) return [];
  const own = refunds.filter(({ state, kind }) => state === "succeeded" && kind !== "provider");
  const statuses = await Promise.all(own.map((refund) => readRefund(poll, refund)));
  return own.flatMap(({ id }, at) => {
    const read = statuses[at];
    return read ? [[id, read] as [string, RefundStatus]] : [];
  });
}

/** One refund at a time, so that a poll ends before its lease does. */
async function pollRefunds(poll: Poll): Promise<{ status: PaymentStatus; results: RefundResults }> {
  const { database, payment, gateway, id } = poll;
  const refunds = await findRefunds(database, payment);
  const pending = refunds.filter(({ state }) => state === "pending");
  const results = new Map<string, RefundStatus>();
  const due = pending[payment.polls % Math.max(1, pending.length)];
  const result = due && (await pollRefund(poll, due));
  if (due && result) results.set(due.id, result);
  const status = await gateway.find(id);
  if (!due) {
    for (const [lost, read] of await findLostRefunds(poll, refunds, status))
      results.set(lost, read);
  }
  return { status, results };
}

/** Deletes notices of payment providers, which say that something changed. Returns how many. */
export async function deleteOldPaymentNotices(
  { db }: Pick<Context, "db">,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { paymentNotice } = db.prisma;
  const old = await paymentNotice.findMany({
    where: { receivedAt: { lt: before } },
    select: { provider: true, id: true },
    take: limit,
  });
  if (old.length === 0) return 0;
  const { count } = await paymentNotice.deleteMany({ where: { OR: old } });
  return count;
}
