-- Runs beside no older version: its programs would sell to a business without its name, and to
-- consumers whom the seller refuses.
-- What a business gives at the checkout, and the invoices that it gets. Sellers choose whether they sell
-- to consumers of countries that no tax rule covers.
ALTER TABLE checkout_sessions
  ADD COLUMN buyer_name text,
  ADD COLUMN buyer_address text,
  ADD COLUMN buyer_vat_id text,
  ADD CONSTRAINT checkout_sessions_company_check CHECK (
    num_nonnulls(buyer_name, buyer_address, buyer_vat_id) = 0 OR is_business IS TRUE
  );

-- Rows that retention has yet to empty.
DROP INDEX checkout_sessions_unpaid_data_idx;
CREATE INDEX checkout_sessions_unpaid_data_idx ON checkout_sessions (id)
  WHERE order_id IS NULL AND (
    customer_email IS NOT NULL OR beneficiary_name IS NOT NULL OR buyer_name IS NOT NULL
    OR buyer_address IS NOT NULL OR buyer_vat_id IS NOT NULL
  );

ALTER TABLE merchant_profiles ADD COLUMN refuses_uncovered boolean NOT NULL DEFAULT false;

CREATE TABLE sale_invoices (
  account_id text COLLATE "C" NOT NULL,
  mode text NOT NULL,
  checkout_session_id text COLLATE "C" NOT NULL,
  year integer NOT NULL,
  sequence integer NOT NULL CONSTRAINT sale_invoices_sequence_check CHECK (sequence > 0),
  issued_at timestamptz(3) NOT NULL,
  content jsonb NOT NULL,
  PRIMARY KEY (account_id, checkout_session_id),
  CONSTRAINT sale_invoices_number_key UNIQUE (account_id, year, sequence),
  CONSTRAINT sale_invoices_session_fkey FOREIGN KEY (account_id, checkout_session_id)
    REFERENCES checkout_sessions (account_id, id),
  CONSTRAINT sale_invoices_year_check CHECK (year = extract(year FROM issued_at AT TIME ZONE 'UTC'))
);

-- The last number is that of an invoice, so that none is left out.
CREATE TABLE sale_invoice_counters (
  account_id text COLLATE "C" NOT NULL,
  year integer NOT NULL,
  last_sequence integer NOT NULL,
  PRIMARY KEY (account_id, year),
  CONSTRAINT sale_invoice_counters_last_fkey FOREIGN KEY (account_id, year, last_sequence)
    REFERENCES sale_invoices (account_id, year, sequence) DEFERRABLE INITIALLY DEFERRED
);
