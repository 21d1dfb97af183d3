-- Sales by the day of fulfillment: the one source of "sold" on charts, statements and exports.

-- No order may be fulfilled while the totals are computed.
LOCK TABLE catalogues IN EXCLUSIVE MODE;
LOCK TABLE orders IN SHARE MODE;

-- Per account, day of fulfillment (in UTC), channel and subaccount ('' for none): fulfilled orders,
-- their kg and their price. The statement that fulfills an order adds it, and proves its account.
CREATE TABLE sales_totals (
  account_id text COLLATE "C" NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  channel text COLLATE "C" NOT NULL CHECK (channel IN ('api', 'checkout')),
  subaccount_id text COLLATE "C" NOT NULL,
  orders bigint NOT NULL CHECK (orders > 0),
  amount_kg bigint NOT NULL CHECK (amount_kg > 0),
  price_usd_cents bigint NOT NULL CHECK (price_usd_cents >= 0),
  PRIMARY KEY (account_id, starts_at, channel, subaccount_id)
);

INSERT INTO sales_totals
  (account_id, starts_at, channel, subaccount_id, orders, amount_kg, price_usd_cents)
SELECT account_id, date_trunc('day', settled_at, 'UTC'), channel, coalesce(subaccount_id, ''),
       count(*), sum(amount_kg), sum(price_usd_cents)
FROM orders WHERE state = 'fulfilled'
GROUP BY 1, 2, 3, 4
ORDER BY 1, 2, 3, 4;

-- What customers paid in a month, from the index alone.
CREATE INDEX payments_paid_idx ON payments (account_id, paid_at)
  INCLUDE (amount_usd_cents) WHERE paid_at IS NOT NULL;
