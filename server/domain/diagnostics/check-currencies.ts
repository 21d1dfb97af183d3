import type { Statement } from "#core/db";

interface Belonging {
  /** A table with money, as `r`, and its id. */
  rows: string;
  id: string;
  /** Join of the row `o` that each belongs to. */
  owner: string;
  /** Default: that of its owner. */
  currency?: string;
}

const ofAccount = "accounts o ON o.id = r.account_id";
const ofPayment = "payments o ON o.account_id = r.account_id AND o.id = r.payment_id";

const belongings: readonly Belonging[] = [
  { rows: "accounts", id: "id", owner: "accounts o ON o.id = r.live_account_id" },
  { rows: "orders", id: "id", owner: ofAccount },
  { rows: "checkout_sessions", id: "id", owner: ofAccount },
  { rows: "stock_holds", id: "id", owner: ofAccount },
  { rows: "sold_credits", id: "lot_id", owner: ofAccount },
  {
    rows: "payments",
    id: "id",
    owner: "checkout_sessions o ON o.account_id = r.account_id AND o.id = r.checkout_session_id",
  },
  { rows: "refunds", id: "id", owner: ofPayment },
  { rows: "payment_disputes", id: "id", owner: ofPayment },
  {
    rows: "payment_movements",
    id: "id",
    owner: ofPayment,
    currency: "CASE r.kind WHEN 'fee' THEN o.settlement_currency ELSE o.currency END",
  },
];

const faultsOf = ({ rows, id, owner, currency = "o.currency" }: Belonging) => `
  SELECT '${rows}' AS rows, o.id AS belongs_to, r.${id} AS id, r.currency, ${currency} AS expected
  FROM ${rows} r JOIN ${owner} WHERE r.currency <> ${currency}`;

export const currencyChecks: readonly Statement[] = [
  {
    name: "a row with money has the currency of the account, session or payment that it belongs to",
    text: `SELECT * FROM (${belongings.map(faultsOf).join(" UNION ALL ")}) faults`,
  },
];
