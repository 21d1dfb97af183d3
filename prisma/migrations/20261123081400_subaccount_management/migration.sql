-- Subaccounts in bulk: archived ones take no new orders, and imports find them by the account's own
-- reference. Their impact pages may have a name in place of the id.
ALTER TABLE subaccounts
  ADD COLUMN archived_at timestamptz(3),
  ADD COLUMN reference text COLLATE "C" CHECK (char_length(reference) BETWEEN 1 AND 255),
  ADD COLUMN slug text COLLATE "C"
    CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND char_length(slug) <= 100);

-- Partial, so that a change of these columns doesn't wait for orders that refer to the row.
CREATE UNIQUE INDEX subaccounts_reference_idx ON subaccounts (account_id, reference)
  WHERE reference IS NOT NULL;
-- Over all accounts: the address of a public page names nothing else.
CREATE UNIQUE INDEX subaccounts_slug_idx ON subaccounts (slug) WHERE slug IS NOT NULL;

-- The sales of one subaccount, for tables of subaccounts. Updates of totals don't touch it.
CREATE INDEX sales_totals_subaccount_idx ON sales_totals (account_id, subaccount_id);
