-- Runs beside: 20261123175020_deferred_keys_only
-- Outside a transaction
-- Workers skip the deliveries of listeners.
CREATE INDEX CONCURRENTLY IF NOT EXISTS webhook_endpoints_listeners_idx
  ON webhook_endpoints (id) WHERE last_polled_at IS NOT NULL;
