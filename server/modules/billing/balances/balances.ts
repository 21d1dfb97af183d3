import type { AccountContext, SqlContext } from "#core/context";
import { isUniqueViolation } from "#core/db-errors";
import { conflict, Problem } from "#core/errors";
import { type Currency, formatMoney } from "#core/money";
import { recordAudit } from "#core/record-audit";
import { type BillingTerms, decidedTerms, isCharged } from "#domain/accounts";
import {
  addCharge,
  addEntry,
  findBalanceRow,
  findChargeOf,
  findEntries,
  type LedgerEntry,
  lockBalance as lockRow,
  updateTaxRate,
} from "./ledger";
import type { RecordAdjustment, RecordDeposit } from "./schema";

export interface Balance {
  /** Null also for an account whose terms are undecided. */
  terms: BillingTerms | null;
  currency: Currency;
  balance: number;
  /** Null is no limit. */
  creditLimit: number | null;
  /** Left for orders, with tax. Null if nothing limits them. */
  available: number | null;
  taxRateBasisPoints: number;
}

/** The account's balance and what it may still order. */
export async function getBalance(ctx: AccountContext): Promise<Balance> {
  const row = await findBalanceRow(ctx.db, ctx.account.id);
  const creditLimit = row && isCharged(row) ? row.creditLimit : null;
  const balance = row?.balance ?? 0;
  return {
    terms: decidedTerms(row ? row.terms : ctx.account.terms),
    currency: row?.currency ?? ctx.account.currency,
    balance,
    creditLimit,
    available: creditLimit === null ? null : Math.max(0, balance + creditLimit),
    taxRateBasisPoints: row?.taxRateBasisPoints ?? 0,
  };
}

/**
 * Charges an order to the account's balance, in the transaction that writes the order.
 * @throws payment-required, which undoes the order
 */
export async function chargeOrder(
  ctx: Pick<AccountContext, "account" | "now"> & Pick<SqlContext, "db">,
  order: { id: string; price: number },
): Promise<void> {
  const { id: accountId } = ctx.account;
  const charge = { accountId, orderId: order.id, net: order.price, now: ctx.now };
  // Orders that cost nothing need no balance.
  if (order.price === 0 || (await addCharge(ctx.db, charge))) return;
  const row = await findBalanceRow(ctx.db, accountId);
  // Terms that changed a moment ago: it is billed elsewhere now.
  if (!row || !isCharged(row) || row.creditLimit === null) return;
  const available = Math.max(0, row.balance + row.creditLimit);
  const money = (minor: number) => formatMoney({ minor, currency: row.currency }, "en-US");
  const tax = row.taxRateBasisPoints === 0 ? "" : " plus tax";
  throw new Problem("payment-required", {
    detail: `The order costs ${money(order.price)}${tax}; ${money(available)} is available. Send the same request again after a payment has been recorded.`,
  });
}

/** Gives back what a cancelled order was charged, in the transaction that cancels it. */
export async function creditCancelledOrder(
  ctx: AccountContext,
  order: { id: string },
): Promise<void> {
  const accountId = ctx.account.id;
  const charge = await findChargeOf(ctx.db, { accountId, orderId: order.id });
  if (!charge) return;
  await addEntry(ctx.db, {
    accountId,
    kind: "order_cancelled",
    amount: -charge.amount,
    orderId: order.id,
    now: ctx.now,
  });
}

/** Sets how far below zero orders may take the balance; opens it if the account has none. */
export async function setCreditLimit(
  ctx: AccountContext,
  limit: { creditLimit: number | null },
): Promise<void> {
  const { id: accountId, mode, currency } = ctx.account;
  await ctx.db.prisma.accountBalance.upsert({
    where: { accountId },
    create: { accountId, mode, currency, ...limit },
    update: limit,
  });
}

/** Sets the rate that is held back with each order from now on. */
export async function setTaxRate(
  ctx: AccountContext,
  { taxRateBasisPoints }: { taxRateBasisPoints: number },
): Promise<void> {
  await updateTaxRate(ctx.db, { accountId: ctx.account.id, taxRateBasisPoints });
}

/** Locks the balance until the transaction ends. Null if the account has no ledger. */
export async function lockBalance(
  ctx: AccountContext,
): Promise<Pick<AccountContext["account"], "terms"> | null> {
  return lockRow(ctx.db, ctx.account.id);
}

/** Adds an entry whose reference no other entry of the account has. @throws conflict */
export async function addReferencedEntry(
  ctx: AccountContext,
  entry: Pick<LedgerEntry, "kind" | "amount" | "reference"> & Partial<LedgerEntry>,
): Promise<LedgerEntry> {
  const { now, account } = ctx;
  const written = await addEntry(ctx.db, { ...entry, accountId: account.id, now }).catch(
    (error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      throw conflict(
        "This reference is already recorded for the account",
        `Another entry has the reference "${entry.reference}". Each payment is recorded once.`,
      );
    },
  );
  if (!written) throw conflict("The account has no billing terms", "Set its terms first.");
  return written;
}

/** Records money that the account has paid in advance. @throws conflict */
export async function recordDeposit(
  ctx: AccountContext,
  { amount, reference, note }: RecordDeposit,
): Promise<LedgerEntry> {
  const entry = { kind: "deposit", amount, reference, note: note ?? null } as const;
  const written = await addReferencedEntry(ctx, entry);
  const data = { amount, currency: written.currency, reference };
  await recordAudit(ctx, { action: "billing.deposit_recorded", data });
  return written;
}

/** Corrects the balance, with a reason. @throws conflict */
export async function recordAdjustment(
  ctx: AccountContext,
  { amount, reference, note }: RecordAdjustment,
): Promise<LedgerEntry> {
  const written = await addReferencedEntry(ctx, {
    kind: "adjustment",
    amount,
    reference,
    note,
  });
  const data = { amount, currency: written.currency, reference, note };
  await recordAudit(ctx, { action: "billing.balance_adjusted", data });
  return written;
}

/** The account's ledger entries, newest first. */
export async function listEntries(
  ctx: AccountContext,
  { before = Number.MAX_SAFE_INTEGER, limit }: { before?: number | undefined; limit: number },
): Promise<LedgerEntry[]> {
  return findEntries(ctx.db, { accountId: ctx.account.id, before, limit });
}
