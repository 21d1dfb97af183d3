-- Runs beside: 20261123011700_payment_provider_accounts
-- Documents and ledger entries are only inserted: the database refuses to change or delete them.
-- The text is concatenated, so that it fails when a statement is planned and not here.

CREATE RULE invoices_never_change AS ON UPDATE TO invoices
  DO INSTEAD SELECT ('an issued document never ' || 'changes')::integer;
CREATE RULE invoices_stay AS ON DELETE TO invoices
  DO INSTEAD SELECT ('an issued document is never ' || 'deleted')::integer;
CREATE RULE invoice_lines_never_change AS ON UPDATE TO invoice_lines
  DO INSTEAD SELECT ('an issued document never ' || 'changes')::integer;
CREATE RULE invoice_lines_stay AS ON DELETE TO invoice_lines
  DO INSTEAD SELECT ('an issued document is never ' || 'deleted')::integer;
CREATE RULE account_ledger_never_changes AS ON UPDATE TO account_ledger
  DO INSTEAD SELECT ('a ledger entry never ' || 'changes')::integer;
CREATE RULE account_ledger_stays AS ON DELETE TO account_ledger
  DO INSTEAD SELECT ('a ledger entry is never ' || 'deleted')::integer;

-- Digest of the stored PDF of a document, compared by `till check`.
CREATE TABLE invoice_pdfs (
  invoice_id text PRIMARY KEY REFERENCES invoices (id),
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz(3) NOT NULL
);

-- For the journal: the few entries of a month that are money.
CREATE INDEX account_ledger_money_idx ON account_ledger (mode, created_at)
  WHERE kind IN ('deposit', 'invoice_payment', 'adjustment');

ALTER TABLE events
  DROP CONSTRAINT events_type_check,
  ADD CONSTRAINT events_type_check CHECK (type IN (
    'order.fulfilled', 'order.cancelled', 'order.retired', 'order.retirement_corrected',
    'checkout_session.completed', 'checkout_session.expired', 'payment.refunded',
    'payment.disputed', 'invoice.issued', 'subaccount.created', 'subaccount.updated',
    'subaccount.deleted')) NOT VALID;
ALTER TABLE events VALIDATE CONSTRAINT events_type_check;
