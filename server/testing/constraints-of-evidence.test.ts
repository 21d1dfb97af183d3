import { describe } from "vitest";
import { guarantee, openLedger } from "#testing/guarantee";
import { inOneStatement, lot } from "#testing/ledger";

openLedger();

describe("a credit lot", () => {
  guarantee("shares no kg of the line with another, and consists of whole units", {
    allows: [[lot({ id: "lot_new", line_start_kg: 2 ** 52 - 10_000 })]],
    refuses: [
      [
        "credit_lots_stretches_are_disjoint",
        inOneStatement(
          lot({ id: "lot_new", line_start_kg: 2 ** 52 - 10_000 }),
          lot({ id: "lot_overlap", line_start_kg: 2 ** 52 - 1 }),
        ),
      ],
      ["credit_lots_units_are_whole", lot({ id: "lot_new", unit_kg: 3_000 })],
      ["credit_lots_root_has_no_parent", lot({ id: "lot_new", root_lot_id: "lot" })],
      [
        "credit_lots_have_root",
        lot({ id: "lot_new", root_lot_id: "lot_absent", parent_lot_id: "lot" }),
      ],
    ],
  });
});
