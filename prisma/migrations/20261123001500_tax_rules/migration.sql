-- Runs beside: 20261122215300_registry_runners
-- The operator's own tax rules. They come before those that the product brings.

CREATE TABLE tax_rules (
  id text PRIMARY KEY,
  position integer NOT NULL UNIQUE CHECK (position >= 0),
  seller text NOT NULL,
  buyer text NOT NULL,
  buyer_kind text NOT NULL CHECK (buyer_kind IN ('business', 'consumer', 'any')),
  kind text NOT NULL CHECK (kind IN ('standard', 'reverse_charge', 'out_of_scope', 'zero')),
  rate_basis_points integer NOT NULL CHECK (rate_basis_points BETWEEN 0 AND 5000),
  name jsonb NOT NULL,
  legal_text jsonb,
  source text NOT NULL,
  valid_from date NOT NULL,
  valid_to date,
  CONSTRAINT tax_rules_rate_check CHECK ((kind = 'standard') = (rate_basis_points > 0)),
  CONSTRAINT tax_rules_reason_check CHECK (kind = 'standard' OR legal_text IS NOT NULL),
  CONSTRAINT tax_rules_validity_check CHECK (valid_to >= valid_from)
);
