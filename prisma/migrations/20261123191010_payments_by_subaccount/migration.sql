-- Runs beside: 20261123175020_deferred_keys_only
-- Outside a transaction
-- A subaccount's payments in order, and payments whose subaccount is not filled yet.
CREATE INDEX CONCURRENTLY IF NOT EXISTS payments_subaccount_idx
  ON payments (subaccount_id, account_id, id) WHERE subaccount_id IS NOT NULL;
UPDATE payments SET subaccount_id = session.subaccount_id
FROM checkout_sessions session
WHERE session.account_id = payments.account_id AND session.id = payments.checkout_session_id
  AND (payments.account_id, payments.id) IN (
    SELECT account_id, id FROM payments WHERE subaccount_id = '' LIMIT 1000
  );
