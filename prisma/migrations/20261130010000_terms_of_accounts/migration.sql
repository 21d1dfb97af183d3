-- Runs beside no older version: its programs read has_ledger and the balance's terms.
-- How an account pays for its API orders is a column of the account, with or without a balance.
-- A live account that has none can't order. Those that exist go on until an operator decides.
ALTER TABLE accounts
  ADD COLUMN terms text CONSTRAINT accounts_terms_check
    CHECK (terms IN ('invoice', 'prepaid', 'billed_elsewhere', 'undecided'));

UPDATE accounts a SET terms = coalesce(
  (SELECT b.terms FROM account_balances b WHERE b.account_id = a.id),
  CASE a.mode WHEN 'live' THEN 'undecided' END);

ALTER TABLE accounts DROP COLUMN has_ledger;
ALTER TABLE account_balances
  DROP CONSTRAINT account_balances_prepaid_check,
  DROP COLUMN terms;
