-- A remedy's order is pinned by its allocations: the replaced one and those that fill the remedy. A
-- second pin would be checked with each order that is fulfilled.
ALTER TABLE allocation_remedies
  DROP CONSTRAINT allocation_remedies_pin_order,
  DROP COLUMN order_state;
