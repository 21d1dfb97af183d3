-- Runs beside no older version: its matching adds to the totals.
-- Lists count orders up to a limit, and reports sum them up.
DROP TABLE order_totals, sales_totals;
