// The customer was asked by the bank to confirm: takes the answer in.
import type { Context } from "#core/context";
import type { Database } from "#core/db";
import { notFound } from "#core/errors";
import { ProviderUnavailable, payments } from "#gateways/payments";
import { learnPayment } from "./learn-payment";
import { findPayment, type Payment } from "./payment-store";

type Answer = "approve" | "refuse" | null;

function statusOf(database: Database, payment: Payment, id: string, answer: Answer) {
  const calls = payments(database, payment);
  // Elsewhere the customer answers the provider itself, and we ask what became of it.
  if (!calls.answer || answer === null) return calls.find(id);
  return calls.answer(id, answer === "approve");
}

/**
 * Settles a payment that the customer was to confirm; any other is left as it is. `answer` is the
 * customer's own answer, where the page itself asks for it. Runs transactions of its own.
 * @throws not-found
 */
export async function confirmPayment(
  ctx: Context,
  input: { database: Database; sessionId: string; answer: Answer },
): Promise<void> {
  const { database, sessionId, answer } = input;
  const session = await database.prisma.checkoutSession.findFirst({ where: { id: sessionId } });
  if (!session) throw notFound("checkout session");
  const seen = await findPayment(database, session.accountId, sessionId);
  if (seen?.state !== "requires_action" || seen.providerPaymentId === null) return;
  try {
    const status = await statusOf(database, seen, seen.providerPaymentId, answer);
    await learnPayment(ctx, { database, seen, status });
  } catch (error) {
    // The page says that it is still to be confirmed, and the provider is asked again by the job.
    const level = error instanceof ProviderUnavailable ? "warn" : "error";
    ctx.log[level]({ err: error, payment: seen.id }, "what became of a confirmation is not known");
  }
}
