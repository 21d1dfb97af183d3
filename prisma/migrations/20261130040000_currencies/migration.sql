-- Runs beside no older version: it renames the columns of money.
-- Amounts are in the minor units of the currency that their row names. A row never reads it from its
-- account later; keys that named an account and its mode prove that both agree.
ALTER TABLE spending_limits RENAME COLUMN limit_usd_cents TO limit_amount;
ALTER TABLE spending_limits RENAME COLUMN spent_usd_cents TO spent;
ALTER TABLE account_balances RENAME COLUMN credit_limit_usd_cents TO credit_limit;
ALTER TABLE account_balances RENAME COLUMN balance_usd_cents TO balance;
ALTER TABLE account_ledger RENAME COLUMN amount_usd_cents TO amount;
ALTER TABLE account_ledger RENAME COLUMN balance_before_usd_cents TO balance_before;
ALTER TABLE account_ledger RENAME COLUMN balance_after_usd_cents TO balance_after;
ALTER TABLE account_ledger RENAME COLUMN credit_limit_usd_cents TO credit_limit;
ALTER TABLE invoices RENAME COLUMN net_usd_cents TO net;
ALTER TABLE invoices RENAME COLUMN tax_usd_cents TO tax;
ALTER TABLE invoices RENAME COLUMN total_usd_cents TO total;
ALTER TABLE invoice_lines RENAME COLUMN net_usd_cents TO net;
ALTER TABLE project_categories RENAME COLUMN api_price_per_tonne_usd_cents TO api_price_per_tonne;
ALTER TABLE project_categories RENAME COLUMN checkout_price_per_tonne_usd_cents TO checkout_price_per_tonne;
ALTER TABLE portfolios RENAME COLUMN api_price_per_tonne_usd_cents TO api_price_per_tonne;
ALTER TABLE portfolios RENAME COLUMN checkout_price_per_tonne_usd_cents TO checkout_price_per_tonne;
ALTER TABLE portfolios RENAME COLUMN api_rounded_from_usd_cents TO api_rounded_from;
ALTER TABLE portfolios RENAME COLUMN checkout_rounded_from_usd_cents TO checkout_rounded_from;
ALTER TABLE account_prices RENAME COLUMN api_price_per_tonne_usd_cents TO api_price_per_tonne;
ALTER TABLE account_prices RENAME COLUMN checkout_price_per_tonne_usd_cents TO checkout_price_per_tonne;
ALTER TABLE checkout_sessions RENAME COLUMN price_per_kg_usd_cents TO price_per_kg;
ALTER TABLE checkout_sessions RENAME COLUMN price_per_tonne_usd_cents TO price_per_tonne;
ALTER TABLE checkout_sessions RENAME COLUMN price_usd_cents TO price;
ALTER TABLE payments RENAME COLUMN amount_usd_cents TO amount;
ALTER TABLE payments RENAME COLUMN refunded_usd_cents TO refunded;
ALTER TABLE payments RENAME COLUMN refunding_usd_cents TO refunding;
ALTER TABLE payments RENAME COLUMN fee_usd_cents TO fee;
ALTER TABLE payments RENAME COLUMN net_usd_cents TO net;
ALTER TABLE payments RENAME COLUMN unapplied_usd_cents TO unapplied;
ALTER TABLE refunds RENAME COLUMN amount_usd_cents TO amount;
ALTER TABLE payment_disputes RENAME COLUMN amount_usd_cents TO amount;
ALTER TABLE payment_movements RENAME COLUMN amount_usd_cents TO amount;
ALTER TABLE test_provider_payments RENAME COLUMN amount_usd_cents TO amount;
ALTER TABLE test_provider_payments RENAME COLUMN refunded_usd_cents TO refunded;
ALTER TABLE test_provider_payments RENAME COLUMN refunding_usd_cents TO refunding;
ALTER TABLE test_provider_refunds RENAME COLUMN amount_usd_cents TO amount;
ALTER TABLE transfer_payments RENAME COLUMN amount_usd_cents TO amount;
ALTER TABLE transfer_payments RENAME COLUMN refunded_usd_cents TO refunded;
ALTER TABLE transfer_refunds RENAME COLUMN amount_usd_cents TO amount;
ALTER TABLE stock_holds RENAME COLUMN price_per_tonne_usd_cents TO price_per_tonne;
ALTER TABLE stock_holds RENAME COLUMN price_usd_cents TO price;
ALTER TABLE credit_lots RENAME COLUMN cost_per_tonne_usd_cents TO cost_per_tonne;
ALTER TABLE orders RENAME COLUMN price_per_kg_usd_cents TO price_per_kg;
ALTER TABLE orders RENAME COLUMN price_per_tonne_usd_cents TO price_per_tonne;
ALTER TABLE orders RENAME COLUMN price_usd_cents TO price;
ALTER TABLE orders RENAME COLUMN refunded_usd_cents TO refunded;
ALTER TABLE sold_credits RENAME COLUMN price_usd_cents TO price;

ALTER TABLE account_balances RENAME CONSTRAINT account_balances_credit_limit_usd_cents_check TO account_balances_credit_limit_check;
ALTER TABLE account_ledger RENAME CONSTRAINT account_ledger_amount_usd_cents_check TO account_ledger_amount_check;
ALTER TABLE account_prices RENAME CONSTRAINT account_prices_api_price_per_tonne_usd_cents_check TO account_prices_api_price_per_tonne_check;
ALTER TABLE account_prices RENAME CONSTRAINT account_prices_checkout_price_per_tonne_usd_cents_check TO account_prices_checkout_price_per_tonne_check;
ALTER TABLE checkout_sessions RENAME CONSTRAINT checkout_sessions_price_per_kg_usd_cents_check TO checkout_sessions_price_per_kg_check;
ALTER TABLE checkout_sessions RENAME CONSTRAINT checkout_sessions_price_per_tonne_usd_cents_check TO checkout_sessions_price_per_tonne_check;
ALTER TABLE invoice_lines RENAME CONSTRAINT invoice_lines_net_usd_cents_check TO invoice_lines_net_check;
ALTER TABLE invoices RENAME CONSTRAINT invoices_net_usd_cents_check TO invoices_net_check;
ALTER TABLE invoices RENAME CONSTRAINT invoices_tax_usd_cents_check TO invoices_tax_check;
ALTER TABLE orders RENAME CONSTRAINT orders_price_per_kg_usd_cents_check TO orders_price_per_kg_check;
ALTER TABLE orders RENAME CONSTRAINT orders_price_per_tonne_usd_cents_check TO orders_price_per_tonne_check;
ALTER TABLE orders RENAME CONSTRAINT orders_refunded_usd_cents_check TO orders_refunded_check;
ALTER TABLE payment_disputes RENAME CONSTRAINT payment_disputes_amount_usd_cents_check TO payment_disputes_amount_check;
ALTER TABLE payments RENAME CONSTRAINT payments_amount_usd_cents_check TO payments_amount_check;
ALTER TABLE payments RENAME CONSTRAINT payments_fee_usd_cents_check TO payments_fee_check;
ALTER TABLE payments RENAME CONSTRAINT payments_refunding_usd_cents_check TO payments_refunding_check;
ALTER TABLE portfolios RENAME CONSTRAINT portfolios_api_rounded_from_usd_cents_check TO portfolios_api_rounded_from_check;
ALTER TABLE portfolios RENAME CONSTRAINT portfolios_checkout_rounded_from_usd_cents_check TO portfolios_checkout_rounded_from_check;
ALTER TABLE refunds RENAME CONSTRAINT refunds_amount_usd_cents_check TO refunds_amount_check;
ALTER TABLE sold_credits RENAME CONSTRAINT sold_credits_price_usd_cents_check TO sold_credits_price_check;
ALTER TABLE spending_limits RENAME CONSTRAINT spending_limits_limit_usd_cents_check TO spending_limits_limit_amount_check;
ALTER TABLE stock_holds RENAME CONSTRAINT stock_holds_price_per_tonne_usd_cents_check TO stock_holds_price_per_tonne_check;
ALTER TABLE stock_holds RENAME CONSTRAINT stock_holds_price_usd_cents_check TO stock_holds_price_check;
ALTER TABLE test_provider_payments RENAME CONSTRAINT test_provider_payments_amount_usd_cents_check TO test_provider_payments_amount_check;
ALTER TABLE test_provider_payments RENAME CONSTRAINT test_provider_payments_refunding_usd_cents_check TO test_provider_payments_refunding_check;
ALTER TABLE test_provider_refunds RENAME CONSTRAINT test_provider_refunds_amount_usd_cents_check TO test_provider_refunds_amount_check;
ALTER TABLE transfer_payments RENAME CONSTRAINT transfer_payments_amount_usd_cents_check TO transfer_payments_amount_check;
ALTER TABLE transfer_refunds RENAME CONSTRAINT transfer_refunds_amount_usd_cents_check TO transfer_refunds_amount_check;
UPDATE checkout_sessions SET sale_tax = sale_tax - 'netCents' - 'taxCents' - 'grossCents' || jsonb_build_object(
  'net', sale_tax->'netCents', 'tax', sale_tax->'taxCents', 'gross', sale_tax->'grossCents')
WHERE sale_tax ? 'taxCents';

ALTER TABLE accounts
  ADD COLUMN currency text COLLATE "C" NOT NULL DEFAULT 'usd'
    CONSTRAINT accounts_currency_check CHECK (currency ~ '^[a-z]{3}$'),
  ADD CONSTRAINT accounts_id_currency_key UNIQUE (id, currency),
  ADD CONSTRAINT accounts_id_mode_currency_key UNIQUE (id, mode, currency),
  DROP CONSTRAINT accounts_live_account_id_fkey,
  ADD CONSTRAINT accounts_sides_share_currency FOREIGN KEY (live_account_id, currency)
    REFERENCES accounts (id, currency) ON UPDATE CASCADE;

ALTER TABLE orders
  ADD COLUMN currency text COLLATE "C" NOT NULL DEFAULT 'usd',
  DROP CONSTRAINT orders_account_id_mode_fkey,
  ADD CONSTRAINT orders_account_fkey FOREIGN KEY (account_id, mode, currency)
    REFERENCES accounts (id, mode, currency);
ALTER TABLE checkout_sessions
  ADD COLUMN currency text COLLATE "C" NOT NULL DEFAULT 'usd',
  DROP CONSTRAINT checkout_sessions_account_id_mode_fkey,
  ADD CONSTRAINT checkout_sessions_account_fkey FOREIGN KEY (account_id, mode, currency)
    REFERENCES accounts (id, mode, currency);
ALTER TABLE stock_holds
  ADD COLUMN currency text COLLATE "C" NOT NULL DEFAULT 'usd',
  DROP CONSTRAINT stock_holds_account_id_mode_fkey,
  ADD CONSTRAINT stock_holds_account_fkey FOREIGN KEY (account_id, mode, currency)
    REFERENCES accounts (id, mode, currency);
ALTER TABLE account_prices
  ADD COLUMN currency text COLLATE "C" NOT NULL DEFAULT 'usd',
  DROP CONSTRAINT account_prices_account_id_mode_fkey,
  ADD CONSTRAINT account_prices_account_fkey FOREIGN KEY (account_id, mode, currency)
    REFERENCES accounts (id, mode, currency);
ALTER TABLE account_balances
  ADD COLUMN currency text COLLATE "C" NOT NULL DEFAULT 'usd',
  DROP CONSTRAINT account_balances_account_fkey,
  ADD CONSTRAINT account_balances_account_fkey FOREIGN KEY (account_id, mode, currency)
    REFERENCES accounts (id, mode, currency);
ALTER TABLE invoices
  ADD COLUMN currency text COLLATE "C" NOT NULL DEFAULT 'usd',
  DROP CONSTRAINT invoices_account_fkey,
  ADD CONSTRAINT invoices_account_fkey FOREIGN KEY (account_id, mode, currency)
    REFERENCES accounts (id, mode, currency);
ALTER TABLE spending_limits
  ADD COLUMN currency text COLLATE "C" NOT NULL DEFAULT 'usd',
  DROP CONSTRAINT spending_limits_account_id_fkey,
  ADD CONSTRAINT spending_limits_account_fkey FOREIGN KEY (account_id, currency)
    REFERENCES accounts (id, currency);

-- An order costs, and a payment charges, what the session locked.
ALTER TABLE payments
  ADD COLUMN currency text COLLATE "C" NOT NULL DEFAULT 'usd',
  ADD CONSTRAINT payments_id_currency_key UNIQUE (account_id, id, currency),
  DROP CONSTRAINT payments_charge_what_the_session_locked;
ALTER TABLE orders DROP CONSTRAINT orders_cost_what_the_session_locked;
ALTER TABLE checkout_sessions
  DROP CONSTRAINT checkout_sessions_price_key,
  DROP CONSTRAINT checkout_sessions_payment_key,
  ADD CONSTRAINT checkout_sessions_price_key
    UNIQUE (account_id, id, amount_kg, price, currency),
  ADD CONSTRAINT checkout_sessions_payment_key UNIQUE (account_id, id, mode, price, currency);
ALTER TABLE payments
  ADD CONSTRAINT payments_charge_what_the_session_locked
    FOREIGN KEY (account_id, checkout_session_id, mode, amount, currency)
    REFERENCES checkout_sessions (account_id, id, mode, price, currency);
ALTER TABLE orders
  ADD CONSTRAINT orders_cost_what_the_session_locked
    FOREIGN KEY (account_id, checkout_session_id, amount_kg, price, currency)
    REFERENCES checkout_sessions (account_id, id, amount_kg, price, currency)
    DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE refunds
  ADD COLUMN currency text COLLATE "C" NOT NULL DEFAULT 'usd',
  DROP CONSTRAINT refunds_account_id_payment_id_fkey,
  ADD CONSTRAINT refunds_payment_fkey FOREIGN KEY (account_id, payment_id, currency)
    REFERENCES payments (account_id, id, currency);
ALTER TABLE payment_disputes
  ADD COLUMN currency text COLLATE "C" NOT NULL DEFAULT 'usd',
  DROP CONSTRAINT payment_disputes_account_id_payment_id_fkey,
  ADD CONSTRAINT payment_disputes_payment_fkey FOREIGN KEY (account_id, payment_id, currency)
    REFERENCES payments (account_id, id, currency);
-- A fee is in the currency in which the provider settles.
ALTER TABLE payments ADD COLUMN settlement_currency text COLLATE "C"
  CONSTRAINT payments_settlement_currency_check CHECK (settlement_currency ~ '^[a-z]{3}$');
UPDATE payments SET settlement_currency = 'usd' WHERE fee IS NOT NULL;
ALTER TABLE payments ADD CONSTRAINT payments_fee_has_currency
  CHECK ((fee IS NULL) = (settlement_currency IS NULL));
ALTER TABLE payment_movements ADD COLUMN currency text COLLATE "C" NOT NULL DEFAULT 'usd'
  CONSTRAINT payment_movements_currency_check CHECK (currency ~ '^[a-z]{3}$');

ALTER TABLE account_balances
  ADD CONSTRAINT account_balances_currency_key UNIQUE (account_id, currency);
ALTER TABLE account_ledger
  ADD COLUMN currency text COLLATE "C" NOT NULL DEFAULT 'usd',
  DROP CONSTRAINT account_ledger_account_id_fkey,
  ADD CONSTRAINT account_ledger_balance_fkey FOREIGN KEY (account_id, currency)
    REFERENCES account_balances (account_id, currency);
ALTER TABLE invoice_lines
  ADD COLUMN currency text COLLATE "C" NOT NULL DEFAULT 'usd',
  DROP CONSTRAINT invoice_lines_document_fkey;
ALTER TABLE invoices
  DROP CONSTRAINT invoices_credits_fkey,
  DROP CONSTRAINT invoices_owner_key,
  ADD CONSTRAINT invoices_owner_key UNIQUE (id, account_id, kind, currency);
ALTER TABLE invoices ADD CONSTRAINT invoices_credits_fkey
  FOREIGN KEY (credits_invoice_id, account_id, credited_kind, currency)
  REFERENCES invoices (id, account_id, kind, currency)
  ON UPDATE RESTRICT ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE invoice_lines ADD CONSTRAINT invoice_lines_document_fkey
  FOREIGN KEY (invoice_id, account_id, kind, currency)
  REFERENCES invoices (id, account_id, kind, currency) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE billing_profiles DROP COLUMN currency;

ALTER TABLE sold_credits ADD COLUMN currency text COLLATE "C" NOT NULL DEFAULT 'usd';
-- What a lot cost may be in another currency than what it sells for.
ALTER TABLE credit_lots ADD COLUMN cost_currency text COLLATE "C" NOT NULL DEFAULT 'usd'
  CONSTRAINT credit_lots_cost_currency_check CHECK (cost_currency ~ '^[a-z]{3}$');
ALTER TABLE test_provider_payments ADD COLUMN currency text COLLATE "C" NOT NULL DEFAULT 'usd';
ALTER TABLE test_provider_refunds ADD COLUMN currency text COLLATE "C" NOT NULL DEFAULT 'usd';
ALTER TABLE transfer_payments ADD COLUMN currency text COLLATE "C" NOT NULL DEFAULT 'usd';
ALTER TABLE transfer_refunds ADD COLUMN currency text COLLATE "C" NOT NULL DEFAULT 'usd';

-- Whoever writes a row says in which currency.
ALTER TABLE accounts ALTER COLUMN currency DROP DEFAULT;
ALTER TABLE orders ALTER COLUMN currency DROP DEFAULT;
ALTER TABLE checkout_sessions ALTER COLUMN currency DROP DEFAULT;
ALTER TABLE stock_holds ALTER COLUMN currency DROP DEFAULT;
ALTER TABLE account_prices ALTER COLUMN currency DROP DEFAULT;
ALTER TABLE account_balances ALTER COLUMN currency DROP DEFAULT;
ALTER TABLE invoices ALTER COLUMN currency DROP DEFAULT;
ALTER TABLE spending_limits ALTER COLUMN currency DROP DEFAULT;
ALTER TABLE payments ALTER COLUMN currency DROP DEFAULT;
ALTER TABLE refunds ALTER COLUMN currency DROP DEFAULT;
ALTER TABLE payment_disputes ALTER COLUMN currency DROP DEFAULT;
ALTER TABLE payment_movements ALTER COLUMN currency DROP DEFAULT;
ALTER TABLE account_ledger ALTER COLUMN currency DROP DEFAULT;
ALTER TABLE invoice_lines ALTER COLUMN currency DROP DEFAULT;
ALTER TABLE sold_credits ALTER COLUMN currency DROP DEFAULT;
ALTER TABLE test_provider_payments ALTER COLUMN currency DROP DEFAULT;
ALTER TABLE test_provider_refunds ALTER COLUMN currency DROP DEFAULT;
ALTER TABLE transfer_payments ALTER COLUMN currency DROP DEFAULT;
ALTER TABLE transfer_refunds ALTER COLUMN currency DROP DEFAULT;
