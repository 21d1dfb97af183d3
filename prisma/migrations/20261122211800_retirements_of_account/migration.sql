-- An account's retirements in the order of their list.
CREATE INDEX retirements_account_idx ON retirements (account_id, retired_at, order_id, order_start_kg);
