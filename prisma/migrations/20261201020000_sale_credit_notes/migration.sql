-- Runs beside no older version: its programs know neither credit notes nor documents that wait.
-- Refunds of sales to businesses get credit notes. A document whose tax must be stated in another
-- currency waits without a number until there is a rate of exchange.
ALTER TABLE sale_invoice_counters RENAME TO sale_document_counters;
ALTER TABLE sale_document_counters
  DROP CONSTRAINT sale_invoice_counters_last_fkey,
  DROP CONSTRAINT sale_invoice_counters_pkey,
  ADD COLUMN kind text NOT NULL DEFAULT 'invoice';
ALTER TABLE sale_document_counters
  ALTER COLUMN kind DROP DEFAULT,
  ADD PRIMARY KEY (account_id, kind, year);

ALTER TABLE sale_invoices RENAME TO sale_documents;
ALTER TABLE sale_documents
  DROP CONSTRAINT sale_invoices_pkey,
  DROP CONSTRAINT sale_invoices_number_key,
  DROP CONSTRAINT sale_invoices_year_check,
  ADD COLUMN id text COLLATE "C",
  ADD COLUMN kind text NOT NULL DEFAULT 'invoice',
  ADD COLUMN tax_point date,
  ALTER COLUMN year DROP NOT NULL,
  ALTER COLUMN sequence DROP NOT NULL,
  ALTER COLUMN issued_at DROP NOT NULL;
ALTER TABLE sale_documents RENAME CONSTRAINT sale_invoices_sequence_check TO sale_documents_sequence_check;
ALTER TABLE sale_documents RENAME CONSTRAINT sale_invoices_session_fkey TO sale_documents_session_fkey;
UPDATE sale_documents SET
  id = checkout_session_id,
  tax_point = (issued_at AT TIME ZONE 'UTC')::date,
  content = content || '{"national": null, "corrects": null}';
ALTER TABLE sale_documents
  ALTER COLUMN id SET NOT NULL,
  ALTER COLUMN kind DROP DEFAULT,
  ALTER COLUMN tax_point SET NOT NULL,
  -- An invoice has the id of its session, and a credit note that of its refund.
  ADD PRIMARY KEY (account_id, id),
  ADD CONSTRAINT sale_documents_kind_check CHECK (kind IN ('invoice', 'credit_note')),
  ADD CONSTRAINT sale_documents_id_check CHECK ((kind = 'invoice') = (id = checkout_session_id)),
  ADD CONSTRAINT sale_documents_issued_check CHECK (num_nonnulls(year, sequence, issued_at) IN (0, 3)),
  ADD CONSTRAINT sale_documents_year_check
    CHECK (year = extract(year FROM issued_at AT TIME ZONE 'UTC')),
  ADD CONSTRAINT sale_documents_number_key UNIQUE (account_id, kind, year, sequence),
  ADD CONSTRAINT sale_documents_invoice_fkey FOREIGN KEY (account_id, checkout_session_id)
    REFERENCES sale_documents (account_id, id) DEFERRABLE INITIALLY DEFERRED;
CREATE INDEX sale_documents_waiting_idx ON sale_documents (id) WHERE sequence IS NULL;
CREATE INDEX sale_documents_session_idx ON sale_documents (account_id, checkout_session_id);

-- The last number is that of a document, so that none is left out.
ALTER TABLE sale_document_counters
  ADD CONSTRAINT sale_document_counters_last_fkey FOREIGN KEY (account_id, kind, year, last_sequence)
    REFERENCES sale_documents (account_id, kind, year, sequence) DEFERRABLE INITIALLY DEFERRED;
