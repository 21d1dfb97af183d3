-- Runs beside: 20261123175020_deferred_keys_only
-- Outside a transaction
-- Rows that retention has yet to empty, so that a day's run does not read all older ones.
CREATE INDEX CONCURRENTLY IF NOT EXISTS checkout_sessions_unpaid_data_idx
  ON checkout_sessions (id)
  WHERE order_id IS NULL AND (customer_email IS NOT NULL OR beneficiary_name IS NOT NULL);
CREATE INDEX CONCURRENTLY IF NOT EXISTS jobs_content_idx
  ON jobs (id) WHERE ended_at IS NOT NULL AND payload <> '{}';
CREATE INDEX CONCURRENTLY IF NOT EXISTS delivery_attempts_response_idx
  ON delivery_attempts (account_id, event_id) WHERE response_body IS NOT NULL;
