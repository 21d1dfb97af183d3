import type { Account } from "#core/context";
import { database } from "#core/db";
import {
  cancelAndRefund,
  confirmPayment,
  createCheckoutSession,
  expireCheckoutSession,
  getCheckoutPage,
  payCheckoutSession,
  reconcilePayments,
  requestRefund,
} from "#domain/checkout";
import type { Beneficiary } from "#domain/orders";
import { billing } from "#modules";
import {
  contextOf,
  makeAccount,
  makeStock,
  saveSellerDetails,
  systemContext,
} from "#testing/factories";
import { mailsAbout } from "#testing/mails";

export const cards = {
  good: "4242424242424242",
  declined: "4000000000000002",
  insufficientFunds: "4000000000009995",
  expired: "4000000000000069",
  wrongCvc: "4000000000000127",
  needsApproval: "4000000000003220",
  paysLater: "4000000000000077",
  failsLater: "4000000000000341",
  slowRefund: "4000000000007726",
  failedRefund: "4000000000005126",
  lostDispute: "4000000000000259",
  wonDispute: "4000000000002685",
  fraudWarning: "4000000000005423",
} as const;

/** Hash of the paying customer's browser. */
export const BROWSER = "the customer's browser";

/** Opens a session for 100 kg at 3 cents, in the given account and portfolio or in new ones. */
export async function openSession(
  options: {
    account?: Account;
    portfolioId?: string;
    amountKg?: number;
    subaccountId?: string | null;
    beneficiary?: Beneficiary;
    customerEmail?: string;
    now?: Date;
    /** Instead of the installation's own provider. */
    provider?: "test" | "stripe";
  } = {},
) {
  const account = options.account ?? (await makeAccount()).account;
  if (account.mode === "live") await saveSellerDetails(account);
  const portfolioId = options.portfolioId ?? (await makeStock()).portfolioId;
  const ctx = { ...contextOf(account), now: options.now ?? new Date() };
  const input = {
    amount_kg: options.amountKg ?? 100,
    success_url: "https://shop.example/thanks?session={CHECKOUT_SESSION_ID}",
    cancel_url: "https://shop.example/basket",
    portfolio_id: portfolioId,
    beneficiary: options.beneficiary ?? null,
    subaccountId: options.subaccountId ?? null,
    callbackUrl: null,
    customerEmail: options.customerEmail ?? null,
  };
  const { id } = await database().transaction((db) => createCheckoutSession({ ...ctx, db }, input));
  if (options.provider) {
    const where = { accountId_id: { accountId: account.id, id } };
    const data = { provider: options.provider };
    await database().prisma.checkoutSession.update({ where, data });
  }
  return { id, account };
}

const ada: Beneficiary = { name: "Ada Lovelace", message: null, url: null };

/** Tries once to pay the session by card. */
export function pay(
  sessionId: string,
  number: string = cards.good,
  now = new Date(),
  beneficiary: Beneficiary | null = ada,
) {
  return payCheckoutSession(
    { ...systemContext(), now },
    {
      database: database(),
      sessionId,
      customer: { email: "ada@example.com", beneficiary, language: "en", browserHash: BROWSER },
      source: { type: "card", number, expiryMonth: 12, expiryYear: 2040, cvc: "123" },
    },
  );
}

/** Approves or refuses the bank's authentication request. */
export function confirm(sessionId: string, decision: "approve" | "refuse") {
  return confirmPayment(systemContext(), { database: database(), sessionId, decision });
}

/** Expires the session as the API does. */
export function expire(account: Account, id: string) {
  return database().transaction((db) =>
    expireCheckoutSession({ ...contextOf(account), db }, { id }),
  );
}

/** Cancels the session's order as the API does. */
export function cancel(account: Account, orderId: string) {
  return database().transaction((db) =>
    cancelAndRefund({ ...contextOf(account), db }, { id: orderId, credit: billing.credit }),
  );
}

/** Reads the session's page, by default as the paying customer's browser. */
export function pageOf(id: string, now = new Date(), browserHash: string | null = BROWSER) {
  return getCheckoutPage({ ...systemContext(), now }, { id, browserHash });
}

/** Session, payment, order and the provider's records, as stored. */
export async function booksOf(sessionId: string) {
  const { prisma } = database();
  const session = await prisma.checkoutSession.findFirstOrThrow({ where: { id: sessionId } });
  const { accountId } = session;
  return {
    session,
    payment: await prisma.payment.findFirst({ where: { accountId, checkoutSessionId: sessionId } }),
    orders: await prisma.order.findMany({ where: { accountId, checkoutSessionId: sessionId } }),
    refunds: await prisma.refund.findMany({
      where: { accountId, checkoutSessionId: sessionId },
      orderBy: { id: "asc" },
    }),
    provider: await prisma.testProviderPayment.findMany({ where: { reference: sessionId } }),
    mails: await mailsAbout(sessionId),
  };
}

/** States of the session's payment, order, refunds and disputes. */
export async function disputeStateOf(sessionId: string) {
  const { session, payment, orders, refunds } = await booksOf(sessionId);
  const disputes = await database().prisma.paymentDispute.findMany({
    where: { accountId: session.accountId, paymentId: payment?.id ?? "" },
    orderBy: { id: "asc" },
  });
  return {
    payment: payment?.state,
    order: orders[0]?.state,
    waits: orders[0]?.awaitingPayment,
    refunds: refunds.map(({ state, kind }) => [state, kind]),
    disputes: disputes.map(({ state, kind }) => [state, kind]),
  };
}

/** Refunds a part of the session's payment, or all, as the API does. */
export function refund(account: Account, id: string, amount: number | null = null) {
  const input = { id, amount, reason: "Ordered twice" };
  return database().transaction((db) => requestRefund({ ...contextOf(account), db }, input));
}

/** Opens the dispute of the session's card at the provider, or closes it, and polls. */
/** Books a refund or dispute that a test has written itself, at the time that it says. */
export async function bookWritten(id: string): Promise<void> {
  const { paymentDispute, paymentMovement, refund: refunds } = database().prisma;
  const refunded = await refunds.findFirst({ where: { id, state: "succeeded" } });
  const lost = await paymentDispute.findFirst({ where: { id, state: "lost" } });
  const row = refunded ?? lost;
  const movedAt = refunded?.settledAt ?? lost?.closedAt;
  if (!row || !movedAt) return;
  const { accountId, mode, paymentId, amount, currency } = row;
  await paymentMovement.create({
    data: {
      ...{ accountId, mode, id, paymentId, sourceId: id, kind: "refund" },
      ...{ amount, currency, movedAt },
    },
  });
}

export async function passDispute(sessionId: string, at: "opened" | "closed"): Promise<void> {
  const { prisma } = database();
  const past = new Date(Date.now() - 1);
  const data = { disputedAt: past, ...(at === "closed" && { disputeClosesAt: past }) };
  await prisma.testProviderPayment.updateMany({ where: { reference: sessionId }, data });
  await prisma.payment.updateMany({
    where: { checkoutSessionId: sessionId },
    data: { nextPollAt: past },
  });
  await letTimePass(sessionId);
}

/** Makes the session's payment and the provider's settlement due. */
export async function makeDue(sessionId: string): Promise<void> {
  const { prisma } = database();
  const past = new Date(Date.now() - 1);
  const due = { checkoutSessionId: sessionId, nextPollAt: { not: null } };
  await prisma.payment.updateMany({ where: due, data: { nextPollAt: past } });
  const slow = { reference: sessionId, settlesAt: { not: null } };
  await prisma.testProviderPayment.updateMany({ where: slow, data: { settlesAt: past } });
  const charges = await prisma.testProviderPayment.findMany({ where: { reference: sessionId } });
  const pending = { paymentId: { in: charges.map(({ id }) => id) }, settlesAt: { not: null } };
  await prisma.testProviderRefund.updateMany({ where: pending, data: { settlesAt: past } });
}

/** Makes the session's payment and the provider's settlement due, then polls. */
export async function letTimePass(sessionId: string): Promise<void> {
  await makeDue(sessionId);
  await reconcilePayments(systemContext(), { database: database() });
}
