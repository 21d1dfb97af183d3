-- Runs beside: 20261123175020_deferred_keys_only
-- Outside a transaction
ALTER TABLE api_keys VALIDATE CONSTRAINT api_keys_spending_limit_fkey;
