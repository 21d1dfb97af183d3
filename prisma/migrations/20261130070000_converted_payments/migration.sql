-- Runs beside no older version: it needs columns of 20261130040000, which stops programs.
-- Outside a transaction
-- The journal reads payments that are settled in another currency; most installations have none.
CREATE INDEX CONCURRENTLY IF NOT EXISTS payments_converted_idx
  ON payments (mode) WHERE settlement_currency <> currency;
