-- Runs beside: 20261123175020_deferred_keys_only
-- Listeners: webhook endpoints of test accounts whose deliveries a client polls. Null: events are
-- sent to the URL. An older worker sends a listener's events to its URL, which it may not reach.

ALTER TABLE webhook_endpoints ADD COLUMN last_polled_at timestamptz(3);
