// Invariants of invoices and credit notes of sales, as SQL over the whole database.
import type { Statement } from "#core/db";

const check = (name: string, text: string): Statement => ({ name, text });

export const documentChecks: readonly Statement[] = [
  check(
    "numbers of a seller's sale documents run through each year without a gap",
    `SELECT account_id, kind, year, c.last_sequence, d.documents, d.last
     FROM sale_document_counters c
     FULL JOIN (
       SELECT account_id, kind, year, count(*) AS documents, max(sequence) AS last
       FROM sale_documents WHERE sequence IS NOT NULL GROUP BY account_id, kind, year
     ) d USING (account_id, kind, year)
     WHERE (c.last_sequence, d.documents) IS DISTINCT FROM (d.last, d.last)`,
  ),
  check(
    "a refund of a sale with an invoice has its credit note, which is not issued before the invoice",
    `SELECT r.account_id, r.id AS refund_id, d.id AS invoice_id
     FROM refunds r
     JOIN sale_documents d ON d.account_id = r.account_id AND d.id = r.checkout_session_id
     LEFT JOIN sale_documents n ON n.account_id = r.account_id AND n.id = r.id
     WHERE r.state = 'succeeded' AND (n.id IS NULL OR n.sequence IS NOT NULL AND d.sequence IS NULL)`,
  ),
  check(
    "a sale document states net and tax of what was paid or refunded, in its currency",
    `SELECT d.account_id, d.id AS document_id, d.content -> 'tax' AS tax, x.amount, x.currency
     FROM sale_documents d
     JOIN (
       SELECT account_id, id, price AS amount, currency FROM checkout_sessions
       UNION ALL SELECT account_id, id, amount, currency FROM refunds
     ) x ON x.account_id = d.account_id AND x.id = d.id
     WHERE (d.content #>> '{tax,gross}')::bigint <> x.amount
        OR d.content ->> 'currency' <> x.currency
        OR (d.content #>> '{tax,net}')::bigint + (d.content #>> '{tax,tax}')::bigint <> x.amount`,
  ),
  check(
    "credit notes of a sale never exceed the tax of its invoice, nor what it states nationally",
    `SELECT account_id, checkout_session_id, array_agg(id) AS documents
     FROM sale_documents WHERE sequence IS NOT NULL
     GROUP BY account_id, checkout_session_id
     HAVING sum((content #>> '{tax,tax}')::bigint * CASE kind WHEN 'invoice' THEN 1 ELSE -1 END) < 0
         OR sum((content #>> '{national,tax}')::bigint
              * CASE kind WHEN 'invoice' THEN 1 ELSE -1 END) < 0`,
  ),
];
