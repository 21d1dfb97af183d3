import { describe } from "vitest";
import { guarantee, openLedger } from "#testing/guarantee";
import { insert, order, payment, session } from "#testing/ledger";

openLedger();

const now = "2026-11-21T12:00:00Z";

const account = (mode: "live" | "test", currency = "eur") =>
  insert("accounts", {
    ...{ id: mode, mode, currency, name: "Fjord", slug: `fjord-${mode}`, created_at: now },
    live_account_id: mode === "test" ? "live" : null,
  });

const refund = (currency: string) =>
  insert("refunds", {
    ...{ account_id: "acc_test", mode: "test", id: "rfd", payment_id: "pay", currency },
    ...{ checkout_session_id: "cs", amount: 5, kind: "requested", state: "pending" },
    ...{ provider_key: "rfd", actor_type: "system", created_at: now },
  });

const balance = (currency: string) =>
  insert("account_balances", { account_id: "acc_test", mode: "test", currency });

const deposit = (currency: string) =>
  insert("account_ledger", {
    ...{ account_id: "acc_test", seq: 1, mode: "test", kind: "deposit", currency, amount: 5 },
    ...{ balance_before: 0, balance_after: 5, reference: "bank", created_at: now },
  });

describe("a currency", () => {
  guarantee("of an account has ISO's form, and is the same in live and test", {
    allows: [
      [
        account("live"),
        account("test", "eur"),
        "UPDATE accounts SET currency = 'sek' WHERE id = 'live'",
      ],
    ],
    refuses: [
      ["accounts_currency_check", account("live", "EUR")],
      ["accounts_sides_share_currency", account("live"), account("test", "usd")],
    ],
  });

  guarantee("stays once the account has an order", {
    allows: [],
    refuses: [["orders_account_fkey", "UPDATE accounts SET currency = 'eur'"]],
  });

  guarantee("of an order, a session and a balance is the account's", {
    allows: [[order({ id: "ord_new" }), session({ id: "cs_new" }), balance("usd")]],
    refuses: [
      ["orders_account_fkey", order({ id: "ord_new", currency: "eur" })],
      ["checkout_sessions_account_fkey", session({ id: "cs_new", currency: "eur" })],
      ["account_balances_account_fkey", balance("eur")],
    ],
  });

  guarantee("of a payment is the session's, of a refund the payment's, of an entry the balance's", {
    allows: [[payment("pay", "paid", { refunding: 5, next_poll_at: now }), refund("usd")]],
    refuses: [
      ["payments_charge_what_the_session_locked", payment("pay", "paid", { currency: "eur" })],
      ["refunds_payment_fkey", payment("pay", "paid"), refund("eur")],
      ["account_ledger_balance_fkey", balance("usd"), deposit("eur")],
    ],
  });

  guarantee("is given for a fee, which may be in another than the payment", {
    allows: [[payment("pay", "paid", { fee: 1, net: 14, settlement_currency: "eur" })]],
    refuses: [
      ["payments_fee_has_currency", payment("pay", "paid", { fee: 1, net: 14 })],
      ["payments_fee_has_currency", payment("pay", "paid", { settlement_currency: "eur" })],
    ],
  });
});
