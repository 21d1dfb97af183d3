-- Runs beside: 20261122215300_registry_runners
-- The legal set-up of an organization that sells on the checkout page. It belongs to the live account,
-- and its test account shows the same.

CREATE TABLE merchant_profiles (
  account_id text PRIMARY KEY REFERENCES accounts (id),
  legal_name text,
  address text,
  country_code text CHECK (country_code ~ '^[A-Z]{2}$'),
  support_email text,
  support_url text,
  terms_url text,
  privacy_url text,
  refund_url text,
  tax_id text,
  -- False where the seller says that it has no tax id.
  has_tax_id boolean NOT NULL DEFAULT true,
  sender_name text,
  reply_to text,
  sells_to_consumers boolean NOT NULL DEFAULT true,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT merchant_profiles_tax_id CHECK (has_tax_id OR tax_id IS NULL)
);

-- Who buys, and what they agreed to. Null where the account has no profile.
ALTER TABLE checkout_sessions
  ADD COLUMN customer_country text
    CONSTRAINT checkout_sessions_country_check CHECK (customer_country ~ '^[A-Z]{2}$'),
  ADD COLUMN is_business boolean,
  -- Version of the text.
  ADD COLUMN consent_text text,
  ADD COLUMN consent_at timestamptz(3),
  ADD COLUMN consent_language text
    CONSTRAINT checkout_sessions_consent_language_check
    CHECK (consent_language IN ('en', 'de', 'fr', 'es')),
  -- Ends the address where a customer withdraws from the contract.
  ADD COLUMN withdrawal_key text,
  ADD COLUMN withdrawal_until timestamptz(3),
  ADD COLUMN withdrawn_at timestamptz(3),
  ADD CONSTRAINT checkout_sessions_consent_is_whole
    CHECK (num_nulls(consent_text, consent_at, consent_language) IN (0, 3)),
  ADD CONSTRAINT checkout_sessions_withdrawal_is_whole
    CHECK (num_nulls(withdrawal_key, withdrawal_until) IN (0, 2)),
  ADD CONSTRAINT checkout_sessions_withdrawn_had_right
    CHECK (withdrawn_at IS NULL OR withdrawal_key IS NOT NULL);

CREATE UNIQUE INDEX checkout_sessions_withdrawal_idx ON checkout_sessions (withdrawal_key)
  WHERE withdrawal_key IS NOT NULL;
