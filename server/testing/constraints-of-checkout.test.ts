// What the database itself refuses of portfolios, checkout sessions and payments.
import { describe } from "vitest";
import { guarantee } from "#testing/guarantee";
import { allocation, order, payment, portfolio, session } from "#testing/ledger";

const onePayment = "payments_one_live_payment_idx";

describe("a portfolio", () => {
  guarantee("is allocated to exactly one whole", {
    allows: [
      [portfolio("pf_new"), allocation("pf_new", "cat_a", 0, 1_000_000)],
      [
        portfolio("pf_new"),
        allocation("pf_new", "cat_b", 333_333, 1_000_000),
        allocation("pf_new", "cat_a", 0, 333_333),
      ],
    ],
    refuses: [
      ["portfolios_allocations_sum_to_one", portfolio("pf_new")],
      [
        "portfolios_allocations_sum_to_one",
        portfolio("pf_new"),
        allocation("pf_new", "cat_a", 0, 999_999),
      ],
      [
        "portfolio_allocations_end_millionths_check",
        portfolio("pf_new"),
        allocation("pf_new", "cat_a", 0, 1_000_001),
      ],
      [
        "portfolio_allocations_chain",
        portfolio("pf_new"),
        allocation("pf_new", "cat_a", 0, 600_000),
        allocation("pf_new", "cat_b", 400_000, 1_000_000),
      ],
      [
        "portfolio_allocations_chain",
        portfolio("pf_new"),
        allocation("pf_new", "cat_a", 0, 400_000),
        allocation("pf_new", "cat_b", 600_000, 1_000_000),
      ],
      ["portfolio_allocations_pkey", allocation("pf", "cat_b", 0, 500_000)],
      [
        "portfolios_allocations_sum_to_one",
        "DELETE FROM portfolio_allocations WHERE mode = 'test'",
      ],
      ["portfolios_allocated_millionths_check", portfolio("p", { allocated_millionths: 999_999 })],
    ],
  });
});

describe("a checkout session", () => {
  const sold = { channel: "checkout", checkout_session_id: "cs" };
  const longEmail = `${"a".repeat(246)}@b.example`;

  guarantee("knows its customer by an e-mail address that can be one", {
    allows: [[session({ id: "cs_two", customer_email: longEmail.slice(2) })]],
    refuses: [
      [
        "checkout_sessions_customer_email_check",
        session({ id: "cs_two", customer_email: longEmail.slice(1) }),
      ],
    ],
  });

  guarantee("has one order", {
    allows: [
      [order({ id: "ord_new", ...sold })],
      [
        session({ id: "cs_two" }),
        order({ id: "ord_new", ...sold }),
        order({ id: "ord_two", ...sold, checkout_session_id: "cs_two" }),
      ],
    ],
    refuses: [
      [
        "orders_checkout_session_idx",
        order({ id: "ord_new", ...sold }),
        order({ id: "ord_two", ...sold }),
      ],
      [
        "orders_account_id_checkout_session_id_fkey",
        order({ id: "ord_new", ...sold, checkout_session_id: "cs_absent" }),
      ],
      ["orders_checkout_has_session", order({ id: "ord_new", checkout_session_id: "cs" })],
    ],
  });

  guarantee("has one live payment", {
    allows: [
      [payment("pay", "failed"), payment("pay_two", "failed"), payment("pay_three", "paid")],
      [
        session({ id: "cs_two" }),
        payment("pay", "paid"),
        payment("pay_two", "paid", { checkout_session_id: "cs_two" }),
      ],
    ],
    refuses: [
      [onePayment, payment("pay", "pending"), payment("pay_two", "pending")],
      [onePayment, payment("pay", "paid"), payment("pay_two", "pending")],
      [onePayment, payment("pay", "refunded"), payment("pay_two", "paid")],
      [
        onePayment,
        payment("pay", "failed"),
        payment("pay_two", "paid"),
        "UPDATE payments SET state = 'pending' WHERE id = 'pay'",
      ],
      ["payments_refund_within_amount", payment("pay", "refunded", { refunded_usd_cents: 16 })],
    ],
  });

  guarantee("costs its kg at its price per kg, and is complete with its order", {
    allows: [
      [
        order({ id: "ord_new", ...sold }),
        `UPDATE checkout_sessions SET state = 'complete', order_id = 'ord_new',
         completed_at = created_at WHERE id = 'cs'`,
      ],
    ],
    refuses: [
      ["checkout_sessions_price_is_kg_times_price", session({ id: "cs_two", price_usd_cents: 16 })],
      ["checkout_sessions_complete_has_time", "UPDATE checkout_sessions SET completed_at = now()"],
      [
        "checkout_sessions_complete_has_order",
        "UPDATE checkout_sessions SET state = 'complete', completed_at = created_at",
      ],
    ],
  });
});
