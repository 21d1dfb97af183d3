// Polls providers about payments whose end is not known, so that what got lost between the two heals by
// itself: answers, webhooks, a crash between the charge and our own commit.
import type { Context } from "#core/context";
import type { Database } from "#core/db";
import { invalid, notFound } from "#core/errors";
import { type Params, queriesOn } from "#core/query";
import { type Backlog, COUNTED, signalWork } from "#core/workers";
import { BadNotice, findProvider, type PaymentStatus, payments } from "#gateways/payments";
import { CONFIRMATION_MS } from "./payment-rules";
import { askOfProvider, claimDue, noteNotice, type Payment } from "./payment-store";
import { applyStatus, beginPayment, findSituation } from "./settle-payment";
import type { CheckoutTables } from "./tables";

const query = queriesOn<CheckoutTables>();

/** How many payments are asked about at once. */
const LANES = 8;

/** Does at the provider what the payment's state calls for, and returns how it then stands. */
async function ask(
  ctx: Context,
  { database, payment }: { database: Database; payment: Payment },
): Promise<PaymentStatus> {
  const gateway = payments(database, payment);
  const { situation: now } = await findSituation(ctx, payment);
  // It never was begun, or its beginning never was confirmed, which takes no money either.
  if (now === "late" && payment.providerPaymentId === null) return { state: "cancelled" };
  const begun = await beginPayment({ database, payment });
  if ("ended" in begun) return begun.ended;
  const { id } = begun;
  if (now === "refunding") return gateway.refund(id, `${payment.checkoutSessionId}/refund`);
  // Nobody waits for it any more: it must not be charged later.
  if (now === "late" || now === "unwanted" || now === "failed") return gateway.cancel(id);
  const waitedMs = ctx.now.getTime() - payment.updatedAt.getTime();
  const isGivenUp = now === "requires_action" && waitedMs > CONFIRMATION_MS;
  return isGivenUp ? gateway.cancel(id) : gateway.find(id);
}

async function reconcile(
  ctx: Context,
  { database, payment }: { database: Database; payment: Payment },
): Promise<void> {
  try {
    const status = await ask(ctx, { database, payment });
    await applyStatus(ctx, { database, seen: payment, status });
  } catch (error) {
    // It stays claimed for a while, and is then due again.
    ctx.log.warn(
      { event: "payment.poll_failed", err: error, paymentId: payment.id },
      "could not poll the payment provider; trying again later",
    );
  }
}

/**
 * Asks about all payments that are due, some at once, until none is or `stopped` says so. Runs
 * transactions of its own, and may run in several processes. Returns how many it asked about.
 */
export async function reconcilePayments(
  ctx: Context,
  input: { database: Database; stopped?: () => boolean },
): Promise<number> {
  const { database, stopped } = input;
  let asked = 0;
  while (!stopped?.()) {
    const now = new Date();
    const due = await claimDue(database, now, LANES);
    await Promise.all(due.map((payment) => reconcile({ ...ctx, now }, { database, payment })));
    asked += due.length;
    if (due.length === 0) break;
  }
  return asked;
}

interface Message {
  /** As its address names it. */
  provider: string;
  /** Exactly as it came: its bytes are what was signed. */
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
    throw invalid(signatureHeader, "does not sign this body, or not recently");
  }
}

/**
 * Stores the notice once and makes its payment due. Its content is not trusted: the provider is
 * asked, so it does not matter when, how often or in which order notices arrive.
 * @throws invalid where it is not signed; not-found where there is no such provider, or not set up
 */
export async function receiveNotice(ctx: Context, input: Message): Promise<void> {
  const { provider, id, type, paymentId: providerPaymentId, isRefundFailure } = await read(input);
  const { now } = ctx;
  const notice = { provider, id, type, providerPaymentId, receivedAt: now };
  const isNew = await noteNotice(ctx.db, notice);
  if (!isNew || providerPaymentId === null) return;
  if (isRefundFailure) {
    ctx.log.error(
      { event: "payment.refund_failed", providerPaymentId },
      "refund returned by the bank; refund the customer by other means",
    );
  }
  await askOfProvider(ctx.db, { provider, providerPaymentId, now });
  signalWork();
}

const findPaymentBacklog = query("checkout-payment-backlog", (db, { now }: Params<{ now: Date }>) =>
  db
    .with(
      (cte) => cte("asked").materialized(),
      (qb) =>
        qb
          .selectFrom("payments")
          .select("askAt")
          .where("askAt", "is not", null)
          .orderBy("askAt")
          .limit(COUNTED),
    )
    .selectFrom("asked")
    .select(({ fn, lit }) => [
      fn.countAll<number>().filterWhere("askAt", "<=", now).as("due"),
      fn.min<Date | null>("askAt").filterWhere("askAt", "<=", now).as("oldestDueAt"),
      fn.countAll<number>().filterWhere("askAt", ">", now).as("later"),
      lit(0).as("retrying"),
      lit(0).as("lost"),
    ]),
);

/** Payments of all accounts that are to be polled, live and test. */
export async function getPaymentBacklog({ db, now }: Context): Promise<Backlog> {
  const [backlog] = await findPaymentBacklog(db, { now });
  if (!backlog) throw new Error("a backlog was not counted");
  return backlog;
}
