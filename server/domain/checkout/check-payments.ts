// Verifies sessions, payments and orders against each other, and against the provider's own books.
import { type Context, type Mode, modes } from "#core/context";
import {
  allProviders,
  type Charge,
  type ProviderName,
  payments,
  providerNamed,
} from "#gateways/payments";
import { findHeld, type HeldPayment, pagePaid, paymentChecksInSql } from "./check-store";
import { OUTCOME_KNOWN_WITHIN_MS } from "./payment-rules";

const PAGE = 1000;
/** Of one check, no more rows than these are given. */
const MAX_ROWS = 1000;
const DAY_MS = 24 * 3_600_000;

/** A row that breaks the invariant that `check` states. */
interface PaymentFault {
  check: string;
  row: Record<string, unknown>;
}

/** How far a provider's books were compared with ours. */
interface ComparedBooks {
  provider: ProviderName;
  /** The provider's name for people. */
  label: string;
  /** Charges before this were not looked at. */
  since: Date;
  charges: number;
  /** Payments that differ and are just being asked after: no fault, unless it stays so. */
  unsettled: number;
}

const CHARGE_IS_KNOWN = "a charge at the provider is of one payment, which knows of its money";
const CHARGE_IS_RIGHT = "a charge is for its payment's session and amount, and given back as much";
const MONEY_HAS_CHARGE = "a payment with money has its charge at the provider";

/** The names of all that is verified. */
export const paymentInvariants: readonly string[] = [
  ...paymentChecksInSql.map(({ name }) => name),
  CHARGE_IS_KNOWN,
  CHARGE_IS_RIGHT,
  MONEY_HAS_CHARGE,
];

const MONEY = ["paid", "refunding", "refunded"];

/** The invariant that a charge and what we know of it break; null where they agree. */
function broken(charge: Charge, held: readonly HeldPayment[]): string | null {
  const [payment, ...others] = held;
  if (!payment || others.length > 0 || !MONEY.includes(payment.state)) return CHARGE_IS_KNOWN;
  const isRight =
    charge.reference === payment.checkout_session_id &&
    charge.amountCents === payment.amount_usd_cents &&
    charge.refundedCents === payment.refunded_usd_cents;
  return isRight ? null : CHARGE_IS_RIGHT;
}

interface Books extends Omit<ComparedBooks, "label"> {
  /** A provider's keys open the books of one mode. */
  mode: Mode;
  started: Date;
  /** The ids of the charges. */
  seen: Set<string>;
  faults: PaymentFault[];
}

/** Notes a difference, unless the payment is just being asked after, or changed meanwhile. */
function note(books: Books, name: string, charge: Charge | null, held: readonly HeldPayment[]) {
  const isMoving = held.some((it) => it.ask_at !== null || it.updated_at >= books.started);
  if (isMoving) books.unsettled += 1;
  else if (books.faults.length < MAX_ROWS) {
    const { provider } = books;
    books.faults.push({ check: name, row: { provider, charge, payments: held } });
  }
}

async function compareCharges(ctx: Context, books: Books, charges: Charge[]): Promise<void> {
  const ids = charges.map(({ id }) => id);
  const held = Map.groupBy(
    await findHeld(ctx.db, books.provider, ids),
    (payment) => payment.provider_payment_id,
  );
  for (const charge of charges) {
    books.charges += 1;
    books.seen.add(charge.id);
    const own = held.get(charge.id) ?? [];
    const name = broken(charge, own);
    if (name !== null) note(books, name, charge, own);
  }
}

/** Our own payments with money: each must have been among the charges. */
async function comparePaid(ctx: Context, books: Books, from: Date): Promise<void> {
  const { provider, mode, started: until } = books;
  let after = "";
  for (;;) {
    const page = await pagePaid(ctx.db, { provider, mode, from, until, after, limit: PAGE });
    for (const payment of page) {
      after = payment.provider_payment_id;
      if (!books.seen.has(after)) note(books, MONEY_HAS_CHARGE, null, [payment]);
    }
    if (page.length < PAGE) return;
  }
}

async function compareBooks(
  ctx: Context,
  { provider, mode, since }: Pick<Books, "provider" | "mode" | "since">,
): Promise<Books> {
  const books: Books = {
    ...{ provider, mode, since, started: new Date(), charges: 0, unsettled: 0 },
    seen: new Set(),
    faults: [],
  };
  let page: Charge[] = [];
  for await (const charge of payments(ctx.db, { provider, mode }).charges(since)) {
    page.push(charge);
    if (page.length < PAGE) continue;
    await compareCharges(ctx, books, page);
    page = [];
  }
  await compareCharges(ctx, books, page);
  const isAll = since.getTime() === 0;
  const from = isAll ? since : new Date(since.getTime() + OUTCOME_KNOWN_WITHIN_MS);
  await comparePaid(ctx, books, from);
  return books;
}

/**
 * Every row that breaks an invariant of the payments, none where all is well; which books of providers
 * were compared, and the labels of those that are not set up.
 */
export async function checkPayments(
  ctx: Context,
): Promise<{ faults: PaymentFault[]; books: ComparedBooks[]; skipped: string[] }> {
  const faults: PaymentFault[] = [];
  for (const { name, text } of paymentChecksInSql) {
    const statement = { name: "", text: `${text} LIMIT ${MAX_ROWS}` };
    const rows = await ctx.db.query<Record<string, unknown>>(statement, []);
    faults.push(...rows.map((row) => ({ check: name, row })));
  }
  const books: Books[] = [];
  for (const { name: provider, takes, booksDays } of allProviders) {
    const since = booksDays === null ? 0 : ctx.now.getTime() - booksDays * DAY_MS;
    for (const mode of modes.filter(takes)) {
      books.push(await compareBooks(ctx, { provider, mode, since: new Date(since) }));
    }
  }
  return {
    faults: [...faults, ...books.flatMap((it) => it.faults)],
    books: books.map(({ provider, since, charges, unsettled }) => ({
      ...{ provider, label: providerNamed(provider).label, since, charges, unsettled },
    })),
    skipped: allProviders.filter(({ takes }) => !modes.some(takes)).map(({ label }) => label),
  };
}
