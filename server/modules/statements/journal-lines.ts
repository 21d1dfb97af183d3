import { env } from "#core/env";
import type { JournalAccount, JournalEntry } from "./journal-rules";

/** Examples: each chart of accounts has its own numbers. */
const DEFAULTS: Record<JournalAccount, string> = {
  receivables: "1400",
  clearing: "1360",
  prepayments: "1710",
  revenue_api: "8400",
  revenue_checkout: "8401",
  refunds: "8700",
  credit_notes: "8720",
  tax: "1776",
  tax_checkout: "1777",
  bank: "1200",
  deposits: "1718",
  adjustments: "8729",
  fees: "4970",
  cost_of_credits: "3400",
  stock_of_credits: "3980",
  settlement_differences: "2660",
};

/** One side of an entry. */
export interface JournalLine {
  id: string;
  entry: JournalEntry;
  role: JournalAccount;
  /** Number or name of the account in the operator's books. */
  account: string;
  /** Null on the other side. */
  debitAmount: number | null;
  creditAmount: number | null;
}

/** The entries as lines, debit first, with the account numbers of this installation. */
export function journalLines(entries: readonly JournalEntry[]): JournalLine[] {
  const pairs = (env.CT_JOURNAL_ACCOUNTS ?? "").split(",").filter(Boolean);
  const accounts = { ...DEFAULTS, ...Object.fromEntries(pairs.map((pair) => pair.split("="))) };
  return entries.flatMap((entry) => {
    const { number, debit, credit, amount } = entry;
    const line = (role: JournalAccount) => ({
      ...{ id: `${number}-${role}`, entry, role, account: accounts[role] },
    });
    return [
      { ...line(debit), debitAmount: amount, creditAmount: null },
      { ...line(credit), debitAmount: null, creditAmount: amount },
    ];
  });
}
