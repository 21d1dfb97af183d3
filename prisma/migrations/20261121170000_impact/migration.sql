-- What was retired, summed by spans of time, so that no reader of it has to walk the orders.

-- No matching may be under way while the totals are made of what is there.
LOCK TABLE catalogues IN EXCLUSIVE MODE;

-- Per account, and per subaccount where the order had one: the kg of each project and vintage that
-- were retired for orders made within the span. Matching adds to it in the transaction of the
-- retirements, which prove its account, subaccount and project: it has no foreign keys of its own.
CREATE TABLE retirement_totals (
  account_id text COLLATE "C" NOT NULL,
  -- '': the whole account, its subaccounts included.
  subaccount_id text COLLATE "C" NOT NULL,
  span text COLLATE "C" NOT NULL CHECK (span IN ('all', 'month', 'day', 'hour', 'ten_minutes')),
  -- The first instant of the span, in UTC; the epoch for all time.
  starts_at timestamptz(3) NOT NULL,
  project_id text COLLATE "C" NOT NULL,
  vintage_year integer NOT NULL,
  retired_kg bigint NOT NULL CHECK (retired_kg > 0),
  PRIMARY KEY (account_id, subaccount_id, span, starts_at, project_id, vintage_year)
);

INSERT INTO retirement_totals
  (account_id, subaccount_id, span, starts_at, project_id, vintage_year, retired_kg)
WITH parts AS (
  SELECT o.account_id, scope.subaccount_id, l.project_id, l.vintage_year,
         date_bin('10 minutes', o.created_at, to_timestamp(0)) AS starts_at,
         sum(r.order_end_kg - r.order_start_kg) AS kg
  FROM retirements r
  JOIN orders o ON o.account_id = r.account_id AND o.id = r.order_id
  JOIN credit_lots l ON l.id = r.lot_id AND l.mode = r.mode
  JOIN LATERAL unnest(ARRAY['', o.subaccount_id]) AS scope (subaccount_id)
    ON scope.subaccount_id IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5
)
SELECT p.account_id, p.subaccount_id, span.name, span.starts_at, p.project_id, p.vintage_year,
       sum(p.kg)
FROM parts p CROSS JOIN LATERAL (
  VALUES ('all', to_timestamp(0)),
         ('month', date_trunc('month', p.starts_at, 'UTC')),
         ('day', date_trunc('day', p.starts_at, 'UTC')),
         ('hour', date_trunc('hour', p.starts_at, 'UTC')),
         ('ten_minutes', p.starts_at)
) AS span (name, starts_at)
GROUP BY 1, 2, 3, 4, 5, 6
ORDER BY 1, 2, 3, 4, 5, 6;

-- The orders at the ends of a period, where it cuts through ten minutes.
CREATE INDEX orders_fulfilled_idx ON orders (account_id, created_at) WHERE state = 'fulfilled';

-- How an account, or a subaccount, shows its public impact page; no row: as every page begins.
CREATE TABLE impact_pages (
  account_id text COLLATE "C" NOT NULL REFERENCES accounts (id),
  -- '': the account itself.
  subaccount_id text COLLATE "C" NOT NULL,
  own_subaccount_id text COLLATE "C" GENERATED ALWAYS AS (NULLIF(subaccount_id, '')) STORED,
  enabled boolean NOT NULL,
  enabled_equivalents text[] NOT NULL
    CHECK (enabled_equivalents <@ ARRAY['cars', 'homes', 'flights', 'trees']),
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, subaccount_id),
  FOREIGN KEY (account_id, own_subaccount_id) REFERENCES subaccounts (account_id, id)
    ON DELETE CASCADE
);
