-- Runs beside: 20261122215300_registry_runners
-- Balances of accounts with billing terms, and the entries that they are the sum of. Constraints
-- prove that entries are numbered without gaps, and that each starts at the balance of the one
-- before. Accounts without terms have no row here.

ALTER TABLE accounts ADD COLUMN has_ledger boolean NOT NULL DEFAULT false;

CREATE TABLE account_balances (
  account_id text PRIMARY KEY,
  mode text NOT NULL,
  terms text CHECK (terms IN ('prepaid', 'invoice')),
  -- What orders may take the balance below zero by; null is no limit.
  credit_limit_usd_cents bigint CHECK (credit_limit_usd_cents >= 0),
  -- Held back with each order, until its invoice says the tax.
  tax_rate_basis_points integer NOT NULL DEFAULT 0
    CHECK (tax_rate_basis_points BETWEEN 0 AND 5000),
  balance_usd_cents bigint NOT NULL DEFAULT 0,
  last_seq bigint,
  CONSTRAINT account_balances_account_fkey
    FOREIGN KEY (account_id, mode) REFERENCES accounts (id, mode),
  CONSTRAINT account_balances_prepaid_check
    CHECK (terms <> 'prepaid' OR credit_limit_usd_cents IS NOT DISTINCT FROM 0),
  CONSTRAINT account_balances_empty_check CHECK (last_seq IS NOT NULL OR balance_usd_cents = 0)
);

CREATE TABLE account_ledger (
  account_id text NOT NULL REFERENCES account_balances (account_id),
  seq bigint NOT NULL CHECK (seq > 0),
  previous_seq bigint GENERATED ALWAYS AS (NULLIF(seq - 1, 0)) STORED,
  mode text NOT NULL,
  kind text NOT NULL CHECK (kind IN (
    'deposit', 'order', 'order_cancelled', 'invoice_payment', 'credit_note', 'adjustment'
  )),
  amount_usd_cents bigint NOT NULL CHECK (amount_usd_cents <> 0),
  balance_before_usd_cents bigint NOT NULL,
  balance_after_usd_cents bigint NOT NULL,
  -- The limit when the entry was written.
  credit_limit_usd_cents bigint,
  order_id text,
  invoice_id text,
  -- The bank's or the operator's name of the entry: the same money is never entered twice.
  reference text CHECK (length(reference) BETWEEN 1 AND 200),
  note text CHECK (length(note) BETWEEN 1 AND 500),
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, seq),
  CONSTRAINT account_ledger_sum_check
    CHECK (balance_after_usd_cents = balance_before_usd_cents + amount_usd_cents),
  CONSTRAINT account_ledger_start_check CHECK (seq > 1 OR balance_before_usd_cents = 0),
  CONSTRAINT account_ledger_after_key UNIQUE (account_id, seq, balance_after_usd_cents),
  CONSTRAINT account_ledger_chain_fkey
    FOREIGN KEY (account_id, previous_seq, balance_before_usd_cents)
    REFERENCES account_ledger (account_id, seq, balance_after_usd_cents),
  CONSTRAINT account_ledger_order_fkey
    FOREIGN KEY (account_id, order_id) REFERENCES orders (account_id, id),
  CONSTRAINT account_ledger_limit_check CHECK (
    kind <> 'order' OR credit_limit_usd_cents IS NULL
    OR balance_after_usd_cents >= -credit_limit_usd_cents
  ),
  CONSTRAINT account_ledger_sign_check CHECK (
    kind = 'adjustment' OR (kind = 'order') = (amount_usd_cents < 0)
  ),
  CONSTRAINT account_ledger_subject_check CHECK (
    (kind IN ('order', 'order_cancelled')) = (order_id IS NOT NULL)
    AND (kind NOT IN ('invoice_payment', 'credit_note') OR invoice_id IS NOT NULL)
    AND (kind NOT IN ('deposit', 'invoice_payment') OR reference IS NOT NULL)
  )
);

CREATE UNIQUE INDEX account_ledger_order_key ON account_ledger (account_id, order_id, kind)
  WHERE order_id IS NOT NULL;
CREATE UNIQUE INDEX account_ledger_reference_key ON account_ledger (account_id, reference)
  WHERE reference IS NOT NULL;
CREATE INDEX account_ledger_invoice_idx ON account_ledger (invoice_id)
  WHERE invoice_id IS NOT NULL;

-- The balance is that of the last entry.
ALTER TABLE account_balances
  ADD CONSTRAINT account_balances_last_entry_fkey
    FOREIGN KEY (account_id, last_seq, balance_usd_cents)
    REFERENCES account_ledger (account_id, seq, balance_after_usd_cents);
