-- Prices are cents per tonne. Each price per kg becomes 1000 times as much per tonne, so that
-- nothing costs more or less than before.

-- A deferred check of an updated row would prevent altering its table.
SET CONSTRAINTS ALL IMMEDIATE;

ALTER TABLE project_categories
  ADD COLUMN api_price_per_tonne_usd_cents integer
    CONSTRAINT project_categories_api_price_check CHECK (api_price_per_tonne_usd_cents > 0),
  ADD COLUMN checkout_price_per_tonne_usd_cents integer
    CONSTRAINT project_categories_checkout_price_check CHECK (checkout_price_per_tonne_usd_cents > 0);
UPDATE project_categories
SET api_price_per_tonne_usd_cents = api_price_per_kg_usd_cents * 1000,
    checkout_price_per_tonne_usd_cents = checkout_price_per_kg_usd_cents * 1000;
ALTER TABLE project_categories
  ALTER COLUMN api_price_per_tonne_usd_cents SET NOT NULL,
  ALTER COLUMN checkout_price_per_tonne_usd_cents SET NOT NULL;

ALTER TABLE portfolios
  -- Null: derived from the categories' prices.
  ADD COLUMN api_price_per_tonne_usd_cents integer
    CONSTRAINT portfolios_api_price_check CHECK (api_price_per_tonne_usd_cents > 0),
  ADD COLUMN checkout_price_per_tonne_usd_cents integer
    CONSTRAINT portfolios_checkout_price_check CHECK (checkout_price_per_tonne_usd_cents > 0),
  -- Derived prices used to be rounded up to whole cents per kg. They still are, as long as the
  -- derived price is the one of this migration, kept here.
  ADD COLUMN api_rounded_from_usd_cents integer CHECK (api_rounded_from_usd_cents > 0),
  ADD COLUMN checkout_rounded_from_usd_cents integer CHECK (checkout_rounded_from_usd_cents > 0);
UPDATE portfolios
SET api_price_per_tonne_usd_cents = api_price_per_kg_usd_cents * 1000,
    checkout_price_per_tonne_usd_cents = checkout_price_per_kg_usd_cents * 1000;

WITH derived AS (
  SELECT a.mode, a.portfolio_id,
         sum((a.end_millionths - a.start_millionths)::bigint * c.api_price_per_kg_usd_cents) AS api,
         sum((a.end_millionths - a.start_millionths)::bigint * c.checkout_price_per_kg_usd_cents)
           AS checkout
  FROM portfolio_allocations a
  JOIN project_categories c ON c.mode = a.mode AND c.id = a.category_id
  GROUP BY a.mode, a.portfolio_id
)
UPDATE portfolios p
SET api_rounded_from_usd_cents = CASE
      WHEN p.api_price_per_kg_usd_cents IS NULL AND mod(derived.api, 1000000) > 0
      THEN ceil(derived.api / 1000)
    END,
    checkout_rounded_from_usd_cents = CASE
      WHEN p.checkout_price_per_kg_usd_cents IS NULL AND mod(derived.checkout, 1000000) > 0
      THEN ceil(derived.checkout / 1000)
    END
FROM derived
WHERE derived.mode = p.mode AND derived.portfolio_id = p.id;

ALTER TABLE portfolios DROP CONSTRAINT portfolios_own_price_is_derived;
ALTER TABLE portfolios ADD CONSTRAINT portfolios_own_price_is_derived CHECK (
  account_id IS NULL
  OR num_nonnulls(api_price_per_tonne_usd_cents, checkout_price_per_tonne_usd_cents) = 0
);
ALTER TABLE project_categories
  DROP COLUMN api_price_per_kg_usd_cents,
  DROP COLUMN checkout_price_per_kg_usd_cents;
ALTER TABLE portfolios
  DROP COLUMN api_price_per_kg_usd_cents,
  DROP COLUMN checkout_price_per_kg_usd_cents;

-- Existing orders and sessions keep their price per kg and its check.
ALTER TABLE orders
  ADD COLUMN pricing_unit text NOT NULL DEFAULT 'kg',
  ADD COLUMN price_per_tonne_usd_cents integer,
  ALTER COLUMN price_per_kg_usd_cents DROP NOT NULL,
  DROP CONSTRAINT orders_price_is_kg_times_price;
ALTER TABLE orders ALTER COLUMN pricing_unit DROP DEFAULT;
ALTER TABLE orders
  ADD CONSTRAINT orders_pricing_unit_check CHECK (pricing_unit IN ('kg', 'tonne')) NOT VALID,
  ADD CONSTRAINT orders_price_per_tonne_usd_cents_check
    CHECK (price_per_tonne_usd_cents > 0) NOT VALID,
  ADD CONSTRAINT orders_price_has_unit CHECK (
    (price_per_kg_usd_cents IS NOT NULL) = (pricing_unit = 'kg')
    AND (price_per_tonne_usd_cents IS NOT NULL) = (pricing_unit = 'tonne')
  ) NOT VALID,
  -- Per tonne, the total is rounded up to a whole cent.
  ADD CONSTRAINT orders_price_is_kg_times_price CHECK (
    price_usd_cents = CASE pricing_unit
      WHEN 'kg' THEN amount_kg::bigint * price_per_kg_usd_cents
      ELSE (amount_kg::bigint * price_per_tonne_usd_cents + 999) / 1000
    END
  ) NOT VALID;
ALTER TABLE orders VALIDATE CONSTRAINT orders_pricing_unit_check;
ALTER TABLE orders VALIDATE CONSTRAINT orders_price_per_tonne_usd_cents_check;
ALTER TABLE orders VALIDATE CONSTRAINT orders_price_has_unit;
ALTER TABLE orders VALIDATE CONSTRAINT orders_price_is_kg_times_price;

ALTER TABLE checkout_sessions
  ADD COLUMN pricing_unit text NOT NULL DEFAULT 'kg',
  ADD COLUMN price_per_tonne_usd_cents integer,
  ALTER COLUMN price_per_kg_usd_cents DROP NOT NULL,
  DROP CONSTRAINT checkout_sessions_price_is_kg_times_price;
ALTER TABLE checkout_sessions ALTER COLUMN pricing_unit DROP DEFAULT;
ALTER TABLE checkout_sessions
  ADD CONSTRAINT checkout_sessions_pricing_unit_check
    CHECK (pricing_unit IN ('kg', 'tonne')) NOT VALID,
  ADD CONSTRAINT checkout_sessions_price_per_tonne_usd_cents_check
    CHECK (price_per_tonne_usd_cents > 0) NOT VALID,
  ADD CONSTRAINT checkout_sessions_price_has_unit CHECK (
    (price_per_kg_usd_cents IS NOT NULL) = (pricing_unit = 'kg')
    AND (price_per_tonne_usd_cents IS NOT NULL) = (pricing_unit = 'tonne')
  ) NOT VALID,
  ADD CONSTRAINT checkout_sessions_price_is_kg_times_price CHECK (
    price_usd_cents = CASE pricing_unit
      WHEN 'kg' THEN amount_kg::bigint * price_per_kg_usd_cents
      ELSE (amount_kg::bigint * price_per_tonne_usd_cents + 999) / 1000
    END
  ) NOT VALID;
ALTER TABLE checkout_sessions VALIDATE CONSTRAINT checkout_sessions_pricing_unit_check;
ALTER TABLE checkout_sessions VALIDATE CONSTRAINT checkout_sessions_price_per_tonne_usd_cents_check;
ALTER TABLE checkout_sessions VALIDATE CONSTRAINT checkout_sessions_price_has_unit;
ALTER TABLE checkout_sessions VALIDATE CONSTRAINT checkout_sessions_price_is_kg_times_price;
