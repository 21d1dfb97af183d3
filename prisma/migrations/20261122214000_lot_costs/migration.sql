-- Runs beside: 20261122211500_registry_evidence
-- The operator's cost of a lot's credits, for margins. Not public.

ALTER TABLE credit_lots
  ADD COLUMN cost_per_tonne_usd_cents integer
    CONSTRAINT credit_lots_cost_check CHECK (cost_per_tonne_usd_cents BETWEEN 0 AND 1000000000);
