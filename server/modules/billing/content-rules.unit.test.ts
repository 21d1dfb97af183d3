import fc from "fast-check";
import { expect, it } from "vitest";
import {
  agingOf,
  contentOf,
  creditTaxesOf,
  daysOverdue,
  documentNumber,
  monthSpan,
  reminderFor,
  stateOf,
  storedContent,
  taxesOf,
  totalsOf,
} from "./content-rules";
import { InvoiceContent } from "./schema";

const party = { legal_name: "A", address: "B", country_code: "DE", tax_id: null };
const facts = {
  kind: "invoice" as const,
  mode: "test" as const,
  number: "INV-2026-00001",
  language: "en" as const,
  currency: "USD" as const,
  period: "2026-10",
  issued_on: "2026-11-02",
  due_on: null,
  issuer: { ...party, bank_text: null },
  buyer: party,
  credits: null,
};

const name = { en: "VAT", de: "USt.", fr: "TVA", es: "IVA" };
const line = fc.record({
  rule: fc.integer({ min: 0, max: 2 }),
  amount_kg: fc.integer({ min: 1, max: 1_000_000_000 }),
  pricePerTonne: fc.integer({ min: 1, max: 1_000_000 }),
});
const invoice = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 40 }),
  rates: fc.tuple(
    fc.integer({ min: 0, max: 5_000 }),
    fc.integer({ min: 0, max: 5_000 }),
    fc.integer({ min: 0, max: 5_000 }),
  ),
});

type Generated = typeof invoice extends fc.Arbitrary<infer Value> ? Value : never;

function build({ lines, rates }: Generated) {
  const rules = new Map(
    rates.map((rateBasisPoints, at) => [
      String(at),
      { kind: "standard" as const, rateBasisPoints, name, legalText: null },
    ]),
  );
  const priced = lines.map(({ rule, amount_kg: kg, pricePerTonne }) => ({
    rule: String(rule),
    line: {
      portfolio: "P",
      subaccount: null,
      orders: 1,
      amount_kg: kg,
      price_per_tonne: pricePerTonne,
      net: Number((BigInt(kg) * BigInt(pricePerTonne) + 999n) / 1000n),
    },
  }));
  const sums = [...Map.groupBy(priced, ({ rule }) => rule)].map(([ruleId, all]) => ({
    ruleId,
    net: all.reduce((sum, each) => sum + each.line.net, 0),
  }));
  const taxes = taxesOf(sums, rules, "en");
  return {
    content: contentOf(
      { ...facts, lines: priced.map((each) => each.line) },
      { taxes, national: null },
    ),
    sums,
  };
}

/** The tax in exact fractions, half a cent up. */
const exactTax = (net: number, rate: number) =>
  Number((BigInt(net) * BigInt(rate) * 2n + 10_000n) / 20_000n);

it("10,000 generated invoices: lines are the net, taxes round once per rule, all is the total, and is read back", () => {
  fc.assert(
    fc.property(invoice, (generated) => {
      const { content } = build(generated);
      const lines = content.lines.reduce((sum, each) => sum + each.net, 0);
      expect(lines).toBe(content.net);
      for (const tax of content.taxes) {
        expect(tax.tax).toBe(exactTax(tax.net, tax.rate_basis_points));
      }
      expect(content.net + content.tax).toBe(content.total);
      expect(Number.isSafeInteger(content.total)).toBe(true);
      expect(InvoiceContent.parse(JSON.parse(storedContent(content).content))).toEqual(content);
    }),
    { numRuns: 10_000 },
  );
}, 60_000);

it("credit notes in any parts add up to the invoice, to the cent", () => {
  fc.assert(
    fc.property(
      invoice,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
      (generated, parts) => {
        const { content, sums } = build(generated);
        const credited: { ruleId: string; net: number; tax: number }[] = [];
        const left = new Map(sums.map(({ ruleId, net }) => [ruleId, net]));
        for (const part of [...parts, 1]) {
          const now = [...left].flatMap(([ruleId, net]) => {
            const taken = part === 1 ? net : Math.floor(net * part);
            left.set(ruleId, net - taken);
            return taken > 0 ? [{ ruleId, net: taken }] : [];
          });
          for (const tax of creditTaxesOf(now, content.taxes, credited)) {
            expect(tax.tax).toBeGreaterThanOrEqual(0);
            credited.push({
              ruleId: tax.rule_id,
              net: tax.net,
              tax: tax.tax,
            });
          }
        }
        const sum = credited.reduce((all, each) => all + each.net + each.tax, 0);
        expect(sum).toBe(content.total);
      },
    ),
    { numRuns: 500 },
  );
});

it("a document whose lines are not its sum is refused", () => {
  expect(() => contentOf({ ...facts, lines: [] }, { taxes: [taxOf(5)], national: null })).toThrow(
    /lines of 0 .* 5 net/,
  );
});

function taxOf(net: number) {
  const rules = new Map([
    ["a", { kind: "zero" as const, rateBasisPoints: 0, name, legalText: null }],
  ]);
  const [tax] = taxesOf([{ ruleId: "a", net }], rules, "en");
  if (!tax) throw new Error("no tax");
  expect(totalsOf([tax]).total).toBe(net);
  return tax;
}

it("numbers have a series per kind, and sort as text", () => {
  const number = (kind: "invoice" | "credit_note", sequence: number) =>
    documentNumber("ACME", { kind, year: 2026, sequence });
  expect(number("invoice", 42)).toBe("ACME-2026-00042");
  expect(number("credit_note", 1)).toBe("ACME-CN-2026-00001");
  expect(number("invoice", 123_456)).toBe("ACME-2026-123456");
});

it("a month is a calendar month in UTC", () => {
  expect(monthSpan("2026-12")).toEqual({
    from: new Date("2026-12-01T00:00:00Z"),
    to: new Date("2027-01-01T00:00:00Z"),
  });
});

it("an invoice is overdue from the day after it was due", () => {
  const at = (time: string) => daysOverdue("2026-11-30", new Date(time));
  expect(at("2026-11-01T00:00:00Z")).toBe(0);
  expect(at("2026-11-30T23:59:59.999Z")).toBe(0);
  expect(at("2026-12-01T00:00:00Z")).toBe(1);
  expect(at("2027-03-01T12:00:00Z")).toBe(91);
});

it("open amounts are aged by 30 days, each once", () => {
  const items = [0, 1, 30, 31, 60, 61, 90, 91, 500].map((overdueDays, at) => ({
    overdueDays,
    openAmount: 10 ** at,
    currency: "usd",
  }));
  const inPounds = { overdueDays: 0, openAmount: 7, currency: "gbp" };
  const sums = agingOf([inPounds, ...items]).map((range) => range.sums);
  expect(sums[0]).toEqual([
    { minor: 1, currency: "usd" },
    { minor: 7, currency: "gbp" },
  ]);
  const later = [110, 11_000, 1_100_000, 110_000_000];
  expect(sums.slice(1)).toEqual(later.map((minor) => [{ minor, currency: "usd" }]));
});

it.each([
  [
    { isDue: true, paid: 0, credited: 0 },
    { state: "open", openAmount: 100 },
  ],
  [
    { isDue: true, paid: 60, credited: 40 },
    { state: "paid", openAmount: 0 },
  ],
  [
    { isDue: true, paid: 0, credited: 100 },
    { state: "credited", openAmount: 0 },
  ],
  [
    { isDue: true, paid: 60, credited: 0 },
    { state: "open", openAmount: 40 },
  ],
  [
    { isDue: false, paid: 0, credited: 0 },
    { state: "paid", openAmount: 0 },
  ],
])("an invoice with %j is %j", (sums, expected) => {
  expect(stateOf({ total: 100, ...sums })).toEqual(expected);
});

it("an overdue invoice gets each reminder on its day, or within a week", () => {
  const on = (days: readonly number[]) => days.map((day) => reminderFor(day, [21, 7, 10]));
  expect(on([0, 6, 7, 9, 10, 16, 17, 20])).toEqual([null, null, 7, 7, 10, 10, null, null]);
  expect(on([21, 27, 28, 400])).toEqual([21, 21, null, null]);
  expect(reminderFor(7, [])).toBeNull();
});
