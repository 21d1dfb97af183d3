import { describe } from "vitest";
import { guarantee, openLedger } from "#testing/guarantee";
import { notice, payment, session, testProviderPayment } from "#testing/ledger";

openLedger();

describe("a payment", () => {
  const toState = (state: string) => `UPDATE payments SET state = '${state}'`;
  const states = ["open", "confirming", "requires_action", "processing", "paid", "refunding"];

  guarantee("is the only one of its session, with its mode and price", {
    allows: [
      [payment("pay", "failed")],
      [
        session({ id: "cs_two" }),
        payment("pay", "paid"),
        payment("pay_two", "paid", { checkout_session_id: "cs_two" }),
      ],
    ],
    refuses: [
      ["payments_one_per_session", payment("pay", "paid"), payment("pay_two", "paid")],
      ["payments_one_per_session", payment("pay", "failed"), payment("pay_two", "open")],
      ["payments_charge_what_the_session_locked", payment("pay", "open", { amount: 16 })],
      ["payments_charge_what_the_session_locked", payment("pay", "open", { mode: "live" })],
      [
        "payments_charge_what_the_session_locked",
        payment("pay", "open", { checkout_session_id: "cs_absent" }),
      ],
      [
        "payments_charge_what_the_session_locked",
        payment("pay", "open"),
        "UPDATE checkout_sessions SET amount_kg = 6, price = 18",
      ],
      ["payments_amount_check", payment("pay", "open", { amount: 0 })],
    ],
  });

  guarantee("has a unique id at its provider once it may be charged", {
    allows: [
      ...["open", "confirming", "failed"].map((state) => [
        payment("pay", state, { provider_payment_id: null }),
      ]),
      [
        session({ id: "cs_two" }),
        payment("pay", "paid"),
        payment("two", "paid", {
          checkout_session_id: "cs_two",
          provider: "stripe",
          provider_payment_id: "tp_pay",
        }),
      ],
    ],
    refuses: [
      ...["requires_action", "processing", "paid", "refunding", "refunded"].map(
        (state): [string, string] => [
          "payments_known_at_provider",
          payment("pay", state, { provider_payment_id: null }),
        ],
      ),
      [
        "payments_provider_idx",
        session({ id: "cs_two" }),
        payment("pay", "paid"),
        payment("two", "paid", { checkout_session_id: "cs_two", provider_payment_id: "tp_pay" }),
      ],
      ["payments_provider_check", payment("pay", "open", { provider: "Not A Name" })],
      ["payments_state_check", payment("pay", "pending")],
      ["payments_intent_number_check", payment("pay", "open", { intent_number: 0 })],
      ["payments_attempts_check", payment("pay", "open", { attempts: -1 })],
    ],
  });

  guarantee("is refunded only after it was paid, and in full", {
    allows: [
      [payment("pay", "refunded")],
      [payment("pay", "paid", { refunded: 14 })],
      [payment("pay", "refunding", { refunded: 15 })],
    ],
    refuses: [
      ["payments_refund_within_amount", payment("pay", "paid", { refunded: 16 })],
      ["payments_refund_within_amount", payment("pay", "paid", { refunded: -1 })],
      ["payments_refunded_is_all", payment("pay", "refunded", { refunded: 14 })],
      ["payments_only_paid_is_refunded", payment("pay", "open", { refunded: 1 })],
      ["payments_only_paid_is_refunded", payment("pay", "failed", { refunded: 15 })],
    ],
  });

  guarantee("has a time of payment exactly if money arrived", {
    allows: states.map((state) => [payment("pay", state)]),
    refuses: [
      ["payments_unapplied_has_ended", payment("pay", "paid", { unapplied: 1 })],
      ["payments_unapplied_has_ended", payment("pay", "failed", { unapplied: -1 })],
      [
        "payments_unapplied_has_ended",
        payment("pay", "failed", { unapplied_returned_at: "2026-11-29T00:00:00Z" }),
      ],
      ["payments_paid_has_time", payment("pay", "paid", { paid_at: null })],
      ["payments_paid_has_time", payment("pay", "refunding"), "UPDATE payments SET paid_at = NULL"],
      ["payments_paid_has_time", payment("pay", "processing", { paid_at: "2026-11-21" })],
      ["payments_paid_has_time", payment("pay", "paid"), toState("failed")],
      ["payments_paid_has_time", payment("pay", "open"), toState("paid")],
    ],
  });

  guarantee("is polled until its outcome is known and all its refunds are made", {
    allows: [
      [payment("pay", "open", { next_poll_at: "2026-11-21" })],
      [payment("pay", "paid", { next_poll_at: "2026-11-21" })],
      [payment("pay", "failed")],
    ],
    refuses: [
      ...["confirming", "requires_action", "processing", "refunding"].map(
        (state): [string, string] => [
          "payments_unsettled_is_polled",
          payment("pay", state, { next_poll_at: null }),
        ],
      ),
      ["payments_unsettled_is_polled", payment("pay", "paid", { refunding: 1 })],
      ["payments_unsettled_is_polled", payment("pay", "disputed", { next_poll_at: null })],
      ["payments_unsettled_is_polled", payment("pay", "open"), toState("confirming")],
    ],
  });
});

describe("a payment notice", () => {
  guarantee("is stored once per provider and id", {
    allows: [[notice("evt"), notice("evt_two"), notice("evt", { provider: "other" })]],
    refuses: [["payment_notices_pkey", notice("evt"), notice("evt")]],
  });
});

describe("the test provider's records", () => {
  const charged = "test_provider_payments_charges_check";

  guarantee("charge a payment at most once, and exactly if it is paid", {
    allows: [
      ...["open", "requires_action", "processing", "paid", "cancelled"].map((state) => [
        testProviderPayment("tp", state),
      ]),
      [testProviderPayment("tp", "paid", { refunded: 15 })],
    ],
    refuses: [
      [charged, testProviderPayment("tp", "open", { charges: 2 })],
      ["test_provider_paid_is_charged", testProviderPayment("tp", "paid", { charges: 0 })],
      ["test_provider_paid_is_charged", testProviderPayment("tp", "open", { charges: 1 })],
      ["test_provider_refund_within_amount", testProviderPayment("tp", "paid", { refunded: 16 })],
      ["test_provider_only_paid_is_refunded", testProviderPayment("tp", "open", { refunded: 1 })],
      [
        "test_provider_processing_settles",
        testProviderPayment("tp", "processing", { settles_at: null }),
      ],
      ["test_provider_payments_state_check", testProviderPayment("tp", "refunded")],
      [
        "test_provider_payments_key_key",
        testProviderPayment("tp", "open", { key: "k" }),
        testProviderPayment("tp_two", "open", { key: "k" }),
      ],
    ],
  });
});
