-- Runs beside no older version: it builds the keys of all retirements again, which locks their table.
-- An order's id is unique, and a retirement's account is pinned to its order's, so the keys of an
-- order's line need no account.
ALTER TABLE orders DROP CONSTRAINT orders_retirements_sum_to_amount;
ALTER TABLE allocation_remedies
  DROP CONSTRAINT allocation_remedies_are_filled,
  DROP CONSTRAINT allocation_remedies_of_allocation;
ALTER TABLE retirements
  DROP CONSTRAINT retirements_order_chain,
  DROP CONSTRAINT retirements_pkey,
  DROP CONSTRAINT retirements_account_id_order_id_order_end_kg_key;
ALTER TABLE retirements
  ADD CONSTRAINT retirements_pkey PRIMARY KEY (order_id, order_start_kg),
  ADD CONSTRAINT retirements_order_id_order_end_kg_key UNIQUE (order_id, order_end_kg);
ALTER TABLE retirements
  ADD CONSTRAINT retirements_order_chain
    FOREIGN KEY (order_id, order_previous_kg) REFERENCES retirements (order_id, order_end_kg)
    ON UPDATE RESTRICT ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE orders
  ADD CONSTRAINT orders_retirements_sum_to_amount
    FOREIGN KEY (id, fulfilled_kg) REFERENCES retirements (order_id, order_end_kg)
    ON UPDATE RESTRICT ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE allocation_remedies
  ADD CONSTRAINT allocation_remedies_are_filled
    FOREIGN KEY (order_id, order_end_kg) REFERENCES retirements (order_id, order_end_kg),
  ADD CONSTRAINT allocation_remedies_of_allocation
    FOREIGN KEY (order_id, replaced_start_kg) REFERENCES retirements (order_id, order_start_kg);

-- Retirements of one time are sorted when they are read, so the index stores each time once.
DROP INDEX retirements_account_idx;
CREATE INDEX retirements_account_idx ON retirements (account_id, retired_at);
