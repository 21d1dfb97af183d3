import { type Context, type Mode, modes } from "#core/context";
import type { Statement } from "#core/db";
import type { Currency } from "#core/money";
import {
  allProviders,
  type Charge,
  isOfOtherAccount,
  isReferenceOf,
  type ProviderName,
  payments,
  providerAccountOf,
  providerNamed,
} from "#gateways/payments";
import { paymentChecksInSql } from "./checks";
import type { PaymentState } from "./rules";
import { PAID } from "./store";

const PAGE_SIZE = 1000;
/** Limit of rows per check. */
const MAX_FAULTS_PER_CHECK = 1000;
const DAY_MS = 24 * 3_600_000;

/**
 * Longest time from a charge until its outcome is stored: bank debits take up to four business days,
 * more with holidays and a provider's or our own outage.
 */
export const OUTCOME_KNOWN_WITHIN_MS = 14 * DAY_MS;

/** A row that violates the invariant named by `check`. */
interface PaymentFault {
  check: string;
  row: Record<string, unknown>;
}

/** Scope and result of comparing a provider's books with ours. */
interface ComparedBooks {
  provider: ProviderName;
  /** Display name of the provider. */
  label: string;
  /** Earlier charges were not compared. */
  since: Date;
  charges: number;
  /** Payments that differ while they are being polled; no fault yet. */
  unsettled: number;
}

/** Payments with money that no key of this installation can look up. */
interface UncomparedPayments {
  provider: ProviderName;
  label: string;
  mode: Mode;
  /** The provider's account that began them; null if unknown. */
  account: string | null;
  payments: number;
}

const CHARGE_IS_KNOWN = "a charge at the provider belongs to one payment with money";
const CHARGE_IS_RIGHT = "a charge has its payment's session, amount, currency and refund";
const MONEY_HAS_CHARGE = "a payment with money has a charge at the provider";

/** Names of all invariants. */
export const paymentInvariants: readonly string[] = [
  ...paymentChecksInSql.map(({ name }) => name),
  CHARGE_IS_KNOWN,
  CHARGE_IS_RIGHT,
  MONEY_HAS_CHARGE,
];

/** One of our payments, for comparison with the provider's charge. */
interface StoredPayment {
  account_id: string;
  id: string;
  checkout_session_id: string;
  provider_payment_id: string;
  state: PaymentState;
  amount: number;
  currency: Currency;
  refunded: number;
  next_poll_at: Date | null;
  updated_at: Date;
}

// Refunds by other means are not in the provider's books.
const COMPARED_COLUMNS = `
  account_id, id, checkout_session_id, provider_payment_id, state, amount, currency,
  refunded - coalesce((SELECT sum(amount) FROM refunds r
    WHERE r.account_id = payments.account_id AND r.payment_id = payments.id
      AND r.kind = 'other_means' AND r.state = 'succeeded'), 0)::bigint AS refunded,
  next_poll_at, updated_at`;

const FIND_PAYMENTS: Statement = {
  name: "checkout-find-held-payments",
  text: `
    SELECT ${COMPARED_COLUMNS} FROM payments
    WHERE provider = $1 AND provider_payment_id = ANY ($2::text[])`,
};

// Payments of other accounts of the provider are left out.
const LIST_PAID: Statement = {
  name: "checkout-page-paid-payments",
  text: `
    SELECT ${COMPARED_COLUMNS} FROM payments
    WHERE provider = $1 AND mode = $2 AND paid_at IS NOT NULL AND paid_at BETWEEN $3 AND $4
      AND provider_payment_id > $5
      AND ($7::text IS NULL OR provider_account IS NULL OR provider_account = $7)
    ORDER BY provider_payment_id LIMIT $6`,
};

const COUNT_PAID: Statement = {
  name: "checkout-count-paid-payments",
  text: `
    SELECT mode, provider_account AS account, count(*) AS payments FROM payments
    WHERE provider = $1 AND paid_at >= $2 GROUP BY mode, provider_account`,
};

/** Returns the invariant that a charge violates, or null. */
function violatedBy(charge: Charge, stored: readonly StoredPayment[]): string | null {
  const [payment, ...others] = stored;
  if (!payment || others.length > 0 || !PAID.includes(payment.state)) return CHARGE_IS_KNOWN;
  const isRight =
    isReferenceOf(charge.reference, payment.checkout_session_id) &&
    charge.amount === payment.amount &&
    charge.currency === payment.currency &&
    charge.refunded === payment.refunded;
  return isRight ? null : CHARGE_IS_RIGHT;
}

interface Books extends Omit<ComparedBooks, "label"> {
  /** A provider's keys open the books of one mode. */
  mode: Mode;
  started: Date;
  /** Ids of the charges read so far. */
  chargeIds: Set<string>;
  faults: PaymentFault[];
}

/** Records a difference as a fault, unless the payment is being polled or has changed since. */
function recordDifference(
  books: Books,
  name: string,
  charge: Charge | null,
  stored: readonly StoredPayment[],
) {
  const isUnsettled = stored.some(
    ({ next_poll_at, updated_at }) => next_poll_at !== null || updated_at >= books.started,
  );
  if (isUnsettled) books.unsettled += 1;
  else if (books.faults.length < MAX_FAULTS_PER_CHECK) {
    const { provider } = books;
    books.faults.push({ check: name, row: { provider, charge, payments: stored } });
  }
}

async function compareCharges(ctx: Context, books: Books, charges: Charge[]): Promise<void> {
  const ids = charges.map(({ id }) => id);
  const stored = Map.groupBy(
    await ctx.db.query<StoredPayment>(FIND_PAYMENTS, [books.provider, ids]),
    (payment) => payment.provider_payment_id,
  );
  for (const charge of charges) {
    books.charges += 1;
    books.chargeIds.add(charge.id);
    const charged = stored.get(charge.id) ?? [];
    const name = violatedBy(charge, charged);
    if (name !== null) recordDifference(books, name, charge, charged);
  }
}

/** Compares our payments with money: each must have a charge. */
async function comparePaid(ctx: Context, books: Books, from: Date): Promise<void> {
  const { provider, mode, started: until } = books;
  const account = providerAccountOf(books);
  let lastId = "";
  for (;;) {
    const values = [provider, mode, from, until, lastId, PAGE_SIZE, account];
    const page = await ctx.db.query<StoredPayment>(LIST_PAID, values);
    for (const payment of page) {
      lastId = payment.provider_payment_id;
      if (!books.chargeIds.has(lastId)) recordDifference(books, MONEY_HAS_CHARGE, null, [payment]);
    }
    if (page.length < PAGE_SIZE) return;
  }
}

async function compareBooks(
  ctx: Context,
  { provider, mode, since }: Pick<Books, "provider" | "mode" | "since">,
): Promise<Books> {
  const books: Books = {
    ...{ provider, mode, since, started: new Date(), charges: 0, unsettled: 0 },
    chargeIds: new Set(),
    faults: [],
  };
  let page: Charge[] = [];
  for await (const charge of payments(ctx.db, { provider, mode }).charges(since)) {
    page.push(charge);
    if (page.length < PAGE_SIZE) continue;
    await compareCharges(ctx, books, page);
    page = [];
  }
  await compareCharges(ctx, books, page);
  const isAll = since.getTime() === 0;
  const from = isAll ? since : new Date(since.getTime() + OUTCOME_KNOWN_WITHIN_MS);
  await comparePaid(ctx, books, from);
  return books;
}

/** Counts the payments of other modes and accounts than the configured keys belong to. */
async function findUncompared(
  ctx: Context,
  { provider, since }: { provider: ProviderName; since: Date },
): Promise<UncomparedPayments[]> {
  const { label, takes } = providerNamed(provider);
  const counts = await ctx.db.query<Pick<UncomparedPayments, "mode" | "account" | "payments">>(
    COUNT_PAID,
    [provider, since],
  );
  return counts
    .filter(
      ({ mode, account }) =>
        !takes(mode) || isOfOtherAccount({ provider, providerAccount: account }),
    )
    .map((count) => ({ provider, label, ...count }));
}

interface CheckedPayments {
  faults: PaymentFault[];
  books: ComparedBooks[];
  uncompared: UncomparedPayments[];
  /** Labels of providers that are not set up. */
  skipped: string[];
}

/** Checks all invariants of payments, and compares them with the books of their providers. */
export async function checkPayments(ctx: Context): Promise<CheckedPayments> {
  const faults: PaymentFault[] = [];
  for (const { name, text } of paymentChecksInSql) {
    const statement = { name: "", text: `${text} LIMIT ${MAX_FAULTS_PER_CHECK}` };
    const rows = await ctx.db.query<Record<string, unknown>>(statement, []);
    faults.push(...rows.map((row) => ({ check: name, row })));
  }
  const books: Books[] = [];
  const uncompared: UncomparedPayments[] = [];
  for (const { name: provider, takes, booksDays } of allProviders) {
    const since = new Date(booksDays === null ? 0 : ctx.now.getTime() - booksDays * DAY_MS);
    for (const mode of modes.filter(takes)) {
      books.push(await compareBooks(ctx, { provider, mode, since }));
    }
    uncompared.push(...(await findUncompared(ctx, { provider, since })));
  }
  return {
    faults: [...faults, ...books.flatMap((compared) => compared.faults)],
    books: books.map(({ provider, since, charges, unsettled }) => ({
      ...{ provider, label: providerNamed(provider).label, since, charges, unsettled },
    })),
    uncompared,
    skipped: allProviders.filter(({ takes }) => !modes.some(takes)).map(({ label }) => label),
  };
}
