import { env } from "#core/env";
import type { JournalSettings } from "./journal-formats";

/** Examples: each chart of accounts has its own numbers. */
const DEFAULTS: JournalSettings["accounts"] = {
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
};

/** Account numbers and file settings of this installation. */
export function readJournalSettings(): JournalSettings {
  const pairs = (env.CT_JOURNAL_ACCOUNTS ?? "").split(",").filter(Boolean);
  const own = Object.fromEntries(pairs.map((pair) => pair.split("=")));
  const [consultant = 0, client = 0, yearStartsIn = 1, accountLength = 4] =
    env.CT_JOURNAL_DATEV.split(",").map(Number);
  return {
    accounts: { ...DEFAULTS, ...own },
    xeroTaxRate: env.CT_JOURNAL_XERO_TAX_RATE,
    datev: { consultant, client, yearStartsIn, accountLength },
  };
}
