-- Runs beside: 20261123085800_payment_links
-- Keys of rows that point at each other wait for the commit, because Citus, which may hold the
-- tables one day, runs the parts of a statement that changes several tables one after another.
-- RESTRICT does not wait: a transaction cannot delete a retirement or a cancellation and put its
-- order back, as before.
ALTER TABLE retirements ADD CONSTRAINT retirements_order_chain_new
  FOREIGN KEY (account_id, order_id, order_previous_kg)
  REFERENCES retirements (account_id, order_id, order_end_kg)
  ON UPDATE RESTRICT ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED NOT VALID;
ALTER TABLE retirements ADD CONSTRAINT retirements_lot_chain_new
  FOREIGN KEY (mode, lot_id, lot_previous_kg)
  REFERENCES retirements (mode, lot_id, lot_end_kg)
  ON UPDATE RESTRICT ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED NOT VALID;
ALTER TABLE orders ADD CONSTRAINT orders_retirements_sum_to_amount_new
  FOREIGN KEY (account_id, id, fulfilled_kg)
  REFERENCES retirements (account_id, order_id, order_end_kg)
  ON UPDATE RESTRICT ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED NOT VALID;
ALTER TABLE credit_lots ADD CONSTRAINT credit_lots_retired_is_end_of_chain_new
  FOREIGN KEY (mode, id, retired_end_kg)
  REFERENCES retirements (mode, lot_id, lot_end_kg)
  ON UPDATE RESTRICT ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED NOT VALID;
ALTER TABLE orders ADD CONSTRAINT orders_cancelled_has_cancellation_new
  FOREIGN KEY (account_id, cancelled_order_id)
  REFERENCES order_cancellations (account_id, order_id)
  ON UPDATE RESTRICT ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED NOT VALID;
ALTER TABLE account_balances ADD CONSTRAINT account_balances_last_entry_fkey_new
  FOREIGN KEY (account_id, last_seq, balance_usd_cents)
  REFERENCES account_ledger (account_id, seq, balance_after_usd_cents)
  ON UPDATE RESTRICT ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED NOT VALID;
ALTER TABLE account_ledger ADD CONSTRAINT account_ledger_chain_fkey_new
  FOREIGN KEY (account_id, previous_seq, balance_before_usd_cents)
  REFERENCES account_ledger (account_id, seq, balance_after_usd_cents)
  ON UPDATE RESTRICT ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED NOT VALID;
ALTER TABLE allocation_remedies ADD CONSTRAINT allocation_remedies_chain_new
  FOREIGN KEY (account_id, order_id, order_previous_kg)
  REFERENCES allocation_remedies (account_id, order_id, order_end_kg)
  ON UPDATE RESTRICT ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED NOT VALID;
ALTER TABLE credit_lots ADD CONSTRAINT credit_lots_have_parent_new
  FOREIGN KEY (mode, parent_lot_id)
  REFERENCES credit_lots (mode, id)
  ON UPDATE RESTRICT ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED NOT VALID;
ALTER TABLE credit_lots ADD CONSTRAINT credit_lots_have_root_new
  FOREIGN KEY (mode, root_lot_id)
  REFERENCES credit_lots (mode, id)
  ON UPDATE RESTRICT ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED NOT VALID;
ALTER TABLE invoices ADD CONSTRAINT invoices_credits_fkey_new
  FOREIGN KEY (credits_invoice_id, account_id, credited_kind)
  REFERENCES invoices (id, account_id, kind)
  ON UPDATE RESTRICT ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED NOT VALID;
ALTER TABLE invoices ADD CONSTRAINT invoices_gapless_fkey_new
  FOREIGN KEY (mode, kind, year, previous_sequence)
  REFERENCES invoices (mode, kind, year, sequence)
  ON UPDATE RESTRICT ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED NOT VALID;
ALTER TABLE registry_retirements ADD CONSTRAINT registry_retirements_replaced_by_new
  FOREIGN KEY (mode, superseded_by)
  REFERENCES registry_retirements (mode, id)
  ON UPDATE RESTRICT ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED NOT VALID;
ALTER TABLE retirements ADD CONSTRAINT retirements_of_remedy_new
  FOREIGN KEY (account_id, order_id, remedy_end_kg)
  REFERENCES allocation_remedies (account_id, order_id, order_end_kg)
  ON UPDATE RESTRICT ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED NOT VALID;
