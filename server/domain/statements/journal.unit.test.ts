import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DATEV_COLUMNS } from "./datev-columns";
import { noFigures } from "./figures";
import { type journalFormats, writeJournal } from "./journal-formats";
import { type JournalEntry, journalAccounts, journalOf } from "./journal-rules";
import { readJournalSettings } from "./journal-settings";
import { readMonth } from "./month-rules";
import type { AccountMonth } from "./operator-month";
import { notSettled } from "./settled-store";
import { taxDueCents } from "./tax-rules";

const month = readMonth("2026-10");
if (!month) throw new Error("2026-10 is a month");
const cents = fc.nat(10_000_000);
const taxIn = (gross: number) => Math.round((gross * 19) / 119);
const refunded = (gross: number) => ({ cents: gross, taxCents: taxIn(gross) });
const sum = fc.record({ orders: fc.nat(9), kg: fc.nat(9999), priceCents: cents });
const taxed = fc.record({ net: cents, tax: cents });
const channels = fc.record({ api: sum, checkout: sum });
const accounts: fc.Arbitrary<AccountMonth[]> = fc.array(
  fc
    .record({
      accountId: fc.string(),
      name: fc.string({ unit: "grapheme", maxLength: 80 }),
      ordered: channels,
      sold: channels,
      refundedCents: cents,
      earlierCents: cents,
      ofSold: fc.double({ min: 0, max: 1, noNaN: true }),
      paidCents: cents,
      feeCents: cents,
      costCents: cents,
      invoiced: taxed,
      credited: taxed,
      settled: fc.record({
        paidCents: cents,
        depositedCents: cents,
        adjustedCents: fc.integer({ min: -10_000_000, max: 10_000_000 }),
        fromDepositsCents: cents,
        toDepositsCents: cents,
      }),
    })
    .map(
      ({
        refundedCents,
        earlierCents,
        ofSold,
        paidCents,
        feeCents,
        invoiced,
        credited,
        ...account
      }) => ({
        ...account,
        billed: {
          invoices: 1,
          invoicedCents: invoiced.net + invoiced.tax,
          invoicedTaxCents: invoiced.tax,
          creditNotes: 1,
          creditedCents: credited.net + credited.tax,
          creditedTaxCents: credited.tax,
        },
        paid: { payments: 1, paidCents, refundedCents, feeCents },
        taxes: [
          {
            ...{ country: "DE", taxRuleId: "de", taxKind: "standard", taxName: "VAT" },
            ...{ taxRateBasisPoints: 1900, payments: 1, paidCents, refundedCents },
            paidTaxCents: taxIn(paidCents),
            refundedTaxCents: taxIn(refundedCents),
          },
        ],
        refundedAfterSale: refunded(Math.floor(refundedCents * ofSold)),
        refundedBeforeSale: refunded(earlierCents),
        soldTaxCents: taxIn(account.sold.checkout.priceCents),
        unknownKg: 0,
      }),
    ),
  { maxLength: 5 },
);

/** Debits less credits. */
const balanceOf = (entries: readonly JournalEntry[], role: string) =>
  entries.reduce(
    (total, { debit, credit, amountCents }) =>
      total + (debit === role ? amountCents : 0) - (credit === role ? amountCents : 0),
    0,
  );
const total = (all: readonly AccountMonth[], of: (account: AccountMonth) => number) =>
  all.reduce((result, account) => result + of(account), 0);

const settings = readJournalSettings();
const written = (entries: JournalEntry[], format: (typeof journalFormats)[number]) => {
  const createdAt = new Date("2026-11-02T08:00:00.123Z");
  return Buffer.from(writeJournal({ month, entries, createdAt, settings }, format));
};

describe("a journal", () => {
  it("has each figure of the month on its account, and balances", () => {
    fc.assert(
      fc.property(accounts, (all) => {
        const entries = journalOf(month, all);
        const balance = (role: string) => balanceOf(entries, role);
        expect(0 - balance("revenue_api")).toBe(total(all, ({ sold }) => sold.api.priceCents));
        // Owed: what was sold, with the tax that its invoices add, less credit notes and payments.
        expect(balance("receivables")).toBe(
          total(all, ({ sold, billed, settled }) => {
            const tax = billed.invoicedTaxCents - billed.creditedCents;
            const { paidCents, fromDepositsCents, toDepositsCents } = settled;
            return sold.api.priceCents + tax - paidCents - fromDepositsCents + toDepositsCents;
          }),
        );
        expect(0 - balance("deposits")).toBe(
          total(all, ({ settled }) => {
            const { depositedCents, adjustedCents, fromDepositsCents, toDepositsCents } = settled;
            return depositedCents + adjustedCents - fromDepositsCents + toDepositsCents;
          }),
        );
        const money = total(all, ({ settled }) => settled.paidCents + settled.depositedCents);
        expect(balance("bank")).toBe(money);
        const tax = total(all, ({ billed }) => billed.invoicedTaxCents - billed.creditedTaxCents);
        expect(0 - balance("tax")).toBe(tax);
        const checkout = total(
          all,
          ({ sold, soldTaxCents }) => sold.checkout.priceCents - soldTaxCents,
        );
        expect(0 - balance("revenue_checkout")).toBe(checkout);
        const checkoutTax = total(all, ({ taxes }) => taxDueCents(taxes));
        expect(0 - balance("tax_checkout")).toBe(checkoutTax);
        const refunds = total(
          all,
          ({ refundedAfterSale: after, refundedBeforeSale: before }) =>
            after.cents - after.taxCents + before.cents - before.taxCents,
        );
        expect(balance("refunds")).toBe(refunds);
        const net = total(all, ({ paid }) => paid.paidCents - paid.refundedCents - paid.feeCents);
        expect(balance("clearing")).toBe(net);
        expect(balance("cost_of_credits")).toBe(total(all, ({ costCents }) => costCents));
        expect(journalAccounts.reduce((rest, role) => rest + balance(role), 0)).toBe(0);
        expect(new Set(entries.map(({ number }) => number)).size).toBe(entries.length);
      }),
    );
  });

  it.each(["generic", "xero", "quickbooks"] as const)(
    "is parsed back with equal debits and credits, whatever the accounts' names (%s)",
    (format) => {
      fc.assert(
        fc.property(accounts, (all) => {
          const entries = journalOf(month, all);
          const rows = parse(written(entries, format).toString(), { columns: true, bom: false });
          const of = (row: Record<string, string>) => {
            if (format === "xero") return Number(row["*Amount"]);
            const [debit, credit] =
              format === "generic" ? ["debit", "credit"] : ["Debits", "Credits"];
            return Number(row[debit] ?? 0) - Number(row[credit] ?? 0);
          };
          const lines = rows as Record<string, string>[];
          expect(lines).toHaveLength(2 * entries.length);
          const rest = lines.reduce((left, row) => left + Math.round(of(row) * 100), 0);
          expect(rest).toBe(0);
        }),
        { numRuns: 40 },
      );
    },
  );

  it("for DATEV has 31 header fields, 125 columns and decimal commas", () => {
    const entries = journalOf(month, [
      {
        accountId: "acc_1",
        name: 'Bäckerei "Łódź"; GmbH',
        ...noFigures(),
        sold: { api: { orders: 1, kg: 10, priceCents: 123_405 }, checkout: none },
        settled: notSettled(),
        refundedAfterSale: { cents: 0, taxCents: 0 },
        refundedBeforeSale: { cents: 0, taxCents: 0 },
        soldTaxCents: 0,
        costCents: 0,
        unknownKg: 0,
      },
    ]);
    const text = written(entries, "datev").toString("latin1");
    const options = { delimiter: ";", relax_column_count: true };
    const [head, names, row] = parse(text, options) as string[][];
    expect(head).toHaveLength(31);
    expect(head?.slice(0, 5)).toEqual(["EXTF", "700", "21", "Buchungsstapel", "13"]);
    expect(head?.slice(12, 16)).toEqual(["20260101", "4", "20261001", "20261031"]);
    expect(names).toHaveLength(125);
    expect(DATEV_COLUMNS).toHaveLength(125);
    expect(row).toHaveLength(125);
    expect(row?.slice(0, 3)).toEqual(["1234,05", "S", "USD"]);
    expect(row?.slice(6, 8)).toEqual([
      settings.accounts.receivables,
      settings.accounts.revenue_api,
    ]);
    expect(row?.[9]).toBe("3110");
    expect(row?.[13]).toBe('API orders sold 2026-10, Bäckerei "?ód?"; GmbH');
  });
});

const none = { orders: 0, kg: 0, priceCents: 0 };
