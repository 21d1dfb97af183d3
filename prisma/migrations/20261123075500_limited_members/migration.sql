-- A member may be limited to one subaccount, of the live or of the test account. An older version
-- doesn't know the limit, so none may run next to this.

ALTER TABLE memberships
  ADD COLUMN subaccount_account_id text COLLATE "C",
  ADD COLUMN subaccount_id text COLLATE "C",
  ADD CONSTRAINT memberships_subaccount_fkey
    FOREIGN KEY (subaccount_account_id, subaccount_id) REFERENCES subaccounts (account_id, id),
  ADD CONSTRAINT memberships_limit_check
    CHECK ((subaccount_id IS NULL) = (subaccount_account_id IS NULL)),
  -- The team, API keys and webhooks are the whole account's.
  ADD CONSTRAINT memberships_limited_role_check
    CHECK (subaccount_id IS NULL OR role IN ('admin', 'finance', 'viewer'));

CREATE INDEX memberships_subaccount ON memberships (subaccount_account_id, subaccount_id)
  WHERE subaccount_id IS NOT NULL;

-- Without a foreign key: an ended invitation doesn't keep a subaccount from being deleted.
ALTER TABLE mailed_links
  ADD COLUMN subaccount_account_id text COLLATE "C",
  ADD COLUMN subaccount_id text COLLATE "C",
  ADD CONSTRAINT mailed_links_limit_check
    CHECK ((subaccount_id IS NULL) = (subaccount_account_id IS NULL));
