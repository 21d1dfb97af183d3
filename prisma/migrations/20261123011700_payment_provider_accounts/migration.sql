-- The account and mode of the keys with which a payment was begun, where the provider has accounts.
-- After a switch of keys, a payment is never looked up in another account.
ALTER TABLE payments
  ADD COLUMN provider_account text CHECK (char_length(provider_account) BETWEEN 1 AND 255),
  ADD COLUMN provider_mode text,
  ADD CONSTRAINT payments_provider_mode_is_own CHECK (provider_mode = mode);
