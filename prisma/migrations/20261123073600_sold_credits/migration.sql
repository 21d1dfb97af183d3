-- Sums that a month's statement reads instead of the month's orders.

-- No order may end, and no evidence may arrive, while the sums are computed.
LOCK TABLE catalogues IN EXCLUSIVE MODE;
LOCK TABLE orders IN SHARE MODE;

-- Credits sold, per account, day of fulfillment (in UTC), channel, subaccount ('' for none),
-- portfolio and lot, at their share of the orders' prices. Substitutes of replaced credits do not
-- count. The statement that fulfills an order adds its credits; evidence adds registry_retired_kg.
CREATE TABLE sold_credits (
  account_id text COLLATE "C" NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  channel text COLLATE "C" NOT NULL CHECK (channel IN ('api', 'checkout')),
  subaccount_id text COLLATE "C" NOT NULL,
  portfolio_id text COLLATE "C" NOT NULL,
  lot_id text COLLATE "C" NOT NULL,
  amount_kg bigint NOT NULL CHECK (amount_kg > 0),
  price_usd_cents bigint NOT NULL CHECK (price_usd_cents >= 0),
  registry_retired_kg bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, starts_at, channel, subaccount_id, portfolio_id, lot_id),
  CONSTRAINT sold_credits_registry_retired_within_kg
    CHECK (registry_retired_kg BETWEEN 0 AND amount_kg)
);

INSERT INTO sold_credits
  (account_id, starts_at, channel, subaccount_id, portfolio_id, lot_id,
   amount_kg, price_usd_cents, registry_retired_kg)
SELECT o.account_id, date_trunc('day', o.settled_at, 'UTC'), o.channel,
       coalesce(o.subaccount_id, ''), o.portfolio_id, r.lot_id,
       sum(r.order_end_kg - r.order_start_kg),
       sum(floor(o.price_usd_cents::numeric * r.order_end_kg / o.amount_kg)
         - floor(o.price_usd_cents::numeric * r.order_start_kg / o.amount_kg)),
       sum(r.registry_retired_kg)
FROM retirements r
JOIN orders o ON o.account_id = r.account_id AND o.id = r.order_id
WHERE r.order_start_kg < o.amount_kg
GROUP BY 1, 2, 3, 4, 5, 6
ORDER BY 1, 2, 3, 4, 5, 6;

-- A day's orders also by subaccount ('' for none).
DELETE FROM order_totals;
ALTER TABLE order_totals
  ADD COLUMN subaccount_id text COLLATE "C" NOT NULL,
  DROP CONSTRAINT order_totals_pkey,
  ADD PRIMARY KEY (account_id, starts_at, channel, state, subaccount_id);

INSERT INTO order_totals
  (account_id, starts_at, channel, state, subaccount_id, orders, amount_kg, price_usd_cents)
SELECT account_id, date_trunc('day', created_at, 'UTC'), channel, state,
       coalesce(subaccount_id, ''), count(*), sum(amount_kg), sum(price_usd_cents)
FROM orders WHERE state <> 'placed'
GROUP BY 1, 2, 3, 4, 5
ORDER BY 1, 2, 3, 4, 5;
