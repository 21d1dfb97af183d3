-- Runs beside no older version: prices move to tables of their own.
-- An account sells in one currency, and pays a price that was set in it: none is converted.
SET CONSTRAINTS ALL IMMEDIATE;

CREATE TABLE category_prices (
  mode text NOT NULL,
  category_id text NOT NULL,
  currency text COLLATE "C" NOT NULL
    CONSTRAINT category_prices_currency_check CHECK (currency ~ '^[a-z]{3}$'),
  api_price_per_tonne integer NOT NULL
    CONSTRAINT category_prices_api_price_check CHECK (api_price_per_tonne > 0),
  checkout_price_per_tonne integer NOT NULL
    CONSTRAINT category_prices_checkout_price_check CHECK (checkout_price_per_tonne > 0),
  PRIMARY KEY (mode, category_id, currency),
  CONSTRAINT category_prices_category_fkey FOREIGN KEY (mode, category_id)
    REFERENCES project_categories (mode, id)
);
INSERT INTO category_prices
SELECT mode, id, 'usd', api_price_per_tonne, checkout_price_per_tonne FROM project_categories;

-- An account's own portfolio is priced by its parts, and has no row here.
ALTER TABLE portfolios
  ADD COLUMN is_offered boolean NOT NULL GENERATED ALWAYS AS (account_id IS NULL) STORED,
  ADD CONSTRAINT portfolios_offered_key UNIQUE (mode, id, is_offered);
CREATE TABLE portfolio_prices (
  mode text NOT NULL,
  portfolio_id text NOT NULL,
  is_offered boolean NOT NULL DEFAULT true
    CONSTRAINT portfolio_prices_of_offered_check CHECK (is_offered),
  currency text COLLATE "C" NOT NULL
    CONSTRAINT portfolio_prices_currency_check CHECK (currency ~ '^[a-z]{3}$'),
  api_price_per_tonne integer
    CONSTRAINT portfolio_prices_api_price_check CHECK (api_price_per_tonne > 0),
  checkout_price_per_tonne integer
    CONSTRAINT portfolio_prices_checkout_price_check CHECK (checkout_price_per_tonne > 0),
  CONSTRAINT portfolio_prices_any
    CHECK (num_nonnulls(api_price_per_tonne, checkout_price_per_tonne) > 0),
  PRIMARY KEY (mode, portfolio_id, currency),
  CONSTRAINT portfolio_prices_portfolio_fkey FOREIGN KEY (mode, portfolio_id, is_offered)
    REFERENCES portfolios (mode, id, is_offered)
);
-- A derived price that was rounded up to whole cents per kg stays what it was, as a price of its
-- own.
WITH derived AS (
  SELECT a.mode, a.portfolio_id,
         ceil(sum((a.end_millionths - a.start_millionths)::bigint * c.api_price_per_tonne)
           / 1000000) AS api,
         ceil(sum((a.end_millionths - a.start_millionths)::bigint * c.checkout_price_per_tonne)
           / 1000000) AS checkout
  FROM portfolio_allocations a
  JOIN project_categories c ON c.mode = a.mode AND c.id = a.category_id
  GROUP BY a.mode, a.portfolio_id
), prices AS (
  SELECT p.mode, p.id,
         coalesce(p.api_price_per_tonne, CASE WHEN p.api_rounded_from = derived.api
           THEN ceil(derived.api / 1000) * 1000 END)::integer AS api,
         coalesce(p.checkout_price_per_tonne, CASE WHEN p.checkout_rounded_from = derived.checkout
           THEN ceil(derived.checkout / 1000) * 1000 END)::integer AS checkout
  FROM portfolios p
  LEFT JOIN derived ON derived.mode = p.mode AND derived.portfolio_id = p.id
  WHERE p.account_id IS NULL
)
INSERT INTO portfolio_prices (mode, portfolio_id, currency, api_price_per_tonne,
  checkout_price_per_tonne)
SELECT mode, id, 'usd', api, checkout FROM prices WHERE num_nonnulls(api, checkout) > 0;

ALTER TABLE portfolios
  DROP CONSTRAINT portfolios_own_price_is_derived,
  DROP COLUMN api_price_per_tonne,
  DROP COLUMN checkout_price_per_tonne,
  DROP COLUMN api_rounded_from,
  DROP COLUMN checkout_rounded_from;
ALTER TABLE project_categories
  DROP COLUMN api_price_per_tonne,
  DROP COLUMN checkout_price_per_tonne;

-- Totals are rounded up to a multiple of the currency's smallest step.
ALTER TABLE orders
  ADD COLUMN price_step smallint NOT NULL DEFAULT 1
    CONSTRAINT orders_price_step_check CHECK (price_step > 0),
  DROP CONSTRAINT orders_price_is_kg_times_price,
  ADD CONSTRAINT orders_price_is_kg_times_price CHECK (
    price = CASE pricing_unit
      WHEN 'kg' THEN amount_kg::bigint * price_per_kg
      ELSE (amount_kg::bigint * price_per_tonne + 1000 * price_step - 1)
        / (1000 * price_step) * price_step
    END
  );
ALTER TABLE checkout_sessions
  ADD COLUMN price_step smallint NOT NULL DEFAULT 1
    CONSTRAINT checkout_sessions_price_step_check CHECK (price_step > 0),
  DROP CONSTRAINT checkout_sessions_price_is_kg_times_price,
  ADD CONSTRAINT checkout_sessions_price_is_kg_times_price CHECK (
    price = CASE pricing_unit
      WHEN 'kg' THEN amount_kg::bigint * price_per_kg
      ELSE (amount_kg::bigint * price_per_tonne + 1000 * price_step - 1)
        / (1000 * price_step) * price_step
    END
  );
