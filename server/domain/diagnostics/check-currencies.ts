import type { Statement } from "#core/db";

interface Belonging {
  rows: string;
  /** Rows with money `r`, and the row `o` that each belongs to. */
  from: string;
  /** Default: the ID. */
  id?: string;
  /** Default: that of its owner. */
  currency?: string;
}

const ofAccount = "JOIN accounts o ON o.id = r.account_id";
const ofPayment = "JOIN payments o ON o.account_id = r.account_id AND o.id = r.payment_id";

const belongings: readonly Belonging[] = [
  { rows: "accounts", from: "FROM accounts r JOIN accounts o ON o.id = r.live_account_id" },
  { rows: "orders", from: `FROM orders r ${ofAccount}` },
  { rows: "checkout_sessions", from: `FROM checkout_sessions r ${ofAccount}` },
  { rows: "stock_holds", from: `FROM stock_holds r ${ofAccount}` },
  { rows: "sold_credits", from: `FROM sold_credits r ${ofAccount}`, id: "lot_id" },
  {
    rows: "payments",
    from: `FROM payments r JOIN checkout_sessions o
      ON o.account_id = r.account_id AND o.id = r.checkout_session_id`,
  },
  { rows: "refunds", from: `FROM refunds r ${ofPayment}` },
  { rows: "payment_disputes", from: `FROM payment_disputes r ${ofPayment}` },
  {
    rows: "payment_movements",
    from: `FROM payment_movements r ${ofPayment}`,
    currency: "CASE r.kind WHEN 'fee' THEN o.settlement_currency ELSE o.currency END",
  },
];

const faultsOf = ({ rows, from, id = "id", currency = "o.currency" }: Belonging) => `
  SELECT '${rows}' AS rows, o.id AS belongs_to, r.${id} AS id, r.currency, ${currency} AS expected
  ${from} WHERE r.currency <> ${currency}`;

export const currencyChecks: readonly Statement[] = [
  {
    name: "a row with money has the currency of the account, session or payment that it belongs to",
    text: `SELECT * FROM (${belongings.map(faultsOf).join(" UNION ALL ")}) faults`,
  },
];
