-- Runs beside: 20261123004300_allocation_remedies
-- Invoices and credit notes. Documents are only inserted. Constraints prove that numbers have no
-- gaps: each document refers to the one before, and the counter to the last.

CREATE TABLE issuers (
  mode text PRIMARY KEY CHECK (mode IN ('live', 'test')),
  legal_name text NOT NULL,
  address text NOT NULL,
  country_code text NOT NULL CHECK (country_code ~ '^[A-Z]{2}$'),
  tax_id text,
  bank_text text,
  number_prefix text NOT NULL CHECK (number_prefix ~ '^[A-Z0-9]{1,10}$'),
  updated_at timestamptz(3) NOT NULL
);

CREATE TABLE billing_profiles (
  account_id text PRIMARY KEY REFERENCES accounts (id),
  legal_name text NOT NULL,
  address text NOT NULL,
  country_code text NOT NULL CHECK (country_code ~ '^[A-Z]{2}$'),
  tax_id text,
  currency text NOT NULL DEFAULT 'USD' CHECK (currency IN ('USD')),
  billing_email text NOT NULL,
  language text NOT NULL CHECK (language IN ('en', 'de', 'fr', 'es')),
  payment_days integer NOT NULL DEFAULT 30 CHECK (payment_days BETWEEN 0 AND 180),
  updated_at timestamptz(3) NOT NULL
);

CREATE TABLE invoices (
  id text PRIMARY KEY,
  mode text NOT NULL,
  account_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
  year integer NOT NULL,
  sequence bigint NOT NULL CHECK (sequence > 0),
  previous_sequence bigint GENERATED ALWAYS AS (NULLIF(sequence - 1, 0)) STORED,
  number text NOT NULL,
  credits_invoice_id text,
  credited_kind text GENERATED ALWAYS AS
    (CASE WHEN credits_invoice_id IS NOT NULL THEN 'invoice' END) STORED,
  -- The first day of the month.
  period date NOT NULL CHECK (extract(day FROM period) = 1),
  issued_on date NOT NULL,
  due_on date CHECK (due_on >= issued_on),
  net_usd_cents bigint NOT NULL CHECK (net_usd_cents > 0),
  tax_usd_cents bigint NOT NULL CHECK (tax_usd_cents >= 0),
  total_usd_cents bigint NOT NULL,
  -- Everything that the document shows, as JSON, and its SHA-256.
  content text NOT NULL,
  content_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT invoices_account_fkey FOREIGN KEY (account_id, mode) REFERENCES accounts (id, mode),
  CONSTRAINT invoices_number_key UNIQUE (mode, number),
  CONSTRAINT invoices_sequence_key UNIQUE (mode, kind, year, sequence),
  CONSTRAINT invoices_owner_key UNIQUE (id, account_id, kind),
  CONSTRAINT invoices_gapless_fkey FOREIGN KEY (mode, kind, year, previous_sequence)
    REFERENCES invoices (mode, kind, year, sequence),
  CONSTRAINT invoices_credits_fkey FOREIGN KEY (credits_invoice_id, account_id, credited_kind)
    REFERENCES invoices (id, account_id, kind),
  CONSTRAINT invoices_credits_check
    CHECK ((kind = 'credit_note') = (credits_invoice_id IS NOT NULL)),
  CONSTRAINT invoices_year_check CHECK (year = extract(year FROM issued_on)),
  CONSTRAINT invoices_total_check CHECK (total_usd_cents = net_usd_cents + tax_usd_cents),
  CONSTRAINT invoices_content_check
    CHECK (content_hash = encode(sha256(convert_to(content, 'UTF8')), 'hex'))
);

CREATE INDEX invoices_account_idx ON invoices (account_id, id);
CREATE INDEX invoices_credits_idx ON invoices (credits_invoice_id)
  WHERE credits_invoice_id IS NOT NULL;

CREATE TABLE document_counters (
  mode text NOT NULL,
  kind text NOT NULL,
  year integer NOT NULL,
  last_sequence bigint NOT NULL,
  PRIMARY KEY (mode, kind, year),
  CONSTRAINT document_counters_last_fkey FOREIGN KEY (mode, kind, year, last_sequence)
    REFERENCES invoices (mode, kind, year, sequence) DEFERRABLE INITIALLY DEFERRED
);

CREATE TABLE invoice_lines (
  invoice_id text NOT NULL,
  order_id text NOT NULL,
  account_id text NOT NULL,
  kind text NOT NULL,
  -- The day of fulfillment, which decides on the tax.
  supplied_on date NOT NULL,
  tax_rule_id text NOT NULL,
  net_usd_cents bigint NOT NULL CHECK (net_usd_cents > 0),
  PRIMARY KEY (invoice_id, order_id),
  CONSTRAINT invoice_lines_document_fkey FOREIGN KEY (invoice_id, account_id, kind)
    REFERENCES invoices (id, account_id, kind) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT invoice_lines_order_fkey FOREIGN KEY (account_id, order_id)
    REFERENCES orders (account_id, id)
);

-- An order is on one invoice at most.
CREATE UNIQUE INDEX invoice_lines_order_key ON invoice_lines (account_id, order_id)
  WHERE kind = 'invoice';
CREATE INDEX invoice_lines_credit_idx ON invoice_lines (account_id, order_id)
  WHERE kind = 'credit_note';

ALTER TABLE account_ledger
  ADD CONSTRAINT account_ledger_invoice_fkey FOREIGN KEY (invoice_id) REFERENCES invoices (id);
