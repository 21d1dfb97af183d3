import { returnMail } from "#checkout/mails/mails";
import { findRefunds } from "#checkout/refunds/store";
import type { Context, Mode } from "#core/context";
import { conflict, invalid, notFound } from "#core/errors";
import { type Currency, formatMoney } from "#core/money";
import { cursorOf, type Page, type PageQuery, pageOf, walkOf } from "#core/page";
import { recordAudit } from "#domain/accounts";
import { queueMails } from "#domain/queue";
import {
  allProviders,
  type PaymentStatus,
  providerNamed,
  type RefundStatus,
} from "#gateways/payments";
import type { Prisma } from "#prisma";
import { type Settlement, settlePayment } from "./payment";
import type { PaymentState } from "./rules";
import { findPayment, lockSession, type Payment } from "./store";

/** Result of the operator's look at the bank statement. */
export type ManualSettlement =
  | { action: "receive"; amount: number }
  /** `arrivedAmount`: the part of the money that has arrived, and is to be returned. */
  | { action: "reject"; arrivedAmount: number }
  /** Money that arrived after the payment had ended. */
  | { action: "arrive"; amount: number }
  | { action: "refund" };

/** A person confirms their payments and makes their refunds. */
export const manualProviders: string[] = allProviders
  .filter(({ manualActions }) => manualActions)
  .map(({ name }) => name);

/** Normalizes a reference as customers and banks write it, with spaces, dashes or lower case. */
function referenceIn(text: string): string {
  return text.replace(/[\s-]/g, "").toUpperCase();
}

/** The payment with this reference; locks its session. @throws not-found */
async function lockByReference(
  { db }: Context,
  { mode, reference }: { mode: Mode; reference: string },
): Promise<Payment & { providerPaymentId: string }> {
  const where = {
    mode,
    provider: { in: manualProviders },
    providerPaymentId: referenceIn(reference),
  };
  const row = await db.prisma.payment.findFirst({ where });
  if (!row) throw notFound("payment");
  await lockSession(db, row.checkoutSessionId);
  const payment = await findPayment(db, row.accountId, row.checkoutSessionId);
  if (payment?.providerPaymentId !== row.providerPaymentId) throw notFound("payment");
  return { ...payment, providerPaymentId: row.providerPaymentId ?? "" };
}

/** @throws invalid naming the amount, unless it is exact */
function requireAmount({ amount, currency }: Payment, arrivedAmount: number): void {
  if (arrivedAmount === amount) return;
  const money = (minor: number) => formatMoney({ minor, currency }, "en");
  const [due, got] = [money(amount), money(arrivedAmount)];
  const difference = money(Math.abs(arrivedAmount - amount));
  const next =
    arrivedAmount < amount
      ? `${difference} is missing: confirm it when the rest has arrived, or reject it with the ${got} that arrived`
      : `${difference} is too much: return it to the customer, then confirm ${due}`;
  throw invalid("amount", `must be exactly ${due}, not ${got}. ${next}`);
}

const actions = {
  receive: { recorded: "payment.transfer_confirmed", past: "can no longer be confirmed" },
  reject: { recorded: "payment.transfer_rejected", past: "can no longer be rejected" },
  arrive: { recorded: "payment.late_transfer_recorded", past: "has not ended without money" },
  refund: { recorded: "payment.refund_recorded", past: "has no refund to record" },
} as const;

/** Messages by state for a transfer that is past the action. */
const conflictMessages: Partial<Record<PaymentState, string>> = {
  processing: "It is waiting for the money.",
  paid: "It is already confirmed.",
  refunding: "Its order is cancelled: return the money, then record the refund.",
  disputed: "It is disputed.",
  charged_back: "The customer's bank took the money back.",
  refunded: "Its money has been returned.",
  failed: "It has ended without money. If money arrived, record it, and return it to the customer.",
};

type ManualActions = NonNullable<ReturnType<typeof providerNamed>["manualActions"]>;
type Outcome = Pick<Settlement, "status" | "results">;

interface AtProvider {
  payment: Payment & { providerPaymentId: string };
  settlement: ManualSettlement;
  manualActions: ManualActions;
}

/** Records that the money of all pending refunds was returned. */
async function returnMoney(
  { db }: Context,
  { payment, manualActions }: AtProvider,
): Promise<Outcome | null> {
  const pending = (await findRefunds(db, payment)).filter(({ state }) => state === "pending");
  const results = new Map<string, RefundStatus>();
  let status: PaymentStatus | null = null;
  for (const { id, providerKey: key, amount } of pending) {
    status = await manualActions.refund(db, payment.providerPaymentId, { key, amount });
    if (status === null) return null;
    results.set(id, { id: key, state: "succeeded", failure: null });
  }
  return status && { status, results };
}

async function settleAtProvider(ctx: Context, input: AtProvider): Promise<Outcome | null> {
  const { payment, settlement, manualActions } = input;
  const id = payment.providerPaymentId;
  if (settlement.action === "refund") return returnMoney(ctx, input);
  if (settlement.action === "arrive") return null;
  const status =
    settlement.action === "receive"
      ? await manualActions.receive(ctx.db, id, settlement.amount)
      : await manualActions.reject(ctx.db, id);
  return status && { status };
}

/** Records money that is to be returned, beside earlier money that is not returned yet. */
async function recordArrival(ctx: Context, payment: Payment, amount: number): Promise<void> {
  const { accountId, id, unapplied, unappliedReturnedAt } = payment;
  const earlierAmount = unappliedReturnedAt === null ? unapplied : 0;
  const data = { unapplied: earlierAmount + amount, unappliedReturnedAt: null };
  await ctx.db.prisma.payment.update({ where: { accountId_id: { accountId, id } }, data });
}

/** Records that the money of a payment that had ended was returned, and mails the customer. */
async function recordReturn({ db, now }: Context, payment: Payment): Promise<void> {
  const { accountId, id } = payment;
  const where = { accountId_id: { accountId, id } };
  await db.prisma.payment.update({ where, data: { unappliedReturnedAt: now } });
  await queueMails(db, { mails: [returnMail(payment, now)], now });
}

/** Applies a finding about money of a payment that has ended. Returns false for others. */
async function settleEnded(
  ctx: Context,
  { payment, settlement }: { payment: Payment; settlement: ManualSettlement },
): Promise<boolean> {
  if (payment.state !== "failed") return false;
  const isToReturn = payment.unapplied > 0 && payment.unappliedReturnedAt === null;
  if (settlement.action === "arrive") await recordArrival(ctx, payment, settlement.amount);
  else if (settlement.action === "refund" && isToReturn) await recordReturn(ctx, payment);
  else return false;
  return true;
}

/**
 * Records the operator's finding and settles it like a provider's status, once, in the caller's
 * transaction.
 * @throws not-found; invalid naming the amount; conflict if the payment is past the action
 */
export async function settleManualPayment(
  ctx: Context,
  input: { mode: Mode; reference: string; settlement: ManualSettlement },
): Promise<{ id: string; reference: string; state: PaymentState }> {
  const payment = await lockByReference(ctx, input);
  const { settlement } = input;
  const { recorded, past } = actions[settlement.action];
  const { manualActions } = providerNamed(payment.provider);
  if (!manualActions) throw new Error(`${payment.provider} payments are not confirmed manually`);
  const id = payment.providerPaymentId;
  const { accountId, currency } = payment;
  const refuse = () => conflict(`The transfer ${past}`, conflictMessages[payment.state]);
  const record = (amount = 0) => {
    const data = { reference: id, ...(amount > 0 && { amount, currency }) };
    return recordAudit(ctx, { action: recorded, accountId, subjectId: payment.id, data });
  };
  if (await settleEnded(ctx, { payment, settlement })) {
    await record(settlement.action === "arrive" ? settlement.amount : 0);
    return { id: payment.id, reference: id, state: payment.state };
  }
  if ((settlement.action === "refund") !== payment.refunding > 0) throw refuse();
  if (settlement.action === "receive") requireAmount(payment, settlement.amount);
  const outcome = await settleAtProvider(ctx, { payment, settlement, manualActions });
  if (outcome === null) throw refuse();
  const arrivedAmount = settlement.action === "reject" ? settlement.arrivedAmount : 0;
  await record(arrivedAmount);
  // The session is locked, so the payment cannot have changed.
  await settlePayment(ctx, { payment, ...outcome });
  if (arrivedAmount > 0) await recordArrival(ctx, payment, arrivedAmount);
  const settled = await findPayment(ctx.db, accountId, payment.checkoutSessionId);
  return { id: payment.id, reference: id, state: settled?.state ?? payment.state };
}

export interface Transfer {
  id: string;
  reference: string;
  state: PaymentState;
  currency: Currency;
  amount: number;
  /** Sum of the refunds, and of money that arrived after the end, to return. */
  refunding: number;
  account: { slug: string; name: string };
  customerEmail: string | null;
  orderId: string | null;
  createdAt: Date;
  dueAt: Date | null;
}

export interface TransferFilter {
  mode: Mode;
  /** Null: those that wait for the operator. */
  search: string | null;
}

/** Condition for bank transfers of all accounts that match the filter. */
export const whereTransfers = ({ mode, search }: TransferFilter): Prisma.PaymentWhereInput => ({
  mode,
  provider: { in: manualProviders },
  providerPaymentId: { not: null, ...(search && { contains: referenceIn(search) }) },
  ...(!search && {
    OR: [
      { state: { in: ["processing", "refunding"] } },
      { refunding: { gt: 0 } },
      { unapplied: { gt: 0 }, unappliedReturnedAt: null },
    ],
  }),
});

/**
 * A page of payments of all accounts that wait for the operator, newest first; with `search`, of
 * those whose reference contains it, in any state.
 * @throws invalid naming an unknown cursor
 */
export async function listManualPayments(
  { db }: Context,
  input: PageQuery & TransferFilter,
): Promise<Page<Transfer>> {
  const { mode, limit } = input;
  const cursor = cursorOf(input);
  const transfers = { mode, provider: { in: manualProviders } };
  if (cursor && !(await db.prisma.payment.findFirst({ where: { ...transfers, id: cursor.id } }))) {
    throw invalid(cursor.parameter, "is not the id of a transfer", "unknown-id");
  }
  const { beyond, ...walk } = walkOf(limit, cursor);
  const where = { ...whereTransfers(input), ...beyond };
  const rows = await db.prisma.payment.findMany({ where, ...walk });
  return pageOf(await Promise.all(rows.map((row) => toTransfer(db, row))), limit, cursor);
}

async function toTransfer(
  db: Context["db"],
  row: Awaited<ReturnType<Context["db"]["prisma"]["payment"]["findFirstOrThrow"]>>,
): Promise<Transfer> {
  const { accountId, checkoutSessionId, provider } = row;
  const reference = row.providerPaymentId ?? "";
  const where = { accountId, id: checkoutSessionId };
  const [session, account, dueAt] = await Promise.all([
    db.prisma.checkoutSession.findFirstOrThrow({ where }),
    db.prisma.account.findUniqueOrThrow({ where: { id: accountId } }),
    providerNamed(provider).manualActions?.findDueAt(db, reference) ?? null,
  ]);
  return {
    id: row.id,
    reference,
    state: row.state as PaymentState,
    currency: row.currency,
    amount: Number(row.amount),
    refunding:
      Number(row.refunding) + (row.unappliedReturnedAt === null ? Number(row.unapplied) : 0),
    account: { slug: account.slug, name: account.name },
    customerEmail: session.customerEmail,
    orderId: session.orderId,
    createdAt: row.createdAt,
    dueAt: row.state === "processing" ? dueAt : null,
  };
}
