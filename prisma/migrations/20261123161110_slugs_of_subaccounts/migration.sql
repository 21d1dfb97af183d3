-- Runs beside: 20261123085800_payment_links
-- Outside a transaction
-- The page of a subaccount is below its account's: /impact/{account}/{slug}. So slugs are unique in
-- the account, and no slug depends on the subaccounts of other accounts.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS subaccounts_account_slug_idx
  ON subaccounts (account_id, slug) WHERE slug IS NOT NULL;
DROP INDEX IF EXISTS subaccounts_slug_idx;
