import { describe } from "vitest";
import { guarantee, openLedger } from "#testing/guarantee";
import { inOneStatement, insert, retirement } from "#testing/ledger";

openLedger();

const now = "2026-11-21T12:00:00Z";
const incident = insert("registry_incidents", {
  mode: "test",
  id: "rin",
  registry: "verra",
  kind: "other_beneficiary",
  lot_id: "lot",
  start_kg: 2,
  end_kg: 4,
  row: "{}",
  state: "open",
  created_at: now,
});
const disputed = (at: string) =>
  `UPDATE registry_incidents SET disputed_at = ${at} WHERE id = 'rin'`;
const resolved = (resolution: string) =>
  `UPDATE registry_incidents SET state = 'resolved', resolution = '${resolution}',
     resolved_at = now() WHERE id = 'rin'`;
const LINE_START_KG = `(SELECT line_start_kg FROM credit_lots WHERE id = 'lot')`;

/** Kg 2 to 4 of the lot, which ord_fulfilled has as kg 2 to 4, are replaced. */
const remedy = (row: Record<string, number | string> = {}) => {
  const columns = {
    mode: "'test'",
    account_id: "'acc_test'",
    order_id: "'ord_fulfilled'",
    order_amount_kg: 5,
    order_start_kg: 5,
    order_end_kg: 7,
    incident_id: "'rin'",
    replaced_start_kg: 2,
    lot_id: "'lot'",
    line_start_kg: LINE_START_KG,
    lot_quantity_kg: 10_000,
    unit_kg: 1,
    start_kg: 2,
    end_kg: 4,
    created_at: `'${now}'`,
    ...row,
  };
  const names = Object.keys(columns).join(", ");
  return `INSERT INTO allocation_remedies (${names}) SELECT ${Object.values(columns).join(", ")}`;
};
const substitute = (row = {}) =>
  retirement("ord_fulfilled", [5, 7, 5], { remedy_end_kg: 7, ...row });
const advance = (kg: number) => `UPDATE credit_lots SET retired_kg = ${kg} WHERE id = 'lot'`;
const replace = (kg: number) =>
  `UPDATE retirements SET replaced_kg = ${kg}
   WHERE order_id = 'ord_fulfilled' AND order_start_kg = 2`;
const whole = inOneStatement(remedy(), substitute(), advance(7), replace(2));

describe("a remedy", () => {
  guarantee("replaces kg by as many others, which fill the order's line", {
    allows: [[incident, whole]],
    refuses: [
      ["allocation_remedies_are_filled", incident, remedy()],
      ["retirements_within_order", retirement("ord_fulfilled", [5, 7, 5])],
      ["retirements_of_remedy", incident, inOneStatement(substitute(), advance(7))],
      ["allocation_remedies_kg_are_replaced_kg", incident, remedy({ end_kg: 5 })],
      [
        "allocation_remedies_beyond_amount",
        incident,
        remedy({ order_start_kg: 3, order_end_kg: 5 }),
      ],
      [
        "allocation_remedies_chain",
        incident,
        inOneStatement(
          remedy({ order_start_kg: 6, order_end_kg: 8 }),
          retirement("ord_fulfilled", [5, 6, 5], { remedy_end_kg: 8 }),
          retirement("ord_fulfilled", [6, 8, 6], { remedy_end_kg: 8 }),
          advance(8),
        ),
      ],
      [
        "retirements_within_remedy",
        incident,
        inOneStatement(remedy(), substitute({ remedy_end_kg: 6 }), advance(7)),
      ],
    ],
  });

  guarantee("is of one order's allocation and an incident, and of each kg once", {
    allows: [],
    refuses: [
      [
        "allocation_remedies_are_filled",
        incident,
        remedy({ order_amount_kg: 4, order_start_kg: 4, order_end_kg: 6 }),
      ],
      ["allocation_remedies_of_incident", inOneStatement(remedy(), substitute(), advance(7))],
      ["allocation_remedies_pkey", incident, whole, remedy({ start_kg: 0, end_kg: 2 })],
      [
        "allocation_remedies_are_disjoint",
        incident,
        whole,
        remedy({ order_start_kg: 7, order_end_kg: 9, start_kg: 3, end_kg: 5 }),
      ],
    ],
  });

  guarantee("follows a dispute: credits that are given up are in dispute, dismissed ones are not", {
    allows: [[incident, disputed("now()")]],
    refuses: [
      ["registry_incidents_dispute_fits", incident, resolved("theirs")],
      ["registry_incidents_dispute_fits", incident, disputed("now()"), resolved("dismissed")],
    ],
  });

  guarantee("never counts kg twice", {
    allows: [[replace(1)]],
    refuses: [
      ["retirements_replaced_within_kg", replace(4)],
      ["retirements_replaced_within_kg", replace(-1)],
    ],
  });
});
