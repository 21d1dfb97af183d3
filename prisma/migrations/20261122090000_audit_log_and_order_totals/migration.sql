-- The audit log by who and by what; and orders summed by day, so that the overview of an account
-- with a million of them is read at once.

CREATE INDEX audit_entries_actor_idx ON audit_entries (account_id, actor_type, id);
CREATE INDEX audit_entries_action_idx ON audit_entries (account_id, action, id);

-- Orders that do not move on by themselves within a second: those that the stock could not fill, and
-- those that wait for their money. One that is placed and matched at once never comes in here.
CREATE INDEX orders_waiting_idx ON orders (account_id, id)
  WHERE state = 'placed' AND (tried_stock_version > 0 OR awaiting_payment);

-- No matching may be under way while the totals are made of what is there.
LOCK TABLE catalogues IN EXCLUSIVE MODE;
LOCK TABLE orders IN SHARE MODE;

-- Per account, day (in UTC) of the placing, channel and end: how many orders, of how many kg, for how
-- much. The statement that ends an order adds it, and is what proves its account.
CREATE TABLE order_totals (
  account_id text COLLATE "C" NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  channel text COLLATE "C" NOT NULL CHECK (channel IN ('api', 'checkout')),
  state text COLLATE "C" NOT NULL CHECK (state IN ('fulfilled', 'cancelled')),
  orders bigint NOT NULL CHECK (orders > 0),
  amount_kg bigint NOT NULL CHECK (amount_kg > 0),
  price_usd_cents bigint NOT NULL CHECK (price_usd_cents >= 0),
  PRIMARY KEY (account_id, starts_at, channel, state)
);

INSERT INTO order_totals
  (account_id, starts_at, channel, state, orders, amount_kg, price_usd_cents)
SELECT account_id, date_trunc('day', created_at, 'UTC'), channel, state, count(*), sum(amount_kg),
       sum(price_usd_cents)
FROM orders WHERE state IN ('fulfilled', 'cancelled')
GROUP BY 1, 2, 3, 4
ORDER BY 1, 2, 3, 4;
