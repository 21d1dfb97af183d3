import { database } from "#core/db";
import { payCheckoutSession, settleManualPayment } from "#domain/checkout";
import { providers } from "#gateways/payments";
import { BROWSER, booksOf, openSession } from "#testing/checkout";
import { systemContext } from "#testing/factories";

/** Sets the operator's bank account for a test file, or removes it. */
export function setBankAccount(isSet: boolean): void {
  providers.transfer.settings.current = isSet
    ? {
        name: "Till Ltd",
        account: { type: "iban", number: "DE89370400440532013000" },
        ...{ bic: null, bank: "First Bank", instructions: null, days: 7 },
      }
    : null;
}

const customer = {
  email: "ada@example.com",
  beneficiary: null,
  language: "en",
  browserHash: BROWSER,
} as const;

/** Chooses payment by bank transfer. */
export function transfer(sessionId: string) {
  return payCheckoutSession(systemContext(), {
    database: database(),
    sessionId,
    customer,
    provider: "transfer",
    source: { type: "none" },
  });
}

/** Opens a session that awaits a bank transfer. */
export async function openTransfer(options: Parameters<typeof openSession>[0] = {}) {
  const session = await openSession(options);
  await transfer(session.id);
  const { payment } = await booksOf(session.id);
  return { ...session, reference: payment?.providerPaymentId ?? "" };
}

type Outcome = Parameters<typeof settleManualPayment>[1]["settlement"];

/** Records a bank statement entry as the operator does. */
export function record(reference: string, outcome: Outcome, mode: "test" | "live" = "test") {
  return database().transaction((db) =>
    settleManualPayment({ ...systemContext(), db }, { mode, reference, settlement: outcome }),
  );
}
export const receive = (reference: string, amount = 300) =>
  record(reference, { action: "receive", amount });

/** States of session, payment and order, and of the transfer in the provider's records. */
export async function statesOf(id: string) {
  const { session, payment, orders } = await booksOf(id);
  const books = await database().prisma.transferPayment.findMany({ where: { reference: id } });
  const order = orders.map(({ state, awaitingPayment }) => [state, awaitingPayment]);
  return [session.state, payment?.state, order, books.map(({ state }) => state)];
}

/** Lets the transfer's deadline pass. */
export async function makeOverdue(id: string) {
  const dueAt = new Date(Date.now() - 1000);
  await database().prisma.transferPayment.updateMany({ where: { reference: id }, data: { dueAt } });
}
