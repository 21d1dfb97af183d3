-- Subaccounts by their id alone, which is all that the address of a public impact page names.
CREATE UNIQUE INDEX subaccounts_id_idx ON subaccounts (id);
