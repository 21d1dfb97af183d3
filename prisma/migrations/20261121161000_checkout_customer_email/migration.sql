-- The e-mail address that an integrator knows of the customer; the payment page starts with it.
ALTER TABLE checkout_sessions
  ADD COLUMN customer_email text CHECK (char_length(customer_email) <= 254);

-- A subaccount's sessions, newest first.
CREATE INDEX checkout_sessions_subaccount_idx ON checkout_sessions (account_id, subaccount_id, id)
  WHERE subaccount_id IS NOT NULL;
