-- Finds the checkout sessions of a customer by the start of the email address.
CREATE INDEX checkout_sessions_email_idx
  ON checkout_sessions (account_id, (lower(customer_email) COLLATE "C"), id)
  WHERE customer_email IS NOT NULL;
