import type { Context } from "#core/context";
import type { Statement } from "#core/db";
import { findChangedPdfs } from "./stored-pdfs";

const check = (name: string, text: string): Statement => ({ name, text });

const billingChecks = [
  check(
    "a document's lines are its net amount, and its content says the same",
    `SELECT i.id AS invoice_id, i.number, i.net, coalesce(l.net, 0) AS lines
     FROM invoices i LEFT JOIN (
       SELECT invoice_id, sum(net) AS net FROM invoice_lines GROUP BY invoice_id
     ) l ON l.invoice_id = i.id
     WHERE i.net IS DISTINCT FROM l.net
        OR (i.content::jsonb ->> 'net')::bigint <> i.net
        OR (i.content::jsonb ->> 'tax')::bigint <> i.tax
        OR (i.content::jsonb ->> 'total')::bigint <> i.total
        OR i.content::jsonb ->> 'number' <> i.number
        OR i.total <> i.net + i.tax`,
  ),
  check(
    "a document's content has not changed since it was issued",
    `SELECT id AS invoice_id, number, content_hash FROM invoices
     WHERE content_hash <> encode(sha256(convert_to(content, 'UTF8')), 'hex')`,
  ),
  check(
    "documents are numbered from 1 on without gaps, for each issuer, kind and year",
    `SELECT * FROM (
       SELECT coalesce(i.issuer_id, c.issuer_id) AS issuer_id, coalesce(i.kind, c.kind) AS kind,
              coalesce(i.year, c.year) AS year, count(i.id) AS documents,
              max(i.sequence) AS last, max(c.last_sequence) AS counter
       FROM invoices i
       FULL JOIN document_counters c
         ON c.issuer_id = i.issuer_id AND c.kind = i.kind AND c.year = i.year
       GROUP BY 1, 2, 3
     ) series WHERE documents IS DISTINCT FROM last OR last IS DISTINCT FROM counter`,
  ),
  check(
    "an invoice has fulfilled orders of its account and month, at their price",
    `SELECT l.invoice_id, l.order_id, l.net, o.price, o.state
     FROM invoice_lines l
     JOIN invoices i ON i.id = l.invoice_id
     LEFT JOIN orders o ON o.account_id = l.account_id AND o.id = l.order_id
     WHERE l.kind = 'invoice' AND (
       o.id IS NULL OR o.state <> 'fulfilled' OR l.net <> o.price
       OR l.supplied_on IS DISTINCT FROM (o.settled_at AT TIME ZONE 'UTC')::date
       OR date_trunc('month', l.supplied_on)::date <> i.period)`,
  ),
  check(
    "an invoice's total is what its orders were charged, less the tax given back",
    `SELECT i.id AS invoice_id, i.total, -coalesce(charged.amount, 0) AS charged,
            coalesce(adjusted.amount, 0) AS adjusted
     FROM invoices i
     LEFT JOIN (
       SELECT line.invoice_id, sum(entry.amount) AS amount
       FROM invoice_lines line JOIN account_ledger entry
         ON entry.account_id = line.account_id AND entry.order_id = line.order_id
       WHERE line.kind = 'invoice' GROUP BY line.invoice_id
     ) charged ON charged.invoice_id = i.id
     LEFT JOIN (
       SELECT invoice_id, sum(amount) AS amount FROM account_ledger
       WHERE kind = 'adjustment' GROUP BY invoice_id
     ) adjusted ON adjusted.invoice_id = i.id
     WHERE i.kind = 'invoice'
       AND i.total <> -(coalesce(charged.amount, 0) + coalesce(adjusted.amount, 0))`,
  ),
  check(
    "a credit note is one ledger entry of its total",
    `SELECT i.id AS invoice_id, i.total, sum(l.amount) AS entered
     FROM invoices i
     LEFT JOIN account_ledger l ON l.invoice_id = i.id AND l.kind = 'credit_note'
     WHERE i.kind = 'credit_note'
     GROUP BY i.id
     HAVING count(l.seq) <> 1 OR sum(l.amount) <> i.total`,
  ),
  check(
    "no order is credited for more than it was billed",
    `SELECT note.credits_invoice_id AS invoice_id, l.order_id, sum(l.net) AS credited,
            max(billed.net) AS billed
     FROM invoice_lines l JOIN invoices note ON note.id = l.invoice_id
     LEFT JOIN invoice_lines billed
       ON billed.invoice_id = note.credits_invoice_id AND billed.order_id = l.order_id
     WHERE l.kind = 'credit_note'
     GROUP BY note.credits_invoice_id, l.order_id
     HAVING sum(l.net) > coalesce(max(billed.net), 0)`,
  ),
  check(
    "a balance is the sum of its entries, numbered from 1 on without gaps",
    `SELECT b.account_id, b.balance, coalesce(l.amount, 0) AS entries,
            b.last_seq, l.entries
     FROM account_balances b LEFT JOIN (
       SELECT account_id, sum(amount) AS amount, count(*) AS entries, max(seq) AS last
       FROM account_ledger GROUP BY account_id
     ) l ON l.account_id = b.account_id
     WHERE b.balance <> coalesce(l.amount, 0) OR b.last_seq IS DISTINCT FROM l.last
        OR b.last_seq IS DISTINCT FROM l.entries`,
  ),
  check(
    "an order is charged once at most, and given back exactly if it was cancelled",
    `SELECT o.account_id, o.id AS order_id, o.state, sum(l.amount) AS balance
     FROM orders o JOIN account_ledger l ON l.account_id = o.account_id AND l.order_id = o.id
     GROUP BY o.account_id, o.id, o.state, o.price
     HAVING (o.state = 'cancelled') <> (sum(l.amount) = 0)
         OR -min(l.amount) < o.price
         OR count(*) <> CASE WHEN o.state = 'cancelled' THEN 2 ELSE 1 END`,
  ),
  check(
    "an account that is charged for orders has a balance, and a prepaid one no credit",
    `SELECT a.id AS account_id, a.terms, b.credit_limit
     FROM accounts a LEFT JOIN account_balances b ON b.account_id = a.id
     WHERE (a.terms IN ('invoice', 'prepaid') AND b.account_id IS NULL)
        OR (a.terms = 'prepaid' AND b.credit_limit IS DISTINCT FROM 0)`,
  ),
  check(
    "a live account that ordered has terms",
    `SELECT a.id AS account_id FROM accounts a
     WHERE a.mode = 'live' AND a.terms IS NULL
       AND EXISTS (SELECT FROM orders o WHERE o.account_id = a.id AND o.channel = 'api')`,
  ),
  check(
    "an order never took a balance below its limit",
    `SELECT account_id, seq, balance_after, credit_limit FROM account_ledger
     WHERE kind = 'order' AND balance_after < -credit_limit`,
  ),
];

const PDFS_STAY = "a document's PDF has not changed since it was stored";

/** Names of all invariants. */
export const billingInvariants: readonly string[] = [
  ...billingChecks.map(({ name }) => name),
  PDFS_STAY,
];

/** A row that violates the invariant `check`. */
interface BillingFault {
  check: string;
  row: Record<string, unknown>;
}

const MAX_ROWS = 1_000;

/** Checks invoices, credit notes and balances. Empty if they are consistent. */
export async function checkBilling(ctx: Context): Promise<BillingFault[]> {
  const faults: BillingFault[] = [];
  for (const { name, text } of billingChecks) {
    const statement = { name: "", text: `${text} LIMIT ${MAX_ROWS}` };
    const rows = await ctx.db.query<Record<string, unknown>>(statement, []);
    faults.push(...rows.map((row) => ({ check: name, row })));
  }
  const changed = await findChangedPdfs(ctx);
  return [...faults, ...changed.map((row) => ({ check: PDFS_STAY, row: { ...row } }))];
}
