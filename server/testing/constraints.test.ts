import { describe } from "vitest";
import { guarantee, openLedger } from "#testing/guarantee";
import {
  cancel,
  cancellation,
  fulfill,
  fulfillment,
  inOneStatement,
  lot,
  order,
  retirement,
  toState,
} from "#testing/ledger";

openLedger();

const inLot = (retiredKg: number) =>
  `UPDATE credit_lots SET retired_kg = ${retiredKg} WHERE id = 'lot'`;
const deleteRetirements = "DELETE FROM retirements WHERE order_id = 'ord_fulfilled'";
const deleteCancellation = "DELETE FROM order_cancellations WHERE order_id = 'ord_cancelled'";

const pinnedByRetirement = "retirements_pin_order";
const pinnedByCancellation = "order_cancellations_pin_order";
const ofAbsentLot = { lot_id: "lot_absent" };
/** Kg 5 to 10,000 of the lot, for one order. */
const fulfillRest = (row: object) =>
  fulfill("ord_rest", [[0, 9995, 5]], { order_amount_kg: 9995, ...row });

describe("a credit lot", () => {
  guarantee("never has more retired kg than its quantity, or fewer than zero", {
    allows: [
      [
        order({ id: "ord_rest", amount_kg: 9995 }),
        inOneStatement(
          toState("ord_rest", "fulfilled"),
          retirement("ord_rest", [0, 9995, 5], { order_amount_kg: 9995 }),
          inLot(10_000),
        ),
      ],
    ],
    refuses: [
      ["credit_lots_retired_within_quantity", inLot(10_001)],
      ["credit_lots_retired_within_quantity", inLot(-1)],
      ["credit_lots_retired_is_end_of_chain", inLot(6)],
      ["credit_lots_quantity_kg_check", lot({ id: "lot_new", quantity_kg: 0 })],
      ["credit_lots_cost_check", lot({ id: "lot_new", cost_per_tonne: -1 })],
    ],
  });

  guarantee("is never cut within its retired kg, nor deleted once credits of it are retired", {
    allows: [
      [lot({ id: "lot_new" }), "UPDATE credit_lots SET quantity_kg = 1 WHERE id = 'lot_new'"],
      ["UPDATE credit_lots SET quantity_kg = 1000, serial_last = 1 WHERE id = 'lot'"],
    ],
    refuses: [
      [
        "retirements_within_lot",
        "UPDATE credit_lots SET quantity_kg = 4, retired_kg = 0, serial_block = NULL, " +
          "serial_first = NULL, serial_last = NULL WHERE id = 'lot'",
      ],
      ["retirements_from_lot", "DELETE FROM credit_lots WHERE id = 'lot'"],
    ],
  });

  guarantee("has serials that no other lot has", {
    allows: [
      [lot({ id: "lot_new", serial_block: "BLOCK", serial_first: 11, serial_last: 20 })],
      [lot({ id: "lot_new", mode: "live", serial_number_range: "SERIAL-lot" })],
    ],
    refuses: [
      [
        "credit_lots_serial_number_range_mode_key",
        lot({ id: "lot_new", serial_number_range: "SERIAL-lot" }),
      ],
      [
        "credit_lots_serial_first_idx",
        lot({
          id: "lot_new",
          quantity_kg: 5000,
          serial_block: "BLOCK",
          serial_first: 1,
          serial_last: 5,
        }),
      ],
      [
        "credit_lots_serial_last_idx",
        lot({
          id: "lot_new",
          quantity_kg: 5000,
          serial_block: "BLOCK",
          serial_first: 6,
          serial_last: 10,
        }),
      ],
      [
        "credit_lots_serials_are_tonnes",
        lot({ id: "lot_new", serial_block: "B", serial_first: 1, serial_last: 11 }),
      ],
    ],
  });
});

describe("the retirements of a lot", () => {
  guarantee("follow each other without overlap or gap", {
    allows: [
      [inOneStatement(...fulfillment("ord_placed", [[0, 5, 5]]), inLot(10))],
      [lot({ id: "lot_new" }), fulfill("ord_placed", [[0, 5, 0]], { lot_id: "lot_new" })],
    ],
    refuses: [
      ["retirements_lot_id_mode_lot_start_kg_key", fulfill("ord_placed", [[0, 5, 0]])],
      ["retirements_lot_id_mode_lot_start_kg_key", fulfill("ord_placed", [[0, 5, 2]])],
      ["retirements_lot_chain", fulfill("ord_placed", [[0, 5, 1]])],
      ["retirements_lot_chain", fulfill("ord_placed", [[0, 5, 4]])],
      ["retirements_lot_chain", fulfill("ord_placed", [[0, 5, 6]])],
      ["retirements_lot_chain", fulfill("ord_placed", [[0, 5, 9995]])],
      ["retirements_lot_start_kg_check", fulfill("ord_placed", [[0, 5, -1]])],
      [
        "retirements_lot_id_mode_lot_end_kg_key",
        order({ id: "ord_small", amount_kg: 1 }),
        fulfill("ord_small", [[0, 1, 4]], { order_amount_kg: 1 }),
      ],
      ["retirements_lot_kg_is_order_kg", fulfill("ord_placed", [[0, 5, 5]], { lot_end_kg: 9 })],
    ],
  });

  guarantee("stay within the lot", {
    allows: [[order({ id: "ord_rest", amount_kg: 9995 }), fulfillRest({})]],
    refuses: [
      [
        "retirements_within_lot",
        order({ id: "ord_rest", amount_kg: 9996 }),
        fulfill("ord_rest", [[0, 9996, 5]], { order_amount_kg: 9996 }),
      ],
      [
        "retirements_from_lot",
        order({ id: "ord_rest", amount_kg: 9995 }),
        fulfillRest({ lot_quantity_kg: 20_000 }),
      ],
      ["retirements_from_lot", fulfill("ord_placed", [[0, 5, 0]], ofAbsentLot)],
    ],
  });
});

describe("an order", () => {
  guarantee("is fulfilled by retirements that sum to exactly its kg", {
    allows: [
      [fulfill("ord_placed", [[0, 5, 5]])],
      [
        fulfill("ord_placed", [
          [0, 1, 5],
          [1, 3, 6],
          [3, 5, 8],
        ]),
      ],
    ],
    refuses: [
      ["orders_retirements_sum_to_amount", toState("ord_placed", "fulfilled")],
      ["orders_retirements_sum_to_amount", fulfill("ord_placed", [[0, 4, 5]])],
      ["retirements_within_order", fulfill("ord_placed", [[0, 6, 5]])],
      [
        "retirements_within_order",
        fulfill("ord_placed", [
          [0, 5, 5],
          [5, 6, 10],
        ]),
      ],
      ["retirements_order_chain", fulfill("ord_placed", [[1, 5, 5]])],
      [
        "retirements_order_chain",
        fulfill("ord_placed", [
          [0, 2, 5],
          [3, 5, 7],
        ]),
      ],
      [
        "retirements_order_chain",
        fulfill("ord_placed", [
          [0, 3, 5],
          [2, 5, 8],
        ]),
      ],
      [
        "retirements_pkey",
        fulfill("ord_placed", [
          [0, 5, 5],
          [0, 2, 10],
        ]),
      ],
      ["retirements_pin_order", fulfill("ord_placed", [[0, 5, 5]], { order_amount_kg: 6 })],
      ["orders_fulfilled_is_whole", toState("ord_placed", "fulfilled").replace("amount_kg,", "4,")],
    ],
  });

  guarantee("has retirements only once it is fulfilled", {
    allows: [[fulfill("ord_placed", [[0, 5, 5]])]],
    refuses: [
      [pinnedByRetirement, retirement("ord_placed", [0, 5, 5])],
      [pinnedByRetirement, retirement("ord_cancelled", [0, 5, 5])],
      [
        "retirements_order_state_check",
        retirement("ord_placed", [0, 5, 5], { order_state: "placed" }),
      ],
      [
        "retirements_order_state_check",
        retirement("ord_cancelled", [0, 5, 5], { order_state: "cancelled" }),
      ],
    ],
  });

  guarantee("once fulfilled, stays fulfilled", {
    allows: [["UPDATE orders SET description = 'seen' WHERE id = 'ord_fulfilled'"]],
    refuses: [
      [pinnedByRetirement, toState("ord_fulfilled", "placed")],
      [pinnedByRetirement, cancel("ord_fulfilled")],
      [
        "orders_retirements_sum_to_amount",
        inLot(0),
        deleteRetirements,
        toState("ord_fulfilled", "placed"),
      ],
      ["orders_retirements_sum_to_amount", inLot(0), deleteRetirements, cancel("ord_fulfilled")],
      [pinnedByRetirement, "DELETE FROM orders WHERE id = 'ord_fulfilled'"],
      ["retirements_lot_chain", `${deleteRetirements} AND order_start_kg = 0`],
      ["orders_retirements_sum_to_amount", inLot(2), `${deleteRetirements} AND order_start_kg = 2`],
      [
        "orders_fulfilled_is_whole",
        "UPDATE orders SET amount_kg = 6, price = 12 WHERE id = 'ord_fulfilled'",
      ],
    ],
  });

  guarantee("once cancelled, stays cancelled", {
    allows: [[cancel("ord_placed")]],
    refuses: [
      ["orders_cancelled_has_cancellation", toState("ord_placed", "cancelled")],
      [pinnedByCancellation, cancellation("ord_placed")],
      [pinnedByCancellation, toState("ord_cancelled", "placed")],
      [pinnedByCancellation, fulfill("ord_cancelled", [[0, 5, 5]])],
      ["orders_cancelled_has_cancellation", deleteCancellation, toState("ord_cancelled", "placed")],
      [
        "orders_cancelled_has_cancellation",
        deleteCancellation,
        fulfill("ord_cancelled", [[0, 5, 5]]),
      ],
    ],
  });

  const perKg = { pricing_unit: "kg", price_per_kg: 3, price_per_tonne: null };

  guarantee("costs its kg times its price per tonne, or per kg if it is old", {
    allows: [
      [order({ id: "ord_new", price_per_tonne: 3000, price: 15 })],
      [order({ id: "ord_new", price_per_tonne: 750, price: 4 })],
      [order({ id: "ord_new", ...perKg, price: 15 })],
    ],
    refuses: [
      ["orders_price_is_kg_times_price", order({ id: "ord_new", price: 9 })],
      ["orders_price_is_kg_times_price", order({ id: "ord_new", price: 11 })],
      ["orders_price_is_kg_times_price", "UPDATE orders SET amount_kg = 6 WHERE id = 'ord_placed'"],
      ["orders_price_is_kg_times_price", order({ id: "o", price_per_tonne: 750, price: 3 })],
      ["orders_price_is_kg_times_price", order({ id: "o", ...perKg, price: 10 })],
      ["orders_price_per_kg_check", order({ id: "o", ...perKg, price_per_kg: 0, price: 0 })],
      ["orders_price_per_tonne_check", order({ id: "o", price_per_tonne: 0, price: 0 })],
      ["orders_price_has_unit", order({ id: "o", price_per_kg: 2 })],
      ["orders_price_has_unit", order({ id: "o", pricing_unit: "kg" })],
      [
        "orders_pricing_unit_check",
        order({ id: "o", pricing_unit: "stone", price_per_tonne: null }),
      ],
      ["orders_amount_kg_check", order({ id: "o", amount_kg: 0 })],
    ],
  });

  guarantee("belongs to its own account, subaccount and mode", {
    allows: [[order({ id: "ord_new", subaccount_id: "sub" })]],
    refuses: [
      ["orders_account_id_subaccount_id_fkey", order({ id: "o", subaccount_id: "sub_live" })],
      ["orders_account_fkey", order({ id: "o", mode: "live", portfolio_id: "pf_live" })],
      ["orders_mode_portfolio_id_fkey", order({ id: "o", portfolio_id: "pf_live" })],
    ],
  });

  guarantee("keeps its subaccount", {
    allows: [["DELETE FROM subaccounts WHERE id = 'sub_unused'"]],
    refuses: [["orders_account_id_subaccount_id_fkey", "DELETE FROM subaccounts WHERE id = 'sub'"]],
  });
});
