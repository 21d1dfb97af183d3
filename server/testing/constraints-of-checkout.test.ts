import { describe } from "vitest";
import { guarantee, openLedger } from "#testing/guarantee";
import { allocation, order, portfolio, session } from "#testing/ledger";

openLedger();

describe("a portfolio", () => {
  guarantee("has allocations that add up to exactly 1", {
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

/**
 * Beneficiary fields at their longest and with invalid values, keyed by the end of the constraint's
 * name.
 */
const longestFields = {
  beneficiary_message: "M".repeat(512),
  beneficiary_url: `HTTPS://${"u".repeat(504)}`,
};
const named = { beneficiary_name: "B" };
const invalidFields: [string, Record<string, string>][] = [
  ["beneficiary_message_check", { ...named, beneficiary_message: "" }],
  ["beneficiary_message_check", { ...named, beneficiary_message: "M".repeat(513) }],
  ["beneficiary_url_check", { ...named, beneficiary_url: `https://${"u".repeat(505)}` }],
  ["beneficiary_url_check", { ...named, beneficiary_url: "javascript:alert(1)//https://x" }],
  ["beneficiary_url_check", { ...named, beneficiary_url: "https://" }],
  ["beneficiary_has_name", { beneficiary_message: "M" }],
  ["beneficiary_has_name", { beneficiary_url: "https://u.example" }],
];

describe("an order", () => {
  guarantee("has a message or link only with a beneficiary's name", {
    allows: [[order({ id: "ord_new", ...named, ...longestFields })]],
    refuses: invalidFields.map(([name, fields]): [string, string] => [
      `orders_${name}`,
      order({ id: "ord_new", ...fields }),
    ]),
  });
});

describe("a checkout session", () => {
  const sold = { channel: "checkout", checkout_session_id: "cs", price_per_tonne: 3000 };
  const soldFor15 = { ...sold, price: 15 };
  const longEmail = `${"a".repeat(246)}@b.example`;
  const expired = "UPDATE checkout_sessions SET state = 'expired'";

  guarantee("has customer data that fits a mail and a certificate", {
    allows: [
      [session({ id: "cs_two", customer_email: longEmail.slice(2) })],
      [session({ id: "cs_two", beneficiary_name: "B".repeat(512), language: "fr" })],
      [session({ id: "cs_two", beneficiary_name: "B", ...longestFields })],
    ],
    refuses: [
      [
        "checkout_sessions_customer_email_check",
        session({ id: "cs_two", customer_email: longEmail.slice(1) }),
      ],
      [
        "checkout_sessions_beneficiary_name_check",
        session({ id: "cs_two", beneficiary_name: "B".repeat(513) }),
      ],
      ["checkout_sessions_beneficiary_name_check", session({ id: "c", beneficiary_name: "" })],
      ...invalidFields.map(([name, fields]): [string, string] => [
        `checkout_sessions_${name}`,
        session({ id: "cs_two", ...fields }),
      ]),
      ["checkout_sessions_language_check", session({ id: "cs_two", language: "it" })],
    ],
  });

  guarantee("has an id that is unique across accounts", {
    allows: [
      [session({ id: "cs_two", account_id: "acc_live", mode: "live", portfolio_id: "pf_live" })],
    ],
    refuses: [
      [
        "checkout_sessions_id_idx",
        session({ id: "cs", account_id: "acc_live", mode: "live", portfolio_id: "pf_live" }),
      ],
    ],
  });

  guarantee("has one order, with the kg and the price that it locked", {
    allows: [
      [order({ id: "ord_new", ...soldFor15 })],
      [
        session({ id: "cs_two", amount_kg: 6, price: 18 }),
        order({ id: "ord_new", ...soldFor15 }),
        order({
          id: "ord_two",
          ...sold,
          checkout_session_id: "cs_two",
          amount_kg: 6,
          price: 18,
        }),
      ],
    ],
    refuses: [
      [
        "orders_checkout_session_idx",
        order({ id: "ord_new", ...soldFor15 }),
        order({ id: "ord_two", ...soldFor15 }),
      ],
      [
        "orders_cost_what_the_session_locked",
        order({ id: "ord_new", ...soldFor15, checkout_session_id: "cs_absent" }),
      ],
      [
        "orders_cost_what_the_session_locked",
        order({ id: "ord_new", ...sold, amount_kg: 6, price: 18 }),
      ],
      [
        "orders_cost_what_the_session_locked",
        order({ id: "ord_new", ...sold, price_per_tonne: 2000, price: 10 }),
      ],
      [
        "orders_cost_what_the_session_locked",
        order({ id: "ord_new", ...soldFor15 }),
        "UPDATE checkout_sessions SET amount_kg = 6, price = 18",
      ],
      ["orders_checkout_has_session", order({ id: "ord_new", checkout_session_id: "cs" })],
      ["orders_beneficiary_name_check", order({ id: "ord_new", beneficiary_name: "" })],
    ],
  });

  guarantee("costs its kg times its price, and completes with its order", {
    allows: [
      [session({ id: "cs_two", price_per_tonne: 750, price: 4 })],
      [
        session({
          id: "cs_two",
          pricing_unit: "kg",
          price_per_kg: 3,
          price_per_tonne: null,
        }),
      ],
      [
        order({ id: "ord_new", ...soldFor15 }),
        `UPDATE checkout_sessions SET state = 'complete', order_id = 'ord_new',
         completed_at = created_at WHERE id = 'cs'`,
      ],
    ],
    refuses: [
      ["checkout_sessions_price_is_kg_times_price", session({ id: "cs_two", price: 16 })],
      ["checkout_sessions_price_has_unit", session({ id: "cs_two", price_per_kg: 3 })],
      ["checkout_sessions_price_has_unit", session({ id: "cs_two", price_per_tonne: null })],
      [
        "checkout_sessions_pricing_unit_check",
        session({ id: "cs_two", pricing_unit: "stone", price_per_tonne: null }),
      ],
      [
        "checkout_sessions_price_per_tonne_check",
        session({ id: "cs_two", price_per_tonne: 0, price: 0 }),
      ],
      ["checkout_sessions_complete_has_time", "UPDATE checkout_sessions SET completed_at = now()"],
      [
        "checkout_sessions_complete_has_order",
        "UPDATE checkout_sessions SET state = 'complete', completed_at = created_at",
      ],
    ],
  });

  guarantee("is paid only while it is open", {
    allows: [["UPDATE checkout_sessions SET paying = true"], [expired]],
    refuses: [
      ["checkout_sessions_paying_is_open", `${expired}, paying = true`],
      ["checkout_sessions_paying_is_open", "UPDATE checkout_sessions SET paying = true", expired],
      [
        "checkout_sessions_paying_is_open",
        order({ id: "ord_new", ...soldFor15 }),
        `UPDATE checkout_sessions SET state = 'complete', order_id = 'ord_new', paying = true,
         completed_at = created_at WHERE id = 'cs'`,
      ],
    ],
  });
});
