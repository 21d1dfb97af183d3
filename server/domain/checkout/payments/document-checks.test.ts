import { beforeAll, expect, test } from "vitest";
import { checkPayments } from "#domain/checkout";
import { makeOutcomes } from "#testing/payment-outcomes";
import { withPlanted } from "#testing/planted-faults";
import { documentChecks } from "./document-checks";

const names: Record<string, string> = {};
beforeAll(async () => {
  Object.assign(names, await makeOutcomes());
});

interface Document {
  session: string;
  kind?: "invoice" | "credit_note";
  sequence?: number | null;
  gross?: string;
  tax?: number;
}

const planted = ({ session, kind = "invoice", sequence = 1, ...amounts }: Document) => {
  const { gross = "amount", tax = 0 } = amounts;
  const numbered = sequence === null ? "NULL, NULL, NULL" : `2026, ${sequence}, now()`;
  const source = kind === "invoice" ? "p.checkout_session_id" : "r.id";
  const refund = "JOIN refunds r ON r.payment_id = p.id AND r.state = 'succeeded'";
  return `INSERT INTO sale_documents (account_id, mode, id, kind, checkout_session_id, tax_point,
      year, sequence, issued_at, content)
    SELECT p.account_id, p.mode, ${source}, '${kind}', p.checkout_session_id, current_date,
      ${numbered}, jsonb_build_object('currency', p.currency,
        'tax', jsonb_build_object('gross', p.${gross}, 'net', p.${gross} - ${tax}, 'tax', ${tax}))
    FROM payments p ${kind === "invoice" ? "" : refund}
    WHERE p.checkout_session_id = $${session}`;
};

const counter = (sequence: number) =>
  `INSERT INTO sale_document_counters (account_id, kind, year, last_sequence)
   SELECT account_id, 'invoice', 2026, ${sequence} FROM payments WHERE checkout_session_id = $fulfilled`;

const [gapless, credited, amounts, exceeded] = documentChecks.map(({ name }) => name);

test.each([
  ["a number that no counter has", gapless, [planted({ session: "fulfilled" })]],
  ["a number that is left out", gapless, [planted({ session: "fulfilled" }), counter(2)]],
  ["a refund without a credit note", credited, [planted({ session: "cancelled" })]],
  [
    "a credit note before its invoice",
    credited,
    [
      planted({ session: "cancelled", sequence: null }),
      planted({ session: "cancelled", kind: "credit_note" }),
    ],
  ],
  ["another amount than was paid", amounts, [planted({ session: "fulfilled", gross: "version" })]],
  [
    "more tax credited than invoiced",
    exceeded,
    [
      planted({ session: "cancelled" }),
      planted({ session: "cancelled", kind: "credit_note", tax: 1 }),
    ],
  ],
])("reports %s", async (_, check, statements) => {
  const plan = { dropped: ["sale_documents"], statements, names };
  const { faults } = await withPlanted(plan, checkPayments);
  expect(faults.map((fault) => fault.check)).toContain(check);
});

test("accepts the documents of a sale and of its refund", async () => {
  const plan = {
    ...{ dropped: ["sale_documents"], names },
    statements: [
      planted({ session: "cancelled" }),
      planted({ session: "cancelled", kind: "credit_note" }),
      ...["invoice", "credit_note"].map(
        (kind) =>
          `INSERT INTO sale_document_counters (account_id, kind, year, last_sequence)
           SELECT account_id, '${kind}', 2026, 1 FROM payments WHERE checkout_session_id = $cancelled`,
      ),
    ],
  };
  expect((await withPlanted(plan, checkPayments)).faults).toEqual([]);
});
