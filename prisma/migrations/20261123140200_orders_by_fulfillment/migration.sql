-- Runs beside: 20261123085800_payment_links
-- Outside a transaction
-- Orders by the time of their fulfillment, for the dashboard's list.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_fulfillment_idx
  ON orders (account_id, settled_at, id) WHERE state = 'fulfilled';
