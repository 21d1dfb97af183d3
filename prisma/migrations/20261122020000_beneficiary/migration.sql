-- For whom credits are retired may say more than a name: a message, and a website to link to.

ALTER TABLE orders
  ADD COLUMN beneficiary_message text CHECK (char_length(beneficiary_message) BETWEEN 1 AND 512),
  -- It becomes a link on public pages: nothing else than a web address can be kept.
  ADD COLUMN beneficiary_url text
    CHECK (char_length(beneficiary_url) <= 512 AND beneficiary_url ~* '^https?://.'),
  ADD CONSTRAINT orders_beneficiary_has_name CHECK (beneficiary_name IS NOT NULL
    OR beneficiary_message IS NULL AND beneficiary_url IS NULL);

ALTER TABLE checkout_sessions
  ADD COLUMN beneficiary_message text CHECK (char_length(beneficiary_message) BETWEEN 1 AND 512),
  ADD COLUMN beneficiary_url text
    CHECK (char_length(beneficiary_url) <= 512 AND beneficiary_url ~* '^https?://.'),
  ADD CONSTRAINT checkout_sessions_beneficiary_has_name CHECK (beneficiary_name IS NOT NULL
    OR beneficiary_message IS NULL AND beneficiary_url IS NULL);
