-- Runs beside: 20261123085800_payment_links
-- Former addresses lead to the page that had them last, unless another page has them now.
CREATE TABLE former_subaccount_slugs (
  account_id text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 100),
  subaccount_id text COLLATE "C" NOT NULL,
  ended_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, slug),
  FOREIGN KEY (account_id, subaccount_id) REFERENCES subaccounts (account_id, id)
    ON DELETE CASCADE
);
CREATE INDEX former_subaccount_slugs_subaccount_idx
  ON former_subaccount_slugs (account_id, subaccount_id);
