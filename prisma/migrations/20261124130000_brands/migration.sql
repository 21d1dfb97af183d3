-- Runs beside: 20261123175020_deferred_keys_only
-- How public pages show their owner. An account's brand belongs to the live account, and its test
-- account shows the same. What a subaccount leaves null is its account's.

CREATE TABLE brands (
  account_id text COLLATE "C" NOT NULL REFERENCES accounts (id),
  -- '': the account itself.
  subaccount_id text COLLATE "C" NOT NULL,
  own_subaccount_id text COLLATE "C" GENERATED ALWAYS AS (NULLIF(subaccount_id, '')) STORED,
  accent_color text CHECK (accent_color ~ '^#[0-9a-f]{6}$'),
  dark_logo_file_key text,
  website_url text,
  story text,
  sender_name text,
  imprint_url text,
  privacy_url text,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, subaccount_id),
  FOREIGN KEY (account_id, own_subaccount_id) REFERENCES subaccounts (account_id, id)
    ON DELETE CASCADE
);
