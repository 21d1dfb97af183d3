// Asks the provider about payments whose end we have not heard of, so that what got lost between the
// two heals by itself: answers, messages, a crash between the charge and our own commit.
import type { Context } from "#core/context";
import type { Database } from "#core/db";
import { type PaymentStatus, payments } from "#gateways/payments";
import { claimDue, type Payment } from "./payment-store";
import { applyStatus, beginPayment, findSituation } from "./settle-payment";
import { CONFIRMATION_MS } from "./timeout-rules";

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
    ctx.log.warn({ err: error, payment: payment.id }, "a payment could not be asked about");
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
