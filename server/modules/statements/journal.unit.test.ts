import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readMonth } from "#domain/figures";
import { journalLines } from "./journal-lines";
import { type JournalEntry, journalAccounts, journalOf } from "./journal-rules";
import type { AccountMonth } from "./operator-month";
import { taxDueCents } from "./tax-rules";

const month = readMonth("2026-10");
if (!month) throw new Error("2026-10 is a month");
const cents = fc.nat(10_000_000);
const taxIn = (gross: number) => Math.round((gross * 19) / 119);
const refundOf = (gross: number) => ({ cents: gross, taxCents: taxIn(gross) });
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
        paid: { payments: 1, paidCents, refundedCents, lostDisputeCents: 0, feeCents },
        taxes: [
          {
            ...{ country: "DE", taxRuleId: "de", taxKind: "standard", taxName: "VAT" },
            ...{ taxRateBasisPoints: 1900, payments: 1, paidCents, refundedCents },
            paidTaxCents: taxIn(paidCents),
            refundedTaxCents: taxIn(refundedCents),
          },
        ],
        refundedAfterSale: refundOf(Math.floor(refundedCents * ofSold)),
        refundedBeforeSale: refundOf(earlierCents),
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

  it("has a debit and an equal credit for each entry", () => {
    fc.assert(
      fc.property(accounts, (all) => {
        const entries = journalOf(month, all);
        const lines = journalLines(entries);
        expect(new Set(lines.map(({ id }) => id)).size).toBe(2 * entries.length);
        const sums = [
          lines.reduce((sum, { debitCents }) => sum + (debitCents ?? 0), 0),
          lines.reduce((sum, { creditCents }) => sum + (creditCents ?? 0), 0),
        ];
        const amount = entries.reduce((sum, { amountCents }) => sum + amountCents, 0);
        expect(sums).toEqual([amount, amount]);
      }),
    );
  });
});
